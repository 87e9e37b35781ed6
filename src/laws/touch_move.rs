//! Touch-move: the moves that touched pieces oblige a player to make (Laws, Article 4).
//!
//! [`obligation`] assumes that the player having the move touched the pieces deliberately and did not announce to
//! adjust them (4.2). The editions of 2001 and 2023 agree on the obligations. They differ in their article numbers, and
//! the text of 2001 covers only one touched piece of each color.

use crate::chess::bitboard::Bitboard;
use crate::chess::legality::en_passant_victim;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::edition::{Citation, Edition};

/// Whether the order in which the pieces were touched is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TouchOrder {
    /// They were touched in the order given.
    #[default]
    Known,
    /// The order is unclear: the player's own piece counts as touched first, and king and rook as touched together.
    Unclear,
}

/// What the player must do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// The kind of obligation.
    pub duty: Duty,
    /// The legal moves that fulfill it.
    pub moves: Vec<Move>,
    /// The article; `None` if its number in the rule set is unknown.
    pub article: Option<Citation>,
}

/// The obligation of a touched piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// Any legal move: no touched piece can be moved or captured.
    Free,
    /// Move the piece on this square.
    Move(Square),
    /// Capture the piece on this square.
    Capture(Square),
    /// Capture one piece with another.
    CaptureWith {
        /// The capturing piece.
        own: Square,
        /// The piece to capture.
        enemy: Square,
    },
    /// Castle with the rook on this square.
    Castle(Square),
    /// Move the king, castling on the other side included: castling with the rook on this square is illegal.
    KingInstead(Square),
    /// Move a piece without castling with the touched rook.
    MoveWithoutCastling {
        /// The piece to move.
        piece: Square,
        rook: Square,
    },
    /// Any legal move: the player announced to adjust the pieces.
    Adjusted,
    /// Nothing: the player who touched them, this one, does not have the move.
    NotToMove(Color),
    /// Nothing, but this player may not adjust pieces without having the move.
    MayNotAdjust(Color),
    /// Complete the move: a piece was released.
    Released {
        /// The square it came from.
        from: Square,
        /// The square on which it was released.
        to: Square,
    },
    /// Promote the pawn; the choice stays open until the new piece touches the square.
    Promote {
        /// The square the pawn came from.
        from: Square,
        /// The promotion square.
        to: Square,
    },
    /// Make another move: the piece was released on a square that it cannot move to.
    ReleasedIllegally {
        /// The square it came from.
        from: Square,
        /// The square on which it was released.
        to: Square,
    },
}

/// The article numbers of the duties in one edition.
struct Numbers {
    own: &'static str,
    enemy: &'static str,
    both: &'static str,
    castle: &'static str,
    rook_first: &'static str,
    castle_illegal: &'static str,
    free: &'static str,
}

const OF_2001: Numbers = Numbers {
    own: "4.3(a)",
    enemy: "4.3(b)",
    both: "4.3(c)",
    castle: "4.4(a)",
    rook_first: "4.4(b)",
    castle_illegal: "4.4(c)",
    free: "4.5",
};

const OF_2014: Numbers = Numbers {
    own: "4.3.a",
    enemy: "4.3.b",
    both: "4.3.c",
    castle: "4.4.a",
    rook_first: "4.4.b",
    castle_illegal: "4.4.c",
    free: "4.5",
};

const OF_2023: Numbers = Numbers {
    own: "4.3.1",
    enemy: "4.3.2",
    both: "4.3.3",
    castle: "4.4.1",
    rook_first: "4.4.2",
    castle_illegal: "4.4.3",
    free: "4.5",
};

/// The numbers of the articles on duties in the editions of 2001, of 2014, and of 2018 and 2023.
pub fn articles() -> impl Iterator<Item = [&'static str; 3]> {
    let [first, second, third] = [&OF_2001, &OF_2014, &OF_2023]
        .map(|of| [of.own, of.enemy, of.both, of.castle, of.rook_first, of.castle_illegal, of.free]);
    (0..first.len()).map(move |duty| [first[duty], second[duty], third[duty]])
}

impl Numbers {
    /// The numbers of an edition. Those of other rule sets are unknown.
    const fn for_edition(edition: Edition) -> &'static Self {
        match edition {
            Edition::Fide2001 => &OF_2001,
            Edition::Fide2014 => &OF_2014,
            _ => &OF_2023,
        }
    }
}

/// Makes citations of an edition; none for rule sets other than FIDE's.
fn cite_in(edition: Edition) -> impl Fn(&'static str) -> Option<Citation> {
    move |number| edition.is_fide().then_some(Citation { edition, number })
}

/// Returns what the player to move must do after touching the pieces on these squares, in this order. Empty squares do
/// not count, and of a piece that is touched again only the first time does.
pub fn obligation(position: &Position, touched: &[Square], order: TouchOrder, edition: Edition) -> Obligation {
    let numbers = Numbers::for_edition(edition);
    let cite = cite_in(edition);
    let legal = position.legal_moves();
    let turn = position.turn();
    let is_first = |(index, square): &(usize, &Square)| !touched[..*index].contains(square);
    let touched: Vec<Square> = touched.iter().enumerate().filter(is_first).map(|(_, square)| *square).collect();
    let of = |color: Color| touched.iter().copied().filter(move |&square| position.by_color(color).contains(square));
    let own: Vec<Square> = of(turn).collect();
    let enemy: Vec<Square> = of(turn.other()).collect();
    if enemy.is_empty()
        && let Some(castling) = castling(position, &own, order)
    {
        return castling.obligation(position, &legal, &own, numbers, edition);
    }
    let moves_of = |square: Square| -> Vec<Move> { legal.iter().copied().filter(|mv| mv.from() == square).collect() };
    let captures_of = |square: Square| -> Vec<Move> {
        legal.iter().copied().filter(|&mv| captured(position, mv) == Some(square)).collect()
    };
    if let ([piece, ..], [target, ..]) = (&own[..], &enemy[..]) {
        let moves: Vec<Move> = captures_of(*target).into_iter().filter(|mv| mv.from() == *piece).collect();
        if !moves.is_empty() {
            return Obligation {
                duty: Duty::CaptureWith { own: *piece, enemy: *target },
                moves,
                article: cite(numbers.both),
            };
        }
    }
    let sequence: Vec<Square> = match order {
        TouchOrder::Known => touched.clone(),
        TouchOrder::Unclear => own.iter().chain(&enemy).copied().collect(),
    };
    let is_mixed = !own.is_empty() && !enemy.is_empty();
    for square in sequence {
        let is_own = own.contains(&square);
        let moves = if is_own { moves_of(square) } else { captures_of(square) };
        if !moves.is_empty() {
            let (duty, article) =
                if is_own { (Duty::Move(square), numbers.own) } else { (Duty::Capture(square), numbers.enemy) };
            return Obligation { duty, moves, article: cite(if is_mixed { numbers.both } else { article }) };
        }
    }
    Obligation { duty: Duty::Free, moves: legal.to_vec(), article: cite(numbers.free) }
}

/// A touched king and a touched rook.
struct Castling {
    king: Square,
    rook: Square,
    rook_first: bool,
}

fn castling(position: &Position, own: &[Square], order: TouchOrder) -> Option<Castling> {
    let turn = position.turn();
    let king = position.king(turn);
    let back_rank = Bitboard::of_rank(turn.back_rank());
    let rooks = position.pieces(turn, PieceType::Rook) & back_rank;
    let king_at = own.iter().position(|&square| square == king && back_rank.contains(square))?;
    let rook_at = own.iter().position(|&square| rooks.contains(square))?;
    // If more pieces were touched, it is castling only if these two came first.
    let are_first = king_at.max(rook_at) == 1;
    are_first.then(|| Castling {
        king,
        rook: own[rook_at],
        rook_first: rook_at < king_at && order == TouchOrder::Known,
    })
}

impl Castling {
    fn obligation(
        &self,
        position: &Position,
        legal: &[Move],
        own: &[Square],
        numbers: &Numbers,
        edition: Edition,
    ) -> Obligation {
        let cite = cite_in(edition);
        let castle = Move::new(self.king, self.rook, MoveKind::Castle);
        if self.rook_first {
            for &piece in own {
                let moves: Vec<Move> = legal.iter().copied().filter(|&mv| mv.from() == piece && mv != castle).collect();
                if !moves.is_empty() {
                    let duty = Duty::MoveWithoutCastling { piece, rook: self.rook };
                    return Obligation { duty, moves, article: cite(numbers.rook_first) };
                }
            }
        } else if position.is_legal(castle) {
            return Obligation { duty: Duty::Castle(self.rook), moves: vec![castle], article: cite(numbers.castle) };
        } else {
            let moves: Vec<Move> = legal.iter().copied().filter(|mv| mv.from() == self.king).collect();
            if !moves.is_empty() {
                return Obligation { duty: Duty::KingInstead(self.rook), moves, article: cite(numbers.castle_illegal) };
            }
        }
        let article = if self.rook_first { numbers.free } else { numbers.castle_illegal };
        let moves = legal.iter().copied().filter(|&mv| mv != castle || !self.rook_first).collect();
        Obligation { duty: Duty::Free, moves, article: cite(article) }
    }
}

impl Duty {
    /// The name in every output format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "any-move",
            Self::Move(_) => "move",
            Self::Capture(_) => "capture",
            Self::CaptureWith { .. } => "capture-with",
            Self::Castle(_) => "castle",
            Self::KingInstead(_) => "king-move",
            Self::MoveWithoutCastling { .. } => "move-without-castling",
            Self::Adjusted => "adjusted",
            Self::NotToMove(_) => "not-to-move",
            Self::MayNotAdjust(_) => "may-not-adjust",
            Self::Released { .. } => "released",
            Self::Promote { .. } => "promote",
            Self::ReleasedIllegally { .. } => "released-illegally",
        }
    }
}

fn captured(position: &Position, mv: Move) -> Option<Square> {
    match mv.kind() {
        MoveKind::EnPassant => Some(en_passant_victim(mv.to())),
        MoveKind::Castle => None,
        _ => position.occupied().contains(mv.to()).then(|| mv.to()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::san;

    fn required_moves(fen: &str, touched: &str, order: TouchOrder) -> String {
        let position = Position::from_fen(fen).unwrap();
        let squares: Vec<Square> =
            touched.split(',').map(|name| Square::from_ascii(name.as_bytes()).unwrap()).collect();
        let obligation = obligation(&position, &squares, order, Edition::Fide2023);
        let mut moves: Vec<String> = obligation.moves.iter().map(|&mv| san::write(&position, mv).to_string()).collect();
        moves.sort();
        if moves.len() > 6 {
            moves = vec![format!("{} moves", moves.len())];
        }
        format!("{} {}: {}", obligation.article.unwrap().number, obligation.duty.name(), moves.join(" "))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

    #[test]
    fn the_first_piece_that_can_move_must() {
        assert_eq!(required_moves(START, "a1,b1", TouchOrder::Known), "4.3.1 move: Na3 Nc3");
        assert_eq!(required_moves(START, "a1,d1", TouchOrder::Known), "4.5 any-move: 20 moves");
        assert_eq!(required_moves("8/8/8/8/8/8/3q4/4K2k w - - 0 1", "e1", TouchOrder::Known), "4.3.1 move: Kf1 Kxd2");
    }

    #[test]
    fn castling_depends_on_which_piece_was_touched_first() {
        assert_eq!(required_moves(CASTLING, "e1,h1", TouchOrder::Known), "4.4.1 castle: O-O");
        assert_eq!(required_moves(CASTLING, "e1,e1,h1", TouchOrder::Known), "4.4.1 castle: O-O");
        assert_eq!(required_moves(CASTLING, "h1,h1,e1", TouchOrder::Known), "4.4.2 move-without-castling: 9 moves");
        assert_eq!(required_moves(CASTLING, "h1,e1", TouchOrder::Unclear), "4.4.1 castle: O-O");
        assert_eq!(required_moves(CASTLING, "h1,e1", TouchOrder::Known), "4.4.2 move-without-castling: 9 moves");
        let attacked = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
        assert_eq!(required_moves(attacked, "e1,h1", TouchOrder::Known), "4.4.3 king-move: Kd1 Kd2 Ke2 O-O-O");
    }

    #[test]
    fn pieces_of_both_colors_require_a_capture() {
        let fen = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1";
        assert_eq!(required_moves(fen, "d5,c3", TouchOrder::Known), "4.3.3 capture-with: Nxd5");
        assert_eq!(required_moves(fen, "d5", TouchOrder::Known), "4.3.2 capture: Nxd5 exd5");
        assert_eq!(required_moves(fen, "d5,e1", TouchOrder::Known), "4.3.3 capture: Nxd5 exd5");
        assert_eq!(required_moves(fen, "d5,e1", TouchOrder::Unclear), "4.3.3 move: Kd1 Kd2 Ke2 Kf1 Kf2");
    }

    #[test]
    fn the_edition_of_2001_has_other_article_numbers() {
        let position = Position::from_fen(CASTLING).unwrap();
        let squares = [b"e1", b"h1"].map(|name| Square::from_ascii(name).unwrap());
        let duty = obligation(&position, &squares, TouchOrder::Known, Edition::Fide2001);
        assert_eq!((duty.duty, duty.article.unwrap().number), (Duty::Castle(squares[1]), "4.4(a)"));
    }
}
