//! The sentence for each reason, in the style of rustc: lower case, no full stop.

use std::fmt;

use super::{Illegal, PieceOn, Prevention, RightLost};
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::CastlingSide;
use crate::chess::square::{File, Rank, Square};

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AfterMate { mated } => write!(f, "the game is over: {mated} has been checkmated"),
            Self::AfterStalemate { stalemated } => write!(f, "the game is over: {stalemated} is stalemated"),
            Self::NoSuchPiece { color, kind, file, rank, on } => no_such_piece(f, *color, *kind, (*file, *rank), *on),
            Self::VacantOrigin { from } => write!(f, "there is no piece on {from}"),
            Self::OpponentsPiece { piece } => {
                write!(f, "{piece} is {}'s, but {} has the move", piece.piece.color, piece.piece.color.other())
            }
            Self::CannotReach { color, kind, from, to } => cannot_reach(f, *color, *kind, *from, *to),
            Self::NoPawnCapture { from, to } => write!(f, "no pawn of the {from}-file can capture on the {to}-file"),
            Self::Blocked { piece, to, by } if by.square == *to => {
                write!(f, "{piece} cannot move to {to}, which is occupied by {}", Whose(*by))
            }
            Self::Blocked { piece, to, by } => {
                write!(f, "{piece} cannot move to {to}: {} on {} is in the way", Whose(*by), by.square)
            }
            Self::OwnPiece { on } => write!(f, "{}'s own {} is on {}", on.piece.color, on.piece.kind, on.square),
            Self::NothingToCapture { from, to } => write!(f, "the pawn on {from} has nothing to capture on {to}"),
            Self::EnPassantNotNow { from, to, victim } => write!(
                f,
                "the pawn on {from} cannot capture en passant on {to}: \
                 the pawn on {victim} did not make a double step on the last move"
            ),
            Self::EnPassantNotInFen { from, to, .. } => write!(
                f,
                "the pawn on {from} could take en passant on {to}, written `{}x{to}`, if the FEN named that square",
                from.file()
            ),
            Self::CaptureWithoutFile { from, to } => {
                let can = if from.has_several() { "pawns on" } else { "pawn on" };
                write!(f, "the {can} {} can capture on {to}, but the text has neither file nor `x`", Squares(*from))
            }
            Self::StaysInCheck { king, checkers } => {
                write!(f, "{king} stays in check from {}", List(checkers))
            }
            Self::Pinned { piece, king, pinner } => {
                write!(f, "{piece} is pinned to its king on {} by {pinner}", king.square)
            }
            Self::EnPassantExposes { from, king, by } => {
                write!(f, "capturing en passant with the pawn on {from} exposes {king} to {by}")
            }
            Self::KingIntoAttack { to, attackers } => {
                write!(f, "the king cannot move to {to}, which is attacked by {}", List(attackers))
            }
            Self::KingsAdjacent { to, other } => {
                write!(f, "the king cannot move to {to}, next to the king on {other}")
            }
            Self::Ambiguous { kind, from, to } => ambiguous(f, *kind, *from, *to),
            Self::CastlingRightLost { side, why, since, color } => right_lost(f, *color, *side, *why, *since),
            Self::CastlingPrevented { color, side, by } => {
                write!(f, "{color} cannot castle {} now: {by}", Side(*side))
            }
            Self::PromotionMissing { to } => write!(f, "the promotion piece is missing: the pawn reaches {to}"),
            Self::NoPromotion { kind: PieceType::Pawn, to } => {
                write!(f, "a pawn cannot promote on {to}, which is not on the last rank")
            }
            Self::NoPromotion { kind, .. } => write!(f, "a {kind} cannot promote"),
            Self::PromotionTo { kind: PieceType::King } => f.write_str("a pawn cannot promote to a king"),
            Self::PromotionTo { .. } => f.write_str("a pawn cannot remain a pawn on the last rank"),
            Self::Null { color } => write!(f, "{color} has the move and cannot pass"),
            Self::WrongEncoding { mv, legal } => wrong_encoding(f, *mv, *legal),
            Self::Drop { kind, to } => write!(f, "a {kind} cannot be dropped on {to}: chess has no drops"),
        }
    }
}

impl std::error::Error for Illegal {}

/// `the knight on e7`.
impl fmt::Display for PieceOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", self.piece.kind, self.square)
    }
}

impl fmt::Display for Prevention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocked { pieces } => {
                write!(f, "{} {} in the way", List(pieces), if pieces.len() == 1 { "is" } else { "are" })
            }
            Self::InCheck { checkers } => write!(f, "the king is in check from {}", List(checkers)),
            Self::Through { square, attackers } => {
                write!(f, "the king would cross {square}, which is attacked by {}", List(attackers))
            }
            Self::Into { square, attackers } => {
                write!(f, "the king would land on {square}, which is attacked by {}", List(attackers))
            }
        }
    }
}

fn no_such_piece(
    f: &mut fmt::Formatter<'_>,
    color: Color,
    kind: PieceType,
    (file, rank): (Option<File>, Option<Rank>),
    on: Bitboard,
) -> fmt::Result {
    match (file, rank) {
        _ if on.is_empty() => return write!(f, "{color} has no {kind}"),
        (Some(file), Some(rank)) => write!(f, "{color} has no {kind} on {file}{rank}")?,
        (Some(file), None) => write!(f, "{color} has no {kind} on the {file}-file")?,
        (None, Some(rank)) => write!(f, "{color} has no {kind} on rank {rank}")?,
        (None, None) => return write!(f, "{color} has no {kind}"),
    }
    // The squares of up to eight pawns would be noise.
    if kind == PieceType::Pawn { Ok(()) } else { write!(f, " ({} on {})", Plural(kind, on), Squares(on)) }
}

fn cannot_reach(f: &mut fmt::Formatter<'_>, color: Color, kind: PieceType, from: Bitboard, to: Square) -> fmt::Result {
    match from.single() {
        Some(from) => write!(f, "a {kind} cannot move from {from} to {to}"),
        None => write!(f, "none of {color}'s {} on {} can move to {to}", Plural(kind, from), Squares(from)),
    }
}

fn ambiguous(f: &mut fmt::Formatter<'_>, kind: PieceType, from: Bitboard, to: Bitboard) -> fmt::Result {
    let to = Squares(to);
    if let Some(from) = from.single() {
        return write!(f, "the {kind} on {from} can move to {to}");
    }
    let both = if from.count() == 2 { "both" } else { "all" };
    write!(f, "the {kind}s on {} can {both} move to {to}", Squares(from))
}

fn right_lost(
    f: &mut fmt::Formatter<'_>,
    color: Color,
    side: CastlingSide,
    why: RightLost,
    since: Option<(u32, Option<PieceType>)>,
) -> fmt::Result {
    match since {
        Some((number, Some(moved))) if matches!(why, RightLost::Moved { .. }) => {
            return write!(
                f,
                "{color} lost the right to castle {} at move {number}, when the {moved} moved",
                Side(side)
            );
        }
        Some((number, _)) => write!(f, "{color} lost the right to castle {} at move {number}", Side(side))?,
        None => write!(f, "{color} has no right to castle {}", Side(side))?,
    }
    match why {
        RightLost::KingAway { king } => write!(f, ": the king is on {king}"),
        RightLost::NoRook { king } => write!(f, ": there is no rook on that side of the king on {king}"),
        RightLost::Moved { king, rook } => write!(f, ": the king on {king} or the rook on {rook} has moved before"),
    }
}

fn wrong_encoding(f: &mut fmt::Formatter<'_>, mv: Move, legal: Move) -> fmt::Result {
    if legal.kind() == MoveKind::Castle {
        return write!(f, "castling is the move of the king to its rook, from {} to {}", legal.from(), legal.to());
    }
    let [kind, wrong] = [legal, mv].map(|mv| WithArticle(mv.kind()));
    write!(f, "the move from {} to {} is {kind}, not {wrong}", mv.from(), mv.to())
}

/// `White's pawn`.
struct Whose(PieceOn);

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s {}", self.0.piece.color, self.0.piece.kind)
    }
}

/// `kingside`, `queenside`.
struct Side(CastlingSide);

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            CastlingSide::King => "kingside",
            CastlingSide::Queen => "queenside",
        })
    }
}

/// `knight` or `knights`, depending on the number of squares.
struct Plural(PieceType, Bitboard);

impl fmt::Display for Plural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, if self.1.has_several() { "s" } else { "" })
    }
}

/// `an en passant capture`.
struct WithArticle(MoveKind);

impl fmt::Display for WithArticle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            MoveKind::Normal => f.write_str("an ordinary move"),
            MoveKind::EnPassant => f.write_str("an en passant capture"),
            MoveKind::Castle => f.write_str("castling"),
            MoveKind::Promotion(kind) => write!(f, "a promotion to a {kind}"),
        }
    }
}

/// `b1, d2 and g1`.
struct Squares(Bitboard);

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        joined(f, self.0)
    }
}

/// `the rook on e1 and the bishop on b5`.
struct List<'m>(&'m [PieceOn]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        joined(f, self.0)
    }
}

/// Writes items with commas between them and `and` before the last.
fn joined<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
) -> fmt::Result {
    let items = items.into_iter();
    let last = items.len().saturating_sub(1);
    for (index, item) in items.enumerate() {
        match index {
            0 => write!(f, "{item}")?,
            _ if index == last => write!(f, " and {item}")?,
            _ => write!(f, ", {item}")?,
        }
    }
    Ok(())
}
