//! Bitboards: sets of squares, with one bit for each square.
//!
//! The numbering is little-endian rank-file mapping (<https://www.chessprogramming.org/Square_Mapping_Considerations>).

use std::fmt;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};

use super::square::{File, Rank, Square};

/// A set of squares; bit 0 is `a1`, bit 63 is `h8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// The light squares.
    pub const LIGHT: Self = Self(0x55aa_55aa_55aa_55aa);
    /// The dark squares.
    pub const DARK: Self = Self(!Self::LIGHT.0);

    /// The first and the eighth rank, where pawns promote.
    pub const LAST_RANKS: Self = Self(0xff00_0000_0000_00ff);

    /// The set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The eight squares of a file.
    #[inline]
    pub const fn of_file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file.index())
    }

    /// The eight squares of a rank.
    #[inline]
    pub const fn of_rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank.index()))
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether this square is in the set.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Bitboard, File, Square};
    ///
    /// let file = Bitboard::of_file(File::E);
    /// assert!(file.contains(Square::E4));
    /// assert_eq!((file & Bitboard::LIGHT).count(), 4);
    /// ```
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as u8)) }
    }

    /// The square with the highest index, if there is one.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.ilog2() as u8)) }
    }

    /// The only square of the set; `None` if it has none or several.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.has_several() { None } else { self.first() }
    }

    /// The set without its square of lowest index.
    #[must_use]
    #[inline]
    pub const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }
}

bitwise! {
    #[inline]
    impl[] Bitboard;
    a & b = Self(a.0 & b.0);
    a | b = Self(a.0 | b.0);
    a ^ b = Self(a.0 ^ b.0);
    !a = Self(!a.0);
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::from_square(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.count() as usize, Some(self.0.count() as usize))
    }
}

impl ExactSizeIterator for Squares {}

/// Draws the set as a board, `#` for a square in it and `.` for one outside, rank 8 on top.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::all().rev() {
            for file in File::all() {
                let symbol = if self.contains(Square::new(file, rank)) { '#' } else { '.' };
                write!(f, "{symbol}{}", if file.index() < 7 { " " } else { "\n" })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_count_and_list_their_squares() {
        let e_file = Bitboard::of_file(File::E);
        assert_eq!(e_file.count(), 8);
        assert_eq!(e_file.into_iter().collect::<Bitboard>(), e_file);
        assert_eq!((e_file & Bitboard::of_rank(Rank::FOURTH)).single().unwrap().to_string(), "e4");
        assert_eq!(Bitboard::EMPTY.single(), None);
        assert_eq!(e_file.single(), None);
    }

    #[test]
    fn light_holds_exactly_the_light_squares() {
        let light: Bitboard = Square::all().filter(|square| square.is_light()).collect();
        assert_eq!(light, Bitboard::LIGHT);
    }
}
