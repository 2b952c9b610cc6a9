//! taquin in a page without a server: a Web Worker sends to this module the requests that the server answers over HTTP.
//!
//! The host writes a request into the buffer that [`reserve`] returns, the name of the request on the first line and its
//! JSON after it, calls [`ask`], and reads the answer at [`answer_at`] and [`answer_length`]. While a search runs, the
//! module calls back: to read the clock, to report progress, and for estimates of a heuristic that the user wrote.

mod host;
mod worker;

use std::cell::RefCell;
use worker::Reply;

thread_local! {
    /// The buffer that the host writes a request into.
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The last answer.
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates the buffer of a request, `length` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Performs the request. Returns 0 if the answer is an object, 1 if it is an error, 2 if it is a file, and 3 if the request
/// first needs a learnt score, with its size.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    host::report_panics();
    let request = REQUEST.take();
    let end = request.iter().position(|&byte| byte == b'\n').unwrap_or(request.len());
    let (name, body) = request.split_at(end);
    let name = String::from_utf8_lossy(name);
    let (status, answer) = match worker::perform(&name, body.get(1..).unwrap_or_default()) {
        Reply::Object(json) => (0, json),
        Reply::Refused(json) => (1, json),
        Reply::File(bytes) => (2, bytes),
        Reply::Missing(size) => (3, size),
    };
    ANSWER.set(answer);
    status
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

/// Returns the length of the last answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}
