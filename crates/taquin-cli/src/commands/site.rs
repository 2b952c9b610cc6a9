//! `taquin site`: the page as files that need no server. Its searches run in the visitor's browser, in a worker.

use super::{ExitStatus, Failure, output};
use crate::args::SiteArgs;
use crate::page::{MODULE, POLICY, contents, names};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fs;
use std::io::Write;
use std::path::Path;
use taquin::construct::shipped_networks;
use taquin_api::files;

/// The element that tells the page's scripts how the page is hosted.
const HOSTING: &str = r#"<meta name="taquin" content="server">"#;
/// The content security policy of a single file, which has its scripts inline. No text is evaluated; the worker of a
/// heuristic that the user wrote has the policy of its frame in addition (`script/sandbox.js`).
const SINGLE_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; \
    style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'";

/// Runs the command.
pub fn run(args: &SiteArgs) -> Result<ExitStatus, Failure> {
    let written = match (&args.folder, &args.single) {
        (Some(folder), _) => write_folder(folder)?,
        (None, Some(file)) => {
            files::write(file, single().as_bytes())?;
            format!("Wrote {}: open it in a browser.", file.display())
        }
        (None, None) => return Ok(ExitStatus::Good),
    };
    writeln!(output(), "{written}")?;
    Ok(ExitStatus::Good)
}

/// Writes every file of the page; returns the message to print.
fn write_folder(folder: &Path) -> Result<String, Failure> {
    let pages = names().map(|name| match name {
        "index.html" => (name.to_string(), hosted("static", POLICY).into_bytes()),
        _ => (format!("assets/{name}"), contents(name).unwrap_or_default().into_owned()),
    });
    let scores = learnt_scores().map(|(name, bytes)| (format!("assets/{name}.network"), bytes));
    let mut count = 0;
    for (name, bytes) in pages.chain(scores) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| files::cannot_write(parent, &error))?;
        files::write(&path, &bytes)?;
        count += 1;
    }
    let folder = folder.display();
    Ok(format!("Wrote {count} files to {folder}: any web server can serve that folder."))
}

/// Returns the learnt scores with the size of their boards, such as `6x6`. The page fetches one when a search uses it.
fn learnt_scores() -> impl Iterator<Item = (String, Vec<u8>)> {
    shipped_networks().map(|learnt| (learnt.size.to_string(), learnt.to_bytes()))
}

/// Returns the page's HTML for a kind of hosting other than our server.
fn hosted(hosting: &str, policy: &str) -> String {
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n  \
         <meta name=\"taquin\" content=\"{hosting}\">"
    );
    text("index.html").replace(HOSTING, &head)
}

/// The scripts of workers, by the ids under which a single file embeds them.
const WORKERS: [&str; 2] = ["worker", "own-worker"];

/// Returns the page as one file: with inline styles and scripts, modules by an import map, and the workers and their
/// WebAssembly module as data.
fn single() -> String {
    let mut page = hosted("single", SINGLE_POLICY);
    let mut modules = serde_json::Map::new();
    for name in names() {
        let reference = format!("assets/{name}");
        if let Some(script) = name.strip_prefix("script/") {
            let source = text(name).replace("from \"./", "from \"taquin/");
            let data = format!("data:text/javascript;base64,{}", STANDARD.encode(source));
            modules.insert(format!("taquin/{script}"), data.into());
        } else if name.ends_with(".css") {
            let link = format!("<link rel=\"stylesheet\" href=\"{reference}\">");
            page = page.replace(&link, &format!("<style>\n{}</style>", text(name)));
        } else if name.ends_with(".svg") {
            let data = format!("data:image/svg+xml;base64,{}", STANDARD.encode(text(name)));
            page = page.replace(&reference, &data);
        }
    }
    let theme = r#"<script src="assets/script/theme.js"></script>"#;
    page = page.replace(theme, &format!("<script>\n{}</script>", text("script/theme.js")));
    let module = contents(MODULE).unwrap_or_default();
    let scores: String = learnt_scores()
        .map(|(name, bytes)| inert_script(&format!("network-{name}"), &STANDARD.encode(bytes)))
        .collect();
    let workers: String = WORKERS
        .iter()
        .map(|id| inert_script(id, &format!("\n{}", text(&format!("script/{id}.js")))))
        .collect();
    let scripts = format!(
        "{workers}{}{scores}\
         <script type=\"importmap\">{}</script>\n  \
         <script type=\"module\">import \"taquin/main.js\";</script>",
        inert_script("module", &STANDARD.encode(module)),
        serde_json::json!({ "imports": modules }),
    );
    page.replace(r#"<script type="module" src="assets/script/main.js"></script>"#, &scripts)
}

/// Returns data embedded in the page, which its scripts find by the id.
fn inert_script(id: &str, text: &str) -> String {
    format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>\n  ")
}

/// Returns a file of the page as text.
fn text(name: &str) -> String {
    String::from_utf8_lossy(&contents(name).unwrap_or_default()).into_owned()
}

#[test]
fn one_file_holds_everything() {
    let page = single();
    for rest in ["href=\"assets", "src=\"assets", "content=\"server\"", "from \"./"] {
        assert!(!page.contains(rest), "{rest}");
    }
    for within in [
        "id=\"worker\"",
        "id=\"own-worker\"",
        "id=\"module\"",
        "id=\"network-6x6\"",
        "taquin/main.js",
    ] {
        assert!(page.contains(within), "{within}");
    }
    // No script contains its own end tag.
    assert!(WORKERS.iter().all(|id| !text(&format!("script/{id}.js")).contains("</script")));
}
