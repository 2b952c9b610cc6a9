//! stub
/// stub
pub fn shorten(
    _p: &crate::Puzzle,
    m: Vec<crate::Direction>,
    _d: Option<std::time::Instant>,
    _c: &dyn Fn() -> bool,
) -> Vec<crate::Direction> {
    m
}
