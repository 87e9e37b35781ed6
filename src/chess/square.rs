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

/// The constants of the squares, by ranks.
macro_rules! square_constants {
    ($($rank:literal: $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident;)+) => {
        $(square_constants! { @ 8 * $rank; $a = 0, $b = 1, $c = 2, $d = 3, $e = 4, $f = 5, $g = 6, $h = 7 })+
    };
    (@ $first:expr; $($name:ident = $file:literal),+) => {
        #[expect(missing_docs, reason = "their names say all")]
        impl Square {
            $(pub const $name: Self = Self($first + $file);)+
        }
    };
}

square_constants! {
    0: A1 B1 C1 D1 E1 F1 G1 H1;
    1: A2 B2 C2 D2 E2 F2 G2 H2;
    2: A3 B3 C3 D3 E3 F3 G3 H3;
    3: A4 B4 C4 D4 E4 F4 G4 H4;
    4: A5 B5 C5 D5 E5 F5 G5 H5;
    5: A6 B6 C6 D6 E6 F6 G6 H6;
    6: A7 B7 C7 D7 E7 F7 G7 H7;
    7: A8 B8 C8 D8 E8 F8 G8 H8;
}

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
    /// assert!(Square::H1.is_light() && !Square::A1.is_light());
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
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::G1.offset(2, 1), None);
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

#[expect(missing_docs, reason = "their names say all")]
impl File {
    pub const A: Self = Self(0);
    pub const B: Self = Self(1);
    pub const C: Self = Self(2);
    pub const D: Self = Self(3);
    pub const E: Self = Self(4);
    pub const F: Self = Self(5);
    pub const G: Self = Self(6);
    pub const H: Self = Self(7);
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

#[expect(missing_docs, reason = "their names say all")]
impl Rank {
    pub const FIRST: Self = Self(0);
    pub const SECOND: Self = Self(1);
    pub const THIRD: Self = Self(2);
    pub const FOURTH: Self = Self(3);
    pub const FIFTH: Self = Self(4);
    pub const SIXTH: Self = Self(5);
    pub const SEVENTH: Self = Self(6);
    pub const EIGHTH: Self = Self(7);
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
        assert_eq!([Square::A1, Square::H1, Square::D5, Square::H8].map(Square::index), [0, 7, 35, 63]);
        assert_eq!(
            [Square::A1, Square::H1, Square::D5, Square::H8].map(|square| square.to_string()),
            ["a1", "h1", "d5", "h8"]
        );
        assert_eq!(Square::new(File::C, Rank::SEVENTH), Square::C7);
        assert_eq!(Square::from_ascii(b"i1"), None);
        assert_eq!(Square::from_ascii(b"a9"), None);
    }

    #[test]
    fn the_near_right_corner_is_light() {
        assert!(Square::H1.is_light());
        assert!(!Square::A1.is_light());
        assert!(Square::D1.is_light());
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        assert_eq!(Square::A1.offset(-1, 0), None);
        assert_eq!(Square::A1.offset(7, 7), Some(Square::H8));
        assert_eq!(Square::A1.offset(8, 0), None);
    }
}
