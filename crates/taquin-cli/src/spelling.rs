//! How messages of the command line spell options: as flags, and as commands of `taquin`.

use taquin_api::spelling::Spelling;

/// Spells options as flags.
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
