//! A backend for ratatui: writes cells as text and styles as escape codes.

use anstyle::{Reset, Style};
use crossterm::cursor::{Hide, MoveTo, Show, position};
use crossterm::terminal::{self, Clear};
use crossterm::{execute, queue};
use ratatui_core::backend::{Backend, ClearType, WindowSize};
use ratatui_core::buffer::Cell;
use ratatui_core::layout::{Position, Size};
use ratatui_core::style::Color;
use std::io::{self, BufWriter, Stdout, Write};

/// Standard output as a screen.
pub struct Output {
    out: BufWriter<Stdout>,
}

impl Output {
    /// Creates the backend.
    pub fn new() -> Output {
        Output { out: BufWriter::with_capacity(1 << 16, io::stdout()) }
    }
}

impl Backend for Output {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let (mut next, mut style) = (None, None);
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                queue!(self.out, MoveTo(x, y))?;
            }
            // A wide character is followed by a cell that is not drawn, so the next cell needs a cursor move.
            next = Some((x + 1, y));
            let wanted = style_of(cell);
            if style != Some(wanted) {
                write!(self.out, "{Reset}{wanted}")?;
                style = Some(wanted);
            }
            self.out.write_all(cell.symbol().as_bytes())?;
        }
        write!(self.out, "{Reset}")
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        execute!(self.out, Hide)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        execute!(self.out, Show)
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        position().map(Position::from)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, at: P) -> io::Result<()> {
        let Position { x, y } = at.into();
        execute!(self.out, MoveTo(x, y))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        let region = match region {
            ClearType::All => terminal::ClearType::All,
            ClearType::AfterCursor => terminal::ClearType::FromCursorDown,
            ClearType::BeforeCursor => terminal::ClearType::FromCursorUp,
            ClearType::CurrentLine => terminal::ClearType::CurrentLine,
            ClearType::UntilNewLine => terminal::ClearType::UntilNewLine,
        };
        execute!(self.out, Clear(region))
    }

    fn size(&self) -> io::Result<Size> {
        terminal::size().map(Size::from)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        // Pixels are not used.
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::ZERO })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns a cell's style, without colours where the terminal's defaults apply.
fn style_of(cell: &Cell) -> Style {
    let mut style = cell.style();
    style.fg = style.fg.filter(|&color| color != Color::Reset);
    style.bg = style.bg.filter(|&color| color != Color::Reset);
    Style::from(style)
}
