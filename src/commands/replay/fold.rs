//! What replaying does with each game, and what a part of a text amounts to.

use std::io::{self, Write};
use std::mem;

use crate::chess::position::Position;
use crate::commands::locate::{Extent, locate, name_game, place_all};
use crate::game::export::{PlyRange, export};
use crate::game::facts::Facts;
use crate::game::finding::LocatedFinding;
use crate::game::game_place::GamePlace;
use crate::game::plies::{Ply, PlyOptions};
use crate::game::replay::{Game, ReplayOptions, Validity as Worth, read_game_as};
use crate::game::rules::{Family, Rule, RuleSet, Severity};
use crate::game::score_sheet::ScoreSheet;
use crate::options::{Match, SelectionArgs};
use crate::pgn::place::Span;
use crate::pipeline::GameWork;
use crate::report::plies::{PieceLetters, PlyFormat, RowBuffer, RowStyle};

use super::at::{At, Usual};
use super::pictures::{Album, Out};

/// Plays the games of a file.
pub(super) struct Replay<'a> {
    plan: &'a Plan<'a>,
    /// Its name, as rows have it; for pictures as it is.
    file: Vec<u8>,
}

/// What is shown of each game.
pub(super) struct Plan<'a> {
    /// Which games.
    pub(super) selection: &'a SelectionArgs,
    /// How games are read.
    pub(super) wish: ReplayOptions,
    /// The rules whose findings are told.
    pub(super) told: RuleSet,
    /// Which positions.
    pub(super) at: Vec<At>,
    pub(super) usual: Usual,
    /// What has to be found out for them.
    pub(super) asked: PlyOptions,
    /// How they are written.
    pub(super) show: Show,
    /// Whether only some games will be shown, and rows are written only when it is known which.
    pub(super) is_picky: bool,
}

/// How a game is shown.
pub(super) enum Show {
    /// A row for each ply.
    Rows(PlyFormat),
    /// The game, or a part of it, in export format.
    Pgn(PlyRange),
    /// A diagram for each ply; these are the letters in captions.
    Album(PieceLetters),
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
    /// What the condition of the selection makes of it.
    pub(super) matched: Match,
    /// What keeps it from being read or played. Counts from the part's beginning.
    pub(super) located: Vec<LocatedFinding>,
    pub(super) content: Content,
}

/// What is to be shown of a game.
pub(super) enum Content {
    /// Rows that have been written.
    Rows {
        rows: RowBuffer,
        /// Whether one of the positions that were asked for was reached.
        is_reached: bool,
    },
    /// A game in export format.
    Pgn(String),
    /// Diagrams.
    Album(Album),
    /// The text of a game that is yet to be shown.
    Text(Vec<u8>),
}

/// Where a ply stands among those of its game that are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Later,
}

impl Told {
    /// A game that nobody asked for.
    const fn passed_over(worth: Worth, matched: Match) -> Self {
        Self { worth, matched, located: Vec::new(), content: Content::nothing() }
    }
}

impl Content {
    /// Nothing to show.
    pub(super) const fn nothing() -> Self {
        Self::Rows { rows: RowBuffer::new(), is_reached: true }
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
    let unread = [Rule::StrayText, Rule::TrailingTextAfterTag, Rule::VariantNotChecked, Rule::MovesAfterResult];
    let in_variations = [Rule::IllegalInVariation, Rule::VariationBeforeMove];
    errors.chain(unread).chain(in_variations.into_iter().filter(|_| variations)).collect()
}

impl Plan<'_> {
    /// Whether findings have a place among the data.
    pub(super) fn is_jsonl(&self) -> bool {
        matches!(&self.show, Show::Rows(format) if format.shape == RowStyle::Jsonl)
    }
}

impl<'a> Replay<'a> {
    /// Plays the games of the file with this name.
    pub(super) fn new(plan: &'a Plan<'a>, name: &str) -> Self {
        let file = match &plan.show {
            Show::Rows(format) => format.file(name),
            Show::Album(_) => name.as_bytes().to_vec(),
            Show::Pgn(_) => Vec::new(),
        };
        Self { plan, file }
    }

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
        for ply in sheet.plies(game, bytes, self.plan.asked) {
            let is_shown = match self.plan.usual {
                _ if !self.plan.at.is_empty() => self.plan.at.iter().any(|at| at.means(&ply, game.plies)),
                Usual::Moves => ply.step.is_some(),
                Usual::Positions => true,
                Usual::Last => At::One(GamePlace::Last).means(&ply, game.plies),
            };
            if is_shown {
                take(&ply, if is_reached { Place::Later } else { Place::First })?;
                is_reached = true;
            }
        }
        Ok(is_reached)
    }

    /// A game as it is shown.
    fn content(&self, game: &Game, bytes: &[u8]) -> Content {
        match &self.plan.show {
            Show::Pgn(cut) => {
                let mut text = String::new();
                export(game, bytes, *cut, &mut text);
                Content::Pgn(text)
            }
            Show::Rows(format) => {
                let mut rows = RowBuffer::default();
                let about = Facts::new(game, bytes, "", None);
                let taken = self.each(game, bytes, |ply, place| {
                    self.put(format, ply, &about, place, &mut rows);
                    Ok(())
                });
                let is_reached = taken.unwrap_or(false);
                format.end_game(is_reached, &mut rows);
                Content::Rows { rows, is_reached }
            }
            Show::Album(letters) => {
                let mut album = Album::default();
                let taken = self.each(game, bytes, |ply, _| {
                    album.add(ply, *letters);
                    Ok(())
                });
                debug_assert!(taken.is_ok(), "memory takes everything");
                Content::Album(album)
            }
        }
    }

    /// Shows the game with this number; says whether there was something to show.
    pub(super) fn show(&self, content: &Content, game: u64, out: &mut Out<'_>) -> io::Result<bool> {
        match (content, &mut out.gallery) {
            (Content::Album(album), Some(gallery)) => gallery.take(album, &String::from_utf8_lossy(&self.file), game),
            (Content::Text(text), Some(_)) => {
                let content = self.content(&read_game_as(text, 0, &self.plan.wish), text);
                self.show(&content, game, out)
            }
            _ => self.write(content, game, out.rows),
        }
    }

    /// Writes what is to be shown of the game with this number; says whether it was something.
    fn write(&self, content: &Content, game: u64, out: &mut impl Write) -> io::Result<bool> {
        match (content, &self.plan.show) {
            (Content::Rows { rows, is_reached }, _) => {
                rows.write(game, out)?;
                Ok(*is_reached)
            }
            (Content::Text(text), Show::Rows(format)) => self.write_rows(text, format, game, out),
            (Content::Text(text), Show::Pgn(_) | Show::Album(_)) => {
                let content = self.content(&read_game_as(text, 0, &self.plan.wish), text);
                self.write(&content, game, out)
            }
            (Content::Pgn(text), _) => out.write_all(text.as_bytes()).map(|()| true),
            (Content::Album(_), _) => Ok(true),
        }
    }

    /// Writes the row of a ply, and what stands before the first.
    fn put(&self, format: &PlyFormat, ply: &Ply<'_>, about: &Facts<'_>, place: Place, rows: &mut RowBuffer) {
        match place {
            Place::First => format.begin_game(ply, &self.file, rows),
            Place::Later => format.between(rows),
        }
        format.ply(ply, about, &self.file, None, rows);
    }

    /// Writes the rows of a game, a few at a time.
    fn write_rows(&self, text: &[u8], format: &PlyFormat, number: u64, out: &mut impl Write) -> io::Result<bool> {
        let game = read_game_as(text, 0, &self.plan.wish);
        let mut rows = RowBuffer::default();
        let about = Facts::new(&game, text, "", None);
        let is_reached = self.each(&game, text, |ply, place| {
            self.put(format, ply, &about, place, &mut rows);
            if rows.len() > ROWS_AT_ONCE {
                rows.write(number, out)?;
                rows.clear();
            }
            Ok(())
        })?;
        format.end_game(is_reached, &mut rows);
        rows.write(number, out)?;
        Ok(is_reached)
    }

    /// The games of a text that is at hand.
    pub(super) fn part(&self, bytes: &[u8]) -> Part {
        let mut part = Part::default();
        let mut at = 0;
        while at < bytes.len() {
            let mut game = read_game_as(bytes, at, &self.plan.wish);
            let span = game.span.clone();
            at = span.end;
            self.absorb(&mut part, &mut game, bytes, span);
        }
        self.close(&mut part, bytes);
        part
    }

    /// A position that stands alone.
    pub(super) fn position(&self, position: Position, operations: Option<&str>) -> Content {
        let game = read_game_as(b"", 0, &ReplayOptions { start: Some(position), ..ReplayOptions::default() });
        let Show::Rows(format) = &self.plan.show else { return self.content(&game, b"") };
        let sheet = ScoreSheet::of(&game, b"");
        let mut rows = RowBuffer::default();
        let mut shown = sheet
            .plies(&game, b"", self.plan.asked)
            .filter(|ply| self.plan.at.is_empty() || self.plan.at.iter().any(|at| at.means(ply, 0)));
        let ply = shown.next();
        if let Some(ply) = &ply {
            format.begin_game(ply, &self.file, &mut rows);
            format.ply(ply, &Facts::new(&game, b"", "", None), &self.file, operations, &mut rows);
        }
        format.end_game(ply.is_some(), &mut rows);
        Content::Rows { rows, is_reached: ply.is_some() }
    }
}

impl GameWork for Replay<'_> {
    type Part = Part;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        read_game_as(bytes, start, &self.plan.wish)
    }

    fn absorb(&self, part: &mut Part, game: &mut Game, bytes: &[u8], span: Span) {
        if game.status == Worth::Nothing && game.report.findings.is_empty() {
            return;
        }
        let is_game = game.status != Worth::Nothing;
        let matched = if is_game { self.plan.selection.judge(game, bytes) } else { Match::CHOSEN };
        if !matched.is_chosen {
            return part.games.push(Told::passed_over(game.status, matched));
        }
        let content = match game.status {
            Worth::Nothing => Content::nothing(),
            _ if self.plan.is_picky || game.plies_with_variations() > LONG_GAME => {
                Content::Text(bytes[span.start..bytes.len().min(span.end + BEHIND)].to_vec())
            }
            _ => self.content(game, bytes),
        };
        let findings = mem::take(&mut game.report.findings);
        let told = findings.into_iter().filter(|finding| self.plan.told.contains(finding.rule));
        let mut located = locate(told, bytes);
        name_game(&mut located, game, bytes);
        part.games.push(Told { worth: game.status, matched, located, content });
    }

    fn close(&self, part: &mut Part, bytes: &[u8]) {
        place_all(part.games.iter_mut().flat_map(|game| &mut game.located), bytes);
        part.extent = Extent::of(bytes);
    }
}
