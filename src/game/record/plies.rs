//! An iterator over the positions of a game, with their moves, comments and comment commands.

use std::borrow::Cow;
use std::mem;

use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece};
use crate::chess::position::Position;
use crate::chess::san::{San, write_between};
use crate::chess::uci::UciMode;
use crate::game::identity::LineId;
use crate::game::replay::Game;
use crate::game::values::clocks::ClockRecord;
use crate::game::values::comment_values::{CommentValues, Evaluation};
use crate::game::values::judgment::INITIAL;
use crate::pgn::place::Span;
use crate::pgn::text::decode;

use super::score_sheet::{ScoreSheet, SheetEntry};
use super::steps::{Step, Steps};

/// A position of a game, with the move that led to it and its annotations.
#[derive(Clone, Debug)]
pub struct Ply<'a> {
    game: &'a Game,
    sheet: &'a ScoreSheet,
    bytes: &'a [u8],
    uci_mode: UciMode,
    /// The move with the positions around it; `None` before the first move.
    pub step: Option<Step>,
    /// The values in its comments.
    pub values: CommentValues,
    /// The evaluation before the move, from White's point of view, if [`PlyOptions::comment_values`] is set; only in the
    /// main line. Before the first move from the initial position, it is that of lichess.
    pub(crate) score_before: Option<Evaluation>,
}

/// What to compute besides the positions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the options are independent")]
pub struct PlyOptions {
    /// Include the moves of variations.
    pub variations: bool,
    /// Read the values in comments.
    pub comment_values: bool,
    /// Count repetitions.
    pub times: bool,
    /// Compute the ids of lines.
    pub line_ids: bool,
}

impl PlyOptions {
    /// The options with which everything is computed that one of both computes.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            variations: self.variations || other.variations,
            comment_values: self.comment_values || other.comment_values,
            times: self.times || other.times,
            line_ids: self.line_ids || other.line_ids,
        }
    }
}

/// A ply, with its neighbors in the main line if they are wanted.
#[derive(Clone, Copy, Debug)]
pub struct PlyView<'v, 'a> {
    /// The ply.
    pub ply: &'v Ply<'a>,
    /// The ply before it: after the first move the starting position.
    pub previous: Option<&'v Ply<'a>>,
    /// The ply after it.
    pub next: Option<&'v Ply<'a>>,
}

/// An iterator over the plies of a game, with or without their neighbors.
#[derive(Debug)]
pub struct PlyViews<'a> {
    plies: Plies<'a>,
    /// The previous, the current and the next ply, if neighbors are wanted.
    window: Option<Box<[Option<Ply<'a>>; 3]>>,
}

/// An iterator over a game, starting with the position before the first move.
#[derive(Debug)]
pub struct Plies<'a> {
    /// The last position that was returned; at first, the one to be returned.
    ply: Ply<'a>,
    steps: Steps<'a>,
    options: PlyOptions,
    has_begun: bool,
    /// The clocks of the main line.
    clocks: ClockRecord,
    /// The last evaluation of the main line.
    score: Option<Evaluation>,
}

impl ScoreSheet {
    /// The positions of a game that was read from `bytes`.
    pub fn plies<'a>(&'a self, game: &'a Game, bytes: &'a [u8], options: PlyOptions) -> Plies<'a> {
        let steps = if options.variations { self.all_lines(game.start()) } else { self.main_line(game.start()) };
        let steps = if options.times { steps.counting() } else { steps };
        let steps = if options.line_ids { steps.identified(LineId::of_start(game.start())) } else { steps };
        let control = if options.comment_values { game.tags.value("TimeControl") } else { None };
        let clocks = ClockRecord::new(control.map(|value| &bytes[value]));
        let uci_mode = game.uci_mode();
        let ply = Ply {
            game,
            sheet: self,
            bytes,
            uci_mode,
            step: None,
            values: CommentValues::default(),
            score_before: None,
        };
        Plies { ply, steps, options, has_begun: false, clocks, score: None }
    }
}

impl<'a> Iterator for Plies<'a> {
    type Item = Ply<'a>;

    fn next(&mut self) -> Option<Ply<'a>> {
        self.advance().cloned()
    }
}

impl<'a> Plies<'a> {
    /// The next position, which stays in the iterator: without the copy that [`Iterator::next`] makes.
    pub(crate) fn advance(&mut self) -> Option<&Ply<'a>> {
        if self.has_begun {
            let step = self.steps.advance()?;
            self.ply.step.get_or_insert_with(|| step.clone()).clone_from(step);
        }
        self.has_begun = true;
        if self.options.comment_values {
            self.ply.values = self.ply.read_values();
            self.compare_scores();
            self.compare_clocks();
        }
        Some(&self.ply)
    }

    /// Keeps the evaluation of the position for the next move of the main line.
    fn compare_scores(&mut self) {
        let score = self.ply.values.score;
        self.ply.score_before = match &self.ply.step {
            Some(step) if step.variation > 0 => None,
            Some(_) => mem::replace(&mut self.score, score),
            None => {
                let is_initial = || self.ply.game.start().same_position(&Position::initial());
                self.score = score.or_else(|| is_initial().then_some(INITIAL));
                None
            }
        };
    }

    /// Computes the time spent from the same player's previous clock and the time control.
    fn compare_clocks(&mut self) {
        let Some(step) = self.ply.step.as_ref().filter(|step| step.variation == 0) else { return };
        let values = &mut self.ply.values;
        let Some(now) = values.clock else { return };
        let change = self.clocks.take(step.before.turn(), step.before.fullmove_number().into(), now);
        values.spent = values.spent.or(change.spent);
    }
}

impl<'a> Plies<'a> {
    /// The same plies, with their neighbors if these are wanted. Neighbors are those of the main line: there must be no
    /// variations.
    pub fn views(mut self, with_neighbors: bool) -> PlyViews<'a> {
        let window = with_neighbors.then(|| Box::new([None, None, self.advance().cloned()]));
        PlyViews { plies: self, window }
    }
}

impl<'a> PlyViews<'a> {
    /// The next ply, which stays in the iterator.
    pub fn advance(&mut self) -> Option<PlyView<'_, 'a>> {
        let Some(window) = &mut self.window else {
            return self.plies.advance().map(|ply| PlyView { ply, previous: None, next: None });
        };
        window.rotate_left(1);
        window[2] = self.plies.advance().cloned();
        let [previous, ply, next] = &**window;
        Some(PlyView { ply: ply.as_ref()?, previous: previous.as_ref(), next: next.as_ref() })
    }
}

impl Ply<'_> {
    /// The position.
    pub fn position(&self) -> &Position {
        self.step.as_ref().map_or(self.game.start(), |step| &step.after)
    }

    /// The move that led to it; `None` before the first move. A null move is [`Move::NULL`].
    pub fn mv(&self) -> Option<Move> {
        self.step.as_ref().map(|step| step.mv)
    }

    /// The SAN of the move that led to it; `None` before the first move and for null moves.
    pub fn san(&self) -> Option<San> {
        let Step { mv, before, after, .. } = self.step.as_ref()?;
        (*mv != Move::NULL).then(|| write_between(before, *mv, after))
    }

    /// The number of plies played to reach it.
    pub fn plies_played(&self) -> u32 {
        self.step.as_ref().map_or(0, |step| step.ply + 1)
    }

    /// How often the position has occurred in its line, including this time, if [`PlyOptions::times`] is set.
    pub fn times(&self) -> u32 {
        self.step.as_ref().map_or(1, |step| step.times)
    }

    /// The id of the line up to the position; of a move, only if [`PlyOptions::line_ids`] is set.
    pub(crate) fn line_id(&self) -> Option<LineId> {
        match &self.step {
            Some(step) => step.line_id,
            None => Some(LineId::of_start(self.game.start())),
        }
    }

    /// The NAGs after the move.
    pub fn nags(&self) -> impl Iterator<Item = u8> + '_ {
        self.annotations().filter_map(|entry| match entry {
            SheetEntry::Nag(nag) => Some(*nag),
            _ => None,
        })
    }

    /// The comments after the move; before the first move, those before it. A move that opens a variation also has the
    /// comments before it there.
    pub fn comments(&self) -> impl Iterator<Item = &[u8]> + '_ {
        self.comments_of(self.opening().iter().chain(self.annotations()))
    }

    fn comments_of<'e>(&self, entries: impl Iterator<Item = &'e SheetEntry>) -> impl Iterator<Item = &[u8]> {
        entries.filter_map(|entry| match entry {
            SheetEntry::Comment(Span { start, end }) => Some(&self.bytes[*start..*end]),
            _ => None,
        })
    }

    /// The entries between the start of a variation and its first move.
    fn opening(&self) -> &[SheetEntry] {
        let Some(step) = self.step.as_ref().filter(|step| step.variation > 0) else { return &[] };
        let before = &self.sheet.entries[..step.entry];
        let is_bound =
            |entry: &SheetEntry| matches!(entry, SheetEntry::Open { .. } | SheetEntry::Close | SheetEntry::Move(_));
        match before.iter().rposition(is_bound) {
            Some(at) if matches!(before[at], SheetEntry::Open { .. }) => &before[at + 1..],
            _ => &[],
        }
    }

    /// The text of the comments, joined with spaces. Line ends become spaces, and outer white space is removed.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. e4 {[%clk 0:02:58]} {a pawn} *").next().unwrap();
    /// let ply = game.plies().last().unwrap();
    /// assert_eq!(ply.comment().unwrap(), "[%clk 0:02:58] a pawn");
    /// assert_eq!(ply.values.clock, Some(17_800));
    /// ```
    pub fn comment(&self) -> Option<Cow<'_, str>> {
        let mut texts = self.comments().map(comment_text);
        let mut whole = texts.next()?;
        for text in texts {
            let whole = whole.to_mut();
            whole.push(' ');
            whole.push_str(&text);
        }
        Some(whole)
    }

    /// The UCI notation of castling.
    pub(crate) fn uci_mode(&self) -> UciMode {
        self.uci_mode
    }

    /// The value of a tag of the game, with escapes resolved.
    #[cfg(feature = "cli")]
    pub(crate) fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.game.tags.text(name, self.bytes)
    }

    /// The piece captured by the move.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. e4 d5 2. exd5 *").next().unwrap();
    /// let captured: Vec<char> = game.plies().filter_map(|ply| Some(ply.captured()?.fen_letter())).collect();
    /// assert_eq!(captured, ['p']);
    /// ```
    pub fn captured(&self) -> Option<Piece> {
        let Step { mv, before, .. } = self.step.as_ref().filter(|step| step.mv != Move::NULL)?;
        before.captured_by(*mv)
    }

    fn annotations(&self) -> impl Iterator<Item = &SheetEntry> {
        self.sheet.annotations(self.step.as_ref().map_or(0, |step| step.entry + 1))
    }

    fn read_values(&self) -> CommentValues {
        let mut values = CommentValues::default();
        let mover = self.step.as_ref().map_or(Color::White, |step| step.before.turn());
        self.comments_of(self.annotations()).for_each(|comment| values.add(comment, mover));
        values
    }
}

/// The text of a comment. Line ends become spaces, and outer white space is removed.
fn comment_text(bytes: &[u8]) -> Cow<'_, str> {
    let text = decode(bytes.trim_ascii());
    if text.contains(['\n', '\r']) {
        return Cow::Owned(text.replace("\r\n", " ").replace(['\n', '\r'], " "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::{ReplayOptions, read_game_as};

    #[test]
    fn plies_have_neighbors() {
        let text = b"1. e4 e5 2. f4 *";
        let game = read_game_as(text, 0, &ReplayOptions::default());
        let sheet = ScoreSheet::from_game(&game, text);
        for (with_neighbors, expected) in [
            (true, vec![[None, Some(0), Some(1)], [Some(0), Some(1), Some(2)], [Some(1), Some(2), Some(3)]]),
            (false, vec![[None, Some(0), None], [None, Some(1), None], [None, Some(2), None]]),
        ] {
            let mut views = sheet.plies(&game, text, PlyOptions::default()).views(with_neighbors);
            let mut found = Vec::new();
            while let Some(PlyView { ply, previous, next }) = views.advance() {
                found.push([previous, Some(ply), next].map(|ply| ply.map(Ply::plies_played)));
            }
            assert_eq!(found.len(), 4);
            assert_eq!(found[..3], expected);
            assert_eq!(found[3][2], None);
        }
    }

    #[test]
    fn reads_clocks_evaluations_and_captures() {
        let text = "[TimeControl \"180+2\"]\n\n{start} 1. e4 {[%clk 0:03:00]} d5 {+0.31/20 1s} 2. exd5! {[%clk 0:02:57.5] \
                    [%eval #-3]} c5 {[%emt 0:00:07]} 3. dxc6 *";
        let game = read_game_as(text.as_bytes(), 0, &ReplayOptions { variations: true, ..ReplayOptions::default() });
        let sheet = ScoreSheet::from_game(&game, text.as_bytes());
        let options = PlyOptions { comment_values: true, ..PlyOptions::default() };
        let plies: Vec<Ply<'_>> = sheet.plies(&game, text.as_bytes(), options).collect();
        assert_eq!(plies.iter().map(Ply::plies_played).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(plies[0].comments().collect::<Vec<_>>(), [b"start"]);
        let values: Vec<CommentValues> = plies.iter().map(|ply| ply.values).collect();
        let at = |clock, spent, score| CommentValues { clock, spent, score, ..CommentValues::default() };
        assert_eq!(values[1], at(Some(18_000), None, None));
        let black = at(None, Some(100), Some(Evaluation::Centipawns(-31)));
        assert_eq!(values[2], CommentValues { depth: Some(20), ..black });
        assert_eq!(values[3], at(Some(17_750), Some(450), Some(Evaluation::Mate(-3))));
        assert_eq!(values[4], at(None, Some(700), None));
        assert_eq!(plies[3].nags().collect::<Vec<_>>(), [1]);
        let captured: Vec<Option<char>> = plies.iter().map(|ply| ply.captured().map(Piece::fen_letter)).collect();
        assert_eq!(captured, [None, None, None, Some('p'), None, Some('p')]);
    }
}
