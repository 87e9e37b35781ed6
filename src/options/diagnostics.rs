//! Messages on standard error; among them warnings if no game matches the `--where` condition.

use clap::{Args, ValueEnum};

use crate::game::filter::Filter;
use crate::game::finding::tally::digits;
use crate::game::replay::{Game, read_tags};
use crate::game::rules::RuleSet;
use crate::progress::{Progress, ProgressMode};
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
    /// Whether the game matches the condition.
    pub is_selected: bool,
    /// One bit for each tag in the condition, set if the game has the tag.
    tags: u64,
}

/// The combined results for many games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Matches {
    /// The number of games evaluated.
    games: u64,
    selected: u64,
    /// One bit for each tag in the condition, set if any game has the tag.
    tags: u64,
}

impl Match {
    /// The result where no condition applies: for text between games and for positions.
    pub const SELECTED: Self = Self { is_selected: true, tags: 0 };
}

impl Matches {
    pub fn add(&mut self, game: Match) {
        self.games += 1;
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
        let Some(condition) = &self.condition else {
            return if wants_moves { None } else { read_tags(bytes, start) };
        };
        if !condition.uses_tags() {
            return None;
        }
        let game = read_tags(bytes, start)?;
        let is_selected = condition.decide(&game, bytes)?;
        let is_wanted = wants_moves && self.may_select(Match { is_selected, tags: 0 });
        (!is_wanted).then_some(game)
    }

    /// Evaluates the condition for a game that was read from these bytes.
    pub fn evaluate(&self, game: &Game, bytes: &[u8]) -> Match {
        let Some(condition) = &self.condition else { return Match::SELECTED };
        let has = |tag: &String| game.tags.text(tag, bytes).is_some();
        let tags = condition.tags().iter().take(64).enumerate();
        let tags = tags.filter(|(_, tag)| has(tag)).fold(0, |bits, (at, _)| bits | 1 << at);
        Match { is_selected: condition.matches(game, bytes), tags }
    }

    /// Whether a game with this result may be selected; its number can still decide.
    pub const fn may_select(&self, game: Match) -> bool {
        if self.is_inverted { !game.is_selected || self.game.is_some() } else { game.is_selected }
    }

    /// The rules to check so that the condition can be evaluated.
    pub fn rules(&self) -> RuleSet {
        self.condition.as_ref().map_or(RuleSet::EMPTY, Filter::rules)
    }

    /// Returns warnings, after all games, about tags that no game has and a condition that no game matches.
    pub fn warnings(&self, matches: &Matches) -> Vec<String> {
        let Some(condition) = self.condition.as_ref().filter(|_| matches.games > 0) else { return Vec::new() };
        let games = match matches.games {
            1 => "the only game does not".to_owned(),
            games => format!("none of the {} games", digits(games)),
        };
        let (has, matches_it) = if matches.games == 1 { ("have", "match") } else { ("has", "matches") };
        let tags = condition.tags().iter().take(64).enumerate();
        let missing = tags.filter(|(at, _)| matches.tags >> at & 1 == 0).map(|(_, tag)| tag);
        let mut warnings: Vec<String> = missing.map(|tag| format!("--where: {games} {has} the tag `{tag}`")).collect();
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
