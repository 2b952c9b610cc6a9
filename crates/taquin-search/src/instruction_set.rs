//! Support for newer instructions, where the processor has them.
//!
//! The program is compiled for every processor of its architecture, so that a binary runs wherever it is copied to.
//! Some loops are a tenth faster with later additions to x86-64: shifts by any register, bit counts, wider vectors
//! (x86-64-v3, 2013). Such a [`HotLoop`] is compiled a second time for them, and the [`InstructionSet`] of a run, which
//! queries the processor once, selects the version. Both versions do the same and count the same.
//!
//! A function is compiled for newer instructions only if it is inlined into one that is. So the body of a hot loop and
//! everything that it often calls are `#[inline(always)]`; rarely called functions can be shared by both versions.

/// A loop worth compiling for newer instructions as well. It works on `Over` and changes `State`. Both are arguments
/// instead of fields, because the compiler knows more about references passed on their own.
pub trait HotLoop<Over, State> {
    /// The result.
    type Output;

    /// Whether it is compiled for newer instructions; the second copy takes time to build.
    const FOR_NEWER: bool = true;

    /// Runs the loop. Implementations must be marked `#[inline(always)]`.
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
    /// True only if the processor has the newer instructions.
    newer: bool,
}

impl InstructionSet {
    /// The instructions that every processor of the target architecture has.
    pub const PORTABLE: InstructionSet = InstructionSet { newer: false };

    /// Returns the newest instructions that this processor has.
    pub fn best() -> InstructionSet {
        InstructionSet { newer: has_newer() }
    }

    /// Runs a loop with these instructions.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn run<A, B, L: HotLoop<A, B>>(self, hot_loop: L, over: A, state: B) -> L::Output {
        #[cfg(target_arch = "x86_64")]
        if L::FOR_NEWER && self.newer {
            // SAFETY: only `best` sets this, after checking that the processor has each of them.
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

/// A separate function, so that the variables of the loop fit in registers.
#[inline(never)]
fn run_portable<A, B, L: HotLoop<A, B>>(hot_loop: L, over: A, state: B) -> L::Output {
    hot_loop.run(over, state)
}

/// Called just before a small loop, aligns the code that follows with a cache line, so that the loop lies within its
/// cache lines in the same way in every build. Otherwise its speed depends on how much code happens to come before it
/// in the program: `ida` with Manhattan distance lost 3 % by a change in another module.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn align_loop() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: it only adds instructions that do nothing.
    unsafe {
        std::arch::asm!(".p2align 6", options(nomem, nostack, preserves_flags));
    }
}
