//! The id of an encounter: who met whom, when, in which round of which event, without what people write differently.

use std::borrow::Cow;
use std::fmt;

use xxhash_rust::xxh3::xxh3_128;

use crate::game::replay::Game;

/// The id of an encounter: both players, the day, the time, the round, the event and the address, each without what people
/// write differently.
///
/// Equal ids mean that two records describe one encounter, or two that no tag tells apart. Different ids mean little: one
/// record may lack the round, or name the event in another language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeetId(u128);

/// Words that some write with a name and others omit: titles, and what stands before a surname.
const OMITTED: [&str; 28] = [
    "gm", "im", "fm", "cm", "nm", "wgm", "wim", "wfm", "wcm", "dr", "prof", "van", "von", "der", "den", "de", "del",
    "della", "di", "da", "dos", "du", "la", "le", "ter", "ten", "zu", "zur",
];

/// What identifies an encounter, as seven texts without what people write differently: White, Black, the day, the time, the
/// round, the event, the address. An unknown text is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Occasion([String; 7]);

impl MeetId {
    /// The encounter that the tags of a game describe. `bytes` is the text that the game was read from. `None` unless both
    /// players are known.
    pub fn of_game(game: &Game, bytes: &[u8]) -> Option<Self> {
        let occasion = Occasion::of_game(game, bytes);
        occasion.is_known().then(|| Self(xxh3_128(occasion.0.join("\n").as_bytes())))
    }

    /// The 16 bytes of the id, the most significant first: the canonical form of the hash.
    pub const fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

impl Occasion {
    /// Whether both players are known.
    pub(crate) const fn is_known(&self) -> bool {
        let Self([white, black, ..]) = self;
        !white.is_empty() && !black.is_empty()
    }

    /// The seven texts.
    #[cfg(feature = "cli")]
    pub(crate) const fn parts(&self) -> &[String; 7] {
        &self.0
    }

    /// The tags that describe an occasion.
    #[cfg(feature = "cli")]
    pub(crate) const TAGS: [&str; 11] = [
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "WhiteFideId",
        "BlackFideId",
        "UTCDate",
        "UTCTime",
        "Link",
    ];

    /// The occasion that the tags of a game describe. `bytes` is the text that the game was read from.
    pub(crate) fn of_game(game: &Game, bytes: &[u8]) -> Self {
        Self::of_tags(|name| game.tags.text(name, bytes).unwrap_or_default())
    }

    /// The occasion that these tags describe: `tag` returns the value of a tag, an empty text if there is none.
    pub(crate) fn of_tags<'a>(tag: impl Fn(&str) -> Cow<'a, str>) -> Self {
        let player = |name: &str, fide_id: &str| player(&tag(name)).or_else(|| numbered_player(&tag(fide_id)));
        Self([
            player("White", "WhiteFideId").unwrap_or_default(),
            player("Black", "BlackFideId").unwrap_or_default(),
            day(&tag("Date")).or_else(|| day(&tag("UTCDate"))).unwrap_or_default(),
            time(&tag("UTCTime")).unwrap_or_default().to_owned(),
            round(&tag("Round")),
            words(&tag("Event")).join(" "),
            address(&tag("Site")).or(address(&tag("Link"))).unwrap_or_default().to_owned(),
        ])
    }
}

/// A surname in one word and the first letter of the given name: `carlsen m`. `None` if there are no letters.
fn player(name: &str) -> Option<String> {
    let name = without_parentheses(name);
    let (mut surname, mut given) = match name.split_once(',') {
        Some((surname, given)) => (words_of_name(surname), words_of_name(given)),
        None => split_name(words_of_name(&name)),
    };
    if surname.is_empty() {
        (surname, given) = (given, surname);
    }
    let mut key = surname.concat();
    if let Some(initial) = given.first().and_then(|word| word.chars().next()) {
        key.extend([' ', initial]);
    }
    (!key.is_empty()).then_some(key)
}

/// The words of a name without those that may be omitted, unless there are no others.
fn words_of_name(name: &str) -> Vec<String> {
    let words = words(name);
    let is_omitted = |word: &String| is_omitted(word);
    if words.iter().all(is_omitted) { words } else { words.into_iter().filter(|word| !is_omitted(word)).collect() }
}

/// Whether some omit this word of a name: a title, or what stands before a surname.
pub(crate) fn is_omitted(word: &str) -> bool {
    OMITTED.contains(&word)
}

/// The surname and the given names of a name without a comma: the surname comes last, unless initials follow it. The name of
/// a program has a number, and no given name.
fn split_name(mut words: Vec<String>) -> (Vec<String>, Vec<String>) {
    let initials = words.iter().rev().take_while(|word| word.chars().nth(1).is_none()).count();
    let has_number = words.iter().any(|word| word.contains(|letter: char| letter.is_ascii_digit()));
    if has_number || words.len() == initials || words.len() == 1 {
        return (words, Vec::new());
    }
    if initials > 0 {
        let given = words.split_off(words.len() - initials);
        return (words, given);
    }
    let surname = words.split_off(words.len() - 1);
    (surname, words)
}

/// A name without remarks such as `(NOR)`.
pub(crate) fn without_parentheses(name: &str) -> String {
    let mut rest = String::new();
    let mut parts = name.split('(');
    rest.push_str(parts.next().unwrap_or_default());
    for part in parts {
        rest.push(' ');
        rest.push_str(part.split_once(')').map_or("", |(_, after)| after));
    }
    rest
}

/// A player whose name is unknown, by the number that FIDE gave to them.
fn numbered_player(fide_id: &str) -> Option<String> {
    let is_number = !fide_id.is_empty() && fide_id.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| without_zeros(fide_id)).filter(|digits| *digits != "0").map(|digits| format!("#{digits}"))
}

/// A complete date `2013.01.31`, else its year, which may also be last. `None` if the year is unknown.
fn day(date: &str) -> Option<String> {
    let date = date.trim().as_bytes();
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |value, byte| byte.is_ascii_digit().then(|| value * 10 + u32::from(byte - b'0')))
    };
    let (first, rest) = date.split_at_checked(4)?;
    let last = || match date {
        [.., before, y1, y2, y3, y4] if !before.is_ascii_digit() => number(&[*y1, *y2, *y3, *y4]),
        _ => None,
    };
    let is_first = number(first).is_some();
    let year = number(first).or_else(last).filter(|year| *year > 0)?;
    if let Some([b'.' | b'/' | b'-', m1, m2, b'.' | b'/' | b'-', d1, d2]) = rest.get(..6).filter(|_| is_first)
        && let (Some(month @ 1..=12), Some(day @ 1..=31)) = (number(&[*m1, *m2]), number(&[*d1, *d2]))
    {
        return Some(format!("{year:04}.{month:02}.{day:02}"));
    }
    Some(format!("{year:04}"))
}

/// A time of day `12:34:56`.
pub(crate) fn time(text: &str) -> Option<&str> {
    let time = text.get(..8)?;
    let fits = |(at, byte): (usize, u8)| if at % 3 == 2 { byte == b':' } else { byte.is_ascii_digit() };
    time.bytes().enumerate().all(fits).then_some(time)
}

/// The numbers of a round, such as `3.1`; without numbers, its words.
fn round(text: &str) -> String {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty());
    let numbers: Vec<&str> = numbers.map(without_zeros).collect();
    if numbers.is_empty() { words(text).join(" ") } else { numbers.join(".") }
}

fn without_zeros(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        number => number,
    }
}

/// An address on the web without its scheme, its query and its fragment.
pub(crate) fn address(text: &str) -> Option<&str> {
    let address = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    address.split(['?', '#']).next()
}

impl fmt::Display for MeetId {
    /// 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

debug_is_display!(MeetId);

// Text without what people write differently: case, accents, punctuation.

/// Letters in lower case whose canonical decomposition (Unicode NFD) begins with the letter before them: all of U+00C0 to
/// U+024F, of U+0388 to U+052F, and of U+1E00 to U+1EFF, which are Latin, Greek and Cyrillic.
const ACCENTED: [(char, &str); 53] = [
    ('a', "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
    ('b', "ḃḅḇ"),
    ('c', "çćĉċčḉ"),
    ('d', "ďḋḍḏḑḓ"),
    ('e', "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
    ('f', "ḟ"),
    ('g', "ĝğġģǧǵḡ"),
    ('h', "ĥȟḣḥḧḩḫẖ"),
    ('i', "ìíîïĩīĭįǐȉȋḭḯỉị"),
    ('j', "ĵǰ"),
    ('k', "ķǩḱḳḵ"),
    ('l', "ĺļľḷḹḻḽ"),
    ('m', "ḿṁṃ"),
    ('n', "ñńņňǹṅṇṉṋ"),
    ('o', "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
    ('p', "ṕṗ"),
    ('r', "ŕŗřȑȓṙṛṝṟ"),
    ('s', "śŝşšșṡṣṥṧṩ"),
    ('t', "ţťțṫṭṯṱẗ"),
    ('u', "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
    ('v', "ṽṿ"),
    ('w', "ŵẁẃẅẇẉẘ"),
    ('x', "ẋẍ"),
    ('y', "ýÿŷȳẏẙỳỵỷỹ"),
    ('z', "źżžẑẓẕ"),
    ('æ', "ǣǽ"),
    ('ø', "ǿ"),
    ('ſ', "ẛ"),
    ('ʒ', "ǯ"),
    ('α', "ά"),
    ('ε', "έ"),
    ('η', "ή"),
    ('ι', "ΐίϊ"),
    ('ο', "ό"),
    ('υ', "ΰϋύ"),
    ('ω', "ώ"),
    ('ϒ', "ϓϔ"),
    ('а', "ӑӓ"),
    ('г', "ѓ"),
    ('е', "ѐёӗ"),
    ('ж', "ӂӝ"),
    ('з', "ӟ"),
    ('и', "йѝӣӥ"),
    ('к', "ќ"),
    ('о', "ӧ"),
    ('у', "ўӯӱӳ"),
    ('ч', "ӵ"),
    ('ы', "ӹ"),
    ('э', "ӭ"),
    ('і', "ї"),
    ('ѵ', "ѷ"),
    ('ә', "ӛ"),
    ('ө', "ӫ"),
];

/// Letters that other letters stand for, where their sign is missing.
const SPELLED: [(char, &str); 12] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('đ', "d"),
    ('ð', "d"),
    ('ł', "l"),
    ('þ', "th"),
    ('ı', "i"),
    ('ħ', "h"),
    ('ŧ', "t"),
    ('ĳ', "ij"),
];

/// The words of a text, in lower case and without accents. A word consists of ASCII letters and digits and of all
/// characters beyond ASCII except spaces and punctuation; apostrophes, hyphens and `_` are dropped, everything else
/// separates words. The umlauts `ae`, `oe` and `ue` become `a`, `o` and `u`, however they were written.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut folded = String::with_capacity(text.len());
    text.chars().for_each(|letter| fold(letter, &mut folded));
    folded.split(' ').filter(|word| !word.is_empty()).map(without_umlauts).collect()
}

/// Appends what a character counts as: letters and digits, a space that separates words, or nothing.
fn fold(letter: char, folded: &mut String) {
    if letter.is_ascii() {
        match letter {
            'a'..='z' | '0'..='9' => folded.push(letter),
            'A'..='Z' => folded.push(letter.to_ascii_lowercase()),
            '\'' | '`' | '-' | '_' => {}
            _ => folded.push(' '),
        }
        return;
    }
    for lower in letter.to_lowercase() {
        match lower {
            // Combining marks; the acute accent and the quotation marks that stand for apostrophes; hyphens.
            '\u{300}'..='\u{36f}' | '\u{b4}' | '\u{2bc}' | '\u{2018}' | '\u{2019}' | '\u{2010}'..='\u{2015}' => {}
            // Controls and signs of Latin-1, general punctuation, ideographic space and punctuation.
            '\u{80}'..='\u{bf}' | '\u{d7}' | '\u{f7}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' => {
                folded.push(' ');
            }
            _ => {
                let base = base(lower);
                match SPELLED.iter().find(|(letter, _)| *letter == base) {
                    Some((_, spelled)) => folded.push_str(spelled),
                    None => folded.push(base),
                }
            }
        }
    }
}

/// A letter without its accents.
fn base(letter: char) -> char {
    if !matches!(letter, '\u{c0}'..='\u{24f}' | '\u{388}'..='\u{52f}' | '\u{1e00}'..='\u{1eff}') {
        return letter;
    }
    ACCENTED.iter().find(|(_, accented)| accented.contains(letter)).map_or(letter, |(base, _)| *base)
}

fn without_umlauts(word: &str) -> String {
    word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
}

#[cfg(test)]
mod tests {
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    use super::*;

    fn meet_id(tags: &str) -> Option<MeetId> {
        let text = format!("{tags}\n\n*\n");
        MeetId::of_game(&read_game(text.as_bytes(), 0, RuleSet::EMPTY), text.as_bytes())
    }

    #[test]
    fn the_id_is_the_documented_hash() {
        let tags = "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2013.01.31\"]\n\
                    [Round \"-\"]\n[White \"john_doe\"]\n[Black \"Müller, Jörg\"]\n[UTCTime \"12:34:56\"]";
        let hashed = "johndo\nmuller j\n2013.01.31\n12:34:56\n\nrated blitz game\nlichess.org/abcdefgh";
        assert_eq!(meet_id(tags).unwrap().0, xxh3_128(hashed.as_bytes()));
        assert_eq!(meet_id("[White \"Tal\"]\n[Black \"?\"]"), None);
        let numbered = meet_id("[White \"?\"]\n[WhiteFideId \"01503014\"]\n[Black \"Tal\"]");
        assert_eq!(numbered.unwrap().0, xxh3_128(b"#1503014\ntal\n\n\n\n\n"));
    }

    #[test]
    fn a_player_has_one_key_in_all_usual_spellings() {
        let carlsen = ["Carlsen, Magnus", "Carlsen,M", "Magnus Carlsen", "Carlsen M.", "GM Magnus Carlsen (NOR)"];
        let lagrave = ["Vachier-Lagrave, Maxime", "Vachier Lagrave, M", "Maxime Vachier-Lagrave"];
        let wiel = ["Van der Wiel, John", "Wiel, J. van der", "John van der Wiel", "van der Wiel J", "Wiel, J T H"];
        for (names, key) in [
            (&carlsen[..], "carlsen m"),
            (&lagrave, "vachierlagrave m"),
            (&wiel, "wiel j"),
            (&["Müller, Jörg", "MUELLER J", "Jorg Muller"], "muller j"),
            (&["Le, Quang Liem", "Le, Q"], "le q"),
            (&["N.N.", "NN", "nn"], "nn"),
            (&["Stockfish 16", "stockfish-16"], "stockfish16"),
            (&["Tal", "tal ", "Tal,", ", Tal", "(x) Tal (y"], "tal"),
        ] {
            for name in names {
                assert_eq!(player(name).as_deref(), Some(key), "{name}");
            }
        }
        assert!(["", "?", "-", "()", ",", "(Tal"].into_iter().all(|name| player(name).is_none()));
    }

    #[test]
    fn days_times_rounds_and_addresses() {
        let days = [
            ("2013.01.31", "2013.01.31"),
            (" 2013-01-31 ", "2013.01.31"),
            ("2013.01.??", "2013"),
            ("2013/??/??", "2013"),
            ("2013.13.01", "2013"),
            ("2013", "2013"),
            ("31.01.2013", "2013"),
            ("Jan 31, 2013", "2013"),
            ("12.3.12013", ""),
            ("????.??.??", ""),
            ("0000.01.01", ""),
            ("", ""),
        ];
        for (date, expected) in days {
            assert_eq!(day(date).unwrap_or_default(), expected, "{date}");
        }
        assert_eq!(
            ["12:34:56", "12:34:56.7", "12:34", "é2:34:56", "12:34:5é"].map(time),
            [Some("12:34:56"), Some("12:34:56"), None, None, None]
        );
        let rounds = ["3", "03", "Round 3", "3.1", "(3.01)", "?", "-", "Final", "0"].map(round);
        assert_eq!(rounds, ["3", "3", "3", "3.1", "3.1", "", "", "final", "0"]);
        let addresses = ["https://lichess.org/a#3", "http://lichess.org/a?b#c", "Hastings", "https://"].map(address);
        assert_eq!(addresses, [Some("lichess.org/a"), Some("lichess.org/a"), None, Some("")]);
    }

    #[test]
    fn spellings_of_one_text_have_the_same_words() {
        for (texts, expected) in [
            (&["Müller", "MUELLER", "Mu\u{308}ller", "muller"][..], "muller"),
            (&["Réti", "RETI", "Re\u{301}ti"], "reti"),
            (&["Ståhlberg", "STAHLBERG"], "stahlberg"),
            (&["Łukasz Øst", "lukasz  ost"], "lukasz ost"),
            (&["O’Kelly de-Galway", "O'Kelly deGalway", "OKELLY degalway"], "okelly degalway"),
            (&["Großmeister, Æ.", "grossmeister ae"], "grossmeister a"),
            (&["Алёхин", "алехин"], "алехин"),
            (&["İnce\u{a0}ı", "ince i"], "ince i"),
            (&["王皓", "王皓 "], "王皓"),
            (&["", " ?!", "-", "…"], ""),
        ] {
            for text in texts {
                assert_eq!(words(text).join(" "), expected, "{text}");
            }
        }
    }

    #[test]
    fn the_tables_hold_each_letter_once() {
        let mut all: Vec<char> = ACCENTED.iter().flat_map(|(_, accented)| accented.chars()).collect();
        let (count, is_lower) = (all.len(), all.iter().all(|letter| letter.to_lowercase().eq([*letter])));
        all.sort_unstable();
        all.dedup();
        assert!(is_lower && all.len() == count);
        assert!(ACCENTED.iter().all(|(base, _)| !all.contains(base)));
    }
}
