//! Regular files, and nothing else: what else may stand in the place of a file is told apart before it is opened.
//!
//! Opening a FIFO waits for a process at its other end, reading a device may never end, and writing through a link
//! changes a file elsewhere. So a path is looked at first. As that may change in between, a file is also
//! opened in a way that never waits, and looked at again once it is open.

use std::fmt;
use std::fs::{self, File, FileType, OpenOptions};
use std::io;
use std::path::Path;

/// What stands in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A FIFO, also called a named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A device.
    Device,
    /// A symbolic link, where links are not followed.
    Link,
    /// A symbolic link that leads to nothing, or back to itself.
    DanglingLink,
    /// Something that only this system knows.
    Other,
}

impl fmt::Display for PathKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PathKind::File => "a file",
            PathKind::Folder => "a folder",
            PathKind::Fifo => "a FIFO",
            PathKind::Socket => "a socket",
            PathKind::Device => "a device",
            PathKind::Link => "a link",
            PathKind::DanglingLink => "a link that leads nowhere",
            PathKind::Other => "something of the system's",
        })
    }
}

impl PathKind {
    /// What a path leads to, through links.
    pub(super) fn behind(path: &Path) -> io::Result<PathKind> {
        match fs::metadata(path) {
            Ok(about) => Ok(PathKind::of(about.file_type())),
            Err(error) if leads_nowhere(&error) => match PathKind::at(path)? {
                PathKind::Link => Ok(PathKind::DanglingLink),
                // It was put there just now.
                other => Ok(other),
            },
            Err(error) => Err(error),
        }
    }

    /// What stands at a path; a link is a link.
    pub(super) fn at(path: &Path) -> io::Result<PathKind> {
        Ok(PathKind::of(fs::symlink_metadata(path)?.file_type()))
    }

    fn of(kind: FileType) -> PathKind {
        if kind.is_file() {
            PathKind::File
        } else if kind.is_dir() {
            PathKind::Folder
        } else if kind.is_symlink() {
            PathKind::Link
        } else {
            PathKind::special(kind)
        }
    }

    #[cfg(unix)]
    fn special(kind: FileType) -> PathKind {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            PathKind::Fifo
        } else if kind.is_socket() {
            PathKind::Socket
        } else if kind.is_block_device() || kind.is_char_device() {
            PathKind::Device
        } else {
            PathKind::Other
        }
    }

    #[cfg(not(unix))]
    fn special(_: FileType) -> PathKind {
        PathKind::Other
    }

    /// The error that says what stands where a file should be.
    pub(super) fn instead_of_file(self, path: &Path) -> io::Error {
        io::Error::other(format!("{} is {self}, not a file", path.display()))
    }
}

/// Whether a path that fails so may be a link without an end.
fn leads_nowhere(error: &io::Error) -> bool {
    let circular = cfg!(unix) && error.raw_os_error() == Some(LINKS_IN_CIRCLES);
    circular || matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(unix)]
const LINKS_IN_CIRCLES: i32 = libc::ELOOP;
#[cfg(not(unix))]
const LINKS_IN_CIRCLES: i32 = 0;

/// Why a file was not opened.
pub(super) enum OpenError {
    /// There is something else in its place.
    NotAFile(PathKind),
    /// The system does not open it.
    Failed(io::Error),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::Failed(error)
    }
}

/// Opens a file to read it, through links.
pub(super) fn to_read(path: &Path) -> Result<File, OpenError> {
    let kind = PathKind::behind(path)?;
    if kind != PathKind::File {
        return Err(OpenError::NotAFile(kind));
    }
    let file = without_waiting(OpenOptions::new().read(true), false).open(path)?;
    only_regular(file)
}

/// Opens a file to lock it, and makes it if there is none. It is never a link: through one a file would be
/// made somewhere else.
pub(super) fn to_lock(path: &Path) -> io::Result<File> {
    match PathKind::at(path) {
        Ok(PathKind::File) => {}
        Ok(other) => return Err(other.instead_of_file(path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut options = OpenOptions::new();
    let file =
        without_waiting(options.create(true).truncate(false).write(true), true).open(path)?;
    only_regular(file).map_err(|error| match error {
        OpenError::NotAFile(kind) => kind.instead_of_file(path),
        OpenError::Failed(error) => error,
    })
}

/// Makes a file to write it. Whatever is there already is neither opened nor followed.
pub(super) fn to_write(path: &Path) -> io::Result<File> {
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    made.map_err(|error| match (error.kind(), PathKind::at(path)) {
        (io::ErrorKind::AlreadyExists, Ok(kind)) if kind != PathKind::File => {
            kind.instead_of_file(path)
        }
        _ => error,
    })
}

/// Makes a folder if there is none; what else there is is named.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| not_a_folder(path, error))
}

/// An error of a folder, which says what there is instead if that is the reason.
pub(super) fn not_a_folder(path: &Path, error: io::Error) -> io::Error {
    match PathKind::behind(path) {
        Ok(PathKind::Folder) | Err(_) => error,
        Ok(kind) => io::Error::new(
            io::ErrorKind::NotADirectory,
            format!("{} is {kind}, not a folder", path.display()),
        ),
    }
}

/// A way of opening that does not wait for the other end of a FIFO, nor makes a terminal this process's own.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions, only_here: bool) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let no_links = if only_here { libc::O_NOFOLLOW } else { 0 };
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY | no_links)
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions, _only_here: bool) -> &mut OpenOptions {
    options
}

fn only_regular(file: File) -> Result<File, OpenError> {
    match PathKind::of(file.metadata()?.file_type()) {
        PathKind::File => Ok(file),
        other => Err(OpenError::NotAFile(other)),
    }
}
