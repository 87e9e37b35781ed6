//! Messages on standard error; among them warnings if no game matches the `--where` condition.

use clap::{Args, ValueEnum};

use crate::game::facts::{Facts, ItemKind, Label, PositionItem, group_of};
use crate::game::filter::Filter;
use crate::game::finding::tally::digits;
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, read_tags};
use crate::game::rules::RuleSet;
use crate::progress::{Progress, ProgressMode};
use crate::report::terminal::numbers::counted;
use crate::report::{Diagnostics, SharedListener, Verbosity};

use super::{ColorArgs, FeatureWhen, SelectionArgs};

/// Progress, verbosity, and colors.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Output")]
pub struct DiagnosticArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
    pub color: ColorArgs,

    /// When to show a progress bar
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub progress: FeatureWhen,

    /// Suppress the summary, notices about the run, and progress; findings and failures are still reported
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print more details about the run
    #[arg(short, long)]
    pub verbose: bool,

    /// Exit with 0 even if something was found; failures still exit with 2
    #[arg(long)]
    pub exit_zero: bool,

    /// The program around the command
    #[arg(skip)]
    pub listener: Option<SharedListener>,
}

/// Whether games with errors make a run fail that only tells of them.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Output")]
pub struct FailOnArgs {
    /// Exit with 1 if a selected game has errors; without this option a message says how many have
    #[arg(long, value_name = "SEVERITY")]
    pub fail_on: Option<FailOn>,
}

/// The severity of findings that make a run fail.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum FailOn {
    /// What makes a game invalid for `validate`, such as an illegal move
    Error,
}

impl DiagnosticArgs {
    /// Verbosity and colors of standard error.
    pub fn diagnostics(&self) -> Diagnostics {
        let listener = self.listener.clone();
        Diagnostics { paint: self.color.paint_of_stderr(), verbosity: self.verbosity(), listener }
    }

    /// A progress bar for the number of bytes that `total_bytes` finds; `None` if it is unknown. Without a bar nobody needs
    /// the number, for which all directories are walked.
    pub fn bar(&self, total_bytes: impl FnOnce() -> Option<u64>) -> Progress {
        let mode = self.progress_mode();
        if !mode.is_drawn() && self.listener.is_none() {
            return Progress::hidden();
        }
        let total_bytes = total_bytes();
        let progress = Progress::new(mode, total_bytes);
        if let Some(SharedListener(listener)) = &self.listener {
            let watched = progress.clone();
            listener.reading(total_bytes, Box::new(move || watched.position()));
        }
        progress
    }

    /// A progress bar for this number of tasks.
    pub fn bar_of_parts(&self, parts: u64) -> Progress {
        Progress::of_parts(self.progress_mode(), parts)
    }

    const fn progress_mode(&self) -> ProgressMode {
        match (self.quiet, self.progress) {
            (true, _) | (_, FeatureWhen::Never) => ProgressMode::Never,
            (false, FeatureWhen::Auto) => ProgressMode::Auto,
            (false, FeatureWhen::Always) => ProgressMode::Always,
        }
    }

    const fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        }
    }
}

// Results of the `--where` condition, and warnings if no game matches it.

/// The result of evaluating the condition for one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// Whether the game or position matches the condition.
    pub is_selected: bool,
    /// Whether it is a line without a position, of which no condition is true.
    is_unreadable: bool,
    /// One bit for each tag in the condition, set if the game has the tag.
    tags: u64,
    /// A hash of the values by which a sample has groups; 0 if there is one group.
    pub group: u64,
}

/// The combined results for many games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Matches {
    /// The number of games and positions evaluated.
    games: u64,
    /// How many of them are positions.
    positions: u64,
    /// How many are lines without a position.
    unreadable: u64,
    selected: u64,
    /// One bit for each tag in the condition, set if any game has the tag.
    tags: u64,
}

impl Match {
    /// The result where there is no condition.
    pub const SELECTED: Self = Self { is_selected: true, is_unreadable: false, tags: 0, group: 0 };
}

impl From<bool> for Match {
    fn from(is_selected: bool) -> Self {
        Self { is_selected, ..Self::SELECTED }
    }
}

impl Matches {
    pub fn add(&mut self, game: Match, kind: ItemKind) {
        self.games += 1;
        self.positions += u64::from(kind == ItemKind::Position);
        self.unreadable += u64::from(game.is_unreadable);
        self.selected += u64::from(game.is_selected);
        self.tags |= game.tags;
    }
}

impl SelectionArgs {
    /// The game that starts at `start`, without its moves, if its tags show whether the condition selects it. `None` if they
    /// do not, or if that is not worth the time, because `wants_moves` of all games that it may select.
    ///
    /// Reading the tags and finding the end of a game takes a fraction of the time of a replay.
    pub fn decide_by_tags(&self, bytes: &[u8], start: usize, wants_moves: bool) -> Option<Game> {
        let wants_moves = wants_moves || self.labels(ItemKind::Game).any(Label::needs_moves);
        if self.condition.is_none() {
            return if wants_moves { None } else { read_tags(bytes, start) };
        }
        let condition = self.condition_of(ItemKind::Game)?;
        if !condition.uses_tags() {
            return None;
        }
        let game = read_tags(bytes, start)?;
        let is_selected = condition.decide(&game, bytes)?;
        let is_wanted = wants_moves && self.may_select(is_selected.into());
        (!is_wanted).then_some(game)
    }

    /// Evaluates the condition for a game that was read from these bytes.
    pub fn evaluate(&self, game: &Game, bytes: &[u8]) -> Match {
        let matched = self.evaluate_condition(game, bytes);
        if !self.may_select(matched) {
            return matched;
        }
        let group = group_of(self.labels(ItemKind::Game), || Facts::new(game, bytes, "", None));
        Match { group, ..matched }
    }

    fn evaluate_condition(&self, game: &Game, bytes: &[u8]) -> Match {
        if self.condition.is_none() {
            return Match::SELECTED;
        }
        let Some(condition) = self.condition_of(ItemKind::Game) else { return false.into() };
        let has = |tag: &String| game.tags.text(tag, bytes).is_some();
        let tags = condition.tags().iter().take(64).enumerate();
        let tags = tags.filter(|(_, tag)| has(tag)).fold(0, |bits, (at, _)| bits | 1 << at);
        Match { is_selected: condition.matches(game, bytes), tags, ..Match::SELECTED }
    }

    /// Evaluates the condition for a line of FEN or EPD, without its line end. It is false of a line that is no position.
    pub fn evaluate_position(&self, line: &[u8], format: PositionFormat) -> Match {
        if self.condition.is_none() && self.labels(ItemKind::Position).next().is_none() {
            return Match::SELECTED;
        }
        let Some(item) = PositionItem::read(line, format) else {
            return Match { is_selected: self.condition.is_none(), is_unreadable: true, ..Match::SELECTED };
        };
        let facts = item.facts("");
        let is_selected = self.condition.is_none()
            || self.condition_of(ItemKind::Position).is_some_and(|condition| condition.holds(&facts));
        Match { is_selected, group: group_of(self.labels(ItemKind::Position), || facts), ..Match::SELECTED }
    }

    /// Whether a game with this result may be selected; its number can still decide.
    pub const fn may_select(&self, game: Match) -> bool {
        if self.is_inverted { !game.is_selected || self.game.is_some() } else { game.is_selected }
    }

    /// The rules to check so that the condition can be evaluated.
    pub fn rules(&self) -> RuleSet {
        let of_groups = self.labels(ItemKind::Game).map(Label::rules);
        of_groups
            .chain(self.condition_of(ItemKind::Game).map(Filter::rules))
            .fold(RuleSet::EMPTY, |all, rules| all | rules)
    }

    /// Returns warnings, after all games and positions, about tags that no game has and a condition that nothing matches.
    pub fn warnings(&self, matches: &Matches) -> Vec<String> {
        let condition = self.condition.as_ref().and_then(|condition| condition.all().next());
        let Some(condition) = condition.filter(|_| matches.games > 0) else { return Vec::new() };
        let games = match (matches.games, matches.positions) {
            (1, 1) => "the only position does not".to_owned(),
            (1, _) => "the only game does not".to_owned(),
            (all, positions) if all == positions => format!("none of the {} positions", digits(all)),
            (all, 0) => format!("none of the {} games", digits(all)),
            (all, _) => format!("none of the {} games and positions", digits(all)),
        };
        let (has, matches_it) = if matches.games == 1 { ("have", "match") } else { ("has", "matches") };
        let tags = condition.tags().iter().take(64).enumerate();
        let missing = tags.filter(|(at, _)| matches.tags >> at & 1 == 0).map(|(_, tag)| tag);
        let mut warnings: Vec<String> = missing.map(|tag| format!("--where: {games} {has} the tag `{tag}`")).collect();
        if matches.unreadable > 0 {
            let lines = counted(matches.unreadable, "line is", "lines are");
            warnings.push(format!(
                "--where: {lines} no position that can be played from: no condition is true of such a line"
            ));
        }
        if matches.selected == 0 {
            let hint = match condition.exact_text() {
                Some((tag, text)) if warnings.is_empty() => {
                    format!("; `=` compares whole texts and their case, `{tag} ~ \"{text}\"` finds a part in any case")
                }
                _ => String::new(),
            };
            warnings.push(format!("--where: {games} {matches_it} the condition{hint}"));
        }
        warnings
    }
}
