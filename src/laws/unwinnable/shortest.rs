//! A shortest helpmate: the fewest half-moves in which a side mates when both sides want it.
//!
//! **What it shows.** A line of legal moves that ends in mate; and, where the search came to its end, that no line is shorter.
//!
//! **How.** Every number of half-moves is tried, the smallest first: all lines of that length are gone through, depth first.
//! A position is gone through once for each number of half-moves that are left in it, however it is reached; those
//! already tried are remembered whole, so that *none is shorter* is a fact and no probability. Left out is what cannot
//! lead to mate in time, for reasons that are told in [`distance`](super::distance). The last move is not looked for
//! among all moves: only those that give check are tried.
//!
//! **What it cannot see.** Lines beyond the positions it may look at, or longer than [`LONGEST`]. With few men it sees some
//! ten half-moves, with all of them five.
//!
//! **Where it comes from.** Iterative deepening with a lower bound and a table of positions (Korf 1985; Reinefeld and Marsland
//! 1994). Programs for problems deepen so, too; see Popeye.

use std::ops::ControlFlow::{Break, Continue};

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::packed::PackedPosition;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::material;
use super::distance::{Distances, Men};
use super::shortcut;

/// No longer lines are looked for, in half-moves.
pub const LONGEST: usize = 300;

/// Among how many positions a shorter line is looked for where it shall be fit to be read, and need not be the
/// shortest.
pub const NEAR: u32 = 100;

/// A line that ends in mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Helpmate {
    /// The moves; none if the mate is on the board.
    pub line: Vec<Move>,
    /// Whether it is proved that no line is shorter.
    pub is_shortest: bool,
}

/// A shortest line in place of one that is known, if it is found among so many positions; else the same line without
/// its detours, perhaps with the proof that none is shorter. Tells how many positions were looked at, too: those whose
/// moves were gone through, once for each time.
#[must_use]
pub fn shorten(position: &Position, side: Color, known: &[Move], most: u32) -> (Helpmate, u32) {
    let known = shortcut::take(position, side, known);
    let mut hunt = Hunt::new(side, most);
    let end = hunt.run(position, known.len());
    let helpmate = match end {
        End::Mate => Helpmate { line: hunt.line, is_shortest: true },
        End::None => Helpmate { line: known, is_shortest: true },
        End::Spent => Helpmate { line: known, is_shortest: false },
    };
    (helpmate, hunt.looked)
}

/// A shortest line, if one comes up among so many positions, and how many were looked at.
#[must_use]
pub fn shortest(position: &Position, side: Color, most: u32) -> (Option<Helpmate>, u32) {
    let mut hunt = Hunt::new(side, most);
    let is_found = hunt.run(position, LONGEST + 1) == End::Mate;
    let helpmate = is_found.then_some(Helpmate { line: hunt.line, is_shortest: true });
    (helpmate, hunt.looked)
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// With a mate.
    Mate,
    /// There is none in so many half-moves.
    None,
    /// The budget was spent.
    Spent,
}

/// The search.
struct Hunt {
    side: Color,
    most: u32,
    /// How many positions were gone through.
    looked: u32,
    failed: Failed,
    distances: Distances,
    line: Vec<Move>,
    /// The moves still to be tried at all positions of the line.
    moves: Vec<Move>,
}

impl Hunt {
    fn new(side: Color, most: u32) -> Self {
        let distances = Distances::new(side);
        Self { side, most, looked: 0, failed: Failed::new(), distances, line: Vec::new(), moves: Vec::new() }
    }

    /// Looks for lines of fewer than `below` half-moves, the shortest first.
    fn run(&mut self, start: &Position, below: usize) -> End {
        if start.turn() != self.side && start.is_checkmate() {
            return if below > 0 { End::Mate } else { End::None };
        }
        // The last move is the side's own.
        let first = if start.turn() == self.side { 1 } else { 2 };
        for plies in (first..below.min(LONGEST + 1)).step_by(2) {
            let men = self.distances.men(start, plies.div_ceil(2));
            let end = self.play(start, men, plies);
            if end != End::None {
                return end;
            }
        }
        if below > LONGEST + 1 { End::Spent } else { End::None }
    }

    /// Goes through all lines of exactly so many half-moves, at least one.
    fn play(&mut self, position: &Position, men: Men, plies: usize) -> End {
        let (ours, theirs) = (plies.div_ceil(2), plies / 2);
        if usize::from(self.distances.moves_needed(position, men, theirs)) > ours {
            return End::None;
        }
        if plies == 1 {
            return self.mate(position);
        }
        let packed = position.pack();
        if self.failed.plies(&packed) >= plies {
            return End::None;
        }
        if self.looked >= self.most {
            return End::Spent;
        }
        self.looked += 1;
        let first = self.moves.len();
        let moves = &mut self.moves;
        let _ = position.visit_legal_moves(|mv| {
            moves.push(mv);
            Continue(())
        });
        let end = self.try_moves(position, men, plies, first);
        self.moves.truncate(first);
        if end == End::None {
            self.failed.add(packed, plies);
        }
        end
    }

    fn try_moves(&mut self, position: &Position, men: Men, plies: usize, first: usize) -> End {
        for at in first..self.moves.len() {
            let mv = self.moves[at];
            let after = position.after(mv);
            let changes = mv.promotion().is_some() || after.occupied().count() != position.occupied().count();
            if changes && !material::has_mating_material(&after, self.side) {
                continue;
            }
            let men = if changes { self.distances.men(&after, (plies - 1).div_ceil(2)) } else { men };
            self.line.push(mv);
            let end = self.play(&after, men, plies - 1);
            if end != End::None {
                return end;
            }
            self.line.pop();
        }
        End::None
    }

    /// Looks for a move that mates.
    fn mate(&mut self, position: &Position) -> End {
        let checks = Checks::of(position);
        let mut found = None;
        let _ = position.visit_legal_moves(|mv| {
            if checks.may_be(position, mv) {
                let after = position.after(mv);
                if after.is_check() && !after.has_legal_move() {
                    found = Some(mv);
                    return Break(());
                }
            }
            Continue(())
        });
        self.line.extend(found);
        if found.is_some() { End::Mate } else { End::None }
    }
}

/// From where the king of the side that waits is attacked.
struct Checks {
    /// By the kind of the man that arrives there.
    squares: [Bitboard; 6],
    /// Where men stand that may uncover an attack.
    screens: Bitboard,
}

impl Checks {
    fn of(position: &Position) -> Self {
        let (us, them) = (position.turn(), position.turn().other());
        let (king, occupied) = (position.king(them), position.occupied());
        let diagonal = attacks::bishop(king, occupied);
        let straight = attacks::rook(king, occupied);
        let mut squares = [Bitboard::EMPTY; 6];
        squares[PieceType::Pawn.index()] = attacks::pawn(them, king);
        squares[PieceType::Knight.index()] = attacks::knight(king);
        squares[PieceType::Bishop.index()] = diagonal;
        squares[PieceType::Rook.index()] = straight;
        squares[PieceType::Queen.index()] = diagonal | straight;
        let own = position.colors(us);
        let queens = position.kinds(PieceType::Queen);
        let behind = |sliders: Bitboard, attack: fn(Square, Bitboard) -> Bitboard, seen: Bitboard| {
            let screens = seen & own;
            let attackers = attack(king, occupied & !screens) & !seen & sliders & own;
            if attackers.is_empty() { Bitboard::EMPTY } else { screens }
        };
        let screens = behind(position.kinds(PieceType::Bishop) | queens, attacks::bishop, diagonal)
            | behind(position.kinds(PieceType::Rook) | queens, attacks::rook, straight);
        Self { squares, screens }
    }

    /// Whether a move may give check; if not, it does not.
    #[inline]
    fn may_be(&self, position: &Position, mv: Move) -> bool {
        let kind = match mv.kind() {
            MoveKind::Castle | MoveKind::EnPassant => return true,
            MoveKind::Promotion(kind) => {
                // The pawn was in the way of what it has become.
                return self.screens.contains(mv.from()) || self.promoted(position, mv, kind);
            }
            MoveKind::Normal => position.kind_of(mv.from()),
        };
        self.screens.contains(mv.from()) || self.squares[kind.index()].contains(mv.to())
    }

    fn promoted(&self, position: &Position, mv: Move, piece: PieceType) -> bool {
        let king = position.king(position.turn().other());
        let occupied = position.occupied() & !Bitboard::of(mv.from());
        match piece {
            PieceType::Knight => self.squares[PieceType::Knight.index()].contains(mv.to()),
            PieceType::Bishop => attacks::bishop(mv.to(), occupied).contains(king),
            PieceType::Rook => attacks::rook(mv.to(), occupied).contains(king),
            _ => attacks::queen(mv.to(), occupied).contains(king),
        }
    }
}

/// Positions in which there is no mate within some number of half-moves; some 45 bytes each.
struct Failed {
    positions: Vec<PackedPosition>,
    plies: Vec<u16>,
    /// Numbers of positions, each near the place that its hash gives it; [`FREE`] in the others. At most half are
    /// taken.
    index: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Failed {
    fn new() -> Self {
        Self { positions: Vec::new(), plies: Vec::new(), index: vec![FREE; 1024] }
    }

    /// The place of a position in the index, or the free one where it belongs.
    #[inline]
    fn place(&self, position: &PackedPosition) -> usize {
        let last = self.index.len() - 1;
        let mut at = position.hash() as usize & last;
        while self.index[at] != FREE && self.positions[self.index[at] as usize] != *position {
            at = (at + 1) & last;
        }
        at
    }

    /// Within how many half-moves there is no mate, as far as that is known.
    #[inline]
    fn plies(&self, position: &PackedPosition) -> usize {
        match self.index[self.place(position)] {
            FREE => 0,
            number => self.plies[number as usize].into(),
        }
    }

    fn add(&mut self, position: PackedPosition, plies: usize) {
        let at = self.place(&position);
        if self.index[at] != FREE {
            self.plies[self.index[at] as usize] = plies as u16;
            return;
        }
        self.index[at] = self.positions.len() as u32;
        self.positions.push(position);
        self.plies.push(plies as u16);
        if 2 * self.positions.len() > self.index.len() {
            self.grow();
        }
    }

    /// Doubles the index.
    #[cold]
    fn grow(&mut self) {
        self.index = vec![FREE; 2 * self.index.len()];
        for number in 0..self.positions.len() {
            let at = self.place(&self.positions[number]);
            self.index[at] = number as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::chess::uci::{self, Uci};

    const BUDGET: u32 = 200_000;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    /// The length of a shortest line, which is played to its end.
    fn length(fen: &str, side: Color) -> Option<usize> {
        let start = position(fen);
        let (helpmate, _) = shortest(&start, side, BUDGET);
        let line = helpmate?.line;
        let mut last = start;
        for &mv in &line {
            assert!(last.is_legal(mv), "{fen}: {mv:?}");
            last.advance(mv);
        }
        assert!(last.is_checkmate() && last.turn() != side, "{fen}");
        Some(line.len())
    }

    /// The slow twin: breadth first, nothing left out. `None` if there is no mate in so many half-moves.
    fn slow(start: &Position, side: Color, most: usize) -> Option<usize> {
        let mut seen = HashSet::from([start.pack()]);
        let mut rank = vec![start.clone()];
        for plies in 0..=most {
            if rank.iter().any(|position| position.turn() != side && position.is_checkmate()) {
                return Some(plies);
            }
            let moves = |position: Position| -> Vec<Position> {
                position.legal_moves().iter().map(|&mv| position.after(mv)).collect()
            };
            rank = rank.into_iter().flat_map(moves).filter(|after| seen.insert(after.pack())).collect();
        }
        None
    }

    #[test]
    fn lengths_that_are_known() {
        for (fen, side, plies) in [
            ("5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", Color::Black, 4),
            ("8/8/8/8/1b6/8/B1k5/K7 b - - 0 1", Color::Black, 1),
            ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Color::White, 0),
            // The fool's mate, and the same a move later by White.
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::Black, 4),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::White, 5),
        ] {
            assert_eq!(length(fen, side), slow(&position(fen), side, plies), "{fen}");
            assert_eq!(length(fen, side), Some(plies), "{fen}");
        }
    }

    #[test]
    fn castling_promotion_and_en_passant_are_moves_like_others() {
        let mut found = 0;
        for fen in [
            "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
            "k7/2P5/K7/8/8/8/8/8 w - - 0 1",
            "8/k1P5/8/K7/8/8/8/8 w - - 0 1",
            "8/8/8/7p/5pPk/5K1p/7P/8 b - g3 0 1",
            "1q5b/1r3n2/1k6/8/8/2n5/1K6/3R4 w - - 0 1",
        ] {
            let start = position(fen);
            for side in Color::BOTH {
                let Some(plies) = slow(&start, side, 5) else { continue };
                assert_eq!(length(fen, side), Some(plies), "{fen} {side}");
                found += 1;
            }
        }
        assert!(found >= 3, "{found}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        #[test]
        fn no_shorter_line_exists(squares in proptest::collection::vec(0..64_usize, 6), men in 0..12_usize, white: bool) {
            let kinds = ["Qr", "Rp", "Nr", "Bn", "Pp", "NNp", "Bp", "PPn", "BBq", "Nb", "BNp", "Ppp"][men];
            let mut board = [' '; 64];
            for (man, &square) in "Kk".chars().chain(kinds.chars()).zip(&squares) {
                board[square] = man;
            }
            let rows: Vec<String> = board.chunks(8).map(|row| row.iter().map(|&man| if man == ' ' { '1' } else { man }).collect()).collect();
            let fen = format!("{} {} - - 0 1", rows.join("/"), if white { 'w' } else { 'b' });
            let Ok(start) = Position::from_fen(&fen) else { return Ok(()) };
            for side in Color::BOTH {
                let Some(plies) = slow(&start, side, 4) else { continue };
                prop_assert_eq!(length(&fen, side), Some(plies), "{} {}", fen, side);
            }
        }
    }

    #[test]
    fn endings_of_four_men_are_as_long_as_the_slow_twin_says() {
        for fen in [
            "8/8/8/8/8/1n6/1K1k4/1B6 w - - 0 1",
            "8/8/8/8/8/2k5/1r6/K1N5 w - - 0 1",
            "k7/8/K7/8/8/8/7p/5B2 w - - 0 1",
            "7k/5K1p/8/8/8/8/8/6N1 b - - 0 1",
            "8/8/8/8/8/5k2/7p/5N1K b - - 0 1",
        ] {
            for side in Color::BOTH {
                let Some(plies) = slow(&position(fen), side, 7) else { continue };
                assert_eq!(length(fen, side), Some(plies), "{fen} {side}");
            }
        }
    }

    /// The line behind moves of the kings that lead back to the start.
    fn wandering(start: &Position, line: &[Move]) -> Vec<Move> {
        let mut last = start.clone();
        let mut moves = Vec::new();
        for word in ["a1b1", "e5e4", "b1a1", "e4e5"] {
            let Some(Uci::Move { from, to, .. }) = uci::read(word.as_bytes()) else { panic!("{word}") };
            let mv = uci::between(&last, from, to, None).unwrap();
            last.advance(mv);
            moves.push(mv);
        }
        moves.extend_from_slice(line);
        moves
    }

    #[test]
    fn what_is_not_proved_is_told() {
        let fen = "8/8/8/4k3/8/8/8/K6R w - - 0 1";
        let start = position(fen);
        let (Some(helpmate), looked) = shortest(&start, Color::White, BUDGET) else { panic!("{fen}") };
        assert!(helpmate.is_shortest && looked > 10, "{looked}");
        // A known line stands, without its detours, where the search does not come to its end.
        let longer = wandering(&start, &helpmate.line);
        let (kept, spent) = shorten(&start, Color::White, &longer, looked / 2);
        assert_eq!((kept, spent), (Helpmate { line: helpmate.line.clone(), is_shortest: false }, looked / 2));
        let (found, _) = shorten(&start, Color::White, &longer, BUDGET);
        assert_eq!(found, helpmate);
        // A line that is as short as any is kept.
        let (proved, _) = shorten(&start, Color::White, &helpmate.line, BUDGET);
        assert_eq!(proved, helpmate);
        assert_eq!(shortest(&start, Color::White, 0).0, None);
    }
}
