//! A configuration as results report it: everything that is settled, defaults included.

use super::Configuration;
use crate::settings::SettingFields;
use serde::{Deserialize, Serialize};
use taquin::search::OptionId;

/// A configuration as results report it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConfigurationRecord {
    /// Its name.
    pub id: String,
    /// The algorithm asked for.
    pub algorithm: String,
    /// The heuristic, if it uses one.
    pub heuristic: Option<String>,
    /// What can be set, as far as it counts.
    #[serde(flatten)]
    pub settings: SettingFields,
    /// What a move costs.
    pub cost_model: String,
}

impl Configuration {
    /// Everything that is settled, defaults included.
    pub fn settings(&self) -> ConfigurationRecord {
        let (info, solver) = (self.algorithm.info(), &self.solver);
        let mut settings = solver.settings.resolved(info);
        // Threads are not reported, and a goal test that cannot be chosen is no setting.
        settings.threads = None;
        settings.goal_test =
            settings.goal_test.filter(|_| info.options.contains(&OptionId::GoalTest));
        ConfigurationRecord {
            id: self.id.clone(),
            algorithm: self.algorithm.to_string(),
            heuristic: solver.heuristic.as_ref().map(ToString::to_string),
            settings: SettingFields(settings),
            cost_model: solver.costs.id().to_string(),
        }
    }
}

impl ConfigurationRecord {
    /// In words, but for the algorithm and its heuristic: `order UDLR, ties lifo, goal test late`.
    pub fn in_words(&self) -> String {
        let costs = Some(&self.cost_model).filter(|costs| *costs != "unit");
        let mut all = self.settings.in_words();
        all.extend(costs.map(|costs| format!("cost {costs}")));
        all.join(", ")
    }
}
