//! The properties of a game that tables count. Expensive ones are computed lazily and once.

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

/// A game that was read, and the properties derived from it.
pub struct Facts<'a> {
    /// The game.
    pub game: &'a Game,
    /// The bytes it was read from.
    pub bytes: &'a [u8],
    /// The name of the text that contains it.
    pub file: &'a str,
    /// Its outcome, as recorded.
    pub outcome: Option<Outcome>,
    book: Option<&'a Book>,
    end: OnceCell<End>,
    opening: OnceCell<Option<Named<'a>>>,
}

/// The speed of a game, by the time for forty moves, in the classes of lichess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speed {
    /// Less than half a minute.
    UltraBullet,
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than twenty-five minutes.
    Rapid,
    /// Less than six hours.
    Classical,
    /// Six hours or more, or no limit.
    Correspondence,
}

impl<'a> Facts<'a> {
    /// The facts of a game that was read from these bytes of a text. Without a book, openings are looked up in the
    /// embedded one.
    #[must_use]
    pub fn new(game: &'a Game, bytes: &'a [u8], file: &'a str, book: Option<&'a Book>) -> Self {
        let outcome = game.stated();
        Self { game, bytes, file, outcome, book, end: OnceCell::new(), opening: OnceCell::new() }
    }

    /// The value of a tag; `None` if the tag is missing, empty or unknown (`?`).
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        let value = self.game.tags.text(name, self.bytes)?;
        (!matches!(value.as_ref(), "" | "?" | "????.??.??")).then_some(value)
    }

    /// Why it ended.
    #[must_use]
    pub fn end(&self) -> End {
        *self.end.get_or_init(|| End::of(self.game, self.bytes))
    }

    /// The opening: the name of the last named position of the game.
    #[must_use]
    pub fn opening(&self) -> Option<Named<'a>> {
        let book: &'a Book = self.book.unwrap_or_else(|| Book::embedded());
        *self.opening.get_or_init(|| book.name(self.game))
    }

    /// The rating of a player, above 0.
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

    /// The name of a player, as written.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<Cow<'a, str>> {
        self.tag(match color {
            Color::White => "White",
            Color::Black => "Black",
        })
    }

    /// The speed of the game, by its time control.
    #[must_use]
    pub fn speed(&self) -> Option<Speed> {
        let value = self.game.tags.value("TimeControl").map(|span| &self.bytes[span])?;
        if value == b"-" {
            return Some(Speed::Correspondence);
        }
        // The first of several periods decides.
        let first = value.split(|byte| *byte == b':').next()?;
        let (moves, time) = match first.iter().position(|byte| *byte == b'/') {
            Some(slash) => (std::str::from_utf8(&first[..slash]).ok()?.parse().ok()?, &first[slash + 1..]),
            None => (40, first),
        };
        let Control { base, increment } = Control::read(time)?;
        Some(Speed::of_seconds((base * 40 / u64::max(moves, 1) + 40 * increment) / 100))
    }

    /// The moves of the main line, each with the position before it, up to the first null move.
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
    /// The class of a time for forty moves in seconds (lichess-org/scalachess, `Speed`).
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

    /// Its name in output.
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
