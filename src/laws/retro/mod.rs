//! Retrograde analysis: can a position arise in a legal game (Laws 3.10.3)?
//!
//! No complete decision procedure is feasible. Each level checks more than the one before, and each finding is a proof
//! that no legal game reaches the position from the initial position (or from any Chess960 position, see
//! [`InitialPositions`]). A position without findings may still be unreachable. [`setup_mistake`] finds initial
//! positions that were set up wrongly.
//!
//! | level | checks |
//! |---|---|
//! | 0 | the text of the FEN |
//! | 1 | kings, numbers of pieces, ranks of pawns, castling and en passant rights, checks that no move can leave |
//! | 2 | half-move clock and move number, mistakes in the initial position, castling rights that no initial position has |
//! | 3 | promoted pieces against missing pawns |
//! | 4 | whether any legal last move exists |
//! | 5 | captures by pawns, captures required by promotions, bishops shut in or out by unmoved pawns, parity |

mod initial_position;
mod promotions;
mod retract;
mod structure;

use std::fmt;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::setup::{Doubt, Setup};
use crate::chess::square::Square;

pub use initial_position::{Exchange, InitialPositions, SetupMistake, setup_mistake};
pub use promotions::PromotedPieces;
pub use retract::has_last_move;

/// The highest level.
pub const MAX_LEVEL: u8 = 5;

/// A proof that no game from the initial position reaches a playable position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unreachable {
    /// More promoted pieces than missing pawns (level 3).
    Promotions(Doubt),
    /// No legal move leads to the position (level 4).
    NoLastMove {
        /// The side that would have made it.
        by: Color,
    },
    /// The pawns must have captured more pieces than are missing, or cannot have reached their squares (level 5).
    PawnCaptures {
        /// The color of the pawns.
        color: Color,
        /// The least number of captures; `None` if no number suffices.
        needed: Option<u32>,
        /// The number of missing pieces of the other side.
        missing: u32,
    },
    /// The promotions and the pawns on the board require more captures than pieces are missing (level 5).
    PromotionCaptures {
        /// The pieces that White and Black must have promoted.
        promoted: [PromotedPieces; 2],
        /// The least number of captures beyond those that the missing pieces allow.
        short: u32,
        /// The number of missing pieces and pawns of both sides.
        missing: u32,
    },
    /// A bishop cannot have left its first square or reached this one, because unmoved pawns block it (level 5).
    Bishop { color: Color, square: Square },
    /// Nothing was captured and pawns shut in the bishops, queens and kings, but the parity of the moves contradicts the
    /// turn, or a piece cannot have reached its square (level 5).
    Closed {
        /// The number of pawn moves, which the squares of the pawns determine.
        pawn_moves: u32,
    },
}

impl Unreachable {
    /// The level that finds it.
    pub const fn level(&self) -> u8 {
        match self {
            Self::Promotions(_) => 3,
            Self::NoLastMove { .. } => 4,
            Self::PawnCaptures { .. } | Self::PromotionCaptures { .. } | Self::Bishop { .. } | Self::Closed { .. } => 5,
        }
    }
}

/// Returns all proofs up to a level that no game from these initial positions reaches the position, lower levels first.
/// Empty for unplayable positions, which levels 0 to 2 reject.
///
/// Castling rights that exist only in Chess960 override `start`.
pub fn unreachable(setup: &Setup, start: InitialPositions, level: u8) -> Vec<Unreachable> {
    let Ok(position) = setup.position_ignoring_reachability() else { return Vec::new() };
    let start = if position.has_standard_castling() { start } else { InitialPositions::Chess960 };
    let mut found: Vec<Unreachable> = setup
        .doubts()
        .into_iter()
        .filter(|doubt| matches!(doubt, Doubt::ExcessMaterial { .. }))
        .map(Unreachable::Promotions)
        .collect();
    let is_start = is_chess960_start(&position);
    if level >= 4 && !is_start && !has_last_move(&position, start) {
        found.push(Unreachable::NoLastMove { by: position.turn().other() });
    }
    if level >= 5 && !is_start {
        found.extend(structure::findings(&position, start));
    }
    found.retain(|proof| proof.level() <= level);
    found
}

/// Whether this is an initial position of chess or Chess960.
fn is_chess960_start(position: &Position) -> bool {
    use crate::chess::bitboard::Bitboard;
    use crate::chess::piece::PieceType;
    let pawns = Bitboard(0x00ff_0000_0000_ff00);
    position.turn() == Color::White
        && position.occupied() == Bitboard(0xffff_0000_0000_ffff)
        && position.by_type(PieceType::Pawn) == pawns
        && PieceType::ALL
            .iter()
            .all(|&kind| position.pieces(Color::White, kind).0 == position.pieces(Color::Black, kind).0.swap_bytes())
}

/// Whether no move was made before this position: it is an initial position with all castling rights, and its counters are
/// those of a game's start.
pub(crate) fn is_before_the_first_move(position: &Position) -> bool {
    is_chess960_start(position)
        && position.castling().count() == 4
        && position.halfmove_clock() == 0
        && position.fullmove_number() == 1
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Promotions(doubt) => doubt.fmt(f),
            Self::NoLastMove { by } => write!(f, "no legal move of {by} leads to this position"),
            Self::PawnCaptures { color, needed: Some(needed), missing } => {
                let (plural, them) = (if *needed == 1 { "" } else { "s" }, color.other());
                write!(f, "{color}'s pawns must have captured {needed} piece{plural}, but ")?;
                match missing {
                    0 => write!(f, "no {them} piece is missing"),
                    1 => write!(f, "only 1 of {them}'s is missing"),
                    missing => write!(f, "only {missing} of {them}'s are missing"),
                }
            }
            Self::PawnCaptures { color, needed: None, .. } => {
                write!(f, "{color}'s pawns cannot have come to these squares")
            }
            Self::PromotionCaptures { promoted, short, missing } => {
                let sides = || Color::BOTH.into_iter().zip(promoted).filter(|(_, pieces)| pieces.total() > 0);
                for (color, pieces) in sides() {
                    write!(f, "{color} has promoted at least {pieces}; ")?;
                }
                let [captures, pieces] = [*short, *missing].map(|count| if count == 1 { "" } else { "s" });
                f.write_str("to pass each other, the pawns of both sides need at least ")?;
                match missing {
                    0 => write!(f, "{short} capture{captures}, but no piece is missing"),
                    1 => write!(f, "{short} more capture{captures} than the missing piece allows"),
                    missing => {
                        write!(f, "{short} more capture{captures} than the {missing} missing piece{pieces} allow")
                    }
                }
            }
            Self::Bishop { color, square } => {
                write!(f, "{color}'s bishop cannot have come to {square}: pawns that never moved block its way")
            }
            Self::Closed { pawn_moves: 0 } => {
                f.write_str("no game can reach this position without a capture or a pawn move, and there was none")
            }
            Self::Closed { pawn_moves } => {
                let made = match pawn_moves {
                    1 => "one pawn move was".to_owned(),
                    more => format!("{more} pawn moves were"),
                };
                write!(
                    f,
                    "no game can reach this position with this side to move: {made} made, nothing was captured, and otherwise \
                     only knights and rooks can have moved"
                )
            }
        }?;
        write!(f, " (found at --level {})", self.level())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    fn messages(text: &str) -> Vec<String> {
        let setup = fen::parse(text.as_bytes()).unwrap().setup;
        unreachable(&setup, InitialPositions::Standard, MAX_LEVEL).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_level_has_its_findings() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/Q7/PPPPPPPP/Q3K3 w - - 0 1", "White has 1 promoted piece and 8 pawns"),
            ("8/8/8/8/8/8/5k1P/7K b - - 0 1", "no legal move of White leads to this position"),
            (
                "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
                "White's pawns must have captured 1 piece, but no Black piece is missing (found at --level 5)",
            ),
            ("rnbqkbnr/pppppppp/8/8/8/4B3/PPPPPPPP/RN1QKBNR w KQkq - 0 1", "White's bishop cannot"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "no game can reach this position"),
        ] {
            assert!(messages(fen).iter().any(|message| message.starts_with(expected)), "{fen}: {:?}", messages(fen));
        }
    }

    #[test]
    fn reachable_positions_have_no_findings() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKBR1 b Qkq - 5 3",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 30",
        ] {
            assert_eq!(messages(fen), [""; 0], "{fen}");
        }
    }
}
