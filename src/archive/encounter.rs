//! What the tags of a game say about the encounter, and how well two such records agree.

use crate::game::identity::{address, time, words};
use crate::game::replay::Game;
use crate::pgn::lex::Outcome;

use super::people::{MAX_LETTERS, NameLikeness, compare_names, is_spelling, name_words};

/// What the tags of a game say about the encounter.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Encounter {
    /// The words of the names, White's first.
    pub players: [Vec<String>; 2],
    /// Their numbers at FIDE, 0 if unknown.
    pub fide_ids: [u32; 2],
    /// The year, 0 if unknown.
    pub year: u16,
    /// The month, 0 if unknown.
    pub month: u8,
    /// The day, 0 if unknown.
    pub day: u8,
    /// The time of day, empty if unknown.
    pub time: String,
    /// The numbers of the round.
    pub round: Vec<u32>,
    /// The words of event and site.
    pub places: Vec<String>,
    /// The address on the web, empty if unknown.
    pub address: String,
    /// The result; `None` if unknown.
    pub outcome: Option<Outcome>,
}

/// How the evidence of the tags is weighed, in half points. The numbers were found with an archive of 166,417 games in which
/// 7,500 pairs share the surnames and most of the moves.
mod weight {
    pub(super) const NEVER: i32 = -1000;
    pub(super) const SAME_NAME: i32 = 10;
    pub(super) const ALIKE_NAME: i32 = 8;
    pub(super) const UNKNOWN_NAME: i32 = -4;
    pub(super) const DOUBTFUL_NAME: i32 = -12;
    pub(super) const SAME_FIDE_ID: i32 = 10;
    pub(super) const SAME_DAY: i32 = 12;
    pub(super) const SAME_YEAR: i32 = 6;
    pub(super) const NEAR_DAY: i32 = -6;
    pub(super) const OTHER_DAY: i32 = -16;
    pub(super) const SAME_ROUND: i32 = 8;
    pub(super) const PART_OF_ROUND: i32 = 4;
    pub(super) const OTHER_ROUND: i32 = -10;
    pub(super) const SAME_PLACE: i32 = 6;
    pub(super) const OTHER_PLACE: i32 = -4;
    pub(super) const SAME_OUTCOME: i32 = 2;
    pub(super) const OTHER_OUTCOME: i32 = -8;
    pub(super) const SAME_ADDRESS: i32 = 40;
    pub(super) const SAME_TIME: i32 = 12;
    pub(super) const OTHER_TIME: i32 = -40;
    pub(super) const DRAW: i32 = -8;
    pub(super) const DRAW_OF_OTHER_ROUND: i32 = -28;
}

/// The most words of event and site, and the most numbers of a round, that are compared.
const MAX_PLACES: usize = 16;

/// The longest address that is compared, in characters.
const MAX_TEXT: usize = 200;

/// The most days between two dates of one game: that of the game, and that of the beginning of the event.
const MAX_DAYS: u32 = 31;

/// Words in the names of many events, which do not tell one from another.
const GENERIC: [&str; 23] = [
    "blitz",
    "rapid",
    "open",
    "world",
    "champ",
    "championship",
    "international",
    "tournament",
    "masters",
    "cup",
    "match",
    "memorial",
    "final",
    "finals",
    "league",
    "team",
    "teams",
    "grand",
    "prix",
    "festival",
    "chess",
    "online",
    "group",
];

impl Encounter {
    /// The record in the tags of a game, which was read from `bytes`.
    #[must_use]
    pub fn of_game(game: &Game, bytes: &[u8]) -> Self {
        let tag = |name: &str| game.tags.text(name, bytes).unwrap_or_default();
        let fide_id = |name: &str| tag(name).trim().parse().unwrap_or(0);
        let date = [tag("Date"), tag("UTCDate")].map(|date| parts_of_date(&date));
        let (year, month, day) = if date[0].0 > 0 { date[0] } else { date[1] };
        let mut places = words(&tag("Event"));
        let address = address(&tag("Site"))
            .or(address(&tag("Link")))
            .unwrap_or_default()
            .chars()
            .take(MAX_TEXT)
            .collect::<String>();
        if address.is_empty() {
            places.extend(words(&tag("Site")));
        }
        places.truncate(MAX_PLACES);
        for word in &mut places {
            *word = word.chars().take(MAX_LETTERS).collect();
        }
        Self {
            players: [name_words(&tag("White")), name_words(&tag("Black"))],
            fide_ids: [fide_id("WhiteFideId"), fide_id("BlackFideId")],
            year,
            month,
            day,
            time: time(&tag("UTCTime")).unwrap_or_default().to_owned(),
            round: tag("Round")
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .take(MAX_PLACES)
                .collect(),
            places,
            address,
            outcome: game.stated().filter(|outcome| *outcome != Outcome::Unknown),
        }
    }

    /// How strongly the two records speak for one encounter, in half points; negative if against it.
    #[must_use]
    pub fn agreement(&self, other: &Self) -> i32 {
        if self.address == other.address && !self.address.is_empty() {
            return weight::SAME_ADDRESS + self.agreement_on_outcome(other);
        }
        if !self.address.is_empty() && !other.address.is_empty() {
            return weight::NEVER;
        }
        let parts = [
            self.agreement_on_players(other),
            self.agreement_on_time(other),
            self.agreement_on_day(other),
            self.agreement_on_round(other),
            self.agreement_on_place(other),
            self.agreement_on_outcome(other),
        ];
        parts.into_iter().sum()
    }

    /// How strongly a short game speaks against one game, in half points: the same players repeat a short draw, above all in
    /// another round.
    #[must_use]
    pub fn repeated_draw(&self, other: &Self) -> i32 {
        match [self.outcome, other.outcome] == [Some(Outcome::Draw); 2] {
            true if self.agreement_on_round(other) < 0 => weight::DRAW_OF_OTHER_ROUND,
            true => weight::DRAW,
            false => 0,
        }
    }

    fn agreement_on_players(&self, other: &Self) -> i32 {
        let players = (0..2).map(|side| match [self.fide_ids[side], other.fide_ids[side]] {
            [0, _] | [_, 0] => match compare_names(&self.players[side], &other.players[side]) {
                NameLikeness::Same => weight::SAME_NAME,
                NameLikeness::Alike => weight::ALIKE_NAME,
                NameLikeness::Unknown => weight::UNKNOWN_NAME,
                NameLikeness::Doubtful => weight::DOUBTFUL_NAME,
                NameLikeness::Different => weight::NEVER,
            },
            [one, other] if one == other => weight::SAME_FIDE_ID,
            _ => weight::NEVER,
        });
        players.sum()
    }

    fn agreement_on_time(&self, other: &Self) -> i32 {
        match (self.time.is_empty() || other.time.is_empty(), self.time == other.time) {
            (true, _) => 0,
            (false, true) => weight::SAME_TIME,
            (false, false) => weight::OTHER_TIME,
        }
    }

    fn agreement_on_day(&self, other: &Self) -> i32 {
        if self.year == 0 || other.year == 0 {
            return 0;
        }
        let agree = |one: u8, other: u8| one == 0 || other == 0 || one == other;
        let is_same_day = agree(self.month, other.month) && agree(self.day, other.day);
        let are_complete = [self, other].iter().all(|date| date.month > 0 && date.day > 0);
        let is_near = match self.year.abs_diff(other.year) {
            0 if is_same_day => return if are_complete { weight::SAME_DAY } else { weight::SAME_YEAR },
            0 | 1 => !are_complete || is_same_day || self.days().abs_diff(other.days()) <= MAX_DAYS,
            _ => false,
        };
        if is_near { weight::NEAR_DAY } else { weight::OTHER_DAY }
    }

    /// The number of the day, roughly.
    fn days(&self) -> u32 {
        (u32::from(self.year) * 12 + u32::from(self.month)) * 31 + u32::from(self.day)
    }

    fn agreement_on_round(&self, other: &Self) -> i32 {
        match (&self.round[..], &other.round[..]) {
            ([], _) | (_, []) => 0,
            (one, other) if one == other => weight::SAME_ROUND,
            // The numbers of round and board: `3.1`, or only `3`.
            ([one], [other, _]) | ([one, _], [other]) if one == other => weight::PART_OF_ROUND,
            _ => weight::OTHER_ROUND,
        }
    }

    fn agreement_on_place(&self, other: &Self) -> i32 {
        if self.places.is_empty() || other.places.is_empty() {
            return 0;
        }
        let is_shared = |word: &String| other.names_of_places().any(|place| word == place || is_spelling(word, place));
        if self.places == other.places || self.names_of_places().any(is_shared) {
            weight::SAME_PLACE
        } else {
            weight::OTHER_PLACE
        }
    }

    /// The words of event and site that can be names.
    fn names_of_places(&self) -> impl Iterator<Item = &String> {
        self.places.iter().filter(|word| {
            word.len() > 3
                && !word.starts_with(|letter: char| letter.is_ascii_digit())
                && !GENERIC.contains(&word.as_str())
        })
    }

    fn agreement_on_outcome(&self, other: &Self) -> i32 {
        match (self.outcome, other.outcome) {
            (None, None) => weight::SAME_OUTCOME,
            (None, _) | (_, None) => 0,
            (one, other) if one == other => weight::SAME_OUTCOME,
            _ => weight::OTHER_OUTCOME,
        }
    }
}

/// The parts of a date `yyyy.mm.dd`, 0 where they are unknown.
fn parts_of_date(date: &str) -> (u16, u8, u8) {
    let mut parts = date.trim().split(['.', '-', '/']);
    let year = parts.next().filter(|year| year.len() == 4).and_then(|year| year.parse().ok()).unwrap_or(0);
    let mut part = |most: u8| parts.next().and_then(|part| part.parse().ok()).filter(|part| *part <= most).unwrap_or(0);
    (year, part(12), part(31))
}
