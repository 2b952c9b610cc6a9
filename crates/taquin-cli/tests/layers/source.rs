//! Rust files as text: only code, on its original lines, without comments, the contents of strings and code for tests
//! only.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The relevant code of a file.
pub struct Code {
    /// The code, on its original lines.
    pub text: String,
    /// Modules that it declares for tests only, in files of their own.
    pub test_modules: BTreeSet<String>,
}

/// Returns every Rust file in a folder and below, in order; none if the folder does not exist.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Splits the names on a line into words in lower case: `a_board`, `ABoard` and `A_BOARD` are the same two.
pub fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for char in line.chars() {
        let begins = char.is_uppercase() && !before.is_uppercase();
        if begins || !char.is_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| char.is_alphanumeric()) {
            word.extend(char.to_lowercase());
        }
        before = char;
    }
    words.retain(|word| !word.is_empty());
    words
}

impl Code {
    /// Reads a file.
    pub fn read(path: &Path) -> Code {
        let text = fs::read_to_string(path).expect("it can be read");
        Code::of(&text)
    }

    /// Reads a text.
    pub fn of(text: &str) -> Code {
        let mut code = Code { text: plain(text), test_modules: BTreeSet::new() };
        code.remove_tests();
        code
    }

    /// Blanks out every item for tests only.
    fn remove_tests(&mut self) {
        let mut from = 0;
        while let Some(at) = self.text[from..].find("#[cfg(") {
            let start = from + at;
            let condition = &self.text[start + "#[cfg(".len()..];
            from = start + 1;
            if !condition.starts_with("test)") && !condition.starts_with("all(test,") {
                continue;
            }
            let item = start + self.text[start..].find(']').map_or(0, |end| end + 1);
            let end = item + item_length(&self.text[item..]);
            let declared = self.text[item..end].trim().trim_end_matches(';');
            if let Some((_, name)) = declared.split_once("mod ").filter(|(_, n)| !n.contains('{')) {
                self.test_modules.insert(name.trim().to_string());
            }
            let blank = |char: char| if char == '\n' { '\n' } else { ' ' };
            let blanked: String = self.text[start..end].chars().map(blank).collect();
            self.text = format!("{}{blanked}{}", &self.text[..start], &self.text[end..]);
        }
    }
}

/// Returns the length of the item at the start of a text: to its semicolon, or to the end of its block.
fn item_length(text: &str) -> usize {
    let mut depth = 0;
    for (at, char) in text.char_indices() {
        match char {
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Blanks out comments and the contents of strings; every other character stays in its position.
fn plain(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        let length = match rest {
            ['/', '/', ..] => rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()),
            ['/', '*', ..] => block_comment(rest),
            ['r', '"' | '#', ..] if !follows_name(&chars, at) => raw_string(rest),
            ['"', ..] => string(rest, '"'),
            ['\'', '\\', ..] | ['\'', _, '\'', ..] => string(rest, '\''),
            _ => 0,
        };
        if length == 0 {
            out.push(rest[0]);
            at += 1;
            continue;
        }
        out.extend(rest[..length].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
        at += length;
    }
    out
}

/// Returns whether the character before a position is part of a name.
fn follows_name(chars: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map_or(' ', |before| chars[before]);
    // `br"..."` is a string too.
    before.is_alphanumeric() && before != 'b' || before == '_'
}

fn block_comment(chars: &[char]) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at + 1 < chars.len() {
        match (chars[at], chars[at + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

/// Returns the length of `r#"..."#`; 0 for a raw identifier.
fn raw_string(chars: &[char]) -> usize {
    let signs = chars[1..].iter().take_while(|&&c| c == '#').count();
    if chars.get(1 + signs) != Some(&'"') {
        return 0;
    }
    let end: Vec<char> = std::iter::once('"').chain(vec!['#'; signs]).collect();
    let from = 2 + signs;
    let found = chars[from..].windows(end.len()).position(|window| window == end);
    found.map_or(chars.len(), |found| from + found + end.len())
}

fn string(chars: &[char], quote: char) -> usize {
    let mut at = 1;
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 2,
            char if char == quote => return at + 1,
            _ => at += 1,
        }
    }
    chars.len()
}

#[test]
fn only_code_is_left() {
    let text = "use a; // crate::b\n/* crate::c /* */ */ let s = \"crate::d\\\"\"; let c = '\"'; r#\"crate::e\"#;\n\
        #[cfg(test)]\nmod tests {\n    use crate::f;\n}\n#[cfg(test)]\nmod more;\nlet l: &'a str;";
    let code = Code::of(text);
    let words: Vec<&str> = code.text.split_whitespace().collect();
    assert_eq!(words.join(" "), "use a; let s = ; let c = ; ; let l: &'a str;");
    assert_eq!(code.text.lines().count(), text.lines().count());
    assert!(code.test_modules.contains("more") && code.test_modules.len() == 1);
    assert_eq!(words_of("let a_board: BoardStream = TILE_AT;"), "let a board board stream tile at");
}

#[cfg(test)]
fn words_of(line: &str) -> String {
    words(line).join(" ")
}
