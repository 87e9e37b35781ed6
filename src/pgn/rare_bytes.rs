//! Which kinds of rare bytes a text contains: one pass at memory speed, so that the checks of encoding and control
//! characters need not look at usual text.

use crate::cpu::CpuLevel;

use super::index::{ScanTask, Scanner, scan};

/// The kinds of bytes that most texts do not contain, and whether a text does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RareBytes {
    /// Bytes outside ASCII.
    pub non_ascii: bool,
    /// Carriage returns.
    pub carriage_return: bool,
    /// Control characters, see [`is_control`].
    pub control: bool,
}

impl RareBytes {
    /// The kinds in a text, found at this level.
    pub fn of(text: &[u8], level: CpuLevel) -> Self {
        scan(level, FindRare(text))
    }
}

/// The task to find the kinds of rare bytes. The compiler makes vector code of it for each level.
struct FindRare<'a>(&'a [u8]);

impl ScanTask for FindRare<'_> {
    type Output = RareBytes;

    #[inline(always)]
    fn run(self, _: impl Scanner) -> RareBytes {
        let Self(text) = self;
        let (pieces, rest) = text.as_chunks();
        let mut seen = Seen {
            greatest: [0; PIECE],
            least: [u8::MAX; PIECE],
            least_after_return: [u8::MAX; PIECE],
            least_from_feed: [u8::MAX; PIECE],
        };
        for piece in pieces {
            seen.add(piece);
        }
        // The end of the text again, or all of it, padded.
        let last = text.last_chunk().copied().unwrap_or_else(|| {
            let mut piece = [b' '; PIECE];
            piece[..rest.len()].copy_from_slice(rest);
            piece
        });
        seen.add(&last);
        seen.kinds(text)
    }
}

/// The number of bytes that are looked at together.
const PIECE: usize = 32;

/// The control character that begins a page.
pub const FORM_FEED: u8 = 0x0c;

const DELETE: u8 = 0x7f;

/// Whether this is a control character other than those that PGN allows: tab, line feed, vertical tab, carriage return (PGN
/// 4.1).
pub const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | FORM_FEED | 14..=31 | DELETE)
}

/// What was seen in some pieces of a text, for each place in a piece.
struct Seen {
    /// The greatest and the least byte.
    greatest: [u8; PIECE],
    least: [u8; PIECE],
    /// The least number of a byte if counting starts after the carriage return: below 18 for a control character.
    least_after_return: [u8; PIECE],
    /// 0 if there was a form feed or a carriage return, which differ in one bit.
    least_from_feed: [u8; PIECE],
}

impl Seen {
    #[inline(always)]
    fn add(&mut self, piece: &[u8; PIECE]) {
        for (i, byte) in piece.iter().enumerate() {
            self.greatest[i] = self.greatest[i].max(*byte);
            self.least[i] = self.least[i].min(*byte);
            self.least_after_return[i] = self.least_after_return[i].min(byte.wrapping_sub(b'\r' + 1));
            self.least_from_feed[i] = self.least_from_feed[i].min((byte | 1) ^ b'\r');
        }
    }

    #[inline(always)]
    fn kinds(&self, text: &[u8]) -> RareBytes {
        let least = |bytes: &[u8; PIECE]| bytes.iter().fold(u8::MAX, |least, byte| least.min(*byte));
        let greatest = self.greatest.iter().fold(0, |greatest: u8, byte| greatest.max(*byte));
        let has = |byte: u8| memchr::memchr(byte, text).is_some();
        let has_feed_or_return = least(&self.least_from_feed) == 0;
        let non_ascii = !greatest.is_ascii();
        RareBytes {
            non_ascii,
            carriage_return: has_feed_or_return && has(b'\r'),
            control: least(&self.least) <= 8
                || least(&self.least_after_return) < b' ' - (b'\r' + 1)
                || has_feed_or_return && has(FORM_FEED)
                || greatest == DELETE
                || non_ascii && has(DELETE),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    properties! {
        #[test]
        fn every_level_finds_the_same(
            length in 0..200_usize,
            rare in prop::collection::vec((0..200_usize, prop::sample::select(b"\0\x08\t\n\x0b\x0c\r\x0e\x1b\x1f\x7f\x80\xff".to_vec())), 0..3),
        ) {
            let mut text = vec![b' '; length];
            for (at, byte) in rare {
                if let Some(place) = text.get_mut(at) {
                    *place = byte;
                }
            }
            let expected = RareBytes {
                non_ascii: !text.is_ascii(),
                carriage_return: text.contains(&b'\r'),
                control: text.iter().any(|byte| matches!(*byte, 0..=8 | 0x0c | 0x0e..=0x1f | 0x7f)),
            };
            for level in CpuLevel::ALL {
                prop_assert_eq!(RareBytes::of(&text, level), expected, "{:?}", level);
            }
        }
    }
}
