//! Codes of errors and notices: a stable name for each variant, for programs and tests. The wording of a sentence may
//! change; its code does not.

/// An error or a notice that has a code.
///
/// ```
/// use taquin::{Coded, Size};
/// let error = "3by3".parse::<Size>().expect_err("it is not a size");
/// assert_eq!(Coded::code(&error), "not-a-size");
/// ```
pub trait Coded {
    /// Returns the code, a name for programs that does not change when the sentence is reworded.
    fn code(&self) -> &'static str;
}

/// Defines the code of each variant of an enum. Variants listed after `within` contain an error with codes of its own.
/// A variant without a code does not compile.
macro_rules! codes {
    (
        $name:ident { $($(#[$when:meta])* $own:pat => $code:literal,)* }
        $(within { $($inner:pat => $its_code:expr,)* })?
    ) => {
        impl $name {
            /// The codes of all variants, except those that contain an error with codes of its own.
            pub const CODES: &'static [&'static str] = &[$($(#[$when])* $code,)*];

            /// Returns the code, a name for programs that does not change when the sentence is reworded.
            pub fn code(&self) -> &'static str {
                // A match on the value instead of the reference: without files the enum may have no variants.
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
