//! What can stop a search: limits on nodes, time and memory, and a cancel flag.
//!
//! A job has one [`Budget`], shared by all of its parts and threads. Nodes are claimed before they are explored and
//! memory is claimed before it is allocated, so limits hold exactly, with any number of threads.

use crate::clock::{Clock, Moment};
use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Limits of a search; `None` means no limit.
///
/// ```
/// use std::time::Duration;
/// use taquin_search::Limits;
/// let limits = Limits { max_time: Some(Duration::from_secs(30)), ..Limits::default() };
/// assert_eq!(limits.max_nodes, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Maximum number of nodes explored.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "named::max_nodes"))]
    pub max_nodes: Option<u64>,
    /// Maximum time, written in seconds.
    #[cfg_attr(feature = "serde", serde(rename = "max_seconds", default))]
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::seconds::write_optional"))]
    #[cfg_attr(feature = "serde", serde(deserialize_with = "named::max_seconds"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub max_time: Option<Duration>,
    /// Maximum size of nodes, frontier and tables, in bytes.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "named::max_bytes"))]
    pub max_bytes: Option<u64>,
}

impl Limits {
    /// Returns the time of a number of seconds; `None` if that is less than 0. More seconds than a `Duration` can hold
    /// are as good as no limit.
    ///
    /// ```
    /// use std::time::Duration;
    /// use taquin_search::Limits;
    /// assert_eq!(Limits::seconds(0.5), Some(Duration::from_millis(500)));
    /// assert_eq!((Limits::seconds(1e300), Limits::seconds(-1.0)), (Some(Duration::MAX), None));
    /// ```
    pub fn seconds(seconds: f64) -> Option<Duration> {
        let time = || Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        (seconds >= 0.0).then(time)
    }
}

/// Reads the fields of limits. serde forgets in which field of a flattened object a mistake is, so each message begins
/// with it.
#[cfg(feature = "serde")]
mod named {
    use super::Limits;
    use serde::de::{Deserialize, Deserializer, Error};
    use std::time::Duration;

    fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        field: &str,
        from: D,
    ) -> Result<T, D::Error> {
        T::deserialize(from).map_err(|error| D::Error::custom(format!("{field}: {error}")))
    }

    pub(super) fn max_nodes<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        read("max_nodes", from)
    }

    pub(super) fn max_bytes<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        read("max_bytes", from)
    }

    pub(super) fn max_seconds<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        let negative = || D::Error::custom("max_seconds: must not be less than 0");
        let seconds = read::<Option<f64>, D>("max_seconds", from)?;
        seconds.map(|seconds| Limits::seconds(seconds).ok_or_else(negative)).transpose()
    }
}

/// Why a search stopped early.
///
/// ```
/// use taquin_search::{Budget, Cancel, Limits, Stop};
/// let limits = Limits { max_nodes: Some(0), ..Limits::default() };
/// assert_eq!(Budget::new(limits, Cancel::new()).claim_nodes(1), Err(Stop::Nodes));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
pub enum Stop {
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The memory limit would have been exceeded.
    Memory,
    /// The search was cancelled.
    Cancelled,
}

impl Stop {
    /// All of them.
    pub const ALL: [Stop; 4] = [Stop::Nodes, Stop::Time, Stop::Memory, Stop::Cancelled];

    /// Returns the id, which results use.
    pub fn id(self) -> &'static str {
        match self {
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Cancelled => "interrupt",
        }
    }

    /// Returns the stop with an id.
    pub fn from_id(id: &str) -> Option<Stop> {
        Stop::ALL.into_iter().find(|stop| stop.id() == id)
    }
}

impl From<Stop> for &'static str {
    fn from(stop: Stop) -> &'static str {
        stop.id()
    }
}

impl TryFrom<String> for Stop {
    type Error = String;

    fn try_from(id: String) -> Result<Stop, String> {
        Stop::from_id(&id).ok_or_else(|| format!("nothing is stopped by '{id}'"))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Stop {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Stop".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Stop::ALL.map(Stop::id) })
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Nodes => "the limit on nodes was reached",
            Stop::Time => "the time was up",
            Stop::Memory => "the limit on memory was reached",
            Stop::Cancelled => "it was interrupted",
        })
    }
}

impl std::error::Error for Stop {}

/// Who raised a cancel flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum CancelledBy {
    /// The user, for example with Ctrl-C.
    User = 1,
    /// The program around the search, which no longer wants the answer.
    Host = 2,
    /// An error elsewhere, which makes the answer useless: for example, it cannot be written.
    Error = 3,
}

/// A flag that stops a search from another thread or a signal handler. It knows who raised it first: how the program
/// ends follows from that.
///
/// ```
/// use taquin_search::{Cancel, CancelledBy};
/// let cancel = Cancel::new();
/// let handle = cancel.clone();
/// std::thread::spawn(move || handle.cancel()).join().expect("the thread ran");
/// assert!(cancel.is_cancelled());
/// cancel.raise(CancelledBy::Error);
/// assert_eq!(cancel.cancelled_by(), Some(CancelledBy::User));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<Flag>,
}

/// The numbers of those who may have raised a flag.
const NO_ONE: u8 = 0;
const HOST: u8 = CancelledBy::Host as u8;
const ERROR: u8 = CancelledBy::Error as u8;

#[derive(Debug, Default)]
struct Flag {
    /// Who raised it, as a number; 0 if no one has.
    raised_by: AtomicU8,
    /// Another flag that also raises this one.
    parent: Option<Cancel>,
    /// For tests: the flag raises itself at this check, counted from 1; 0 means never.
    raised_at: u64,
    checks: AtomicU64,
}

impl Cancel {
    /// Creates a flag that is not raised.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// For tests: creates a flag that raises itself at the given check, counted from 1, so that a search can be stopped
    /// at every possible point.
    #[doc(hidden)]
    pub fn after_checks(number: u64) -> Cancel {
        Cancel { flag: Arc::new(Flag { raised_at: number, ..Flag::default() }) }
    }

    /// For tests: returns how often the flag was checked, directly or through a child.
    #[doc(hidden)]
    pub fn checks(&self) -> u64 {
        self.flag.checks.load(Ordering::Relaxed)
    }

    /// Raises the flag for the user.
    pub fn cancel(&self) {
        self.raise(CancelledBy::User);
    }

    /// Raises the flag, unless it is raised already: only who raises it first counts.
    pub fn raise(&self, by: CancelledBy) {
        let _ = self.flag.raised_by.compare_exchange(
            NO_ONE,
            by as u8,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    /// Returns who raised the flag, or one of its ancestors; `None` if none of them is raised.
    pub fn cancelled_by(&self) -> Option<CancelledBy> {
        match self.flag.raised_by.load(Ordering::Relaxed) {
            NO_ONE => self.flag.parent.as_ref()?.cancelled_by(),
            HOST => Some(CancelledBy::Host),
            ERROR => Some(CancelledBy::Error),
            _ => Some(CancelledBy::User),
        }
    }

    /// Returns a new flag that also counts as raised when this one, or any of its ancestors, is raised.
    pub fn child(&self) -> Cancel {
        Cancel { flag: Arc::new(Flag { parent: Some(self.clone()), ..Flag::default() }) }
    }

    /// Returns whether the flag is raised.
    pub fn is_cancelled(&self) -> bool {
        if self.flag.checks.fetch_add(1, Ordering::Relaxed) + 1 == self.flag.raised_at {
            self.cancel();
        }
        self.flag.raised_by.load(Ordering::Relaxed) != NO_ONE
            || self.flag.parent.as_ref().is_some_and(Cancel::is_cancelled)
    }
}

/// What can stop a job: its limits, its cancel flag, and the accounts of what has been claimed. Clones share all of
/// them.
///
/// ```
/// use taquin_search::{Budget, Cancel, Limits, Stop};
/// let limits = Limits { max_nodes: Some(100), max_bytes: Some(1000), ..Limits::default() };
/// let budget = Budget::new(limits, Cancel::new());
/// assert_eq!(budget.claim_nodes(64), Ok(64));
/// assert_eq!(budget.claim_nodes(64), Ok(36));
/// budget.return_nodes(36, 6);
/// assert_eq!(budget.claim_nodes(64), Ok(6));
/// let mut held = budget.open_account();
/// assert_eq!(held.grow(900), Ok(()));
/// assert_eq!(held.grow(101), Err(Stop::Memory));
/// drop(held);
/// assert_eq!((budget.bytes_left(), budget.peak_bytes()), (1000, 900));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    /// The limits.
    pub limits: Limits,
    /// The cancel flag.
    pub cancel: Cancel,
    clock: Clock,
    began: Moment,
    nodes: Arc<NodePool>,
    memory: Arc<Memory>,
}

/// Memory that is cached for later use and freed on demand. It is on no account, so a budget ensures that it fits
/// beside everything that is.
pub trait Reclaim: Debug + Send + Sync {
    /// Returns the number of bytes cached.
    fn bytes(&self) -> u64;

    /// Frees everything that is not in use.
    fn reclaim(&self);
}

/// The nodes that can still be claimed, and those claimed but neither explored nor returned yet.
#[derive(Debug, Default)]
struct NodePool {
    account: Mutex<NodeAccount>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct NodeAccount {
    left: u64,
    outstanding: u64,
}

/// How often a thread that waits for claimed nodes to be returned checks the clock and the flag.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

impl NodePool {
    fn lock(&self) -> MutexGuard<'_, NodeAccount> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes held now and at the peak.
#[derive(Debug, Default)]
struct Memory {
    held: AtomicU64,
    peak: AtomicU64,
    reserve: Option<Arc<dyn Reclaim>>,
}

impl Memory {
    /// Adds `bytes` to the bytes held if the total stays within `limit`.
    fn grow(&self, bytes: u64, limit: u64) -> Result<(), Stop> {
        let add = |held: u64| held.checked_add(bytes).filter(|&held| held <= limit);
        let before = self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        let held = before.map_err(|_| Stop::Memory)? + bytes;
        self.peak.fetch_max(held, Ordering::Relaxed);
        let short = |reserve: &&Arc<dyn Reclaim>| held.saturating_add(reserve.bytes()) > limit;
        if let Some(reserve) = self.reserve.as_ref().filter(short) {
            reserve.reclaim();
        }
        Ok(())
    }
}

impl Budget {
    /// Starts a budget.
    pub fn new(limits: Limits, cancel: Cancel) -> Budget {
        let clock = Clock::default();
        let budget = Budget {
            limits,
            cancel,
            began: clock.now(),
            clock,
            nodes: Arc::default(),
            memory: Arc::default(),
        };
        budget.nodes.lock().left = limits.max_nodes.unwrap_or_default();
        budget
    }

    /// Returns this budget with a reserve whose memory is freed when memory runs short. Call it before anything is
    /// claimed.
    pub fn with_reserve(self, reserve: Arc<dyn Reclaim>) -> Budget {
        Budget { memory: Arc::new(Memory { reserve: Some(reserve), ..Memory::default() }), ..self }
    }

    /// Returns this budget, restarted with another clock.
    pub fn with_clock(self, clock: Clock) -> Budget {
        Budget { began: clock.now(), clock, ..self }
    }

    /// Returns a budget without limits that cannot be cancelled.
    pub fn unlimited() -> Budget {
        Budget::new(Limits::default(), Cancel::new())
    }

    /// Returns a budget without limits that this flag stops.
    pub fn stopped_by(cancel: &Cancel) -> Budget {
        Budget::new(Limits::default(), cancel.clone())
    }

    /// Starts a budget for a part of the job, with its own limits on nodes and time. The flag and the memory account
    /// are shared with the whole job.
    pub fn part(&self, max_nodes: Option<u64>, max_time: Option<Duration>) -> Budget {
        let limits = Limits { max_nodes, max_time, max_bytes: self.limits.max_bytes };
        let part = Budget::new(limits, self.cancel.clone()).with_clock(self.clock.clone());
        Budget { memory: Arc::clone(&self.memory), ..part }
    }

    /// Returns this budget with another cancel flag.
    pub fn with_cancel(&self, cancel: Cancel) -> Budget {
        Budget { cancel, ..self.clone() }
    }

    /// Returns the clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Returns the number of bytes claimed now.
    pub fn bytes_held(&self) -> u64 {
        self.memory.held.load(Ordering::Relaxed)
    }

    /// Returns the time since the budget was started.
    pub fn elapsed(&self) -> Duration {
        self.clock.since(self.began)
    }

    /// Returns an error if the budget was cancelled or the time is up.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            Err(Stop::Cancelled)
        } else if self.limits.max_time.is_some_and(|time| self.elapsed() >= time) {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }

    /// Claims up to `wanted` nodes for exploration and returns how many were granted, at least 1. If all remaining
    /// nodes are claimed by other threads, it waits until they are explored or returned, so that the limit is reached
    /// exactly. A caller that claims again must have explored everything it claimed before.
    pub fn claim_nodes(&self, wanted: u64) -> Result<u64, Stop> {
        if self.limits.max_nodes.is_none() {
            return Ok(wanted);
        }
        let mut account = self.nodes.lock();
        while account.left == 0 && account.outstanding > 0 {
            let waited = self.nodes.changed.wait_timeout(account, POLL_INTERVAL);
            account = waited.unwrap_or_else(PoisonError::into_inner).0;
            self.check()?;
        }
        let claimed = wanted.min(account.left);
        if claimed == 0 {
            return Err(Stop::Nodes);
        }
        account.left -= claimed;
        account.outstanding += claimed;
        Ok(claimed)
    }

    /// Settles a claim of `claimed` nodes, returning the `unused` ones.
    pub fn return_nodes(&self, claimed: u64, unused: u64) {
        if self.limits.max_nodes.is_some() && claimed > 0 {
            let mut account = self.nodes.lock();
            account.left += unused;
            account.outstanding -= claimed;
            self.nodes.changed.notify_all();
        }
    }

    /// Opens an empty memory account.
    pub fn open_account(&self) -> Held {
        Held { memory: Arc::clone(&self.memory), max_bytes: self.limits.max_bytes, bytes: 0 }
    }

    /// Returns how many bytes can still be claimed.
    pub fn bytes_left(&self) -> u64 {
        let held = self.memory.held.load(Ordering::Relaxed);
        self.limits.max_bytes.map_or(u64::MAX, |limit| limit.saturating_sub(held))
    }

    /// Returns the peak number of bytes held.
    pub fn peak_bytes(&self) -> u64 {
        self.memory.peak.load(Ordering::Relaxed)
    }
}

/// Memory held on the account of a job. Dropping it releases the memory.
#[derive(Debug)]
pub struct Held {
    memory: Arc<Memory>,
    max_bytes: Option<u64>,
    bytes: u64,
}

impl Held {
    /// Claims memory before it is allocated.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Stop> {
        self.memory.grow(bytes, self.max_bytes.unwrap_or(u64::MAX))?;
        self.bytes += bytes;
        Ok(())
    }

    /// Releases memory.
    pub fn shrink(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.memory.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Sets the number of bytes held, claiming or releasing the difference.
    pub fn set(&mut self, bytes: u64) -> Result<(), Stop> {
        match bytes.checked_sub(self.bytes) {
            Some(more) => self.grow(more),
            None => {
                self.shrink(self.bytes - bytes);
                Ok(())
            }
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.shrink(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_childs_child_knows_its_grandparent() {
        let first = Cancel::new();
        let third = first.child().child();
        assert!(!third.is_cancelled());
        first.cancel();
        assert!(third.is_cancelled());
        let parent = Cancel::new();
        parent.child().cancel();
        assert!(!parent.is_cancelled());
    }

    #[test]
    fn who_raises_a_flag_first_counts() {
        use CancelledBy::{Error, Host, User};
        for (first, second) in [(User, Error), (Error, User), (Host, User)] {
            let cancel = Cancel::new();
            assert_eq!(cancel.cancelled_by(), None);
            cancel.raise(first);
            cancel.raise(second);
            assert_eq!((cancel.is_cancelled(), cancel.cancelled_by()), (true, Some(first)));
            assert_eq!(cancel.child().cancelled_by(), Some(first));
        }
        let (parent, by_check) = (Cancel::new(), Cancel::after_checks(1));
        let child = parent.child();
        child.raise(Error);
        assert_eq!((parent.cancelled_by(), child.cancelled_by()), (None, Some(Error)));
        assert!(by_check.is_cancelled());
        assert_eq!(by_check.cancelled_by(), Some(User));
    }

    #[test]
    fn a_flag_raises_itself_at_a_check() {
        let cancel = Cancel::after_checks(3);
        let child = cancel.child();
        let raised = [child.is_cancelled(), cancel.is_cancelled(), child.is_cancelled()];
        assert_eq!((raised, cancel.checks()), ([false, false, true], 3));
        assert!(cancel.is_cancelled());
    }

    #[test]
    fn threads_use_up_a_limit_on_nodes_exactly() {
        let limits = Limits { max_nodes: Some(100_000), ..Limits::default() };
        let budget = Budget::new(limits, Cancel::new());
        let explored = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 1..=4 {
                let (budget, explored) = (budget.clone(), &explored);
                // Each thread uses only part of every claim but its last.
                scope.spawn(move || {
                    while let Ok(claimed) = budget.claim_nodes(100 * thread) {
                        let used = claimed.div_ceil(thread);
                        explored.fetch_add(used, Ordering::Relaxed);
                        budget.return_nodes(claimed, claimed - used);
                    }
                });
            }
        });
        assert_eq!(explored.into_inner(), 100_000);
        assert_eq!(budget.claim_nodes(1), Err(Stop::Nodes));
    }

    #[test]
    fn memory_is_held_until_it_is_dropped() {
        let limits = Limits { max_bytes: Some(100), ..Limits::default() };
        let budget = Budget::new(limits, Cancel::new());
        let part = budget.part(Some(5), None);
        let (mut own, mut others) = (budget.open_account(), part.open_account());
        assert_eq!((own.set(60), others.grow(41)), (Ok(()), Err(Stop::Memory)));
        assert_eq!((own.set(30), others.grow(70)), (Ok(()), Ok(())));
        assert_eq!((own.grow(1), own.grow(u64::MAX)), (Err(Stop::Memory), Err(Stop::Memory)));
        drop(others);
        assert_eq!((budget.bytes_left(), part.peak_bytes()), (70, 100));
    }
}
