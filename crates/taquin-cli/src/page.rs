//! The page's files, which are embedded in the program. (A debug build reads them from the source folder instead, so
//! that they can be edited while it runs.)

use std::borrow::Cow;

/// Every file with its name, sorted; `build.rs` generates the list.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The content security policy of the page, wherever its files come from: nothing beyond them. A heuristic that the user
/// wrote runs in a worker that a sandboxed frame makes from text; the frame inherits this policy and adds its own, which
/// leaves neither connections nor addresses. The hash is that of the frame's script in `script/sandbox.js`: the browser
/// tests fail if it is another, as no such worker starts.
pub const POLICY: &str = "default-src 'none'; \
    script-src 'self' blob: 'wasm-unsafe-eval' 'sha256-joMt6NQEcPFVCDng1wr1vinrUg4j196dPmmqKvZh6yE='; \
    style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

/// The WebAssembly module of the page without a server.
pub const MODULE: &str = "taquin.wasm.gz";

/// Returns the contents of a file, if there is one. The caller must make sure that the path stays inside the page's
/// folder.
pub fn contents(path: &str) -> Option<Cow<'static, [u8]>> {
    if cfg!(debug_assertions) {
        // `.ci/run` tests the page with a module of the present sources.
        let fresh = std::env::var_os("TAQUIN_MODULE").filter(|_| path == MODULE);
        if let Some(fresh) = fresh {
            return std::fs::read(fresh).ok().map(Cow::Owned);
        }
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/web/");
        return std::fs::read(format!("{root}{path}")).ok().map(Cow::Owned);
    }
    let found = FILES.binary_search_by_key(&path, |(name, _)| name).ok()?;
    Some(Cow::Borrowed(FILES[found].1))
}

/// Returns the names of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

#[test]
fn every_file_is_part_of_the_program() {
    assert!(FILES.is_sorted() && FILES.len() > 10);
    for (name, embedded) in FILES {
        assert_eq!(contents(name).as_deref(), Some(*embedded), "{name}");
    }
    assert!(names().any(|name| name == "index.html"));
    assert_eq!(contents("nothing.js"), None);
}
