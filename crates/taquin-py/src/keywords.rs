//! The keywords of the options. Every function that searches has one for each option of the library's table. A macro
//! cannot read the table, so the names are listed here, once; a test compares the functions with the table.

/// Defines a Python function with a keyword for each option.
///
/// It is written like a function of Rust, with Python's `*` before the keywords and a default after each of them. The
/// line `..options` stands for the keywords of the options, each with the default `None`. In the body, `options` is the
/// list of their names and values. `order` and `threads` are not among them: they have other defaults, and only some of
/// the functions have them. A default is a single token (`tt`), because PyO3 shows others as `...` in the signature.
macro_rules! search_function {
    ($(#[$attribute:meta])* pub fn $($function:tt)*) => {
        $crate::keywords::search_function! {
            [ties goal_test weight width max_depth]
            $(#[$attribute])* pub fn $($function)*
        }
    };
    (
        [$($option:ident)*]
        $(#[$attribute:meta])*
        pub fn $name:ident<'py>(
            $py:ident: Python<'py>,
            $input:ident: $input_type:ty,
            *,
            $($before:ident: $before_type:ty = $before_default:tt,)*
            ..$options:ident,
            $($after:ident: $after_type:ty = $after_default:tt,)*
        ) -> $result:ty $body:block
    ) => {
        $(#[$attribute])*
        #[pyo3::pyfunction]
        #[pyo3(signature = (
            $input, *, $($before = $before_default,)* $($option = None,)* $($after = $after_default,)*
        ))]
        #[allow(clippy::too_many_arguments)]
        pub fn $name<'py>(
            $py: pyo3::Python<'py>,
            $input: $input_type,
            $($before: $before_type,)*
            $($option: Option<&pyo3::Bound<'py, pyo3::PyAny>>,)*
            $($after: $after_type,)*
        ) -> $result {
            let $options: &$crate::choices::OptionArguments<'_, '_> =
                &[$((stringify!($option), $option)),*];
            $body
        }
    };
}

pub(crate) use search_function;
