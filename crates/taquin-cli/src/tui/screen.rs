//! The terminal, taken over for a program and given back whatever happens: at its end, on an error, a panic, Ctrl-C, and when
//! the process is told to end.

use super::output::Output;
use crate::interrupt;
use crossterm::cursor::Show;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui_core::terminal::{Frame, Terminal};
use std::io::{self, IsTerminal};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use taquin::Cancel;
use taquin_api::diagnostic::Diagnostic;

/// How long nothing is done while nothing moves: whatever does not come as a key is noticed after this at the latest.
const IDLE: Duration = Duration::from_millis(50);
/// How long a picture stands while something moves.
const FRAME: Duration = Duration::from_millis(25);

/// Whether the terminal is taken over.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether the process was told to end.
static TOLD_TO_END: AtomicBool = AtomicBool::new(false);

/// A program on the whole terminal.
pub trait Program {
    /// Takes a key or a click.
    fn handle(&mut self, event: &Event);
    /// So much time has passed; says whether that changed anything to be seen.
    fn tick(&mut self, passed: Duration) -> bool;
    /// Whether something moves by itself just now.
    fn is_moving(&self) -> bool;
    /// Whether it has ended.
    fn is_over(&self) -> bool;
    /// Draws itself.
    fn draw(&self, frame: &mut Frame<'_>);
}

/// Says so where there is no terminal to be taken over.
pub fn check_terminal(what: &str) -> Result<(), Diagnostic> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let message = match (io::stdin().is_terminal() && io::stdout().is_terminal(), is_dumb) {
        (true, false) => return Ok(()),
        (true, true) => "this one (TERM is dumb) cannot move its cursor",
        (false, _) => "standard input or output is none",
    };
    Err(Diagnostic::new("no-terminal", format!("{what} needs a terminal, and {message}"))
        .help("run it in a terminal, without pipes"))
}

/// Runs a program until it is over, or somebody ends it from outside.
pub fn run(program: &mut dyn Program, cancel: &Cancel) -> io::Result<()> {
    let mut screen = Screen::open()?;
    let mut before = Instant::now();
    let mut has_changed = true;
    let is_ended = || cancel.is_cancelled() || TOLD_TO_END.load(Ordering::SeqCst);
    // A panic elsewhere has given the terminal back already.
    while !program.is_over() && !is_ended() && TAKEN.load(Ordering::SeqCst) {
        if has_changed {
            screen.terminal.draw(|frame| program.draw(frame))?;
        }
        has_changed = false;
        let mut wait = if program.is_moving() { FRAME } else { IDLE };
        while event::poll(wait)? {
            match event::read()? {
                Event::Key(key) if is_interrupt(&key) => cancel.cancel(),
                Event::Key(key) if key.kind == KeyEventKind::Release => {}
                event => program.handle(&event),
            }
            has_changed = true;
            wait = Duration::ZERO;
        }
        let now = Instant::now();
        has_changed |= program.tick(now - before);
        before = now;
    }
    if TOLD_TO_END.load(Ordering::SeqCst) {
        cancel.cancel();
    }
    Ok(())
}

/// Ctrl-C, which comes as a key while the terminal is taken over.
fn is_interrupt(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The terminal while it is taken over.
struct Screen {
    terminal: Terminal<Output>,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        restore_in_panics();
        listen_to_signals();
        TAKEN.store(true, Ordering::SeqCst);
        // From here on it is given back, also if the next line fails.
        let screen = Screen { terminal: Terminal::new(Output::new())? };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, if it is taken over.
pub fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Where the terminal is gone there is nothing to be given back.
        let _ = disable_raw_mode();
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    }
}

/// The message of a panic is to be read, so the terminal is given back before it is printed.
fn restore_in_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}

/// Ends the program well when the process is told to end or its terminal is closed.
#[cfg(unix)]
fn listen_to_signals() {
    use tokio::signal::unix::{SignalKind, signal};
    static ONCE: Once = Once::new();
    let listen = || -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let mut terminate = signal(SignalKind::terminate())?;
            let mut hangup = signal(SignalKind::hangup())?;
            let mut look = tokio::time::interval(Duration::from_secs(1));
            loop {
                let has_terminal = tokio::select! {
                    _ = terminate.recv() => true,
                    _ = hangup.recv() => false,
                    _ = look.tick() => match io::stdin().is_terminal() {
                        true => continue,
                        false => false,
                    },
                };
                // Reading from a terminal that is gone never ends.
                let again = TOLD_TO_END.swap(true, Ordering::SeqCst);
                if again || !has_terminal || !TAKEN.load(Ordering::SeqCst) {
                    interrupt::end_now();
                }
            }
        })
    };
    ONCE.call_once(|| {
        std::thread::spawn(move || {
            // Without it such a signal ends the process at once, as the system does.
            let _ = listen();
        });
    });
}

#[cfg(not(unix))]
fn listen_to_signals() {}
