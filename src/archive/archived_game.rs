//! A game or position of an archive: where it stands, and what it says.

use xxhash_rust::xxh3::xxh3_128;

use crate::game::difference::{GameContent, Ignored};
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, ReplayOptions, read_game_as};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArchivedGame {
    /// Which archive: 0 is A, 1 is B.
    pub side: usize,
    pub input: u64,
    /// Its number in the input, from 1.
    pub number: u64,
    /// The line in which it begins, from 1.
    pub line: u64,
    /// The format of its line, if it is a position.
    pub format: Option<PositionFormat>,
}

pub fn read(bytes: &[u8], start: usize) -> Game {
    read_game_as(bytes, start, &ReplayOptions { variations: true, ..ReplayOptions::default() })
}

/// The hash of the content of a game, 128 bits of XXH3.
pub fn content_hash(game: &Game, bytes: &[u8], ignored: &Ignored) -> u128 {
    xxh3_128(&GameContent::new(game, bytes, ignored).to_bytes())
}

impl ArchivedGame {
    const LENGTH: usize = 4 * 8;

    pub(super) fn to_bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        let (numbers, _) = bytes.as_chunks_mut::<8>();
        let format = match self.format {
            None => 0,
            Some(PositionFormat::Fen) => 1,
            Some(PositionFormat::Epd) => 2,
        };
        let side = self.side as u64 | format << 8;
        numbers.copy_from_slice(&[side, self.input, self.number, self.line].map(u64::to_le_bytes));
        bytes
    }

    /// The archive of a game as bytes.
    pub(super) fn side_of(bytes: &[u8]) -> usize {
        usize::from(bytes.first().is_some_and(|side| *side != 0))
    }

    /// From bytes that this process has written. Returns what follows, too: the text, or its stored form.
    pub(super) fn from_bytes(bytes: &[u8]) -> (Self, &[u8]) {
        let (head, rest) = bytes.split_at_checked(Self::LENGTH).unwrap_or((&[0; Self::LENGTH], bytes));
        let (numbers, _) = head.as_chunks::<8>();
        let [side, input, number, line] = [0, 1, 2, 3].map(|at: usize| u64::from_le_bytes(numbers[at]));
        let format = match side >> 8 {
            1 => Some(PositionFormat::Fen),
            2 => Some(PositionFormat::Epd),
            _ => None,
        };
        (Self { side: usize::from(side & 0xff != 0), input, number, line, format }, rest)
    }
}

/// The content of a game or position with this text.
pub(super) fn content_of(game: &ArchivedGame, text: &[u8], ignored: &Ignored) -> GameContent {
    match game.format {
        None => GameContent::new(&read(text, 0), text, ignored),
        Some(format) => GameContent::of_position(text, format, ignored),
    }
}

/// The hash of the content of a line of FEN or EPD, 128 bits of XXH3.
pub fn position_content_hash(line: &[u8], format: PositionFormat, ignored: &Ignored) -> u128 {
    xxh3_128(&GameContent::of_position(line, format, ignored).to_bytes())
}
