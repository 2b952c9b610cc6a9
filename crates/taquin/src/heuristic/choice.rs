//! The choice of a heuristic: a built-in one, pattern databases of a given partition, or a custom one. Names are parsed
//! and printed only here.

use super::*;
use crate::board::Board;
use crate::board::Size;
use crate::cost::Cost;
use crate::pattern::{PartitionError, Partitions};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

macro_rules! list_heuristics {
    (any: $($any:ident),*; medium: $($medium:ident),*; small: $($small:ident),*;) => {
        /// Every heuristic.
        pub const HEURISTICS: &[HeuristicInfo] = &[
            $($any::INFO,)*
            $($medium::INFO,)*
            $($small::INFO,)*
        ];

        /// Identifies a built-in heuristic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum HeuristicId {
            $($any,)*
            $($medium,)*
            $($small,)*
        }

        impl HeuristicId {
            /// All heuristics, in the order of the list.
            pub const ALL: &[HeuristicId] = &[
                $(HeuristicId::$any,)*
                $(HeuristicId::$medium,)*
                $(HeuristicId::$small,)*
            ];
        }
    };
}
crate::for_each_heuristic!(list_heuristics);

impl HeuristicId {
    /// Returns the description of the heuristic.
    pub fn info(self) -> &'static HeuristicInfo {
        &HEURISTICS[self as usize]
    }

    /// Returns the heuristic with a name or alias.
    fn named(name: &str) -> Option<HeuristicId> {
        let is_it = |id: &HeuristicId| {
            let info = id.info();
            info.id == name || info.aliases.contains(&name)
        };
        HeuristicId::ALL.iter().copied().find(is_it)
    }
}

/// Which heuristic to search with.
///
/// ```
/// use taquin::heuristic::{HeuristicChoice, HeuristicId};
/// let manhattan: HeuristicChoice = "manhattan".parse()?;
/// assert_eq!(manhattan, HeuristicId::Manhattan.into());
/// let patterns: HeuristicChoice = "pdb:663+663b".parse()?;
/// assert_eq!(patterns.to_string(), "pdb:663+663b");
/// assert!("manhatan".parse::<HeuristicChoice>().is_err());
/// # Ok::<(), taquin::heuristic::HeuristicNameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeuristicChoice {
    /// A built-in heuristic. Pattern databases use the default partition of the board.
    BuiltIn(HeuristicId),
    /// Pattern databases of a given partition.
    Patterns(Partitions),
    /// A custom heuristic.
    Custom(CustomHeuristic),
}

/// The separator between the name of pattern databases and their partition.
const BEFORE_PARTITION: char = ':';

impl HeuristicChoice {
    /// Returns the description. Use `to_string` for the full name.
    pub fn info(&self) -> &HeuristicInfo {
        match self {
            HeuristicChoice::BuiltIn(id) => id.info(),
            HeuristicChoice::Patterns(_) => HeuristicId::Patterns.info(),
            HeuristicChoice::Custom(custom) => &custom.info,
        }
    }

    /// Returns whether it uses pattern databases.
    pub fn is_patterns(&self) -> bool {
        matches!(
            self,
            HeuristicChoice::BuiltIn(HeuristicId::Patterns) | HeuristicChoice::Patterns(_)
        )
    }

    /// Returns the partition of its pattern databases for boards of a size; `None` if it uses none.
    pub fn partitions(&self, size: Size) -> Option<Partitions> {
        match self {
            HeuristicChoice::BuiltIn(HeuristicId::Patterns) => Some(Partitions::default_for(size)),
            HeuristicChoice::Patterns(partitions) => Some(partitions.clone()),
            _ => None,
        }
    }
}

impl From<HeuristicId> for HeuristicChoice {
    fn from(id: HeuristicId) -> HeuristicChoice {
        HeuristicChoice::BuiltIn(id)
    }
}

impl fmt::Display for HeuristicChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)?;
        match self {
            HeuristicChoice::Patterns(partitions) => write!(f, "{BEFORE_PARTITION}{partitions}"),
            _ => Ok(()),
        }
    }
}

/// Why a name is not that of a heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicNameError {
    /// There is no heuristic with this name.
    #[error("there is no heuristic '{0}'")]
    Unknown(String),
    /// The partition of the pattern databases is invalid.
    #[error(transparent)]
    Partition(#[from] PartitionError),
}

codes! {
    HeuristicNameError {
        HeuristicNameError::Unknown(_) => "unknown-heuristic",
    }
    within {
        HeuristicNameError::Partition(ref error) => error.code(),
    }
}

impl FromStr for HeuristicChoice {
    type Err = HeuristicNameError;

    fn from_str(name: &str) -> Result<HeuristicChoice, HeuristicNameError> {
        let name = name.trim().to_ascii_lowercase();
        let partition = name.split_once(BEFORE_PARTITION);
        match partition.map(|(name, partition)| (HeuristicId::named(name), partition)) {
            Some((Some(HeuristicId::Patterns), partition)) => {
                Ok(HeuristicChoice::Patterns(partition.parse()?))
            }
            Some(_) => Err(HeuristicNameError::Unknown(name)),
            None => match HeuristicId::named(&name) {
                Some(id) => Ok(id.into()),
                None => Err(HeuristicNameError::Unknown(name)),
            },
        }
    }
}

/// A custom heuristic: any function of a board.
///
/// Two are equal if they are the same function object; functions that compute the same are not.
#[derive(Clone)]
pub struct CustomHeuristic {
    info: HeuristicInfo,
    estimate: Arc<dyn Fn(&Board) -> Cost + Send + Sync>,
}

impl CustomHeuristic {
    /// Wraps a function that never overestimates. The caller is responsible for that, as it decides what is reported as
    /// optimal.
    pub fn admissible(
        estimate: impl Fn(&Board) -> Cost + Send + Sync + 'static,
    ) -> CustomHeuristic {
        let info = HeuristicInfo {
            id: "custom",
            aliases: &[],
            title: "Custom heuristic",
            summary: "a function of the board, supplied by the calling program",
            explanation: "The program that uses this library supplies a function that estimates the remaining cost from \
                any board.",
            admissible: true,
            consistent: false,
            unit: 1,
        };
        CustomHeuristic { info, estimate: Arc::new(estimate) }
    }

    /// Wraps a function that may overestimate. Only algorithms that do not guarantee an optimal solution accept it.
    pub fn inadmissible(
        estimate: impl Fn(&Board) -> Cost + Send + Sync + 'static,
    ) -> CustomHeuristic {
        let mut custom = CustomHeuristic::admissible(estimate);
        custom.info.admissible = false;
        custom
    }

    /// Sets how many units of the function make one step, so that estimates can have fractions.
    pub fn in_units(mut self, unit: Cost) -> CustomHeuristic {
        self.info.unit = unit.max(1);
        self
    }

    /// Sets the name shown in reports.
    pub fn named(mut self, id: &'static str) -> CustomHeuristic {
        self.info.id = id;
        self
    }

    /// Returns whether the function is said never to overestimate.
    pub fn is_admissible(&self) -> bool {
        self.info.admissible
    }

    /// Returns the number of units in one step.
    pub fn unit(&self) -> Cost {
        self.info.unit
    }

    /// Returns the estimate for a board, in units.
    pub fn estimate(&self, board: &Board) -> Cost {
        (self.estimate)(board)
    }
}

impl PartialEq for CustomHeuristic {
    fn eq(&self, other: &CustomHeuristic) -> bool {
        Arc::ptr_eq(&self.estimate, &other.estimate)
    }
}

impl Eq for CustomHeuristic {}

impl fmt::Debug for CustomHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomHeuristic").field(&self.info.id).finish()
    }
}
