//! What can be wrong with a file of a table.

use super::regular::PathKind;
use std::path::PathBuf;

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
    /// There is none.
    #[error("does not exist")]
    Absent,
    /// The system does not give it out.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is no file at all.
    #[error("is {0}, not a file")]
    NotAFile(PathKind),
    /// It is something else.
    #[error("is no table of taquin's: it does not begin like one")]
    Foreign,
    /// It is of another time.
    #[error(
        "was written by another version of taquin, in format {format} with index scheme {index_scheme}"
    )]
    OtherVersion {
        /// Its format.
        format: u32,
        /// How positions are numbered in it.
        index_scheme: u32,
    },
    /// It is another's table.
    #[error("holds the table of another pattern than its name says, {0}")]
    OtherPattern(String),
    /// It was cut short or added to.
    #[error("is {bytes} bytes long where {right} are right")]
    WrongLength {
        /// Its length.
        bytes: u64,
        /// What would be right.
        right: u64,
    },
    /// A checksum of the header is wrong, or what it says cannot be.
    #[error("is damaged in its header")]
    DamagedHeader,
    /// A checksum is wrong.
    #[error("is damaged between byte {from} and byte {to}")]
    Damaged {
        /// The first byte that may be wrong.
        from: u64,
        /// The first behind it that is not.
        to: u64,
    },
    /// Nobody wanted to know any more.
    #[error("was not read to its end")]
    Interrupted,
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
        FileFault::Interrupted => "file-not-read",
    }
}
