//! Wraps text to the columns available: lines break between words, never inside a name.

use textwrap::{Options, WordSplitter};

/// Fills a text into lines of at most this many columns; the first line begins with `first`, all others with
/// `others`.
pub fn filled(text: &str, columns: usize, first: &str, others: &str) -> String {
    let options = breaking(columns.max(20)).initial_indent(first).subsequent_indent(others);
    textwrap::fill(text, options)
}

/// Wraps a text into lines of at most this many columns.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let lines = textwrap::wrap(text, breaking(columns.max(1)));
    lines.into_iter().map(|line| line.into_owned()).collect()
}

/// Returns options that break lines only at spaces, however long a word is.
fn breaking<'a>(columns: usize) -> Options<'a> {
    Options::new(columns).word_splitter(WordSplitter::NoHyphenation).break_words(false)
}

/// Wraps a command into lines that end in a backslash, which a shell reads as one.
pub fn command_lines(command: &str, columns: usize) -> Vec<String> {
    let mut lines = wrapped(command, columns);
    if lines.len() > 1 {
        // Every line but the last needs room for the backslash.
        lines = wrapped(command, columns.saturating_sub(2));
    }
    let last = lines.len().saturating_sub(1);
    lines.iter_mut().take(last).for_each(|line| *line += " \\");
    lines
}

/// Fits the text below a command's help into this many columns. Paragraphs are refilled; the description of an
/// example moves to its own line if there is no room for both.
pub fn fitted_help(text: &str, columns: usize) -> String {
    let lines = joined(text);
    let lines: Vec<String> = lines.iter().map(|line| fitted_line(line, columns)).collect();
    lines.join("\n")
}

/// The width at which a line of a paragraph is full; a line that ends before it was meant to end there.
const FULL: usize = 90;

/// Returns the lines of a help text, with the lines of each paragraph joined into one.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // The width of the paragraph's last line, and the column where its lines begin.
    let (mut width, mut begin) = (0, 0);
    for line in text.lines() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        let next = words.split(' ').next().unwrap_or_default().len();
        let continues = width + 1 + next > FULL && indent == begin && !is_example(line);
        match lines.last_mut().filter(|_| continues && !words.is_empty()) {
            Some(paragraph) => *paragraph += &format!(" {words}"),
            None => {
                lines.push(line.to_string());
                begin = hanging(line);
            }
        }
        // An example is never part of a paragraph.
        width = if is_example(line) && begin == indent { 0 } else { line.len() };
    }
    lines
}

/// Returns whether a line is an example: a command to type, perhaps with a description.
fn is_example(line: &str) -> bool {
    let words = line.trim_start();
    words.len() < line.len() && (words.contains("  ") || words.starts_with("taquin "))
}

/// Returns the column where further lines of a paragraph begin: below its first word, or below its second if the
/// first is a short term that the rest explains.
fn hanging(line: &str) -> usize {
    const SHORT: usize = 5;
    let words = line.trim_start();
    let indent = line.len() - words.len();
    match words.split_once("  ") {
        Some((first, rest)) if indent > 0 && first.len() <= SHORT => {
            line.len() - rest.trim_start().len()
        }
        _ => indent,
    }
}

/// Fits a paragraph, or an example with its description after two spaces.
fn fitted_line(line: &str, columns: usize) -> String {
    let words = line.trim_start();
    let indent = line.len() - words.len();
    let begin = hanging(line);
    if line.chars().count() <= columns {
        return line.to_string();
    }
    if !is_example(line) || begin > indent {
        return filled(&line[begin..], columns, &line[..begin], &" ".repeat(begin));
    }
    let (margin, deeper) = (" ".repeat(indent), " ".repeat(indent + 4));
    let (example, description) = words.split_once("  ").unwrap_or((words, ""));
    let within = columns.saturating_sub(deeper.len());
    let first = if example.starts_with("taquin ") {
        command_lines(example, within).join(&format!("\n{deeper}"))
    } else {
        example.to_string()
    };
    match description.trim() {
        "" => format!("{margin}{first}"),
        description => {
            format!("{margin}{first}\n{}", filled(description, columns, &deeper, &deeper))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_broken() {
        let text = "use fast-ida or weighted-astar with pdb:78";
        assert_eq!(wrapped(text, 12), ["use fast-ida", "or", "weighted-astar", "with pdb:78"]);
        assert_eq!(filled("one two three", 20, "- ", "  "), "- one two three");
    }

    #[test]
    fn a_command_stays_one_command() {
        let command = "taquin solve 647850321 --algorithm weighted-astar";
        assert_eq!(command_lines(command, 60), [command]);
        let two = command_lines(command, 40);
        assert_eq!(two, ["taquin solve 647850321 --algorithm \\", "weighted-astar"]);
    }

    #[test]
    fn help_is_filled_anew() {
        let long = "What is said of it goes on and on, as what is said of it will, until a line of it is full of words";
        let help = format!(
            "Examples:\n  taquin solve 647850321       the shortest solution\n\n{long}\nand \
             goes on here.\nExit codes: 0 solved\n\nCodes:\n  1    {long}\n       and goes on\n  2    wrong"
        );
        let fitted = fitted_help(&help, 60);
        let expected = "Examples:
  taquin solve 647850321       the shortest solution

What is said of it goes on and on, as what is said of it
will, until a line of it is full of words and goes on here.
Exit codes: 0 solved

Codes:
  1    What is said of it goes on and on, as what is said of
       it will, until a line of it is full of words and goes
       on
  2    wrong";
        assert_eq!(fitted, expected);
        assert!(fitted_help(&help, 40).contains("\n  taquin solve 647850321\n      the shortest"));
    }
}
