//! A server for a test, and a minimal client that sends exactly what it is given, even what no browser would.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The timeout; nothing here takes this long unless it hangs.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// A server that is stopped at the end of the test.
pub struct Server {
    child: Child,
    /// Its address: `127.0.0.1:40123`.
    pub address: String,
}

impl Server {
    /// Starts a server on any free port, with more options.
    pub fn start(options: &[&str]) -> Server {
        Server::start_as(&[&["--port", "0"], options].concat())
    }

    /// Starts a server with only these options.
    pub fn start_as(options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.arg("serve").args(options);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let out = child.stdout.take().expect("it is piped");
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).expect("it prints its address");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Server { child, address: address.expect("it is an address").to_string() }
    }

    /// Opens a connection.
    pub fn connect(&self) -> Connection {
        Connection::to(&self.address)
    }

    /// Sends a GET request.
    pub fn get(&self, path: &str) -> Reply {
        self.connect().ask("GET", path, None).expect("it answers")
    }

    /// Posts an object to the API.
    pub fn post(&self, path: &str, body: &str) -> Reply {
        let path = format!("/api/v1{path}");
        self.connect().ask("POST", &path, Some(body)).expect("it answers")
    }

    /// Posts an object to the API and returns the answer, which must be a success.
    pub fn object(&self, path: &str, body: &str) -> Value {
        let reply = self.post(path, body);
        assert!(matches!(reply.status, 200 | 202), "{body}: {}", reply.text());
        reply.json()
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal and waits until it ends; returns its exit code.
    #[cfg(unix)]
    pub fn end(&mut self, signal: &str) -> Option<i32> {
        let id = self.id().to_string();
        Command::new("kill").args([signal, &id]).status().expect("there is a kill");
        let mut status = None;
        until("the server ends", || {
            status = self.child.try_wait().expect("it is a child of this process");
            status.is_some()
        });
        status.and_then(|status| status.code())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that stays open.
pub struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
}

/// A response.
#[derive(Debug)]
pub struct Reply {
    /// Its status.
    pub status: u16,
    /// Its headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: Vec<u8>,
}

impl Reply {
    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("it is text")
    }

    /// Returns the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts the status and returns the error.
    pub fn error(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/json"));
        let error = self.json()["error"].clone();
        assert!(error["message"].as_str().is_some_and(|text| text.len() > 5), "{error}");
        error
    }
}

impl Connection {
    /// Connects to an address.
    pub fn to(address: &str) -> Connection {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("it can be set");
        stream.set_nodelay(true).expect("it can be set");
        Connection { stream: BufReader::new(stream), host: address.to_string() }
    }

    /// Sends a request and reads the response.
    pub fn ask(&mut self, method: &str, path: &str, body: Option<&str>) -> io::Result<Reply> {
        self.request(method, path, &[], body)?;
        self.read_reply()
    }

    /// Sends a HEAD request; the response must have no body.
    pub fn head(&mut self, path: &str) -> io::Result<Reply> {
        self.request("HEAD", path, &[("Connection", "close")], None)?;
        let mut reply = self.read_head()?;
        self.stream.read_to_end(&mut reply.body)?;
        assert_eq!(reply.body, b"", "HEAD {path} is answered with a body");
        Ok(reply)
    }

    /// Sends a request with more headers; a Host among them replaces the default one.
    pub fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> io::Result<()> {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: {}\r\n", self.host);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = body {
            if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
                head += "Content-Type: application/json\r\n";
            }
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        self.send(&format!("{head}\r\n{}", body.unwrap_or_default()))
    }

    /// Sends any text.
    pub fn send(&mut self, text: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(text.as_bytes())
    }

    /// Reads a whole response.
    pub fn read_reply(&mut self) -> io::Result<Reply> {
        let mut reply = self.read_head()?;
        let chunked = reply.header("transfer-encoding") == Some("chunked");
        let length = reply.header("content-length").and_then(|length| length.parse().ok());
        match (chunked, length) {
            (true, _) => {
                while let Some(chunk) = self.read_chunk()? {
                    reply.body.extend(chunk);
                }
            }
            (false, Some(length)) => {
                reply.body = vec![0; length];
                self.stream.read_exact(&mut reply.body)?;
            }
            (false, None) if reply.status == 304 => {}
            (false, None) => {
                self.stream.read_to_end(&mut reply.body)?;
            }
        }
        Ok(reply)
    }

    /// Reads the head of a response.
    pub fn read_head(&mut self) -> io::Result<Reply> {
        let first = self.read_line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status: '{first}'")))?;
        let mut headers = Vec::new();
        loop {
            let line = self.read_line()?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
        }
        Ok(Reply { status, headers, body: Vec::new() })
    }

    /// Reads a chunk of a chunked response; `None` after the last.
    pub fn read_chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let length = self.read_line()?;
        let length = usize::from_str_radix(&length, 16).map_err(io::Error::other)?;
        let mut chunk = vec![0; length];
        self.stream.read_exact(&mut chunk)?;
        self.read_line()?;
        Ok(Some(chunk).filter(|_| length > 0))
    }

    fn read_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_string())
    }

    /// Closes the sending side of the connection.
    pub fn stop_sending(&mut self) {
        self.stream.get_mut().shutdown(Shutdown::Write).expect("it is open");
    }

    /// Returns whether the server closes the connection, within the timeout.
    pub fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => true,
            Err(error) => error.kind() == io::ErrorKind::ConnectionReset,
        }
    }
}

/// Polls until a condition holds.
pub fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < TIMEOUT, "timed out waiting until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
