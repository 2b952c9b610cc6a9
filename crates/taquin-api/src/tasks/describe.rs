//! Describe: everything there is to choose from, as `list --json` writes it, and the limits.

use crate::game::{EXACT_CELLS, Level, SIZES};
use crate::json::Catalogue;
use crate::limits::{
    COMPARE_BOARDS, COMPARE_CONFIGURATIONS, Caps, GENERATE_BOARDS, MOST_NODES, PLAIN_TIME,
};
use crate::results::MEASURES;
use serde::Serialize;
use taquin::Size;
use taquin::board::MAX_SIDE;

/// Everything that can be asked for.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Description {
    #[serde(flatten)]
    everything: Catalogue,
    /// What searches are compared by.
    measures: Vec<MeasureName>,
    /// Any order of these four letters is one in which children can be visited.
    orders: &'static str,
    /// Rows and columns that a board can have.
    sizes: Sizes,
    /// Sizes to play, and what each level means there.
    games: Vec<GameSize>,
    /// How much can be asked for.
    limits: RequestLimits,
}

/// A measure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MeasureName {
    /// Its name in results.
    id: &'static str,
    /// Its name for people.
    title: &'static str,
    /// One line about it.
    summary: &'static str,
}

/// A size to play.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GameSize {
    /// Rows and columns: `3x3`.
    size: String,
    /// Whether boards can be had at an exact number of moves from the goal.
    exact: bool,
    /// The levels, easiest first.
    levels: Vec<GameLevel>,
}

/// A level of a size.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GameLevel {
    /// `easy`, `medium` or `hard`.
    id: &'static str,
    /// `depth 10` or `walk 64`.
    difficulty: String,
    /// The same for people: `Easy: 10 moves from the goal`.
    title: String,
}

/// Sizes from and to.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Sizes {
    /// The least rows and columns.
    min: [usize; 2],
    /// The most rows and columns.
    max: [usize; 2],
}

/// How much can be asked for.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ServerLimits"))]
struct RequestLimits {
    /// Nodes that a search may explore.
    max_nodes: u64,
    /// Seconds that a job may search.
    max_seconds: f64,
    /// Seconds that any other request may search.
    plain_seconds: f64,
    /// Bytes that a search may use.
    max_bytes: u64,
    /// Bytes of a request's body.
    body_bytes: usize,
    /// Entries of a trace unless said.
    trace_room: usize,
    /// Entries of a trace at most.
    max_trace_room: usize,
    /// Boards of one comparison.
    compare_boards: usize,
    /// Configurations of one comparison.
    compare_configurations: usize,
    /// Boards made by one request.
    generate_boards: u64,
    /// Searches that run at once.
    searches_at_once: usize,
    /// Searches that may wait for their turn.
    queue: usize,
}

/// What a host adds to the limits of requests.
#[derive(Clone, Copy, Debug)]
pub struct HostLimits {
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Searches that run at once.
    pub searches_at_once: usize,
    /// Searches that may wait for their turn.
    pub queue: usize,
}

impl Description {
    /// All of it.
    pub fn new(caps: &Caps, host: HostLimits) -> Description {
        let measure = |measure: &crate::results::Measure| MeasureName {
            id: measure.id,
            title: measure.title,
            summary: measure.doc,
        };
        Description {
            everything: Catalogue::default(),
            measures: MEASURES.iter().map(measure).collect(),
            orders: "UDLR",
            sizes: Sizes { min: [2, 2], max: [MAX_SIDE, MAX_SIDE] },
            games: SIZES.iter().filter_map(|&(rows, columns)| game(rows, columns)).collect(),
            limits: RequestLimits {
                max_nodes: MOST_NODES,
                max_seconds: caps.time.as_secs_f64(),
                plain_seconds: PLAIN_TIME.min(caps.time).as_secs_f64(),
                max_bytes: caps.bytes,
                body_bytes: host.body_bytes,
                trace_room: caps.trace_capacity(),
                max_trace_room: caps.trace_capacity(),
                compare_boards: COMPARE_BOARDS,
                compare_configurations: COMPARE_CONFIGURATIONS,
                generate_boards: GENERATE_BOARDS,
                searches_at_once: host.searches_at_once,
                queue: host.queue,
            },
        }
    }
}

/// What can be played on boards of a size.
fn game(rows: usize, columns: usize) -> Option<GameSize> {
    let size = Size::new(rows, columns).ok()?;
    let level = |(id, level, _): (&'static str, Level, _)| {
        let difficulty = level.difficulty(size);
        GameLevel { id, difficulty: difficulty.to_string(), title: difficulty.title(size) }
    };
    let (exact, levels) = (size.cells() <= EXACT_CELLS, Level::NAMED.map(level).into());
    Some(GameSize { size: size.to_string(), exact, levels })
}
