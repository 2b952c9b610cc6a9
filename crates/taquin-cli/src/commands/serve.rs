//! `taquin serve`: binds an address, prints it, and serves requests until it is stopped.

use super::{ExitStatus, Failure, output};
use crate::args::ServeArgs;
use crate::interrupt;
use crate::machine;
use crate::server::{self, Hosts};
use crate::terminal::{Terminal, print_notice};
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use taquin_api::diagnostic::Diagnostic;

/// The default port.
const DEFAULT_PORT: u16 = 8080;
/// The default memory limit is at most this: half of a large machine is more than the page needs.
const DEFAULT_BYTES: u64 = 4 << 30;

/// Runs the command.
pub fn run(args: &ServeArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let listener = listen(args)?;
    let address = listener.local_addr()?;
    let bytes =
        args.max_memory.unwrap_or_else(|| machine::default_memory_limit().min(DEFAULT_BYTES));
    let caps = server::caps(args.max_searches, args.max_queue, bytes, args.max_time);
    let hosts = Hosts { only_this_machine: args.host.is_loopback(), names: args.name.clone() };
    let page = page(reachable(address));
    let mut out = output();
    writeln!(out, "taquin is at {page} (Ctrl-C ends it)")?;
    if !args.host.is_loopback() {
        let others = other_pages(address, &addresses());
        others.iter().try_for_each(|other| writeln!(out, "for other machines: {other}"))?;
        if io::stdout().is_terminal() {
            let code = qr_code(others.first().unwrap_or(&page));
            code.lines().try_for_each(|line| writeln!(out, "{}", terminal.paint.blocks(line)))?;
        }
    }
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
    server::run(listener, caps, args.max_idle, hosts)?;
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

/// Returns the URL of the page at an address.
fn page(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// Returns where this machine reaches an address: for one that means all, such as 0.0.0.0, the loopback address.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Returns the addresses of this machine; none if the system does not tell them.
fn addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.into_iter().map(|interface| interface.ip()).collect()
}

/// Returns the URLs at which other machines reach a server that listens at all addresses, those of IPv4 first, which are
/// shorter to type. Link-local addresses of IPv6 differ from machine to machine.
fn other_pages(listening: SocketAddr, addresses: &[IpAddr]) -> Vec<String> {
    if !listening.ip().is_unspecified() {
        return Vec::new();
    }
    let serves = |ip: &IpAddr| match ip {
        IpAddr::V4(_) => true,
        IpAddr::V6(ip) => listening.is_ipv6() && !ip.is_unicast_link_local(),
    };
    let mut others: Vec<IpAddr> =
        addresses.iter().copied().filter(|ip| serves(ip) && !ip.is_loopback()).collect();
    others.sort();
    others.dedup();
    others.into_iter().map(|ip| page(SocketAddr::new(ip, listening.port()))).collect()
}

/// Draws an address for the cameras of phones, two rows of squares in a line of text; nothing if it is too long.
fn qr_code(page: &str) -> String {
    let Ok(code) = QrCode::with_error_correction_level(page, EcLevel::L) else {
        return String::new();
    };
    // Its light squares are drawn, in white where there are colours.
    code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_are_told_every_address_that_is_served() {
        let address = |text: &str| text.parse().expect("it is an address");
        let all = ["::1", "fe80::1", "2001:db8::7", "127.0.0.1", "192.0.2.7", "10.1.2.3"];
        let all = all.map(|text| text.parse().expect("it is an address"));
        let four = ["http://10.1.2.3:80/", "http://192.0.2.7:80/"];
        assert_eq!(other_pages(address("0.0.0.0:80"), &all), four);
        let both = [&four[..], &["http://[2001:db8::7]:80/"]].concat();
        assert_eq!(other_pages(address("[::]:80"), &all), both);
        assert_eq!(other_pages(address("192.0.2.7:80"), &all), [""; 0]);
        assert_eq!(page(reachable(address("0.0.0.0:80"))), "http://127.0.0.1:80/");
        assert_eq!(page(reachable(address("[::]:80"))), "http://[::1]:80/");
        assert_eq!(page(reachable(address("192.0.2.7:80"))), "http://192.0.2.7:80/");
    }

    #[test]
    fn a_code_is_a_square_with_a_border() {
        let drawn = qr_code("http://192.0.2.7:8080/");
        let widths: Vec<usize> = drawn.lines().map(|line| line.chars().count()).collect();
        // 25 squares for up to 32 bytes, and 4 light ones on each side.
        assert_eq!(widths, [33; 17]);
        assert_eq!(qr_code(&"x".repeat(5000)), "");
    }
}
