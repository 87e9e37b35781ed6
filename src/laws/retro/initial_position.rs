//! Initial positions, and typical mistakes in setting them up (Laws 2.3).

use std::fmt;

use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::setup::Setup;

/// The initial positions from which a game may have started.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum InitialPositions {
    /// The initial position of the Laws (2.3).
    #[default]
    Standard,
    /// Any initial position of Chess960 (Guidelines II.2).
    Chess960,
}

/// A mistake in setting up the initial position: all 32 pieces are on the first two ranks of their sides, in a slightly
/// wrong order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupMistake {
    /// White's pieces are on ranks 7 and 8, Black's on 1 and 2.
    UpsideDown,
    /// Neighbors have changed places: the exchanges of White and of Black.
    Exchanged([Exchange; 2]),
}

/// The neighbors in the initial position that one side has exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exchange {
    /// King and queen: the queen is not on its own color.
    pub king_and_queen: bool,
    /// Knight and bishop on the b- and c-file.
    pub queenside_knight_and_bishop: bool,
    /// Knight and bishop on the f- and g-file.
    pub kingside_knight_and_bishop: bool,
}

/// The back rank of the initial position, a-file first.
const BACK_RANK: [PieceType; 8] = [
    PieceType::Rook,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Queen,
    PieceType::King,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Rook,
];

/// Detects a mistake in setting up the initial position. The caller must know that the game is not Chess960.
///
/// While all pawns are on their second ranks, kings, queens and bishops cannot have left their squares, so no game
/// reaches such a board. Mirrored orders with bishops on both colors are Chess960 positions. They count as mistakes
/// only if one kind of exchange explains them.
pub fn setup_mistake(setup: &Setup) -> Option<SetupMistake> {
    let (ranks, _) = setup.squares.as_chunks::<8>();
    if ranks[2..6].iter().flatten().any(Option::is_some) {
        return None;
    }
    let all = |rank: &[Option<Piece>; 8], color, kind| rank.iter().all(|piece| *piece == Some(Piece { color, kind }));
    let order = |rank: &[Option<Piece>; 8], color| -> Option<[PieceType; 8]> {
        let mut kinds = BACK_RANK;
        for (kind, piece) in kinds.iter_mut().zip(rank) {
            *kind = piece.filter(|piece| piece.color == color)?.kind;
        }
        Some(kinds)
    };
    for (bottom, top) in [(Color::White, Color::Black), (Color::Black, Color::White)] {
        if !all(&ranks[1], bottom, PieceType::Pawn) || !all(&ranks[6], top, PieceType::Pawn) {
            continue;
        }
        let orders = [order(&ranks[0], bottom)?, order(&ranks[7], top)?];
        let exchanges = [Exchange::new(orders[0])?, Exchange::new(orders[1])?];
        if bottom == Color::Black {
            return Some(SetupMistake::UpsideDown);
        }
        let is_chess960 = orders[0] == orders[1] && exchanges[0].suggests_chess960();
        return (exchanges != [Exchange::default(); 2] && !is_chess960).then_some(SetupMistake::Exchanged(exchanges));
    }
    None
}

impl Exchange {
    /// The exchanges that lead to this order; `None` if exchanges do not explain it.
    fn new(order: [PieceType; 8]) -> Option<Self> {
        let is_exchanged = |file: usize| order[file] == BACK_RANK[file + 1] && order[file + 1] == BACK_RANK[file];
        let exchange = Self {
            king_and_queen: is_exchanged(3),
            queenside_knight_and_bishop: is_exchanged(1),
            kingside_knight_and_bishop: is_exchanged(5),
        };
        let mut expected = BACK_RANK;
        for (file, exchanged) in [
            (3, exchange.king_and_queen),
            (1, exchange.queenside_knight_and_bishop),
            (5, exchange.kingside_knight_and_bishop),
        ] {
            if exchanged {
                expected.swap(file, file + 1);
            }
        }
        (order == expected).then_some(exchange)
    }

    /// Whether the same exchanges by both sides suggest Chess960: bishops on both colors and two kinds of exchange.
    fn suggests_chess960(self) -> bool {
        self.queenside_knight_and_bishop && self.kingside_knight_and_bishop && self.king_and_queen
    }

    /// The names of the exchanged pieces.
    fn names(self) -> impl Iterator<Item = &'static str> {
        let knights = match (self.queenside_knight_and_bishop, self.kingside_knight_and_bishop) {
            (true, true) => Some("knights and bishops"),
            (true, false) => Some("queenside knight and bishop"),
            (false, true) => Some("kingside knight and bishop"),
            (false, false) => None,
        };
        self.king_and_queen.then_some("king and queen").into_iter().chain(knights)
    }
}

impl fmt::Display for SetupMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exchanges = match self {
            Self::UpsideDown => return f.write_str("the board is upside down: White's pieces are on ranks 7 and 8"),
            Self::Exchanged(exchanges) => exchanges,
        };
        let sides = Color::BOTH.into_iter().zip(exchanges);
        let parts = sides.flat_map(|(color, exchange)| exchange.names().map(move |names| (color, names)));
        for (index, (color, names)) in parts.enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{color}'s {names} have changed places")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    fn found(placement: &str) -> Option<String> {
        let setup = fen::parse(format!("{placement} w - - 0 1").as_bytes()).unwrap().setup;
        setup_mistake(&setup).map(|mistake| mistake.to_string())
    }

    #[test]
    fn setup_mistakes_are_named() {
        for (placement, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", "White's king and queen have changed places"),
            (
                "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR",
                "White's king and queen have changed places, Black's king and queen have changed places",
            ),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKNBR", "White's knights and bishops have changed places"),
            ("rnbqknbr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "Black's kingside knight and bishop have changed places"),
            (
                "rbnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR",
                "White's king and queen have changed places, Black's queenside knight and bishop have changed places",
            ),
            (
                "RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr",
                "the board is upside down: White's pieces are on ranks 7 and 8",
            ),
            (
                "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr",
                "the board is upside down: White's pieces are on ranks 7 and 8",
            ),
        ] {
            assert_eq!(found(placement).as_deref(), Some(expected), "{placement}");
        }
    }

    #[test]
    fn other_boards_are_not_setup_mistakes() {
        for placement in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            // Initial positions of Chess960, the last with two kinds of exchange.
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR",
            "rbnkqnbr/pppppppp/8/8/8/8/PPPPPPPP/RBNKQNBR",
            // Rook and knight trade squares in play.
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR",
            // A pawn has moved, or a piece is missing.
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBKQBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQB1R",
            "8/8/8/8/8/8/8/8",
        ] {
            assert_eq!(found(placement), None, "{placement}");
        }
    }

    #[test]
    fn two_chess960_positions_count_as_setup_mistakes() {
        let mut mistakes = Vec::new();
        for order in permutations() {
            let text: String = order.iter().map(|kind| kind.letter()).collect();
            let at = |kind| order.iter().enumerate().filter(move |(_, one)| **one == kind).map(|(file, _)| file);
            let bishops: usize = at(PieceType::Bishop).sum();
            let (rooks, king) = (at(PieceType::Rook).collect::<Vec<_>>(), at(PieceType::King).sum::<usize>());
            if bishops % 2 == 1 && rooks[0] < king && king < rooks[1] {
                let placement = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{text}", text.to_lowercase());
                mistakes.extend(found(&placement).map(|_| text));
            }
        }
        assert_eq!(mistakes, ["RBNQKNBR", "RNBKQBNR"]);
    }

    /// All orders of a back rank, each once, in the order of their letters.
    fn permutations() -> Vec<[PieceType; 8]> {
        let mut orders = vec![(Vec::new(), BACK_RANK.to_vec())];
        for _ in 0..8 {
            let grown = orders.into_iter().flat_map(|(done, rest): (Vec<PieceType>, Vec<PieceType>)| {
                let mut kinds = rest.clone();
                kinds.sort_by_key(|kind| kind.letter());
                kinds.dedup();
                kinds.into_iter().map(move |kind| {
                    let mut rest = rest.clone();
                    rest.remove(rest.iter().position(|one| *one == kind).unwrap_or(0));
                    ([&done[..], &[kind]].concat(), rest)
                })
            });
            orders = grown.collect();
        }
        orders.into_iter().map(|(order, _)| order.try_into().unwrap()).collect()
    }
}
