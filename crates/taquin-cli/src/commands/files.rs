//! The files that `taquin solve` writes besides its answer: pictures of the solution and of the search
//! tree, and the results of all boards as a table or as JSON.

use crate::args::FileArgs;
use crate::present::json_line;
use crate::raster::animation;
use crate::save::{self, FileKind};
use crate::spelling::Flags;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use taquin::solve::AlgorithmId;
use taquin::{Size, Solver, Trace};
use taquin_api::answer::{Answer, Answered};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::files::{self, NewFile, cannot_write};
use taquin_api::picture::{MOST_ENTRIES, SearchTree, Strip, how_found};
use taquin_api::quantities::counted;
use taquin_api::recording::Recording;
use taquin_api::results::{csv_heading, csv_line};

/// What a file contains.
enum Content {
    /// The solution as a strip of boards.
    Strip(FileKind),
    /// The solution as an animation.
    Animation,
    /// The search tree.
    Tree(FileKind),
    /// A row for each board.
    Rows(FileKind, NewFile),
}

/// The files to write.
#[derive(Default)]
pub struct Files {
    wanted: Vec<(PathBuf, Content)>,
    quiet: bool,
    /// The number of boards in the files that contain all of them.
    rows: u64,
}

/// The kinds of files that `-o` can write.
const OUTPUTS: [FileKind; 7] = [
    FileKind::Svg,
    FileKind::Png,
    FileKind::Gif,
    FileKind::Dot,
    FileKind::Csv,
    FileKind::Json,
    FileKind::JsonLines,
];
/// The kinds of files that `--tree` can write.
const TREES: [FileKind; 3] = [FileKind::Svg, FileKind::Png, FileKind::Dot];

impl Files {
    /// Returns the files that the options name. A file that cannot be written is reported before any search.
    pub fn new(args: &FileArgs, solver: &Solver, quiet: bool) -> Result<Files, Diagnostic> {
        let mut files = Files { wanted: Vec::new(), quiet, rows: 0 };
        for path in &args.output {
            let content = match FileKind::of(path, &OUTPUTS)? {
                kind @ (FileKind::Svg | FileKind::Png) => Content::Strip(kind),
                FileKind::Gif => Content::Animation,
                FileKind::Dot => Content::Tree(FileKind::Dot),
                kind => Content::Rows(kind, begin_rows(path, kind)?),
            };
            files.wanted.push((path.clone(), content));
        }
        if let Some(path) = &args.tree {
            files.wanted.push((path.clone(), Content::Tree(FileKind::of(path, &TREES)?)));
        }
        for path in files.pictures() {
            // This fails now rather than after a long search.
            drop(NewFile::create(path)?);
        }
        let algorithm = solver.effective_algorithm(Size::default());
        if files.wants_tree() && algorithm == AlgorithmId::Auto {
            let diagnostic = Diagnostic::new(
                "tree-of-auto",
                "the tree of which search? auto may look the answer up",
            );
            let help = "add an algorithm, such as --algorithm bfs, dfs, greedy, astar or ida";
            return Err(diagnostic.help(help));
        }
        Ok(files)
    }

    /// Returns the files that can show only one board.
    fn pictures(&self) -> impl Iterator<Item = &Path> {
        let is_picture = |content: &Content| !matches!(content, Content::Rows(..));
        let pictures = self.wanted.iter().filter(move |(_, content)| is_picture(content));
        pictures.map(|(path, _)| path.as_path())
    }

    /// Returns whether one of the files can show only one board.
    pub fn want_picture(&self) -> bool {
        self.pictures().next().is_some()
    }

    /// Returns the diagnostic for several boards when a picture is requested.
    pub fn too_many(&self, count: Option<usize>) -> Diagnostic {
        let name = self.pictures().next().unwrap_or(Path::new("")).display();
        let boards = count.map_or("several".to_string(), |count| counted(count as u64, "board"));
        Diagnostic::new("one-board-only", format!("{name} can show one board only, not {boards}"))
            .help("give one board, or a name that ends in .csv, .json, .jsonl")
    }

    fn wants_tree(&self) -> bool {
        self.wanted.iter().any(|(_, content)| matches!(content, Content::Tree(_)))
    }

    /// Returns a trace for the search, if one of the files needs it.
    pub fn trace(&self) -> Option<Trace> {
        self.wants_tree().then(|| Trace::new(MOST_ENTRIES))
    }

    /// Writes the answer for a board.
    pub fn add(
        &mut self,
        answered: &Answered<'_>,
        solver: &Solver,
        trace: Option<&Trace>,
    ) -> Result<(), Diagnostic> {
        let searched = match &answered.answer {
            Answer::Searched { puzzle, report } => Some((puzzle, &**report)),
            _ => None,
        };
        let solved =
            searched.and_then(|(puzzle, report)| Some((puzzle, report, report.solution()?)));
        let moves = solved.map(|(.., solution)| counted(solution.len() as u64, "move"));
        let moves = moves.unwrap_or_default();
        self.rows += 1;
        for (path, content) in &mut self.wanted {
            // A description of the picture, once it is written.
            let drawn: Option<Result<String, Diagnostic>> = match content {
                Content::Rows(kind, file) => {
                    let written = write_row(file, *kind, answered, solver);
                    written.map_err(|error| cannot_write(path, &error))?;
                    continue;
                }
                Content::Strip(kind) => solved.map(|(puzzle, report, solution)| {
                    let strip = Strip::of(puzzle, solution, &how_found(report))?;
                    save::write_picture(path, *kind, &strip.draw())?;
                    Ok(moves.clone())
                }),
                Content::Animation => solved.map(|(puzzle, _, solution)| {
                    let animation = animation(puzzle.start(), solution);
                    files::write(path, &animation.map_err(with_other_format)?)?;
                    Ok(moves.clone())
                }),
                Content::Tree(kind) => searched.zip(trace).map(|((puzzle, report), trace)| {
                    let recording = Recording::new(puzzle.clone(), report, trace.clone());
                    let tree = SearchTree::of(&recording, report, &Flags)?;
                    match kind {
                        FileKind::Dot => files::write(path, tree.dot().as_bytes())?,
                        kind => save::write_picture(path, *kind, &tree.draw())?,
                    }
                    Ok(format!("a tree of {}", counted(tree.nodes.len() as u64, "node")))
                }),
            };
            match drawn.transpose()? {
                _ if self.quiet => {}
                Some(what) => save::report_written(path, &what),
                None => save::report_nothing_to_draw(path),
            }
        }
        Ok(())
    }

    /// Completes the files that contain all boards.
    pub fn finish(self) -> Result<(), Diagnostic> {
        for (path, content) in self.wanted {
            if let Content::Rows(kind, mut file) = content {
                let end = if kind == FileKind::Json { "\n]\n" } else { "" };
                file.write_all(end.as_bytes()).map_err(|error| cannot_write(&path, &error))?;
                file.finish()?;
                if !self.quiet {
                    save::report_written(&path, &counted(self.rows, "board"));
                }
            }
        }
        Ok(())
    }
}

/// Adds another format to the help, for a solution that is too long to animate.
fn with_other_format(diagnostic: Diagnostic) -> Diagnostic {
    match diagnostic.help.clone() {
        Some(help) => diagnostic.help(format!("{help}; --format boards prints every board")),
        None => diagnostic,
    }
}

fn begin_rows(path: &Path, kind: FileKind) -> Result<NewFile, Diagnostic> {
    let mut file = NewFile::create(path)?;
    let head = match kind {
        FileKind::Csv => csv_heading() + "\n",
        FileKind::Json => "[".to_string(),
        _ => String::new(),
    };
    file.write_all(head.as_bytes()).map_err(|error| cannot_write(path, &error))?;
    Ok(file)
}

fn write_row(
    file: &mut NewFile,
    kind: FileKind,
    answered: &Answered<'_>,
    solver: &Solver,
) -> io::Result<()> {
    let object = json_line(solver, answered)?;
    let (before, after): (&[u8], &[u8]) = match kind {
        FileKind::Csv => {
            let line = csv_line(answered.number, &String::from_utf8_lossy(&object));
            return writeln!(file, "{line}");
        }
        FileKind::Json if answered.number > 1 => (b",\n", b""),
        FileKind::Json => (b"\n", b""),
        _ => (b"", b"\n"),
    };
    file.write_all(&[before, &object, after].concat())
}
