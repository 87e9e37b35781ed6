//! Words played on the position itself: what every other board has to give, too.

use super::super::{Disambiguation, Plain};
use super::choice::Choice;
use super::{Board, Drive, Mark, Played, Word};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::square::Square;

/// Lets somebody play on any processor.
#[inline(never)]
pub(super) fn drive<D: Drive>(position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    drive_reading(Any, position, in_check, drive)
}

/// Lets somebody play on the position itself, with words that this reader reads.
#[inline(always)]
pub(super) fn drive_reading<D: Drive>(
    reader: impl Reader,
    position: &mut Position,
    in_check: &mut bool,
    drive: D,
) -> D::Output {
    let mut board = Portable { position, in_check: *in_check, reader };
    let output = drive.drive(&mut board);
    *in_check = board.in_check;
    output
}

/// Reads words ahead.
pub(super) trait Reader: Copy {
    /// As [`Board::read`].
    fn read(self, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]);
}

/// As any processor can read.
#[derive(Clone, Copy)]
struct Any;

impl Reader for Any {
    #[inline(always)]
    fn read(self, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
        read(words, starts, ends, text);
    }
}

/// Reads words on any processor; out of line, for what it keeps in registers would be in the way of the moves.
#[inline(never)]
fn read(words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    super::abreast::read(super::abreast::Sse2, words, starts, ends, text);
    #[cfg(not(target_arch = "x86_64"))]
    super::read_one_by_one(words, starts, ends, text);
}

/// The position itself.
struct Portable<'p, R> {
    position: &'p mut Position,
    /// Whether the side to move is in check.
    in_check: bool,
    reader: R,
}

impl<R: Reader> Board for Portable<'_, R> {
    type State = (Position, bool);

    fn state(&self) -> Self::State {
        (self.position.clone(), self.in_check)
    }

    fn restore(&mut self, state: &Self::State) {
        self.position.clone_from(&state.0);
        self.in_check = state.1;
    }

    #[inline(always)]
    fn read(&self, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
        self.reader.read(words, starts, ends, text);
    }

    #[inline(always)]
    fn play(&mut self, us: Color, word: Word) -> Option<Played> {
        let (kind, to) = (word.kind(), word.to());
        let position = &*self.position;
        debug_assert_eq!(us, position.turn());
        let (ours, theirs) = (position.colors(us), position.colors(us.other()));
        if theirs.0 >> to.index() & 1 != word.captures() || ours.contains(to) {
            return None;
        }
        let from = (ours & position.kinds[kind] & word.reach(us) & word.named()).single()?;
        if !(attacks::between(to, from) & (ours | theirs)).is_empty() {
            return None;
        }
        let (mv, check) = go(self.position, self.in_check, us, word, from)?;
        self.in_check = check;
        Some(Played { mv, key: self.position.key() })
    }

    #[inline(always)]
    fn play_any(&mut self, us: Color, word: Word, text: u64, said: Disambiguation) -> Option<(Played, Mark)> {
        let (mv, mark, check) = play_any(self.position, self.in_check, us, word, text, said)?;
        self.in_check = check;
        Some((Played { mv, key: self.position.key() }, mark))
    }

    #[inline(always)]
    fn is_check(&self, _: Color) -> bool {
        self.in_check
    }

    fn is_mate(&mut self) -> bool {
        self.in_check && self.position.is_checkmate()
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        self.position.fullmove_number()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u16 {
        self.position.halfmove_clock() as u16
    }
}

/// Goes to the target of a word, if that leaves the king safe, and says whether the opponent is then in check.
#[inline(always)]
fn go(position: &mut Position, in_check: bool, us: Color, word: Word, from: Square) -> Option<(Move, bool)> {
    let (kind, to) = (word.kind(), word.to());
    let mv = Move::new(from, to, MoveKind::Normal);
    if !position.is_safe_move(us, kind, mv, in_check) {
        return None;
    }
    position.advance_normal(us, kind, from, to);
    Some((mv, position.has_given_check(us, kind, mv)))
}

/// Plays a word of any shape, and says what its mark is and whether the opponent is then in check.
#[inline(never)]
fn play_any(
    position: &mut Position,
    in_check: bool,
    us: Color,
    word: Word,
    text: u64,
    said: Disambiguation,
) -> Option<(Move, Mark, bool)> {
    if word.is_read()
        && let Some(from) = (Men { position, in_check }).origin_of(us, word, said)
        && let Some((mv, check)) = go(position, in_check, us, word, from)
    {
        return Some((mv, word.mark(), check));
    }
    let Plain { mv, mark, check } = position.play_plain(text, word.length(), in_check, said)?;
    Some((mv, mark.into(), check))
}

/// The men of a position, and whether the side to move is in check.
struct Men<'p> {
    position: &'p Position,
    in_check: bool,
}

impl Choice for Men<'_> {
    #[inline(always)]
    fn of_color(&self, color: Color) -> Bitboard {
        self.position.colors(color)
    }

    #[inline(always)]
    fn of_kind(&self, color: Color, kind: usize) -> Bitboard {
        self.position.colors(color) & self.position.kinds[kind]
    }

    #[inline(always)]
    fn is_safe(&self, us: Color, word: Word, from: Square) -> bool {
        let mv = Move::new(from, word.to(), MoveKind::Normal);
        self.position.is_safe_move(us, word.kind(), mv, self.in_check)
    }
}
