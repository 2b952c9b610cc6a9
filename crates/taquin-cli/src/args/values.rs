//! Possible values of options, from the library's own lists: what it can do, the command line
//! offers, with the same ids, aliases and summaries. A typing error gets clap's suggestion.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsStr;
use taquin::heuristic::{HEURISTICS, HeuristicChoice, HeuristicInfo};
use taquin::solve::{AlgorithmId, OptionValues, find_option};
use taquin::{CostModel, Goal, InputFormat, Metric, Mover};

/// A parser for one of a list of named things.
///
/// `values` are what help and suggestions show; `find` looks up what was typed, in lower case.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = PossibleValue>,
    find: impl Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
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

/// `--heuristic`: one of the list, or pattern databases with a partition behind them.
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

/// Every rule for ties, and a line about it.
pub fn rules_for_ties() -> impl Iterator<Item = (&'static str, &'static str)> {
    names_of("ties").iter().copied()
}

/// The names that an option can be, and a line about each.
pub fn names_of(option: &str) -> &'static [(&'static str, &'static str)] {
    match find_option(option).map(|option| option.values) {
        Some(OptionValues::Names(names)) => names,
        _ => &[],
    }
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
    /// A rule for equal nodes: its name and a line about it.
    Ties(&'static str, &'static str),
}

impl Topic {
    fn find(name: &str) -> Option<Topic> {
        let ties = || rules_for_ties().find(|(id, _)| *id == name);
        let algorithm = name.parse().ok();
        algorithm
            .map(Topic::Algorithm)
            .or_else(|| name.parse().ok().map(Topic::Heuristic))
            .or_else(|| CostModel::from_id(name).map(Topic::Cost))
            .or_else(|| Goal::from_name(name).map(Topic::Goal))
            .or_else(|| ties().map(|(id, doc)| Topic::Ties(id, doc)))
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
        .chain(rules_for_ties().map(|(id, doc)| PossibleValue::new(id).help(doc)));
    one_of(values, Topic::find)
}
