//! The conditions of `--where`: `WhiteElo >= 2500 and Result = 1-0`, of positions `legal_moves < 3 and has:op:bm`.
//!
//! The language is described in `docs/selection.md`. A condition compares tags and the facts of [`super::facts`], of positions
//! also operations of EPD. If a game or position lacks the value, every comparison is false: both `WhiteElo = 2500` and
//! `WhiteElo != 2500`.

mod board;
mod moves;
mod parse;
#[cfg(test)]
mod tests_of_board;
mod value;

use std::fmt;
use std::str::FromStr;

use crate::chess::piece::Color;

use super::facts::{ByKind, Cost, FactSubject, Facts, GameFact, ItemKind, PlyFact};
use super::finding::Excerpt;
use super::replay::Game;
use super::rules::{RuleSet, Severity};
use board::BoardCondition;
use moves::FirstMoves;
use value::Literal;
pub(in crate::game) use value::number;

/// A condition that a game, or a position, fulfills or not.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    text: String,
    condition: Condition,
    tags: Vec<String>,
}

/// A node of the syntax tree.
#[derive(Clone, PartialEq, Debug)]
enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Has(Name),
    Compare(Name, Operator, Literal),
    Finding(RuleSet),
    Board(BoardCondition),
    FirstMoves(FirstMoves),
}

/// The left side of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Name {
    Tag(String),
    Fact(GameFact),
    /// A fact about a position by itself.
    Position(PlyFact),
    /// An operation of EPD.
    Operation(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Contains,
}

/// A syntax error in a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilterError {
    text: String,
    /// Its byte offset.
    at: usize,
    message: String,
}

impl Filter {
    /// Whether a game that was read from `bytes` fulfills the condition.
    pub fn matches(&self, game: &Game, bytes: &[u8]) -> bool {
        self.decide(game, bytes) == Some(true)
    }

    /// Whether a game that was read from `bytes` fulfills the condition; `None` if the moves decide that and [were not
    /// read](Game::is_tags_only).
    pub fn decide(&self, game: &Game, bytes: &[u8]) -> Option<bool> {
        self.condition.decide(&Facts::new(game, bytes, "", None))
    }

    /// Whether something with these facts fulfills the condition.
    pub fn holds(&self, facts: &Facts<'_>) -> bool {
        self.condition.decide(facts) == Some(true)
    }

    /// Parses a condition of games, and of positions.
    ///
    /// # Errors
    ///
    /// Returns the error that is farther in the text if it is a condition of neither; of two at one place that with a suggestion.
    pub fn by_kind(text: &str) -> Result<ByKind<Self, FilterError>, FilterError> {
        let rank = |error: &FilterError| (error.at, error.message.contains("did you mean"));
        let choose = |game, position| if rank(&position) > rank(&game) { position } else { game };
        ByKind::read(|kind| Self::read(text, kind), choose)
    }

    fn read(text: &str, kind: ItemKind) -> Result<Self, FilterError> {
        let condition = parse::parse(text, kind)?;
        let mut tags: Vec<String> = Vec::new();
        for (name, ..) in condition.comparisons() {
            if let Name::Tag(tag) = name
                && !tags.contains(tag)
            {
                tags.push(tag.clone());
            }
        }
        Ok(Self { text: text.to_owned(), condition, tags })
    }

    /// Whether the tags of a game may suffice to decide the condition.
    pub fn uses_tags(&self) -> bool {
        self.condition.uses_tags()
    }

    /// The tags in the condition, in order and without duplicates. Tags only in `has:` are left out, since the
    /// condition may rightly find no game with them.
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// The first tag that must equal a text with letters, whose case counts, and this text.
    pub fn exact_text(&self) -> Option<(&str, &str)> {
        self.condition.comparisons().into_iter().find_map(|comparison| match comparison {
            (Name::Tag(tag), Operator::Equal, literal) if literal.has_case() => Some((&**tag, literal.text())),
            _ => None,
        })
    }

    /// The rules that must be checked so that the condition can be evaluated.
    pub fn rules(&self) -> RuleSet {
        self.condition.rules()
    }
}

impl Condition {
    /// The truth of the condition in Kleene's logic: a part that needs moves which were not read is unknown.
    fn decide(&self, facts: &Facts<'_>) -> Option<bool> {
        match self {
            Self::All(conditions) => until(conditions, facts, false),
            Self::Any(conditions) => until(conditions, facts, true),
            Self::Not(condition) => condition.decide(facts).map(|is_true| !is_true),
            _ if facts.game.is_tags_only && self.cost() > Cost::Tags => None,
            Self::Has(name) => Some(name.any(facts, |_| true)),
            Self::Compare(name, operator, literal) => Some(name.any(facts, |value| literal.compares(value, *operator))),
            Self::Finding(rules) => Some(facts.game.report.counts.iter().any(|(rule, ..)| rules.contains(*rule))),
            Self::Board(board) => Some(board.holds(facts)),
            Self::FirstMoves(moves) => Some(moves.begin(facts)),
        }
    }

    /// What its most expensive part costs.
    fn cost(&self) -> Cost {
        match self {
            Self::All(conditions) | Self::Any(conditions) => {
                conditions.iter().map(Self::cost).max().unwrap_or(Cost::Place)
            }
            Self::Not(condition) => condition.cost(),
            Self::Has(name) | Self::Compare(name, ..) => name.cost(),
            Self::Finding(_) | Self::Board(_) | Self::FirstMoves(_) => Cost::Replay,
        }
    }

    /// Whether any part needs tags only.
    fn uses_tags(&self) -> bool {
        match self {
            Self::All(conditions) | Self::Any(conditions) => conditions.iter().any(Self::uses_tags),
            Self::Not(condition) => condition.uses_tags(),
            _ => self.cost() <= Cost::Tags,
        }
    }

    fn rules(&self) -> RuleSet {
        match self {
            Self::All(conditions) | Self::Any(conditions) => {
                conditions.iter().map(Self::rules).fold(RuleSet::EMPTY, |all, rules| all | rules)
            }
            Self::Not(condition) => condition.rules(),
            Self::Has(Name::Fact(fact)) | Self::Compare(Name::Fact(fact), ..) if fact.needs_errors() => {
                RuleSet::at_least(Severity::Error)
            }
            Self::Finding(rules) => *rules,
            _ => RuleSet::EMPTY,
        }
    }

    fn comparisons(&self) -> Vec<(&Name, Operator, &Literal)> {
        match self {
            Self::All(conditions) | Self::Any(conditions) => conditions.iter().flat_map(Self::comparisons).collect(),
            Self::Not(condition) => condition.comparisons(),
            Self::Compare(name, operator, literal) => vec![(name, *operator, literal)],
            _ => Vec::new(),
        }
    }
}

/// The truth of a list of conditions, of which each that is `decisive` decides all.
fn until(conditions: &[Condition], facts: &Facts<'_>, decisive: bool) -> Option<bool> {
    let mut truth = Some(!decisive);
    for condition in conditions {
        match condition.decide(facts) {
            Some(is_true) if is_true == decisive => return Some(decisive),
            None => truth = None,
            Some(_) => {}
        }
    }
    truth
}

impl Name {
    /// The possible values, if there is a fixed list.
    fn words(&self) -> Option<&'static [&'static str]> {
        match self {
            Self::Fact(fact) => fact.words(),
            Self::Position(fact) => fact.words(),
            Self::Tag(_) | Self::Operation(_) => None,
        }
    }

    fn cost(&self) -> Cost {
        match self {
            Self::Tag(_) | Self::Operation(_) => Cost::Tags,
            Self::Fact(fact) => fact.info().cost,
            Self::Position(fact) => fact.info().cost,
        }
    }

    /// Whether `holds` is true of its value; for facts about a player, of either player's.
    fn any(&self, facts: &Facts<'_>, holds: impl Fn(&str) -> bool) -> bool {
        match self {
            Self::Tag(name) => facts.game.tags.text(name, facts.bytes).is_some_and(|value| holds(&value)),
            Self::Fact(fact) if fact.info().of == FactSubject::Side => {
                let sides = Color::BOTH.into_iter().filter_map(|side| fact.value(facts, Some(side)));
                sides.into_iter().any(|value| holds(&value.text()))
            }
            Self::Fact(fact) => fact.value(facts, None).is_some_and(|value| holds(&value.text())),
            Self::Position(fact) => fact.of_position(facts).is_some_and(|value| holds(&value.text())),
            Self::Operation(name) => facts.line.and_then(|line| line.operation(name)).is_some_and(holds),
        }
    }
}

impl FromStr for Filter {
    type Err = FilterError;

    /// Parses a condition of games.
    fn from_str(text: &str) -> Result<Self, FilterError> {
        Self::read(text, ItemKind::Game)
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FilterError {
    /// What is wrong, without the text around the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for FilterError {
    /// Prints the error, the text around the place, and a caret below the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, at, message } = self;
        let Excerpt { text, lead, .. } = Excerpt::new(text.as_bytes(), &(*at..*at));
        write!(f, "{message}\n    {text}\n    {:lead$}^", "")
    }
}

impl std::error::Error for FilterError {}

#[cfg(test)]
mod tests {
    use super::super::replay::{read_game, read_tags};
    use super::super::rules::RuleSet;
    use super::*;

    const GAME: &str = "[Event \"Wijk aan Zee \\\"A\\\"\"]\n[Date \"1999.01.??\"]\n[White \"Kasparov, Garry\"]\n[WhiteElo \"2812\"]\n\
                        [BlackElo \"2700\"]\n[ECO \"B07\"]\n[Round \"4\"]\n[Result \"1-0\"]\n[Own \"x\"]\n[Time \"?\"]\n\n1. e4 d6 1-0\n";

    fn holds(filter: &str) -> bool {
        let game = read_game(GAME.as_bytes(), 0, RuleSet::EMPTY);
        filter.parse::<Filter>().unwrap_or_else(|error| panic!("{error}")).matches(&game, GAME.as_bytes())
    }

    #[test]
    fn evaluates_conditions() {
        for filter in [
            "WhiteElo>=2500 and Result=1-0",
            "WhiteElo = 2812.0",
            "BlackElo < 2812 and not BlackElo > 2812",
            "White~kasparov",
            "White ~ 'OV, GA'",
            "Event = 'Wijk aan Zee \"A\"'",
            "White = \"Kasparov, Garry\" or tag:Nonsense = 1",
            "not (White ~ Karpov or White ~ Anand)",
            "ECO >= B00 AND ECO <= B99",
            "Round = 04",
            "tag:Own = x and has:Own and not has:Other",
            "plies = 2 and year = 1999 and valid = true and checkmate = false",
            "min_elo >= 2700 and max_elo = 2812",
            "tag:White ~ garry",
            "Date = 1999 and Date = 1999.01 and Date >= 1999.01.01 and Date < 1999.02.01",
            "Date > 1998 and Date <= 1999.01.31 and Date != 1999.02",
            "has:year and Time = ?",
            "eco = B00 and ECO = B07 and opening ~ pirc and eco >= B00 and has:opening",
            "player ~ kasparov and not player ~ karpov and has:player",
            "ending = resignation and certainty != proved and moves = 1",
            "white_elo = 2812 and elo_difference = 112 and month = 1999.01 and date = 1999",
            "BlackElo != ? and not Date = ? and Date ~ 199 and not WhiteElo ~ x",
            "Date != '????.??.??' and not Date = '????.??.??'",
            "has_clocks = false and status = valid and material ~ KQRRBBNNPPPPPPPPv",
        ] {
            assert!(holds(filter), "{filter}");
        }
        for filter in [
            "WhiteElo > 2812",
            "WhiteElo < 30",
            "tag:Missing = x",
            "tag:Missing != x",
            "not has:White",
            "Date = 1999.01.15",
            "Date < 1999.01.15",
            "Date != 1999.01.15",
            "Result = 0-1 or Result = 1/2-1/2",
            "Time < 5",
            "White = kasparov",
            "has:Plies",
            "eco = B07",
            "opening = 'pirc defense'",
        ] {
            assert!(!holds(filter), "{filter}");
        }
    }

    #[test]
    fn tags_decide_what_they_can() {
        let (tags, whole) = (read_tags(GAME.as_bytes(), 0).unwrap(), read_game(GAME.as_bytes(), 0, RuleSet::EMPTY));
        for (filter, by_tags, uses_tags) in [
            ("WhiteElo > 2800", Some(true), true),
            ("has:ECO and not BlackElo > 2700", Some(true), true),
            ("plies = 2", None, false),
            ("result = 1-0", None, false),
            ("plies = 9 and WhiteElo > 2812", Some(false), true),
            ("WhiteElo = 2812 and plies = 2", None, true),
            ("plies = 9 or WhiteElo = 2812", Some(true), true),
            ("not (plies = 2 and year = 1998)", Some(true), true),
            ("plies = 2 or year = 1998", None, true),
            ("not has:opening", None, false),
        ] {
            let parsed: Filter = filter.parse().unwrap();
            assert_eq!(parsed.decide(&tags, GAME.as_bytes()), by_tags, "{filter}");
            assert_eq!(parsed.uses_tags(), uses_tags, "{filter}");
            let decided = parsed.decide(&whole, GAME.as_bytes());
            assert!(decided.is_some() && (by_tags.is_none() || decided == by_tags), "{filter}");
        }
    }

    #[test]
    fn an_unknown_date_equals_only_an_unknown_date() {
        let holds = |filter: &str, date: &str| {
            let text = format!("[Date \"{date}\"]\n\n1. e4 *\n");
            let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
            filter.parse::<Filter>().unwrap().matches(&game, text.as_bytes())
        };
        for (date, is_unknown) in [("????.??.??", true), ("1999.??.??", false), ("1999.01.31", false)] {
            assert_eq!(holds("Date = '????.??.??'", date), is_unknown, "{date}");
            assert_eq!(holds("Date != '????.??.??'", date), !is_unknown, "{date}");
            assert!(!holds("Date < '????.??.??'", date), "{date}");
        }
        for unknown in ["????.??.??", "?", "", "soon", "10000.01.01", "????.01.31"] {
            assert!(!holds("Date = 1999 or Date != 1999", unknown), "{unknown}");
            assert!(!holds("Date < 1999.05.05 or Date > 1999.05.05 or tag:EventDate < 1999", unknown), "{unknown}");
            assert!(holds("Date = '????.??.??'", unknown), "{unknown}");
        }
        assert!(holds("Date = 2019 and not Date = 2019.02", "2019.02.30"), "no such day, but the year is certain");
        assert!(holds("Date = 1999.01.31 and Date < 1999.02", "31/01/1999"));
        assert!(holds("Date >= 1999.01 and Date < 1999.03 and not Date = 1999.01", "01.02.1999"), "one of two days");
        assert!(holds("Date > 2019.05 and Date = 2020 and not Date = 2020.01", "2020"));
        assert!(holds("Date = ? and not Date = ''", "?"));
        assert!(holds("Date == 2020 && not (Date == 2019 || Date = 2021)", "2020"));
    }

    #[test]
    fn errors_point_at_their_place() {
        for (text, at, message) in [
            ("", 0, "a condition is missing"),
            ("WhiteElo", 8, "a comparison is missing: one of = != < <= > >= ~"),
            ("WhiteElo >", 10, "a value is missing"),
            ("WhiteElo=>2", 9, "a value is missing; the operator is written `>=`"),
            ("WhiteElo =< 2", 10, "a value is missing; the operator is written `<=`"),
            ("WhiteElo >> 2", 10, "a value is missing"),
            ("ECO = 1 and", 11, "a condition is missing"),
            ("ECO = 1 B = 2", 8, "`and` or `or` is missing"),
            ("(ECO = 1", 8, "`)` is missing"),
            ("ECO = 1)", 7, "`)` closes nothing"),
            ("ECO = 'x", 6, "the quotation mark is never closed"),
            ("ply > 3", 0, "`ply` is a fact about a ply, not about a game"),
            ("plie > 3", 0, "no fact and no known tag is called `plie`; did you mean `plies`?"),
            (
                "WhiteELO > 2500",
                0,
                "no fact and no known tag is called `WhiteELO`; did you mean `WhiteElo`? for a tag of that name, write `tag:WhiteELO`",
            ),
            (
                "qqqq = 1",
                0,
                "no fact and no known tag is called `qqqq`; `adoube explain --facts` lists the facts; for a tag of that name, write `tag:qqqq`",
            ),
            ("file ~ a", 0, "a condition cannot be about `file`; the inputs are the files that are read"),
            ("game = 3", 0, "a condition cannot be about `game`; --game chooses games by their numbers"),
            ("speed = bliz", 8, "`bliz` is no speed; did you mean `blitz`?"),
            ("date > soon", 7, "`soon` is not a date; write 1999, 1999.01 or 1999.01.31"),
            ("Date > 2004-01", 7, "`2004-01` is not a date; write 1999, 1999.01 or 1999.01.31"),
            ("Date = 2019.02.30", 7, "`2019.02.30` is not a date; write 1999, 1999.01 or 1999.01.31"),
            (
                "color = white",
                0,
                "a condition cannot be about `color`: every game has both; `white` and `black` are the players",
            ),
            ("Date >= 2004.01.32", 8, "`2004.01.32` is not a date; write 1999, 1999.01 or 1999.01.31"),
            ("tag:EventDate = soon", 16, "`soon` is not a date; write 1999, 1999.01 or 1999.01.31"),
            ("Date < ?", 7, "`?` is not a date; write 1999, 1999.01 or 1999.01.31"),
            ("WhiteElo > abc", 11, "`abc` is not a number"),
            ("PlyCount > x", 11, "`x` is not a number"),
            ("has:", 4, "the name of a tag is missing"),
            ("plies > many", 8, "`many` is not a number"),
            ("valid = yes", 8, "write true or false"),
            ("eco = B9", 6, "`B9` is no ECO code, such as B90; `eco ~ B9` finds all codes with `B9`"),
            ("result = draw", 9, "a draw is written 1/2-1/2"),
            (
                "Termination = time forfeit or year = 1999",
                19,
                "`and` or `or` is missing; put a value with spaces in quotation marks: 'time forfeit'",
            ),
            ("material = 'KRvK at any time'", 16, "write `at end` and `at any time` after the quotation marks"),
        ] {
            let error = text.parse::<Filter>().unwrap_err();
            assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
        }
        let error = "tag:é = 1 and and".parse::<Filter>().unwrap_err();
        assert_eq!(error.to_string(), "a condition is missing\n    tag:é = 1 and and\n                  ^");
        let far = format!("{:65535} and", "has:White").parse::<Filter>().unwrap_err();
        assert_eq!(far.to_string(), format!("a condition is missing\n    …{:25} and\n    {:30}^", "", ""));
        assert!("(".repeat(100_000).parse::<Filter>().is_err());
        assert!("not ".repeat(100_000).parse::<Filter>().is_err());
    }
}
