//! The page's files, which are part of the program. (A debug build reads them from the source folder
//! instead, so that they can be worked on while it runs.)

use super::refusal::Refusal;
use super::reply;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// What files are called, by the ends of their names. Others are not served.
const KINDS: [(&str, &str); 6] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
    (".ico", "image/x-icon"),
];

/// The page.
pub async fn page(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// The page's sign.
pub async fn icon(headers: HeaderMap) -> Response {
    file("favicon.svg", &headers)
}

/// Where its other files are.
pub const ASSETS: &str = "/assets/";

/// Any other of its files. No name of theirs needs to be written with a percent sign.
pub async fn asset(uri: Uri, headers: HeaderMap) -> Response {
    file(uri.path().strip_prefix(ASSETS).unwrap_or_default(), &headers)
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let is_plain = |part: &str| {
        !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    let kind = KINDS.iter().find(|(end, _)| path.ends_with(end)).map(|(_, kind)| *kind);
    let known = kind.filter(|_| path.split('/').all(is_plain)).zip(Files::get(path));
    let Some((kind, file)) = known else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let digest: String =
        file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{digest}\"");
    let is_known = headers.get_all(header::IF_NONE_MATCH).iter().any(|known| {
        known.to_str().is_ok_and(|known| known.split(',').any(|known| known.trim() == tag))
    });
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => reply::file(kind, file.data.into_owned()),
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    // Asked for anew each time, as the program may be another one; the answer is mostly "as before".
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
