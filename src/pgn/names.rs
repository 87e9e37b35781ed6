//! The known tag names, with a perfect hash.
//!
//! None has more than sixteen bytes, so a name fits in two machine words, and a lookup takes one multiplication.

/// The tag names of the standard, its supplement and the large servers. The Seven Tag Roster comes first, in order.
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

/// Other known names, which are too rare for the fast lookup: the rest of the standard and its supplement, and the tags
/// of lichess, chess.com, FICS, ChessBase, Scid, cutechess and TCEC.
pub const ALSO_KNOWN: [&str; 56] = [
    // PGN 9 and its supplement of 2001.
    "EventRounds",
    "WhiteCountry",
    "BlackCountry",
    "Clock",
    "WhiteClock",
    "BlackClock",
    "Remark",
    // Lichess: games, studies and broadcasts.
    "GameURL",
    "StudyName",
    "ChapterName",
    "ChapterURL",
    "BroadcastName",
    "BroadcastURL",
    "Orientation",
    "WhiteRD",
    "BlackRD",
    // Chess.com.
    "CurrentPosition",
    "Timezone",
    "ECOUrl",
    "StartTime",
    "EndDate",
    "EndTime",
    "WhiteUrl",
    "BlackUrl",
    "Tournament",
    "Match",
    // FICS.
    "FICSGamesDBGameNo",
    "WhiteIsComp",
    "BlackIsComp",
    "ICCResult",
    // ChessBase.
    "EventCategory",
    "EventCountry",
    "SourceTitle",
    "SourceQuality",
    "SourceVersion",
    "SourceVersionDate",
    "WhiteTeamCountry",
    "BlackTeamCountry",
    // Scid.
    "ScidFlags",
    "WhiteRating",
    "BlackRating",
    "WhiteDWZ",
    "BlackDWZ",
    "WhiteICCF",
    "BlackICCF",
    "WhiteRapid",
    "BlackRapid",
    // Cutechess, fastchess and TCEC.
    "GameDuration",
    "GameStartTime",
    "GameEndTime",
    "TerminationDetails",
    "WhiteTimeControl",
    "BlackTimeControl",
    // Pgn-extract.
    "HashCode",
    "TotalPlyCount",
    "MatchLabel",
];

/// The number of names of [`KNOWN`] in the Seven Tag Roster (PGN 8.1.1).
pub const ROSTER: usize = 7;

/// The index of `Event` in [`KNOWN`].
pub const EVENT: usize = index_of("Event");
/// The index of `Date`.
pub const DATE: usize = index_of("Date");
/// The index of `Result`.
pub const RESULT: usize = index_of("Result");
/// The index of `FEN`.
pub const FEN: usize = index_of("FEN");
/// The index of `SetUp`.
pub const SET_UP: usize = index_of("SetUp");
/// The index of `Variant`.
pub const VARIANT: usize = index_of("Variant");
/// The index of `PlyCount`.
pub const PLY_COUNT: usize = index_of("PlyCount");

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    match (a, b) {
        ([], []) => true,
        ([first, rest @ ..], [other, others @ ..]) => *first == *other && is_same(rest, others),
        _ => false,
    }
}

const fn index_of(name: &str) -> usize {
    let mut index = 0;
    while !is_same(name.as_bytes(), KNOWN[index].as_bytes()) {
        index += 1;
    }
    index
}

/// The index of a name in [`KNOWN`].
#[inline]
pub fn known(name: &[u8]) -> Option<usize> {
    let index = (name.len() <= MAX_LEN).then(|| known_words(words(name)))??;
    // The name itself may end with NULs.
    (KNOWN[index].len() == name.len()).then_some(index)
}

/// The number of bytes in two words.
const MAX_LEN: usize = 16;

/// A name as two words, the first byte in the lowest bits, padded with NULs.
pub(super) type Words = [u64; 2];

#[inline]
pub(super) fn known_words(name: Words) -> Option<usize> {
    let index = usize::from(INDEX_OF_SLOT[slot(name)]);
    (WORDS[index] == name).then_some(index)
}

/// The bytes of a name of at most [`MAX_LEN`] bytes.
const fn words(name: &[u8]) -> Words {
    let mut words = [0; 2];
    let mut i = 0;
    while i < name.len() {
        words[i / 8] |= (name[i] as u64) << (i % 8 * 8);
        i += 1;
    }
    words
}

static WORDS: [Words; KNOWN.len()] = {
    let mut all = [[0; 2]; KNOWN.len()];
    let mut index = 0;
    while index < KNOWN.len() {
        assert!(KNOWN[index].len() <= MAX_LEN);
        all[index] = words(KNOWN[index].as_bytes());
        index += 1;
    }
    all
};

/// By [`slot`]: the index in [`WORDS`] of the name with this slot, or any index if there is none.
static INDEX_OF_SLOT: [u8; 256] = {
    let mut indices = [0; 256];
    let mut is_taken = [false; 256];
    let mut index = 0;
    while index < KNOWN.len() {
        let slot = slot(WORDS[index]);
        assert!(!is_taken[slot], "two names share a slot: choose another factor");
        is_taken[slot] = true;
        indices[slot] = index as u8;
        index += 1;
    }
    indices
};

/// The hash of a name: a number below 256 that no two known names share.
#[inline]
const fn slot([low, high]: Words) -> usize {
    (low.wrapping_add(high).wrapping_mul(SLOT_FACTOR) >> 56) as usize
}
/// Found by random search.
const SLOT_FACTOR: u64 = 0xf927_0f4e_b8b3_33a9;

/// The index in [`KNOWN`] of the name in the first `length` bytes of a text. `None` near the end of the text.
#[inline(always)]
pub(super) fn known_at(text: &[u8], length: usize) -> Option<usize> {
    let [low, high] = text.first_chunk::<MAX_LEN>()?.as_chunks().0 else { return None };
    let [first, second] = *BYTES.get(length)?;
    known_words([u64::from_le_bytes(*low) & first, u64::from_le_bytes(*high) & second])
}

/// By the length of a name, the mask of its bytes.
static BYTES: [Words; MAX_LEN + 1] = {
    let mut all = [[0; 2]; MAX_LEN + 1];
    let mut length = 1;
    while length <= MAX_LEN {
        all[length] = words([u8::MAX; MAX_LEN].split_at(length).0);
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
            let text = format!("{name} \"?\"]             ");
            for length in name.len()..text.len() {
                assert_eq!(known_at(text.as_bytes(), length), Some(index).filter(|_| length == name.len()), "{name}");
            }
        }
        for other in ["", "X", "Events", "Even", "AVeryLongNameIndeed", "Event\0", "\0", "\0\0\0\0\0\0\0\0\x01"] {
            assert_eq!(known(other.as_bytes()), None, "{other:?}");
        }
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<String> =
            KNOWN.iter().chain(&ALSO_KNOWN).map(|name| name.to_lowercase()).collect();
        assert_eq!(names.len(), KNOWN.len() + ALSO_KNOWN.len());
    }
}
