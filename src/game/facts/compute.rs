//! The facts of one game, computed on demand and cached where they are expensive.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::chess::fen::FenStyle;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::Outcome;
use crate::game::openings::{Book, GameOpening};
use crate::game::record::plies::PlyOptions;
use crate::game::record::score_sheet::{ScoreSheet, SheetEntry};
use crate::game::replay::Game;
use crate::game::values::clocks::{Period, TimeControl};
use crate::game::values::comment_values::CommentValues;
use crate::game::values::dates::read_day;
use crate::game::values::formats::{MAX_RATING, read_time};
use crate::game::values::judgment::{self, PlayerAccuracy};
use crate::game::verdict::answer_notes::rule_on_line;
use crate::game::verdict::game_end::GameEnd;
use crate::game::verdict::position_line::PositionLine;
use crate::game::verdict::ruling::{Ruling, RulingQuestion, rule_on_game};
use crate::laws::edition::Day;
use crate::pgn::place::Span;

/// A game and the facts that follow from it.
pub struct Facts<'a> {
    pub game: &'a Game,
    /// The bytes that it was read from.
    pub bytes: &'a [u8],
    /// The file that contains it.
    pub file: &'a str,
    /// Its number in the file, if known.
    pub number: u64,
    /// The line of FEN or EPD that it was made from, if it is a position.
    pub line: Option<&'a PositionLine>,
    /// The stated result.
    pub outcome: Option<Outcome>,
    /// How positions are written.
    pub fen_style: FenStyle,
    book: Option<&'a Book>,
    end: OnceCell<GameEnd>,
    opening: OnceCell<Option<GameOpening<'a>>>,
    ruling: OnceCell<Option<Box<Ruling>>>,
    commands: OnceCell<Commands>,
    accuracy: OnceCell<[Option<PlayerAccuracy>; 2]>,
}

/// What the comments of the main line contain.
#[derive(Clone, Copy, Default, Debug)]
struct Commands {
    has_clocks: bool,
    has_evals: bool,
}

named! {
    /// The speed of a game by its time for forty moves, as lichess defines it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Speed: (NAMES) {
        /// Less than 30 seconds.
        UltraBullet = "ultrabullet",
        /// Less than 3 minutes.
        Bullet = "bullet",
        /// Less than 8 minutes.
        Blitz = "blitz",
        /// Less than 25 minutes.
        Rapid = "rapid",
        /// 25 minutes or more.
        Classical = "classical",
        /// Days, or no limit.
        Correspondence = "correspondence",
    }
}

impl<'a> Facts<'a> {
    /// The facts of a game that was read from `bytes`. `None` as book means the built-in opening table.
    pub fn new(game: &'a Game, bytes: &'a [u8], file: &'a str, book: Option<&'a Book>) -> Self {
        let outcome = game.stated();
        Self {
            game,
            bytes,
            file,
            number: 0,
            line: None,
            outcome,
            fen_style: FenStyle::default(),
            book,
            end: OnceCell::new(),
            opening: OnceCell::new(),
            ruling: OnceCell::new(),
            commands: OnceCell::new(),
            accuracy: OnceCell::new(),
        }
    }

    /// Sets the number of the game in its file.
    #[must_use]
    pub fn numbered(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// Sets how positions are written.
    #[must_use]
    pub fn with_positions(self, fen_style: FenStyle) -> Self {
        Self { fen_style, ..self }
    }

    /// Sets the line that the position was made from.
    #[must_use]
    pub fn of_line(self, line: Option<&'a PositionLine>) -> Self {
        Self { line, ..self }
    }

    /// The value of a tag; `None` if it is missing, empty, or a placeholder for unknown.
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        self.game.tags.known_text(name, self.bytes)
    }

    pub fn end(&self) -> GameEnd {
        let ruling = if self.line.is_some() { Some(self.ruling()) } else { self.ruling.get().map(Option::as_deref) };
        *self.end.get_or_init(|| match ruling {
            Some(Some(ruling)) => GameEnd { reason: ruling.verdict.reason, certainty: ruling.verdict.certainty },
            _ => GameEnd::from_game(self.game, self.bytes),
        })
    }

    /// The ruling under the Laws in force on the day of the game; `None` if it is not a game.
    pub fn ruling(&self) -> Option<&Ruling> {
        let rule = || match self.line {
            Some(line) => rule_on_line(Some(line), &RulingQuestion::default()),
            None => rule_on_game(self.game, self.bytes, &RulingQuestion::default()),
        };
        self.ruling.get_or_init(|| rule().into_iter().next().map(Box::new)).as_deref()
    }

    /// Whether a comment of the main line has a clock.
    pub fn has_clocks(&self) -> bool {
        self.commands().has_clocks
    }

    /// Whether a comment of the main line has an evaluation.
    pub fn has_evals(&self) -> bool {
        self.commands().has_evals
    }

    /// Whether its text has a character that begins a comment.
    pub fn may_have_comments(&self) -> bool {
        memchr::memchr2(b'{', b';', &self.bytes[self.game.span.clone()]).is_some()
    }

    /// The evaluations of a player's moves.
    pub(super) fn accuracy(&self, color: Color) -> Option<PlayerAccuracy> {
        let accuracy = self.accuracy.get_or_init(|| {
            if !self.game.has_start() || !self.may_have_comments() {
                return [None, None];
            }
            let sheet = ScoreSheet::from_game(self.game, self.bytes);
            let options = PlyOptions { comment_values: true, ..PlyOptions::default() };
            let mut plies = sheet.plies(self.game, self.bytes, options);
            let first = self.game.start().turn();
            let mut scores = Vec::new();
            while let Some(ply) = plies.advance() {
                if scores.is_empty() && ply.step.is_some() {
                    scores.push(ply.score_before.map(|score| score.of(first)));
                }
                if ply.step.is_some() {
                    scores.push(ply.values.score.map(|score| score.of(first)));
                }
            }
            let [mover, other] = judgment::of_game(&scores);
            if first == Color::White { [mover, other] } else { [other, mover] }
        });
        accuracy[color.index()]
    }

    fn commands(&self) -> Commands {
        *self.commands.get_or_init(|| {
            if !self.may_have_comments() {
                return Commands::default();
            }
            let sheet = ScoreSheet::from_game(self.game, self.bytes);
            let mut commands = Commands::default();
            for Span { start, end } in main_comments(&sheet) {
                let comment = &self.bytes[start..end];
                let mut values = CommentValues::default();
                values.add(comment, Color::White);
                commands.has_clocks |= values.clock.is_some();
                commands.has_evals |= values.score.is_some();
                if commands.has_clocks && commands.has_evals {
                    break;
                }
            }
            commands
        })
    }

    /// The opening: the last position of the game with a name.
    pub fn opening(&self) -> Option<GameOpening<'a>> {
        let book: &'a Book = self.book.unwrap_or_else(|| Book::embedded());
        *self.opening.get_or_init(|| book.name(self.game))
    }

    /// The rating of a player.
    pub fn rating(&self, color: Color) -> Option<u32> {
        let name = match color {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        };
        let span = self.game.tags.value(name)?;
        let digits = self.bytes[span].trim_ascii();
        let rating: u32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        (1..=MAX_RATING).contains(&rating).then_some(rating)
    }

    /// Both ratings, White's first; `None` unless both are known.
    pub fn ratings(&self) -> Option<(u32, u32)> {
        Some((self.rating(Color::White)?, self.rating(Color::Black)?))
    }

    /// The integer value of a tag.
    pub fn number_in(&self, tag: &str) -> Option<i64> {
        self.tag(tag)?.trim().parse().ok()
    }

    /// The player's name, as written.
    pub fn player(&self, color: Color) -> Option<Cow<'a, str>> {
        self.tag(match color {
            Color::White => "White",
            Color::Black => "Black",
        })
    }

    /// The speed of the game, by its time control.
    pub fn speed(&self) -> Option<Speed> {
        if self.game.tags.value("TimeControl").is_some_and(|span| &self.bytes[span] == b"-") {
            return Some(Speed::Correspondence);
        }
        let Period { moves, time: TimeControl { base, increment } } = self.first_period()?;
        Some(Speed::of_seconds((base * 40 / moves.unwrap_or(40) + 40 * increment) / 100))
    }

    /// The first period of the time control.
    pub fn first_period(&self) -> Option<Period> {
        Period::first(self.game.tags.value("TimeControl").map(|span| &self.bytes[span])?)
    }

    /// The day on which the game began and the seconds since the beginning of that day, in UTC; `None` unless both are
    /// completely known.
    pub fn utc_start(&self) -> Option<(Day, u32)> {
        let value = |name| self.game.tags.value(name).map(|span| &self.bytes[span]);
        Some((read_day(value("UTCDate")?)?, read_time(value("UTCTime")?)?))
    }

    /// The moves of the main line up to the first null move, each with the position before it.
    pub fn moves(&self) -> impl Iterator<Item = (Position, Move)> + '_ {
        let mut position = self.game.start().clone();
        self.game.moves().take_while(|&mv| mv != Move::NULL).map(move |mv| {
            let before = position.clone();
            position.play_unchecked(mv);
            (before, mv)
        })
    }
}

/// The comments outside variations.
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
    /// The speed for a time for forty moves, in seconds (lichess-org/scalachess, `Speed`).
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
}
