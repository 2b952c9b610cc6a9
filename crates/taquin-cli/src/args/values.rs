//! Possible values of options, from the library's own lists: what it can do, the command line
//! offers, with the same ids, aliases and summaries. A typing error gets clap's suggestion.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsStr;
use taquin::heuristic::{HEURISTICS, HeuristicChoice, HeuristicInfo};
use taquin::search::{GoalTest, Ties};
use taquin::solve::AlgorithmId;
use taquin::{CostModel, Goal, InputFormat, Metric, Mover};
use taquin_api::names::{goal_test_doc, ties_doc};

/// A parser for one of a list of named things.
///
/// `values` are what help and suggestions show; `find` looks up what was typed, in lower case.
fn one_of<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = PossibleValue>,
    find: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    let known = PossibleValuesParser::new(values);
    known.try_map(move |name| find(&name.to_ascii_lowercase()).ok_or("no such name"))
}

/// `--algorithm`
pub fn algorithms() -> impl TypedValueParser<Value = AlgorithmId> {
    let value = |id: &AlgorithmId| {
        let info = id.info();
        PossibleValue::new(info.id).aliases(info.aliases).help(info.summary)
    };
    one_of(AlgorithmId::ALL.iter().map(value), |name| name.parse().ok())
}

/// `--heuristic`: one of the list, or pattern databases with a division behind them.
pub fn heuristics() -> impl TypedValueParser<Value = HeuristicChoice> {
    HeuristicParser
}

#[derive(Clone)]
struct HeuristicParser;

impl HeuristicParser {
    fn known() -> impl Iterator<Item = PossibleValue> {
        let value = |info: &'static HeuristicInfo| {
            PossibleValue::new(info.id).aliases(info.aliases).help(info.summary)
        };
        HEURISTICS.iter().map(value)
    }
}

impl TypedValueParser for HeuristicParser {
    type Value = HeuristicChoice;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        match value.to_str().and_then(|text| text.split_once(':')) {
            Some(_) => {
                let with_partition = |name: String| name.parse::<HeuristicChoice>();
                clap::builder::StringValueParser::new()
                    .try_map(with_partition)
                    .parse_ref(command, arg, value)
            }
            None => {
                let named = one_of(HeuristicParser::known(), |name| name.parse().ok());
                named.parse_ref(command, arg, value)
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(HeuristicParser::known()))
    }
}

/// `--cost`
pub fn costs() -> impl TypedValueParser<Value = CostModel> {
    let value = |(_, id, doc)| PossibleValue::new(id).help(doc);
    one_of(CostModel::LIST.into_iter().map(value), CostModel::from_id)
}

/// `--ties`
pub fn ties() -> impl TypedValueParser<Value = Ties> {
    let value = |(id, ties): (&'static str, Ties)| PossibleValue::new(id).help(ties_doc(ties));
    let find =
        |name: &str| Ties::LIST.into_iter().find(|(id, _)| *id == name).map(|(_, ties)| ties);
    one_of(Ties::LIST.into_iter().map(value), find)
}

/// `--goal-test`
pub fn goal_tests() -> impl TypedValueParser<Value = GoalTest> {
    let value =
        |(id, test): (&'static str, GoalTest)| PossibleValue::new(id).help(goal_test_doc(test));
    let find =
        |name: &str| GoalTest::LIST.into_iter().find(|(id, _)| *id == name).map(|(_, test)| test);
    one_of(GoalTest::LIST.into_iter().map(value), find)
}

/// `--input-format`
pub fn input_formats() -> impl TypedValueParser<Value = InputFormat> {
    let value = |(id, _, doc)| PossibleValue::new(id).help(doc);
    one_of(InputFormat::NAMED.into_iter().map(value), |name| name.parse().ok())
}

/// `--moves`
pub fn movers() -> impl TypedValueParser<Value = Mover> {
    let value = |(id, _, doc)| PossibleValue::new(id).help(doc);
    let find = |name: &str| Mover::NAMED.into_iter().find(|entry| entry.0 == name).map(|e| e.1);
    one_of(Mover::NAMED.into_iter().map(value), find)
}

/// `--metric`
pub fn metrics() -> impl TypedValueParser<Value = Metric> {
    let value = |(id, _, doc)| PossibleValue::new(id).help(doc);
    one_of(Metric::NAMED.into_iter().map(value), Metric::from_id)
}

/// Something that `taquin explain` can explain.
#[derive(Clone, Debug)]
pub enum Topic {
    /// An algorithm.
    Algorithm(AlgorithmId),
    /// A heuristic.
    Heuristic(HeuristicChoice),
    /// A way to count the cost of a move.
    Cost(CostModel),
    /// A goal that fits any size.
    Goal(Goal),
    /// A rule for equal nodes.
    Ties(Ties),
}

impl Topic {
    fn find(name: &str) -> Option<Topic> {
        let ties = || Ties::LIST.into_iter().find(|(id, _)| *id == name);
        let algorithm = name.parse().ok();
        algorithm
            .map(Topic::Algorithm)
            .or_else(|| name.parse().ok().map(Topic::Heuristic))
            .or_else(|| CostModel::from_id(name).map(Topic::Cost))
            .or_else(|| Goal::from_name(name).map(Topic::Goal))
            .or_else(|| ties().map(|(_, ties)| Topic::Ties(ties)))
    }
}

/// Every id there is.
pub fn topics() -> impl TypedValueParser<Value = Topic> {
    let algorithm = |id: &AlgorithmId| {
        let info = id.info();
        PossibleValue::new(info.id).aliases(info.aliases).help(info.title)
    };
    let heuristic = |info: &'static HeuristicInfo| {
        PossibleValue::new(info.id).aliases(info.aliases).help(info.title)
    };
    let values = AlgorithmId::ALL
        .iter()
        .map(algorithm)
        .chain(HEURISTICS.iter().map(heuristic))
        .chain(CostModel::LIST.into_iter().map(|(_, id, doc)| PossibleValue::new(id).help(doc)))
        .chain(Goal::NAMED.into_iter().map(|(id, _, doc)| PossibleValue::new(id).help(doc)))
        .chain(Ties::LIST.into_iter().map(|(id, t)| PossibleValue::new(id).help(ties_doc(t))));
    one_of(values, Topic::find)
}
