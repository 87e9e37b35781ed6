//! The captures that promotions take: a lower bound, against the pieces that are missing.
//!
//! Every white pawn starts face to face with a black one. If one of the two promotes, something has let it pass: one of
//! the two made a capture and so left the file, or the other was captured before it promoted. Each capture takes a piece
//! off the board, so the missing pieces bound the captures, and through them the promotions.
//!
//! The search gives each of the sixteen pawns a fate: it is one of the pawns on the board, it was captured as a pawn, or it
//! promoted. It asks whether any choice of fates fits the board:
//!
//! * every pawn on the board is somebody's fate; coming from `n` files away took it `n` captures, each a step forward;
//! * at least as many pawns of a side promoted as the side has pieces beyond those of the initial array;
//! * the bishops among these pieces promoted on squares of their color: a pawn that never captured promotes on its own file,
//!   whose last square has one color, and each capture changes that color;
//! * of two pawns that started face to face, both still uncaptured and neither having captured, none has promoted, and
//!   White's is still in front of Black's;
//! * a side's pawns made no more captures than the other side has pieces missing, and no more of a side's pawns were
//!   captured than it has pieces missing.
//!
//! Each of these holds in every game from the initial array, so a board that no choice fits cannot have arisen. What else
//! a game needs (a way for the pieces, an order of the captures) is not asked, so a board that some choice fits may still be
//! impossible.

use std::collections::HashSet;
use std::fmt;

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::structure::second_rank;

/// Choices of fates that are looked at before the question is left open.
const PATIENCE: u32 = 100_000;

/// Pieces of a side that must have been promoted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PromotedPieces {
    /// Knights beyond two.
    pub knights: u32,
    /// Bishops on light squares beyond the one of the initial array, if that one can have left its square.
    pub light_bishops: u32,
    /// Bishops on dark squares, likewise.
    pub dark_bishops: u32,
    /// Rooks beyond two.
    pub rooks: u32,
    /// Queens beyond one.
    pub queens: u32,
}

impl PromotedPieces {
    /// What a side must have promoted. `light` and `dark` are the bishops that did not come from the initial array.
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

    /// How many pieces these are.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.knights + self.light_bishops + self.dark_bishops + self.rooks + self.queens
    }
}

impl fmt::Display for PromotedPieces {
    /// The number of promotions and the pieces: `3 pawns (1 knight, 2 dark-squared bishops)`.
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

/// How many captures more than the missing pieces allow these promotions and the pawns on the board take, at least;
/// `None` if the missing pieces may be enough.
///
/// Expects that each side's pawns alone can have come to their squares.
pub(super) fn captures_short(position: &Position, promoted: &[PromotedPieces; 2]) -> Option<u32> {
    let sides = Color::BOTH.map(|color| Side::new(position, color, &promoted[color.index()]));
    // White captures what Black misses.
    let captures = [sides[1].missing, sides[0].missing];
    let mut search = Search { sides: &sides, failed: HashSet::new(), patience: PATIENCE };
    let mut fits = |more: [u8; 2]| search.fits(State::new(&sides, [captures[0] + more[0], captures[1] + more[1]]));
    if fits([0, 0]) {
        return None;
    }
    // Sixteen pawns can pass each other with sixteen captures. Where patience ends, the bound found so far stays true.
    (1..=16).find(|&more| (0..=more).any(|white| fits([white, more - white]))).map(u32::from)
}

/// A pawn on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Pawn {
    file: u8,
    /// Ranks from the second rank of its side: the most captures that it can have made.
    steps: u8,
}

/// What is asked of one side.
#[derive(Debug)]
struct Side {
    pawns: Vec<Pawn>,
    /// Promotions on light and on dark squares that are needed for bishops.
    bishops: [u8; 2],
    /// The most pawns that can have been captured as pawns.
    captured: u8,
    /// Pieces and pawns missing.
    missing: u8,
    /// Whether the a-file ends on a light square, as it does for White.
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
        let missing = 16_u32.saturating_sub(position.colors(color).count());
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

/// What is left to be placed and spent when the pawns of some files have their fates.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    file: u8,
    sides: [Left; 2],
}

/// What is left of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Left {
    /// The pawns on the board that are not placed yet, by their number.
    unplaced: u8,
    /// Promotions still needed on light and on dark squares.
    bishops: [u8; 2],
    /// Pawns that can still have been captured.
    captured: u8,
    /// Captures that pawns can still have made.
    captures: u8,
}

/// What became of a pawn.
#[derive(Clone, Copy)]
struct Fate {
    left: Left,
    /// Whether it let its opposite pass: it captured, or was captured as a pawn.
    gives_way: bool,
    /// Where it is if it is on the board, in steps from its second rank.
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
    patience: u32,
}

impl Search<'_> {
    /// Whether the pawns of the files from this one on have fates that fit; `true`, too, when patience ends.
    fn fits(&mut self, state: State) -> bool {
        if state.file == 8 {
            return state.sides.iter().all(|left| left.unplaced == 0 && left.bishops == [0, 0]);
        }
        if self.patience == 0 {
            return true;
        }
        self.patience -= 1;
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
                if pass(white, black) && self.fits(next) {
                    return true;
                }
            }
        }
        self.failed.insert(state);
        false
    }
}

/// Whether two pawns that started face to face can have these fates.
fn pass(white: Fate, black: Fate) -> bool {
    if white.gives_way || black.gives_way {
        return true;
    }
    // The second ranks are five steps apart.
    matches!((white.on_board, black.on_board), (Some(white), Some(black)) if white + black < 5)
}

/// The fates of the pawn that started on this file, those first that cost nothing.
fn fates(side: &Side, left: Left, file: u8) -> Vec<Fate> {
    let mut fates = Vec::with_capacity(16);
    for (index, &pawn) in side.pawns.iter().enumerate() {
        let is_unplaced = |index: usize| left.unplaced >> index & 1 == 1;
        let has_twin_before = index > 0 && side.pawns[index - 1] == pawn && is_unplaced(index - 1);
        if !is_unplaced(index) || has_twin_before {
            continue;
        }
        let sideways = pawn.file.abs_diff(file);
        // On its own file it can also have left it and come back.
        for captures in if sideways == 0 { vec![0, 2] } else { vec![sideways] } {
            if captures <= pawn.steps && captures <= left.captures {
                let left = Left { unplaced: left.unplaced & !(1 << index), captures: left.captures - captures, ..left };
                fates.push(Fate { left, gives_way: captures > 0, on_board: Some(pawn.steps) });
            }
        }
    }
    if left.captured > 0 {
        let left = Left { captured: left.captured - 1, ..left };
        fates.push(Fate { left, gives_way: true, on_board: None });
    }
    // Two captures more change neither the color of the last square nor anything else.
    for captures in 0..=left.captures.min(2) {
        let is_light = (file + captures).is_multiple_of(2) == side.light_a_file;
        let mut bishops = left.bishops;
        let needed = &mut bishops[usize::from(!is_light)];
        *needed = needed.saturating_sub(1);
        let left = Left { bishops, captures: left.captures - captures, ..left };
        fates.push(Fate { left, gives_way: captures > 0, on_board: None });
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

    /// What became of the pawns of a side: by file, whether it gives way, and where it is on the board.
    type Fates = [(bool, Option<u8>); 8];

    /// The slow twin: all choices of fates of one side, one by one, nothing remembered and nothing left out.
    fn choices(side: &Side, color: Color, captures: u8) -> HashSet<Fates> {
        let mut found = HashSet::new();
        choose(side, color, &mut Vec::new(), captures, &mut found);
        found
    }

    /// A fate, with the captures that it took.
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

    /// Whether two pawns of a file have passed each other though neither gave way, or one has promoted.
    fn collide(white: (bool, Option<u8>), black: (bool, Option<u8>)) -> bool {
        let passed = match (white.1, black.1) {
            (Some(white), Some(black)) => 1 + white >= 6 - black,
            _ => true,
        };
        !white.0 && !black.0 && passed
    }

    fn side(color: Color) -> impl Strategy<Value = Side> {
        // Mostly a pawn a file and few bishops, or hardly any board would fit.
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn the_search_finds_what_plain_enumeration_finds(
            white in side(Color::White),
            black in side(Color::Black),
            captures in [0_u8..3, 0_u8..3],
        ) {
            let [whites, blacks] =
                [choices(&white, Color::White, captures[0]), choices(&black, Color::Black, captures[1])];
            let passes = |one: &Fates, other: &Fates| one.iter().zip(other).all(|(one, other)| !collide(*one, *other));
            let expected = whites.iter().any(|one| blacks.iter().any(|other| passes(one, other)));
            let sides = [white, black];
            let mut search = Search { sides: &sides, failed: HashSet::new(), patience: u32::MAX };
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
            // Two pawns that passed each other have captured twice.
            ("rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 9", Some(2)),
            ("rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 9", Some(1)),
            // A file for each queen, but two for each capture of a pawn by a pawn, or both pawns of one file.
            ("rnbqkbnr/pppppppp/8/8/8/QQQ5/3PPPPP/RNBQKBNR w KQkq - 0 30", Some(3)),
            ("rnbqkbnr/3ppppp/qqq5/8/8/QQQ5/3PPPPP/RNBQKBNR w KQkq - 0 30", Some(3)),
            ("rnbqkbnr/3ppppp/qq6/8/8/QQQ5/3PPPPP/RNBQKBNR w KQkq - 0 30", Some(1)),
            ("rnbqkbnr/3ppppp/q7/8/8/QQQ5/3PPPPP/RNBQKBNR w KQkq - 0 30", None),
        ] {
            assert_eq!(short(fen), expected, "{fen}");
        }
    }
}
