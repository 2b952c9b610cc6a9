//! A server of our own for a test, and a client as small as can be: it says exactly what it is told to, also
//! what no browser would.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing here takes this long, unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub struct Server {
    child: Child,
    /// Where it is: `127.0.0.1:40123`.
    pub address: String,
}

impl Server {
    /// Starts one at any free port, with more options.
    pub fn start(options: &[&str]) -> Server {
        Server::start_as(&[&["--port", "0"], options].concat())
    }

    /// Starts one with these options alone.
    pub fn start_as(options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.arg("serve").args(options);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let out = child.stdout.take().expect("it is piped");
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).expect("it says where it is");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Server { child, address: address.expect("it is an address").to_string() }
    }

    /// A new connection.
    pub fn connect(&self) -> Connection {
        Connection::to(&self.address)
    }

    /// Asks for something.
    pub fn get(&self, path: &str) -> Reply {
        self.connect().ask("GET", path, None).expect("it answers")
    }

    /// Posts an object to the API.
    pub fn post(&self, path: &str, body: &str) -> Reply {
        let path = format!("/api/v1{path}");
        self.connect().ask("POST", &path, Some(body)).expect("it answers")
    }

    /// Posts an object to the API, which must be answered as it was meant.
    pub fn object(&self, path: &str, body: &str) -> Value {
        let reply = self.post(path, body);
        assert!(matches!(reply.status, 200 | 202), "{body}: {}", reply.text());
        reply.json()
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Tells it to end by a signal, and waits for that; its exit code.
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
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that stays open.
pub struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    /// Its status.
    pub status: u16,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: Vec<u8>,
}

impl Reply {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as a text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("it is text")
    }

    /// The body as an object.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// What went wrong, of an answer of this status.
    pub fn error(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/json"));
        let error = self.json()["error"].clone();
        assert!(error["message"].as_str().is_some_and(|text| text.len() > 5), "{error}");
        error
    }
}

impl Connection {
    /// To an address.
    pub fn to(address: &str) -> Connection {
        let stream = TcpStream::connect(address).expect("somebody listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("it can be set");
        stream.set_nodelay(true).expect("it can be set");
        Connection { stream: BufReader::new(stream), host: address.to_string() }
    }

    /// Asks, and reads the answer.
    pub fn ask(&mut self, method: &str, path: &str, body: Option<&str>) -> io::Result<Reply> {
        self.say(method, path, &[], body)?;
        self.read_reply()
    }

    /// Asks for the head of an answer alone: it must be an answer without a body.
    pub fn head(&mut self, path: &str) -> io::Result<Reply> {
        self.say("HEAD", path, &[("Connection", "close")], None)?;
        let mut reply = self.read_head()?;
        self.stream.read_to_end(&mut reply.body)?;
        assert_eq!(reply.body, b"", "HEAD {path} is answered with a body");
        Ok(reply)
    }

    /// Asks with more headers; a Host among them replaces the default one.
    pub fn say(
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

    /// Sends anything.
    pub fn send(&mut self, text: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(text.as_bytes())
    }

    /// Reads an answer to its end.
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

    /// Reads the head of an answer.
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

    /// Reads a piece of an answer that comes in pieces; `None` after the last.
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

    /// Tells the server that nothing more will be sent.
    pub fn stop_sending(&mut self) {
        self.stream.get_mut().shutdown(Shutdown::Write).expect("it is open");
    }

    /// Whether the server closes it; waits for that as long as for any answer.
    pub fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => true,
            Err(error) => error.kind() == io::ErrorKind::ConnectionReset,
        }
    }
}

/// Asks again and again until it is so.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "it never came about that {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
