//! Shortest helpmates: the fewest plies in which a side checkmates with the opponent's help.
//!
//! **What it shows.** A line of legal moves that ends in checkmate and, if the search completes, that no line is
//! shorter.
//!
//! **How.** Iterative deepening: a depth-first search of every length, the smallest first. Each position is searched
//! once for each number of remaining plies. The table of failed positions compares whole positions, so *none is
//! shorter* is certain. [`distance`](super::distance) gives the lower bounds that prune. At the last ply only moves
//! that may give check are tried.
//!
//! **What it cannot find.** Lines beyond the budget, or longer than [`MAX_PLIES`]. It reaches about ten plies with few
//! pieces, and five with all of them.
//!
//! **Where it comes from.** Iterative deepening with a lower bound and a transposition table (Korf 1985; Reinefeld and
//! Marsland 1994), as in the problem solver Popeye.

use std::ops::ControlFlow::{Break, Continue};

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::packed::PackedPosition;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::super::material;
use super::distance::{ClassId, Distances};
use super::shortcut;

/// The longest line to search for, in plies.
pub const MAX_PLIES: usize = 300;

/// The budget of positions for a line that is short enough to read, though perhaps not the shortest.
pub const NEAR: u32 = 100;

/// A line that ends in checkmate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Helpmate {
    /// The moves; empty if the position is checkmate.
    pub line: Vec<Move>,
    /// Whether it is proved that no line is shorter.
    pub is_shortest: bool,
}

/// Replaces a known line by a shortest one, if the search finds it within `limit` positions. Otherwise returns the
/// known line without its detours, perhaps with the proof that none is shorter. Also returns the number of positions
/// expanded, counting repeated expansions.
pub fn shorten(position: &Position, side: Color, known: &[Move], limit: u32) -> (Helpmate, u32) {
    let known = shortcut::remove_detours(position, side, known);
    let mut search = Deepening::new(side, limit);
    let end = search.run(position, known.len());
    let helpmate = match end {
        End::Mate => Helpmate { line: search.line, is_shortest: true },
        End::NoMate => Helpmate { line: known, is_shortest: true },
        End::Spent => Helpmate { line: known, is_shortest: false },
    };
    (helpmate, search.visited)
}

/// Returns a shortest line, if the search finds one within `limit` positions, and the number of positions expanded.
pub fn shortest(position: &Position, side: Color, limit: u32) -> (Option<Helpmate>, u32) {
    let mut search = Deepening::new(side, limit);
    let is_found = search.run(position, MAX_PLIES + 1) == End::Mate;
    let helpmate = is_found.then_some(Helpmate { line: search.line, is_shortest: true });
    (helpmate, search.visited)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Mate,
    /// There is no checkmate within this number of plies.
    NoMate,
    Spent,
}

/// The iterative deepening search.
struct Deepening {
    side: Color,
    limit: u32,
    /// The number of positions expanded.
    visited: u32,
    failed: FailedPositions,
    distances: Distances,
    line: Vec<Move>,
    /// The moves still to try at all positions of the line, as a stack.
    moves: Vec<Move>,
}

impl Deepening {
    fn new(side: Color, limit: u32) -> Self {
        let distances = Distances::new(side);
        Self { side, limit, visited: 0, failed: FailedPositions::new(), distances, line: Vec::new(), moves: Vec::new() }
    }

    /// Searches for lines of fewer than `below` plies, the shortest first.
    fn run(&mut self, start: &Position, below: usize) -> End {
        if start.turn() != self.side && start.is_checkmate() {
            return if below > 0 { End::Mate } else { End::NoMate };
        }
        // The last move is the side's own.
        let first = if start.turn() == self.side { 1 } else { 2 };
        for plies in (first..below.min(MAX_PLIES + 1)).step_by(2) {
            let class = self.distances.class_of(start, plies.div_ceil(2));
            let end = self.play(start, class, plies);
            if end != End::NoMate {
                return end;
            }
        }
        if below > MAX_PLIES + 1 { End::Spent } else { End::NoMate }
    }

    /// Searches all lines of exactly `plies` plies, at least one.
    fn play(&mut self, position: &Position, class: ClassId, plies: usize) -> End {
        let (ours, theirs) = (plies.div_ceil(2), plies / 2);
        if usize::from(self.distances.moves_needed(position, class, theirs)) > ours {
            return End::NoMate;
        }
        if plies == 1 {
            return self.mate(position);
        }
        let packed = position.pack();
        if self.failed.plies(&packed) >= plies {
            return End::NoMate;
        }
        if self.visited >= self.limit {
            return End::Spent;
        }
        self.visited += 1;
        let first = self.moves.len();
        let moves = &mut self.moves;
        let _ = position.visit_legal_moves(|mv| {
            moves.push(mv);
            Continue(())
        });
        let end = self.try_moves(position, class, plies, first);
        self.moves.truncate(first);
        if end == End::NoMate {
            self.failed.add(packed, plies);
        }
        end
    }

    fn try_moves(&mut self, position: &Position, class: ClassId, plies: usize, first: usize) -> End {
        for at in first..self.moves.len() {
            let mv = self.moves[at];
            let after = position.after_unchecked(mv);
            let changes = mv.promotion().is_some() || after.occupied().count() != position.occupied().count();
            if changes && !material::has_mating_material(&after, self.side) {
                continue;
            }
            let class = if changes { self.distances.class_of(&after, (plies - 1).div_ceil(2)) } else { class };
            self.line.push(mv);
            let end = self.play(&after, class, plies - 1);
            if end != End::NoMate {
                return end;
            }
            self.line.pop();
        }
        End::NoMate
    }

    /// Searches for a move that checkmates.
    fn mate(&mut self, position: &Position) -> End {
        let checks = CheckSquares::new(position);
        let mut found = None;
        let _ = position.visit_legal_moves(|mv| {
            if checks.may_give_check(position, mv) {
                let after = position.after_unchecked(mv);
                if after.is_check() && !after.has_legal_move() {
                    found = Some(mv);
                    return Break(());
                }
            }
            Continue(())
        });
        self.line.extend(found);
        if found.is_some() { End::Mate } else { End::NoMate }
    }
}

/// The squares from which the side to move gives check.
struct CheckSquares {
    /// By the type of the moving piece.
    squares: [Bitboard; 6],
    /// The pieces that may give a discovered check.
    discoverers: Bitboard,
}

impl CheckSquares {
    fn new(position: &Position) -> Self {
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
        let own = position.by_color(us);
        let queens = position.by_type(PieceType::Queen);
        let discovering = |sliders: Bitboard, attack: fn(Square, Bitboard) -> Bitboard, visible: Bitboard| {
            let discoverers = visible & own;
            let attackers = attack(king, occupied & !discoverers) & !visible & sliders & own;
            if attackers.is_empty() { Bitboard::EMPTY } else { discoverers }
        };
        let discoverers = discovering(position.by_type(PieceType::Bishop) | queens, attacks::bishop, diagonal)
            | discovering(position.by_type(PieceType::Rook) | queens, attacks::rook, straight);
        Self { squares, discoverers }
    }

    /// Whether a move may give check; `false` is certain.
    #[inline]
    fn may_give_check(&self, position: &Position, mv: Move) -> bool {
        let kind = match mv.kind() {
            MoveKind::Castle | MoveKind::EnPassant => return true,
            MoveKind::Promotion(kind) => {
                // The pawn itself blocked the promoted piece's line.
                return self.discoverers.contains(mv.from()) || self.promotion_gives_check(position, mv, kind);
            }
            MoveKind::Normal => position.kind_of(mv.from()),
        };
        self.discoverers.contains(mv.from()) || self.squares[kind.index()].contains(mv.to())
    }

    fn promotion_gives_check(&self, position: &Position, mv: Move, promoted: PieceType) -> bool {
        let king = position.king(position.turn().other());
        let occupied = position.occupied() & !Bitboard::from_square(mv.from());
        match promoted {
            PieceType::Knight => self.squares[PieceType::Knight.index()].contains(mv.to()),
            PieceType::Bishop => attacks::bishop(mv.to(), occupied).contains(king),
            PieceType::Rook => attacks::rook(mv.to(), occupied).contains(king),
            _ => attacks::queen(mv.to(), occupied).contains(king),
        }
    }
}

/// A hash table of positions without a checkmate within some number of plies; about 45 bytes each.
struct FailedPositions {
    positions: Vec<PackedPosition>,
    plies: Vec<u16>,
    /// Indices of positions by linear probing from their hashes; [`FREE`] in empty slots. At most half are used.
    index: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl FailedPositions {
    fn new() -> Self {
        Self { positions: Vec::new(), plies: Vec::new(), index: vec![FREE; 1024] }
    }

    /// The slot of a position in the index, or the empty slot where it belongs.
    #[inline]
    fn place(&self, position: &PackedPosition) -> usize {
        let last = self.index.len() - 1;
        let mut at = position.hash() as usize & last;
        while self.index[at] != FREE && self.positions[self.index[at] as usize] != *position {
            at = (at + 1) & last;
        }
        at
    }

    /// The number of plies within which there is known to be no checkmate.
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

    /// The length of a shortest line, which is verified move by move.
    fn length(fen: &str, side: Color) -> Option<usize> {
        let start = position(fen);
        let (helpmate, _) = shortest(&start, side, BUDGET);
        let line = helpmate?.line;
        let mut last = start;
        for &mv in &line {
            assert!(last.is_legal(mv), "{fen}: {mv:?}");
            last.play_unchecked(mv);
        }
        assert!(last.is_checkmate() && last.turn() != side, "{fen}");
        Some(line.len())
    }

    /// The reference implementation: breadth-first search without pruning. `None` if there is no checkmate within
    /// `limit` plies.
    fn reference(start: &Position, side: Color, limit: usize) -> Option<usize> {
        let mut seen = HashSet::from([start.pack()]);
        let mut rank = vec![start.clone()];
        for plies in 0..=limit {
            if rank.iter().any(|position| position.turn() != side && position.is_checkmate()) {
                return Some(plies);
            }
            let moves = |position: Position| -> Vec<Position> {
                position.legal_moves().iter().map(|&mv| position.after_unchecked(mv)).collect()
            };
            rank = rank.into_iter().flat_map(moves).filter(|after| seen.insert(after.pack())).collect();
        }
        None
    }

    #[test]
    fn known_lengths_are_found() {
        for (fen, side, plies) in [
            ("5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", Color::Black, 4),
            ("8/8/8/8/1b6/8/B1k5/K7 b - - 0 1", Color::Black, 1),
            ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Color::White, 0),
            // Fool's mate by Black, and by White a move later.
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::Black, 4),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::White, 5),
        ] {
            assert_eq!(length(fen, side), Some(plies), "{fen}");
            // The reference takes too long to see that there is no shorter line to a fool's mate by White.
            if plies < 5 {
                assert_eq!(reference(&position(fen), side, plies), Some(plies), "{fen}");
            }
        }
    }

    #[test]
    fn special_moves_are_searched() {
        let mut found = 0;
        for (fen, deepest) in [
            ("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1", 3),
            // Castling mates.
            ("4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", 2),
            ("k7/2P5/K7/8/8/8/8/8 w - - 0 1", 5),
            ("8/k1P5/8/K7/8/8/8/8 w - - 0 1", 5),
            ("8/8/8/7p/5pPk/5K1p/7P/8 b - g3 0 1", 5),
            ("1q5b/1r3n2/1k6/8/8/2n5/1K6/3R4 w - - 0 1", 5),
        ] {
            let start = position(fen);
            for side in Color::BOTH {
                let Some(plies) = reference(&start, side, deepest) else { continue };
                assert_eq!(length(fen, side), Some(plies), "{fen} {side}");
                found += 1;
            }
        }
        assert!(found >= 3, "{found}");
    }

    properties! {
        #![cases = 12]

        #[test]
        fn lengths_match_the_reference(squares in proptest::collection::vec(0..64_usize, 6), material in 0..12_usize, white: bool) {
            let kinds = ["Qr", "Rp", "Nr", "Bn", "Pp", "NNp", "Bp", "PPn", "BBq", "Nb", "BNp", "Ppp"][material];
            let mut board = [' '; 64];
            for (letter, &square) in "Kk".chars().chain(kinds.chars()).zip(&squares) {
                board[square] = letter;
            }
            let rows: Vec<String> = board.chunks(8).map(|row| row.iter().map(|&letter| if letter == ' ' { '1' } else { letter }).collect()).collect();
            let fen = format!("{} {} - - 0 1", rows.join("/"), if white { 'w' } else { 'b' });
            let Ok(start) = Position::from_fen(&fen) else { return Ok(()) };
            for side in Color::BOTH {
                let Some(plies) = reference(&start, side, 4) else { continue };
                prop_assert_eq!(length(&fen, side), Some(plies), "{} {}", fen, side);
            }
        }
    }

    #[test]
    fn endings_of_four_pieces_match_the_reference() {
        for fen in [
            "8/8/8/8/8/1n6/1K1k4/1B6 w - - 0 1",
            "8/8/8/8/8/2k5/1r6/K1N5 w - - 0 1",
            "k7/8/K7/8/8/8/7p/5B2 w - - 0 1",
            "7k/5K1p/8/8/8/8/8/6N1 b - - 0 1",
            "8/8/8/8/8/5k2/7p/5N1K b - - 0 1",
        ] {
            for side in Color::BOTH {
                let Some(plies) = reference(&position(fen), side, 6) else { continue };
                assert_eq!(length(fen, side), Some(plies), "{fen} {side}");
            }
        }
    }

    /// The line after king moves that return to the start.
    fn with_detour(start: &Position, line: &[Move]) -> Vec<Move> {
        let mut last = start.clone();
        let mut moves = Vec::new();
        for text in ["a1b1", "e5e4", "b1a1", "e4e5"] {
            let Some(Uci::Move { from, to, .. }) = uci::parse(text.as_bytes()) else { panic!("{text}") };
            let mv = uci::between(&last, from, to, None).unwrap();
            last.play_unchecked(mv);
            moves.push(mv);
        }
        moves.extend_from_slice(line);
        moves
    }

    #[test]
    fn an_incomplete_search_proves_nothing() {
        let fen = "8/8/8/4k3/8/8/8/K6R w - - 0 1";
        let start = position(fen);
        let (Some(helpmate), visited) = shortest(&start, Color::White, BUDGET) else { panic!("{fen}") };
        assert!(helpmate.is_shortest && visited > 10, "{visited}");
        // If the search is incomplete, the known line is returned without its detours.
        let longer = with_detour(&start, &helpmate.line);
        let (kept, spent) = shorten(&start, Color::White, &longer, visited / 2);
        assert_eq!((kept, spent), (Helpmate { line: helpmate.line.clone(), is_shortest: false }, visited / 2));
        let (found, _) = shorten(&start, Color::White, &longer, BUDGET);
        assert_eq!(found, helpmate);
        // A shortest line is kept.
        let (proved, _) = shorten(&start, Color::White, &helpmate.line, BUDGET);
        assert_eq!(proved, helpmate);
        assert_eq!(shortest(&start, Color::White, 0).0, None);
    }
}
