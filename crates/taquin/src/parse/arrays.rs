//! Where an array begins and ends: `[[1,2],[3,0]]`, `((1,2),(3,0))` or `np.array([[1,2],[3,0]])`, and lists of such
//! arrays.

use super::divide::{Chunk, Chunks, Form, Leading, LineBlock, Next, Opening, Sure};
use super::token::{Token, TokenKind, Tokens};

impl Chunks<'_> {
    /// Returns the array that begins at `start`.
    pub(super) fn array(&mut self, start: usize, opening: Opening) -> Next {
        let Some(end) = self.array_end(start, opening) else { return Next::Unsure };
        self.position.block = LineBlock::Unknown;
        self.position.at = end;
        self.position.after_array = true;
        Next::Chunk(Chunk { span: start..end, form: Form::Brackets })
    }

    /// Returns where the array that begins at `start` is closed. An unclosed array ends before a blank line, or before
    /// a line that opens like it, so that the arrays after it can be read.
    fn array_end(&self, start: usize, opening: Opening) -> Sure<usize> {
        let (mut depth, mut end, mut at_line_start) = (0, start, false);
        for Token { kind, span } in Tokens::from(self.text, start) {
            match kind {
                TokenKind::LineEnd if at_line_start => return Some(end),
                TokenKind::Call if at_line_start && opening == Opening::Call => return Some(end),
                TokenKind::Open if at_line_start && self.opens_like(span.start, opening)? => {
                    return Some(end);
                }
                TokenKind::Open | TokenKind::Call => depth += 1,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            at_line_start = kind == TokenKind::LineEnd;
            if !at_line_start {
                end = span.end;
            }
            if depth == 0 {
                return Some(end);
            }
        }
        if self.window.complete { Some(end) } else { None }
    }

    /// Returns whether an array that opens with brackets could also begin at a position. Arrays within a call may begin
    /// on a line of their own.
    fn opens_like(&self, at: usize, opening: Opening) -> Sure<bool> {
        let Opening::Brackets(brackets) = opening else { return Some(false) };
        let mut tokens = Tokens::from(self.text, at).take(brackets).map(|token| token.kind);
        let seen = tokens.by_ref().take_while(|&kind| kind == TokenKind::Open).count();
        match seen == brackets || self.window.complete {
            true => Some(seen == brackets),
            // Something else follows, or nothing yet.
            false if Tokens::from(self.text, at).take(brackets).count() == brackets => Some(false),
            false => None,
        }
    }

    /// Returns how many brackets open at a position, up to 3, and whether a call follows them.
    pub(super) fn leading(&self, at: usize) -> Sure<Leading> {
        let tokens = Tokens::from(self.text, at).filter(|token| token.kind != TokenKind::LineEnd);
        let mut brackets = 0;
        for token in tokens.take(3) {
            if token.kind != TokenKind::Open {
                // An incomplete word may become a call.
                let may_grow = token.kind == TokenKind::Word && token.span.end == self.text.len();
                if may_grow && !self.window.complete {
                    return None;
                }
                return Some(Leading { brackets, call: token.kind == TokenKind::Call });
            }
            brackets += 1;
        }
        let is_certain = brackets == 3 || self.window.complete;
        if is_certain { Some(Leading { brackets, call: false }) } else { None }
    }
}
