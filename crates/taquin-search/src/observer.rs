//! Observers of a search: the events they receive, and how to combine them.
//!
//! `Option<O>` is an optional observer, `&mut O` a borrowed one, `(A, B)` a pair. Each receives nodes only if it wants
//! them.

use crate::Cost;
use crate::stats::{Improvement, Stats};

/// A node taken off the frontier (visited, in a tree search), and why it was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The node's id.
    pub id: u64,
    /// The cost of the path to it; searches that do not count costs may count its moves instead.
    pub g: Cost,
    /// The estimated cost from it to the goal; 0 in searches without a heuristic, if they do not ask for it.
    pub h: Cost,
    /// The priority by which it was chosen, the least on the frontier, if the frontier is ordered by priority.
    pub priority: Option<u64>,
}

/// What happened to a child when it was generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// The state is new and was put on the frontier.
    Enqueued,
    /// The state was known, but this path is cheaper: it was put on the frontier again.
    Improved,
    /// The state was known already.
    Duplicate,
    /// The node lies beyond the bound.
    Pruned,
}

impl Disposition {
    /// Returns whether the node was put on the frontier.
    pub fn is_enqueued(self) -> bool {
        matches!(self, Disposition::Enqueued | Disposition::Improved)
    }
}

/// A child just generated.
#[derive(Clone, Copy, Debug)]
pub struct Generated<M> {
    /// The child's id: the number of children generated so far, this one included. The start is 0.
    pub id: u64,
    /// The id of its parent.
    pub parent: u64,
    /// The move that led to it.
    pub by: M,
    /// The cost of the path to it, as in [`Taken::g`].
    pub g: Cost,
    /// The estimated cost from it to the goal, as in [`Taken::h`].
    pub h: Cost,
    /// What happened to it.
    pub disposition: Disposition,
}

/// The order in which nodes are taken off a frontier. What its parts leave open, the next part decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrontierOrder {
    /// Whether all nodes of a layer are taken before those of the next one.
    pub by_layer: bool,
    /// The weights of g and h: the node with the least weighted sum comes first.
    pub weights: (u64, u64),
    /// Whether the newest node comes first, otherwise the oldest. A tie rule that goes by neither counts as the oldest.
    pub newest_first: bool,
}

/// What happens in a search, in the order in which it happens.
///
/// The statistics can be rebuilt from the events of nodes: `explored` and `generated` count them, a state is `reopened`
/// when it is [improved](Disposition::Improved) after it was explored, and a round of `iterations` has the nodes between
/// two [`Deepened`](Event::Deepened). In complete searches that store their nodes, the `frontier` holds the start and the
/// nodes enqueued, less those explored; so does each side of a search from both ends.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, M> {
    /// A search with this name begins, alone or as one of several.
    Began(&'a str),
    /// The search keeps a frontier, with its start on it. Nodes are taken off it in this order.
    Frontier(FrontierOrder),
    /// A node was taken off the frontier; the statistics include it already.
    Explored(Taken, &'a Stats),
    /// A child was generated.
    Generated(Generated<M>),
    /// A node was taken off the frontier and forgotten, without being explored.
    Dropped {
        /// Its id.
        id: u64,
    },
    /// An explored node was put back on the frontier, as everything below it was forgotten.
    Restored {
        /// Its id.
        id: u64,
    },
    /// A round, counted from 1, begins with a higher bound.
    Deepened {
        /// The number of the round.
        round: u64,
        /// Its bound, in the search's own units.
        bound: Cost,
    },
    /// Two searches met.
    Met {
        /// The id of the node on the start's side.
        from_start: u64,
        /// The id of the node on the goal's side.
        from_goal: u64,
    },
    /// A solution was found that is the best so far.
    Improved(&'a Improvement),
    /// One of several searches ended, and another may begin.
    Ended {
        /// Whether its answer is the best so far.
        is_best: bool,
    },
    /// Progress can be shown: it polls the clock and the flag, as it does before the first node and then every few
    /// thousand nodes.
    Tick(&'a Stats),
}

impl<'a, M> Event<'a, M> {
    /// Returns whether it is about nodes. Such events are only sent to observers that want them.
    #[inline(always)]
    pub fn is_node(&self) -> bool {
        matches!(
            self,
            Event::Frontier(_)
                | Event::Explored(..)
                | Event::Generated(_)
                | Event::Dropped { .. }
                | Event::Restored { .. }
        )
    }

    /// Returns the same event, with its move converted if it has one; `None` if the move has no counterpart.
    pub fn map_move<N>(self, convert: impl FnOnce(M) -> Option<N>) -> Option<Event<'a, N>> {
        Some(match self {
            Event::Began(search) => Event::Began(search),
            Event::Frontier(order) => Event::Frontier(order),
            Event::Explored(node, stats) => Event::Explored(node, stats),
            Event::Generated(Generated { id, parent, by, g, h, disposition }) => {
                let by = convert(by)?;
                Event::Generated(Generated { id, parent, by, g, h, disposition })
            }
            Event::Dropped { id } => Event::Dropped { id },
            Event::Restored { id } => Event::Restored { id },
            Event::Deepened { round, bound } => Event::Deepened { round, bound },
            Event::Met { from_start, from_goal } => Event::Met { from_start, from_goal },
            Event::Improved(improvement) => Event::Improved(improvement),
            Event::Ended { is_best } => Event::Ended { is_best },
            Event::Tick(stats) => Event::Tick(stats),
        })
    }
}

/// An observer of a search. It never changes a count, but what is stored for it, and in which form, changes memory use.
///
/// ```
/// # mod road_map { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/road_map/map.rs")); }
/// # use road_map::RoadMap;
/// use taquin_search::{Algorithm, Bfs, Budget, Event, Observer, Run};
/// #[derive(Default)]
/// struct Known(u64);
///
/// impl<M> Observer<M> for Known {
///     fn event(&mut self, event: Event<'_, M>) {
///         if let Event::Generated(child) = event {
///             self.0 += u64::from(!child.disposition.is_enqueued());
///         }
///     }
/// }
///
/// let mut known = Known::default();
/// Bfs::with_defaults().search(&RoadMap, &mut Run::new(Budget::unlimited(), &mut known))?;
/// assert!(known.0 > 0, "two roads lead to the same town");
/// # Ok::<(), taquin_search::Stop>(())
/// ```
pub trait Observer<M> {
    /// Returns whether it wants to receive the events of single nodes.
    fn wants_nodes(&self) -> bool {
        true
    }

    /// Receives an event.
    fn event(&mut self, _event: Event<'_, M>) {}
}

/// No observer. It is a type of its own, so that notifying it costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> Observer<M> for Silent {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        false
    }
}

impl<M, O: Observer<M> + ?Sized> Observer<M> for &mut O {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        (**self).wants_nodes()
    }

    fn event(&mut self, event: Event<'_, M>) {
        (**self).event(event);
    }
}

impl<M, O: Observer<M>> Observer<M> for Option<O> {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        self.as_ref().is_some_and(O::wants_nodes)
    }

    fn event(&mut self, event: Event<'_, M>) {
        if let Some(observer) = self {
            observer.event(event);
        }
    }
}

impl<M: Copy, A: Observer<M>, B: Observer<M>> Observer<M> for (A, B) {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        self.0.wants_nodes() || self.1.wants_nodes()
    }

    fn event(&mut self, event: Event<'_, M>) {
        if !event.is_node() || self.0.wants_nodes() {
            self.0.event(event);
        }
        if !event.is_node() || self.1.wants_nodes() {
            self.1.event(event);
        }
    }
}
