//! The panels beside and below the board of a watched search.

use super::state::{Shown, Watch};
use crate::tui::theme::Theme;
use crate::tui::words::shortened;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use ratatui_core::text::{Line, Span};
use taquin::{Outcome, Stop};
use taquin_api::quantities::{counted, grouped};
use taquin_api::recording::{Narration, NodeCosts, moved_in_words, short_text, shown_cost};

/// Returns the title: `A* · heuristic manhattan · 3x3`.
pub fn title(watch: &Watch) -> String {
    let report = watch.report();
    let heuristic = report.heuristic.as_ref().map(|id| format!(" · {id}")).unwrap_or_default();
    let size = watch.recording().puzzle().size();
    format!("{}{heuristic} · {size}", report.algorithm.info().title)
}

/// The titles of the list of the frontier, for much and for little room.
const FRONTIER: [&str; 2] = ["Frontier, next first", "Frontier"];
/// The width of a cost in a list.
const COST: usize = 5;

/// Formats the costs of a row of a list.
fn columns(costs: NodeCosts) -> String {
    let shown = [Some(costs.g), costs.h, costs.f];
    shown.iter().flatten().map(|cost| format!("{:>COST$}", shown_cost(*cost))).collect()
}

/// Formats costs as `g 3  h 10  f 13`; h and f only if there is a heuristic.
fn costs(costs: NodeCosts) -> String {
    let shown = [("g", Some(costs.g)), ("h", costs.h), ("f", costs.f)];
    let shown =
        shown.iter().filter_map(|(name, cost)| Some(format!("{name} {}", shown_cost((*cost)?))));
    shown.collect::<Vec<_>>().join("  ")
}

/// Returns the costs of the board, and the counts so far.
pub fn figures(watch: &Watch, theme: Theme) -> Vec<Line<'static>> {
    let recording = watch.recording();
    let position = watch.track().position();
    if watch.shown() == Shown::Solution {
        let (board, by) = watch.board();
        let moved = by.and_then(|by| Some(moved_in_words(board.tiles_moved_by(by).pop()?, by)));
        let moved = moved.unwrap_or("the start".to_string());
        return vec![Line::styled(moved, theme.strong())];
    }
    let node = recording.node_at(position);
    let counts = recording.counts(position);
    let mut lines = vec![Line::styled(costs(recording.costs(node)), theme.strong())];
    let named = [
        ("explored", Some(counts.explored)),
        ("expanded", counts.expanded),
        ("generated", counts.generated),
        ("frontier", counts.frontier),
        ("max depth", counts.max_depth),
    ];
    for (name, count) in named {
        if let Some(count) = count {
            let name = Span::styled(format!("{name:<10}"), theme.faint());
            lines.push(Line::from(vec![name, Span::raw(grouped(count))]));
        }
    }
    lines
}

/// Returns what comes next: the frontier if it is ordered, else the path, with the bound of the iteration.
pub fn next(watch: &Watch, theme: Theme, area: Rect) -> Vec<Line<'static>> {
    let recording = watch.recording();
    let position = watch.track().position();
    let rows = usize::from(area.height.saturating_sub(1));
    if watch.shown() == Shown::Solution || !recording.has_steps() {
        return Vec::new();
    }
    let text = short_text(recording.puzzle().start()).len().max(FRONTIER[0].len());
    let room = usize::from(area.width).saturating_sub(columns(recording.costs(0)).len());
    let board_width = text.min(room) as u16;
    // The first title that fits.
    let head = |titles: &[&str]| {
        let fits = |title: &&&str| title.len() <= usize::from(board_width);
        let title = titles.iter().find(fits).unwrap_or(&"");
        let names =
            if recording.costs(0).h.is_some() { ["g", "h", "f"].as_slice() } else { &["g"] };
        let names: String = names.iter().map(|name| format!("{name:>COST$}")).collect();
        let board = usize::from(board_width);
        Line::styled(format!("{title:<board$}{names}"), theme.strong())
    };
    let row = |node| {
        let board = shortened(&short_text(&recording.board(node)), board_width);
        let costs = columns(recording.costs(node));
        Line::raw(format!("{board:<width$}{costs}", width = usize::from(board_width)))
    };
    if recording.keeps_frontier() {
        let nodes = recording.frontier(position, rows);
        return std::iter::once(head(&FRONTIER)).chain(nodes.into_iter().map(row)).collect();
    }
    let path = recording.path_to(recording.node_at(position));
    let mut lines = Vec::new();
    if let Some(round) = recording.round(position) {
        let bounded = recording.bounded();
        let bound = recording.bound(round).map(shown_cost).unwrap_or_default();
        let (number, of) = (grouped(round.number as u64), grouped(recording.rounds() as u64));
        lines.push(Line::raw(format!("Round {number} of {of}: {bounded} ≤ {bound}")));
    }
    let moves = path.len().saturating_sub(1) as u64;
    let titles = [format!("Path, {}", counted(moves, "move")), format!("Path: {}", grouped(moves))];
    lines.push(head(&titles.each_ref().map(String::as_str)));
    let rows = usize::from(area.height).saturating_sub(lines.len());
    lines.extend(path.iter().rev().take(rows).map(|&node| row(node)));
    lines
}

/// Returns a sentence about what happened, and the narration with the active lines of the pseudo-code.
pub fn sentence(watch: &Watch) -> (String, Narration) {
    let recording = watch.recording();
    let (position, last) = (watch.track().position(), watch.track().last());
    if !recording.has_steps() {
        return (without_steps(watch), recording.narrate(1));
    }
    if watch.shown() == Shown::Solution {
        let at = match position {
            0 => "The start.".to_string(),
            _ if position == last => "The goal.".to_string(),
            _ => String::new(),
        };
        return (at, Narration::default());
    }
    let narration = recording.narrate(position);
    let ends = if position < last { String::new() } else { ending(watch) };
    (format!("{}{ends}", narration.sentence).trim_start().to_string(), narration)
}

/// Explains why there is nothing to watch but the solution.
fn without_steps(watch: &Watch) -> String {
    let info = watch.report().algorithm.info();
    let solved = match watch.report().solution() {
        Some(_) => " You can step through its solution.",
        None => "",
    };
    format!(
        "{} has no single search tree to watch.{solved} Choose an algorithm that has one: \
         --algorithm bfs, dfs, greedy, astar or ida.",
        info.title
    )
}

/// Returns a remark for the last step of a search that found nothing, or was not recorded to its end.
fn ending(watch: &Watch) -> String {
    let by = |stop: Stop| match stop {
        Stop::Nodes => "by its limit on states",
        Stop::Time => "by its limit on time",
        Stop::Memory => "by its limit on memory",
        Stop::Cancelled => "by Ctrl-C",
    };
    match &watch.report().outcome {
        _ if !watch.recording().is_complete() => {
            " The recording is full: the search continued from here.".to_string()
        }
        Outcome::Stopped(stop) => format!(" Here the search was stopped {}.", by(*stop)),
        Outcome::Exhausted => " Nothing is left to search.".to_string(),
        Outcome::Solved(_) => String::new(),
    }
}

/// Returns the pseudo-code, with one mark beside the main line of the step and another beside its other active lines. If
/// it is longer than its area, only the part around the main line is shown.
pub fn pseudocode(
    watch: &Watch,
    narration: &Narration,
    theme: Theme,
    area: Rect,
) -> Vec<Line<'static>> {
    let code = watch.recording().pseudocode().lines;
    let width = usize::from(area.width).max(20);
    let mut rows: Vec<(usize, String)> = Vec::new();
    for (at, line) in code.iter().enumerate() {
        let sign = match (narration.line == Some(at), narration.lines.contains(&at)) {
            (true, _) => "▶ ",
            (_, true) => "· ",
            _ => "  ",
        };
        let text = line.trim_start();
        // Two columns per level are enough.
        let indent = " ".repeat((line.len() - text.len()) / 2);
        let (first, others) = (format!("{sign}{indent}"), format!("      {indent}"));
        let options =
            textwrap::Options::new(width).initial_indent(&first).subsequent_indent(&others);
        rows.extend(textwrap::wrap(text, options).into_iter().map(|row| (at, row.into_owned())));
    }
    let height = usize::from(area.height);
    let about = rows.iter().position(|(at, _)| narration.line == Some(*at)).unwrap_or_default();
    let first = about.saturating_sub(height / 2).min(rows.len().saturating_sub(height));
    let style = |at: usize| match (narration.line == Some(at), narration.lines.contains(&at)) {
        (true, _) => theme.current(),
        (_, true) => Style::new(),
        _ => theme.faint(),
    };
    let shown = rows.into_iter().skip(first).take(height);
    shown.map(|(at, row)| Line::styled(row, style(at))).collect()
}

/// Returns the position on the track: `Step 12 of 345 ████░░░░ whole search in 6 s, paused`.
pub fn track_line(watch: &Watch, theme: Theme, width: u16) -> Line<'static> {
    let track = watch.track();
    let (noun, of) = match watch.shown() {
        Shown::Search => ("Step", "search"),
        Shown::Solution => ("Move", "solution"),
    };
    let (position, last) = (grouped(track.position() as u64), grouped(track.last() as u64));
    let where_it_is = format!("{noun} {position} of {last} ");
    let state = if track.is_playing() { "playing" } else { "paused" };
    let speed = format!(" whole {of} in {} s, {state}", watch.speed().seconds());
    let rest = usize::from(width).saturating_sub(where_it_is.len() + speed.len());
    let done = (rest * track.position()).checked_div(track.last()).unwrap_or(rest);
    Line::from(vec![
        Span::styled(where_it_is, theme.strong()),
        Span::styled("█".repeat(done), theme.current()),
        Span::styled("░".repeat(rest - done), theme.faint()),
        Span::raw(speed),
    ])
}
