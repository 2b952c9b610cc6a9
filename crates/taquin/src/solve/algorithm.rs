//! The list of all methods, both whole-puzzle methods and searches. A new method is a file of its own and a line here;
//! help, page, documentation and tests are generated from the list.

/// Invokes a macro with every method: its name, and the value that `methods` creates it from.
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

/// Declares the enum of names.
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
            /// All algorithms, in the order of the list.
            pub const ALL: &[AlgorithmId] = &[$(AlgorithmId::$id,)*];
        }
    };
}

for_each_method!(declare);
