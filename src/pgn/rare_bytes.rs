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
    /// NULs and form feeds.
    pub control: bool,
}

impl RareBytes {
    /// The kinds in a text, found at this level.
    #[must_use]
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
        let mut seen = Seen { union: [0; PIECE], least_return: [u8::MAX; PIECE], least_control: [u8::MAX; PIECE] };
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
        seen.kinds()
    }
}

/// The number of bytes that are looked at together.
const PIECE: usize = 32;

/// The control character that begins a page.
pub const FORM_FEED: u8 = 0x0c;

/// What was seen in some pieces of a text, for each place in a piece.
struct Seen {
    /// The union of all bytes.
    union: [u8; PIECE],
    /// The least byte after an XOR with a carriage return: 0 if there was one.
    least_return: [u8; PIECE],
    /// The least byte, as it is or after an XOR with a form feed.
    least_control: [u8; PIECE],
}

impl Seen {
    #[inline(always)]
    fn add(&mut self, piece: &[u8; PIECE]) {
        for (i, byte) in piece.iter().enumerate() {
            self.union[i] |= byte;
            self.least_return[i] = self.least_return[i].min(byte ^ b'\r');
            self.least_control[i] = self.least_control[i].min(*byte).min(byte ^ FORM_FEED);
        }
    }

    #[inline(always)]
    fn kinds(&self) -> RareBytes {
        let least = |bytes: &[u8; PIECE]| bytes.iter().fold(u8::MAX, |least, byte| least.min(*byte));
        RareBytes {
            non_ascii: !self.union.is_ascii(),
            carriage_return: least(&self.least_return) == 0,
            control: least(&self.least_control) == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_level_finds_the_same(
            length in 0..200_usize,
            rare in prop::collection::vec((0..200_usize, prop::sample::select(b"\0\x0c\r\x0b\x0d\x7f\x80\xff".to_vec())), 0..3),
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
                control: text.iter().any(|byte| matches!(*byte, 0 | FORM_FEED)),
            };
            for level in CpuLevel::ALL {
                prop_assert_eq!(RareBytes::of(&text, level), expected, "{:?}", level);
            }
        }
    }
}
