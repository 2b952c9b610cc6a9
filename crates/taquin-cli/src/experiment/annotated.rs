//! Files that say more of a board than the board, one a line. Two ways to write them:
//!
//! - `NAME KEY=VALUE ... : BOARD`, of which the keys `moves`, `length` and `optimal` state the moves of a
//!   shortest solution, -1 or `unsolvable` that there is none, and others are passed over:
//!   `puzzle04 n=3 moves=4 : 0 1 3 4 2 5 7 8 6`
//! - columns divided by tabs, under a comment that names them: `# no`, `length`, `board`. The column
//!   `board` is needed; `length`, `moves` or `optimal` is as above; `name` or `no` names the board.
//!
//! `#` begins a comment, and blank lines do not count.

use super::boards::{Member, Published, member};
use crate::errors::Complaint;
use crate::input::Source;
use std::ops::Range;
use taquin::{InputFormat, Size, parse_board};

/// The names under which a length is stated.
const LENGTH: [&str; 3] = ["moves", "length", "optimal"];
/// The names under which a name is.
const NAME: [&str; 2] = ["name", "no"];
const BOARD: &str = "board";

/// What a line says.
struct Annotated<'t> {
    name: Option<&'t str>,
    length: Option<&'t str>,
    board: &'t str,
}

/// The boards of a file that is written in one of the two ways; `None` if it is in neither.
pub fn read(source: &Source, size: Option<Size>) -> Result<Option<Vec<Member>>, Complaint> {
    let mut columns = None;
    let mut members = Vec::new();
    for (index, line) in source.text.lines().enumerate() {
        let line = line.trim_end();
        if let Some(comment) = line.strip_prefix('#') {
            // The last comment above the boards counts.
            columns = if members.is_empty() { Columns::of(comment) } else { columns };
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        let annotated = match &columns {
            Some(columns) => columns.cut(line),
            None => cut(line),
        };
        let Some(annotated) = annotated else {
            if members.is_empty() {
                return Ok(None);
            }
            let wrong = format!("line {} of {} has no board", index + 1, source.name);
            return Err(Complaint::new(wrong).in_source(&source.name).help(
                "every line must be written as the first one is: NAME moves=N : BOARD, or columns \
                 divided by tabs",
            ));
        };
        let board = parse_board(annotated.board, InputFormat::Auto, size)
            .map_err(|_| complaint(source, annotated.board, size))?;
        let published = annotated.length.map(published).transpose().map_err(|wrong| {
            let place = format!("line {} of {}", index + 1, source.name);
            Complaint::new(format!("{place}: {wrong}")).in_source(&source.name)
        })?;
        let member = member(source, index + 1, board);
        let name = annotated.name.map(str::to_string);
        members.push(Member { name, published: published.flatten(), ..member });
    }
    Ok((!members.is_empty()).then_some(members))
}

/// `NAME KEY=VALUE ... : BOARD`
fn cut(line: &str) -> Option<Annotated<'_>> {
    let (before, board) = line.split_once(':')?;
    let words = before.split_whitespace();
    let pairs = words.clone().filter_map(|word| word.split_once('='));
    let length = pairs.filter(|(key, _)| is_one_of(&LENGTH, key)).map(|(_, value)| value).next();
    let name = words.into_iter().find(|word| !word.contains('='));
    Some(Annotated { name, length, board })
}

/// Which column is which.
struct Columns {
    name: Option<usize>,
    length: Option<usize>,
    board: usize,
}

impl Columns {
    fn of(comment: &str) -> Option<Columns> {
        let names: Vec<&str> = comment.split('\t').map(str::trim).collect();
        let find = |wanted: &[&str]| names.iter().position(|name| is_one_of(wanted, name));
        let board = find(&[BOARD]).filter(|_| names.len() > 1)?;
        Some(Columns { name: find(&NAME), length: find(&LENGTH), board })
    }

    fn cut<'t>(&self, line: &'t str) -> Option<Annotated<'t>> {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |column: Option<usize>| column.and_then(|at| fields.get(at)).map(|f| f.trim());
        Some(Annotated {
            name: field(self.name),
            length: field(self.length),
            board: fields.get(self.board)?,
        })
    }
}

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// What a length states; nothing if it is empty, - or ?.
fn published(text: &str) -> Result<Option<Published>, String> {
    match text {
        "" | "-" | "?" => Ok(None),
        "-1" | "unsolvable" => Ok(Some(Published::Unsolvable)),
        number => match number.parse() {
            Ok(length) => Ok(Some(Published::Length(length))),
            Err(_) => Err(format!("'{number}' is no number of moves: write one, or unsolvable")),
        },
    }
}

/// What is wrong with a board, at its place in the whole text: everything else is blanked out.
fn complaint(source: &Source, board: &str, size: Option<Size>) -> Complaint {
    let start = board.as_ptr() as usize - source.text.as_ptr() as usize;
    let kept: Range<usize> = start..start + board.len();
    let blank = |(at, char): (usize, char)| match char {
        char if kept.contains(&at) || char == '\n' => char.to_string(),
        char => " ".repeat(char.len_utf8()),
    };
    let blanked: String = source.text.char_indices().map(blank).collect();
    match parse_board(&blanked, InputFormat::Auto, size) {
        Err(error) => Complaint::about_text(source, &error),
        Ok(_) => Complaint::new("this is no board").in_source(&source.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Option<Vec<Member>>, Complaint> {
        read(&Source::new("boards.txt", text), None)
    }

    fn seen(text: &str) -> Vec<(Option<String>, Option<Published>, usize, String)> {
        let members = read_text(text).expect("it is sound").expect("it is annotated");
        let shown = |member: Member| {
            let board = member.asked.board.expect("it is a board").to_string();
            (member.name, member.published, member.asked.line, board)
        };
        members.into_iter().map(shown).collect()
    }

    #[test]
    fn names_and_lengths_stand_before_a_colon() {
        let text =
            "# two\npuzzle04 n=3 moves=4 : 0 1 3 4 2 5 7 8 6\n\nx moves=-1 : 1 0 2 3\n: 1 2/3 0\n";
        let named = |name: &str| Some(name.to_string());
        assert_eq!(
            seen(text),
            [
                (named("puzzle04"), Some(Published::Length(4)), 2, "0 1 3/4 2 5/7 8 6".to_string()),
                (named("x"), Some(Published::Unsolvable), 4, "1 0/2 3".to_string()),
                (None, None, 5, "1 2/3 0".to_string()),
            ]
        );
    }

    #[test]
    fn columns_are_named_in_a_comment() {
        let text =
            "# Boards\n# no\tlength\tnodes\tboard\n7\t4\t99\t0 1 3 4 2 5 7 8 6\n8\t-\t9\t1230\n";
        let found = seen(text);
        assert_eq!(found[0].0.as_deref(), Some("7"));
        assert_eq!((found[0].1, found[1].1), (Some(Published::Length(4)), None));
        assert_eq!((found[1].2, found[1].3.as_str()), (4, "1 2/3 0"));
    }

    #[test]
    fn other_files_are_left_to_others() {
        for text in ["123456780\n", "1 2 3\n4 5 6\n7 8 0\n", "", "# nothing\n", "3\n1 2 3\n"] {
            assert!(read_text(text).expect("no mistake").is_none(), "{text}");
        }
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        let wrong = read_text("a moves=1 : 1 2/3 0\nb moves=2 : 1 2/2 0\n").expect_err("two twos");
        let excerpt = wrong.excerpt.expect("there is a place");
        assert_eq!((excerpt.line, excerpt.column), (2, 17));
        assert!(wrong.message.contains("tile 2 occurs twice"), "{}", wrong.message);
        let wrong = read_text("a moves=many : 1 2/3 0\n").expect_err("no number");
        assert!(wrong.message.contains("line 1 of boards.txt: 'many' is no number of moves"));
        let wrong = read_text("a moves=1 : 1 2/3 0\n1230\n").expect_err("another format");
        assert!(wrong.message.contains("line 2 of boards.txt has no board"), "{}", wrong.message);
    }
}
