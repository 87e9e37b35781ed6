//! The work of `adoube replay` on each game.

use std::io::{self, Write};
use std::mem;
use std::num::NonZero;

use crate::chess::fen::FenStyle;
use crate::chess::position::Position;
use crate::chess::setup::Refusal;
use crate::commands::driver::{Fold, Line, is_long, locate, locate_in_position, name_game, place_all, text_of_game};
use crate::commands::ply_selection::PlySelection;
use crate::game::facts::Facts;
#[cfg(feature = "pictures")]
use crate::game::facts::PieceLetters;
use crate::game::finding::{Finding, ReportedFinding};
use crate::game::record::export::{PlyRange, export, export_between_games};
use crate::game::record::plies::{Ply, PlyView};
use crate::game::replay::position_text::{PositionFormat, read_position};
use crate::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use crate::game::rules::{Family, Rule, RuleSet, Severity};
use crate::game::values::game_place::GamePlace;
use crate::game::verdict::position_line::PositionLine;
use crate::options::Output;
use crate::pgn::place::Span;
use crate::pipeline::{ChunkText, KeptText};
#[cfg(feature = "parquet")]
use crate::report::facts::columns::{ColumnRows, PlyColumns};
use crate::report::facts::plies::{PlyFormat, RowStyle};
#[cfg(feature = "python")]
use crate::report::rows::BatchSink;
use crate::report::rows::RowBuffer;
#[cfg(feature = "parquet")]
use crate::report::rows::{Batch, ColumnFile, ColumnFileOptions};

use super::boards::{At, DefaultPlaces};
#[cfg(feature = "pictures")]
use super::pictures::{Album, Drawing, Gallery};

/// Plays the games of a file.
pub(super) struct Replay<'a> {
    plan: &'a Plan,
    #[cfg(any(feature = "parquet", feature = "pictures"))]
    name: Box<str>,
    /// Its name, escaped for rows of text.
    file: Vec<u8>,
}

/// The output for each game.
pub(super) struct Plan {
    /// How games are read.
    pub(super) options: ReplayOptions,
    /// Why rights of the position of `--fen` are ignored.
    pub(super) ignored_rights: Vec<Refusal>,
    /// The selected positions.
    pub(super) at: Vec<At>,
    pub(super) default_places: DefaultPlaces,
    /// Which of them are selected by a condition or at random.
    pub(super) selection: PlySelection,
    /// How positions are written.
    pub(super) fen_style: FenStyle,
    /// How they are written.
    pub(super) show: Show,
    /// Whether games are selected after reading (a sample), so that rows are written later.
    pub(super) is_picky: bool,
    /// Whether text between games is kept: no condition or sample chooses among the games.
    pub(super) keeps_text_between_games: bool,
}

/// How a game is shown.
pub(super) enum Show {
    Rows(Box<PlyFormat>),
    /// Rows in columns.
    #[cfg(feature = "parquet")]
    Columns(Box<PlyColumns>),
    /// The game, or a part of it, in export format.
    Pgn(PlyRange),
    /// A diagram for each ply.
    #[cfg(feature = "pictures")]
    Album {
        letters: PieceLetters,
        /// How games are drawn, if not all go into one picture.
        drawing: Option<Drawing>,
    },
}

/// A game that was played, or text between games.
pub(super) struct GameResult {
    /// Whether this is a game, not a position or text between games.
    pub(super) is_game: bool,
    /// Its errors.
    pub(super) located: Vec<ReportedFinding>,
    pub(super) content: Content,
}

/// The output of a game.
pub(super) enum Content {
    /// Rows that have been written.
    Rows {
        rows: RowBuffer,
        /// Whether the game has one of the selected positions.
        is_reached: bool,
    },
    /// The same in columns.
    #[cfg(feature = "parquet")]
    Columns { batch: Box<Batch>, is_reached: bool },
    /// A game in export format.
    Pgn {
        text: String,
        /// Whether it has the ply at which the output starts.
        is_reached: bool,
    },
    #[cfg(feature = "pictures")]
    Album(Album),
    /// The text of a game that is written later.
    Text(KeptText),
}

/// Where the output goes.
pub(super) struct Out<'a> {
    pub(super) rows: RowOutput<'a>,
    #[cfg(feature = "pictures")]
    pub(super) gallery: Option<&'a mut Gallery>,
}

/// The output of rows.
pub(super) enum RowOutput<'a> {
    Text(&'a mut Output),
    #[cfg(feature = "parquet")]
    Columns(Box<ColumnFile<&'a mut Output>>),
    /// Rows are handed on, and nothing is written.
    #[cfg(feature = "python")]
    Batches(BatchSink),
}

impl<'a> RowOutput<'a> {
    /// Begins the output of a plan, with its header. Up to these many threads encode columns.
    pub(super) fn begin(
        plan: &Plan,
        output: &'a mut Output,
        #[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "text is not encoded"))]
        threads: NonZero<usize>,
    ) -> io::Result<Self> {
        match &plan.show {
            #[cfg(feature = "parquet")]
            Show::Columns(columns) => {
                let options = ColumnFileOptions { threads, ..ColumnFileOptions::default() };
                return Ok(Self::Columns(Box::new(columns.layout().file(output, options)?)));
            }
            Show::Rows(format) => format.header(output)?,
            _ => {}
        }
        Ok(Self::Text(output))
    }

    /// Writes text among the rows. A file of columns has no place for it.
    pub(super) fn text(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            Self::Text(out) => out.write_all(text),
            #[cfg(feature = "parquet")]
            Self::Columns(_) => Ok(()),
            #[cfg(feature = "python")]
            Self::Batches(_) => Ok(()),
        }
    }

    /// Takes rows in columns. Text has no place for them.
    #[cfg(feature = "parquet")]
    fn batch(&mut self, batch: &Batch) -> io::Result<()> {
        match self {
            Self::Text(_) => Ok(()),
            Self::Columns(file) => Ok(file.write(batch)?),
            #[cfg(feature = "python")]
            Self::Batches(_) if batch.is_empty() => Ok(()),
            #[cfg(feature = "python")]
            Self::Batches(BatchSink(take)) => take("plies", batch.clone()),
        }
    }

    /// The number of bytes of text so far.
    pub(super) fn written(&self) -> u64 {
        match self {
            Self::Text(out) => out.written(),
            #[cfg(feature = "parquet")]
            Self::Columns(_) => 0,
            #[cfg(feature = "python")]
            Self::Batches(_) => 0,
        }
    }

    /// Ends the output.
    pub(super) fn end(self) -> io::Result<()> {
        match self {
            Self::Text(out) => out.flush(),
            #[cfg(feature = "parquet")]
            Self::Columns(file) => Ok(file.finish().map(drop)?),
            #[cfg(feature = "python")]
            Self::Batches(_) => Ok(()),
        }
    }
}

/// The index of a ply among the selected ones of its game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Later,
}

impl Content {
    pub(super) const fn nothing() -> Self {
        Self::Rows { rows: RowBuffer::new(), is_reached: true }
    }
}

/// The number of bytes at which rows are written.
const ROWS_AT_ONCE: usize = 1 << 16;

/// The rules about text that is not played: their findings are reported whatever their severity.
const UNPLAYED: [Rule; 5] =
    [Rule::StrayText, Rule::TrailingTextAfterTag, Rule::VariantNotChecked, Rule::MovesAfterResult, Rule::UnknownToken];

/// The rules that may have findings that are reported.
pub(super) fn rules() -> RuleSet {
    RuleSet::at_least(Severity::Error) | UNPLAYED.into_iter().collect()
}

/// Whether a finding is reported: an error of reading and replaying, or text that is not played.
fn is_reported(finding: &Finding) -> bool {
    let is_of_result = finding.rule.family() == Family::Results;
    UNPLAYED.contains(&finding.rule) || finding.severity == Severity::Error && !is_of_result
}

impl Plan {
    /// Whether findings have a place among the data.
    pub(super) fn is_jsonl(&self) -> bool {
        matches!(&self.show, Show::Rows(format) if format.shape == RowStyle::Jsonl)
    }

    /// Whether usually most plies of a game are shown.
    fn shows_most_plies(&self) -> bool {
        self.at.is_empty() && self.default_places != DefaultPlaces::Last && !self.selection.chooses()
    }

    /// The facts about a game that was read from `bytes`.
    fn facts<'a>(&self, game: &'a Game, bytes: &'a [u8]) -> Facts<'a> {
        Facts::new(game, bytes, "", None).with_positions(self.fen_style)
    }
}

impl Show {
    /// Whether the rows of a game need too much memory to be kept together.
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "rows of text repeat little"))]
    fn is_heavy(&self, game: &Game) -> bool {
        match self {
            #[cfg(feature = "parquet")]
            Self::Columns(columns) => columns.is_heavy(game),
            _ => false,
        }
    }
}

impl<'a> Replay<'a> {
    /// Plays the games of the file with this name.
    pub(super) fn new(plan: &'a Plan, name: &str) -> Self {
        let file = if let Show::Rows(format) = &plan.show { format.file(name) } else { Vec::new() };
        Self {
            plan,
            #[cfg(any(feature = "parquet", feature = "pictures"))]
            name: name.into(),
            file,
        }
    }

    /// Passes each selected ply to `take`; returns whether there was one. A position of a line is shown whether a move led
    /// to it or not.
    fn each(
        &self,
        about: &Facts<'_>,
        mut take: impl FnMut(PlyView<'_, '_>, Place) -> io::Result<()>,
    ) -> io::Result<bool> {
        let plies = about.game.plies();
        let is_shown = |ply: &Ply<'_>| match self.plan.default_places {
            _ if !self.plan.at.is_empty() => self.plan.at.iter().any(|at| at.means(ply, plies)),
            _ if about.line.is_some() => true,
            DefaultPlaces::Moves => ply.step.is_some(),
            DefaultPlaces::Positions => true,
            DefaultPlaces::Last => At::One(GamePlace::Last).means(ply, plies),
        };
        let mut is_reached = false;
        self.plan.selection.each(about, is_shown, |view| {
            let place = if mem::replace(&mut is_reached, true) { Place::Later } else { Place::First };
            take(view, place)
        })?;
        Ok(is_reached)
    }

    fn content(&self, about: &Facts<'_>) -> Content {
        let (game, bytes) = (about.game, about.bytes);
        match &self.plan.show {
            Show::Pgn(cut) => {
                let mut text = String::new();
                export(game, bytes, *cut, &mut text);
                Content::Pgn { text, is_reached: cut.from <= game.plies() }
            }
            Show::Rows(format) => {
                let mut rows = RowBuffer::default();
                let taken = self.each(about, |view, place| {
                    self.put(format, view, about, place, &mut rows);
                    if place == Place::First && self.plan.shows_most_plies() {
                        rows.reserve_rows(game.plies() as usize);
                    }
                    Ok(())
                });
                let is_reached = taken.unwrap_or(false);
                format.end_game(is_reached, &mut rows);
                Content::Rows { rows, is_reached }
            }
            #[cfg(feature = "parquet")]
            Show::Columns(columns) => {
                let mut rows = columns.rows(game, bytes, &self.name, about.line);
                let taken = self.each(about, |view, _| {
                    rows.push(view.ply);
                    Ok(())
                });
                Content::Columns { batch: Box::new(rows.take()), is_reached: taken.unwrap_or(false) }
            }
            #[cfg(feature = "pictures")]
            Show::Album { letters, drawing } => {
                let mut album = Album::default();
                let taken = self.each(about, |view, _| {
                    album.add(view.ply, *letters);
                    Ok(())
                });
                debug_assert!(taken.is_ok(), "memory takes everything");
                if let Some(drawing) = drawing {
                    drawing.draw(&mut album);
                }
                Content::Album(album)
            }
        }
    }

    /// Text between games in export format, if all games are written.
    fn text_between_games(&self, game: &Game, bytes: &[u8]) -> String {
        let mut text = String::new();
        if self.plan.keeps_text_between_games && matches!(self.plan.show, Show::Pgn(PlyRange::WHOLE)) {
            export_between_games(game, bytes, &mut text);
        }
        text
    }

    /// Writes the game with this number; returns whether there was any output.
    pub(super) fn show(&self, content: Content, game: u64, out: &mut Out<'_>) -> io::Result<bool> {
        #[cfg(feature = "pictures")]
        if let Some(gallery) = &mut out.gallery {
            return self.draw(&content, game, gallery);
        }
        self.write(content, game, &mut out.rows)
    }

    /// Draws the game with this number; returns whether there was anything to draw.
    #[cfg(feature = "pictures")]
    fn draw(&self, content: &Content, game: u64, gallery: &mut Gallery) -> io::Result<bool> {
        match content {
            Content::Album(album) => gallery.take(album, &self.name, game),
            Content::Text(text) => {
                let content = self.content(&self.plan.facts(&read_game_as(text, 0, &self.plan.options), text));
                self.draw(&content, game, gallery)
            }
            Content::Rows { is_reached, .. } | Content::Pgn { is_reached, .. } => Ok(*is_reached),
            #[cfg(feature = "parquet")]
            Content::Columns { is_reached, .. } => Ok(*is_reached),
        }
    }

    /// Writes the output of the game with this number; returns whether there was any.
    fn write(&self, content: Content, game: u64, out: &mut RowOutput<'_>) -> io::Result<bool> {
        match (content, &self.plan.show, out) {
            (Content::Rows { rows, is_reached }, _, RowOutput::Text(out)) => {
                rows.write(game, out)?;
                Ok(is_reached)
            }
            #[cfg(feature = "parquet")]
            (Content::Columns { mut batch, is_reached }, _, out) => {
                batch.count_games_from(game - 1);
                out.batch(&batch)?;
                Ok(is_reached)
            }
            (Content::Text(text), Show::Rows(format), RowOutput::Text(out)) => {
                self.write_rows(&text, format, game, out)
            }
            #[cfg(feature = "parquet")]
            (Content::Text(text), Show::Columns(columns), out) => self.write_columns(&text, columns, game, out),
            (Content::Text(text), _, out) => {
                let content = self.content(&self.plan.facts(&read_game_as(&text, 0, &self.plan.options), &text));
                self.write(content, game, out)
            }
            (Content::Pgn { text, is_reached }, _, RowOutput::Text(out)) => {
                out.write_all(text.as_bytes()).map(|()| is_reached)
            }
            #[cfg(any(feature = "parquet", feature = "pictures"))]
            _ => Ok(true),
        }
    }

    /// Writes the row of a ply, and the heading before the first.
    fn put(&self, format: &PlyFormat, view: PlyView<'_, '_>, about: &Facts<'_>, place: Place, rows: &mut RowBuffer) {
        match place {
            Place::First => format.begin_game(view.ply, &self.file, rows),
            Place::Later => format.between(rows),
        }
        format.ply(view, about, &self.file, rows);
    }

    /// Writes the rows of a game, a few at a time.
    fn write_rows(&self, text: &[u8], format: &PlyFormat, number: u64, out: &mut impl Write) -> io::Result<bool> {
        let game = read_game_as(text, 0, &self.plan.options);
        let mut rows = RowBuffer::default();
        let about = self.plan.facts(&game, text);
        let is_reached = self.each(&about, |view, place| {
            self.put(format, view, &about, place, &mut rows);
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

    /// Writes the rows of a game in columns, a row group at a time.
    #[cfg(feature = "parquet")]
    fn write_columns(
        &self,
        text: &[u8],
        columns: &PlyColumns,
        number: u64,
        out: &mut RowOutput<'_>,
    ) -> io::Result<bool> {
        let game = read_game_as(text, 0, &self.plan.options);
        let mut rows = columns.rows(&game, text, &self.name, None);
        let mut write = |rows: &mut ColumnRows<'_>| {
            let mut batch = rows.take();
            batch.count_games_from(number - 1);
            out.batch(&batch)
        };
        let is_reached = self.each(&self.plan.facts(&game, text), |view, _| {
            rows.push(view.ply);
            if rows.is_full() { write(&mut rows) } else { Ok(()) }
        })?;
        write(&mut rows)?;
        Ok(is_reached)
    }

    /// A position without a game.
    pub(super) fn content_of(&self, line: &PositionLine, position: Position) -> Content {
        let game = read_game_as(b"", 0, &ReplayOptions { start: Some(position), ..ReplayOptions::default() });
        self.content(&self.plan.facts(&game, b"").of_line(Some(line)))
    }
}

impl Fold for Replay<'_> {
    type Item = GameResult;
    type Sum = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game_as(bytes, start, &self.plan.options)
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<GameResult> {
        let is_game = game.status != Validity::NoGame;
        let content = match game.status {
            Validity::NoGame => {
                let text = self.text_between_games(game, bytes);
                if game.report.findings.is_empty() && text.is_empty() {
                    return None;
                }
                Content::Pgn { text, is_reached: true }
            }
            _ if self.plan.is_picky || is_long(game) || self.plan.show.is_heavy(game) => {
                Content::Text(text_of_game(bytes, &span))
            }
            _ => self.content(&self.plan.facts(game, bytes)),
        };
        let findings = mem::take(&mut game.report.findings);
        let mut located = locate(findings.into_iter().filter(is_reported), bytes);
        name_game(&mut located, game, bytes);
        Some(GameResult { is_game, located, content })
    }

    fn memory(result: &GameResult) -> usize {
        match &result.content {
            #[cfg(feature = "pictures")]
            Content::Album(album) => album.memory(),
            _ => 0,
        }
    }

    fn position(&self, line: &Line, format: PositionFormat) -> GameResult {
        let text = line.text();
        let found = read_position(text, &line.span, format, self.plan.options.rules);
        let content = PositionLine::parse(text, format).and_then(|read| {
            let position = read.position()?;
            Some(self.content_of(&read, position))
        });
        let content = content.unwrap_or_else(Content::nothing);
        let located = locate_in_position(found.findings.into_iter().filter(is_reported), &line.bytes);
        GameResult { is_game: false, located, content }
    }

    fn place<'t>(items: impl Iterator<Item = &'t mut GameResult>, bytes: &[u8]) {
        place_all(items.flat_map(|game| &mut game.located), bytes);
    }
}
