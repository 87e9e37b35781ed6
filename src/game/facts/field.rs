//! The columns of a row: facts and tags, by name.

use crate::game::suggestions::did_you_mean;

use super::{FactValue, Facts, GameFact, PlyFact, unknown_tag};

/// A column: a fact about a ply or its game, or a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactColumn {
    /// A fact about a ply.
    Ply(PlyFact),
    /// A fact about its game.
    Game(GameFact),
    /// `tag:NAME`: the value of a tag.
    Tag(Box<str>),
}

impl FactColumn {
    /// The name on the command line, in JSON and in headers.
    pub fn name(&self) -> String {
        match self {
            Self::Ply(fact) => fact.name().to_owned(),
            Self::Game(fact) => fact.name().to_owned(),
            Self::Tag(name) => format!("tag:{name}"),
        }
    }

    /// A column of a ply row. If a ply and its game share a name, it means the ply's.
    ///
    /// # Errors
    ///
    /// Returns a message with a suggestion if there is no such column.
    pub fn of_ply(word: &str) -> Result<Self, String> {
        let word = word.trim();
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

    /// These columns of a game row, or the default ones if there are none.
    pub fn or_default_of_games(columns: &[Self]) -> Vec<Self> {
        if !columns.is_empty() {
            return columns.to_vec();
        }
        GameFact::ALL.iter().copied().filter(|fact| fact.is_default_column()).map(Self::Game).collect()
    }

    /// The value for a game; `None` if there is none, or if the column is a fact about a ply.
    pub fn value<'a>(&self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        match self {
            Self::Game(fact) => fact.value(facts, None),
            Self::Tag(name) => facts.game.tags.text(name, facts.bytes).map(FactValue::Text),
            Self::Ply(_) => None,
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

/// Whether rows with these columns need a ruling under the Laws for every game. The ruling is then made first, because
/// other facts use it.
pub fn needs_ruling(columns: &[FactColumn]) -> bool {
    let has = |fact: GameFact| columns.contains(&FactColumn::Game(fact));
    [GameFact::Verdict, GameFact::ThreefoldClaims, GameFact::FiftyClaims, GameFact::Claims].into_iter().any(has)
}
