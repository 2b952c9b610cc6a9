//! The registry of methods: everything that can solve a puzzle, whole-puzzle methods and searches alike. A new one is a
//! file of its own and an entry in the list below; help, page, documents and tests are fed from it.

use super::auto::Auto;
use super::dispatch::{Blind, Informed};
use super::patterns::FastIda;
use super::report::Report;
use super::whole::{Constructive, Table};
use super::{SolveError, SolveJob};
use crate::heuristic::{HeuristicChoice, HeuristicId};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use taquin_search::*;

/// Something that solves puzzles.
pub(super) trait Method: Sync {
    /// What it is and promises.
    fn info(&self) -> &'static AlgorithmInfo;

    /// The heuristic it uses by default, if it uses one.
    fn default_heuristic(&self) -> Option<HeuristicId> {
        None
    }

    /// Whether it can search with a heuristic, as far as it does with any.
    fn accepts(&self, _heuristic: &HeuristicChoice) -> bool {
        true
    }

    /// Solves the puzzle of a job.
    fn solve(&self, job: SolveJob<'_>) -> Result<Report, SolveError>;
}

/// One list: the name of a type, and the method.
macro_rules! methods {
    ($($id:ident: $method:expr;)*) => {
        /// An algorithm by name.
        ///
        /// ```
        /// use taquin::solve::AlgorithmId;
        /// assert_eq!("A*".parse(), Ok(AlgorithmId::AStar));
        /// assert_eq!(AlgorithmId::AStar.to_string(), "astar");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum AlgorithmId {
            $($id,)*
        }

        impl AlgorithmId {
            /// All of them, in the order of the list.
            pub const ALL: &[AlgorithmId] = &[$(AlgorithmId::$id,)*];

            pub(super) fn method(self) -> &'static dyn Method {
                match self {
                    $(AlgorithmId::$id => &$method,)*
                }
            }
        }
    };
}

methods! {
    Auto: Auto;
    Table: Table;
    FastIda: FastIda;
    Constructive: Constructive;
    Bfs: Blind::<Bfs>(PhantomData);
    Dfs: Blind::<Dfs>(PhantomData);
    Iddfs: Blind::<Iddfs>(PhantomData);
    Bidirectional: Blind::<Bidirectional>(PhantomData);
    Dijkstra: Blind::<Dijkstra>(PhantomData);
    Greedy: Informed::<Greedy>(PhantomData);
    AStar: Informed::<AStar>(PhantomData);
    WeightedAStar: Informed::<WeightedAStar>(PhantomData);
    Ida: Informed::<Ida>(PhantomData);
    Rbfs: Informed::<Rbfs>(PhantomData);
    Beam: Informed::<Beam>(PhantomData);
}

impl AlgorithmId {
    /// What it is and promises.
    pub fn info(self) -> &'static AlgorithmInfo {
        self.method().info()
    }

    /// The heuristic it uses by default, if it uses one.
    pub fn default_heuristic(self) -> Option<HeuristicId> {
        self.method().default_heuristic()
    }
}

impl fmt::Display for AlgorithmId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.info().id)
    }
}

impl FromStr for AlgorithmId {
    type Err = SolveError;

    fn from_str(name: &str) -> Result<AlgorithmId, SolveError> {
        let name = name.trim().to_ascii_lowercase();
        let is_it = |id: &AlgorithmId| {
            let info = id.info();
            info.id == name || info.aliases.contains(&name.as_str())
        };
        let found = AlgorithmId::ALL.iter().copied().find(is_it);
        found.ok_or(SolveError::UnknownAlgorithm(name))
    }
}
