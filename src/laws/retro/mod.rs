//! Can this position have arisen in a game? Levels of position legality, from syntax to structure (Laws 3.10.3).
//!
//! To decide it for good is out of reach. Each level looks deeper than the one before, and each finding is a proof: what
//! is called unreachable is so, if the game began from the usual array, or from any array of Chess960 where [`InitialPositions`] says
//! so. What nothing is found against may still be. [`slip`] finds initial arrays that were set up wrongly.
//!
//! | level | what is looked at |
//! |---|---|
//! | 0 | the text of the FEN |
//! | 1 | kings, counts of men, ranks of pawns, rights, the side that has just moved not in check |
//! | 2 | counters; checks that no single move can give |
//! | 3 | promoted pieces against missing pawns |
//! | 4 | whether any legal last move exists |
//! | 5 | pawns that must have captured, captures that promotions take, bishops behind pawns that have not moved, parity |

mod initial_position;
mod promotions;
mod retract;
mod structure;

use std::fmt;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::setup::{Doubt, Refusal, Setup};
use crate::chess::square::Square;

pub use initial_position::{Exchange, InitialPositions, SetupMistake, slip};
pub use promotions::PromotedPieces;
pub use retract::has_last_move;

/// The highest level.
pub const DEEPEST: u8 = 5;

/// A proof that no game from the initial array reaches a position in which chess can be played.
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
    /// The promotions and the pawns on the board take more captures than pieces are missing (level 5).
    PromotionCaptures {
        /// What White and Black must have promoted.
        promoted: [PromotedPieces; 2],
        /// How many captures more than the missing pieces allow they take, at least.
        short: u32,
        /// How many pieces and pawns of both sides are missing.
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
            Self::PawnCaptures { .. } | Self::PromotionCaptures { .. } | Self::Bishop { .. } | Self::Closed => 5,
        }
    }
}

/// The level at which a reason for refusal is found.
#[must_use]
pub const fn level_of(refusal: &Refusal) -> u8 {
    if refusal.is_only_unreachable() { 2 } else { 1 }
}

/// All proofs up to a level that no game from these arrays leads to the position, the lower levels first. None for positions
/// that cannot be played from, which lower levels refuse.
///
/// Castling rights that only Chess960 has say that the game started from one of its arrays, whatever `start` says.
#[must_use]
pub fn unreachable(setup: &Setup, start: InitialPositions, level: u8) -> Vec<Unreachable> {
    let Ok(position) = setup.position_however_reached() else { return Vec::new() };
    let start = if position.has_standard_castling() { start } else { InitialPositions::Chess960 };
    let mut found: Vec<Unreachable> = setup
        .doubts()
        .into_iter()
        .filter(|doubt| matches!(doubt, Doubt::ExcessMaterial { .. }))
        .map(Unreachable::Promotions)
        .collect();
    let is_start = is_chess960_array(&position);
    if level >= 4 && !is_start && !has_last_move(&position, start) {
        found.push(Unreachable::NoLastMove { by: position.turn().other() });
    }
    if level >= 5 && !is_start {
        found.extend(structure::faults(&position, start));
    }
    found.retain(|fault| fault.level() <= level);
    found
}

/// Whether all pieces stand as at the start of a game of chess or Chess960.
fn is_chess960_array(position: &Position) -> bool {
    use crate::chess::bitboard::Bitboard;
    use crate::chess::piece::PieceType;
    let pawns = Bitboard(0x00ff_0000_0000_ff00);
    position.turn() == Color::White
        && position.occupied() == Bitboard(0xffff_0000_0000_ffff)
        && position.kinds(PieceType::Pawn) == pawns
        && PieceType::ALL
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
            Self::PromotionCaptures { promoted, short, missing } => {
                let sides = || Color::BOTH.into_iter().zip(promoted).filter(|(_, pieces)| pieces.total() > 0);
                for (color, pieces) in sides() {
                    write!(f, "{color} has promoted at least {pieces}; ")?;
                }
                let pawns = if sides().next().is_some() { "these and the pawns on the board" } else { "the pawns" };
                let [captures, pieces] = [*short, *missing].map(|count| if count == 1 { "" } else { "s" });
                write!(
                    f,
                    "for {pawns} to pass each other takes at least {short} capture{captures} more than the {missing} missing \
                     piece{pieces} allow{}",
                    if *missing == 1 { "s" } else { "" }
                )
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
        unreachable(&setup, InitialPositions::Standard, DEEPEST).iter().map(ToString::to_string).collect()
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
