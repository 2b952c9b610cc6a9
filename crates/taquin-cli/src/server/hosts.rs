//! Decides which requests are allowed. The server has no password, so pages of other sites must not be able to use
//! it through a visitor's browser: the `Host` header must be a name that no other site can point at this machine
//! (which prevents DNS rebinding), and if a request comes from a page, it must be our own.

use super::error::HttpError;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};
use std::net::{IpAddr, Ipv6Addr};

/// The host names that the server accepts.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// Whether the server listens on loopback only, so that no other machine can reach it.
    pub only_this_machine: bool,
    /// Names in addition to localhost.
    pub names: Vec<String>,
}

impl Hosts {
    /// Rejects a request with a foreign `Host`, or from a page of another site.
    pub fn check(&self, headers: &HeaderMap, is_api: bool) -> Result<(), HttpError> {
        let refused = |code, message: &str| HttpError::new(StatusCode::FORBIDDEN, code, message);
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().filter(|_| hosts.next().is_none());
        let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
        if !self.accepts(without_port(host)) {
            let error = refused("unknown-host", "this server does not answer to that host name");
            return Err(error.help("use localhost or its IP address, or see serve's --name"));
        }
        if let Some(origin) = headers.get(header::ORIGIN) {
            let origin = origin.to_str().unwrap_or_default();
            let site = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            if !site.is_some_and(|site| site.eq_ignore_ascii_case(host)) {
                return Err(refused(
                    "other-site",
                    "requests from pages of other sites are rejected",
                ));
            }
        }
        let from = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        // Any site may link to our page, but only our page may use the API.
        if is_api && !matches!(from, None | Some(b"same-origin" | b"none")) {
            return Err(refused("other-site", "requests from pages of other sites are rejected"));
        }
        Ok(())
    }

    /// Returns whether a name is safe to accept: the owner of a domain can point it at any address, including ours,
    /// so only localhost, configured names and IP addresses are.
    fn accepts(&self, name: &str) -> bool {
        let ip = match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            Some(v6) => v6.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            None => name.parse::<IpAddr>().ok().filter(IpAddr::is_ipv4),
        };
        match ip {
            Some(ip) => ip.is_loopback() || !self.only_this_machine,
            None => {
                let mut names = std::iter::once("localhost").chain(self.names.iter().map(|n| &**n));
                names.any(|own| own.eq_ignore_ascii_case(name))
            }
        }
    }
}

/// Returns a host without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderName;

    fn is_answered(hosts: &Hosts, headers: &[(&'static str, &'static str)]) -> bool {
        let name = HeaderName::from_static;
        let headers = headers.iter().map(|(n, v)| (name(n), HeaderValue::from_static(v)));
        let mut map = HeaderMap::new();
        headers.for_each(|(name, value)| {
            map.append(name, value);
        });
        hosts.check(&map, true).is_ok()
    }

    #[test]
    fn only_our_own_names_are_answered() {
        let local = Hosts { only_this_machine: true, names: Vec::new() };
        let open = Hosts { only_this_machine: false, names: vec!["lab.example".to_string()] };
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:80", "127.9.9.9", "[::1]:8080"] {
            assert!(is_answered(&local, &[("host", host)]), "{host}");
            assert!(is_answered(&open, &[("host", host)]), "{host}");
        }
        for host in ["192.168.0.7:8080", "[fe80::1]", "Lab.Example:80", "lab.example"] {
            assert!(!is_answered(&local, &[("host", host)]), "{host}");
            assert!(is_answered(&open, &[("host", host)]), "{host}");
        }
        let strange = [
            "",
            ":",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "::1",
            "[127.0.0.1]",
            "[::1",
            "localhost:x",
            "localhost:80:80",
            "@localhost",
            "localhost.",
        ];
        for host in strange {
            assert!(!is_answered(&local, &[("host", host)]), "{host}");
            assert!(!is_answered(&open, &[("host", host)]), "{host}");
        }
        assert!(!is_answered(&local, &[]));
        assert!(!is_answered(&local, &[("host", "localhost"), ("host", "localhost")]));
    }

    #[test]
    fn only_our_own_page_is_answered() {
        let local = Hosts { only_this_machine: true, names: Vec::new() };
        let from = |name, value| is_answered(&local, &[("host", "localhost:8080"), (name, value)]);
        for origin in ["http://localhost:8080", "https://LOCALHOST:8080"] {
            assert!(from("origin", origin), "{origin}");
        }
        for origin in
            ["null", "", "http://evil.example", "http://localhost", "http://127.0.0.1:8080", "x"]
        {
            assert!(!from("origin", origin), "{origin}");
        }
        assert!(from("sec-fetch-site", "same-origin") && from("sec-fetch-site", "none"));
        assert!(!from("sec-fetch-site", "cross-site") && !from("sec-fetch-site", "same-site"));
    }
}
