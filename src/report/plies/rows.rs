//! Rows of a game as bytes. They are written where the game is read; its number in the file, and the name of the file,
//! are known only where games come together again, and are filled in there.

use std::io::{self, Write};

/// Bytes with gaps.
#[derive(Clone, Default, Debug)]
pub struct Rows {
    bytes: Vec<u8>,
    gaps: Vec<(usize, Gap)>,
}

/// What is filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gap {
    /// The name of the file.
    File,
    /// The number of the game.
    Game,
}

/// What goes into the gaps, in the spelling of the format.
#[derive(Clone, Copy, Debug)]
pub struct Filling<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The number of the game.
    pub game: u64,
}

impl Rows {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.gaps.is_empty()
    }

    /// How many bytes they have, without what fills the gaps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Takes all away; the memory stays.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.gaps.clear();
    }

    pub(super) fn gap(&mut self, gap: Gap) {
        self.gaps.push((self.bytes.len(), gap));
    }

    pub(super) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Writes them with these words in the gaps.
    pub(super) fn write(&self, file: &[u8], game: u64, out: &mut impl Write) -> io::Result<()> {
        let mut number = [0; 20];
        let number = digits(game, &mut number);
        let mut from = 0;
        for (at, gap) in &self.gaps {
            out.write_all(&self.bytes[from..*at])?;
            out.write_all(match gap {
                Gap::File => file,
                Gap::Game => number,
            })?;
            from = *at;
        }
        out.write_all(&self.bytes[from..])
    }
}

/// The decimal digits of a number.
pub(super) fn digits(mut number: u64, room: &mut [u8; 20]) -> &[u8] {
    let mut at = room.len();
    loop {
        at -= 1;
        room[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &room[at..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled() {
        let mut rows = Rows::default();
        rows.gap(Gap::File);
        rows.bytes().extend_from_slice(b",");
        rows.gap(Gap::Game);
        rows.bytes().extend_from_slice(b"\n");
        let mut out = Vec::new();
        rows.write(b"a.pgn", 1_234_567, &mut out).unwrap();
        rows.write(b"b", 0, &mut out).unwrap();
        assert_eq!(out, b"a.pgn,1234567\nb,0\n");
    }
}
