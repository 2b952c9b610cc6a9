//! `taquin serve`: binds an address, prints it, and serves requests until it is stopped.

use super::{ExitStatus, Failure, output};
use crate::args::ServeArgs;
use crate::interrupt;
use crate::machine;
use crate::server::{self, Hosts, ServerCaps};
use crate::terminal::print_notice;
use std::io::{self, ErrorKind, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use taquin_api::diagnostic::Diagnostic;

/// The default port.
const DEFAULT_PORT: u16 = 8080;
/// The default memory limit is at most this: half of a large machine is more than the page needs.
const DEFAULT_BYTES: u64 = 4 << 30;

/// Runs the command.
pub fn run(args: &ServeArgs) -> Result<ExitStatus, Failure> {
    let listener = listen(args)?;
    let address = listener.local_addr()?;
    let caps = ServerCaps {
        searches: args.max_searches,
        queue: args.max_queue,
        bytes: args
            .max_memory
            .unwrap_or_else(|| machine::default_memory_limit().min(DEFAULT_BYTES)),
        time: args.max_time,
        idle: args.max_idle,
    };
    let hosts = Hosts { only_this_machine: args.host.is_loopback(), names: args.name.clone() };
    let page = page(address);
    let mut out = output();
    writeln!(out, "taquin is at {page} (Ctrl-C ends it)")?;
    out.flush()?;
    drop(out);
    if !args.host.is_loopback() {
        print_notice(&format!(
            "warning: anyone who can reach {} can run searches here; there is no password",
            address.ip()
        ));
    }
    if args.open && open_browser(&page).is_err() {
        print_notice("note: no browser could be started; open the address yourself");
    }
    interrupt::leave_to_server();
    server::run(listener, caps, hosts)?;
    Ok(ExitStatus::Good)
}

/// Binds the requested address. If no port was requested and the default is taken, any free one is used.
fn listen(args: &ServeArgs) -> Result<TcpListener, Diagnostic> {
    let bind = |port| TcpListener::bind(SocketAddr::new(args.host, port));
    let bound = match (bind(args.port.unwrap_or(DEFAULT_PORT)), args.port) {
        (Err(error), None) if error.kind() == ErrorKind::AddrInUse => {
            print_notice(&format!("note: port {DEFAULT_PORT} is taken, so another one was chosen"));
            bind(0)
        }
        (bound, _) => bound,
    };
    bound.map_err(|error| {
        let at = SocketAddr::new(args.host, args.port.unwrap_or(DEFAULT_PORT));
        let help = match error.kind() {
            ErrorKind::AddrInUse => "choose another with --port; --port 0 is any that is free",
            ErrorKind::PermissionDenied => "ports below 1024 need privileges; try --port 8080",
            _ => "--host must be an address of this machine, such as 127.0.0.1 or 0.0.0.0",
        };
        Diagnostic::new("cannot-listen", format!("cannot listen at {at}: {error}")).help(help)
    })
}

/// Returns the URL of the page; for an unspecified address such as 0.0.0.0, that of the loopback address.
fn page(address: SocketAddr) -> String {
    let ip = match address {
        SocketAddr::V4(_) if address.ip().is_unspecified() => "127.0.0.1".to_string(),
        SocketAddr::V6(_) if address.ip().is_unspecified() => "[::1]".to_string(),
        SocketAddr::V4(v4) => v4.ip().to_string(),
        SocketAddr::V6(v6) => format!("[{}]", v6.ip()),
    };
    format!("http://{ip}:{}/", address.port())
}

/// Opens the page in the default browser.
fn open_browser(page: &str) -> io::Result<()> {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(page);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}
