//! The facts of a position by itself: a line of FEN or EPD as an item, like a game, that conditions, orders and names of files
//! are about.

use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, ReplayOptions, read_game_as};
use crate::game::suggestions::did_you_mean;
use crate::game::verdict::position_line::PositionLine;

use super::lists::List;
use super::{FactColumn, FactSubject, FactValue, Facts, GameFact, PlyFact, PlyStyle, known_tags};

/// What the items of a text are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// Games in PGN.
    Game,
    /// Lines of FEN or EPD.
    Position,
}

/// What names mean for games, and what for positions: which of both an input holds is known when it is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByKind<T, E = String> {
    game: Result<T, E>,
    position: Result<T, E>,
}

impl<T, E> ByKind<T, E> {
    /// Reads the names for both kinds.
    ///
    /// # Errors
    ///
    /// If they have a meaning for neither, returns the error that `choose` prefers of those for games and for positions.
    pub fn read(read: impl Fn(ItemKind) -> Result<T, E>, choose: impl FnOnce(E, E) -> E) -> Result<Self, E> {
        match (read(ItemKind::Game), read(ItemKind::Position)) {
            (Err(game), Err(position)) => Err(choose(game, position)),
            (game, position) => Ok(Self { game, position }),
        }
    }

    /// The meaning for this kind of items, or why there is none.
    pub const fn of(&self, kind: ItemKind) -> Result<&T, &E> {
        match kind {
            ItemKind::Game => self.game.as_ref(),
            ItemKind::Position => self.position.as_ref(),
        }
    }

    /// The meaning for games if there is one, otherwise that for positions.
    pub fn any(&self) -> &T {
        self.all().next().unwrap_or_else(|| unreachable!("the names mean something for one of both"))
    }

    /// The meanings.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        [&self.game, &self.position].into_iter().flatten()
    }
}

impl ItemKind {
    /// A column of rows of such items.
    ///
    /// # Errors
    ///
    /// Returns a message with a suggestion if there is no such column.
    pub fn column(self, word: &str) -> Result<FactColumn, String> {
        match self {
            Self::Game => FactColumn::of_game(word),
            Self::Position => FactColumn::of_position(word),
        }
    }
}

/// The facts about games that a position by itself has, too, and not as facts about positions.
const OF_GAMES: [GameFact; 6] =
    [GameFact::File, GameFact::Verdict, GameFact::Ending, GameFact::Certainty, GameFact::Volume, GameFact::Family];

impl FactColumn {
    /// A column of a row of a position by itself.
    ///
    /// # Errors
    ///
    /// Returns a message with a suggestion if there is no such column.
    pub fn of_position(word: &str) -> Result<Self, String> {
        let word = word.trim();
        if let Some(name) = word.strip_prefix("op:").filter(|name| !name.is_empty()) {
            return Ok(Self::Operation(name.into()));
        }
        if let Some(fact) = PlyFact::named(word).filter(|fact| fact.info().of == FactSubject::Position) {
            return Ok(Self::Ply(fact));
        }
        if let Some(fact) = GameFact::named(word).filter(|fact| OF_GAMES.contains(fact)) {
            return Ok(Self::Game(fact));
        }
        let is_of_game = GameFact::named(word).is_some() || known_tags().any(|tag| tag == word);
        Err(match PlyFact::named(word) {
            _ if is_of_game || word.starts_with("tag:") => format!("`{word}` is about games, not about positions"),
            Some(_) => format!("`{word}` is a fact about a ply, not about a position"),
            None => format!(
                "no fact about a position is called `{word}`; {}",
                did_you_mean(
                    word,
                    Self::position_names(),
                    &format!("for an operation of EPD of that name, write `op:{word}`")
                )
            ),
        })
    }

    /// The names of all columns of positions except operations.
    pub fn position_names() -> impl Iterator<Item = &'static str> {
        let of_positions = PlyFact::ALL.iter().filter(|fact| fact.info().of == FactSubject::Position);
        of_positions.map(|fact| fact.name()).chain(OF_GAMES.iter().map(|fact| fact.name()))
    }
}

/// A line of FEN or EPD as an item.
#[derive(Debug)]
pub struct PositionItem {
    /// What the line says.
    pub line: PositionLine,
    /// A game without moves that starts from the position.
    pub game: Game,
}

impl PositionItem {
    /// Reads a line without its line end; `None` if it has no position that can be played from.
    pub fn read(line: &[u8], format: PositionFormat) -> Option<Self> {
        let line = PositionLine::parse(line, format)?;
        let start = Some(line.position()?);
        Some(Self { line, game: read_game_as(b"", 0, &ReplayOptions { start, ..ReplayOptions::default() }) })
    }

    /// Its facts; `file` is the file that contains it.
    pub fn facts<'a>(&'a self, file: &'a str) -> Facts<'a> {
        Facts::new(&self.game, b"", file, None).of_line(Some(&self.line))
    }
}

impl PlyFact {
    /// The value for the final position of a game, or for a position by itself; `None` if there is none, or if this is a fact about
    /// a move.
    pub fn of_position<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        let mut values = List::default();
        let style = PlyStyle { positions: facts.fen_style, ..PlyStyle::default() }.of_line(facts.line);
        self.write_of_position(facts.game.position(), style, &mut values);
        values.0.pop().flatten()
    }
}
