//! The diagnosis of illegal moves. Slow and exact, because it runs only when no legal move was found.

use super::{Illegal, PieceOn, Prevention, RightLost};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::legality::{castling_targets, en_passant_victim};
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::san::{MoveSpec, Target, origin_mask};
use crate::chess::square::{File, Rank, Square};
use crate::chess::uci;

/// Why no legal move, or more than one, matches a parsed move in this position. `capture` is whether its text has a
/// capture sign.
///
/// `Position::resolve` must have refused the move; otherwise the reason would be false.
pub fn diagnose(position: &Position, spec: MoveSpec, capture: bool) -> Illegal {
    let color = position.turn();
    if position.is_checkmate() {
        return Illegal::AfterMate { mated: color };
    }
    if position.is_stalemate() {
        return Illegal::AfterStalemate { stalemated: color };
    }
    match spec {
        MoveSpec::Null => Illegal::Null { color },
        MoveSpec::Drop { kind, to } => Illegal::Drop { kind, to },
        MoveSpec::Castle(side) => castling(position, side),
        MoveSpec::Squares { from, to, promotion } => squares(position, from, to, promotion),
        MoveSpec::Move { kind, from_file, from_rank, to: Target::File(file), promotion } => {
            FileCapture { position, kind, from_file, from_rank, to: file, promotion }.reason()
        }
        MoveSpec::Move { kind, from_file, from_rank, to: Target::Square(to), promotion } => {
            if kind == PieceType::King
                && origin_mask(from_file, from_rank).contains(position.king(position.turn()))
                && let Some(side) = walked_side(position, to)
            {
                return castling(position, side);
            }
            let captures = capture || from_file.is_some();
            Query { position, kind, from_file, from_rank, to, promotion, captures }.reason()
        }
    }
}

/// Why a move is not legal in this position.
///
/// It must not be; otherwise the reason would be false.
pub fn diagnose_move(position: &Position, mv: Move) -> Illegal {
    let (from, to, promotion) = (mv.from(), mv.to(), mv.promotion());
    match uci::between(position, from, to, promotion) {
        Some(legal) => Illegal::WrongEncoding { mv, legal },
        None if mv == Move::NULL => diagnose(position, MoveSpec::Null, false),
        None => diagnose(position, MoveSpec::Squares { from, to, promotion }, false),
    }
}

/// The castling side if a king's move along its back rank ends on a castling target two or more squares away.
fn walked_side(position: &Position, to: Square) -> Option<CastlingSide> {
    let (color, king) = (position.turn(), position.king(position.turn()));
    let far = king.rank() == color.back_rank() && !attacks::king(king).contains(to);
    CastlingSide::BOTH.into_iter().find(|side| far && castling_targets(color, *side).0 == to)
}

fn squares(position: &Position, from: Square, to: Square, promotion: Option<PieceType>) -> Illegal {
    let Some(piece) = piece_on(position, from) else { return Illegal::VacantOrigin { from } };
    let us = position.turn();
    if piece.piece.color != us {
        return Illegal::OpponentsPiece { piece };
    }
    if piece.piece.kind == PieceType::King {
        let onto_rook = position.pieces(us, PieceType::Rook).contains(to) && to.rank() == us.back_rank();
        let side = if onto_rook && from.rank() == to.rank() {
            // With the right for another rook on that side, castling itself may be legal.
            let side = CastlingSide::new(from, to);
            position.castling_rook(us, side).is_none_or(|rook| rook == to).then_some(side)
        } else {
            walked_side(position, to)
        };
        if let Some(side) = side {
            return match promotion {
                None => castling(position, side),
                Some(_) => Illegal::NoPromotion { kind: piece.piece.kind, to },
            };
        }
    }
    let (from_file, from_rank) = (Some(from.file()), Some(from.rank()));
    Query { position, kind: piece.piece.kind, from_file, from_rank, to, promotion, captures: true }.reason()
}

/// A move by a kind of piece to one square, as asked for.
struct Query<'p> {
    position: &'p Position,
    kind: PieceType,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<PieceType>,
    /// Whether a pawn may capture.
    captures: bool,
}

impl Query<'_> {
    fn reason(&self) -> Illegal {
        let Self { position, kind, to, .. } = *self;
        let color = position.turn();
        // `d5` means a pawn on the d-file.
        let pawn_file = (kind == PieceType::Pawn && !self.captures).then_some(to.file());
        let file = self.from_file.or(pawn_file);
        let on = position.pieces(color, kind);
        let pieces = on & origin_mask(file, self.from_rank);
        if pieces.is_empty() {
            let no_piece = Illegal::NoSuchPiece { color, kind, file, rank: self.from_rank, on };
            return self.unnamed_capture().unwrap_or(no_piece);
        }
        let is_able = |from: &Square| self.ordinary(*from).is_some_and(|mv| position.is_legal(mv));
        let able: Bitboard = pieces.into_iter().filter(is_able).collect();
        if !able.is_empty() {
            return self.promotion_fault().unwrap_or(Illegal::Ambiguous { kind, from: able, to: to.into() });
        }
        if let Some(own) = piece_on(position, to).filter(|piece| piece.piece.color == color) {
            return Illegal::OwnPiece { on: own };
        }
        if let Some(from) = pieces.into_iter().find(|from| self.is_pseudo_legal(*from)) {
            return self.unsafe_move(from);
        }
        let obstacle = pieces.into_iter().find_map(|from| self.obstacle(from)).or_else(|| self.unnamed_capture());
        obstacle.unwrap_or(Illegal::CannotReach { color, kind, from: pieces, to })
    }

    /// The reason why a bare square does not stand for a capture by a pawn: it is one, or would be one en passant.
    fn unnamed_capture(&self) -> Option<Illegal> {
        let Self { position, kind, to, .. } = *self;
        if kind != PieceType::Pawn || self.captures {
            return None;
        }
        let query = Query { captures: true, ..*self };
        let pawns = attacks::pawn(position.turn().other(), to) & position.pieces(position.turn(), kind);
        let able: Bitboard =
            pawns.into_iter().filter(|from| query.ordinary(*from).is_some_and(|mv| position.is_legal(mv))).collect();
        if !able.is_empty() {
            return Some(Illegal::CaptureWithoutFile { from: able, to });
        }
        let reasons =
            pawns.into_iter().filter(|_| position.piece_at(to).is_none()).map(|from| query.empty_capture(from));
        reasons.into_iter().find(|reason| matches!(reason, Illegal::EnPassantNotNow { .. }))
    }

    /// The move from a square to the target, with promotion to a queen if it must promote.
    fn ordinary(&self, from: Square) -> Option<Move> {
        let promotes = self.kind == PieceType::Pawn && self.to.rank() == self.position.turn().other().back_rank();
        self.position.piece_move(self.kind, from, self.to, promotes.then_some(PieceType::Queen))
    }

    /// The error in the promotion of a move that is otherwise legal.
    fn promotion_fault(&self) -> Option<Illegal> {
        let promotes = self.kind == PieceType::Pawn && self.to.rank() == self.position.turn().other().back_rank();
        match self.promotion {
            None if promotes => Some(Illegal::PromotionMissing { to: self.to }),
            Some(_) if !promotes => Some(Illegal::NoPromotion { kind: self.kind, to: self.to }),
            Some(kind @ (PieceType::Pawn | PieceType::King)) => Some(Illegal::PromotionTo { kind }),
            _ => None,
        }
    }

    /// Whether the piece on `from` can go to the target, apart from king safety. The target must not hold a piece of
    /// its own side.
    fn is_pseudo_legal(&self, from: Square) -> bool {
        let Self { position, kind, to, .. } = *self;
        let occupied = position.occupied();
        match kind {
            PieceType::Pawn => self.pawn_goes(from),
            PieceType::Knight => attacks::knight(from).contains(to),
            PieceType::Bishop => attacks::bishop(from, occupied).contains(to),
            PieceType::Rook => attacks::rook(from, occupied).contains(to),
            PieceType::Queen => attacks::queen(from, occupied).contains(to),
            PieceType::King => attacks::king(from).contains(to),
        }
    }

    fn pawn_goes(&self, from: Square) -> bool {
        let Self { position, to, .. } = *self;
        if attacks::pawn(position.turn(), from).contains(to) {
            return position.occupied().contains(to) || position.en_passant() == Some(to);
        }
        self.pawn_way(from).is_some_and(|way| (way & position.occupied()).is_empty())
    }

    /// The squares that a pawn crosses and ends on if it is pushed to the target; `None` if that is not a push.
    fn pawn_way(&self, from: Square) -> Option<Bitboard> {
        let color = self.position.turn();
        let (forward, start) = match color {
            Color::White => (1, 1),
            Color::Black => (-1, 6),
        };
        let one = from.offset(0, forward)?;
        if one == self.to {
            return Some(one.into());
        }
        let two = one.offset(0, forward).filter(|two| from.rank().index() == start && *two == self.to)?;
        Some(Bitboard::from_square(one) | two.into())
    }

    /// Why a piece that could reach the target on an empty board is blocked or has nothing to capture.
    fn obstacle(&self, from: Square) -> Option<Illegal> {
        let Self { position, kind, to, .. } = *self;
        let way = match kind {
            PieceType::Pawn if attacks::pawn(position.turn(), from).contains(to) => {
                return Some(self.empty_capture(from));
            }
            PieceType::Pawn => self.pawn_way(from)?,
            PieceType::Bishop if attacks::bishop(from, Bitboard::EMPTY).contains(to) => attacks::between(from, to),
            PieceType::Rook if attacks::rook(from, Bitboard::EMPTY).contains(to) => attacks::between(from, to),
            PieceType::Queen if attacks::queen(from, Bitboard::EMPTY).contains(to) => attacks::between(from, to),
            _ => return None,
        };
        let first = (way & position.occupied()).into_iter().min_by_key(|square| distance(from, *square))?;
        Some(Illegal::Blocked { piece: piece_on(position, from)?, to, by: piece_on(position, first)? })
    }

    /// The reason why a pawn cannot capture on a vacant square.
    fn empty_capture(&self, from: Square) -> Illegal {
        let Self { position, to, .. } = *self;
        let victim = Square::new(to.file(), from.rank());
        let (fifth, enemy) = match position.turn() {
            Color::White => (4, Color::Black),
            Color::Black => (3, Color::White),
        };
        if from.rank().index() == fifth && position.pieces(enemy, PieceType::Pawn).contains(victim) {
            return Illegal::EnPassantNotNow { from, to, victim };
        }
        Illegal::NothingToCapture { from, to }
    }

    /// Why the king would be attacked after a pseudo-legal move.
    fn unsafe_move(&self, from: Square) -> Illegal {
        let Self { position, kind, to, .. } = *self;
        let (us, them) = (position.turn(), position.turn().other());
        let what = self.ordinary(from).map_or(MoveKind::Normal, Move::kind);
        let mut occupied = position.occupied() & !Bitboard::from_square(from) | Bitboard::from_square(to);
        let mut gone = Bitboard::from_square(to);
        if what == MoveKind::EnPassant {
            gone |= en_passant_victim(to).into();
            occupied &= !Bitboard::from_square(en_passant_victim(to));
        }
        if kind == PieceType::King {
            let attackers = position.attackers_to(to, them, occupied) & !gone;
            return match (attackers & position.pieces(them, PieceType::King)).first() {
                Some(other) => Illegal::KingsAdjacent { to, other },
                None => Illegal::KingIntoAttack { to, attackers: pieces(position, attackers) },
            };
        }
        let attackers = position.attackers_to(position.king(us), them, occupied) & !gone;
        let staying = attackers & position.checkers();
        let (Some(king), Some(piece)) = (piece_on(position, position.king(us)), piece_on(position, from)) else {
            return Illegal::VacantOrigin { from };
        };
        match attackers.first().and_then(|square| piece_on(position, square)) {
            Some(by) if staying.is_empty() && self.opens_by_capture(by.square, what) => {
                Illegal::EnPassantExposes { from, king, by }
            }
            Some(pinner) if staying.is_empty() => Illegal::Pinned { piece, king, pinner },
            _ => Illegal::StaysInCheck { king, checkers: pieces(position, staying) },
        }
    }

    /// Whether the pawn captured en passant is on the line between this piece and the king.
    fn opens_by_capture(&self, by: Square, kind: MoveKind) -> bool {
        let Self { position, to, .. } = *self;
        let line = attacks::between(by, position.king(position.turn()));
        kind == MoveKind::EnPassant && line.contains(en_passant_victim(to))
    }
}

/// A capture by a pawn of one file on another, as asked for: `ed`.
struct FileCapture<'p> {
    position: &'p Position,
    kind: PieceType,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: File,
    promotion: Option<PieceType>,
}

impl FileCapture<'_> {
    fn reason(&self) -> Illegal {
        let Self { position, kind, from_file, from_rank, to, promotion } = *self;
        let color = position.turn();
        let on = position.pieces(color, kind);
        let pieces = on & origin_mask(from_file, from_rank);
        let Some(first) = pieces.first() else {
            return Illegal::NoSuchPiece { color, kind, file: from_file, rank: from_rank, on };
        };
        let targets = pieces.into_iter().fold(Bitboard::EMPTY, |set, from| set | attacks::pawn(color, from));
        let targets = targets & Bitboard::of_file(to);
        let legal: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter(|m| {
                pieces.contains(m.from())
                    && targets.contains(m.to())
                    && m.promotion().is_none_or(|kind| kind == PieceType::Queen)
            })
            .collect();
        if legal.len() > 1 {
            let from = legal.iter().map(|m| m.from()).collect();
            return Illegal::Ambiguous { kind, from, to: legal.iter().map(|m| m.to()).collect() };
        }
        let query = |to| Query { position, kind, from_file, from_rank, to, promotion, captures: true };
        if let [only] = legal[..] {
            return query(only.to()).reason();
        }
        let takes = |square: &Square| {
            position.by_color(color.other()).contains(*square) || position.en_passant() == Some(*square)
        };
        match targets.into_iter().find(takes) {
            Some(square) => query(square).reason(),
            None => Illegal::NoPawnCapture { from: from_file.unwrap_or(first.file()), to },
        }
    }
}

/// Why castling to that side is not legal.
fn castling(position: &Position, side: CastlingSide) -> Illegal {
    let color = position.turn();
    let Some(rook) = position.castling_rook(color, side) else {
        return Illegal::CastlingRightLost { color, side, why: right_lost(position, side), since: None };
    };
    let king = position.king(color);
    let (king_to, rook_to) = castling_targets(color, side);
    let path = attacks::between(king, king_to) | king_to.into();
    let others = position.occupied() & !Bitboard::from_square(king) & !Bitboard::from_square(rook);
    let way = path | attacks::between(king, rook) | attacks::between(rook, rook_to) | rook_to.into();
    let prevented = |by| Illegal::CastlingPrevented { color, side, by };
    let in_way = way & others;
    if !in_way.is_empty() {
        return prevented(Prevention::Blocked { pieces: pieces(position, in_way) });
    }
    let checkers = position.checkers();
    if !checkers.is_empty() {
        return prevented(Prevention::InCheck { checkers: pieces(position, checkers) });
    }
    let attackers = |square, occupied| position.attackers_to(square, color.other(), occupied);
    let crossed = path & !Bitboard::from_square(king_to);
    for square in crossed {
        let attackers = attackers(square, others | rook.into());
        if !attackers.is_empty() {
            return prevented(Prevention::Through { square, attackers: pieces(position, attackers) });
        }
    }
    let attackers = attackers(king_to, others | rook.into()) | attackers(king_to, others | rook_to.into());
    prevented(Prevention::Into { square: king_to, attackers: pieces(position, attackers) })
}

/// What the board shows about a missing right to castle.
fn right_lost(position: &Position, side: CastlingSide) -> RightLost {
    let color = position.turn();
    let king = position.king(color);
    let standard = position.has_standard_castling();
    if king.rank() != color.back_rank() || standard && king.file().index() != 4 {
        return RightLost::KingAway { king };
    }
    let rooks = position.pieces(color, PieceType::Rook) & Bitboard::of_rank(color.back_rank());
    let mut that_side = rooks.into_iter().filter(|rook| CastlingSide::new(king, *rook) == side);
    let outermost = match side {
        CastlingSide::King => that_side.last(),
        CastlingSide::Queen => that_side.next(),
    };
    outermost.map_or(RightLost::NoRook { king }, |rook| RightLost::Moved { king, rook })
}

/// The number of king moves between two squares.
fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    files.max(a.rank().index().abs_diff(b.rank().index()))
}

fn piece_on(position: &Position, square: Square) -> Option<PieceOn> {
    position.piece_at(square).map(|piece| PieceOn { piece, square })
}

fn pieces(position: &Position, squares: Bitboard) -> Vec<PieceOn> {
    squares.into_iter().filter_map(|square| piece_on(position, square)).collect()
}
