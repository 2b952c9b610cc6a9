//! Takes over the terminal for a program and restores it whatever happens: when the program ends, and after an error, a
//! panic, Ctrl-C or a signal to terminate.

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

/// How long to wait for a key while nothing moves; other changes are noticed after this time at the latest.
const IDLE: Duration = Duration::from_millis(50);
/// The time between two frames while something moves.
const FRAME: Duration = Duration::from_millis(25);

/// Whether the terminal is taken over.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether the process received a signal to terminate.
static TERMINATED: AtomicBool = AtomicBool::new(false);

/// A full-screen program.
pub trait Program {
    /// Handles a key or a click.
    fn handle(&mut self, event: &Event);
    /// Lets this much time pass; returns whether anything visible changed.
    fn tick(&mut self, passed: Duration) -> bool;
    /// Returns whether an animation is running.
    fn is_moving(&self) -> bool;
    /// Returns whether it has ended.
    fn is_finished(&self) -> bool;
    /// Draws the program.
    fn draw(&self, frame: &mut Frame<'_>);
}

/// Fails if there is no terminal to take over.
pub fn check_terminal(what: &str) -> Result<(), Diagnostic> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let message = match (io::stdin().is_terminal() && io::stdout().is_terminal(), is_dumb) {
        (true, false) => return Ok(()),
        (true, true) => "this one (TERM is dumb) cannot move its cursor",
        (false, _) => "standard input or output is not one",
    };
    Err(Diagnostic::new("no-terminal", format!("{what} needs a terminal, and {message}"))
        .help("run it in a terminal, without pipes"))
}

/// Runs a program until it is finished, cancelled or terminated.
pub fn run(program: &mut dyn Program, cancel: &Cancel) -> io::Result<()> {
    let mut screen = Screen::open()?;
    let mut before = Instant::now();
    let mut has_changed = true;
    let is_ended = || cancel.is_cancelled() || TERMINATED.load(Ordering::SeqCst);
    // After a panic in another thread the terminal is restored already.
    while !program.is_finished() && !is_ended() && TAKEN.load(Ordering::SeqCst) {
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
    if TERMINATED.load(Ordering::SeqCst) {
        cancel.cancel();
    }
    Ok(())
}

/// Returns whether a key is Ctrl-C, which arrives as a key in raw mode.
fn is_interrupt(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The terminal while it is taken over.
struct Screen {
    terminal: Terminal<Output>,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        restore_on_panic();
        handle_signals();
        TAKEN.store(true, Ordering::SeqCst);
        // From here on the terminal is restored on drop, even if the next line fails.
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

/// Restores the terminal, if it is taken over.
pub fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // If the terminal is gone, there is nothing to restore.
        let _ = disable_raw_mode();
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    }
}

/// Restores the terminal before the message of a panic is printed, so that it can be read.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}

/// Ends the program cleanly when the process receives SIGTERM or its terminal is closed.
#[cfg(unix)]
fn handle_signals() {
    use tokio::signal::unix::{SignalKind, signal};
    static ONCE: Once = Once::new();
    let handle = || -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let mut terminate = signal(SignalKind::terminate())?;
            let mut hangup = signal(SignalKind::hangup())?;
            let mut check = tokio::time::interval(Duration::from_secs(1));
            loop {
                let has_terminal = tokio::select! {
                    _ = terminate.recv() => true,
                    _ = hangup.recv() => false,
                    _ = check.tick() => if io::stdin().is_terminal() { continue } else { false },
                };
                // A read from a terminal that is gone would never return.
                let again = TERMINATED.swap(true, Ordering::SeqCst);
                if again || !has_terminal || !TAKEN.load(Ordering::SeqCst) {
                    interrupt::end_now();
                }
            }
        })
    };
    ONCE.call_once(|| {
        std::thread::spawn(move || {
            // Without the handler such a signal ends the process at once.
            let _ = handle();
        });
    });
}

#[cfg(not(unix))]
fn handle_signals() {}
