//! The reason why a game ended, from its Termination tag: the values of PGN 9.8.1 and those that programs write.

use crate::chess::piece::Color;

named! {
    /// The reason in a Termination tag, with a phrase that fits after *the game ended*.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Termination: (Display) {
        /// Regular and not specified further: checkmate, resignation, stalemate, agreement and others.
        Normal = "in a regular way",
        /// Checkmate.
        Checkmate = "by checkmate",
        /// Stalemate.
        Stalemate = "by stalemate",
        /// Resignation.
        Resignation = "by resignation",
        /// A flag fell.
        Time = "on time",
        /// A flag fell, and the opponent had insufficient material.
        TimeInsufficient = "on time against insufficient material",
        /// Repetition.
        Repetition = "by repetition",
        /// Fifty moves.
        Fifty = "by fifty moves",
        /// Agreement.
        Agreement = "by agreement",
        /// Insufficient material.
        Insufficient = "by insufficient material",
        /// Abandoned before its end.
        Abandoned = "abandoned",
        /// Adjudicated.
        Adjudication = "by adjudication",
        /// A player did not come, or not in time.
        Forfeit = "by forfeit",
        /// An illegal move.
        IllegalMove = "by an illegal move",
        /// An infraction of the rules.
        Rules = "by an infraction of the rules",
        /// A player died.
        Death = "by a player's death",
        /// An emergency.
        Emergency = "by an emergency",
        /// Not ended.
        Unterminated = "not ended",
        /// Unknown.
        Unknown = "in an unknown way",
        /// An unrecognized value, from which nothing is inferred.
        Other = "in an unrecognized way",
    }
}

/// The winner that a Termination tag names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner<'a> {
    /// The player of this name, or `White` or `Black`.
    Named(&'a str),
    /// The opponent of the player of this name.
    OpponentOf(&'a str),
    /// A draw.
    Nobody,
}

/// The phrases after the name of a winner, and of a loser.
const WINS: [&str; 2] = [" won", " wins"];
const LOSES: [&str; 8] =
    [" resigned", " resigns", " forfeited", " forfeits", " lost", " loses", " ran out of time", " was checkmated"];

/// The values of PGN 9.8.1, the most common first.
const STANDARD: [&[u8]; 8] = [
    b"normal",
    b"time forfeit",
    b"abandoned",
    b"adjudication",
    b"rules infraction",
    b"unterminated",
    b"death",
    b"emergency",
];

/// Whether a value is one of the standard's, none of which names a winner.
pub fn is_standard(value: &[u8]) -> bool {
    STANDARD.iter().any(|standard| value.eq_ignore_ascii_case(standard))
}

/// The winner, if the value names one: `Anna P. won on time`, `Black resigns`, `Game drawn by agreement`.
pub fn winner(value: &str) -> Option<Winner<'_>> {
    let text = value.to_ascii_lowercase();
    // The last phrase counts, because names can contain such phrases too.
    let name_before = |phrases: &[&str]| {
        let ends_word =
            |at: usize, phrase: &str| text[at + phrase.len()..].chars().next().is_none_or(|c| !c.is_alphabetic());
        let found = phrases.iter().filter_map(|phrase| text.rfind(phrase).filter(|&at| ends_word(at, phrase)));
        found.max().map(|at| value[..at].trim())
    };
    if let Some(name) = name_before(&WINS) {
        return Some(Winner::Named(name));
    }
    if let Some(name) = name_before(&LOSES) {
        return Some(Winner::OpponentOf(name));
    }
    let says_draw = text.split(|c: char| !c.is_alphabetic()).any(|word| word == "drawn" || word == "draw");
    (says_draw || parse(value.as_bytes()).is_some_and(Termination::is_draw)).then_some(Winner::Nobody)
}

impl Winner<'_> {
    /// The color of the winner: `players` are the names of White and Black. `None` if nobody won, or the name is that of
    /// neither or of both.
    pub fn color(self, players: [Option<&str>; 2]) -> Option<Color> {
        let (name, is_loser) = match self {
            Self::Named(name) => (name, false),
            Self::OpponentOf(name) => (name, true),
            Self::Nobody => return None,
        };
        let is = |color: Color| {
            let player = players[color.index()].map(str::trim);
            name.eq_ignore_ascii_case(&color.to_string())
                || !name.is_empty() && player.is_some_and(|player| player.eq_ignore_ascii_case(name))
        };
        let named = match Color::BOTH.map(is) {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ => return None,
        };
        Some(if is_loser { named.other() } else { named })
    }
}

impl Termination {
    /// Whether a game that ended so is drawn.
    const fn is_draw(self) -> bool {
        matches!(
            self,
            Self::Stalemate
                | Self::Repetition
                | Self::Fifty
                | Self::Agreement
                | Self::Insufficient
                | Self::TimeInsufficient
        )
    }
}

/// The endings of known values, in lower case: the standard's, and those of lichess, cutechess, fastchess, TCEC, chess.com
/// and FICS, which may start with a player's name or with `drawn by`.
const SPELLINGS: [(&str, Termination); 44] = [
    ("normal", Termination::Normal),
    ("variant end", Termination::Normal),
    ("abandoned", Termination::Abandoned),
    ("adjudication", Termination::Adjudication),
    ("tb position", Termination::Adjudication),
    ("death", Termination::Death),
    ("unplayed", Termination::Forfeit),
    ("forfeit", Termination::Forfeit),
    ("default", Termination::Forfeit),
    ("no-show", Termination::Forfeit),
    ("walkover", Termination::Forfeit),
    ("emergency", Termination::Emergency),
    ("rules infraction", Termination::Rules),
    ("time forfeit", Termination::Time),
    ("unterminated", Termination::Unterminated),
    ("insufficient material", Termination::Insufficient),
    ("stalled connection", Termination::Abandoned),
    ("illegal move", Termination::IllegalMove),
    ("unknown", Termination::Unknown),
    ("?", Termination::Unknown),
    ("checkmate", Termination::Checkmate),
    ("won on time", Termination::Time),
    ("agreement", Termination::Agreement),
    ("repetition", Termination::Repetition),
    ("stalemate", Termination::Stalemate),
    ("timeout vs insufficient material", Termination::TimeInsufficient),
    ("50-move rule", Termination::Fifty),
    ("50 move rule", Termination::Fifty),
    ("50 moves rule", Termination::Fifty),
    ("50 moves", Termination::Fifty),
    ("fifty-move rule", Termination::Fifty),
    ("fifty move rule", Termination::Fifty),
    ("fifty moves rule", Termination::Fifty),
    ("fifty moves", Termination::Fifty),
    ("resignation", Termination::Resignation),
    ("resigns", Termination::Resignation),
    ("resigned", Termination::Resignation),
    ("wins on time", Termination::Time),
    ("lost on time", Termination::Time),
    ("loses on time", Termination::Time),
    ("forfeits on time", Termination::Time),
    ("forfeited on time", Termination::Time),
    ("ran out of time", Termination::Time),
    ("draw agreed", Termination::Agreement),
];

/// How much of the end of a value is looked at; every spelling is shorter.
const MAX_ENDING: usize = 255;

/// Reads a value; `None` if no known program writes it. An empty value is [`Termination::Unknown`].
pub fn parse(value: &[u8]) -> Option<Termination> {
    // The most common values, without allocation.
    match value {
        b"Normal" | b"normal" => return Some(Termination::Normal),
        b"Time forfeit" | b"time forfeit" => return Some(Termination::Time),
        b"" => return Some(Termination::Unknown),
        _ => {}
    }
    let text = String::from_utf8_lossy(&value[value.len().saturating_sub(MAX_ENDING)..]).to_ascii_lowercase();
    let endings = SPELLINGS.iter().filter(|(spelling, _)| text.ends_with(spelling));
    endings.max_by_key(|(spelling, _)| spelling.len()).map(|&(_, termination)| termination)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_values_of_many_programs() {
        for (text, expected) in [
            ("Anna P. won on time", Some(Termination::Time)),
            ("Game drawn by timeout vs insufficient material", Some(Termination::TimeInsufficient)),
            ("Game drawn by insufficient material", Some(Termination::Insufficient)),
            ("Normal", Some(Termination::Normal)),
            ("time forfeit", Some(Termination::Time)),
            ("", Some(Termination::Unknown)),
            ("Black resigns", Some(Termination::Resignation)),
            ("White forfeits on time", Some(Termination::Time)),
            ("Threefold repetition", Some(Termination::Repetition)),
            ("Game drawn by 3-fold repetition", Some(Termination::Repetition)),
            ("50-move rule", Some(Termination::Fifty)),
            ("Fifty moves", Some(Termination::Fifty)),
            ("timeout vs insufficient material", Some(Termination::TimeInsufficient)),
            ("Manual adjudication", Some(Termination::Adjudication)),
            ("Anna P. won - game abandoned", Some(Termination::Abandoned)),
            ("Draw by mutual agreement", Some(Termination::Agreement)),
            ("Unplayed", Some(Termination::Forfeit)),
            ("Double forfeit", Some(Termination::Forfeit)),
            ("bored", None),
        ] {
            assert_eq!(parse(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn standard_values_name_no_winner() {
        for value in STANDARD {
            let text = std::str::from_utf8(value).unwrap();
            assert!(is_standard(text.to_ascii_uppercase().as_bytes()) && winner(text).is_none(), "{text}");
        }
        assert!(!is_standard(b"White won on time"));
    }

    #[test]
    fn reads_the_named_winner() {
        for (text, expected) in [
            ("Anna P. won on time", Some(Winner::Named("Anna P."))),
            ("White wins by resignation", Some(Winner::Named("White"))),
            ("Black resigns", Some(Winner::OpponentOf("Black"))),
            ("white forfeits on time", Some(Winner::OpponentOf("white"))),
            ("A lost cause won - game abandoned", Some(Winner::Named("A lost cause"))),
            ("Game drawn by agreement", Some(Winner::Nobody)),
            ("Threefold repetition", Some(Winner::Nobody)),
            ("timeout vs insufficient material", Some(Winner::Nobody)),
            ("Checkmate", None),
            ("Wonder", None),
            ("Normal", None),
        ] {
            assert_eq!(winner(text), expected, "{text}");
        }
    }
}
