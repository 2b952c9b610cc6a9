//! Everything that can be chosen, as JSON, from the library's own lists.

use super::common::Versions;
use crate::settings::SettingFields;
use serde::Serialize;
use taquin::heuristic::{HEURISTICS, HeuristicId, HeuristicInfo};
use taquin::search::AlgorithmInfo;
use taquin::solve::{AlgorithmId, OPTIONS, OptionValues, find_option};
use taquin::{CostModel, Goal, InputFormat, Settings, Solver};

/// The lists as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    #[serde(flatten)]
    versions: Versions,
    algorithms: Vec<Algorithm>,
    heuristics: &'static [HeuristicInfo],
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
    #[serde(flatten)]
    info: &'static AlgorithmInfo,
    /// The default heuristic and all supported ones; null and empty if it uses none.
    heuristic: Option<&'static str>,
    heuristics: Vec<&'static str>,
    /// The defaults of its options; null where it has none.
    #[serde(flatten)]
    defaults: SettingFields,
    /// Its settings, of those that only some algorithms have.
    options: Vec<&'static str>,
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
            versions: Versions::default(),
            algorithms: AlgorithmId::ALL.iter().map(Algorithm::from).collect(),
            heuristics: HEURISTICS,
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
            info,
            heuristic: algorithm.default_heuristic().map(|id| id.info().id),
            heuristics: HeuristicId::ALL
                .iter()
                .filter(|_| info.informed)
                .filter(|id| Solver::new(algorithm).heuristic_choice(**id).check().is_ok())
                .map(|id| id.info().id)
                .collect(),
            defaults: SettingFields(Settings::default().resolved(info)),
            options: OPTIONS
                .iter()
                .filter(|option| option.of.is_some() && option.fits(info))
                .map(|option| option.field)
                .collect(),
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
