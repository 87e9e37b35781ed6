//! Words of plain SAN that are read when they are played: those that say where a man comes from, those that several men
//! could make true, and castling.
//!
//! `Position::play_plain` reads them too, by a table of shapes, and goes on to all others; here they are read without one,
//! for a board in registers. Tests hold both to the same.

use super::super::plain::{castling_side, regions, without_mark};
use super::super::{CheckMark, Origin};
use super::brief::{kind_of, opening, reach_of, row, row_of};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::Color;
use crate::chess::position::CastlingSide;
use crate::chess::square::Square;

/// A word as in plain SAN that names an ordinary move: of the shortest, or of a piece and with its origin.
pub(super) struct Full {
    /// The kind of the man that moves, by its index.
    pub(super) kind: usize,
    pub(super) to: Square,
    pub(super) captures: bool,
    /// From where he may come on an empty board.
    pub(super) reach: Bitboard,
    /// Where he may come from by what the word says of his origin.
    pub(super) origin: Bitboard,
    /// What that is.
    pub(super) given: Origin,
    pub(super) mark: Option<CheckMark>,
}

impl Full {
    /// Reads the first `length` bytes of `text`, the first of all in the lowest bits.
    #[inline(always)]
    pub(super) fn read(us: Color, text: u64, length: usize) -> Option<Self> {
        if !(2..=7).contains(&length) {
            return None;
        }
        let (bare, mark) = without_mark(text, length);
        let length = length - usize::from(mark.is_some());
        let target = (bare >> (8 * length.checked_sub(2)?)) as u16;
        let (file, rank) = ((target as u8).wrapping_sub(b'a'), ((target >> 8) as u8).wrapping_sub(b'1'));
        if (file | rank) > 7 {
            return None;
        }
        let (to, first) = (Square::from_index(rank * 8 + file), bare as u8);
        let captures = length > 2 && (bare >> (8 * (length - 3))) as u8 == b'x';
        let is_piece = first < b'a';
        let lead_length = length - 2 - usize::from(captures);
        let said = match (is_piece, lead_length) {
            (true, 1..) => lead_length - 1,
            // A file before an `x`; or nothing before the target, which opens with the file.
            (false, length) if length == usize::from(captures) => 0,
            _ => return None,
        };
        let byte = |place: usize| (bare >> (8 * place)) as u8;
        let (origin, given) = match said {
            0 => (Bitboard::ALL, Origin::Unsaid),
            1 if matches!(byte(1), b'a'..=b'h') => (regions(byte(1)), Origin::File),
            1 => (regions(byte(1)), Origin::Rank),
            2 if matches!(byte(1), b'a'..=b'h') && byte(2).is_ascii_digit() => {
                (regions(byte(1)) & regions(byte(2)), Origin::Square)
            }
            _ => return None,
        };
        let row = Some(row_of(opening(first), captures)).filter(|row| *row != row::NOBODY)?;
        Some(Self { kind: kind_of(row), to, reach: reach_of(us, row, to), captures, origin, given, mark })
    }
}

/// The side on which a word castles, if it does, and its check mark: the first `length` bytes of `word`, the first of all
/// in the lowest bits.
#[inline(always)]
pub(super) fn castling(word: u64, length: usize) -> Option<(CastlingSide, Option<CheckMark>)> {
    if word as u8 != b'O' || length > 7 {
        return None;
    }
    let (bare, mark) = without_mark(word, length);
    Some((castling_side(bare)?, mark))
}
