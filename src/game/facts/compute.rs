//! A game and what follows from it. What costs something is found out once, and only if somebody asks.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::Outcome;
use crate::game::clocks::{self, TimeControl};
use crate::game::game_end::GameEnd;
use crate::game::openings::{Book, GameOpening};
use crate::game::replay::Game;
use crate::game::ruling::{Question, Ruling, rule_on_game};
use crate::game::score_sheet::{ScoreSheet, SheetEntry};
use crate::pgn::place::Span;

/// A game that was read, and what follows from it.
pub struct Facts<'a> {
    /// The game.
    pub game: &'a Game,
    /// The bytes it was read from.
    pub bytes: &'a [u8],
    /// The text it stands in.
    pub file: &'a str,
    /// Its number there, as far as it is known.
    pub number: u64,
    /// How it came out, as written.
    pub outcome: Option<Outcome>,
    book: Option<&'a Book>,
    end: OnceCell<GameEnd>,
    opening: OnceCell<Option<GameOpening<'a>>>,
    ruling: OnceCell<Option<Box<Ruling>>>,
    commands: OnceCell<Commands>,
}

/// What the comments of a main line hold.
#[derive(Clone, Copy, Default, Debug)]
struct Commands {
    has_clocks: bool,
    has_evals: bool,
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
        Self {
            game,
            bytes,
            file,
            number: 0,
            outcome,
            book,
            end: OnceCell::new(),
            opening: OnceCell::new(),
            ruling: OnceCell::new(),
            commands: OnceCell::new(),
        }
    }

    /// The same of the game with this number in its file.
    #[must_use]
    pub fn numbered(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// What a tag says; `None` if it is missing, empty, or says that nothing is known.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        let value = self.game.tags.text(name, self.bytes)?;
        (!matches!(value.as_ref(), "" | "?" | "????.??.??")).then_some(value)
    }

    /// How it ended.
    #[must_use]
    pub fn end(&self) -> GameEnd {
        *self.end.get_or_init(|| match self.ruling.get() {
            Some(Some(ruling)) => GameEnd { reason: ruling.verdict.reason, certainty: ruling.verdict.certainty },
            _ => GameEnd::of(self.game, self.bytes),
        })
    }

    /// What the Laws in force on the day of the game make of it; `None` for what is no game.
    #[must_use]
    pub fn ruling(&self) -> Option<&Ruling> {
        let rule = || rule_on_game(self.game, self.bytes, &Question::default()).into_iter().next().map(Box::new);
        self.ruling.get_or_init(rule).as_deref()
    }

    /// Whether a comment of the main line tells what a clock showed.
    #[must_use]
    pub fn has_clocks(&self) -> bool {
        self.commands().has_clocks
    }

    /// Whether a comment of the main line holds an evaluation.
    #[must_use]
    pub fn has_evals(&self) -> bool {
        self.commands().has_evals
    }

    fn commands(&self) -> Commands {
        *self.commands.get_or_init(|| {
            let text = &self.bytes[self.game.span.clone()];
            if memchr::memchr2(b'{', b';', text).is_none() {
                return Commands::default();
            }
            let sheet = ScoreSheet::of(self.game, self.bytes);
            let mut commands = Commands::default();
            for Span { start, end } in main_comments(&sheet) {
                let comment = &self.bytes[start..end];
                commands.has_clocks |= clocks::clock(comment).is_some();
                commands.has_evals |= clocks::score(comment).is_some();
                if commands.has_clocks && commands.has_evals {
                    break;
                }
            }
            commands
        })
    }

    /// The opening, by the last position of the game that has a name.
    #[must_use]
    pub fn opening(&self) -> Option<GameOpening<'a>> {
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

    /// Both ratings, White's first.
    #[must_use]
    pub fn ratings(&self) -> Option<(u32, u32)> {
        Some((self.rating(Color::White)?, self.rating(Color::Black)?))
    }

    /// The whole number that a tag says, with a sign or not.
    #[must_use]
    pub fn number_in(&self, tag: &str) -> Option<i64> {
        self.tag(tag)?.trim().parse().ok()
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
        if self.game.tags.value("TimeControl").is_some_and(|span| &self.bytes[span] == b"-") {
            return Some(Speed::Correspondence);
        }
        let (moves, TimeControl { base, increment }) = self.first_period()?;
        Some(Speed::of_seconds((base * 40 / u64::max(moves.unwrap_or(40), 1) + 40 * increment) / 100))
    }

    /// The first period of the time control: for how many moves, unless for the game, and the times.
    #[must_use]
    pub fn first_period(&self) -> Option<(Option<u64>, TimeControl)> {
        let value = self.game.tags.value("TimeControl").map(|span| &self.bytes[span])?;
        let first = value.split(|byte| *byte == b':').next()?;
        let (moves, time) = match first.iter().position(|byte| *byte == b'/') {
            Some(slash) => (Some(std::str::from_utf8(&first[..slash]).ok()?.parse().ok()?), &first[slash + 1..]),
            None => (None, first),
        };
        Some((moves, TimeControl::read(time)?))
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

/// The comments that do not stand in variations.
fn main_comments(sheet: &ScoreSheet) -> impl Iterator<Item = Span> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let entry = sheet.entries.get(at)?;
            at = if let SheetEntry::Open { close } = entry { close + 1 } else { at + 1 };
            if let SheetEntry::Comment(span) = entry {
                return Some(span.clone());
            }
        }
    })
}

impl Speed {
    /// The words for all of them, the fastest first.
    pub const NAMES: [&'static str; 6] = [
        Self::UltraBullet.name(),
        Self::Bullet.name(),
        Self::Blitz.name(),
        Self::Rapid.name(),
        Self::Classical.name(),
        Self::Correspondence.name(),
    ];

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
