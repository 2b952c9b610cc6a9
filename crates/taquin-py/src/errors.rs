//! What is wrong, as Python's own exceptions: a `ValueError` with a sentence, the place in the text and what would be
//! right. Whatever it names is a keyword argument.

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
    "The board cannot be solved, which its message explains. Nothing was searched."
);

/// A request that cannot be answered as it was meant.
pub fn refused(error: &ApiError) -> PyErr {
    match error.kind {
        ErrorKind::Internal => PyRuntimeError::new_err(error.diagnostic().message.clone()),
        ErrorKind::Malformed | ErrorKind::Invalid => wrong(error.diagnostic()),
    }
}

/// The sentence, the line with a mark under the place, and what would be right. The same are attributes of the exception:
/// `code`, `help`, `line` and `column`.
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
        // An exception takes any attribute.
        let _ = value.setattr("code", diagnostic.code);
        let _ = value.setattr("help", diagnostic.help.as_deref());
        let _ = value.setattr("line", place.map(|(line, _)| line));
        let _ = value.setattr("column", place.map(|(_, column)| column));
    });
    error
}

/// A board that cannot be solved.
pub fn unsolvable(why: &Unsolvable) -> PyErr {
    UnsolvableError::new_err(why.to_string())
}
