//! What the writer of a refused word may have meant.

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::Kind;
use crate::chess::position::Position;
use crate::chess::san::{Target, Wish, Written};
use crate::chess::square::{File, Rank, Square};

/// At most so many near misses are worth reading.
const MOST: usize = 4;

/// The least nearness that is worth mentioning: the same target, or the same man a file or a rank aside.
const LEAST: u32 = 4;

/// The move this word means if the other side had the move: a sign that a move is missing before it.
///
/// `None` too if the side to move is in check, for then the other side cannot have the move.
#[must_use]
pub fn legal_for_other_side(position: &Position, written: &Written) -> Option<Move> {
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

/// The few legal moves nearest to a refused word, the nearest first: same man, same target, one file or rank aside.
#[must_use]
pub fn near_misses(position: &Position, written: &Written) -> Vec<Move> {
    let Some(asked) = Asked::of(position, written.wish) else { return Vec::new() };
    let mut near: Vec<(u32, Move)> = position
        .legal_moves()
        .into_iter()
        .map(|m| (asked.nearness(position, m), m))
        .filter(|(nearness, _)| *nearness >= LEAST)
        .collect();
    near.sort_by_key(|(nearness, _)| std::cmp::Reverse(*nearness));
    near.truncate(MOST);
    near.into_iter().map(|(_, m)| m).collect()
}

/// What a word asks for, as far as moves can be compared with it.
struct Asked {
    kind: Option<Kind>,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Target,
    promotion: Option<Kind>,
    castles: bool,
}

impl Asked {
    fn of(position: &Position, wish: Wish) -> Option<Self> {
        match wish {
            Wish::Move { kind, from_file, from_rank, to, promotion } => {
                Some(Self { kind: Some(kind), from_file, from_rank, to, promotion, castles: false })
            }
            Wish::Squares { from, to, promotion } => Some(Self {
                kind: position.piece_at(from).map(|piece| piece.kind),
                from_file: Some(from.file()),
                from_rank: Some(from.rank()),
                to: Target::Square(to),
                promotion,
                castles: false,
            }),
            Wish::Castle(side) => Some(Self {
                kind: Some(Kind::King),
                from_file: None,
                from_rank: None,
                to: Target::Square(Square::new(side.king_file(), position.turn().back_rank())),
                promotion: None,
                castles: true,
            }),
            Wish::Drop { kind, to } => Some(Self {
                kind: Some(kind),
                from_file: None,
                from_rank: None,
                to: Target::Square(to),
                promotion: None,
                castles: false,
            }),
            Wish::Null => None,
        }
    }

    /// How much of the word a legal move keeps: 4 for the target, 2 for the man, 1 for each part of its origin.
    fn nearness(&self, position: &Position, m: Move) -> u32 {
        let castles = m.kind() == MoveKind::Castle;
        if castles || self.castles {
            return if castles && self.castles { LEAST } else { 0 };
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
            (asked, found) if asked == found => 0,
            (None, Some(Kind::Queen)) => 0,
            _ => 2,
        };
        (target + 2 * u32::from(same_kind) + origin).saturating_sub(promotion)
    }
}

/// Whether two squares differ by a slip of one step along the file or the rank.
fn is_slip(a: Square, b: Square) -> bool {
    let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let beside: Bitboard = steps.into_iter().filter_map(|(files, ranks)| a.offset(files, ranks)).collect();
    beside.contains(b)
}
