//! The columns of a row: facts and tags, by name; and tag names that may be used like facts.

use crate::game::record::plies::PlyOptions;
use crate::game::suggestions::did_you_mean;
use crate::pgn::names;

use super::{FactType, FactValue, Facts, GameFact, PlyFact};

/// A column: a fact about a ply or its game, a tag, or an operation of EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactColumn {
    /// A fact about a ply.
    Ply(PlyFact),
    /// A fact about its game.
    Game(GameFact),
    /// `tag:NAME`: the value of a tag.
    Tag(Box<str>),
    /// `op:NAME`: the value of an operation of EPD.
    Operation(Box<str>),
}

impl FactColumn {
    /// The name on the command line, in JSON and in headers.
    pub fn name(&self) -> String {
        match self {
            Self::Ply(fact) => fact.name().to_owned(),
            Self::Game(fact) => fact.name().to_owned(),
            Self::Tag(name) => format!("tag:{name}"),
            Self::Operation(name) => format!("op:{name}"),
        }
    }

    /// A column of a ply row. If a ply and its game share a name, it means the ply's.
    ///
    /// # Errors
    ///
    /// Returns a message with a suggestion if there is no such column.
    pub fn of_ply(word: &str) -> Result<Self, String> {
        let word = word.trim();
        if let Some(name) = word.strip_prefix("op:").filter(|name| !name.is_empty()) {
            return Ok(Self::Operation(name.into()));
        }
        match PlyFact::named(word) {
            Some(fact) => Ok(Self::Ply(fact)),
            None => {
                Self::of_game(word).map_err(|error| match crate::game::suggestions::similar(word, Self::ply_names()) {
                    Some(_) => format!("there is no field `{word}`; {}", did_you_mean(word, Self::ply_names(), "")),
                    None => error,
                })
            }
        }
    }

    /// A column of a game row.
    ///
    /// # Errors
    ///
    /// Returns a message with a suggestion if there is no such column.
    pub fn of_game(word: &str) -> Result<Self, String> {
        let word = word.trim();
        if let Some(name) = word.strip_prefix("tag:").filter(|name| !name.is_empty()) {
            return Ok(Self::Tag(name.into()));
        }
        if let Some(fact) = GameFact::named(word).filter(|fact| fact.is_column()) {
            return Ok(Self::Game(fact));
        }
        match unknown_tag(word, GameFact::is_column) {
            None => Ok(Self::Tag(word.into())),
            Some(message) => Err(message),
        }
    }

    /// Returns an error for a column that occurs twice: tables and objects have names once.
    pub fn check_once(columns: &[Self]) -> Result<(), String> {
        let twice = columns.iter().enumerate().find(|(at, column)| columns[..*at].contains(column));
        twice.map_or(Ok(()), |(_, column)| Err(format!("duplicate column `{}`", column.name())))
    }

    /// These columns of a game row, or the default ones if there are none.
    pub fn or_default_of_games(columns: &[Self]) -> Vec<Self> {
        if !columns.is_empty() {
            return columns.to_vec();
        }
        GameFact::ALL.iter().copied().filter(|fact| fact.is_default_column()).map(Self::Game).collect()
    }

    /// These columns of a ply row, or the default ones if there are none.
    pub fn or_default_of_plies(columns: &[Self]) -> Vec<Self> {
        if !columns.is_empty() {
            return columns.to_vec();
        }
        PlyFact::ALL.iter().copied().filter(|fact| fact.is_default_column()).map(Self::Ply).collect()
    }

    /// A column of a game row. A fact that only plies have is a list there.
    ///
    /// # Errors
    ///
    /// Returns a message with a suggestion if there is no such column, or if it would be a list of lists.
    pub fn of_game_row(&self) -> Result<Self, String> {
        match (self, Self::of_game(&self.name())) {
            (Self::Ply(fact), Err(_)) if fact.info().kind != FactType::List => Ok(self.clone()),
            (_, of_game) => of_game,
        }
    }

    /// The value for a game, or for a position by itself; `None` if there is none, or if the column is a fact about a ply.
    pub fn value<'a>(&self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        match self {
            Self::Game(fact) => fact.value(facts, None),
            Self::Tag(name) => facts.game.tags.text(name, facts.bytes).map(FactValue::Text),
            Self::Operation(name) => facts.line?.operation(name).map(Into::into),
            Self::Ply(fact) => facts.line.and_then(|_| fact.of_position(facts)),
        }
    }

    /// The names of all ply columns except tags.
    pub fn ply_names() -> impl Iterator<Item = &'static str> {
        let of_game = Self::game_names().filter(|name| PlyFact::named(name).is_none());
        PlyFact::ALL.iter().map(|fact| fact.name()).chain(of_game)
    }

    /// The names of all game columns except tags.
    pub fn game_names() -> impl Iterator<Item = &'static str> {
        GameFact::ALL.iter().filter(|fact| fact.is_column()).map(|fact| fact.name())
    }
}

/// The data that must be computed for rows of plies with these columns.
pub fn ply_options(columns: &[FactColumn]) -> PlyOptions {
    let facts = columns.iter().filter_map(|column| match column {
        FactColumn::Ply(fact) => Some(fact.ply_options()),
        _ => None,
    });
    facts.fold(PlyOptions::default(), PlyOptions::or)
}

impl PlyFact {
    /// The data that must be computed for its values.
    pub const fn ply_options(self) -> PlyOptions {
        PlyOptions {
            variations: false,
            comment_values: matches!(
                self,
                Self::Clk
                    | Self::Spent
                    | Self::Eval
                    | Self::Mate
                    | Self::Depth
                    | Self::Seldepth
                    | Self::Nodes
                    | Self::Nps
                    | Self::Tbhits
                    | Self::Book
                    | Self::EvalBefore
                    | Self::Loss
                    | Self::WinPercent
                    | Self::Accuracy
                    | Self::Judgment
            ),
            times: matches!(self, Self::Repetitions),
            line_ids: matches!(self, Self::LineId),
        }
    }
}

/// Whether rows with these columns need a ruling under the Laws for every game.
pub(super) fn needs_ruling(columns: &[FactColumn]) -> bool {
    let has = |fact: GameFact| columns.contains(&FactColumn::Game(fact));
    [GameFact::Verdict, GameFact::ThreefoldClaims, GameFact::FiftyClaims, GameFact::Claims, GameFact::FirstClaim]
        .into_iter()
        .any(has)
}

// Tag names that may be used like facts.

/// The names of tags that need no `tag:` prefix.
pub fn known_tags() -> impl Iterator<Item = &'static str> {
    names::KNOWN.into_iter().chain(names::ALSO_KNOWN)
}

/// The error message for a word that is neither a known tag nor an allowed fact. `None` for the name of a known tag.
pub fn unknown_tag(word: &str, is_allowed: impl Fn(GameFact) -> bool) -> Option<String> {
    if known_tags().any(|tag| tag == word) {
        return None;
    }
    if word.starts_with("op:") {
        return Some(format!("`{word}` is about lines of EPD, not about games"));
    }
    if PlyFact::named(word).is_some() && GameFact::named(word).is_none() {
        return Some(format!("`{word}` is a fact about a ply, not about a game"));
    }
    let facts = || GameFact::ALL.iter().filter(|fact| is_allowed(**fact)).map(|fact| fact.name());
    let is_small = word.chars().all(|c| !c.is_ascii_uppercase());
    // A lower-case word is more likely meant as a fact, one with capitals as a tag.
    let end = if is_small {
        did_you_mean(
            word,
            facts().chain(known_tags()),
            &format!("`adoube explain --facts` lists the facts; for a tag of that name, write `tag:{word}`"),
        )
    } else {
        did_you_mean(word, known_tags().chain(facts()), "")
    };
    let end = if is_small {
        end
    } else {
        format!("{end} for a tag of that name, write `tag:{word}`").trim_start().to_owned()
    };
    Some(format!("no fact and no known tag is called `{word}`; {end}"))
}
