//! The page's files over HTTP.

use super::error::{HandlerResult, HttpError};
use super::request::Request;
use super::response;
use crate::page::contents;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};

/// Content types by file extension. Files with other extensions are not served.
const CONTENT_TYPES: [(&str, &str); 7] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
    (".ico", "image/x-icon"),
    (".gz", GZIP),
];
/// The content type of a file that is compressed already.
const GZIP: &str = "application/gzip";

/// Serves the page.
pub async fn page(request: Request) -> HandlerResult {
    file("index.html", &request.head.headers)
}

/// Serves the page's icon.
pub async fn icon(request: Request) -> HandlerResult {
    file("favicon.svg", &request.head.headers)
}

/// Serves any other file of the page. None of their names needs percent-encoding.
pub async fn asset(request: Request) -> HandlerResult {
    file(&request.part, &request.head.headers)
}

fn file(path: &str, headers: &HeaderMap) -> HandlerResult {
    let is_plain = |part: &str| {
        !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    let kind = CONTENT_TYPES.iter().find(|(end, _)| path.ends_with(end)).map(|(_, kind)| *kind);
    let known = kind.filter(|_| path.split('/').all(is_plain)).zip(contents(path));
    let Some((kind, file)) = known else {
        let message = "there is no such file";
        return Err(HttpError::new(StatusCode::NOT_FOUND, "unknown-file", message));
    };
    let compress = kind != GZIP && accepts_gzip(headers);
    // A strong tag names the bytes that are sent, so each encoding has its own.
    let tag = format!("\"{:032x}{}\"", hash(&file), if compress { "-gzip" } else { "" });
    let is_known = headers.get_all(header::IF_NONE_MATCH).iter().any(|known| {
        known.to_str().is_ok_and(|known| known.split(',').any(|known| known.trim() == tag))
    });
    let mut response = match is_known {
        true => {
            let mut response = response::untyped("");
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        }
        false if compress => {
            let mut response = response::file(kind, gzip(&file));
            let compressed = HeaderValue::from_static("gzip");
            response.headers_mut().insert(header::CONTENT_ENCODING, compressed);
            response
        }
        false => response::file(kind, file.into_owned()),
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    // Always revalidated, as the program may be a newer one; the response is mostly 304 Not Modified.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// Returns whether the client accepts gzip: the list names it with a weight other than 0.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lists =
        headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|each| {
        let (coding, weight) = each.split_once(';').unwrap_or((each, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        coding.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight: f64| weight > 0.0)
    })
}

/// Compresses a file; the page's text shrinks to a third.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    // The header says deflate, no name, no time, any system; the data ends with a checksum and the length (RFC 1952).
    let mut compressed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    compressed.extend(miniz_oxide::deflate::compress_to_vec(bytes, 6));
    compressed.extend(crc32fast::hash(bytes).to_le_bytes());
    compressed.extend((bytes.len() as u32).to_le_bytes());
    compressed
}

/// Returns the 128-bit FNV-1a hash. It is not secure against deliberate collisions, which do not matter here: it
/// only tells two versions of a file apart.
fn hash(bytes: &[u8]) -> u128 {
    let start = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    bytes.iter().fold(start, |hash: u128, byte| {
        (hash ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_only_to_clients_that_accept_it() {
        for (list, accepted) in [
            ("gzip", true),
            ("br;q=1.0, GZIP;q=0.8, *;q=0.1", true),
            ("gzip;q=0", false),
            ("gzip; q=0.5", true),
            ("gzip;q=much", false),
            ("identity, deflate", false),
        ] {
            let mut headers = HeaderMap::new();
            assert!(!accepts_gzip(&headers));
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(list));
            assert_eq!(accepts_gzip(&headers), accepted, "{list}");
        }
    }

    #[test]
    fn the_hash_is_that_of_the_specification() {
        assert_eq!(hash(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(hash(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }
}
