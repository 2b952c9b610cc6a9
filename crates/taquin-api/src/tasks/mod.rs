//! The tasks behind requests, one file each. A request is checked immediately; the result is either a long-running
//! [`Task`](crate::task::Task) or an error that names the field at fault.
//!
//! ```
//! use taquin::Cancel;
//! use taquin_api::limits::{Caps, PLAIN_TIME};
//! use taquin_api::request::read_json;
//! use taquin_api::tasks;
//! let request = read_json(br#"{ "board": "647850321", "algorithm": "astar" }"#)?;
//! let caps = Caps { bytes: 1 << 30, time: PLAIN_TIME };
//! let task = tasks::solve(&request, &caps, PLAIN_TIME)?;
//! let payload = task(&Cancel::new())?;
//! assert!(payload.object().is_some_and(|object| object.get().contains("\"length\":31")));
//! # Ok::<(), taquin_api::error::ApiError>(())
//! ```

mod check;
mod check_heuristic;
mod compare;
mod describe;
mod game;
mod gap;
mod generate;
mod hint;
mod observer;
mod picture;
mod scores;
mod solve;
mod trace;

pub use check::{CheckAnswer, check};
pub use check_heuristic::{HeuristicCheckRequest, check_heuristic};
pub use compare::{CompareAnswer, CompareRequest, RandomBoards, compare};
pub use describe::{Description, HostLimits};
pub use game::{GameAnswer, GameRequest, game};
pub use gap::{GapRequest, gap};
pub use generate::{GenerateAnswer, GenerateRequest, generate, random_seed};
pub use hint::{HintAnswer, hint};
pub use picture::{PictureKind, PictureRequest, Render, SolutionPicture, picture, render_svg};
pub use scores::{ScoresAnswer, ScoresRequest, WonGame, scores};
pub use solve::solve;
pub use trace::{TraceAnswer, trace};
