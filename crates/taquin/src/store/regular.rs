//! Opens regular files and nothing else: anything else at a path is detected before it is opened.
//!
//! Opening a FIFO blocks until a process opens its other end, reading a device may never end, and writing through a
//! link changes a file elsewhere. So a path is checked first. As it may change in between, a file is also opened
//! without blocking and checked again once it is open.

use std::fmt;
use std::fs::{self, File, FileType, OpenOptions};
use std::io;
use std::path::Path;

/// What there is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A FIFO (named pipe).
    Fifo,
    /// A socket.
    Socket,
    /// A device.
    Device,
    /// A symbolic link, where links are not followed.
    Link,
    /// A symbolic link to nothing, or to itself.
    DanglingLink,
    /// Another kind of file, specific to the operating system.
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
            PathKind::DanglingLink => "a dangling link",
            PathKind::Other => "a special file",
        })
    }
}

impl PathKind {
    /// Returns what a path leads to, following links.
    pub(super) fn following_links(path: &Path) -> io::Result<PathKind> {
        match fs::metadata(path) {
            Ok(about) => Ok(PathKind::of(about.file_type())),
            Err(error) if may_be_broken_link(&error) => match PathKind::at(path)? {
                PathKind::Link => Ok(PathKind::DanglingLink),
                // It was created just now.
                other => Ok(other),
            },
            Err(error) => Err(error),
        }
    }

    /// Returns what there is at a path, without following links.
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

    /// Returns an error that says what is at a path instead of a file.
    pub(super) fn instead_of_file(self, path: &Path) -> io::Error {
        io::Error::other(format!("{} is {self}, not a file", path.display()))
    }
}

/// Returns whether an error is one that a dangling or circular link causes.
fn may_be_broken_link(error: &io::Error) -> bool {
    let is_circular = cfg!(unix) && error.raw_os_error() == Some(LINK_LOOP);
    is_circular || matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(unix)]
const LINK_LOOP: i32 = libc::ELOOP;
#[cfg(not(unix))]
const LINK_LOOP: i32 = 0;

/// Why a file was not opened.
pub(super) enum OpenError {
    /// There is something else at its path.
    NotAFile(PathKind),
    /// The system could not open it.
    Failed(io::Error),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::Failed(error)
    }
}

/// Opens a file for reading, following links.
pub(super) fn open_for_reading(path: &Path) -> Result<File, OpenError> {
    let kind = PathKind::following_links(path)?;
    if kind != PathKind::File {
        return Err(OpenError::NotAFile(kind));
    }
    let file = non_blocking(OpenOptions::new().read(true), false).open(path)?;
    only_regular(file)
}

/// Opens a file for locking, and creates it if there is none. A link is an error: following it would create a file
/// elsewhere.
pub(super) fn open_for_locking(path: &Path) -> io::Result<File> {
    match PathKind::at(path) {
        Ok(PathKind::File) => {}
        Ok(other) => return Err(other.instead_of_file(path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut options = OpenOptions::new();
    let file = non_blocking(options.create(true).truncate(false).write(true), true).open(path)?;
    only_regular(file).map_err(|error| match error {
        OpenError::NotAFile(kind) => kind.instead_of_file(path),
        OpenError::Failed(error) => error,
    })
}

/// Creates a file for writing. Anything that exists already is neither opened nor followed.
pub(super) fn create(path: &Path) -> io::Result<File> {
    let created = OpenOptions::new().write(true).create_new(true).open(path);
    created.map_err(|error| match (error.kind(), PathKind::at(path)) {
        (io::ErrorKind::AlreadyExists, Ok(kind)) if kind != PathKind::File => {
            kind.instead_of_file(path)
        }
        _ => error,
    })
}

/// Creates a folder if there is none. If something else is at its path, the error says what.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| not_a_folder(path, error))
}

/// Returns the error of a folder; if something else is at its path, one that says what.
pub(super) fn not_a_folder(path: &Path, error: io::Error) -> io::Error {
    match PathKind::following_links(path) {
        Ok(PathKind::Folder) | Err(_) => error,
        Ok(kind) => io::Error::new(
            io::ErrorKind::NotADirectory,
            format!("{} is {kind}, not a folder", path.display()),
        ),
    }
}

/// Sets flags so that opening does not wait for the other end of a FIFO and does not acquire a controlling terminal.
#[cfg(unix)]
fn non_blocking(options: &mut OpenOptions, no_follow: bool) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let no_links = if no_follow { libc::O_NOFOLLOW } else { 0 };
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY | no_links)
}

#[cfg(not(unix))]
fn non_blocking(options: &mut OpenOptions, _only_here: bool) -> &mut OpenOptions {
    options
}

fn only_regular(file: File) -> Result<File, OpenError> {
    match PathKind::of(file.metadata()?.file_type()) {
        PathKind::File => Ok(file),
        other => Err(OpenError::NotAFile(other)),
    }
}
