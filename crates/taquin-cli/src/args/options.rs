//! The options of a search on the command line, generated from the library's table: one flag each.

use super::values::one_of;
use clap::builder::{PossibleValue, ValueParser};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use taquin::search::AlgorithmInfo;
use taquin::solve::{AlgorithmId, OptionValue, OptionValues, SearchOption};
use taquin::{MoveOrder, Settings};
use taquin_api::settings::reported_options;

/// The settings given by flags.
#[derive(Clone, Debug, Default)]
pub struct OptionArgs {
    /// The settings.
    pub settings: Settings,
}

impl Args for OptionArgs {
    fn augment_args(command: Command) -> Command {
        reported_options().fold(command, |command, option| command.arg(flag(option)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        OptionArgs::augment_args(command)
    }
}

impl FromArgMatches for OptionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<OptionArgs, Error> {
        let mut args = OptionArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for option in reported_options() {
            if let Some(value) = matches.get_one::<OptionValue>(option.name) {
                option.set(&mut self.settings, Some(*value));
            }
        }
        Ok(())
    }
}

/// Returns the flag of an option.
fn flag(option: &'static SearchOption) -> Arg {
    let (value_name, parser) = match option.values {
        OptionValues::Names(names) => {
            let value =
                |(name, doc): &(&'static str, &'static str)| PossibleValue::new(*name).help(*doc);
            let find = |name: &str| option.read(name).ok();
            ("NAME", ValueParser::new(one_of(names.iter().map(value), find)))
        }
        OptionValues::Order => ("LETTERS", ValueParser::new(read_order)),
        OptionValues::Whole { .. } => ("N", numbers(option)),
        OptionValues::Thousandths { .. } => ("X", numbers(option)),
    };
    Arg::new(option.name)
        .long(option.name)
        .value_name(value_name)
        .value_parser(parser)
        .ignore_case(true)
        .help(format!("{} [default: {}]", option.doc, default_of_all(option)))
        .help_heading("Search")
}

fn read_order(text: &str) -> Result<OptionValue, String> {
    let order = text.parse::<MoveOrder>().map_err(|error| error.to_string())?;
    Ok(OptionValue::Order(order))
}

fn numbers(option: &'static SearchOption) -> ValueParser {
    ValueParser::new(move |text: &str| {
        option.read(text).map_err(|_| format!("it must be {}", option.values))
    })
}

/// Describes the default, for all algorithms.
fn default_of_all(option: &SearchOption) -> String {
    let of = |id: &AlgorithmId| option.default(id.info());
    match option.values {
        OptionValues::Names(_) => "the algorithm's own".to_string(),
        _ => {
            let default = AlgorithmId::ALL.iter().find_map(of);
            default.map_or("no limit".to_string(), |value| value.to_string())
        }
    }
}

/// Describes an option, with its default for an algorithm.
pub fn option_text(option: &SearchOption, info: &AlgorithmInfo) -> String {
    let default = option.default(info).map_or("no limit".to_string(), |value| value.to_string());
    format!("{} [default: {default}]", option.doc)
}
