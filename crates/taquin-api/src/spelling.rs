//! How each front end spells what its users can change: a flag, a field, a keyword argument.

/// How a front end spells what its users can change.
pub trait Spelling: std::fmt::Debug + Sync {
    /// Spells an option or another choice by its name, such as `max-time`.
    fn name(&self, option: &str) -> String;

    /// Spells an option set to a value.
    fn set(&self, option: &str, value: &str) -> String;

    /// Spells the command that builds tables, if the user can build them.
    fn build_tables(&self, tables: &str, size: &str) -> Option<String>;

    /// Spells where an algorithm is explained.
    fn explain(&self, algorithm: &str) -> Option<String>;

    /// Spells where all algorithms, heuristics and rules are listed.
    fn names(&self) -> Option<&'static str>;
}

/// Fields of a JSON object.
#[derive(Debug)]
pub struct Fields;

impl Spelling for Fields {
    fn name(&self, option: &str) -> String {
        match option {
            "max-time" => "max_seconds".to_string(),
            "max-memory" => "max_bytes".to_string(),
            _ => option.replace('-', "_"),
        }
    }

    fn set(&self, option: &str, value: &str) -> String {
        match option {
            "max-time" => format!("{} {}", self.name(option), seconds(value)),
            _ => format!("{} {value}", self.name(option)),
        }
    }

    fn build_tables(&self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn explain(&self, _: &str) -> Option<String> {
        None
    }

    fn names(&self) -> Option<&'static str> {
        None
    }
}

/// Converts `1h` or `60s` to a number of seconds.
fn seconds(time: &str) -> String {
    match time.strip_suffix('h').and_then(|hours| hours.parse::<u64>().ok()) {
        Some(hours) => (hours * 3600).to_string(),
        None => time.trim_end_matches('s').to_string(),
    }
}
