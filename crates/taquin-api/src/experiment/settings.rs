//! A configuration as results tell it: everything that is settled, the usual included.

use super::Configuration;
use crate::names::goal_test_id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use taquin::search::{OptionId, Options};

/// A configuration as results tell it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// Its name.
    pub id: String,
    /// The algorithm asked for.
    pub algorithm: String,
    /// The heuristic, if it uses one.
    pub heuristic: Option<String>,
    /// The order in which children are visited.
    pub order: String,
    /// Which of equal nodes comes first, where that matters.
    pub ties: Option<String>,
    /// When it tests for the goal, where that can be chosen.
    pub goal_test: Option<String>,
    /// The weight of the estimate, where it has one.
    pub weight: Option<f64>,
    /// The width of the beam, where it has one.
    pub width: Option<usize>,
    /// The depth limit, if there is one.
    pub max_depth: Option<u64>,
    /// What a move costs.
    pub cost_model: String,
}

impl Configuration {
    /// Everything that is settled, the usual included.
    pub fn settings(&self) -> Settings {
        let default = Options::default_for(self.algorithm.info());
        let has = |id: OptionId| self.algorithm.info().options.contains(&id);
        let solver = &self.solver;
        let ties = self.algorithm.info().ties.map(|default| solver.ties.unwrap_or(default));
        let goal_test = solver.goal_test.unwrap_or(default.goal_test);
        let weight = f64::from(solver.weight.unwrap_or(default.weight)) / 1000.0;
        Settings {
            id: self.id.clone(),
            algorithm: self.algorithm.to_string(),
            heuristic: solver.heuristic.as_ref().map(ToString::to_string),
            order: solver.order.to_string(),
            ties: ties.map(|ties| ties.id().to_string()),
            goal_test: has(OptionId::GoalTest).then(|| goal_test_id(goal_test).to_string()),
            weight: has(OptionId::Weight).then_some(weight),
            width: has(OptionId::Width).then_some(solver.width.unwrap_or(default.width)),
            max_depth: solver.max_depth,
            cost_model: solver.costs.id().to_string(),
        }
    }
}

impl Settings {
    /// In words, but for the algorithm and its heuristic: `order UDLR, ties lifo, goal test late`.
    pub fn in_words(&self) -> String {
        let named = |name: &str, value: &Option<String>| {
            value.as_ref().map(|value| format!("{name} {value}"))
        };
        let all = [
            Some(format!("order {}", self.order)),
            named("ties", &self.ties),
            named("goal test", &self.goal_test),
            self.weight.map(|weight| format!("weight {weight}")),
            self.width.map(|width| format!("width {width}")),
            self.max_depth.map(|depth| format!("max depth {depth}")),
            Some(format!("cost {}", self.cost_model)).filter(|_| self.cost_model != "unit"),
        ];
        all.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
