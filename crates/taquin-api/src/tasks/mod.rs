//! Everything that can be asked, one file each: the request, its answer, its entry in the list, and its work. A request
//! is checked immediately; the result is either a long-running [`Task`] or an error that names the field at fault.
//! `run` is no task: it runs the experiments of a program, which takes their results one by one.
//!
//! ```
//! use taquin::Cancel;
//! use taquin_api::limits::Caps;
//! use taquin_api::task::Means;
//! use taquin_api::tasks;
//! let caps = Caps::new(1 << 30, std::time::Duration::from_secs(10));
//! let task = tasks::by_name("solve", br#"{ "board": "647850321", "algorithm": "astar" }"#, &Means::new(caps))?;
//! let payload = task(&Cancel::new())?;
//! assert!(payload.object().is_some_and(|object| object.get().contains("\"length\":31")));
//! # Ok::<(), taquin_api::error::ApiError>(())
//! ```

use crate::error::{ApiError, ErrorKind};
use crate::task::{Means, Task, TaskInfo};

/// Writes the entry of a task: its name, its effort, what it reads and what it answers, the function that turns a
/// request into a task, and one line about it.
macro_rules! task_info {
    ($name:literal, $effort:ident, $request:ty => $kind:ident $answer:tt, $begin:path, $summary:literal) => {
        $crate::task::TaskInfo {
            name: $name,
            summary: $summary,
            effort: $crate::task::Effort::$effort,
            begin: |json, means| $begin(&$crate::request::read_json::<$request>(json)?, means),
            #[cfg(feature = "schema")]
            request: |schemas| schemas.subschema_for::<$request>(),
            #[cfg(feature = "schema")]
            answer: task_info!(@answer $kind $answer),
        }
    };
    (@answer object ($answer:ty)) => {
        $crate::task::AnswerKind::Object(|schemas| schemas.subschema_for::<$answer>())
    };
    (@answer files ($types:expr)) => {
        $crate::task::AnswerKind::Files($types)
    };
}

mod observer;
mod run;

pub use run::{run_all, run_one};

/// Declares the modules of the tasks, and lists their entries.
macro_rules! tasks {
    ($(mod $task:ident;)*) => {
        $(mod $task;)*
        $(pub use $task::*;)*

        /// Everything that can be asked.
        pub static TASKS: &[TaskInfo] = &[$($task::TASK),*];
    };
}

// A new task is a file and a line here. `cargo fmt` does not see these files, so `.ci/run` formats them by name.
tasks! {
    mod describe;
    mod check;
    mod solve;
    mod trace;
    mod compare;
    mod generate;
    mod hint;
    mod gap;
    mod game;
    mod scores;
    mod picture;
    mod check_heuristic;
}

/// Returns the entry of a name.
pub fn find(name: &str) -> Option<&'static TaskInfo> {
    TASKS.iter().find(|task| task.name == name)
}

/// Reads the request of a name, and returns its task.
pub fn by_name(name: &str, json: &[u8], means: &Means) -> Result<Task, ApiError> {
    let unknown = || {
        let message = format!("there is no request '{name}'");
        ApiError::new(ErrorKind::Malformed, "unknown-request", message)
    };
    let json = if json.is_empty() { b"{}" } else { json };
    (find(name).ok_or_else(unknown)?.begin)(json, means)
}
