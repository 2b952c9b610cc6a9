//! Files that commands write (`-o FILE`); the extension decides the kind of file.

use crate::raster::png;
use crate::terminal::print_notice;
use std::fs;
use std::path::{Path, PathBuf};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::files::{self, NewFile};
use taquin_api::picture::{Scene, svg};
use taquin_api::quantities::shown_bytes;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A vector picture.
    Svg,
    /// A raster picture.
    Png,
    /// An animation.
    Gif,
    /// A graph for Graphviz.
    Dot,
    /// A table.
    Csv,
    /// One JSON value.
    Json,
    /// One JSON object per line.
    JsonLines,
}

impl FileKind {
    /// Every kind, by file extension.
    pub const LIST: [(&'static str, FileKind); 8] = [
        ("svg", FileKind::Svg),
        ("png", FileKind::Png),
        ("gif", FileKind::Gif),
        ("dot", FileKind::Dot),
        ("csv", FileKind::Csv),
        ("json", FileKind::Json),
        ("jsonl", FileKind::JsonLines),
        ("ndjson", FileKind::JsonLines),
    ];

    /// Returns the kind that a file's extension stands for, if it is among the possible ones.
    pub fn of(path: &Path, possible: &[FileKind]) -> Result<FileKind, Diagnostic> {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        let is_meant = |(known, _): &&(&str, FileKind)| known.eq_ignore_ascii_case(end);
        let kind = FileKind::LIST.iter().find(is_meant).map(|(_, kind)| *kind);
        kind.filter(|kind| possible.contains(kind)).ok_or_else(|| {
            let name = path.display();
            let diagnostic = match (end, kind) {
                ("", _) => format!("the name {name} does not say what kind of file is meant"),
                (_, None) => format!("there is no kind of file '.{end}', as in {name}"),
                (_, Some(_)) => format!("this cannot be written as '.{end}', as in {name}"),
            };
            let ends = FileKind::LIST.iter().filter(|(_, kind)| possible.contains(kind));
            let ends: Vec<String> = ends.map(|(end, _)| format!(".{end}")).collect();
            Diagnostic::new("unknown-file-kind", diagnostic)
                .help(format!("its name can end in {}", ends.join(", ")))
        })
    }
}

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its path.
    pub path: PathBuf,
    /// Its kind.
    pub kind: FileKind,
}

impl Target {
    /// Returns the targets of some paths. It fails now, rather than after an hour of searching, if a file cannot be
    /// written.
    pub fn all(paths: &[PathBuf], possible: &[FileKind]) -> Result<Vec<Target>, Diagnostic> {
        let target = |path: &PathBuf| {
            let kind = FileKind::of(path, possible)?;
            drop(NewFile::create(path)?);
            Ok(Target { path: path.clone(), kind })
        };
        paths.iter().map(target).collect()
    }
}

/// Reports that a picture was not written, because there is nothing to draw.
pub fn report_nothing_to_draw(path: &Path) {
    let name = path.display();
    print_notice(&format!("note: {name} was not written, as there is nothing to draw"));
}

/// Reports that a file was written, what is in it and how large it is.
pub fn report_written(path: &Path, what: &str) {
    let size = fs::metadata(path).map(|file| format!(", {}", shown_bytes(file.len())));
    print_notice(&format!("wrote {}: {what}{}", path.display(), size.unwrap_or_default()));
}

/// Writes a picture as SVG or PNG.
pub fn write_picture(path: &Path, kind: FileKind, scene: &Scene) -> Result<(), Diagnostic> {
    match kind {
        FileKind::Png => files::write(path, &png(scene)?),
        _ => files::write(path, svg(scene).as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_name_tells_the_kind() {
        let possible = [FileKind::Svg, FileKind::Json];
        assert_eq!(FileKind::of(Path::new("a/b.svg"), &possible), Ok(FileKind::Svg));
        assert_eq!(FileKind::of(Path::new("B.JSON"), &possible), Ok(FileKind::Json));
        let wrong = |name: &str| {
            let diagnostic =
                FileKind::of(Path::new(name), &possible).expect_err("it is not possible");
            assert_eq!(diagnostic.help.as_deref(), Some("its name can end in .svg, .json"));
            diagnostic.message
        };
        assert_eq!(wrong("x.png"), "this cannot be written as '.png', as in x.png");
        assert_eq!(wrong("x.bmp"), "there is no kind of file '.bmp', as in x.bmp");
        assert_eq!(wrong("x"), "the name x does not say what kind of file is meant");
        assert_eq!(wrong(".svg"), "the name .svg does not say what kind of file is meant");
    }

    #[test]
    fn what_cannot_be_written_is_told_beforehand() {
        let folder = tempfile::tempdir().expect("there is room");
        let all =
            |name: &str| Target::all(&[folder.path().join(name)], &[FileKind::Csv, FileKind::Svg]);
        let targets = all("b.CSV").expect("it can be written");
        assert_eq!((targets.len(), targets[0].kind), (1, FileKind::Csv));
        for name in ["b.txt", "b", "b.png", "no/such/folder/b.csv"] {
            assert!(all(name).is_err(), "{name}");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
    }
}
