//! What tables ask of a game. What costs something is found out once, and only if a table asks.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::Outcome;
use crate::game::clocks::Control;
use crate::game::end::End;
use crate::game::openings::{Book, Named};
use crate::game::replay::Game;

/// A game that was read, and what follows from it.
pub struct Facts<'a> {
    /// The game.
    pub game: &'a Game,
    /// The bytes it was read from.
    pub bytes: &'a [u8],
    /// The text it stands in.
    pub file: &'a str,
    /// How it came out, as written.
    pub outcome: Option<Outcome>,
    book: Option<&'a Book>,
    end: OnceCell<End>,
    opening: OnceCell<Option<Named<'a>>>,
}

/// How fast a game is, by the time for forty moves, as lichess has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speed {
    /// Less than half a minute.
    UltraBullet,
    /// Less than three minutes.
    Bullet,
    /// Less than eight.
    Blitz,
    /// Less than twenty-five.
    Rapid,
    /// At least so much.
    Classical,
    /// Days, or no limit.
    Correspondence,
}

impl<'a> Facts<'a> {
    /// About a game that was read from these bytes of a text. Openings are looked up in the usual book if none is given.
    #[must_use]
    pub fn new(game: &'a Game, bytes: &'a [u8], file: &'a str, book: Option<&'a Book>) -> Self {
        let outcome = game.stated();
        Self { game, bytes, file, outcome, book, end: OnceCell::new(), opening: OnceCell::new() }
    }

    /// What a tag says; `None` if it is missing, empty, or says that nothing is known.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        let value = self.game.tags.text(name, self.bytes)?;
        (!matches!(value.as_ref(), "" | "?" | "????.??.??")).then_some(value)
    }

    /// How it ended.
    #[must_use]
    pub fn end(&self) -> End {
        *self.end.get_or_init(|| End::of(self.game, self.bytes))
    }

    /// The opening, by the last position of the game that has a name.
    #[must_use]
    pub fn opening(&self) -> Option<Named<'a>> {
        let book: &'a Book = self.book.unwrap_or_else(|| Book::embedded());
        *self.opening.get_or_init(|| book.name(self.game))
    }

    /// The rating of a player.
    #[must_use]
    pub fn rating(&self, color: Color) -> Option<u32> {
        let name = match color {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        };
        let span = self.game.tags.value(name)?;
        let digits = self.bytes[span].trim_ascii();
        let rating: u32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        (rating > 0).then_some(rating)
    }

    /// The player's name, as written.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<Cow<'a, str>> {
        self.tag(match color {
            Color::White => "White",
            Color::Black => "Black",
        })
    }

    /// How fast the game was, by its time control.
    #[must_use]
    pub fn speed(&self) -> Option<Speed> {
        let value = self.game.tags.value("TimeControl").map(|span| &self.bytes[span])?;
        if value == b"-" {
            return Some(Speed::Correspondence);
        }
        // Of several periods the first tells.
        let first = value.split(|byte| *byte == b':').next()?;
        let (moves, time) = match first.iter().position(|byte| *byte == b'/') {
            Some(slash) => (std::str::from_utf8(&first[..slash]).ok()?.parse().ok()?, &first[slash + 1..]),
            None => (40, first),
        };
        let Control { base, increment } = Control::read(time)?;
        Some(Speed::of_seconds((base * 40 / u64::max(moves, 1) + 40 * increment) / 100))
    }

    /// The moves of the main line, each with the position before it, up to the first pass.
    pub fn moves(&self) -> impl Iterator<Item = (Position, Move)> + '_ {
        let mut position = self.game.start.clone();
        self.game.moves().take_while(|&mv| mv != Move::NULL).map(move |mv| {
            let before = position.clone();
            position.advance(mv);
            (before, mv)
        })
    }
}

impl Speed {
    /// The class of a time for forty moves, in seconds (lichess-org/scalachess, `Speed`).
    #[must_use]
    pub const fn of_seconds(seconds: u64) -> Self {
        match seconds {
            0..30 => Self::UltraBullet,
            30..180 => Self::Bullet,
            180..480 => Self::Blitz,
            480..1500 => Self::Rapid,
            1500..21_600 => Self::Classical,
            _ => Self::Correspondence,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UltraBullet => "ultrabullet",
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }
}
