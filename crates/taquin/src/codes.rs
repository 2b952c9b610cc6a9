//! Codes of errors and notices: a name for each variant, for programs and tests. A sentence may be worded better one
//! day; its code stays.

/// An error or a notice that has a code.
///
/// ```
/// use taquin::{Coded, Size};
/// let error = "3by3".parse::<Size>().expect_err("it is no size");
/// assert_eq!(Coded::code(&error), "not-a-size");
/// ```
pub trait Coded {
    /// A name for what is wrong or to be known, for programs: it stays when the sentence is worded anew.
    fn code(&self) -> &'static str;
}

/// Gives an enum its codes, each variant one. Behind `within` stand the variants that hold an error with codes of its
/// own. A variant without a code does not compile.
macro_rules! codes {
    (
        $name:ident { $($(#[$when:meta])* $own:pat => $code:literal,)* }
        $(within { $($inner:pat => $its_code:expr,)* })?
    ) => {
        impl $name {
            /// The codes of its variants, but for those that hold an error with codes of its own.
            pub const CODES: &'static [&'static str] = &[$($(#[$when])* $code,)*];

            /// A name for what is wrong or to be known, for programs: it stays when the sentence is worded anew.
            pub fn code(&self) -> &'static str {
                // Not of the reference: without files there may be no variant at all.
                match *self {
                    $($(#[$when])* $own => $code,)*
                    $($($inner => $its_code,)*)?
                }
            }
        }

        impl $crate::Coded for $name {
            fn code(&self) -> &'static str {
                $name::code(self)
            }
        }
    };
}
