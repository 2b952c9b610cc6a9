//! Possible values of options, from the library's own lists, with the same ids, aliases and summaries. A typing error
//! gets clap's suggestion.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsStr;
use taquin::heuristic::{HEURISTICS, HeuristicChoice, HeuristicInfo};
use taquin::solve::{AlgorithmId, OptionValues, find_option};
use taquin::{CostModel, Goal, InputFormat, Metric, Mover};

/// Returns a parser for one of a list of named values.
///
/// `values` are shown in help and suggestions; `find` looks up the input, in lower case.
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

/// `--heuristic`: one of the list, or pattern databases followed by a partition.
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

/// Returns every tie rule, with a line about it.
pub fn tie_rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    names_of("ties").iter().copied()
}

/// Returns the possible names of an option, with a line about each.
pub fn names_of(option: &str) -> &'static [(&'static str, &'static str)] {
    match find_option(option).map(|option| option.values) {
        Some(OptionValues::Names(names)) => names,
        _ => &[],
    }
}

/// A topic of `taquin explain`.
#[derive(Clone, Debug)]
pub enum Topic {
    /// An algorithm.
    Algorithm(AlgorithmId),
    /// A heuristic.
    Heuristic(HeuristicChoice),
    /// A cost model.
    Cost(CostModel),
    /// A goal that fits any size.
    Goal(Goal),
    /// A tie rule: its name and a line about it.
    Ties(&'static str, &'static str),
}

impl Topic {
    fn find(name: &str) -> Option<Topic> {
        let ties = || tie_rules().find(|(id, _)| *id == name);
        let algorithm = name.parse().ok();
        algorithm
            .map(Topic::Algorithm)
            .or_else(|| name.parse().ok().map(Topic::Heuristic))
            .or_else(|| CostModel::from_id(name).map(Topic::Cost))
            .or_else(|| Goal::from_name(name).map(Topic::Goal))
            .or_else(|| ties().map(|(id, doc)| Topic::Ties(id, doc)))
    }
}

/// `ID` of `taquin explain`: every name that it knows.
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
        .chain(tie_rules().map(|(id, doc)| PossibleValue::new(id).help(doc)));
    one_of(values, Topic::find)
}
