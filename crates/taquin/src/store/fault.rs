//! What can be wrong with a table file.

use super::regular::PathKind;
use std::path::PathBuf;
use taquin_search::Stop;

/// A file that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {fault}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: FileFault,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileFault {
    /// It does not exist.
    #[error("does not exist")]
    Absent,
    /// The system could not read it.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is not a file.
    #[error("is {0}, not a file")]
    NotAFile(PathKind),
    /// It is not a table file.
    #[error("is not a taquin table: it does not begin like one")]
    Foreign,
    /// It was written by another version.
    #[error(
        "was written by another version of taquin, in format {format} with index scheme {index_scheme}"
    )]
    OtherVersion {
        /// The version of its format.
        format: u32,
        /// The version of how positions are numbered in it.
        index_scheme: u32,
    },
    /// It contains the table of another pattern.
    #[error("contains the table of a different pattern than its name says: {0}")]
    OtherPattern(String),
    /// It was truncated or extended.
    #[error("is {bytes} bytes long, but should be {right}")]
    WrongLength {
        /// Its length.
        bytes: u64,
        /// The length it should have.
        right: u64,
    },
    /// The checksum of the header is wrong, or its fields are invalid.
    #[error("is damaged in its header")]
    DamagedHeader,
    /// A checksum is wrong.
    #[error("is damaged between byte {from} and byte {to}")]
    Damaged {
        /// The first byte of the damaged block.
        from: u64,
        /// The first byte after the block.
        to: u64,
    },
    /// Reading it was stopped.
    #[error("was not read completely")]
    Stopped(Stop),
}

codes! {
    FileFault {
        FileFault::Absent => "file-absent",
        FileFault::Unreadable(_) => "file-unreadable",
        FileFault::NotAFile(_) => "not-a-file",
        FileFault::Foreign => "file-foreign",
        FileFault::OtherVersion { .. } => "file-of-other-version",
        FileFault::OtherPattern(_) => "file-of-other-pattern",
        FileFault::WrongLength { .. } => "file-of-wrong-length",
        FileFault::DamagedHeader => "header-damaged",
        FileFault::Damaged { .. } => "file-damaged",
        FileFault::Stopped(_) => "file-not-read",
    }
}
