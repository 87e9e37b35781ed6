//! The moves of a game as a list of symbols, and the evaluations, depths and times in its comments, by which two games of
//! programs with the same moves differ.

use std::mem;

use xxhash_rust::xxh3::xxh3_64;

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::PieceType;
use crate::chess::position::CastlingSide;
use crate::chess::san::{self, MoveSpec, ParsedSan, Target};
use crate::chess::square::Square;
use crate::game::record::score_sheet::{ScoreSheet, SheetEntry};
use crate::game::replay::Game;
use crate::game::replay::ply_record::step;

/// A move without its origin: the piece, the target and the promotion. So a move that cannot be played any more, because
/// another one is missing before it, has the same symbol as in a sound copy.
pub type Symbol = u16;

/// The longest line that is compared, in plies. A longer one is cut.
pub const MAX_PLIES: usize = 2000;

/// The most cells of a table that compares the middles of two lines.
const MAX_CELLS: usize = 1 << 16;

/// The maximum length of a short game, in plies. Its plies are easily found somewhere in a long one.
const SHORT: usize = 40;

/// The number of plies after a slip that show that the lines have met again.
const MEETING: usize = 16;

/// The most plies that a short game has lost in the part that another one shares with it.
const MAX_LOST: usize = 3;

/// A null move.
pub const PASS: Symbol = 0;
const SHORT_CASTLING: Symbol = 1;
const LONG_CASTLING: Symbol = 2;
/// A move that cannot be read.
const UNKNOWN: Symbol = 3;

/// The moves of a main line, as far as they were played, and those that could not be played.
pub fn symbols(game: &Game, bytes: &[u8]) -> Vec<Symbol> {
    let mut position = game.start().clone();
    let mut symbols = Vec::with_capacity(game.plies() as usize + 1);
    for mv in game.moves().take(MAX_PLIES) {
        symbols.push(match mv.kind() {
            _ if mv == Move::NULL => PASS,
            MoveKind::Castle => castling(CastlingSide::new(mv.from(), mv.to())),
            _ => symbol(position.kind_of(mv.from()), mv.to(), mv.promotion()),
        });
        step(&mut position, mv);
    }
    if !game.is_complete() {
        let unplayed = unplayed(game, bytes);
        symbols.extend(
            unplayed.iter().filter_map(|word| san::parse(word).ok()).map(|ParsedSan { spec, .. }| of_spec(spec)),
        );
        symbols.truncate(MAX_PLIES);
    }
    symbols
}

/// The squares from which the moves of a main line start, as far as they were played.
pub fn origins(game: &Game) -> Vec<u8> {
    game.moves().take(MAX_PLIES).map(|mv| mv.from().index() as u8).collect()
}

/// The words of the main line that could not be played, without move numbers.
pub fn unplayed<'a>(game: &Game, bytes: &'a [u8]) -> Vec<&'a [u8]> {
    let sheet = ScoreSheet::from_game(game, bytes);
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(entry) = sheet.entries.get(at) {
        at = if let SheetEntry::Open { close } = entry { close + 1 } else { at + 1 };
        if let SheetEntry::Unplayed(span) = entry {
            words.extend(outside_parentheses(&bytes[span.clone()]).map(without_number));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words outside parentheses: variations of moves that could not be played are text, too.
fn outside_parentheses(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut depth = 0_usize;
    text.split(u8::is_ascii_whitespace).filter(move |word| {
        let is_outside = depth == 0 && !word.contains(&b'(');
        for byte in *word {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        is_outside
    })
}

/// A word without a move number before it.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
    if dots > 0 { &word[digits + dots..] } else { word }
}

fn of_spec(spec: MoveSpec) -> Symbol {
    match spec {
        MoveSpec::Move { kind, to: Target::Square(to), promotion, .. } => symbol(kind, to, promotion),
        MoveSpec::Castle(side) => castling(side),
        MoveSpec::Null => PASS,
        MoveSpec::Move { to: Target::File(_), .. } | MoveSpec::Squares { .. } | MoveSpec::Drop { .. } => UNKNOWN,
    }
}

const fn castling(side: CastlingSide) -> Symbol {
    match side {
        CastlingSide::King => SHORT_CASTLING,
        CastlingSide::Queen => LONG_CASTLING,
    }
}

fn symbol(kind: PieceType, to: Square, promotion: Option<PieceType>) -> Symbol {
    let promotion = promotion.map_or(0, |kind| kind as u16 + 1);
    1 << 12 | promotion << 9 | (kind as u16) << 6 | to.index() as Symbol
}

/// What two lines have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// The length of the shorter line, in plies.
    pub shorter: usize,
    /// The length of the longer line, in plies.
    pub longer: usize,
    /// The number of plies in the same order in both.
    pub common: usize,
    /// The number of plies before the first difference.
    pub head: usize,
    /// The number of plies after the last difference; 0 if one line is the beginning of the other.
    pub tail: usize,
    pub is_equal: bool,
}

impl Overlap {
    /// Compares two lines.
    pub fn of(one: &[Symbol], other: &[Symbol]) -> Self {
        let (shorter, longer) = (one.len().min(other.len()), one.len().max(other.len()));
        let head = one.iter().zip(other).take_while(|(a, b)| a == b).count();
        let is_equal = one == other;
        let most = if shorter <= SHORT { shorter + MAX_LOST } else { longer };
        let (one, other) = (&one[..one.len().min(most)], &other[..other.len().min(most)]);
        let (one, other) = (&one[head..], &other[head..]);
        let tail = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
        let middle = longest_common(&one[..one.len() - tail], &other[..other.len() - tail]);
        Self { shorter, longer, common: head + tail + middle, head, tail, is_equal }
    }

    /// Whether one line is the beginning of the other.
    pub const fn is_prefix(self) -> bool {
        self.head == self.shorter
    }

    /// Whether the lines differ in few plies only: of ten, nine are the same. In a short game, one ply can be another and two
    /// swapped, so three can differ of twenty if the lengths are the same.
    pub const fn is_near(self) -> bool {
        let differing = self.shorter - self.common;
        let is_short = self.longer - self.shorter <= 1 && differing <= 3 && differing * 20 <= self.shorter * 3;
        self.shorter > 0 && (differing * 10 <= self.shorter || is_short)
    }

    /// How strongly the moves speak for one game, in half points: for each ply in common after the first sixteen, and
    /// against it for each that differs.
    pub fn agreement(self) -> i32 {
        let count = |plies: usize| i32::try_from(plies).unwrap_or(i32::MAX);
        count(self.common.min(100)) - 16 - 2 * count((self.shorter - self.common).min(100))
    }

    /// Whether the moves alone show that it is one game: they are the same, one line is the beginning of the other after many
    /// moves, or the lines meet again after a slip. Two programs that leave a line together part somewhere, and do not meet
    /// again.
    pub const fn is_certain(self) -> bool {
        let is_long = self.common > SHORT;
        self.is_equal || is_long && (self.is_prefix() || self.tail >= MEETING && self.shorter - self.common <= 3)
    }
}

/// The length of the longest common subsequence; 0 if the lists are too long.
fn longest_common(one: &[Symbol], other: &[Symbol]) -> usize {
    if one.is_empty() || other.is_empty() || one.len() * other.len() > MAX_CELLS {
        return 0;
    }
    let (mut row, mut next) = (vec![0_u16; other.len() + 1], vec![0_u16; other.len() + 1]);
    for a in one {
        for (at, b) in other.iter().enumerate() {
            next[at + 1] = if a == b { row[at] + 1 } else { next[at].max(row[at + 1]) };
        }
        mem::swap(&mut row, &mut next);
    }
    usize::from(row[other.len()])
}

// The evaluations, depths and times in the comments of a game, by which two games of programs with the same moves differ.

/// How much the measurements of two games have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Likeness {
    Same,
    /// Too few are, but different programs may have written them.
    Different,
    /// Too few are, and they are written alike: they were measured in different games.
    Contradictory,
    /// One game has none, or neither has.
    Unknown {
        /// Whether one game has measurements.
        is_measured: bool,
    },
}

/// The measurements of each ply of the main line: a hash of the layout of its comments, and one of the numbers in them; 0 if
/// there are none. Empty if fewer than every fourth ply has some.
pub(super) fn measurements(game: &Game, bytes: &[u8]) -> Vec<u32> {
    let sheet = ScoreSheet::from_game(game, bytes);
    let mut measured = Vec::with_capacity(game.plies() as usize);
    let mut at = 0;
    while let Some(entry) = sheet.entries.get(at) {
        match entry {
            SheetEntry::Open { close } => at = *close,
            SheetEntry::Move(_) if measured.len() == MAX_PLIES => break,
            SheetEntry::Move(_) => measured.push(0),
            SheetEntry::Comment(comment) => {
                if let Some(last) = measured.last_mut() {
                    *last ^= numbers(&bytes[comment.clone()]);
                }
            }
            _ => {}
        }
        at += 1;
    }
    let count = measured.iter().filter(|measured| **measured != 0).count();
    if count * 4 < measured.len() {
        measured.clear();
    }
    measured
}

/// The numbers in a comment; 0 if there are none.
fn numbers(comment: &[u8]) -> u32 {
    /// The number of characters by which the layout of comments is known.
    const LAYOUT: usize = 8;
    let (mut numbers, mut layout) = (Vec::new(), Vec::new());
    let mut is_number = false;
    for byte in comment {
        match byte {
            b'0'..=b'9' => {
                numbers.push(*byte);
                is_number = true;
                continue;
            }
            b'-' | b'M' => numbers.push(*byte),
            _ if is_number => numbers.push(b' '),
            _ => {}
        }
        is_number = false;
        if !byte.is_ascii_whitespace() && !matches!(byte, b'+' | b'-' | b'M' | b'#') && layout.len() < LAYOUT {
            layout.push(*byte);
        }
    }
    if !numbers.iter().any(u8::is_ascii_digit) {
        return 0;
    }
    let [numbers, layout] = [numbers, layout].map(|text| xxh3_64(&text) as u32);
    layout << 16 | (numbers & 0xffff).max(1)
}

/// Compares the measurements of the plies that two lines have in common.
pub(super) fn likeness(one: &[u32], other: &[u32], overlap: Overlap) -> Likeness {
    if one.is_empty() || other.is_empty() {
        return Likeness::Unknown { is_measured: !(one.is_empty() && other.is_empty()) };
    }
    let head = one.iter().zip(other).take(overlap.head);
    let tail = one.iter().rev().zip(other.iter().rev()).take(overlap.tail);
    let both: Vec<(&u32, &u32)> = head.chain(tail).filter(|(one, other)| **one != 0 && **other != 0).collect();
    let count = |is_same: fn(u32, u32) -> bool| both.iter().filter(|(one, other)| is_same(**one, **other)).count();
    let same = count(|one, other| one == other);
    let alike = count(|one, other| one >> 16 == other >> 16);
    match both.len() {
        0 => Likeness::Different,
        all if same * 10 >= all * 9 => Likeness::Same,
        all if same * 2 < all && alike * 2 > all => Likeness::Contradictory,
        _ => Likeness::Different,
    }
}

#[cfg(test)]
mod tests {
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    use super::*;

    fn of(text: &str) -> Vec<Symbol> {
        symbols(&read_game(text.as_bytes(), 0, RuleSet::EMPTY), text.as_bytes())
    }

    #[test]
    fn a_missing_ply_leaves_the_moves_after_it_comparable() {
        let whole = of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O *");
        let lost = of("1. e4 e5 2. Nf3 Nc6 3. a6 (3. Bb5 a6) 4. Ba4 {!} Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O *");
        assert_eq!((whole.len(), lost.len()), (14, 13));
        let overlap = Overlap::of(&whole, &lost);
        assert_eq!(overlap, Overlap { shorter: 13, longer: 14, common: 13, head: 4, tail: 9, is_equal: false });
        assert!(overlap.is_near() && !overlap.is_prefix());
    }

    #[test]
    fn swapped_plies_and_prefixes() {
        let [whole, swapped, prefix, other] = [
            "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 8. a3 Bxc3 9. bxc3 dxc4 10. Bxc4 Qc7 *",
            "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Nf3 d5 6. Bd3 c5 7. O-O Nc6 8. a3 Bxc3 9. bxc3 dxc4 10. Bxc4 Qc7 *",
            "1. d4 Nf6 2. c4 e6 3. Nc3 *",
            "1. d4 d5 2. c4 c6 3. Nc3 Nf6 *",
        ]
        .map(of);
        let of = |common, longer| Overlap { shorter: 23, longer, common, head: 9, tail: 0, is_equal: false };
        assert!(of(20, 24).is_near() && of(21, 60).is_near() && !of(20, 60).is_near() && !of(19, 23).is_near());
        assert!(Overlap::of(&whole, &swapped).is_near());
        assert_eq!(Overlap::of(&whole, &swapped).common, 18);
        assert!(Overlap::of(&whole, &prefix).is_prefix() && !Overlap::of(&whole, &other).is_near());
        assert!(Overlap::of(&whole, &whole).is_equal);
        assert!(!Overlap::of(&[], &whole).is_near());
    }

    #[test]
    fn long_lines_take_bounded_time() {
        let [one, other] = [1, 2].map(|start| (0..MAX_PLIES as u16).map(|n| n * 7 % 400 + start).collect::<Vec<_>>());
        assert_eq!(Overlap::of(&one, &other).common, 0);
    }
}
