//! Can this position have arisen in a game? Levels of position legality, from syntax to structure (Laws 3.10.3).
//!
//! To decide it for good is out of reach. Each level looks deeper than the one before, and each finding is a proof: what
//! is called unreachable is so, if the game began from the usual array. What nothing is found against may still be.
//!
//! | level | what is looked at |
//! |---|---|
//! | 0 | the text of the FEN |
//! | 1 | kings, counts of men, ranks of pawns, rights, the side that has just moved not in check |
//! | 2 | counters; checks that no single move can give |
//! | 3 | promoted pieces against missing pawns |
//! | 4 | whether any legal last move exists |
//! | 5 | pawns that must have captured, bishops behind pawns that have not moved, parity |

mod retract;
mod structure;

use std::fmt;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::setup::{Doubt, Refusal, Setup};
use crate::chess::square::Square;

pub use retract::has_last_move;

/// The highest level.
pub const DEEPEST: u8 = 5;

/// A proof that no game from the usual array reaches a position in which chess can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unreachable {
    /// More promoted pieces than pawns have gone (level 3).
    Promotions(Doubt),
    /// No legal move leads to the position (level 4).
    NoLastMove {
        /// The side that would have made it.
        by: Color,
    },
    /// The pawns stand so that they must have captured more men than are missing, or cannot have come there (level 5).
    PawnCaptures {
        /// Whose pawns.
        color: Color,
        /// How many captures they took at least; `None` if no number of captures brings them there.
        needed: Option<u32>,
        /// How many men of the other side are missing.
        missing: u32,
    },
    /// A bishop cannot have left its square or reached another one: pawns that have not moved are in its way (level 5).
    Bishop {
        /// Whose.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// All pawns are at home and nothing was captured, but the number of moves does not fit the side to move, or a man
    /// stands where it cannot have come (level 5).
    Closed,
}

impl Unreachable {
    /// The level at which it is found.
    #[must_use]
    pub const fn level(&self) -> u8 {
        match self {
            Self::Promotions(_) => 3,
            Self::NoLastMove { .. } => 4,
            Self::PawnCaptures { .. } | Self::Bishop { .. } | Self::Closed => 5,
        }
    }
}

/// The level at which a reason for refusal is found.
#[must_use]
pub const fn level_of(refusal: &Refusal) -> u8 {
    if refusal.is_only_unreachable() { 2 } else { 1 }
}

/// All proofs up to a level that this position cannot have arisen, the lower levels first. None for positions that
/// cannot be played from, which lower levels refuse, and none for castling rights of Chess960, whose games start from
/// other arrays.
#[must_use]
pub fn unreachable(setup: &Setup, level: u8) -> Vec<Unreachable> {
    let Ok(position) = setup.position_however_reached() else { return Vec::new() };
    if !position.has_standard_castling() {
        return Vec::new();
    }
    let mut found: Vec<Unreachable> = setup
        .doubts()
        .into_iter()
        .filter(|doubt| matches!(doubt, Doubt::ExcessMaterial { .. }))
        .map(Unreachable::Promotions)
        .collect();
    if level >= 4 && !is_chess960_array(&position) && !has_last_move(&position) {
        found.push(Unreachable::NoLastMove { by: position.turn().other() });
    }
    if level >= 5 && !is_chess960_array(&position) {
        found.extend(structure::faults(&position));
    }
    found.retain(|fault| fault.level() <= level);
    found
}

/// Whether all men stand as at the start of a game of chess or Chess960.
fn is_chess960_array(position: &Position) -> bool {
    use crate::chess::bitboard::Bitboard;
    use crate::chess::piece::Kind;
    let pawns = Bitboard(0x00ff_0000_0000_ff00);
    position.turn() == Color::White
        && position.occupied() == Bitboard(0xffff_0000_0000_ffff)
        && position.kinds(Kind::Pawn) == pawns
        && Kind::ALL
            .iter()
            .all(|&kind| position.pieces(Color::White, kind).0 == position.pieces(Color::Black, kind).0.swap_bytes())
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}: ", self.level())?;
        match self {
            Self::Promotions(doubt) => doubt.fmt(f),
            Self::NoLastMove { by } => write!(f, "{by} has no legal last move that leads here"),
            Self::PawnCaptures { color, needed: Some(needed), missing } => write!(
                f,
                "{color}'s pawns must have captured {needed} men, but only {missing} of {}'s are missing",
                color.other()
            ),
            Self::PawnCaptures { color, needed: None, .. } => {
                write!(f, "{color}'s pawns cannot have come to these squares")
            }
            Self::Bishop { color, square } => {
                write!(f, "{color}'s bishop cannot have come to {square}: pawns that never moved shut the way")
            }
            Self::Closed => f.write_str("nothing was captured and no pawn has moved: no game is at this point"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    fn told(text: &str) -> Vec<String> {
        let setup = fen::read(text.as_bytes()).unwrap().setup;
        unreachable(&setup, DEEPEST).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_level_finds_its_own() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/Q7/PPPPPPPP/Q3K3 w - - 0 1", "level 3: White has 1 promoted piece beside 8 pawns"),
            ("8/8/8/8/8/8/5k1P/7K b - - 0 1", "level 4: White has no legal last move"),
            (
                "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
                "level 5: White's pawns must have captured 1 men, but only 0",
            ),
            ("rnbqkbnr/pppppppp/8/8/8/4B3/PPPPPPPP/RN1QKBNR w KQkq - 0 1", "level 5: White's bishop cannot"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "level 5: nothing was captured"),
        ] {
            assert!(told(fen).iter().any(|fault| fault.starts_with(expected)), "{fen}: {:?}", told(fen));
        }
    }

    #[test]
    fn ordinary_positions_pass() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKBR1 b Qkq - 5 3",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 30",
        ] {
            assert_eq!(told(fen), [""; 0], "{fen}");
        }
    }
}
