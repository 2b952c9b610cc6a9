//! The registry of methods: the implementation behind each name.

use super::algorithm::{AlgorithmId, for_each_method};
use super::auto::Auto;
use super::dispatch::Searched;
use super::error::SolveError;
use super::method::Method;
use super::near_optimal::NearOptimal;
use super::patterns::FastIda;
use super::whole::{Constructive, Table};
use crate::heuristic::HeuristicId;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use taquin_search::*;

/// Defines the lookup of the method behind a name.
macro_rules! registry {
    ($($method:ident)*; $($search:ident)*) => {
        impl AlgorithmId {
            pub(super) fn method(self) -> &'static dyn Method {
                match self {
                    $(AlgorithmId::$method => &$method,)*
                    $(AlgorithmId::$search => &Searched::<$search>(PhantomData),)*
                }
            }
        }
    };
}

for_each_method!(registry);

impl AlgorithmId {
    /// Returns the description of the algorithm.
    pub fn info(self) -> &'static AlgorithmInfo {
        self.method().info()
    }

    /// Returns the heuristic it uses by default, if it uses one.
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
