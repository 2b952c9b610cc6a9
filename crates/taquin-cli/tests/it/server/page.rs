//! The page's files, and the headers of every response.

use super::client::{Reply, Server};
use super::schema::{check, must_be_sound};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const MOST_BYTES: usize = 300_000;
/// The module for pages without a server, which is loaded only if it is needed.
const MODULE: &str = "taquin.wasm.gz";

/// Every file of the page.
fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("web")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("there is a page") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

#[test]
fn the_page_sends_no_requests_to_other_hosts() {
    for path in files().iter().filter(|path| !path.ends_with(MODULE)) {
        let text = fs::read_to_string(path).expect("it is text");
        // XML namespaces are never requested.
        let text = text.replace("http://www.w3.org/", "");
        for scheme in ["http://", "https://", "ws://", "wss://", "url(//", "src=\"//", "@import"] {
            assert!(!text.contains(scheme), "{}: {scheme}", path.display());
        }
    }
}

#[test]
fn every_file_is_served_with_its_type_and_its_tag() {
    let server = Server::start(&[]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let mut sent = 0;
    for path in files() {
        let name = path.strip_prefix(&root).expect("it is in there").to_str().expect("text");
        let kind = match path.extension().and_then(|end| end.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("gz") => "application/gzip",
            end => panic!("{end:?} is not served"),
        };
        let address = if name == "index.html" { "/".into() } else { format!("/assets/{name}") };
        let reply = server.get(&address);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some(kind)), "{name}");
        assert!(reply.body == fs::read(&path).expect("it is there"), "{name}");
        let tag = reply.header("etag").expect("it has a tag");
        let mut again = server.connect();
        again.request("GET", &address, &[("If-None-Match", tag)], None).expect("sent");
        assert_eq!(again.read_reply().expect("it answers").status, 304, "{name}");
        // Browsers get it compressed, unless it already is.
        again.request("GET", &address, &[("Accept-Encoding", "br, gzip")], None).expect("sent");
        let packed = again.read_reply().expect("it answers");
        let encoding = (name != MODULE).then_some("gzip");
        assert_eq!(packed.header("content-encoding"), encoding, "{name}");
        // A strong tag belongs to the bytes that were sent.
        let same_bytes = packed.body == reply.body;
        assert_eq!(packed.header("etag") == Some(tag), same_bytes, "{name}");
        sent += if name == MODULE { 0 } else { packed.body.len() };
    }
    assert!(sent > 1000 && sent < MOST_BYTES, "{sent}");
}

#[test]
fn the_policy_forbids_foreign_scripts_and_frames() {
    let server = Server::start(&[]);
    let policy = "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval' \
        'sha256-joMt6NQEcPFVCDng1wr1vinrUg4j196dPmmqKvZh6yE='; style-src 'self'; img-src 'self' blob: \
        data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let replies: [Reply; 4] = [
        server.get("/"),
        server.get("/nowhere"),
        server.get("/api/v1/describe"),
        server.post("/solve", r#"{"board":"1"}"#),
    ];
    for reply in replies {
        assert_eq!(reply.header("content-security-policy"), Some(policy));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(reply.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    assert_eq!(server.get("/").header("cache-control"), Some("no-cache"));
    assert_eq!(server.get("/api/v1/describe").header("cache-control"), Some("no-store"));
    let html = server.get("/").text().to_string();
    for inline in ["style=\"", "onclick", "onload", "<style", "javascript:"] {
        assert!(!html.contains(inline), "{inline}");
    }
    let scripts: Vec<&str> =
        html.split("<script").skip(1).filter_map(|rest| rest.split('>').next()).collect();
    assert_eq!(scripts.len(), 2);
    assert!(scripts.iter().all(|tag| tag.contains("src=")), "{scripts:?}");
}

/// Request bodies for every address that takes one.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("/check", r#"{"board":"123456708","size":"3x3","goal":"classic"}"#),
    ("/check", r#"{"board":"123456870"}"#),
    ("/solve", r#"{"board":"647850321","steps":true}"#),
    ("/solve", r#"{"board":"647850321","algorithm":"ida","max_nodes":100}"#),
    ("/solve", r#"{"board":"123456870"}"#),
    ("/trace", r#"{"board":"123460758","algorithm":"astar","heuristic":"euclidean"}"#),
    ("/trace", r#"{"board":"123460758","algorithm":"iddfs"}"#),
    ("/compare", r#"{"boards":["412587063","123456870"],"configurations":["bfs","ida"]}"#),
    ("/generate", r#"{"count":2,"depth":3,"seed":1}"#),
    ("/gap", r#"{"board":"123456708","moves":"LRR"}"#),
    ("/gap", r#"{"board":"123456708","moves":"L"}"#),
    ("/hint", r#"{"board":"647850321"}"#),
    ("/hint", r#"{"board":"123456780"}"#),
    ("/game", r#"{"size":"3x3","level":"medium","seed":1}"#),
    ("/game", r#"{"size":"4x4","day":"2026-11-18"}"#),
    ("/scores", r#"{"stored":"half of a te"}"#),
    ("/scores", r#"{"game":{"board":"123456078","moves":"RR","difficulty":"depth 2"}}"#),
    ("/jobs", r#"{"kind":"solve","request":{"board":"647850321"}}"#),
];

#[test]
fn the_description_of_the_api_is_true() {
    let server = Server::start(&[]);
    let document = server.get("/api/v1/openapi.json").json();
    assert_eq!(document["openapi"], json!("3.1.0"));
    assert!(must_be_sound(&document) > 100);
    let paths = document["paths"].as_object().expect("there are paths");
    let schema = |content: &Value| content["content"]["application/json"]["schema"].clone();
    let mut tried = BTreeSet::new();
    for &(path, body) in EXAMPLES {
        let post = &paths[path]["post"];
        let request: Value = serde_json::from_str(body).expect("it is an object");
        check(&document, &schema(&post["requestBody"]), &request, path);
        let responses = &post["responses"];
        let good = if responses["200"].is_object() { "200" } else { "202" };
        let reply = server.post(path, body);
        assert_eq!(reply.status.to_string(), good, "{body}");
        check(&document, &schema(&responses[good]), &reply.json(), path);
        let refused = server.post(path, r#"{"nonsense":1}"#);
        check(&document, &schema(&responses["default"]), &refused.json(), path);
        tried.insert(path);
    }
    let describe = &paths["/describe"]["get"]["responses"]["200"];
    check(&document, &schema(describe), &server.get("/api/v1/describe").json(), "/describe");
    let job = server.object("/jobs", r#"{"kind":"compare","request":{"boards":["123456708"]}}"#);
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().expect("it has an id"));
    super::client::until("it is done", || server.get(&path).json()["state"] == json!("done"));
    let responses = &paths["/jobs/{id}"]["get"]["responses"]["200"];
    check(&document, &schema(responses), &server.get(&path).json(), "/jobs/{id}");
    let long = r#"{"board":"15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 0","algorithm":"iddfs"}"#;
    let job = server.object("/jobs", &format!(r#"{{"kind":"solve","request":{long}}}"#));
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().expect("it has an id"));
    let cancelled = server.connect().ask("DELETE", &path, None).expect("it answers").json();
    let responses = &paths["/jobs/{id}"]["delete"]["responses"]["200"];
    check(&document, &schema(responses), &cancelled, "DELETE /jobs/{id}");
    let mut odd = cancelled;
    odd["reason"] = json!("whim");
    assert!(super::schema::fault(&document, &schema(responses), &odd).is_some());
    // Every address that takes an object was tried, and everything described exists.
    for (path, operations) in paths {
        let posted = operations["post"].is_object();
        assert!(!posted || tried.contains(&**path) || path == "/picture", "{path}");
        let address = format!("/api/v1{}", path.replace("{id}", "x"));
        let asked = server.connect().ask("PATCH", &address, None).expect("it answers");
        assert_eq!(asked.status, 405, "{path}");
    }
    // A request with an unknown field does not fit, nor does one without a board.
    let solve = schema(&paths["/solve"]["post"]["requestBody"]);
    for wrong in [json!({"board": "1", "x": 1}), json!({}), json!({"board": 1})] {
        assert!(super::schema::fault(&document, &solve, &wrong).is_some(), "{wrong}");
    }
}
