//! Streams boards from arguments, files and standard input: each is available as soon as its text is, and none is
//! kept in memory.

use super::bytes::{Bytes, Chunk};
use crate::args::WritingArgs;
use crate::spelling::Flags;
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use taquin::parse::BoardStream;
use taquin::{Cancel, InputFormat, parse_board};
use taquin_api::board_input::BoardInput;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::diagnostic::Source;

/// The boards that the arguments name, in order. If a board cannot be read, a diagnostic takes its place.
#[derive(Debug)]
pub struct BoardReader {
    arguments: VecDeque<Argument>,
    /// Boards that were read ahead.
    ahead: VecDeque<BoardInput>,
    open: Option<Stream>,
    writing: WritingArgs,
    cancel: Cancel,
    /// The number of boards, if it is known beforehand.
    pub count: Option<usize>,
}

#[derive(Debug)]
enum Argument {
    /// A board that needs no reading.
    Ready(BoardInput),
    /// The text of one board.
    Board(Source),
    File(String),
    StandardInput,
}

/// A text that is being read.
#[derive(Debug)]
struct Stream {
    name: Arc<str>,
    bytes: Bytes,
    boards: BoardStream,
}

/// Does nothing before a wait for more text.
pub fn do_nothing() -> io::Result<()> {
    Ok(())
}

impl BoardReader {
    /// Reads the boards of the arguments, or those of standard input if there are none.
    pub fn read(texts: &[String], writing: &WritingArgs, cancel: Cancel) -> BoardReader {
        let arguments = arguments(texts);
        let is_one =
            |argument: &Argument| matches!(argument, Argument::Ready(_) | Argument::Board(_));
        let count = arguments.iter().all(is_one).then_some(arguments.len());
        let (ahead, writing) = (VecDeque::new(), writing.clone());
        BoardReader { arguments, ahead, open: None, writing, cancel, count }
    }

    /// Creates a reader of one board that is available already.
    pub fn ready(input: BoardInput, cancel: Cancel) -> BoardReader {
        let arguments = VecDeque::from([Argument::Ready(input)]);
        let writing = WritingArgs { size: None, input_format: InputFormat::Auto };
        BoardReader {
            arguments,
            ahead: VecDeque::new(),
            open: None,
            writing,
            cancel,
            count: Some(1),
        }
    }

    /// Returns whether there is more than one board; waits for the second.
    pub fn has_several(&mut self) -> io::Result<bool> {
        if let Some(count) = self.count {
            return Ok(count > 1);
        }
        while self.ahead.len() < 2
            && let Some(input) = self.read_next(&mut do_nothing)?
        {
            self.ahead.push_back(input);
        }
        Ok(self.ahead.len() > 1)
    }

    /// Returns the next board, or `None` at the end or after Ctrl-C. `idle` is called before waiting for more text.
    pub fn next(
        &mut self,
        idle: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<Option<BoardInput>> {
        match self.ahead.pop_front().filter(|_| !self.cancel.is_cancelled()) {
            Some(input) => Ok(Some(input)),
            None => self.read_next(idle),
        }
    }

    fn read_next(
        &mut self,
        idle: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<Option<BoardInput>> {
        loop {
            if let Some(stream) = &mut self.open {
                match stream.next(&self.cancel, idle)? {
                    Next::Board(input) => return Ok(Some(input)),
                    Next::End => self.open = None,
                    Next::Failed(input) => {
                        self.open = None;
                        return Ok(Some(input));
                    }
                    Next::Cancelled => return Ok(None),
                }
            }
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            let Some(argument) = self.arguments.pop_front() else { return Ok(None) };
            let WritingArgs { size, input_format } = self.writing;
            match argument {
                Argument::Ready(input) => return Ok(Some(input)),
                Argument::Board(source) => {
                    let board = parse_board(&source.text, input_format, size);
                    let board =
                        board.map_err(|error| Diagnostic::about_text(&source, &error, &Flags));
                    return Ok(Some(BoardInput::whole(&source.name, board)));
                }
                Argument::File(path) => self.open(&path, Bytes::of_file(&path))?,
                Argument::StandardInput => self.open(super::STDIN, Bytes::of_stdin())?,
            }
        }
    }

    fn open(&mut self, name: &str, bytes: io::Result<Bytes>) -> io::Result<()> {
        let WritingArgs { size, input_format } = self.writing;
        let boards = BoardStream::new(input_format, size);
        match bytes {
            Ok(bytes) => self.open = Some(Stream { name: name.into(), bytes, boards }),
            Err(error) => self.arguments.push_front(Argument::Ready(unreadable(name, &error))),
        }
        Ok(())
    }
}

enum Next {
    Board(BoardInput),
    Failed(BoardInput),
    End,
    Cancelled,
}

impl Stream {
    fn next(
        &mut self,
        cancel: &Cancel,
        idle: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<Next> {
        let mut finished = false;
        loop {
            if let Some(streamed) = self.boards.next_board() {
                let wrong = |bad: Box<_>| Diagnostic::about_stream(&self.name, *bad, &Flags);
                let board = streamed.board.map_err(wrong);
                return Ok(Next::Board(BoardInput::on_line(&self.name, streamed.line, board)));
            }
            if finished {
                return Ok(Next::End);
            }
            match self.bytes.next(cancel, idle)? {
                Chunk::Bytes(bytes) => self.boards.push(&bytes),
                Chunk::End => {
                    self.boards.finish();
                    finished = true;
                }
                Chunk::Failed(error) => return Ok(Next::Failed(unreadable(&self.name, &error))),
                Chunk::Cancelled => return Ok(Next::Cancelled),
            }
        }
    }
}

fn unreadable(name: &str, error: &io::Error) -> BoardInput {
    BoardInput::whole(name, Err(super::cannot_read(name, error)))
}

/// Returns the sources that the arguments name.
fn arguments(texts: &[String]) -> VecDeque<Argument> {
    if texts.is_empty() {
        let help = "give a board, such as 647850321, @FILE, or - for standard input";
        let diagnostic = Diagnostic::new("no-board", "there is no board to look at").help(help);
        return VecDeque::from([if io::stdin().is_terminal() {
            Argument::Ready(BoardInput::whole("", Err(diagnostic)))
        } else {
            Argument::StandardInput
        }]);
    }
    // No board is shorter than 4 characters: these are the cells of one, without quotes.
    if texts.len() > 1 && texts[0].len() < 4 && texts[0] != "-" && !texts[0].starts_with('@') {
        return VecDeque::from([Argument::Board(Source::new("arguments", texts.join(" ")))]);
    }
    let several = texts.len() > 1;
    let named = |(index, text): (usize, &String)| match text.strip_prefix('@') {
        _ if text == "-" => Argument::StandardInput,
        Some(path) => Argument::File(path.to_string()),
        None => {
            let name = if several { format!("argument {}", index + 1) } else { "argument".into() };
            Argument::Board(Source::new(name, text.as_str()))
        }
    };
    texts.iter().enumerate().map(named).collect()
}
