//! A lower bound on the captures that promotions require, compared with the missing pieces.
//!
//! Every white pawn starts opposite a black one. If one of them promotes, either one of them left the file by a
//! capture, or the other was captured before it promoted. Each capture removes a piece, so the missing pieces bound the
//! captures and therefore the promotions.
//!
//! The search assigns a fate to each of the sixteen pawns: it is a pawn on the board, it was captured as a pawn, or it
//! promoted. It tests whether any assignment fits the board:
//!
//! * every pawn on the board is the fate of one pawn; a pawn from `n` files away made `n` captures, each a step
//!   forward;
//! * a side has promoted at least as many pawns as it has pieces beyond the initial ones;
//! * bishops among these pieces promoted on squares of their color: a pawn that never captured promotes on its own
//!   file, whose last square has one color, and each capture changes that color;
//! * of two opposite pawns that neither captured nor were captured, neither has promoted, and White's is still below
//!   Black's;
//! * a side's pawns made at most as many captures as the other side has missing pieces, and at most as many of a side's
//!   pawns were captured as it has missing pieces.
//!
//! Each condition holds in every game from the initial position, so a board that no assignment fits is unreachable. The
//! search ignores other conditions (paths of the pieces, the order of captures), so a board that fits may be
//! unreachable too.

use std::collections::HashSet;
use std::fmt;

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::structure::second_rank;

/// The number of states to search before giving up.
const BUDGET: u32 = 100_000;

/// The pieces of a side that must be promoted pawns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PromotedPieces {
    /// Knights beyond two.
    pub knights: u32,
    /// Bishops on light squares beyond the initial one, if that one can have left its square.
    pub light_bishops: u32,
    /// Bishops on dark squares, likewise.
    pub dark_bishops: u32,
    /// Rooks beyond two.
    pub rooks: u32,
    /// Queens beyond one.
    pub queens: u32,
}

impl PromotedPieces {
    /// The promoted pieces of a side. `light` and `dark` are the bishops that are not initial ones.
    pub(super) fn new(position: &Position, color: Color, light: u32, dark: u32) -> Self {
        let beyond = |kind, at_start: u32| position.pieces(color, kind).count().saturating_sub(at_start);
        Self {
            knights: beyond(PieceType::Knight, 2),
            light_bishops: light,
            dark_bishops: dark,
            rooks: beyond(PieceType::Rook, 2),
            queens: beyond(PieceType::Queen, 1),
        }
    }

    /// The number of these pieces.
    pub const fn total(&self) -> u32 {
        self.knights + self.light_bishops + self.dark_bishops + self.rooks + self.queens
    }
}

impl fmt::Display for PromotedPieces {
    /// Writes the number of promotions and the pieces: `3 pawns (1 knight, 2 dark-squared bishops)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        write!(f, "{total} pawn{} (", if total == 1 { "" } else { "s" })?;
        let counts = [
            (self.queens, "queen"),
            (self.rooks, "rook"),
            (self.light_bishops, "light-squared bishop"),
            (self.dark_bishops, "dark-squared bishop"),
            (self.knights, "knight"),
        ];
        for (index, (count, name)) in counts.into_iter().filter(|(count, _)| *count > 0).enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{count} {name}{}", if count == 1 { "" } else { "s" })?;
        }
        f.write_str(")")
    }
}

/// The least number of captures, beyond those that the missing pieces allow, that these promotions and the pawns on the
/// board require; `None` if the missing pieces may suffice.
///
/// The caller must have checked that each side's pawns alone can have reached their squares.
pub(super) fn captures_short(position: &Position, promoted: &[PromotedPieces; 2]) -> Option<u32> {
    let sides = Color::BOTH.map(|color| Side::new(position, color, &promoted[color.index()]));
    // White has captured the pieces that Black is missing.
    let captures = [sides[1].missing, sides[0].missing];
    let mut search = Search { sides: &sides, failed: HashSet::new(), budget: BUDGET };
    let mut fits = |more: [u8; 2]| search.fits(State::new(&sides, [captures[0] + more[0], captures[1] + more[1]]));
    if fits([0, 0]) {
        return None;
    }
    // Sixteen captures let all pawns pass. When the budget ends, `fits` returns true, so the result stays a lower
    // bound.
    (1..=16).find(|&more| (0..=more).any(|white| fits([white, more - white]))).map(u32::from)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Pawn {
    file: u8,
    /// Ranks from the second rank of its side: an upper bound on its captures.
    steps: u8,
}

#[derive(Debug)]
struct Side {
    pawns: Vec<Pawn>,
    /// The numbers of promotions to bishops on light and on dark squares.
    bishops: [u8; 2],
    /// The largest number of pawns that can have been captured as pawns.
    captured: u8,
    /// The number of missing pieces and pawns.
    missing: u8,
    /// Whether the a-file ends on a light square, which is true for White.
    light_a_file: bool,
}

impl Side {
    fn new(position: &Position, color: Color, promoted: &PromotedPieces) -> Self {
        let home = second_rank(color).index();
        let pawns = position.pieces(color, PieceType::Pawn);
        let mut pawns: Vec<Pawn> = pawns
            .into_iter()
            .map(|square| Pawn { file: square.file().index() as u8, steps: square.rank().index().abs_diff(home) as u8 })
            .collect();
        pawns.sort_unstable();
        let missing = 16_u32.saturating_sub(position.by_color(color).count());
        let free = 8_u32.saturating_sub(pawns.len() as u32 + promoted.total());
        let last = Bitboard::of_rank(color.other().back_rank()).first();
        Self {
            pawns,
            bishops: [promoted.light_bishops as u8, promoted.dark_bishops as u8],
            captured: missing.min(free) as u8,
            missing: missing as u8,
            light_a_file: last.is_some_and(Square::is_light),
        }
    }
}

/// The remaining constraints after the pawns of some files have their fates.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    file: u8,
    sides: [Left; 2],
}

/// The remaining constraints of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Left {
    /// The pawns on the board without a fate yet, as a bit set of indices.
    unplaced: u8,
    /// The promotions to bishops still needed on light and on dark squares.
    bishops: [u8; 2],
    /// The number of pawns that can still have been captured.
    captured: u8,
    /// The number of captures that pawns can still have made.
    captures: u8,
}

#[derive(Clone, Copy)]
struct Fate {
    left: Left,
    /// Whether it let the opposite pawn pass: it captured, or was captured as a pawn.
    lets_pass: bool,
    /// Its steps from the second rank, if it is on the board.
    on_board: Option<u8>,
}

impl State {
    fn new(sides: &[Side; 2], captures: [u8; 2]) -> Self {
        let left = |side: &Side, captures| Left {
            unplaced: (0..side.pawns.len()).fold(0, |set, index| set | 1 << index),
            bishops: side.bishops,
            captured: side.captured,
            captures,
        };
        Self { file: 0, sides: [left(&sides[0], captures[0]), left(&sides[1], captures[1])] }
    }
}

struct Search<'a> {
    sides: &'a [Side; 2],
    failed: HashSet<State>,
    budget: u32,
}

impl Search<'_> {
    /// Whether the pawns of the remaining files have fates that fit. Also `true` when the budget ends.
    fn fits(&mut self, state: State) -> bool {
        if state.file == 8 {
            return state.sides.iter().all(|left| left.unplaced == 0 && left.bishops == [0, 0]);
        }
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        let files_left = u32::from(8 - state.file);
        let is_hopeless = |left: &Left| {
            left.unplaced.count_ones() + u32::from(left.bishops[0]) + u32::from(left.bishops[1]) > files_left
        };
        if state.sides.iter().any(is_hopeless) || self.failed.contains(&state) {
            return false;
        }
        let black = fates(&self.sides[1], state.sides[1], state.file);
        for white in fates(&self.sides[0], state.sides[0], state.file) {
            for &black in &black {
                let next = State { file: state.file + 1, sides: [white.left, black.left] };
                if are_compatible(white, black) && self.fits(next) {
                    return true;
                }
            }
        }
        self.failed.insert(state);
        false
    }
}

/// Whether two opposite pawns can have these fates.
fn are_compatible(white: Fate, black: Fate) -> bool {
    if white.lets_pass || black.lets_pass {
        return true;
    }
    // The second ranks are five steps apart.
    matches!((white.on_board, black.on_board), (Some(white), Some(black)) if white + black < 5)
}

/// The possible fates of the pawn that started on this file, the cheapest first.
fn fates(side: &Side, left: Left, file: u8) -> Vec<Fate> {
    let mut fates = Vec::with_capacity(16);
    for (index, &pawn) in side.pawns.iter().enumerate() {
        let is_unplaced = |index: usize| left.unplaced >> index & 1 == 1;
        let has_equal_before = index > 0 && side.pawns[index - 1] == pawn && is_unplaced(index - 1);
        if !is_unplaced(index) || has_equal_before {
            continue;
        }
        let sideways = pawn.file.abs_diff(file);
        // A pawn on its own file may have left it and returned.
        for captures in if sideways == 0 { vec![0, 2] } else { vec![sideways] } {
            if captures <= pawn.steps && captures <= left.captures {
                let left = Left { unplaced: left.unplaced & !(1 << index), captures: left.captures - captures, ..left };
                fates.push(Fate { left, lets_pass: captures > 0, on_board: Some(pawn.steps) });
            }
        }
    }
    if left.captured > 0 {
        let left = Left { captured: left.captured - 1, ..left };
        fates.push(Fate { left, lets_pass: true, on_board: None });
    }
    // Two more captures change neither the color of the last square nor anything else.
    for captures in 0..=left.captures.min(2) {
        let is_light = (file + captures).is_multiple_of(2) == side.light_a_file;
        let mut bishops = left.bishops;
        let needed = &mut bishops[usize::from(!is_light)];
        *needed = needed.saturating_sub(1);
        let left = Left { bishops, captures: left.captures - captures, ..left };
        fates.push(Fate { left, lets_pass: captures > 0, on_board: None });
    }
    fates
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::square::File;
    use crate::laws::retro::InitialPositions;
    use crate::laws::retro::structure::promoted;

    /// The fates of a side's pawns by file: whether the pawn lets the opposite one pass, and where it is on the board.
    type Fates = [(bool, Option<u8>); 8];

    /// The reference implementation: enumerates all fates of one side without memoization or pruning.
    fn choices(side: &Side, color: Color, captures: u8) -> HashSet<Fates> {
        let mut found = HashSet::new();
        choose(side, color, &mut Vec::new(), captures, &mut found);
        found
    }

    /// A fate, with the captures that it required.
    #[derive(Clone, Copy, PartialEq)]
    enum Choice {
        OnBoard(usize, u8),
        Captured,
        Promoted(u8),
    }

    fn choose(side: &Side, color: Color, chosen: &mut Vec<Choice>, captures: u8, found: &mut HashSet<Fates>) {
        if chosen.len() == 8 {
            found.extend(is_complete(side, color, chosen).then(|| summary(side, chosen)));
            return;
        }
        let file = chosen.len() as u8;
        let mut all = vec![(Choice::Captured, 0)];
        for made in 0..=captures {
            all.push((Choice::Promoted(made), made));
            for (index, pawn) in side.pawns.iter().enumerate() {
                let sideways = pawn.file.abs_diff(file);
                let is_placed = chosen.iter().any(|one| matches!(one, Choice::OnBoard(other, _) if *other == index));
                if !is_placed && made <= pawn.steps && made >= sideways && (made - sideways).is_multiple_of(2) {
                    all.push((Choice::OnBoard(index, made), made));
                }
            }
        }
        for (choice, made) in all {
            chosen.push(choice);
            choose(side, color, chosen, captures - made, found);
            chosen.pop();
        }
    }

    fn is_complete(side: &Side, color: Color, chosen: &[Choice]) -> bool {
        let on_board = chosen.iter().filter(|choice| matches!(choice, Choice::OnBoard(..))).count();
        let captured = chosen.iter().filter(|choice| **choice == Choice::Captured).count();
        let on = |light: bool| {
            let lands = |file: u8, made: u8| {
                // Every capture goes to a neighboring file, never off the board.
                let file = if made.is_multiple_of(2) { file } else { file ^ 1 };
                Square::new(File::from_index(file), color.other().back_rank()).is_light()
            };
            let promoted = chosen.iter().zip(0..).filter(|(choice, file)| match choice {
                Choice::Promoted(made) => lands(*file, *made) == light,
                _ => false,
            });
            promoted.count()
        };
        on_board == side.pawns.len()
            && captured <= usize::from(side.captured)
            && on(true) >= usize::from(side.bishops[0])
            && on(false) >= usize::from(side.bishops[1])
    }

    fn summary(side: &Side, chosen: &[Choice]) -> Fates {
        std::array::from_fn(|file| match chosen[file] {
            Choice::Captured => (true, None),
            Choice::Promoted(made) => (made > 0, None),
            Choice::OnBoard(index, made) => (made > 0, Some(side.pawns[index].steps)),
        })
    }

    /// Whether two opposite pawns passed each other, or one promoted, although neither captured nor was captured.
    fn collide(white: (bool, Option<u8>), black: (bool, Option<u8>)) -> bool {
        let passed = match (white.1, black.1) {
            (Some(white), Some(black)) => 1 + white >= 6 - black,
            _ => true,
        };
        !white.0 && !black.0 && passed
    }

    fn side(color: Color) -> impl Strategy<Value = Side> {
        // Mostly one pawn per file and few bishops; otherwise hardly any board would fit.
        let files = proptest::sample::subsequence((0_u8..8).collect::<Vec<_>>(), 2..=8);
        let pawns = files.prop_flat_map(|files| {
            let pawn = |file: u8| (prop_oneof![6 => Just(file), 1 => 0_u8..8], 0_u8..4);
            files
                .into_iter()
                .map(pawn)
                .collect::<Vec<_>>()
                .prop_map(|pawns| pawns.into_iter().map(|(file, steps)| Pawn { file, steps }).collect::<Vec<_>>())
        });
        let bishops = || prop_oneof![3 => Just(0_u8), 1 => 0_u8..3];
        (pawns, bishops(), bishops(), 0_u8..8).prop_map(move |(mut pawns, light, dark, captured)| {
            pawns.sort_unstable();
            let light_a_file = color == Color::White;
            Side { pawns, bishops: [light, dark], captured, missing: captured, light_a_file }
        })
    }

    properties! {
        #![cases = 50]

        #[test]
        fn the_search_matches_the_reference(
            white in side(Color::White),
            black in side(Color::Black),
            captures in [0_u8..3, 0_u8..3],
        ) {
            let [whites, blacks] =
                [choices(&white, Color::White, captures[0]), choices(&black, Color::Black, captures[1])];
            let passes = |one: &Fates, other: &Fates| one.iter().zip(other).all(|(one, other)| !collide(*one, *other));
            let expected = whites.iter().any(|one| blacks.iter().any(|other| passes(one, other)));
            let sides = [white, black];
            let mut search = Search { sides: &sides, failed: HashSet::new(), budget: u32::MAX };
            prop_assert_eq!(search.fits(State::new(&sides, captures)), expected);
        }
    }

    #[test]
    fn the_a_file_ends_on_a_light_square_for_white() {
        let position = Position::initial();
        let ends = Color::BOTH.map(|color| Side::new(&position, color, &PromotedPieces::default()).light_a_file);
        assert_eq!(ends, [true, false]);
    }

    #[test]
    fn captures_are_counted() {
        let short = |fen: &str| {
            let position = Position::from_fen(fen).unwrap();
            captures_short(&position, &Color::BOTH.map(|color| promoted(&position, color, InitialPositions::Standard)))
        };
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
            // Pawns that passed each other on two files have captured twice.
            ("rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 9", Some(2)),
            ("rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 9", Some(1)),
            // A capture of a pawn by a pawn frees two files.
            ("rnbqkbnr/pppppppp/8/8/8/QQQ5/3PPPPP/RNBQKBNR w KQkq - 0 30", Some(3)),
            ("rnbqkbnr/3ppppp/qqq5/8/8/QQQ5/3PPPPP/RNBQKBNR w KQkq - 0 30", Some(3)),
            ("rnbqkbnr/3ppppp/qq6/8/8/QQQ5/3PPPPP/RNBQKBNR w KQkq - 0 30", Some(1)),
            ("rnbqkbnr/3ppppp/q7/8/8/QQQ5/3PPPPP/RNBQKBNR w KQkq - 0 30", None),
        ] {
            assert_eq!(short(fen), expected, "{fen}");
        }
    }
}
