//! The options of a search as one table: name, title, description, values, default, and the field that stores it. The
//! solver validates choices with it; the command line, configurations, requests, tables, the form of the page and
//! documentation are derived from it. A new option is an entry here, a line each in `of` and `options`, and the line of
//! the algorithm that uses it.

use crate::board::MoveOrder;
use std::fmt;
use taquin_search::threads::usable;
use taquin_search::{AlgorithmInfo, GoalTest, OptionId, Options, Ties};

/// The table: the field and its type, its name and title, which algorithms have it (all, if `None`), its values, and a
/// one-line description.
macro_rules! options {
    ($($(#[doc = $doc:literal])* $field:ident: $type:ty = $name:literal, $title:literal, $of:expr, $values:expr, $line:literal;)*) => {
        /// The chosen options; `None` means the default.
        ///
        /// ```
        /// use taquin::Settings;
        /// let settings = Settings { width: Some(50), ..Settings::default() };
        /// let chosen: Vec<_> = settings.chosen().map(|(option, value)| format!("{} {value}", option.name)).collect();
        /// assert_eq!(chosen, ["width 50"]);
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Settings {
            $($(#[doc = $doc])* pub $field: Option<$type>,)*
        }

        /// All options of a search.
        pub static OPTIONS: &[SearchOption] = &[$(SearchOption {
            name: $name,
            field: stringify!($field),
            title: $title,
            doc: $line,
            of: $of,
            values: $values,
            get: |settings| settings.$field.map(OptionType::value),
            set: |settings, value| settings.$field = value.and_then(<$type as OptionType>::read),
        },)*];
    };
}

options! {
    /// The order in which children are visited.
    order: MoveOrder = "order", "Order of children", None, OptionValues::Order,
        "The order in which children are visited, by where the blank goes: U up, D down, L left, R right";
    /// How ties are broken.
    ties: Ties = "ties", "Ties", Some(OptionId::Ties), OptionValues::Names(TIES),
        "Which of equally good states is taken first";
    /// When to test for the goal.
    goal_test: GoalTest = "goal-test", "Goal test", Some(OptionId::GoalTest), OptionValues::Names(GOAL_TESTS),
        "When a state is compared with the goal";
    /// The weight of the estimate, in thousandths.
    weight: u32 = "weight", "Weight", Some(OptionId::Weight), OptionValues::Thousandths { least: 1, most: 1_000_000 },
        "The factor of the estimate: above 1 the search is faster, but the solution may be longer";
    /// The number of states a beam keeps at each depth.
    width: usize = "width", "Width of the beam", Some(OptionId::Width), OptionValues::Whole { least: 1, most: 1_000_000 },
        "How many states a beam keeps of each depth; all others are dropped";
    /// The depth limit.
    max_depth: u64 = "max-depth", "Depth limit", Some(OptionId::MaxDepth), OptionValues::Whole { least: 0, most: u64::MAX },
        "Look no deeper than this many moves";
    /// The maximum number of threads for one puzzle. Some algorithms use only one.
    threads: usize = "threads", "Threads", None, OptionValues::Whole { least: 1, most: 1024 },
        "Threads that may work on one board, for ida, fast-ida and near-optimal";
}

/// When a state is tested for being the goal: names with descriptions.
const GOAL_TESTS: &[(&str, &str)] =
    &[("late", "when a state is taken off the frontier"), ("early", "when a state is generated")];

/// Tie-breaking rules: names with descriptions.
const TIES: &[(&str, &str)] = &[
    ("fifo", "the one that was put on the frontier first"),
    ("lifo", "the one that was put on the frontier last"),
    ("board", "the one whose board comes first, read row by row"),
    ("heap", "whichever lies on top of a plain binary heap"),
];

/// One entry of the table.
#[derive(Debug)]
pub struct SearchOption {
    /// The name: `goal-test`. Each front end spells it in its own way.
    pub name: &'static str,
    /// The name as a field of an object: `goal_test`.
    pub field: &'static str,
    /// What a form calls it: `Width of the beam`.
    pub title: &'static str,
    /// A one-line description.
    pub doc: &'static str,
    /// The id that algorithms with this option list; `None` if every search has it.
    pub of: Option<OptionId>,
    /// The possible values.
    pub values: OptionValues,
    get: fn(&Settings) -> Option<OptionValue>,
    set: fn(&mut Settings, Option<OptionValue>),
}

impl SearchOption {
    /// Returns the name in a sentence: `goal test`.
    pub fn words(&self) -> String {
        self.name.replace('-', " ")
    }

    /// Returns whether results report it. Threads are left out, as they do not change results.
    pub fn is_reported(&self) -> bool {
        self.name != "threads"
    }
}

/// The possible values of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionValues {
    /// One of these names, each with a description.
    Names(&'static [(&'static str, &'static str)]),
    /// A whole number.
    Whole {
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// A number with up to three decimals, counted in thousandths.
    Thousandths {
        /// The minimum.
        least: u32,
        /// The maximum.
        most: u32,
    },
    /// An order of directions.
    Order,
}

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A name.
    Name(&'static str),
    /// A whole number.
    Whole(u64),
    /// A number in thousandths.
    Thousandths(u32),
    /// An order of directions.
    Order(MoveOrder),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Name(name) => f.write_str(name),
            OptionValue::Whole(number) => write!(f, "{number}"),
            OptionValue::Thousandths(number) => write!(f, "{}", f64::from(*number) / 1000.0),
            OptionValue::Order(order) => write!(f, "{order}"),
        }
    }
}

impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OptionValues::Names(names) => {
                let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                write!(f, "one of {}", names.join(", "))
            }
            OptionValues::Whole { least, most: u64::MAX } => {
                write!(f, "a whole number from {least} on")
            }
            OptionValues::Whole { least, most } => {
                write!(f, "a whole number from {least} to {most}")
            }
            OptionValues::Thousandths { least, most } => {
                let (least, most) = (f64::from(least) / 1000.0, f64::from(most) / 1000.0);
                write!(f, "a number from {least} to {most} with at most three decimals")
            }
            OptionValues::Order => f.write_str("the letters U, D, L and R, each of them once"),
        }
    }
}

/// An invalid value of an option.
///
/// ```
/// use taquin::solve::find_option;
/// let width = find_option("width").expect("beams have one");
/// let error = width.read("0").unwrap_err();
/// assert_eq!(error.to_string(), "width must be a whole number from 1 to 1000000, not 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The name of the option.
    pub option: &'static str,
    /// The value given.
    pub value: String,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OptionError { option, value } = self;
        match find_option(option) {
            Some(found) => write!(f, "{option} must be {}, not {value}", found.values),
            None => write!(f, "{option} cannot be {value}"),
        }
    }
}

impl std::error::Error for OptionError {}

/// Returns the option with a name.
pub fn find_option(name: &str) -> Option<&'static SearchOption> {
    OPTIONS.iter().find(|option| option.name == name)
}

impl SearchOption {
    /// Returns the chosen value.
    pub fn get(&self, settings: &Settings) -> Option<OptionValue> {
        (self.get)(settings)
    }

    /// Sets a value; `None` means the default.
    pub fn set(&self, settings: &mut Settings, value: Option<OptionValue>) {
        (self.set)(settings, value);
    }

    /// Returns the default of an algorithm, if any.
    pub fn default(&self, info: &AlgorithmInfo) -> Option<OptionValue> {
        self.get(&Settings::default().resolved(info)).filter(|_| self.fits(info))
    }

    /// Returns whether an algorithm has this option.
    pub fn fits(&self, info: &AlgorithmInfo) -> bool {
        self.of.is_none_or(|id| info.options.contains(&id))
    }

    /// Parses a value as people write it.
    pub fn read(&self, text: &str) -> Result<OptionValue, OptionError> {
        let wrong = || OptionError { option: self.name, value: text.to_string() };
        let read = match self.values {
            OptionValues::Names(names) => {
                let is_it = |(name, _): &&(&str, &str)| name.eq_ignore_ascii_case(text);
                names.iter().find(is_it).map(|(name, _)| OptionValue::Name(name))
            }
            OptionValues::Whole { .. } => text.parse().ok().map(OptionValue::Whole),
            OptionValues::Thousandths { .. } => thousandths(text).map(OptionValue::Thousandths),
            OptionValues::Order => text.parse().ok().map(OptionValue::Order),
        };
        let value = read.ok_or_else(wrong)?;
        if self.allows(value) { Ok(value) } else { Err(wrong()) }
    }

    /// Returns whether a value is valid.
    fn allows(&self, value: OptionValue) -> bool {
        match (self.values, value) {
            (OptionValues::Names(names), OptionValue::Name(name)) => {
                names.iter().any(|(known, _)| *known == name)
            }
            (OptionValues::Whole { least, most }, OptionValue::Whole(number)) => {
                (least..=most).contains(&number)
            }
            (OptionValues::Thousandths { least, most }, OptionValue::Thousandths(number)) => {
                (least..=most).contains(&number)
            }
            (OptionValues::Order, OptionValue::Order(_)) => true,
            _ => false,
        }
    }
}

/// Parses a number such as 1.5, in thousandths.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let well_formed = digits(whole) && digits(decimals) && decimals.len() <= 3;
    let number = whole.parse::<u32>().ok().filter(|_| well_formed)?;
    let part: u32 = format!("{decimals:0<3}").parse().ok()?;
    number.checked_mul(1000)?.checked_add(part)
}

impl Settings {
    /// Returns the chosen options, in the order of the table.
    pub fn chosen(&self) -> impl Iterator<Item = (&'static SearchOption, OptionValue)> + '_ {
        OPTIONS.iter().filter_map(|option| Some((option, option.get(self)?)))
    }

    /// Returns these choices, completed with those of another.
    pub fn or(mut self, other: &Settings) -> Settings {
        for (option, value) in other.chosen() {
            if option.get(&self).is_none() {
                option.set(&mut self, Some(value));
            }
        }
        self
    }

    /// Returns only the options that an algorithm has.
    pub fn fitting(mut self, info: &AlgorithmInfo) -> Settings {
        for option in OPTIONS.iter().filter(|option| !option.fits(info)) {
            option.set(&mut self, None);
        }
        self
    }

    /// Returns everything that applies to a search with an algorithm: the chosen values, else the defaults.
    pub fn resolved(&self, info: &AlgorithmInfo) -> Settings {
        let order = Some(self.order.unwrap_or_default());
        Settings { order, ..Settings::of(&self.options(info), info) }
    }

    /// Returns the options of an algorithm that apply to it; the order is not part of them.
    pub(super) fn of(options: &Options, info: &AlgorithmInfo) -> Settings {
        let has = |id| info.options.contains(&id);
        Settings {
            order: None,
            goal_test: Some(options.goal_test),
            ties: info.ties.map(|_| options.ties),
            weight: has(OptionId::Weight).then_some(options.weight),
            width: has(OptionId::Width).then_some(options.width),
            max_depth: options.max_depth,
            threads: Some(options.threads),
        }
    }

    /// Returns the options for the algorithm itself.
    pub fn options(&self, info: &AlgorithmInfo) -> Options {
        let default = Options::default_for(info);
        Options {
            goal_test: self.goal_test.unwrap_or(default.goal_test),
            ties: self.ties.unwrap_or(default.ties),
            weight: self.weight.unwrap_or(default.weight),
            width: self.width.unwrap_or(default.width),
            max_depth: self.max_depth,
            threads: usable(self.threads.unwrap_or(default.threads)),
        }
    }

    /// Returns an error for the first option that the algorithm does not have or whose value is out of range.
    pub(super) fn check(&self, info: &AlgorithmInfo) -> Result<(), SettingError> {
        for (option, value) in self.chosen() {
            if !option.fits(info) {
                return Err(SettingError::Unused(option.name));
            }
            if !option.allows(value) {
                let value = value.to_string();
                return Err(SettingError::OutOfRange(OptionError { option: option.name, value }));
            }
        }
        Ok(())
    }
}

/// Why settings do not suit an algorithm.
pub(super) enum SettingError {
    /// The algorithm has no such option.
    Unused(&'static str),
    /// The value is invalid.
    OutOfRange(OptionError),
}

/// The type of a field of [`Settings`].
trait OptionType: Sized {
    fn value(self) -> OptionValue;
    fn read(value: OptionValue) -> Option<Self>;
}

impl OptionType for MoveOrder {
    fn value(self) -> OptionValue {
        OptionValue::Order(self)
    }

    fn read(value: OptionValue) -> Option<MoveOrder> {
        if let OptionValue::Order(order) = value { Some(order) } else { None }
    }
}

impl OptionType for u64 {
    fn value(self) -> OptionValue {
        OptionValue::Whole(self)
    }

    fn read(value: OptionValue) -> Option<u64> {
        if let OptionValue::Whole(number) = value { Some(number) } else { None }
    }
}

impl OptionType for usize {
    fn value(self) -> OptionValue {
        OptionValue::Whole(self as u64)
    }

    fn read(value: OptionValue) -> Option<usize> {
        u64::read(value).and_then(|number| usize::try_from(number).ok())
    }
}

impl OptionType for u32 {
    fn value(self) -> OptionValue {
        OptionValue::Thousandths(self)
    }

    fn read(value: OptionValue) -> Option<u32> {
        if let OptionValue::Thousandths(number) = value { Some(number) } else { None }
    }
}

impl OptionType for GoalTest {
    fn value(self) -> OptionValue {
        OptionValue::Name(GOAL_TESTS[self as usize].0)
    }

    fn read(value: OptionValue) -> Option<GoalTest> {
        [GoalTest::Late, GoalTest::Early].into_iter().find(|test| test.value() == value)
    }
}

impl OptionType for Ties {
    fn value(self) -> OptionValue {
        OptionValue::Name(TIES[self as usize].0)
    }

    fn read(value: OptionValue) -> Option<Ties> {
        let all = [Ties::Fifo, Ties::Lifo, Ties::State, Ties::Heap];
        all.into_iter().find(|ties| ties.value() == value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::AlgorithmId;

    #[test]
    fn every_value_is_read_as_it_is_written() {
        for option in OPTIONS {
            let values: Vec<String> = match option.values {
                OptionValues::Names(names) => {
                    names.iter().map(|(name, _)| name.to_string()).collect()
                }
                OptionValues::Whole { least, most } => vec![least.to_string(), most.to_string()],
                OptionValues::Thousandths { .. } => {
                    vec!["0.001".into(), "1.5".into(), "1000".into()]
                }
                OptionValues::Order => vec!["LURD".into()],
            };
            for text in values {
                let value = option.read(&text).expect("it is allowed");
                assert_eq!(value.to_string(), text);
                let mut settings = Settings::default();
                option.set(&mut settings, Some(value));
                assert_eq!(option.get(&settings), Some(value), "{} {text}", option.name);
                assert_eq!(settings.chosen().count(), 1);
            }
            for wrong in ["", "x", "-1", "1.2345", "1e3", "99999999999999999999"] {
                let error = option.read(wrong).expect_err("it is no value");
                assert!(error.to_string().starts_with(option.name), "{error}");
            }
        }
    }

    #[test]
    fn defaults_are_those_of_the_algorithm() {
        let default = |name: &str, algorithm: AlgorithmId| {
            let option = find_option(name).expect("it is in the table");
            option.default(algorithm.info()).map(|value| value.to_string())
        };
        assert_eq!(default("ties", AlgorithmId::AStar).as_deref(), Some("lifo"));
        assert_eq!(default("weight", AlgorithmId::WeightedAStar).as_deref(), Some("2"));
        assert_eq!(default("width", AlgorithmId::Beam).as_deref(), Some("1000"));
        assert_eq!(default("width", AlgorithmId::Bfs), None);
        assert_eq!(default("order", AlgorithmId::Bfs).as_deref(), Some("UDLR"));
    }
}
