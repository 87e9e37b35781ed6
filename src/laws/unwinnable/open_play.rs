//! Open play: pieces and free squares that guarantee a helpmate.
//!
//! **What it proves.** That a side can checkmate, in most positions without locked pawns, and without searching for the
//! moves. It costs about as much as generating the legal moves.
//!
//! **When it applies.** The side has an *attacker*: a queen, a rook, or a pawn with a clear path to the last rank,
//! which counts as a queen there. Knights and bishops are attackers, too, if the side also has enough material to
//! checkmate a bare king. The squares that are empty or hold an enemy piece connect the attackers with every enemy
//! piece, and number at least [`REGION`]. Both sides can *wait*: their pieces have quiet moves that give no check and
//! expose no king ([`PIECE_MOVES`]), or their king has enough squares to move back and forth ([`KING_SQUARES`]). A side
//! with only one attacker besides its king also needs a king that can move. A position that is not open itself
//! qualifies if one or two legal moves lead to one that is ([`BUDGET`]).
//!
//! **Why it is sound.** Both players cooperate, and a player who can wait is never forced to do anything. So the
//! attacker captures the enemy pieces one after the other. It avoids checks, which would force a reply, by passing over
//! the lines of the king instead of stopping on them. With the enemy pawns captured, no pawn stays blocked. King and
//! queen or king and rook checkmate a bare king with its help from every such position (enumerated in *Basic helpmate
//! existence*, <https://github.com/dlbbld/basic-helpmate-existence>), and so do bishop and knight, two knights, and
//! bishops on both colors. The side's own remaining pieces can move out of the way, and its pawns can advance. If a
//! legal move leads to a position in which a side can checkmate, the side can checkmate before that move.
//!
//! This is an argument, not a verified proof, so the conditions keep a margin, and they were compared with the full
//! search. The comparison used 12 million questions about walls, composed positions, mutations of both, jammed boards,
//! caged kings and positions with few pieces. Open play answered 8.5 million of them, and the search found a mate for
//! each. The tests contain refutations of weaker conditions.
//!
//! **What it cannot find.** Mates of sides with a lone minor piece or only blocked pawns, pieces behind walls, and
//! sides that are short of moves. The other stages decide these.

use std::ops::ControlFlow::{Break, Continue};

use crate::chess::attacks::{self, MoveShape, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// The least number of squares that attackers must be able to reach.
const REGION: u32 = 16;

/// With this many quiet moves of its pieces a side can wait. Pawns do not count, because their moves run out.
const PIECE_MOVES: u32 = 3;

/// With this many empty and unattacked squares within three steps of its king a side can wait, too.
const KING_SQUARES: u32 = 3;

/// The largest number of positions to check after one move and after two.
const BUDGET: [u32; 2] = [8, 8];

/// Whether this side can certainly still checkmate. `false` proves nothing.
pub(super) fn guarantees_mate(position: &Position, side: Color) -> bool {
    is_open_without_check(position, side) || opens_up(position, side, &mut BUDGET.clone())
}

/// Whether the position is open play, which requires that there is no check.
fn is_open_without_check(position: &Position, side: Color) -> bool {
    !position.is_check() && is_open(position, side)
}

/// Whether one or two legal moves lead to open play. `budget` holds the remaining positions to check, after one move
/// and after two.
fn opens_up(position: &Position, side: Color, budget: &mut [u32]) -> bool {
    let Some((left, further)) = budget.split_first_mut() else { return false };
    let mut is_found = false;
    let _ = position.visit_legal_moves(|mv| {
        if *left == 0 {
            return Break(());
        }
        *left -= 1;
        let after = position.after_unchecked(mv);
        is_found = is_open_without_check(&after, side) || opens_up(&after, side, further);
        if is_found { Break(()) } else { Continue(()) }
    });
    is_found
}

/// The conditions of open play for a position without check.
fn is_open(position: &Position, side: Color) -> bool {
    let has_one_piece = position.by_color(side).count() == 2;
    attacker_reaches_all(position, side)
        && both_can_wait(position, side)
        && (!has_one_piece || !king_steps(position, side).is_empty())
}

/// Whether both sides have independent quiet moves, so that neither side's waiting moves take away the other's.
fn both_can_wait(position: &Position, side: Color) -> bool {
    let other = side.other();
    match [side, other].map(|side| pieces_can_wait(position, side)) {
        [true, true] => true,
        [true, false] => !king_steps(position, other).is_empty(),
        [false, true] => !king_steps(position, side).is_empty(),
        [false, false] => {
            let theirs = king_steps(position, other);
            let not_adjacent = !sets::attacked(PieceType::King, side, theirs, Bitboard::EMPTY);
            !theirs.is_empty() && !(king_steps(position, side) & not_adjacent).is_empty()
        }
    }
}

/// Whether attackers can reach every enemy piece.
fn attacker_reaches_all(position: &Position, side: Color) -> bool {
    let king = Bitboard::from_square(position.king(side.other()));
    let search =
        CaptureSearch { free: !(position.by_color(side) | king), targets: position.by_color(side.other()) & !king };
    let queens = position.pieces(side, PieceType::Queen) | promotion_squares(position, side);
    let by_queens = search.flood(queens, |reached| sets::attacked(PieceType::King, side, reached, Bitboard::EMPTY));
    if search.is_complete(by_queens) {
        return true;
    }
    let by_rooks = search.flood(position.pieces(side, PieceType::Rook), |reached| adjacent(reached, Bitboard::EMPTY));
    if search.is_complete(by_queens | by_rooks) {
        return true;
    }
    if !mates_bare_king(position, side) {
        return false;
    }
    // A knight cannot pass over a square from which it gives check, but it may capture a piece there.
    let checks = attacks::knight(position.king(side.other())) & !search.targets;
    let jumps = |reached| sets::attacked(PieceType::Knight, side, reached, Bitboard::EMPTY) & !checks;
    let by_knights = search.flood(position.pieces(side, PieceType::Knight), jumps);
    if search.is_complete(by_knights) {
        return true;
    }
    let by_bishops =
        search.flood(position.pieces(side, PieceType::Bishop), |reached| adjacent(Bitboard::EMPTY, reached));
    search.is_complete(by_queens | by_rooks | by_knights | by_bishops)
}

/// The squares adjacent to these: along ranks and files to `straight`, along diagonals to `diagonal`.
fn adjacent(straight: Bitboard, diagonal: Bitboard) -> Bitboard {
    sets::steps(straight, diagonal).into_iter().fold(Bitboard::EMPTY, |all, to| all | to)
}

/// Whether a side has enough material to checkmate a bare king: anything but one minor piece, or bishops of one color.
fn mates_bare_king(position: &Position, side: Color) -> bool {
    let own = position.by_color(side);
    let [knights, bishops] = [PieceType::Knight, PieceType::Bishop].map(|kind| position.by_type(kind) & own);
    let minor = knights | bishops | position.by_type(PieceType::King);
    !(own & !minor).is_empty()
        || knights.has_several()
        || (!knights.is_empty() && !bishops.is_empty())
        || (!(bishops & Bitboard::LIGHT).is_empty() && !(bishops & Bitboard::DARK).is_empty())
}

/// The squares that attackers may enter, and the pieces that they must reach.
struct CaptureSearch {
    free: Bitboard,
    targets: Bitboard,
}

impl CaptureSearch {
    /// Whether these squares include all targets and are enough.
    fn is_complete(&self, reached: Bitboard) -> bool {
        (self.targets & !reached).is_empty() && reached.count() >= REGION
    }

    /// Flood fill: the squares that attackers reach, until these are enough.
    fn flood(&self, mut reached: Bitboard, step: impl Fn(Bitboard) -> Bitboard) -> Bitboard {
        while !reached.is_empty() && !self.is_complete(reached) {
            let grown = reached | (step(reached) & self.free);
            if grown == reached {
                break;
            }
            reached = grown;
        }
        reached
    }
}

/// The promotion squares of this side's pawns that have a clear path.
fn promotion_squares(position: &Position, side: Color) -> Bitboard {
    let empty = !position.occupied();
    let mut ahead = position.pieces(side, PieceType::Pawn);
    // A pawn is at most six steps away; pawns on the last rank leave the board with the next step.
    (0..6).fold(Bitboard::EMPTY, |arrived, _| {
        ahead = sets::ahead(side, ahead) & empty;
        arrived | (ahead & Bitboard::LAST_RANKS)
    })
}

/// Whether the knights, bishops, rooks and queens of a side have enough quiet moves: without a capture, a check, or
/// opening a line to a king.
fn pieces_can_wait(position: &Position, side: Color) -> bool {
    let occupied = position.occupied();
    let (own, enemy) = (position.king(side), position.king(side.other()));
    let by_knight = attacks::knight(enemy);
    let close = |pieces: Bitboard, checks: Bitboard| {
        let pieces = |kind| position.pieces(side, kind) & pieces;
        let (queens, knights) = (pieces(PieceType::Queen), pieces(PieceType::Knight));
        let jumps = sets::attacked(PieceType::Knight, side, knights, occupied) & !by_knight;
        let steps = adjacent(pieces(PieceType::Rook) | queens, pieces(PieceType::Bishop) | queens) & !checks;
        (jumps | steps) & !occupied
    };
    // The adjacent squares usually suffice. First try pieces and squares on no line with a king, which is cheapest.
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

/// The only pieces between a king and a slider of this color: pinned pieces, or those that may discover a check.
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

/// The empty and unattacked squares to which the king of a side can step; none if there are too few
/// [near it](KING_SQUARES).
fn king_steps(position: &Position, side: Color) -> Bitboard {
    let (king, enemy) = (position.king(side), position.king(side.other()));
    let free = !position.occupied();
    // A king between its own slider and the enemy king would discover a check.
    if (attacks::king(king) & free).is_empty() || shields(position, enemy, side).contains(king) {
        return Bitboard::EMPTY;
    }
    let safe = free & !attacked(position, side.other(), king);
    let step = |from| sets::attacked(PieceType::King, side, from, Bitboard::EMPTY) & safe;
    let first = attacks::king(king) & safe;
    let second = first | step(first);
    if (second | step(second)).count() >= KING_SQUARES { first } else { Bitboard::EMPTY }
}

/// The squares that a side attacks, also through the enemy king.
fn attacked(position: &Position, side: Color, king: Square) -> Bitboard {
    let blocked = position.occupied() & !Bitboard::from_square(king);
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
            // Knights jump over pawn walls, and pawns promote to checkmate the bare king.
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [true, true]),
            ("r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4", [true, true]),
            ("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1", [true, true]),
            // A pawn with a clear path counts as a queen.
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

    /// Positions that meet all conditions but one, in which the side cannot checkmate.
    #[test]
    fn each_condition_is_needed() {
        for (fen, side) in [
            // The queen is alone and its king cannot move.
            ("6Q1/8/8/6r1/ppp5/qkp3b1/rnp5/n1K5 w - - 0 1", Color::White),
            // The knight can capture the queen, but cannot checkmate alone.
            ("4k3/8/8/3q4/8/8/8/1N2K3 w - - 0 1", Color::White),
            // Neither can bishops on squares of one color.
            ("4k3/8/8/3r4/8/8/2B1B3/4K3 w - - 0 1", Color::White),
            // White can only capture the attacker.
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
