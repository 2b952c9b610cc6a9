//! Which heuristic: one of the list, pattern databases of a certain partition, or one of the caller's own. Names are
//! read and written here and nowhere else.

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

        /// One of the heuristics of the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum HeuristicId {
            $($any,)*
            $($medium,)*
            $($small,)*
        }

        impl HeuristicId {
            /// All of them, in the order of the list.
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
    /// What it is and promises.
    pub fn info(self) -> &'static HeuristicInfo {
        &HEURISTICS[self as usize]
    }

    /// The one of a name or alias.
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
    /// One of the list. Pattern databases are those of the partition that suits the board.
    BuiltIn(HeuristicId),
    /// Pattern databases of a certain partition.
    Patterns(Partitions),
    /// One of the caller's own.
    Custom(CustomHeuristic),
}

/// What stands between the name of pattern databases and their partition.
const BEFORE_PARTITION: char = ':';

impl HeuristicChoice {
    /// What it is and promises. Its name in full is what `to_string` gives.
    pub fn info(&self) -> &HeuristicInfo {
        match self {
            HeuristicChoice::BuiltIn(id) => id.info(),
            HeuristicChoice::Patterns(_) => HeuristicId::Patterns.info(),
            HeuristicChoice::Custom(custom) => &custom.info,
        }
    }

    /// Whether it looks up pattern databases.
    pub fn is_patterns(&self) -> bool {
        matches!(
            self,
            HeuristicChoice::BuiltIn(HeuristicId::Patterns) | HeuristicChoice::Patterns(_)
        )
    }

    /// The partition of its pattern databases for boards of some size; `None` if it has none.
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

/// Why a name is that of no heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicNameError {
    /// There is none of that name.
    #[error("there is no heuristic '{0}'")]
    Unknown(String),
    /// The partition of pattern databases cannot be read.
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

/// A heuristic of the caller's own: any function of a board.
///
/// Two are equal if they are the same function, not if two functions do the same.
#[derive(Clone)]
pub struct CustomHeuristic {
    info: HeuristicInfo,
    estimate: Arc<dyn Fn(&Board) -> Cost + Send + Sync>,
}

impl CustomHeuristic {
    /// A function that never overestimates: the caller answers for what is called optimal by it.
    pub fn admissible(
        estimate: impl Fn(&Board) -> Cost + Send + Sync + 'static,
    ) -> CustomHeuristic {
        let info = HeuristicInfo {
            id: "custom",
            aliases: &[],
            title: "A heuristic of one's own",
            summary: "a function of the board that the program was given",
            explanation: "The program that uses this library has given a function that estimates the cost to go from \
                any board.",
            admissible: true,
            consistent: false,
            unit: 1,
        };
        CustomHeuristic { info, estimate: Arc::new(estimate) }
    }

    /// A function that may overestimate: only algorithms that promise no best solution take it.
    pub fn inadmissible(
        estimate: impl Fn(&Board) -> Cost + Send + Sync + 'static,
    ) -> CustomHeuristic {
        let mut custom = CustomHeuristic::admissible(estimate);
        custom.info.admissible = false;
        custom
    }

    /// The same where its function counts in parts of a step: so many units make one. So estimates may have fractions.
    pub fn in_units(mut self, unit: Cost) -> CustomHeuristic {
        self.info.unit = unit.max(1);
        self
    }

    /// The same with a name of its own, for reports.
    pub fn named(mut self, id: &'static str) -> CustomHeuristic {
        self.info.id = id;
        self
    }

    /// How many units make one step.
    pub fn unit(&self) -> Cost {
        self.info.unit
    }

    /// What it says of a board, in units.
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
