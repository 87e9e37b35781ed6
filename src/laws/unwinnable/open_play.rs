//! Open play: pieces and free squares that guarantee a mate.
//!
//! **What it proves.** That a side can mate, in most positions in which nothing is locked, without looking for the moves.
//! It costs about as much as generating the legal moves.
//!
//! **When it applies.** The side has a *hunter*: a queen, a rook, or a pawn with nothing in front of it up to the last
//! rank, which counts as a queen there. Knights and bishops are hunters, too, where the side has enough beside them to mate
//! a bare king. The squares that are empty or hold an enemy piece connect the hunters with every enemy piece, and are many
//! ([`REGION`]). Both sides can *wait*: their pieces have quiet moves that give no check and expose no king, or their king
//! has room to step to and fro ([`PIECE_MOVES`], [`KING_SQUARES`]). A side with nothing but the hunter also needs a king
//! that can move. A position that is not open itself will do if one or two legal moves lead to one that is ([`LOOKS`]).
//!
//! **Why it is sound.** Both players cooperate, and a player who can wait is never forced to do anything. So the hunter
//! takes the enemy pieces one after the other; it steers clear of checks, which would force a reply, by passing over the
//! lines of the king rather than stopping on them. With the enemy pieces go the locks: no pawn is blocked by an enemy pawn
//! any more. A queen or rook with its king mates a bare king with that king's help from every position of the kind
//! (counted through in *Basic helpmate existence*, <https://github.com/dlbbld/basic-helpmate-existence>), and so do bishop
//! and knight, two knights, and bishops on squares of both colors. Pieces of its own that are left over are in nobody's way
//! for long, and its pawns have nothing before them any more. A legal move to a position in which a side can mate shows
//! that it can mate before that move.
//!
//! This is an argument and not a checked proof, so the conditions keep a margin, and the full search is the witness: it
//! refuted none of 8.5 million guarantees, given for 12 million questions about walls, composed positions, mutations of
//! both, jammed boards, caged kings and positions of few pieces, and found a line for every one of them. Weaker conditions
//! were refuted, see the tests.
//!
//! **What it cannot see.** Sides with a lone minor piece or blocked pawns only, pieces behind walls, and sides that are
//! short of moves: the other stages decide these.

use std::ops::ControlFlow::{Break, Continue};

use crate::chess::attacks::{self, MoveShape, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// The fewest squares that a hunter must be able to roam.
const REGION: u32 = 16;

/// With so many quiet moves of its pieces a side can wait. Pawns do not count: their moves run out.
const PIECE_MOVES: u32 = 3;

/// With so many empty squares that are not attacked within three steps of its king a side can wait, too.
const KING_SQUARES: u32 = 3;

/// How many positions are looked at after one move and after two.
const LOOKS: [u32; 2] = [8, 8];

/// Whether this side can surely still mate. `false` says nothing.
pub(super) fn guarantees_mate(position: &Position, side: Color) -> bool {
    is_open_without_check(position, side) || opens_up(position, side, &mut LOOKS.clone())
}

/// The conditions.
fn is_open_without_check(position: &Position, side: Color) -> bool {
    !position.is_check() && is_open(position, side)
}

/// Whether some legal move, or two, lead to open play. `looks` are the positions that may still be looked at, after one
/// move and after two.
fn opens_up(position: &Position, side: Color, looks: &mut [u32]) -> bool {
    let Some((left, further)) = looks.split_first_mut() else { return false };
    let mut is_found = false;
    let _ = position.visit_legal_moves(|mv| {
        if *left == 0 {
            return Break(());
        }
        *left -= 1;
        let after = position.after(mv);
        is_found = is_open_without_check(&after, side) || opens_up(&after, side, further);
        if is_found { Break(()) } else { Continue(()) }
    });
    is_found
}

/// The conditions, for a position without check.
fn is_open(position: &Position, side: Color) -> bool {
    let is_alone = position.colors(side).count() == 2;
    hunter_reaches_all(position, side)
        && both_can_wait(position, side)
        && (!is_alone || !king_steps(position, side).is_empty())
}

/// Whether both sides have quiet moves to spare, so that neither takes those of the other.
fn both_can_wait(position: &Position, side: Color) -> bool {
    let other = side.other();
    match [side, other].map(|side| pieces_can_wait(position, side)) {
        [true, true] => true,
        [true, false] => !king_steps(position, other).is_empty(),
        [false, true] => !king_steps(position, side).is_empty(),
        [false, false] => {
            let theirs = king_steps(position, other);
            let apart = !sets::attacked(PieceType::King, side, theirs, Bitboard::EMPTY);
            !theirs.is_empty() && !(king_steps(position, side) & apart).is_empty()
        }
    }
}

/// Whether some hunter can get at every enemy piece.
fn hunter_reaches_all(position: &Position, side: Color) -> bool {
    let king = Bitboard::of(position.king(side.other()));
    let hunt = Hunt { free: !(position.colors(side) | king), prey: position.colors(side.other()) & !king };
    let queens = position.pieces(side, PieceType::Queen) | promotion_squares(position, side);
    let by_queens = hunt.roam(queens, |reached| sets::attacked(PieceType::King, side, reached, Bitboard::EMPTY));
    if hunt.is_done(by_queens) {
        return true;
    }
    let by_rooks = hunt.roam(position.pieces(side, PieceType::Rook), |reached| near(reached, Bitboard::EMPTY));
    if hunt.is_done(by_queens | by_rooks) {
        return true;
    }
    if !mates_bare_king(position, side) {
        return false;
    }
    // A check by a knight cannot be passed over; to take a piece with one is another thing.
    let checks = attacks::knight(position.king(side.other())) & !hunt.prey;
    let jumps = |reached| sets::attacked(PieceType::Knight, side, reached, Bitboard::EMPTY) & !checks;
    let by_knights = hunt.roam(position.pieces(side, PieceType::Knight), jumps);
    if hunt.is_done(by_knights) {
        return true;
    }
    let by_bishops = hunt.roam(position.pieces(side, PieceType::Bishop), |reached| near(Bitboard::EMPTY, reached));
    hunt.is_done(by_queens | by_rooks | by_knights | by_bishops)
}

/// The squares next to these, along ranks and files, and along diagonals.
fn near(straight: Bitboard, diagonal: Bitboard) -> Bitboard {
    sets::steps(straight, diagonal).into_iter().fold(Bitboard::EMPTY, |all, to| all | to)
}

/// Whether the pieces of a side mate a bare king: any but a single minor piece and bishops on squares of one color.
fn mates_bare_king(position: &Position, side: Color) -> bool {
    let own = position.colors(side);
    let [knights, bishops] = [PieceType::Knight, PieceType::Bishop].map(|kind| position.kinds(kind) & own);
    let minor = knights | bishops | position.kinds(PieceType::King);
    !(own & !minor).is_empty()
        || knights.has_several()
        || (!knights.is_empty() && !bishops.is_empty())
        || (!(bishops & Bitboard::LIGHT).is_empty() && !(bishops & Bitboard::DARK).is_empty())
}

/// What hunters have to get at, and where they may go.
struct Hunt {
    free: Bitboard,
    prey: Bitboard,
}

impl Hunt {
    /// Whether these squares are all prey and enough.
    fn is_done(&self, reached: Bitboard) -> bool {
        (self.prey & !reached).is_empty() && reached.count() >= REGION
    }

    /// The squares that hunters reach step by step, until they are enough.
    fn roam(&self, mut reached: Bitboard, step: impl Fn(Bitboard) -> Bitboard) -> Bitboard {
        while !reached.is_empty() && !self.is_done(reached) {
            let wider = reached | (step(reached) & self.free);
            if wider == reached {
                break;
            }
            reached = wider;
        }
        reached
    }
}

/// The squares on which this side's pawns promote that have nothing in front of them.
fn promotion_squares(position: &Position, side: Color) -> Bitboard {
    let empty = !position.occupied();
    let mut ahead = position.pieces(side, PieceType::Pawn);
    // A pawn is at most six steps away; those that have arrived leave the board with the next step.
    (0..6).fold(Bitboard::EMPTY, |arrived, _| {
        ahead = sets::ahead(side, ahead) & empty;
        arrived | (ahead & Bitboard::LAST_RANKS)
    })
}

/// Whether the knights, bishops, rooks and queens of a side have enough quiet moves: without capture, check, or line that
/// opens to a king.
fn pieces_can_wait(position: &Position, side: Color) -> bool {
    let occupied = position.occupied();
    let (own, enemy) = (position.king(side), position.king(side.other()));
    let by_knight = attacks::knight(enemy);
    let close = |pieces: Bitboard, checks: Bitboard| {
        let pieces = |kind| position.pieces(side, kind) & pieces;
        let (queens, knights) = (pieces(PieceType::Queen), pieces(PieceType::Knight));
        let jumps = sets::attacked(PieceType::Knight, side, knights, occupied) & !by_knight;
        let steps = near(pieces(PieceType::Rook) | queens, pieces(PieceType::Bishop) | queens) & !checks;
        (jumps | steps) & !occupied
    };
    // The squares close by are mostly enough; first those that are on no line with a king, for that is seen at once.
    let [own_lines, lines] = [own, enemy].map(|king| attacks::origins(MoveShape::Piece(PieceType::Queen), king));
    if close(!(own_lines | lines), lines).count() >= PIECE_MOVES {
        return true;
    }
    let (straight, diagonal) = (attacks::rook(enemy, occupied), attacks::bishop(enemy, occupied));
    let shields = shields(position, own, side.other()) | shields(position, enemy, side);
    if close(!shields, straight | diagonal).count() >= PIECE_MOVES {
        return true;
    }
    let pieces = |kind| position.pieces(side, kind) & !shields;
    let (knights, queens) = (pieces(PieceType::Knight), pieces(PieceType::Queen));
    let (bishops, rooks) = (pieces(PieceType::Bishop) | queens, pieces(PieceType::Rook) | queens);
    let jumps = sets::attacked(PieceType::Knight, side, knights, occupied) & !(occupied | by_knight);
    let slides = |kind, from, checks: Bitboard| sets::attacked(kind, side, from, occupied) & !(occupied | checks);
    let (along, across) = (slides(PieceType::Rook, rooks, straight), slides(PieceType::Bishop, bishops, diagonal));
    jumps.count() + along.count() + across.count() >= PIECE_MOVES
}

/// The pieces that stand alone between a king and a slider of this color: pinned, or ready to uncover a check.
fn shields(position: &Position, king: Square, sliders: Color) -> Bitboard {
    let occupied = position.occupied();
    let queens = position.pieces(sliders, PieceType::Queen);
    let rooks = attacks::origins(MoveShape::Piece(PieceType::Rook), king)
        & (position.pieces(sliders, PieceType::Rook) | queens);
    let bishops = attacks::origins(MoveShape::Piece(PieceType::Bishop), king)
        & (position.pieces(sliders, PieceType::Bishop) | queens);
    (rooks | bishops).into_iter().fold(Bitboard::EMPTY, |all, slider| {
        let between = attacks::between(king, slider) & occupied;
        if between.has_several() { all } else { all | between }
    })
}

/// The empty squares that are not attacked to which the king of a side can step to and fro; none if there are too few of
/// them [near it](KING_SQUARES).
fn king_steps(position: &Position, side: Color) -> Bitboard {
    let (king, enemy) = (position.king(side), position.king(side.other()));
    let free = !position.occupied();
    // A king between its own slider and the enemy king would give check with its step.
    if (attacks::king(king) & free).is_empty() || shields(position, enemy, side).contains(king) {
        return Bitboard::EMPTY;
    }
    let safe = free & !attacked(position, side.other(), king);
    let step = |from| sets::attacked(PieceType::King, side, from, Bitboard::EMPTY) & safe;
    let first = attacks::king(king) & safe;
    let second = first | step(first);
    if (second | step(second)).count() >= KING_SQUARES { first } else { Bitboard::EMPTY }
}

/// The squares that a side attacks, through the enemy king, too.
fn attacked(position: &Position, side: Color, king: Square) -> Bitboard {
    let blocked = position.occupied() & !Bitboard::of(king);
    let of = |kind, from| sets::attacked(kind, side, from, blocked);
    let pieces = |kind| position.pieces(side, kind);
    let queens = pieces(PieceType::Queen);
    [PieceType::Pawn, PieceType::Knight, PieceType::King].into_iter().fold(
        of(PieceType::Bishop, pieces(PieceType::Bishop) | queens)
            | of(PieceType::Rook, pieces(PieceType::Rook) | queens),
        |all, kind| all | of(kind, pieces(kind)),
    )
}

#[cfg(test)]
mod tests {
    use super::super::{CanMate, can_mate};
    use super::*;

    fn guarantees(fen: &str) -> [bool; 2] {
        let position = Position::from_fen(fen).unwrap();
        Color::BOTH.map(|side| guarantees_mate(&position, side))
    }

    #[test]
    fn open_play_guarantees_a_mate() {
        for (fen, expected) in [
            // Knights jump over walls, and pawns mate the bare king that is left.
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [true, true]),
            ("r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4", [true, true]),
            ("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1", [true, true]),
            // A pawn that nothing stops is as good as a queen.
            ("8/8/8/4k3/8/2P5/3K4/8 w - - 0 1", [true, false]),
            // In check: a reply leads to open play.
            ("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1", [true, true]),
            // A lone minor piece gives no guarantee; two do.
            ("8/8/3bk3/8/8/3NK3/8/8 w - - 0 1", [false, false]),
            ("8/8/5k2/6p1/6P1/3NK3/3B4/8 w - - 0 1", [true, false]),
        ] {
            assert_eq!(guarantees(fen), expected, "{fen}");
        }
    }

    /// Positions that meet all conditions but one, in which the side asked about cannot mate.
    #[test]
    fn each_condition_is_needed() {
        for (fen, side) in [
            // The queen is alone and its king cannot move.
            ("6Q1/8/8/6r1/ppp5/qkp3b1/rnp5/n1K5 w - - 0 1", Color::White),
            // The knight can take the queen, but mates nobody.
            ("4k3/8/8/3q4/8/8/8/1N2K3 w - - 0 1", Color::White),
            // So do bishops on squares of one color.
            ("4k3/8/8/3r4/8/8/2B1B3/4K3 w - - 0 1", Color::White),
            // White can only take the hunter.
            ("1b6/4k1p1/1p1p4/1P1Pp1p1/4P1P1/6bB/6r1/5K2 w - - 0 1", Color::Black),
            // White can wait with pawn moves, which run out.
            ("QB1k1KRR/PP1p2PP/2pPp1p1/8/2P5/8/4P3/8 w - - 0 1", Color::Black),
            // Every move of Black takes the last squares of White's king.
            ("8/8/8/8/4p1pp/7k/6p1/7K w - - 0 1", Color::Black),
            // Every move of White's king uncovers a check.
            ("1N5B/p5K1/P2p4/2pPk1p1/2P1p1P1/b1q1P1P1/8/8 w - - 0 1", Color::Black),
            // Every move of White gives check.
            ("1N5N/1P6/Bp1p1p2/1PbPkP2/K2pBp2/2qP1P2/8/8 w - - 0 1", Color::Black),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert!(matches!(can_mate(&position, side, 200_000), CanMate::No(_)), "{fen}");
            assert!(!guarantees_mate(&position, side), "{fen}");
        }
    }
}
