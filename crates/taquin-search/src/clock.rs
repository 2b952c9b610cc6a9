//! The clock: the only place where the library reads the time. A host without a system clock (a page without a server)
//! or a test that controls time provides its own.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A point in time, measured from the clock's own origin. Only moments of the same clock can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

/// A source of time.
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

/// Returns the time since some fixed origin.
type Provider = Arc<dyn Fn() -> Duration + Send + Sync>;

impl Clock {
    /// Creates a clock from a function of the host, which returns the time since some fixed origin and never goes
    /// backwards.
    pub fn provided_by(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Some(Arc::new(now)))
    }

    /// Returns the current moment.
    pub fn now(&self) -> Moment {
        Moment(self.0.as_ref().map_or_else(system_time, |provided| provided()))
    }

    /// Returns the time since a moment.
    pub fn since(&self, moment: Moment) -> Duration {
        self.now().0.saturating_sub(moment.0)
    }

    /// Returns the time until a moment; zero if it has passed.
    pub fn until(&self, moment: Moment) -> Duration {
        moment.0.saturating_sub(self.now().0)
    }
}

impl Moment {
    /// Returns the moment `time` later; `None` if it cannot be represented.
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

/// Returns the time since the first call. On systems without a clock, time stands still.
#[allow(clippy::disallowed_methods)]
fn system_time() -> Duration {
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        return Duration::ZERO;
    }
    static BEGINNING: OnceLock<Instant> = OnceLock::new();
    BEGINNING.get_or_init(Instant::now).elapsed()
}
