//! The list of all methods: those for whole puzzles, then every search of `taquin-search`. A new method is a file of its
//! own, a name here, and an import in `methods`; a new search is a line in its own crate. Help, page, documentation and
//! tests are generated from the list.

/// Invokes a macro with the methods for whole puzzles, a semicolon, and all searches.
macro_rules! for_each_method {
    ($run:ident) => {
        taquin_search::for_each_search! { $run Auto Table FastIda Constructive NearOptimal; }
    };
}
pub(super) use for_each_method;

/// Declares the enum of names.
macro_rules! declare {
    ($($method:ident)*; $($search:ident)*) => {
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
            $($method,)*
            $($search,)*
        }

        impl AlgorithmId {
            /// All algorithms, in the order of the list.
            pub const ALL: &[AlgorithmId] =
                &[$(AlgorithmId::$method,)* $(AlgorithmId::$search,)*];
        }
    };
}

for_each_method!(declare);
