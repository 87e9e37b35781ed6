//! A number of plies in words.

use std::fmt;

/// Prints `1 ply`, `2 plies`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyCount(pub u64);

impl fmt::Display for PlyCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "ply" } else { "plies" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ply_is_singular() {
        assert_eq!([0, 1, 2].map(|count| PlyCount(count).to_string()), ["0 plies", "1 ply", "2 plies"]);
    }
}
