//! The files that `taquin solve` writes besides its answer: pictures of the solution and of the search
//! tree, and the results of all boards as a table or as JSON.

use crate::args::FileArgs;
use crate::errors::Diagnostic;
use crate::picture::{MOST_ENTRIES, SearchTree, Strip, StripBoard, film};
use crate::present::{Answer, Found, JsonLines, Question, csv_heading, csv_line};
use crate::quantities::counted;
use crate::save::{self, Kind, NewFile, cannot_write};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use taquin::{Puzzle, Report, Solution, Trace};

/// What a file shall hold.
enum Content {
    /// The solution as a strip of boards.
    Strip(Kind),
    /// The solution as a film.
    Film,
    /// The search tree.
    Tree(Kind),
    /// A row for each board.
    Rows(Kind, NewFile),
}

/// The files that were asked for.
#[derive(Default)]
pub struct Files {
    wanted: Vec<(PathBuf, Content)>,
    quiet: bool,
}

/// What `-o` can write.
const OUTPUTS: [Kind; 7] =
    [Kind::Svg, Kind::Png, Kind::Gif, Kind::Dot, Kind::Csv, Kind::Json, Kind::JsonLines];
/// What `--tree` can write.
const TREES: [Kind; 3] = [Kind::Svg, Kind::Png, Kind::Dot];

impl Files {
    /// The files that the options name; what cannot be is told before anything is searched.
    pub fn new(args: &FileArgs, question: &Question, quiet: bool) -> Result<Files, Diagnostic> {
        let mut files = Files { wanted: Vec::new(), quiet };
        for path in &args.output {
            let content = match Kind::of(path, &OUTPUTS)? {
                kind @ (Kind::Svg | Kind::Png) => Content::Strip(kind),
                Kind::Gif => Content::Film,
                Kind::Dot => Content::Tree(Kind::Dot),
                kind => Content::Rows(kind, begin_rows(path, kind)?),
            };
            files.wanted.push((path.clone(), content));
        }
        if let Some(path) = &args.tree {
            files.wanted.push((path.clone(), Content::Tree(Kind::of(path, &TREES)?)));
        }
        for path in files.pictures() {
            // Better now than after a long search.
            drop(NewFile::create(path)?);
        }
        if files.wants_tree() && question.requested == "auto" {
            let diagnostic =
                Diagnostic::new("the tree of which search? auto may look the answer up");
            let help = "add an algorithm, such as --algorithm bfs, dfs, greedy, astar or ida";
            return Err(diagnostic.help(help));
        }
        Ok(files)
    }

    /// The files that can show one board only.
    fn pictures(&self) -> impl Iterator<Item = &Path> {
        let is_picture = |content: &Content| !matches!(content, Content::Rows(..));
        let pictures = self.wanted.iter().filter(move |(_, content)| is_picture(content));
        pictures.map(|(path, _)| path.as_path())
    }

    /// Whether one of them can show one board only.
    pub fn want_picture(&self) -> bool {
        self.pictures().next().is_some()
    }

    /// The diagnostic about more than one board where a picture is wanted.
    pub fn too_many(&self, count: Option<usize>) -> Diagnostic {
        let name = self.pictures().next().unwrap_or(Path::new("")).display();
        let boards = count.map_or("several".to_string(), |count| counted(count as u64, "board"));
        Diagnostic::new(format!("{name} can show one board only, not {boards}"))
            .help("give one board, or a name that ends in .csv, .json, .jsonl")
    }

    fn wants_tree(&self) -> bool {
        self.wanted.iter().any(|(_, content)| matches!(content, Content::Tree(_)))
    }

    /// Where a search shall be written down, if one of the files needs that.
    pub fn trace(&self) -> Option<Trace> {
        self.wants_tree().then(|| Trace::new(MOST_ENTRIES))
    }

    /// Writes what came of a board.
    pub fn keep(
        &mut self,
        answer: &Answer<'_>,
        question: &Question,
        trace: Option<&Trace>,
    ) -> Result<(), Diagnostic> {
        let searched = match &answer.found {
            Found::Searched { puzzle, report } => Some((puzzle, &**report)),
            _ => None,
        };
        let solved =
            searched.and_then(|(puzzle, report)| Some((puzzle, report, report.solution()?)));
        for (path, content) in &mut self.wanted {
            let kept = match content {
                Content::Rows(kind, file) => {
                    let written = write_row(file, *kind, answer, question);
                    Some(written.map_err(|error| cannot_write(path, &error)))
                }
                Content::Strip(kind) => solved.map(|(puzzle, report, solution)| {
                    let strip = strip(puzzle, solution, &how_found(report))?;
                    save::write_picture(path, *kind, &strip.draw())
                }),
                Content::Film => solved.map(|(puzzle, _, solution)| {
                    save::write(path, &film(puzzle.start(), solution.moves())?)
                }),
                Content::Tree(kind) => searched.zip(trace).map(|((puzzle, report), trace)| {
                    let tree = SearchTree::of(puzzle, report, trace)?;
                    match kind {
                        Kind::Dot => save::write(path, tree.dot().as_bytes()),
                        kind => save::write_picture(path, *kind, &tree.draw()),
                    }
                }),
            };
            match kept {
                Some(kept) => kept?,
                None if self.quiet => {}
                None => save::tell_nothing_to_draw(path),
            }
        }
        Ok(())
    }

    /// Ends the files that hold all boards.
    pub fn finish(self) -> Result<(), Diagnostic> {
        for (path, content) in self.wanted {
            if let Content::Rows(kind, mut file) = content {
                let end = if kind == Kind::Json { "\n]\n" } else { "" };
                file.write_all(end.as_bytes()).map_err(|error| cannot_write(&path, &error))?;
                file.finish()?;
            }
        }
        Ok(())
    }
}

fn begin_rows(path: &Path, kind: Kind) -> Result<NewFile, Diagnostic> {
    let mut file = NewFile::create(path)?;
    let head = match kind {
        Kind::Csv => csv_heading() + "\n",
        Kind::Json => "[".to_string(),
        _ => String::new(),
    };
    file.write_all(head.as_bytes()).map_err(|error| cannot_write(path, &error))?;
    Ok(file)
}

fn write_row(
    file: &mut NewFile,
    kind: Kind,
    answer: &Answer<'_>,
    question: &Question,
) -> io::Result<()> {
    let object = JsonLines { question }.object(answer)?;
    let (before, after): (&[u8], &[u8]) = match kind {
        Kind::Csv => {
            let line = csv_line(answer.number, &String::from_utf8_lossy(&object));
            return writeln!(file, "{line}");
        }
        Kind::Json if answer.number > 1 => (b",\n", b""),
        Kind::Json => (b"\n", b""),
        _ => (b"", b"\n"),
    };
    file.write_all(&[before, &object, after].concat())
}

/// The strip of a solution that was found so.
pub fn strip(puzzle: &Puzzle, solution: &Solution, how: &str) -> Result<Strip, Diagnostic> {
    Strip::check(puzzle.size(), solution.len() + 1)?;
    let by = std::iter::once(None).chain(solution.moves().iter().copied().map(Some));
    let mut blank_was = puzzle.start().blank();
    let boards = solution.boards(puzzle.start()).zip(by).map(|(board, by)| {
        // The tile that moved lies where the blank was.
        let tile = board.tiles()[blank_was];
        blank_was = board.blank();
        StripBoard { by: by.map(|by| (by, tile)), board }
    });
    let boards = boards.collect();
    let moves = counted(solution.len() as u64, "move");
    let board = puzzle.start().to_digits().unwrap_or_else(|| format!("a {} board", puzzle.size()));
    Ok(Strip {
        title: format!("{board} solved in {moves}"),
        note: format!(
            "{how}. Over each board the number of the move and where the blank goes; the tile that \
             moved is marked."
        ),
        boards,
    })
}

/// How a solution was found, in a few words.
pub fn how_found(report: &Report) -> String {
    let with = report.heuristic.as_ref().map(|id| format!(" with {id}")).unwrap_or_default();
    let proven =
        if report.optimal { "no solution is cheaper (proven)" } else { "not proven optimal" };
    format!("{}{with}, {proven}", report.algorithm.info().title)
}
