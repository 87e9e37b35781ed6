//! The names of tags that are known.
//!
//! None has more than sixteen bytes, so a name fits two machine words, and to look one up takes a multiplication.

use super::lane::Eight;
use super::scan::BLOCK;

/// The tags that the standard, its supplement and the great servers know. The seven of the roster come first, in order.
pub const KNOWN: [&str; 49] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "FEN",
    "SetUp",
    "Variant",
    "TimeControl",
    "Termination",
    "PlyCount",
    "UTCDate",
    "UTCTime",
    "Time",
    "EventDate",
    "Annotator",
    "Opening",
    "WhiteTitle",
    "BlackTitle",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteUSCF",
    "BlackUSCF",
    "WhiteNA",
    "BlackNA",
    "WhiteType",
    "BlackType",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "Variation",
    "SubVariation",
    "NIC",
    "Mode",
    "WhiteFideId",
    "BlackFideId",
    "WhiteTeam",
    "BlackTeam",
    "Source",
    "SourceDate",
    "EventType",
    "Link",
    "GameId",
];

/// How many of them make up the seven tag roster (PGN 8.1.1).
pub const ROSTER: usize = 7;

/// The place of `Event` in [`KNOWN`].
pub const EVENT: usize = 0;

/// The place of a name in [`KNOWN`].
#[must_use]
#[inline]
pub fn known(name: &[u8]) -> Option<usize> {
    let index = (name.len() <= LONGEST).then(|| known_words(words(name)))??;
    // A name may end with NULs of its own.
    (KNOWN[index].len() == name.len()).then_some(index)
}

/// The most bytes that two words hold.
const LONGEST: usize = 16;

/// A name as two words, the first byte in the lowest bits, NULs behind the last.
pub(super) type Words = [u64; 2];

/// As [`known`].
#[inline]
pub(super) fn known_words(name: Words) -> Option<usize> {
    let candidate = &SLOTS[slot(name)];
    (candidate.words == name).then_some(candidate.index)
}

/// The bytes of a name of at most [`LONGEST`] bytes.
const fn words(name: &[u8]) -> Words {
    let mut words = [0; 2];
    let mut i = 0;
    while i < name.len() {
        words[i / 8] |= (name[i] as u64) << (i % 8 * 8);
        i += 1;
    }
    words
}

/// A name of [`KNOWN`], and its place there. Both come from memory at once.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Slot {
    words: Words,
    index: usize,
}

/// No known name. A name in a text has no NUL, for it ends before the first control character.
const NO_NAME: Words = [0, 1];

/// For each value of [`slot`] the name that has it, or [`NO_NAME`].
static SLOTS: [Slot; 256] = {
    let mut slots = [Slot { words: NO_NAME, index: 0 }; 256];
    let mut index = 0;
    while index < KNOWN.len() {
        assert!(KNOWN[index].len() <= LONGEST);
        let words = words(KNOWN[index].as_bytes());
        let slot = &mut slots[slot(words)];
        assert!(slot.words[0] == NO_NAME[0], "two names meet: another factor is needed");
        *slot = Slot { words, index };
        index += 1;
    }
    slots
};

/// A number below 256 that no two known names share.
#[inline]
const fn slot([low, high]: Words) -> usize {
    (low.wrapping_add(high).wrapping_mul(SLOT_FACTOR) >> 56) as usize
}
/// Found by trying.
const SLOT_FACTOR: u64 = 0xf927_0f4e_b8b3_33a9;

/// The name that starts at `at` and ends before a space or control character, if it is known: its place in [`KNOWN`]
/// and where it ends. `None` too near the end of the bytes.
#[inline]
pub(super) fn known_at(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let [low, high] = bytes.get(at..)?.first_chunk::<LONGEST>()?.as_chunks().0 else { return None };
    let (low, high) = (Eight::from_bytes(*low), Eight::from_bytes(*high));
    let length = low.word_length();
    if length < 8 {
        return Some((known_words([low.first_bytes(length), 0])?, at + length));
    }
    let rest = high.word_length();
    (rest < 8).then_some(())?;
    Some((known_words([low.bits(), high.first_bytes(rest)])?, at + 8 + rest))
}

/// The place in [`KNOWN`] of the name that stands between these two places of a block, if it is known.
#[inline]
pub(super) fn known_between(block: &[u8; BLOCK], start: usize, end: usize) -> Option<usize> {
    let [low, high] = block.get(start..)?.first_chunk::<LONGEST>()?.as_chunks().0 else { return None };
    let [first, second] = *BYTES.get(end.checked_sub(start)?)?;
    known_words([u64::from_le_bytes(*low) & first, u64::from_le_bytes(*high) & second])
}

/// For each length of a name, the bits of its bytes.
static BYTES: [Words; LONGEST + 1] = {
    let mut all = [[0; 2]; LONGEST + 1];
    let mut length = 1;
    while length <= LONGEST {
        all[length] = words([u8::MAX; LONGEST].split_at(length).0);
        length += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_is_found_and_no_other() {
        for (index, name) in KNOWN.iter().enumerate() {
            assert_eq!(known(name.as_bytes()), Some(index));
            assert_eq!(known(name.to_lowercase().as_bytes()), None, "{name}");
            let text = format!("[{name} \"?\"]             ");
            assert_eq!(known_at(text.as_bytes(), 1), Some((index, 1 + name.len())));
        }
        for other in ["", "X", "Events", "Even", "AVeryLongNameIndeed", "Event\0"] {
            assert_eq!(known(other.as_bytes()), None, "{other:?}");
        }
    }
}
