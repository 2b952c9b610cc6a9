//! Errors as Python's own exceptions: a `ValueError` with a message, the place in the text and a suggestion. Options are
//! named as keyword arguments.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use taquin::Unsolvable;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::error::{ApiError, ErrorKind};

create_exception!(
    taquin,
    UnsolvableError,
    PyValueError,
    "The board cannot be solved; the message explains why. Nothing was searched."
);

/// Converts an error of a request to an exception.
pub fn refused(error: &ApiError) -> PyErr {
    match error.kind {
        ErrorKind::Internal => PyRuntimeError::new_err(error.diagnostic().message.clone()),
        ErrorKind::Malformed | ErrorKind::Invalid => wrong(error.diagnostic()),
    }
}

/// Converts a diagnostic to an exception. Its text has the message, the line with a mark under the place, and a suggestion;
/// its attributes are `code`, `help`, `line` and `column`.
pub fn wrong(diagnostic: &Diagnostic) -> PyErr {
    let mut message = diagnostic.message.clone();
    if let Some(excerpt) = &diagnostic.excerpt {
        for line in &excerpt.lines {
            message += &format!("\n    {}", line.text);
            if let Some(mark) = line.marks.iter().find(|mark| mark.primary) {
                let before = line.text.get(..mark.span.start).unwrap_or_default().chars().count();
                let marked = line.text.get(mark.span.clone()).unwrap_or_default().chars().count();
                message += &format!("\n    {}{}", " ".repeat(before), "^".repeat(marked.max(1)));
            }
        }
    }
    if let Some(help) = &diagnostic.help {
        message += &format!("\n{help}");
    }
    let error = PyValueError::new_err(message);
    Python::attach(|py| {
        let value = error.value(py);
        let place = diagnostic.excerpt.as_deref().map(|excerpt| (excerpt.line, excerpt.column));
        // Exceptions accept any attribute, so this cannot fail.
        let _ = value.setattr("code", diagnostic.code);
        let _ = value.setattr("help", diagnostic.help.as_deref());
        let _ = value.setattr("line", place.map(|(line, _)| line));
        let _ = value.setattr("column", place.map(|(_, column)| column));
    });
    error
}

/// Returns the exception for a board that cannot be solved.
pub fn unsolvable(why: &Unsolvable) -> PyErr {
    UnsolvableError::new_err(why.to_string())
}
