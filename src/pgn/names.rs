//! The names of tags that are known.
//!
//! None has more than sixteen bytes, so a name fits two machine words, and to look one up takes a multiplication.

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

/// Names that are known as well, but too rare to be looked up fast: the rest of the standard and of its supplement, and the tags
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

/// How many of [`KNOWN`] make up the seven tag roster (PGN 8.1.1).
pub const ROSTER: usize = 7;

/// The place of `Event` in [`KNOWN`].
pub const EVENT: usize = place_of("Event");
/// The place of `Result`.
pub const RESULT: usize = place_of("Result");
/// The place of `FEN`.
pub const FEN: usize = place_of("FEN");
/// The place of `SetUp`.
pub const SET_UP: usize = place_of("SetUp");
/// The place of `Variant`.
pub const VARIANT: usize = place_of("Variant");
/// The place of `PlyCount`.
pub const PLY_COUNT: usize = place_of("PlyCount");

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    match (a, b) {
        ([], []) => true,
        ([first, rest @ ..], [other, others @ ..]) => *first == *other && is_same(rest, others),
        _ => false,
    }
}

const fn place_of(name: &str) -> usize {
    let mut place = 0;
    while !is_same(name.as_bytes(), KNOWN[place].as_bytes()) {
        place += 1;
    }
    place
}

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
    let index = usize::from(PLACES[slot(name)]);
    (WORDS[index] == name).then_some(index)
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

/// The names of [`KNOWN`] as words.
static WORDS: [Words; KNOWN.len()] = {
    let mut all = [[0; 2]; KNOWN.len()];
    let mut index = 0;
    while index < KNOWN.len() {
        assert!(KNOWN[index].len() <= LONGEST);
        all[index] = words(KNOWN[index].as_bytes());
        index += 1;
    }
    all
};

/// For each value of [`slot`] the place in [`WORDS`] of the name that has it; of any name, if none has it.
static PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut is_taken = [false; 256];
    let mut index = 0;
    while index < KNOWN.len() {
        let slot = slot(WORDS[index]);
        assert!(!is_taken[slot], "two names meet: another factor is needed");
        is_taken[slot] = true;
        places[slot] = index as u8;
        index += 1;
    }
    places
};

/// A number below 256 that no two known names share.
#[inline]
const fn slot([low, high]: Words) -> usize {
    (low.wrapping_add(high).wrapping_mul(SLOT_FACTOR) >> 56) as usize
}
/// Found by trying.
const SLOT_FACTOR: u64 = 0xf927_0f4e_b8b3_33a9;

/// The place in [`KNOWN`] of the name that the first bytes of this text are, if it is known. `None` too near the end of the
/// text.
#[inline(always)]
pub(super) fn known_at(text: &[u8], length: usize) -> Option<usize> {
    let [low, high] = text.first_chunk::<LONGEST>()?.as_chunks().0 else { return None };
    let [first, second] = *BYTES.get(length)?;
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
    fn no_name_stands_twice() {
        let names: std::collections::HashSet<String> =
            KNOWN.iter().chain(&ALSO_KNOWN).map(|name| name.to_lowercase()).collect();
        assert_eq!(names.len(), KNOWN.len() + ALSO_KNOWN.len());
    }
}
