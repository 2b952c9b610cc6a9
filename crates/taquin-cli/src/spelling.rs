//! How the command line writes what can be changed: flags, and commands of its own.

use taquin_api::spelling::Spelling;

/// Flags.
#[derive(Debug)]
pub struct Flags;

impl Spelling for Flags {
    fn name(&self, option: &str) -> String {
        match option {
            "threads" => "--jobs".to_string(),
            _ => format!("--{option}"),
        }
    }

    fn set(&self, option: &str, value: &str) -> String {
        format!("{} {value}", self.name(option))
    }

    fn build_tables(&self, tables: &str, size: &str) -> Option<String> {
        Some(format!("'taquin pdb build {tables} --size {size}'"))
    }

    fn explain(&self, algorithm: &str) -> Option<String> {
        Some(format!("'taquin explain {algorithm}'"))
    }

    fn names(&self) -> Option<&'static str> {
        Some("'taquin list'")
    }
}
