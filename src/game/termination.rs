//! Why a game ended, in the words of the tag `Termination` (PGN 9.8.1) and of those who write it.

use std::fmt;

/// Why a game ended, as far as the tag says it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Termination {
    /// In the ordinary way, which is not told: mate, resignation, stalemate, agreement and more.
    Normal,
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Resignation.
    Resignation,
    /// A flag fell.
    Time,
    /// A flag fell, and the other player had too few men.
    TimeInsufficient,
    /// Repetition.
    Repetition,
    /// Fifty moves.
    Fifty,
    /// Agreement.
    Agreement,
    /// Too few men to mate.
    Insufficient,
    /// Given up before its end.
    Abandoned,
    /// Somebody else decided.
    Adjudication,
    /// An illegal move.
    IllegalMove,
    /// Against the rules.
    Rules,
    /// A player died.
    Death,
    /// An emergency.
    Emergency,
    /// Not ended.
    Unterminated,
    /// Nobody knows.
    Unknown,
}

/// Spellings in small letters: of the standard, of lichess, cutechess, fastchess and TCEC, and the ends of chess.com's,
/// which begin with the name of a player.
const SPELLINGS: [(&str, Termination); 31] = [
    ("normal", Termination::Normal),
    ("variant end", Termination::Normal),
    ("abandoned", Termination::Abandoned),
    ("adjudication", Termination::Adjudication),
    ("manual adjudication", Termination::Adjudication),
    ("tb position", Termination::Adjudication),
    ("death", Termination::Death),
    ("emergency", Termination::Emergency),
    ("rules infraction", Termination::Rules),
    ("time forfeit", Termination::Time),
    ("unterminated", Termination::Unterminated),
    ("insufficient material", Termination::Insufficient),
    ("stalled connection", Termination::Abandoned),
    ("illegal move", Termination::IllegalMove),
    ("unknown", Termination::Unknown),
    ("?", Termination::Unknown),
    ("won by checkmate", Termination::Checkmate),
    ("won by resignation", Termination::Resignation),
    ("won on time", Termination::Time),
    ("won - game abandoned", Termination::Abandoned),
    ("drawn by agreement", Termination::Agreement),
    ("drawn by repetition", Termination::Repetition),
    ("drawn by stalemate", Termination::Stalemate),
    ("drawn by insufficient material", Termination::Insufficient),
    ("drawn by timeout vs insufficient material", Termination::TimeInsufficient),
    ("drawn by 50-move rule", Termination::Fifty),
    ("3-fold repetition", Termination::Repetition),
    ("fifty moves rule", Termination::Fifty),
    ("checkmate", Termination::Checkmate),
    ("stalemate", Termination::Stalemate),
    ("resignation", Termination::Resignation),
];

/// Reads a value of the tag; `None` if nobody is known to write it. An empty value is [`Termination::Unknown`].
#[must_use]
pub fn read(value: &[u8]) -> Option<Termination> {
    // The commonest, without a look at the rest.
    match value {
        b"Normal" | b"normal" => return Some(Termination::Normal),
        b"Time forfeit" | b"time forfeit" => return Some(Termination::Time),
        b"" => return Some(Termination::Unknown),
        _ => {}
    }
    let text = String::from_utf8_lossy(value).to_ascii_lowercase();
    let longest = SPELLINGS.iter().filter(|(spelling, _)| text.ends_with(spelling));
    longest.max_by_key(|(spelling, _)| spelling.len()).map(|&(_, termination)| termination)
}

impl fmt::Display for Termination {
    /// In words, as in *by* …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normal => "in the ordinary way",
            Self::Checkmate => "by checkmate",
            Self::Stalemate => "by stalemate",
            Self::Resignation => "by resignation",
            Self::Time => "on time",
            Self::TimeInsufficient => "on time against insufficient material",
            Self::Repetition => "by repetition",
            Self::Fifty => "by fifty moves",
            Self::Agreement => "by agreement",
            Self::Insufficient => "by insufficient material",
            Self::Abandoned => "abandoned",
            Self::Adjudication => "by adjudication",
            Self::IllegalMove => "by an illegal move",
            Self::Rules => "by an infraction of the rules",
            Self::Death => "by a player's death",
            Self::Emergency => "by an emergency",
            Self::Unterminated => "not ended",
            Self::Unknown => "in a way nobody knows",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_many_hands() {
        for (text, expected) in [
            ("Anna P. won on time", Some(Termination::Time)),
            ("Game drawn by timeout vs insufficient material", Some(Termination::TimeInsufficient)),
            ("Game drawn by insufficient material", Some(Termination::Insufficient)),
            ("Normal", Some(Termination::Normal)),
            ("time forfeit", Some(Termination::Time)),
            ("", Some(Termination::Unknown)),
            ("Manual adjudication", Some(Termination::Adjudication)),
            ("bored", None),
        ] {
            assert_eq!(read(text.as_bytes()), expected, "{text}");
        }
    }
}
