//! Newer instructions, where the processor has them.
//!
//! The program is compiled for every processor of its kind, so that a binary runs wherever it is copied to. Some loops
//! gain a tenth from what came to x86-64 later: shifts by any register, counts of bits, wider vectors (x86-64-v3,
//! 2013). Such a [`HotLoop`] is compiled a second time for these, and the [`InstructionSet`] of a run, which asks the
//! processor once, says which of both is taken. They do the same and count the same.
//!
//! A function is compiled for newer instructions only where it is inlined into one that is. So the body of a hot loop
//! and all that it often calls are `#[inline(always)]`; what it rarely calls may be shared by both.

/// A loop that is worth compiling for newer instructions, too: over something, with something that it changes. Both
/// are arguments rather than fields, for the compiler knows more of references that it is given by themselves.
pub trait HotLoop<Over, State> {
    /// What it ends with.
    type Output;

    /// Whether it is compiled for them: a second copy takes time to build.
    const FOR_NEWER: bool = true;

    /// Runs it. To be marked `#[inline(always)]`.
    fn run(self, over: Over, state: State) -> Self::Output;
}

/// The instructions that hot loops may use.
///
/// ```
/// use taquin_search::{Budget, Cancel, InstructionSet, Limits, Run, Silent};
/// let budget = Budget::new(Limits::default(), Cancel::new());
/// let run: Run<(), Silent> = Run::new(budget, Silent).with_instructions(InstructionSet::PORTABLE);
/// assert_eq!(run.instructions(), InstructionSet::PORTABLE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet {
    /// Only ever true where the processor has the newer ones.
    newer: bool,
}

impl InstructionSet {
    /// Those that every processor has which the program is compiled for.
    pub const PORTABLE: InstructionSet = InstructionSet { newer: false };

    /// The newest that this processor has.
    pub fn best() -> InstructionSet {
        InstructionSet { newer: has_newer() }
    }

    /// Runs a loop with them.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn run<A, B, L: HotLoop<A, B>>(self, hot_loop: L, over: A, state: B) -> L::Output {
        #[cfg(target_arch = "x86_64")]
        if L::FOR_NEWER && self.newer {
            // SAFETY: only `best` sets this, and it has asked the processor for each of them.
            return unsafe { run_newer(hot_loop, over, state) };
        }
        run_portable(hot_loop, over, state)
    }
}

#[cfg(target_arch = "x86_64")]
fn has_newer() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_newer() -> bool {
    false
}

/// # Safety
///
/// The processor must have these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
#[allow(unsafe_code)]
unsafe fn run_newer<A, B, L: HotLoop<A, B>>(hot_loop: L, over: A, state: B) -> L::Output {
    hot_loop.run(over, state)
}

/// Apart, so that what the loop has at hand fits the registers.
#[inline(never)]
fn run_portable<A, B, L: HotLoop<A, B>>(hot_loop: L, over: A, state: B) -> L::Output {
    hot_loop.run(over, state)
}
