//! Retraction (taking moves back): does any legal last move lead to a position?

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::legality::en_passant_victim;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::setup::Setup;
use crate::chess::square::{File, Square};

use super::InitialPositions;

/// Whether some legal move of the side that has just moved leads here from a board that is not obviously illegal: the
/// side now to move is not in check, no pawn is on a last rank, no side has more than sixteen pieces.
///
/// Also retracts captures, promotions, en passant captures and castling. A half-move clock above 0 excludes captures
/// and pawn moves, castling rights exclude moves of king and rook, and an en passant square requires its double step.
/// `start` determines the squares from which a king may have castled.
pub fn has_last_move(position: &Position, start: InitialPositions) -> bool {
    if *position == Position::initial() {
        return true;
    }
    let retraction = Retraction { position, start, mover: position.turn().other(), setup: position.to_setup() };
    if let Some(passed) = position.en_passant() {
        let pawn = en_passant_victim(passed);
        return retraction.quiet(pawn, Square::from_index(passed.index() as u8 ^ 0b01_1000), PieceType::Pawn);
    }
    let pieces = position.by_color(retraction.mover);
    pieces.into_iter().any(|square| retraction.moved_to(square)) || retraction.castling()
}

struct Retraction<'a> {
    position: &'a Position,
    start: InitialPositions,
    /// The side whose move is retracted.
    mover: Color,
    setup: Setup,
}

impl Retraction<'_> {
    /// Whether the piece on this square can have made the last move.
    fn moved_to(&self, to: Square) -> bool {
        let position = self.position;
        let Some(Piece { kind, .. }) = position.piece_at(to) else { return false };
        let has_rights = !(position.castling() & position.by_color(self.mover)).is_empty();
        if (kind == PieceType::King && has_rights) || position.castling().contains(to) {
            return false;
        }
        let vacant = !position.occupied();
        let from = match kind {
            PieceType::Pawn => return self.pawn(to),
            PieceType::Knight => attacks::knight(to),
            PieceType::King => attacks::king(to),
            PieceType::Bishop => attacks::bishop(to, position.occupied()),
            PieceType::Rook => attacks::rook(to, position.occupied()),
            PieceType::Queen => attacks::queen(to, position.occupied()),
        };
        let moved = (from & vacant).into_iter().any(|from| self.quiet_or_capture(to, from, kind));
        moved || (kind != PieceType::King && to.rank() == self.mover.other().back_rank() && self.promotion(to))
    }

    /// Whether the piece can have come from this square, with or without a capture.
    fn quiet_or_capture(&self, to: Square, from: Square, kind: PieceType) -> bool {
        self.quiet(to, from, kind) || self.capture(to, from, kind)
    }

    fn pawn(&self, to: Square) -> bool {
        if self.position.halfmove_clock() > 0 {
            return false;
        }
        let back = if self.mover == Color::White { -1 } else { 1 };
        let vacant = |square: &Square| !self.position.occupied().contains(*square);
        let on_rank = |square: &Square| !is_last_rank(*square);
        let one = to.offset(0, back).filter(vacant).filter(on_rank);
        if one.is_some_and(|from| self.quiet(to, from, PieceType::Pawn)) {
            return true;
        }
        let is_double = to.rank().index() == if self.mover == Color::White { 3 } else { 4 };
        // A double step is possible without an en passant square, because many FENs omit it.
        let two = one.filter(|_| is_double).and_then(|one| one.offset(0, back)).filter(vacant);
        if two.is_some_and(|from| self.quiet(to, from, PieceType::Pawn)) {
            return true;
        }
        let mut beside = [-1, 1].into_iter().filter_map(|side| to.offset(side, back)).filter(vacant).filter(on_rank);
        beside.any(|from| self.capture(to, from, PieceType::Pawn) || self.en_passant(to, from))
    }

    /// Whether the piece on this square can have just promoted.
    fn promotion(&self, to: Square) -> bool {
        let pawns = self.position.pieces(self.mover, PieceType::Pawn).count();
        if self.position.halfmove_clock() > 0 || pawns >= 8 {
            return false;
        }
        let back = if self.mover == Color::White { -1 } else { 1 };
        let vacant = |square: &Square| !self.position.occupied().contains(*square);
        let straight = to.offset(0, back).filter(vacant);
        let mut beside = [-1, 1].into_iter().filter_map(|side| to.offset(side, back)).filter(vacant);
        straight.is_some_and(|from| self.quiet(to, from, PieceType::Pawn))
            || beside.any(|from| self.capture(to, from, PieceType::Pawn))
    }

    /// Whether the board before a move without a capture is legal.
    fn quiet(&self, to: Square, from: Square, kind: PieceType) -> bool {
        let mut before = self.setup.clone();
        before.squares[to.index()] = None;
        before.squares[from.index()] = Some(Piece { color: self.mover, kind });
        self.is_legal(&before)
    }

    /// Whether the board before a capture is legal, with some captured piece restored.
    fn capture(&self, to: Square, from: Square, kind: PieceType) -> bool {
        let victim = self.mover.other();
        if self.position.halfmove_clock() > 0 || self.position.by_color(victim).count() >= 16 {
            return false;
        }
        let kinds = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen, PieceType::Pawn];
        kinds.into_iter().filter(|&captured| captured != PieceType::Pawn || !is_last_rank(to)).any(|captured| {
            let mut before = self.setup.clone();
            before.squares[to.index()] = Some(Piece { color: victim, kind: captured });
            before.squares[from.index()] = Some(Piece { color: self.mover, kind });
            self.is_legal(&before)
        })
    }

    fn en_passant(&self, to: Square, from: Square) -> bool {
        let is_sixth = to.rank().index() == if self.mover == Color::White { 5 } else { 2 };
        let (pawn, origin) = (en_passant_victim(to), Square::from_index(to.index() as u8 ^ 0b01_1000));
        let occupied = self.position.occupied();
        if !is_sixth || occupied.contains(pawn) || occupied.contains(origin) {
            return false;
        }
        let mut before = self.setup.clone();
        before.squares[to.index()] = None;
        before.squares[from.index()] = Some(Piece { color: self.mover, kind: PieceType::Pawn });
        before.squares[pawn.index()] = Some(Piece { color: self.mover.other(), kind: PieceType::Pawn });
        self.is_legal(&before)
    }

    /// Whether the last move can be castling; in Chess960 from any squares of the back rank.
    fn castling(&self) -> bool {
        if !(self.position.castling() & self.position.by_color(self.mover)).is_empty() {
            return false;
        }
        let is_start = |king: u8, rook: u8| match self.start {
            InitialPositions::Standard => king == 4 && matches!(rook, 0 | 7),
            InitialPositions::Chess960 => (1..=6).contains(&king) && king != rook,
        };
        CastlingSide::BOTH.into_iter().any(|side| {
            let toward = |king: u8, rook: u8| (king < rook) == (side == CastlingSide::King);
            (0..8).any(|king| {
                (0..8).any(|rook| is_start(king, rook) && toward(king, rook) && self.castling_from(side, king, rook))
            })
        })
    }

    /// Whether the last move can be castling to this side from these files.
    fn castling_from(&self, side: CastlingSide, king_from: u8, rook_from: u8) -> bool {
        let (position, rank) = (self.position, self.mover.back_rank());
        let square = |file| Square::new(File::from_index(file), rank);
        let (king, rook) = (Square::new(side.king_file(), rank), Square::new(side.rook_file(), rank));
        let (home, corner) = (square(king_from), square(rook_from));
        let is_castled =
            position.king(self.mover) == king && position.pieces(self.mover, PieceType::Rook).contains(rook);
        let others = position.occupied() & !Bitboard::from_square(king) & !Bitboard::from_square(rook);
        if !is_castled || others.contains(home) || others.contains(corner) {
            return false;
        }
        let mut before = self.setup.clone();
        before.squares[king.index()] = None;
        before.squares[rook.index()] = None;
        before.squares[home.index()] = Some(Piece { color: self.mover, kind: PieceType::King });
        before.squares[corner.index()] = Some(Piece { color: self.mover, kind: PieceType::Rook });
        before.castling |= Bitboard::from_square(corner);
        before.turn = self.mover;
        before.en_passant = None;
        before.halfmove_clock = 0;
        before.position_ignoring_reachability().is_ok_and(|before| before.castling_is_legal(corner))
    }

    /// Whether the board before the move is playable and has at most two checking pieces.
    fn is_legal(&self, before: &Setup) -> bool {
        let before = Setup { turn: self.mover, en_passant: None, halfmove_clock: 0, ..before.clone() };
        before.position_ignoring_reachability().is_ok_and(|position| position.checkers().count() <= 2)
    }
}

fn is_last_rank(square: Square) -> bool {
    matches!(square.rank().index(), 0 | 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_retraction(fen: &str) -> bool {
        let setup = crate::chess::fen::parse(fen.as_bytes()).unwrap().setup;
        has_last_move(&setup.position_ignoring_reachability().unwrap(), InitialPositions::Standard)
    }

    #[test]
    fn moves_of_every_kind_are_retracted() {
        assert!(has_retraction("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        // Only castling: every other retraction leaves Black in check.
        assert!(has_retraction("5k2/8/8/8/8/8/PPPPP1PP/R1B2RK1 b - - 0 1"));
        // Only a promotion with capture.
        assert!(has_retraction("kN6/8/8/8/8/8/8/K7 b - - 0 1"));
        assert!(has_retraction("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"));
    }

    #[test]
    fn impossible_checks_have_no_last_move() {
        assert!(!has_retraction("8/8/8/8/1b5q/3n4/8/4K2k w - - 0 1"));
        assert!(!has_retraction("8/8/8/8/8/8/5k1P/7K b - - 0 1"));
        // A pawn on its first square gives check.
        assert!(!has_retraction("8/8/8/8/8/3k4/2P5/4K3 b - - 0 1"));
    }
}
