//! A whole space, counted: the figures, then how many boards lie at each distance, with bars.

use super::{Paint, SCHEMA_VERSION, TOOL_VERSION, write_line};
use crate::quantities::{counted, grouped, shown_bytes, shown_time};
use serde::Serialize;
use std::io::{self, Write};
use taquin::figures::KnownLayers;
use taquin::table::Space;

/// How the counts compare with what is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Nothing is known of this goal.
    Unknown,
    /// Equal to a sequence of the OEIS, or to a count of our own.
    Equal(Option<&'static str>),
    /// Not equal, for the first time at this distance.
    Differs(Option<&'static str>, usize),
}

impl Checked {
    /// Compares.
    pub fn new(space: &Space, known: Option<&KnownLayers>) -> Checked {
        let Some(KnownLayers { published, counts }) = known else { return Checked::Unknown };
        let longest = counts.len().max(space.layers.len());
        let differs = (0..longest).find(|&at| counts.get(at) != space.layers.get(at));
        differs.map_or(Checked::Equal(*published), |at| Checked::Differs(*published, at))
    }
}

/// The farthest boards that are written out; of more, only the first.
const SHOWN_FARTHEST: usize = 10;
/// How long the longest bar is.
const BAR: u64 = 40;

/// Writes it for people.
pub fn write_space(
    space: &Space,
    checked: &Checked,
    paint: Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let deepest = space.layers.len() as u64 - 1;
    let boards = grouped(space.boards());
    let all = format!("All {boards} boards of {}", space.goal.size());
    writeln!(out, "{}\n", paint.good(all + " that can reach the goal."))?;
    let mut row = |name: &str, value: String| {
        writeln!(out, "  {} {value}", paint.faint(format!("{name:<11}")))
    };
    row("goal", space.goal.to_string())?;
    row("metric", format!("{}, {}", space.metric.id(), space.metric.doc()))?;
    row("mean", format!("{:.6} moves", space.mean()))?;
    row("farthest", counted(deepest, "move"))?;
    row("checked", shown_check(checked, paint))?;
    row("memory", shown_bytes(space.bytes))?;
    row("time", shown_time(space.time))?;

    let most = space.layers.iter().copied().max().unwrap_or(1);
    let width = grouped(most).len().max("boards".len());
    writeln!(out, "\n  {}", paint.faint(format!("moves  {:>width$}", "boards")))?;
    for (distance, &count) in space.layers.iter().enumerate() {
        let bar = "█".repeat((count * BAR).div_ceil(most) as usize);
        writeln!(out, "  {distance:>5}  {:>width$}  {bar}", grouped(count))?;
    }

    let farthest = space.layers[deepest as usize];
    let heading = format!("{} from the goal", counted(deepest, "move"));
    writeln!(out, "\n{}", paint.heading(format!("{}, {heading}", counted(farthest, "board"))))?;
    for board in space.farthest.iter().take(SHOWN_FARTHEST) {
        writeln!(out, "  {board}")?;
    }
    let rest = farthest.saturating_sub(SHOWN_FARTHEST as u64);
    if rest > 0 {
        let all = if farthest > Space::FARTHEST_KEPT as u64 { "more" } else { "all" };
        writeln!(out, "  and {} more; --json has {all} of them", grouped(rest))?;
    }
    Ok(())
}

fn shown_check(checked: &Checked, paint: Paint) -> String {
    let what = |published: &Option<&str>| match published {
        Some(id) => format!("the published counts, {id} of the OEIS"),
        None => "the counts of an earlier, independent search; none are published".to_string(),
    };
    match checked {
        Checked::Unknown => "nothing is known of this goal to compare with".to_string(),
        Checked::Equal(published) => format!("{} {}", paint.good("equal to"), what(published)),
        Checked::Differs(published, at) => {
            format!("{} {}, first at {at} moves", paint.bad("differs from"), what(published))
        }
    }
}

/// How many boards lie at each distance, as CSV.
pub fn space_csv(space: &Space) -> String {
    let line = |(distance, count): (usize, &u64)| format!("{distance},{count}\n");
    "moves,boards\n".to_string() + &space.layers.iter().enumerate().map(line).collect::<String>()
}

/// A space as JSON.
#[derive(Serialize)]
struct Object<'a> {
    /// The version of the schema.
    schema_version: u32,
    /// The version of the program.
    tool_version: &'static str,
    /// Rows and columns: `3x3`.
    size: String,
    /// The goal, rows divided by slashes.
    goal: String,
    /// What counted as one move: `stm` or `mtm`.
    metric: &'static str,
    /// How many boards there are.
    boards: u64,
    /// How many lie at each distance, from 0 on.
    counts: &'a [u64],
    /// The mean distance.
    mean: f64,
    /// The greatest distance.
    deepest: usize,
    /// The boards there, of more than 1000 the first.
    farthest: Vec<String>,
    /// How the counts compare with those known: `equal`, `differs` or `unknown`.
    checked: &'static str,
    /// The sequence of the OEIS they were compared with; null for counts that were never published.
    published: Option<&'static str>,
    /// How many bytes it took.
    bytes: u64,
    /// How long it took.
    seconds: f64,
}

/// Writes it as one JSON object.
pub fn write_space_json(space: &Space, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
    let (verdict, published) = match checked {
        Checked::Unknown => ("unknown", None),
        Checked::Equal(published) => ("equal", *published),
        Checked::Differs(published, _) => ("differs", *published),
    };
    let object = Object {
        schema_version: SCHEMA_VERSION,
        tool_version: TOOL_VERSION,
        size: space.goal.size().to_string(),
        goal: space.goal.to_string(),
        metric: space.metric.id(),
        boards: space.boards(),
        counts: &space.layers,
        mean: space.mean(),
        deepest: space.layers.len() - 1,
        farthest: space.farthest.iter().map(ToString::to_string).collect(),
        checked: verdict,
        published,
        bytes: space.bytes,
        seconds: space.time.as_secs_f64(),
    };
    write_line(out, &object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::figures::known_layers;
    use taquin::{Board, Cancel, Metric, Size};

    #[test]
    fn what_differs_is_told() {
        let goal = Board::classic(Size::new(2, 3).expect("a size"));
        let metric = Metric::SingleTile;
        let explored = Space::explore(&goal, metric, None, &Cancel::new(), &mut |_, _| {});
        let mut space = explored.expect("nobody stops it");
        let known = known_layers(&goal, metric);
        assert_eq!(Checked::new(&space, None), Checked::Unknown);
        let id = Some("A090034");
        assert_eq!(Checked::new(&space, known.as_ref()), Checked::Equal(id));
        space.layers.push(1);
        assert_eq!(Checked::new(&space, known.as_ref()), Checked::Differs(id, 22));
        space.layers[7] += 1;
        let differs = Checked::new(&space, known.as_ref());
        assert_eq!(differs, Checked::Differs(id, 7));
        let shown = shown_check(&differs, Paint::new(false));
        assert_eq!(
            shown,
            "differs from the published counts, A090034 of the OEIS, first at 7 moves"
        );
    }
}
