//! A configuration as results report it: all settings, defaults included.

use super::Configuration;
use crate::settings::SettingFields;
use serde::{Deserialize, Serialize};
use taquin::CostModel;
use taquin::search::OptionId;

/// A configuration as results report it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConfigurationRecord {
    /// Its id.
    pub id: String,
    /// The requested algorithm.
    pub algorithm: String,
    /// The heuristic, if it uses one.
    pub heuristic: Option<String>,
    /// The settings that apply.
    #[serde(flatten)]
    pub settings: SettingFields,
    /// What a move costs.
    pub cost_model: CostModel,
}

impl Configuration {
    /// Returns all settings, defaults included.
    pub fn settings(&self) -> ConfigurationRecord {
        let solver = &self.solver;
        let info = solver.requested().info();
        let mut settings = solver.settings.resolved(info);
        // Threads are not reported, and a fixed goal test is not a setting.
        settings.threads = None;
        settings.goal_test =
            settings.goal_test.filter(|_| info.options.contains(&OptionId::GoalTest));
        ConfigurationRecord {
            id: self.id.clone(),
            algorithm: solver.requested().to_string(),
            heuristic: solver.heuristic.as_ref().map(ToString::to_string),
            settings: SettingFields(settings),
            cost_model: solver.costs,
        }
    }
}

impl ConfigurationRecord {
    /// Describes the settings in words, without algorithm and heuristic: `order UDLR, ties lifo, goal test late`.
    pub fn in_words(&self) -> String {
        let costs = Some(self.cost_model).filter(|costs| *costs != CostModel::Unit);
        let mut all = self.settings.in_words();
        all.extend(costs.map(|costs| format!("cost {}", costs.id())));
        all.join(", ")
    }
}
