//! The counts of a whole space: the figures, then the number of boards at each distance, with bars.

use super::figures::Figures;
use crate::prose::filled;
use crate::terminal::{Paint, Terminal};
use std::io::{self, Write};
use taquin::table::Space;
use taquin_api::json::CheckedSpace;
use taquin_api::quantities::{counted, grouped, shown_bytes, shown_time};

/// The maximum number of farthest boards to print.
const SHOWN_FARTHEST: usize = 10;
/// The length of the longest bar.
const BAR: u64 = 40;

/// Writes the counts as text.
pub fn write_space(
    space: &Space,
    checked: &CheckedSpace,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let paint = terminal.paint;
    let deepest = space.layers.len() as u64 - 1;
    let boards = grouped(space.boards());
    let all = format!("All {boards} boards of {}", space.goal.size());
    let all = paint.good(all + " that can reach the goal.");
    writeln!(out, "{}\n", filled(&all, terminal.columns, "", ""))?;
    let mut figures = Figures { terminal, out };
    figures.board("goal", &space.goal)?;
    let mut row = |name: &str, value: String| figures.row(name, &value);
    row("metric", format!("{}, {}", space.metric.id(), space.metric.doc()))?;
    row("mean", format!("{:.6} moves", space.mean()))?;
    row("farthest", counted(deepest, "move"))?;
    row("checked", shown_check(checked, paint))?;
    row("memory", shown_bytes(space.bytes))?;
    row("time", shown_time(space.time))?;

    let most = space.layers.iter().copied().max().unwrap_or(1);
    let width = grouped(most).len().max("boards".len());
    writeln!(out, "\n  {}", paint.faint(format!("moves  {:>width$}", "boards")))?;
    let before = 2 + 5 + 2 + width + 2;
    let longest = BAR.min(terminal.columns.saturating_sub(before) as u64);
    for (distance, &count) in space.layers.iter().enumerate() {
        let bar = "█".repeat((count * longest).div_ceil(most) as usize);
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

fn shown_check(checked: &CheckedSpace, paint: Paint) -> String {
    let what = |published: &Option<&str>| match published {
        Some(id) => format!("the published counts, {id} of the OEIS"),
        None => "the counts of an earlier, independent search; none are published".to_string(),
    };
    match checked {
        CheckedSpace::Unknown => "no counts are known for this goal to compare with".to_string(),
        CheckedSpace::Equal(published) => format!("{} {}", paint.good("equal to"), what(published)),
        CheckedSpace::Differs(published, at) => {
            format!("{} {}, first at {at} moves", paint.bad("differs from"), what(published))
        }
    }
}

/// Returns the number of boards at each distance as CSV.
pub fn space_csv(space: &Space) -> String {
    let line = |(distance, count): (usize, &u64)| format!("{distance},{count}\n");
    "moves,boards\n".to_string() + &space.layers.iter().enumerate().map(line).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::figures::known_layers;
    use taquin::{Board, Budget, Metric, Size};

    #[test]
    fn what_differs_is_told() {
        let goal = Board::classic(Size::new(2, 3).expect("a size"));
        let metric = Metric::SingleTile;
        let explored = Space::explore(&goal, metric, &Budget::unlimited(), &mut |_, _| {});
        let mut space = explored.expect("it is not cancelled");
        let known = known_layers(&goal, metric);
        assert_eq!(CheckedSpace::new(&space, None), CheckedSpace::Unknown);
        let id = Some("A090034");
        assert_eq!(CheckedSpace::new(&space, known.as_ref()), CheckedSpace::Equal(id));
        space.layers.push(1);
        assert_eq!(CheckedSpace::new(&space, known.as_ref()), CheckedSpace::Differs(id, 22));
        space.layers[7] += 1;
        let differs = CheckedSpace::new(&space, known.as_ref());
        assert_eq!(differs, CheckedSpace::Differs(id, 7));
        let shown = shown_check(&differs, Paint::new(false));
        assert_eq!(
            shown,
            "differs from the published counts, A090034 of the OEIS, first at 7 moves"
        );
    }
}
