//! What replaying does with each game, and what a part of a text amounts to.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::chess::position::Position;
use crate::commands::locate::{Extent, locate, place_all};
use crate::game::finding::Located;
use crate::game::plies::{Asked, Ply};
use crate::game::replay::{Game, Status as Worth, Wish, read_game_as};
use crate::game::rules::{Family, Rule, RuleSet, Severity};
use crate::game::score_sheet::ScoreSheet;
use crate::pgn::place::Span;
use crate::pipeline::{Read, Work};
use crate::report::plies::{Filling, Letters, PlyFormat, Rows};

use super::at::{At, Usual};
use super::pictures::Album;

/// What is shown of each game.
pub(super) struct Plan {
    /// How games are read.
    pub(super) wish: Wish,
    /// Which positions.
    pub(super) at: Vec<At>,
    pub(super) usual: Usual,
    /// What has to be found out for them.
    pub(super) asked: Asked,
    /// How they are written.
    pub(super) format: PlyFormat,
    /// The letters in captions, if diagrams are wanted instead.
    pub(super) drawing: Option<Letters>,
    /// Whether only some games will be shown, and rows are written only when it is known which.
    pub(super) is_picky: bool,
}

/// Successive games of a text.
#[derive(Default)]
pub(super) struct Part {
    pub(super) games: Vec<Told>,
    /// How far it goes.
    pub(super) extent: Extent,
}

/// A game that was played, or text between games.
pub(super) struct Told {
    pub(super) worth: Worth,
    /// What keeps it from being read or played. Counts from the part's beginning.
    pub(super) located: Vec<Located>,
    pub(super) content: Content,
}

/// What is to be shown of a game.
pub(super) enum Content {
    /// Rows that have been written.
    Rows {
        rows: Rows,
        /// Whether one of the positions that were asked for was reached.
        is_reached: bool,
    },
    /// Diagrams.
    Album(Album),
    /// The text of a game whose rows or diagrams are yet to be made.
    Text(Vec<u8>),
}

/// Where a ply stands among those of its game that are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Later,
}

impl Content {
    /// Nothing to show.
    pub(super) fn nothing() -> Self {
        Self::Rows { rows: Rows::default(), is_reached: true }
    }
}

/// The rows of a longer game are not kept together in memory.
const LONG_GAME: usize = 20_000;

/// So many bytes behind a game are enough to see that it ends there.
const BEHIND: usize = 256;

/// Rows go out when they have so many bytes.
const ROWS_AT_ONCE: usize = 1 << 16;

/// The rules whose findings are told: what keeps a game from being read or played, and text that is passed over.
pub(super) fn rules(variations: bool) -> RuleSet {
    let errors = Rule::all().filter(|rule| rule.severity() == Severity::Error && rule.family() != Family::Results);
    let unread = [Rule::StrayText, Rule::TrailingTextAfterTag, Rule::VariantNotChecked];
    let in_variations = [Rule::IllegalInVariation, Rule::VariationBeforeMove];
    errors.chain(unread).chain(in_variations.into_iter().filter(|_| variations)).collect()
}

impl Plan {
    /// Hands each ply that is shown to `take`, and says whether there was one.
    fn each(
        &self,
        game: &Game,
        bytes: &[u8],
        mut take: impl FnMut(&Ply<'_>, Place) -> io::Result<()>,
    ) -> io::Result<bool> {
        if !game.has_start {
            return Ok(false);
        }
        let sheet = ScoreSheet::of(game, bytes);
        let mut is_reached = false;
        for ply in sheet.plies(game, bytes, self.asked) {
            let is_shown = match self.usual {
                _ if !self.at.is_empty() => self.at.iter().any(|at| at.means(&ply, game.plies)),
                Usual::Moves => ply.step.is_some(),
                Usual::Positions => true,
                Usual::Last => At::Last.means(&ply, game.plies),
            };
            if is_shown {
                take(&ply, if is_reached { Place::Later } else { Place::First })?;
                is_reached = true;
            }
        }
        Ok(is_reached)
    }

    fn put(&self, ply: &Ply<'_>, place: Place, rows: &mut Rows) {
        if place == Place::First {
            self.format.begin_game(ply, rows);
        }
        self.format.ply(ply, None, rows);
    }

    /// The rows of a game.
    fn rows(&self, game: &Game, bytes: &[u8]) -> Content {
        let mut rows = Rows::default();
        let taken = self.each(game, bytes, |ply, place| {
            self.put(ply, place, &mut rows);
            Ok(())
        });
        self.format.end_game(&mut rows);
        Content::Rows { rows, is_reached: taken.unwrap_or(false) }
    }

    /// The diagrams of a game.
    fn album(&self, game: &Game, bytes: &[u8], letters: Letters) -> Album {
        let mut album = Album::default();
        let taken = self.each(game, bytes, |ply, _| {
            album.add(ply, letters);
            Ok(())
        });
        debug_assert!(taken.is_ok(), "memory takes everything");
        album
    }

    /// The diagrams that are to be shown of a game, if it could be read.
    pub(super) fn diagrams<'a>(&self, content: &'a Content, letters: Letters) -> Option<Cow<'a, Album>> {
        match content {
            Content::Album(album) => Some(Cow::Borrowed(album)),
            Content::Text(text) => Some(Cow::Owned(self.album(&read_game_as(text, 0, &self.wish), text, letters))),
            Content::Rows { .. } => None,
        }
    }

    /// Writes what is to be shown of a game; says whether it was something.
    pub(super) fn write(&self, content: &Content, filling: Filling<'_>, out: &mut impl Write) -> io::Result<bool> {
        let text = match content {
            Content::Rows { rows, is_reached } => {
                self.format.write(rows, filling, out)?;
                return Ok(*is_reached);
            }
            Content::Text(text) => text,
            Content::Album(_) => return Ok(true),
        };
        let game = read_game_as(text, 0, &self.wish);
        let mut rows = Rows::default();
        let is_reached = self.each(&game, text, |ply, place| {
            self.put(ply, place, &mut rows);
            if rows.len() > ROWS_AT_ONCE {
                self.format.write(&rows, filling, out)?;
                rows.clear();
            }
            Ok(())
        })?;
        self.format.end_game(&mut rows);
        self.format.write(&rows, filling, out)?;
        Ok(is_reached)
    }

    /// The games of a text that is at hand.
    pub(super) fn part(&self, bytes: &[u8]) -> Part {
        let mut part = Part::default();
        let mut at = 0;
        while at < bytes.len() {
            let game = read_game_as(bytes, at, &self.wish);
            let span = game.span.clone();
            at = span.end;
            self.absorb(&mut part, game, bytes, span);
        }
        self.close(&mut part, bytes);
        part
    }

    /// The row of a position that stands alone.
    pub(super) fn position(&self, position: Position, operations: Option<&str>) -> Content {
        let game = read_game_as(b"", 0, &Wish { start: Some(position), ..Wish::default() });
        let sheet = ScoreSheet::of(&game, b"");
        let mut rows = Rows::default();
        let shown = sheet
            .plies(&game, b"", self.asked)
            .filter(|ply| self.at.is_empty() || self.at.iter().any(|at| at.means(ply, 0)));
        if let Some(letters) = self.drawing {
            let mut album = Album::default();
            shown.for_each(|ply| album.add(&ply, letters));
            return Content::Album(album);
        }
        let mut is_reached = false;
        for ply in shown {
            self.format.ply(&ply, operations, &mut rows);
            is_reached = true;
        }
        self.format.end_game(&mut rows);
        Content::Rows { rows, is_reached }
    }
}

impl Work for Plan {
    type Part = Part;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Read<Game> {
        let game = read_game_as(bytes, start, &self.wish);
        let (end, is_open_ended) = (game.span.end, game.is_open_ended);
        Read::ending_at(game, end, is_open_ended)
    }

    fn absorb(&self, part: &mut Part, game: Game, bytes: &[u8], span: Span) {
        if game.status == Worth::Nothing && game.found.findings.is_empty() {
            return;
        }
        let content = match game.status {
            Worth::Nothing => Content::nothing(),
            _ if self.is_picky || game.half_moves() > LONG_GAME => {
                Content::Text(bytes[span.start..bytes.len().min(span.end + BEHIND)].to_vec())
            }
            _ => match self.drawing {
                Some(letters) => Content::Album(self.album(&game, bytes, letters)),
                None => self.rows(&game, bytes),
            },
        };
        part.games.push(Told { worth: game.status, located: locate(game.found.findings, bytes), content });
    }

    fn close(&self, part: &mut Part, bytes: &[u8]) {
        place_all(part.games.iter_mut().flat_map(|game| &mut game.located), bytes);
        part.extent = Extent::of(bytes);
    }
}
