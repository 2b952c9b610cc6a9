//! Text in the columns that there are: lines break between words, never in a name.

use textwrap::{Options, WordSplitter};

/// Lines of no more than so many columns: the first begins with one text, all others with another.
pub fn filled(text: &str, columns: usize, first: &str, others: &str) -> String {
    let options = breaking(columns.max(20)).initial_indent(first).subsequent_indent(others);
    textwrap::fill(text, options)
}

/// The lines of a text, each of no more than so many columns.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let lines = textwrap::wrap(text, breaking(columns.max(1)));
    lines.into_iter().map(|line| line.into_owned()).collect()
}

/// Lines break at spaces alone, however long a word is.
fn breaking<'a>(columns: usize) -> Options<'a> {
    Options::new(columns).word_splitter(WordSplitter::NoHyphenation).break_words(false)
}

/// A command on lines that a shell takes for one.
pub fn command_lines(command: &str, columns: usize) -> Vec<String> {
    let mut lines = wrapped(command, columns);
    if lines.len() > 1 {
        // Every line but the last has room for what continues it.
        lines = wrapped(command, columns.saturating_sub(2));
    }
    let last = lines.len().saturating_sub(1);
    lines.iter_mut().take(last).for_each(|line| *line += " \\");
    lines
}

/// What stands below a help, in so many columns. Paragraphs are filled anew; of an example and what is said of it, the
/// latter moves to a line of its own where both have no room.
pub fn fitted_help(text: &str, columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut paragraph = String::new();
    let mut indent = 0;
    for line in text.lines().chain([""]) {
        let words = line.trim_start();
        let own_indent = line.len() - words.len();
        let is_example = own_indent > 0 && (words.contains("  ") || words.starts_with("taquin "));
        let goes_on = !words.is_empty() && !is_example && own_indent == indent;
        if !goes_on && !paragraph.is_empty() {
            let margin = " ".repeat(indent);
            lines.push(filled(&paragraph, columns, &margin, &margin));
            paragraph.clear();
        }
        match (words.is_empty(), is_example) {
            (true, _) => lines.push(String::new()),
            (_, true) => lines.extend(fitted_example(words, own_indent, columns)),
            (_, false) => {
                paragraph += if paragraph.is_empty() { "" } else { " " };
                paragraph += words;
                indent = own_indent;
            }
        }
        // A heading stands alone.
        if words.ends_with(':') && own_indent == 0 {
            lines.push(std::mem::take(&mut paragraph));
        }
    }
    lines.join("\n").trim_end().to_string()
}

/// An example and what is said of it behind two spaces.
fn fitted_example(words: &str, indent: usize, columns: usize) -> Vec<String> {
    let margin = " ".repeat(indent);
    if margin.len() + words.chars().count() <= columns {
        return vec![format!("{margin}{words}")];
    }
    let (example, said) = words.split_once("  ").unwrap_or((words, ""));
    let within = columns.saturating_sub(indent);
    let first = match example.starts_with("taquin ") {
        true => command_lines(example, within),
        false => wrapped(example, within),
    };
    let deeper = format!("{margin}    ");
    let mut lines: Vec<String> = Vec::new();
    for line in first {
        let margin = if lines.is_empty() { &margin } else { &deeper };
        lines.push(format!("{margin}{line}"));
    }
    if !said.trim().is_empty() {
        lines.push(filled(said.trim(), columns, &deeper, &deeper));
    }
    lines
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
        let help = "Examples:\n  taquin solve 647850321       the shortest solution\n\nWhat is said of \
                    it\ngoes on here, and\non. ";
        assert_eq!(
            fitted_help(help, 40),
            "Examples:\n  taquin solve 647850321\n      the shortest solution\n\n\
             What is said of it goes on here, and on."
        );
        assert!(fitted_help(help, 100).contains("\n  taquin solve 647850321       the shortest"));
    }
}
