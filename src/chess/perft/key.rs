//! Keys of the hash table: 128-bit hashes of a position and a depth, in two halves.
//!
//! Both halves are sums over the features of a position, one of them by XOR. A move changes only a few terms, so the
//! keys of all children of a node are computed without making them:
//!
//! ```text
//!   key(child) = key(parent) - piece on from + piece on to - piece captured ± rights, en passant, side to move
//! ```
//!
//! * `place` is a Zobrist key: the XOR of one random 64-bit number for each feature.
//! * `check` is the *multilinear* hash `⌊(m₀ + m₁x₁ + … + m₈x₈ mod 2¹²⁸) ÷ 2⁶⁴⌋` of eight 64-bit words `x` that encode
//!   position and depth, with random 128-bit factors `m` (D. Lemire and O. Kaser, "Strongly Universal String Hashing Is
//!   Fast", Computer Journal 57, 2014). The words are the six kinds of pieces, White's pieces, and the rest. A piece of
//!   kind `k`, from 1 to 6, on square `s` is bit `s` of word `k`, and also of word 7 if it is White's. So its term is
//!   `mₖ · 2ˢ` for Black and `(mₖ + m₇) · 2ˢ` for White.
//!
//! For the probability of equal keys see [`table`](super::table).

use super::super::piece::{Color, PieceType};
use super::super::position::Position;
use super::super::square::{File, Square};
use super::super::zobrist::{self, FREE, random};
use super::board::{Black, Node, Side, Squares, White};

/// A 128-bit hash of a position and a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The half that selects a line of the table.
    pub(super) place: u64,
    /// The half that is compared.
    pub(super) check: u64,
}

impl Key {
    /// The key of a position and a depth in plies, at most 255.
    pub fn new(position: &Position, depth: u32) -> Self {
        let node = Node::new(position);
        match position.turn() {
            Color::White => Sums::new::<White>(&node, depth).key(),
            Color::Black => Sums::new::<Black>(&node, depth).key(),
        }
    }
}

/// The two sums of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct Sums {
    check: u128,
    place: u64,
}

impl Sums {
    /// The sums for a depth and a node in which side `S` is to move.
    pub(super) fn new<S: Side>(node: &Node, depth: u32) -> Self {
        let mut sums = Self { check: FACTORS[0], place: 0 }.with(Self::of_depth(depth)).with_rights(node.castling);
        for color in Color::BOTH {
            for (kind, set) in node.kinds.iter().enumerate() {
                for square in Squares(set & node.colors[color.index()]) {
                    sums = sums.with(Self::of_piece(color, kind, square));
                }
            }
        }
        if S::COLOR == Color::Black {
            sums = sums.with(&BLACK);
        }
        sums.with_en_passant(node.en_passant)
    }

    /// The term of a piece. `% 6`, like the mask in the next function, spares a bounds check.
    #[inline(always)]
    pub(super) fn of_piece(color: Color, kind: usize, square: Square) -> &'static Self {
        &PIECES[color.index()][kind % 6][square.index()]
    }

    #[inline(always)]
    pub(super) fn of_depth(depth: u32) -> &'static Self {
        &DEPTHS[depth as usize & 255]
    }

    #[inline(always)]
    pub(super) const fn key(self) -> Key {
        Key { place: self.place, check: (self.check >> 64) as u64 }
    }

    /// The sums with a term added.
    #[inline(always)]
    pub(super) const fn with(self, term: &Self) -> Self {
        Self { check: self.check.wrapping_add(term.check), place: self.place ^ term.place }
    }

    /// The sums with a term removed.
    #[inline(always)]
    pub(super) const fn without(self, term: &Self) -> Self {
        Self { check: self.check.wrapping_sub(term.check), place: self.place ^ term.place }
    }

    /// The sums with only the turn changed, after a move of side `S`.
    #[inline(always)]
    pub(super) fn after_turn<S: Side>(self) -> Self {
        if S::COLOR == Color::White { self.with(&BLACK) } else { self.without(&BLACK) }
    }

    /// The sums with the rights to castle with these rooks added.
    #[inline(always)]
    pub(super) fn with_rights(self, rooks: u64) -> Self {
        Squares(rooks).fold(self, |sums, rook| sums.with(&ROOKS[rook.index()]))
    }

    /// The sums with the rights to castle with these rooks removed.
    #[inline(always)]
    pub(super) fn without_rights(self, rooks: u64) -> Self {
        Squares(rooks).fold(self, |sums, rook| sums.without(&ROOKS[rook.index()]))
    }

    /// The sums with this en passant square added; unchanged if the set is empty.
    #[inline(always)]
    pub(super) fn with_en_passant(self, square: u64) -> Self {
        Squares(square).fold(self, |sums, square| sums.with(&EN_PASSANT[square.file().index()]))
    }

    /// The sums with this en passant square removed; unchanged if the set is empty.
    #[inline(always)]
    pub(super) fn without_en_passant(self, square: u64) -> Self {
        Squares(square).fold(self, |sums, square| sums.without(&EN_PASSANT[square.file().index()]))
    }
}

/// The factor of the word for everything but the pieces: the castling rights on the first and last rank, and between
/// them the en passant file, the turn and the depth.
const REST: u128 = FACTORS[8];

/// The factors of the multilinear function.
const FACTORS: [u128; 9] = {
    let mut factors = [0; 9];
    let mut index = 0;
    while index < 9 {
        let at = FREE + 256 + 2 * index;
        factors[index] = (random(at) as u128) << 64 | random(at + 1) as u128;
        index += 1;
    }
    factors
};

/// The terms of pieces, by color, kind and square.
static PIECES: [[[Sums; 64]; 6]; 2] = {
    let mut pieces = [[[Sums { check: 0, place: 0 }; 64]; 6]; 2];
    let mut at = 0;
    while at < 2 * 6 * 64 {
        let (color, kind, square) = (Color::BOTH[at / 384], at / 64 % 6, at % 64);
        let factor = match color {
            Color::White => FACTORS[1 + kind].wrapping_add(FACTORS[7]),
            Color::Black => FACTORS[1 + kind],
        };
        let place = zobrist::piece(color, kind, Square::from_index(square as u8));
        pieces[color.index()][kind][square] = Sums { check: factor << square, place };
        at += 1;
    }
    pieces
};

/// The terms of castling rights, by the rook's square.
static ROOKS: [Sums; 64] = {
    let mut rooks = [Sums { check: 0, place: 0 }; 64];
    let mut at = 0;
    while at < 64 {
        rooks[at] = Sums { check: REST << at, place: zobrist::castling(Square::from_index(at as u8)) };
        at += 1;
    }
    rooks
};

/// The terms of captures en passant, by file.
static EN_PASSANT: [Sums; 8] = {
    let mut files = [Sums { check: 0, place: 0 }; 8];
    let mut at = 0;
    while at < 8 {
        files[at] = Sums { check: REST << (8 + at), place: zobrist::en_passant(File::from_index(at as u8)) };
        at += 1;
    }
    files
};

/// The term of Black's turn.
static BLACK: Sums = Sums { check: REST << 16, place: zobrist::black_to_move() };

static DEPTHS: [Sums; 256] = {
    let mut depths = [Sums { check: 0, place: 0 }; 256];
    let mut at = 0;
    while at < 256 {
        depths[at] = Sums { check: REST.wrapping_mul((at as u128) << 24), place: random(FREE + at) };
        at += 1;
    }
    depths
};

const _: () = assert!(PieceType::King.index() == 5 && Color::White.index() == 0);

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn different_positions_and_depths_have_different_keys() {
        let mut keys = HashSet::new();
        let mut assert_new = |fen: &str, depth| {
            let key = Key::new(&Position::from_fen(fen).unwrap(), depth);
            assert!(keys.insert(key.place) && keys.insert(key.check), "{fen} {depth}");
        };
        for fen in [
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
            "N3k2r/8/8/3pP3/8/8/8/R3K2R w K - 0 1",
        ] {
            for depth in [1, 2, 3, 255] {
                assert_new(fen, depth);
            }
        }
        let key = |fen| Key::new(&Position::from_fen(fen).unwrap(), 3);
        assert_eq!(
            key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
            key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 9"),
            "the half-move clock and the move number do not change the key"
        );
        assert_eq!(
            key("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"),
            key("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"),
            "an en passant square without a legal capture does not change the key"
        );
    }

    #[test]
    fn place_is_the_zobrist_key_with_the_depth() {
        for fen in ["r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(Key::new(&position, 7).place, position.key() ^ random(FREE + 7), "{fen}");
        }
    }

    /// Computes the multilinear hash of eight words by its definition.
    #[test]
    fn check_is_the_multilinear_hash() {
        for fen in
            ["r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]
        {
            let position = Position::from_fen(fen).unwrap();
            let node = Node::new(&position);
            let en_passant = position.legal_en_passant().map_or(0, |square| 1 << 8 << square.file().index());
            let rest = node.castling | en_passant | (position.turn() as u64) << 16 | 7 << 24;
            let words = node.kinds.into_iter().chain([node.colors[0], rest]);
            let sum = words
                .zip(&FACTORS[1..])
                .fold(FACTORS[0], |sum, (word, factor)| sum.wrapping_add(factor.wrapping_mul(u128::from(word))));
            assert_eq!(Key::new(&position, 7).check, (sum >> 64) as u64, "{fen}");
        }
    }
}
