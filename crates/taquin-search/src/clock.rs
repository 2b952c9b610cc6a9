//! The time: the one place where the library asks for it. A host that has no clock of its own (a page without a
//! server) or a test that plays with time provides another one.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A moment, as the time since a clock's own beginning. Only those of one clock can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

/// Tells the time.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
/// use taquin_search::{Budget, Cancel, Clock, Limits, Stop};
/// let seconds = Arc::new(AtomicU64::new(100));
/// let hand = Arc::clone(&seconds);
/// let clock = Clock::provided_by(move || Duration::from_secs(hand.load(Ordering::Relaxed)));
/// let limits = Limits { max_time: Some(Duration::from_secs(5)), ..Limits::default() };
/// let budget = Budget::new(limits, Cancel::new()).with_clock(clock);
/// assert_eq!(budget.check(), Ok(()));
/// seconds.store(105, Ordering::Relaxed);
/// assert_eq!(budget.check(), Err(Stop::Time));
/// ```
#[derive(Clone, Default)]
pub struct Clock(Option<Provider>);

/// Tells the time that has passed since some beginning.
type Provider = Arc<dyn Fn() -> Duration + Send + Sync>;

impl Clock {
    /// A clock of the host: it says how much time has passed since a beginning of its own, and never goes back.
    pub fn provided_by(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Some(Arc::new(now)))
    }

    /// What it shows.
    pub fn now(&self) -> Moment {
        Moment(self.0.as_ref().map_or_else(system_time, |provided| provided()))
    }

    /// The time since a moment.
    pub fn since(&self, moment: Moment) -> Duration {
        self.now().0.saturating_sub(moment.0)
    }

    /// The time until a moment; none if it has come.
    pub fn until(&self, moment: Moment) -> Duration {
        moment.0.saturating_sub(self.now().0)
    }
}

impl Moment {
    /// The moment so much later; `None` beyond all clocks.
    pub fn after(self, time: Duration) -> Option<Moment> {
        self.0.checked_add(time).map(Moment)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let provided = if self.0.is_some() { "provided" } else { "system" };
        f.debug_tuple("Clock").field(&provided).finish()
    }
}

/// The time since the first question. Where the system has no clock, it stands still.
#[allow(clippy::disallowed_methods)]
fn system_time() -> Duration {
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        return Duration::ZERO;
    }
    static BEGINNING: OnceLock<Instant> = OnceLock::new();
    BEGINNING.get_or_init(Instant::now).elapsed()
}
