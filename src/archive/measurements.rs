//! The evaluations, depths and times in the comments of a game, by which two games of programs with the same moves differ.

use xxhash_rust::xxh3::xxh3_64;

use crate::game::record::score_sheet::{ScoreSheet, SheetEntry};
use crate::game::replay::Game;

use super::line::{MAX_PLIES, Overlap};

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
