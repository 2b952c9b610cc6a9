//! The names of all methods, as one list: whole-puzzle methods and searches alike. A new one is a file of its own and a
//! line here; help, page, documents and tests are fed from it.

/// Runs a macro for every method: its name, and what `methods` makes it of.
macro_rules! for_each_method {
    ($run:ident) => {
        $run! {
            Auto: Auto;
            Table: Table;
            FastIda: FastIda;
            Constructive: Constructive;
            NearOptimal: NearOptimal;
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
    };
}
pub(super) use for_each_method;

/// Declares the names.
macro_rules! declare {
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
        }
    };
}

for_each_method!(declare);
