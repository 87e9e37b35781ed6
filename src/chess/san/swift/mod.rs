//! Brief words, one after the other, as fast as the processor allows.
//!
//! A [`Board`] is a position in the form in which its tier plays best; both tiers give the same answers to the same
//! words. [`Portable`] is the position itself and says what is meant; `wide` keeps all men in one register. Whoever has
//! moves to play is a [`Drive`]: it is compiled once for each tier, with all that is inlined into it.

mod brief;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use brief::Mark;

use super::Plain;
use crate::chess::attacks;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::Color;
use crate::chess::position::Position;
use brief::Brief;

/// A move that a brief word named, and that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The check mark the word carries.
    pub mark: Mark,
}

/// A position on which words are played.
pub trait Board {
    /// Reads a word as a move in plain SAN of one of the shortest forms and plays it. The word is the first `length`
    /// bytes of `word`, the first of all in the lowest bits; what comes behind them is ignored. `us` is the
    /// side to move, told so that it can be a constant where it is known.
    ///
    /// `None`, with nothing changed, means no more than that the word is not brief or not plain.
    fn play(&mut self, us: Color, word: u64, length: usize) -> Option<Played>;
    /// As [`Self::play`], for words of every shape, see [`Position::play_plain`].
    fn play_any(&mut self, us: Color, word: u64, length: usize) -> Option<Plain>;
    /// Whether the side to move, `us`, is in check.
    fn is_check(&self, us: Color) -> bool;
    /// See [`Position::key`].
    fn key(&self) -> u64;
    /// See [`Position::halfmove_clock`].
    fn halfmove_clock(&self) -> u32;
}

/// Somebody who has moves to play.
pub trait Drive {
    /// What it is in the end.
    type Output;
    /// Plays on this board. Should be inlined, for it is compiled for what the processor has.
    fn drive<B: Board>(self, board: &mut B) -> Self::Output;
}

/// How a [`Drive`] can be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tier {
    /// Any processor.
    Portable,
    /// x86-64 with AVX-512: Intel Ice Lake, AMD Zen 4, and later. Elsewhere it is [`Self::Portable`].
    Wide,
}

impl Position {
    /// Lets somebody play moves on this position, as fast as it can be done. `in_check` says whether the side to move is in
    /// check, before and after.
    #[inline]
    pub fn drive<D: Drive>(&mut self, in_check: &mut bool, tier: Tier, drive: D) -> D::Output {
        #[cfg(target_arch = "x86_64")]
        if tier == Tier::Wide
            && let Some(machine) = wide::Machine::of_process()
        {
            return wide::drive(machine, self, in_check, drive);
        }
        let _ = tier;
        portable(self, in_check, drive)
    }
}

#[inline(never)]
fn portable<D: Drive>(position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    let mut board = Portable { position, in_check: *in_check };
    let output = drive.drive(&mut board);
    *in_check = board.in_check;
    output
}

/// The position itself.
struct Portable<'p> {
    position: &'p mut Position,
    /// Whether the side to move is in check.
    in_check: bool,
}

impl Board for Portable<'_> {
    #[inline(always)]
    fn play(&mut self, us: Color, word: u64, length: usize) -> Option<Played> {
        let Brief { origins, kind, to, captures, mark, is_brief, .. } = brief::read(us, word, length);
        let position = &mut *self.position;
        let (ours, theirs) = (position.colors(us), position.colors(us.other()));
        if !is_brief | (theirs.contains(to) != captures) | ours.contains(to) {
            return None;
        }
        let from = (ours & position.kinds[kind] & origins).single()?;
        if !(attacks::between(from, to) & (ours | theirs)).is_empty() {
            return None;
        }
        let mv = Move::new(from, to, MoveKind::Normal);
        if !position.is_safe_move(us, kind, mv, self.in_check) {
            return None;
        }
        position.advance_normal(us, kind, from, to);
        self.in_check = position.has_given_check(us, kind, mv);
        Some(Played { mv, mark })
    }

    #[inline(always)]
    fn play_any(&mut self, _: Color, word: u64, length: usize) -> Option<Plain> {
        let plain = self.position.play_plain(word, length, self.in_check)?;
        self.in_check = plain.check;
        Some(plain)
    }

    #[inline(always)]
    fn is_check(&self, _: Color) -> bool {
        self.in_check
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.position.key()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmove_clock()
    }
}
