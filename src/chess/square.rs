//! Squares, files and ranks.

use std::fmt::{self, Write as _};

/// A square of the board. `a1` is 0, `b1` is 1, … `h8` is 63.
///
/// ```text
///   8 | 56 57 58 59 60 61 62 63
///   7 | 48 49 50 51 52 53 54 55
///   …
///   2 |  8  9 10 11 12 13 14 15
///   1 |  0  1  2  3  4  5  6  7
///     +------------------------
///        a  b  c  d  e  f  g  h
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

/// A file (column) of the board, `a` = 0 … `h` = 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct File(u8);

/// A rank (row) of the board; index 0 is the rank printed as `1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Rank(u8);

impl Square {
    /// The square on this file and this rank.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.0 * 8 + file.0)
    }

    /// The square with this index, 0 (`a1`) to 63 (`h8`). Only the low six bits of `index` count.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// Its index, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file of the square.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3)
    }

    /// Whether it is a light square (`h1` and `a8` are; Laws 2.1).
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Square;
    ///
    /// assert!(Square::from_ascii(b"h1").unwrap().is_light());
    /// ```
    #[inline]
    pub const fn is_light(self) -> bool {
        (self.0 ^ (self.0 >> 3)) & 1 == 1
    }

    /// The square `files` to the right and `ranks` up, seen from White; `None` off the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Square;
    ///
    /// let square = Square::from_ascii(b"g1").unwrap();
    /// assert_eq!(square.offset(-1, 2), Square::from_ascii(b"f3"));
    /// assert_eq!(square.offset(2, 1), None);
    /// ```
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (Some(file), Some(rank)) =
            (self.file().0.checked_add_signed(files), self.rank().0.checked_add_signed(ranks))
        else {
            return None;
        };
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// Reads `e4`; `None` unless the text is exactly a file letter `a`–`h` and a rank digit `1`–`8`.
    pub fn from_ascii(text: &[u8]) -> Option<Self> {
        match text {
            [file, rank] => Some(Self::new(File::from_ascii(*file)?, Rank::from_ascii(*rank)?)),
            _ => None,
        }
    }

    /// All 64 squares, `a1` first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }
}

impl File {
    /// The file with this index, 0 (`a`) to 7 (`h`). Only the low three bits of `index` count.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 7)
    }

    /// Its index, 0 to 7.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its letter, `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Reads `a`–`h`.
    pub const fn from_ascii(letter: u8) -> Option<Self> {
        match letter {
            b'a'..=b'h' => Some(Self(letter - b'a')),
            _ => None,
        }
    }

    /// All eight files, `a` first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..8).map(Self)
    }
}

impl Rank {
    /// The rank with this index, 0 (first) to 7 (eighth). Only the low three bits of `index` count.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 7)
    }

    /// Its index, 0 to 7.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its digit, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self.0) as char
    }

    /// Reads `1`–`8`.
    pub const fn from_ascii(digit: u8) -> Option<Self> {
        match digit {
            b'1'..=b'8' => Some(Self(digit - b'1')),
            _ => None,
        }
    }

    /// All eight ranks, the first one first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..8).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.file().letter())?;
        f.write_char(self.rank().digit())
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

debug_is_display!(Square, File, Rank);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_agree() {
        for square in Square::all() {
            assert_eq!(Square::from_ascii(square.to_string().as_bytes()), Some(square));
        }
        assert_eq!(Square::from_ascii(b"a1").map(Square::index), Some(0));
        assert_eq!(Square::from_ascii(b"h8").map(Square::index), Some(63));
        assert_eq!(Square::from_ascii(b"i1"), None);
        assert_eq!(Square::from_ascii(b"a9"), None);
    }

    #[test]
    fn the_near_right_corner_is_light() {
        assert!(Square::from_ascii(b"h1").unwrap().is_light());
        assert!(!Square::from_ascii(b"a1").unwrap().is_light());
        assert!(Square::from_ascii(b"d1").unwrap().is_light());
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        let a1 = Square::from_ascii(b"a1").unwrap();
        assert_eq!(a1.offset(-1, 0), None);
        assert_eq!(a1.offset(7, 7), Square::from_ascii(b"h8"));
        assert_eq!(a1.offset(8, 0), None);
    }
}
