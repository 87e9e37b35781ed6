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
    /// When the game began, to the second, as it is written; empty if unknown.
    pub time: String,
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
    /// More than what is for one game cannot make up for [`NEVER`].
    pub(super) const NEVER_BELOW: i32 = NEVER / 2;
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
    pub(super) const DRAWING_LINE: i32 = -60;
}

/// The most words of event and site, and the most numbers of a round, that are compared.
const MAX_PLACES: usize = 16;

/// The longest address that is compared, in characters.
const MAX_TEXT: usize = 200;

/// The most days between two dates of one game: that of the game, and that of the beginning of the event.
const MAX_DAYS: u32 = 31;

/// The maximum length of a short game, in plies. Players often play the same short game twice.
const SHORT: usize = 40;

/// The maximum length of a known drawing line, in plies.
const DRAWING_LINE: usize = 80;

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
    pub fn of_game(game: &Game, bytes: &[u8]) -> Self {
        let tag = |name: &str| game.tags.text(name, bytes).unwrap_or_default();
        let fide_id = |name: &str| tag(name).trim().parse().unwrap_or(0);
        let (year, month, day) = date(game, bytes);
        let mut places = words(&tag("Event"));
        let address = address_of(game, bytes);
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
            time: time(&tag("UTCTime")).unwrap_or(&tag("GameStartTime")).chars().take(MAX_TEXT).collect(),
            round: round(game, bytes),
            places,
            address,
            outcome: game.stated().filter(|outcome| *outcome != Outcome::Unknown),
        }
    }

    /// How strongly the two records speak for one encounter, in half points; negative if against it.
    pub fn agreement(&self, other: &Self) -> i32 {
        if self.has_address_of(other) {
            return weight::SAME_ADDRESS + self.agreement_on_outcome(other);
        }
        if !self.address.is_empty() && !other.address.is_empty() && self.address != other.address {
            return weight::NEVER;
        }
        let [day, round, place] =
            [self.agreement_on_day(other), self.agreement_on_round(other), self.agreement_on_place(other)];
        // Two mistakes in one copy are rare.
        if day < 0 && round < 0 && self.has_full_date() && other.has_full_date() {
            return weight::NEVER;
        }
        let is_same_round = day == weight::SAME_DAY && round == weight::SAME_ROUND && place >= 0;
        let players = match self.agreement_on_players(&other.players, other.fide_ids) {
            // The names of White and Black are swapped.
            ..weight::NEVER_BELOW if is_same_round => {
                let ([white, black], [of_white, of_black]) = (other.players.clone(), other.fide_ids);
                self.agreement_on_players(&[black, white], [of_black, of_white])
            }
            players => players,
        };
        players + self.agreement_on_time(other) + day + round + place + self.agreement_on_outcome(other)
    }

    /// How strongly a draw speaks against one game, in half points, if it has at most so many plies: the same players repeat
    /// a short draw, above all in another round, and a known drawing line in another event or on the same day.
    pub fn repeated_draw(&self, other: &Self) -> (usize, i32) {
        let is_other_round = self.agreement_on_round(other) < 0;
        let is_other_event = self.agreement_on_day(other) < 0 && self.agreement_on_place(other) <= 0;
        let are_full = self.has_full_date() && other.has_full_date();
        match [self.outcome, other.outcome] == [Some(Outcome::Draw); 2] {
            true if is_other_event && (is_other_round || are_full) || is_other_round && are_full => {
                (DRAWING_LINE, weight::DRAWING_LINE)
            }
            true if is_other_round => (SHORT, weight::DRAW_OF_OTHER_ROUND),
            true => (SHORT, weight::DRAW),
            false => (0, 0),
        }
    }

    /// Whether both records have the same address on the web, and it can be that of the game.
    pub fn has_address_of(&self, other: &Self) -> bool {
        let is_of_event = self.agreement_on_day(other) < 0 || self.agreement_on_round(other) < 0;
        !self.address.is_empty() && self.address == other.address && !is_of_event
    }

    /// Whether both records know the round, and it is the same.
    pub fn has_round_of(&self, other: &Self) -> bool {
        self.agreement_on_round(other) > 0
    }

    /// Whether both records contradict each other in the day, the round and the event.
    pub fn is_elsewhere(&self, other: &Self) -> bool {
        [self.agreement_on_day(other), self.agreement_on_round(other), self.agreement_on_place(other)]
            .into_iter()
            .all(|agreement| agreement < 0)
    }

    fn agreement_on_players(&self, players: &[Vec<String>; 2], fide_ids: [u32; 2]) -> i32 {
        let players = (0..2).map(|side| match [self.fide_ids[side], fide_ids[side]] {
            [0, _] | [_, 0] => match compare_names(&self.players[side], &players[side]) {
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
        let are_full = self.has_full_date() && other.has_full_date();
        let are_near = self.days().abs_diff(other.days()) <= MAX_DAYS;
        match self.year.abs_diff(other.year) {
            0 if is_same_day && are_full => weight::SAME_DAY,
            0 if is_same_day => weight::SAME_YEAR,
            0 | 1 if is_same_day || are_near || !are_full => weight::NEAR_DAY,
            // `03.05` and `05.03` are one day for different people.
            0 if (self.month, self.day) == (other.day, other.month) => weight::NEAR_DAY,
            _ if are_full => weight::NEVER,
            _ => weight::OTHER_DAY,
        }
    }

    fn has_full_date(&self) -> bool {
        self.month > 0 && self.day > 0
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

/// The date of a game, 0 for what is unknown.
pub(super) fn date(game: &Game, bytes: &[u8]) -> (u16, u8, u8) {
    let of_tag = |name| parts_of_date(&game.tags.text(name, bytes).unwrap_or_default());
    Some(of_tag("Date")).filter(|(year, ..)| *year > 0).unwrap_or_else(|| of_tag("UTCDate"))
}

pub(super) fn round(game: &Game, bytes: &[u8]) -> Vec<u32> {
    let round = game.tags.text("Round", bytes).unwrap_or_default();
    let numbers = round.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok());
    numbers.take(MAX_PLACES).collect()
}

/// The address of the game on the web, empty if unknown.
pub(super) fn address_of(game: &Game, bytes: &[u8]) -> String {
    let of_tag = |name| {
        let value = game.tags.text(name, bytes).unwrap_or_default();
        // An address without a path is that of a server.
        let address = address(&value).filter(|address| address.trim_end_matches('/').contains('/'))?;
        Some(address.chars().take(MAX_TEXT).collect::<String>())
    };
    of_tag("Site").or_else(|| of_tag("Link")).unwrap_or_default()
}

/// The parts of a date `yyyy.mm.dd`, 0 where they are unknown.
fn parts_of_date(date: &str) -> (u16, u8, u8) {
    let mut parts = date.trim().split(['.', '-', '/']);
    let year = parts.next().filter(|year| year.len() == 4).and_then(|year| year.parse().ok()).unwrap_or(0);
    let mut part = |most: u8| parts.next().and_then(|part| part.parse().ok()).filter(|part| *part <= most).unwrap_or(0);
    (year, part(12), part(31))
}
