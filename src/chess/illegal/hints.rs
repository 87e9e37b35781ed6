//! Hints about the move that an illegal SAN may have meant.

use super::Illegal;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::PieceType;
use crate::chess::position::Position;
use crate::chess::san::{MoveSpec, ParsedSan, Target, origin_mask};
use crate::chess::square::{File, Rank, Square};

/// The maximum number of near misses.
const MAX_HINTS: usize = 4;

/// The minimum nearness of a hint: the same target, or the same kind of piece to an adjacent square.
const MIN_NEARNESS: u32 = 4;

/// The legal move that matches if the other side had the move. It suggests that a move is missing before this one.
///
/// `None` also if the side to move is in check, because then the other side cannot have the move.
pub fn legal_for_other_side(position: &Position, written: &ParsedSan) -> Option<Move> {
    if position.is_check() {
        return None;
    }
    let mut other = position.clone();
    other.turn = position.turn().other();
    other.en_passant = None;
    other.en_passant_legal = false;
    other.key = other.key_from_scratch();
    other.resolve(written).ok().map(|resolved| resolved.mv)
}

/// The legal moves nearest to a refused SAN, the nearest first, at most four: same kind of piece and same target, or
/// one file or rank off.
pub fn near_misses(position: &Position, written: &ParsedSan) -> Vec<Move> {
    let Some(query) = MoveParts::new(position, written.spec) else { return Vec::new() };
    let mut near: Vec<(u32, Move)> = position
        .legal_moves()
        .into_iter()
        .map(|m| (query.nearness(position, m), m))
        .filter(|(nearness, _)| *nearness >= MIN_NEARNESS)
        .collect();
    near.sort_by_key(|(nearness, _)| std::cmp::Reverse(*nearness));
    near.truncate(MAX_HINTS);
    near.into_iter().map(|(_, m)| m).collect()
}

/// The legal moves that an illegal move may stand for; if it is ambiguous, those that match it; if it lacks a promotion,
/// those with each.
pub fn suggestions(position: &Position, written: &ParsedSan, why: &Illegal) -> Vec<Move> {
    match why {
        Illegal::Ambiguous { from, to, .. } => {
            let fits = |mv: &Move| from.contains(mv.from()) && to.contains(mv.to());
            near_misses(position, written).into_iter().filter(fits).collect()
        }
        Illegal::PromotionMissing { to } => promotions(position, written, *to),
        Illegal::EnPassantNotInFen { .. } => Vec::new(),
        _ => near_misses(position, written),
    }
}

/// The promotions on this square that a pawn move without promotion may stand for: to queen, rook, bishop and knight.
fn promotions(position: &Position, written: &ParsedSan, to: Square) -> Vec<Move> {
    let (file, rank) = match written.spec {
        MoveSpec::Move { from_file, from_rank, .. } => (from_file, from_rank),
        MoveSpec::Squares { from, .. } => (Some(from.file()), Some(from.rank())),
        _ => (None, None),
    };
    let captures = written.capture_mark || file.is_some();
    let kinds = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
    let of_kind = |kind| {
        let from = position.legal_origins(PieceType::Pawn, to, Some(kind), captures) & origin_mask(file, rank);
        from.into_iter().map(move |from| Move::new(from, to, MoveKind::Promotion(kind)))
    };
    kinds.into_iter().flat_map(of_kind).collect()
}

/// The parts of a parsed move that legal moves are compared with.
struct MoveParts {
    kind: Option<PieceType>,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Target,
    promotion: Option<PieceType>,
    castles: bool,
}

impl MoveParts {
    fn new(position: &Position, spec: MoveSpec) -> Option<Self> {
        match spec {
            MoveSpec::Move { kind, from_file, from_rank, to, promotion } => {
                Some(Self { kind: Some(kind), from_file, from_rank, to, promotion, castles: false })
            }
            MoveSpec::Squares { from, to, promotion } => Some(Self {
                kind: position.piece_at(from).map(|piece| piece.kind),
                from_file: Some(from.file()),
                from_rank: Some(from.rank()),
                to: Target::Square(to),
                promotion,
                castles: false,
            }),
            MoveSpec::Castle(side) => Some(Self {
                kind: Some(PieceType::King),
                from_file: None,
                from_rank: None,
                to: Target::Square(Square::new(side.king_file(), position.turn().back_rank())),
                promotion: None,
                castles: true,
            }),
            MoveSpec::Drop { kind, to } => Some(Self {
                kind: Some(kind),
                from_file: None,
                from_rank: None,
                to: Target::Square(to),
                promotion: None,
                castles: false,
            }),
            MoveSpec::Null => None,
        }
    }

    /// The score of a legal move: 4 for the same target, 2 for the same kind of piece, 1 for each part of the origin.
    fn nearness(&self, position: &Position, m: Move) -> u32 {
        let castles = m.kind() == MoveKind::Castle;
        if castles || self.castles {
            return if castles && self.castles { MIN_NEARNESS } else { 0 };
        }
        let kind = position.piece_at(m.from()).map(|piece| piece.kind);
        let same_kind = self.kind.is_none() || kind == self.kind;
        let target = match self.to {
            Target::Square(to) if to == m.to() => 4,
            Target::Square(to) if same_kind && is_slip(to, m.to()) => 2,
            Target::File(file) if file == m.to().file() && same_kind => 4,
            _ => return 0,
        };
        let origin = u32::from(self.from_file.is_none_or(|file| file == m.from().file()))
            + u32::from(self.from_rank.is_none_or(|rank| rank == m.from().rank()));
        let promotion = match (self.promotion, m.promotion()) {
            (query, found) if query == found => 0,
            (None, Some(PieceType::Queen)) => 0,
            _ => 2,
        };
        (target + 2 * u32::from(same_kind) + origin).saturating_sub(promotion)
    }
}

/// Whether two squares are adjacent on a file or rank.
fn is_slip(a: Square, b: Square) -> bool {
    let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let neighbors: Bitboard = steps.into_iter().filter_map(|(files, ranks)| a.offset(files, ranks)).collect();
    neighbors.contains(b)
}
