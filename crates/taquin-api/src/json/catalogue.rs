//! Everything that can be chosen, as JSON, from the library's own lists.

use super::common::{SCHEMA_VERSION, TOOL_VERSION};
use crate::settings::SettingFields;
use serde::Serialize;
use std::collections::BTreeMap;
use taquin::heuristic::{HEURISTICS, HeuristicId, HeuristicInfo};
use taquin::search::{EventKind, EventText, Optimality};
use taquin::solve::{AlgorithmId, OPTIONS, OptionValues, find_option};
use taquin::{CostModel, Goal, InputFormat, Settings, Solver};

/// The lists as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    schema_version: u32,
    tool_version: &'static str,
    algorithms: Vec<Algorithm>,
    heuristics: Vec<Heuristic>,
    costs: Vec<Named>,
    goals: Vec<Named>,
    ties: Vec<Named>,
    goal_tests: Vec<Named>,
    input_formats: Vec<Named>,
}

/// An algorithm.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Algorithm {
    id: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    summary: &'static str,
    explanation: &'static str,
    complete: bool,
    /// `always`, `fewest-moves`, `if-admissible` (other heuristics are refused), `where-proven` (each answer states
    /// whether it is) or `never`.
    optimal: &'static str,
    memory: &'static str,
    informed: bool,
    /// The default heuristic and all supported ones; null and empty if it uses none.
    heuristic: Option<&'static str>,
    heuristics: Vec<&'static str>,
    counts_cost: bool,
    /// The defaults of its options; null where it has none.
    #[serde(flatten)]
    defaults: SettingFields,
    options: Vec<String>,
    /// Its pseudo-code, and the sentences that describe the events of a run.
    pseudocode: PseudocodeJson,
}

/// An algorithm as pseudo-code.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Pseudocode"))]
struct PseudocodeJson {
    /// The lines.
    lines: &'static [&'static str],
    /// By the event's name: `taken`, `new`, `known`, `better`, `pruned`, `round`, `meeting`, `improved` or `goal`.
    events: BTreeMap<&'static str, EventJson>,
}

/// The description of an event.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Event"))]
struct EventJson {
    /// The line of the pseudo-code that it belongs to, from 0.
    line: usize,
    /// A sentence, with the names of values in braces.
    sentence: &'static str,
}

/// A heuristic.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Heuristic {
    id: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    summary: &'static str,
    explanation: &'static str,
    admissible: bool,
    consistent: bool,
}

/// Another named choice.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Named {
    id: &'static str,
    summary: &'static str,
}

impl Default for Catalogue {
    /// Collects all lists.
    fn default() -> Catalogue {
        let named = |id, summary| Named { id, summary };
        Catalogue {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            algorithms: AlgorithmId::ALL.iter().map(Algorithm::from).collect(),
            heuristics: HEURISTICS.iter().map(Heuristic::from).collect(),
            costs: CostModel::LIST.iter().map(|(_, id, doc)| named(id, doc)).collect(),
            goals: Goal::NAMED.iter().map(|(id, _, doc)| named(id, doc)).collect(),
            ties: names_of("ties").map(|(id, doc)| named(id, doc)).collect(),
            goal_tests: names_of("goal-test").map(|(id, doc)| named(id, doc)).collect(),
            input_formats: InputFormat::NAMED.iter().map(|(id, _, doc)| named(id, doc)).collect(),
        }
    }
}

impl From<&AlgorithmId> for Algorithm {
    fn from(id: &AlgorithmId) -> Algorithm {
        let algorithm = *id;
        let info = id.info();
        Algorithm {
            id: info.id,
            aliases: info.aliases,
            title: info.title,
            summary: info.summary,
            explanation: info.explanation,
            complete: info.complete,
            optimal: match info.optimal {
                Optimality::Always => "always",
                Optimality::FewestMoves => "fewest-moves",
                Optimality::IfAdmissible => "if-admissible",
                Optimality::WhereProven => "where-proven",
                Optimality::Never => "never",
            },
            memory: info.memory,
            informed: info.informed,
            heuristic: algorithm.default_heuristic().map(|id| id.info().id),
            heuristics: HeuristicId::ALL
                .iter()
                .filter(|_| info.informed)
                .filter(|id| Solver::new(algorithm).heuristic_choice(**id).check().is_ok())
                .map(|id| id.info().id)
                .collect(),
            counts_cost: info.counts_cost,
            defaults: SettingFields(Settings::default().resolved(info)),
            options: OPTIONS
                .iter()
                .filter(|option| option.of.is_some() && option.fits(info))
                .map(|option| format!("--{}", option.name))
                .collect(),
            pseudocode: PseudocodeJson {
                lines: info.pseudocode.lines,
                events: info.pseudocode.events.iter().map(event).collect(),
            },
        }
    }
}

/// Returns an event's name and description.
fn event(text: &EventText) -> (&'static str, EventJson) {
    let name = match text.event {
        EventKind::Taken => "taken",
        EventKind::New => "new",
        EventKind::Known => "known",
        EventKind::Better => "better",
        EventKind::Pruned => "pruned",
        EventKind::Round => "round",
        EventKind::Meeting => "meeting",
        EventKind::Improved => "improved",
        EventKind::Goal => "goal",
    };
    (name, EventJson { line: text.line, sentence: text.sentence })
}

impl From<&'static HeuristicInfo> for Heuristic {
    fn from(info: &'static HeuristicInfo) -> Heuristic {
        Heuristic {
            id: info.id,
            aliases: info.aliases,
            title: info.title,
            summary: info.summary,
            explanation: info.explanation,
            admissible: info.admissible,
            consistent: info.consistent,
        }
    }
}

/// Returns the names that an option accepts, with a line about each.
fn names_of(option: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let names = match find_option(option).map(|option| option.values) {
        Some(OptionValues::Names(names)) => names,
        _ => &[],
    };
    names.iter().copied()
}
