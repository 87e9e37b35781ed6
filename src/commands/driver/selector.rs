//! The choice of games by number, condition, `--head` and `--sample`, as the games arrive.

use crate::commands::ExitStatus;
use crate::commands::error::Refused;
use crate::game::facts::ItemKind;
use crate::game::finding::tally::digits;
use crate::options::{GameNumbers, GroupSamples, MAX_SAMPLE, Match, Matches, SelectionArgs};
use crate::report::terminal::numbers::counted;

use super::Run;

/// The selection of games in a run, and the games of a sample.
pub(in crate::commands) struct GameSelector<'a, T> {
    args: &'a SelectionArgs,
    /// The number of games and positions that were read.
    read: u64,
    /// How many of these `--game` selects.
    numbered: u64,
    selected: u64,
    /// The results of the condition for the games that `--game` selects.
    matches: Matches,
    sample: Option<GroupSamples<T>>,
    /// How many groups of the sample there are, and how many of them are smaller than was wanted.
    groups: (u64, u64),
}

impl<'a, T> GameSelector<'a, T> {
    /// A selection before the first game.
    pub(in crate::commands) fn new(args: &'a SelectionArgs) -> Self {
        let (matches, sample) = (Matches::default(), args.new_sample());
        Self { args, read: 0, numbered: 0, selected: 0, matches, sample, groups: (0, 0) }
    }

    /// Whether `--head` ends the run: no further game is selected.
    pub(in crate::commands) fn is_done(&self) -> bool {
        self.wanted() == 0
    }

    /// Whether all games are read, because any of them may be selected.
    pub(in crate::commands) fn reads_all(&self) -> bool {
        !self.is_done() && (self.args.is_inverted || self.args.game.is_none())
    }

    /// How many games `--head` still allows; `u64::MAX` without it.
    pub(super) fn wanted(&self) -> u64 {
        self.args.head.map_or(u64::MAX, |head| head.saturating_sub(self.selected))
    }

    /// The number of games selected so far, those of the sample before any was dropped.
    pub(in crate::commands) fn selected(&self) -> u64 {
        self.selected
    }

    /// The number of games and positions that were read.
    pub(in crate::commands) fn read(&self) -> u64 {
        self.read
    }

    /// Whether no further game of a text can be selected, after this number of its games.
    pub(in crate::commands) fn ends_after(&self, games: u64) -> bool {
        self.is_done() || self.has_passed(games)
    }

    /// Whether `--game` selects only numbers up to this one.
    pub(super) fn has_passed(&self, number: u64) -> bool {
        !self.args.is_inverted && self.args.game.as_ref().is_some_and(|numbers| number >= numbers.last())
    }

    /// Whether `--game` selects this number, from 1 in each text.
    pub(in crate::commands) fn contains(&self, number: u64) -> bool {
        self.args.game.as_ref().is_none_or(|numbers| numbers.contains(number))
    }

    /// The numbers of `--game`.
    pub(super) fn numbers(&self) -> Option<&'a GameNumbers> {
        self.args.game.as_ref()
    }

    /// Counts a game or position; returns whether it is selected.
    pub(in crate::commands) fn selects(&mut self, number: u64, matched: Match, kind: ItemKind) -> bool {
        let is_numbered = self.contains(number);
        if is_numbered {
            self.matches.add(matched, kind);
        }
        self.count(is_numbered, matched.is_selected)
    }

    /// Counts a game that was selected before.
    pub(in crate::commands) fn add_selected(&mut self, number: u64) {
        self.count(self.contains(number), true);
    }

    fn count(&mut self, is_numbered: bool, is_matching: bool) -> bool {
        let is_selected = (is_numbered && is_matching) != self.args.is_inverted;
        self.read += 1;
        self.numbered += u64::from(is_numbered);
        self.selected += u64::from(is_selected);
        is_selected
    }

    /// Keeps a selected game for the sample of its group; returns it if there is none.
    ///
    /// # Errors
    ///
    /// Fails if all groups together have too many games.
    pub(in crate::commands) fn keep(&mut self, item: T, matched: Match) -> Result<Option<T>, Refused> {
        let Some(sample) = &mut self.sample else { return Ok(Some(item)) };
        if sample.offer(item, matched.group) {
            return Ok(None);
        }
        let groups = counted(sample.groups().0, "group has", "groups have");
        let most = digits(u64::from(MAX_SAMPLE));
        Err(Refused(format!(
            "--sample: so far, {groups} more than {most} games together; choose fewer, or wider bands"
        )))
    }

    /// The games of the sample, in order.
    pub(in crate::commands) fn take_sample(&mut self) -> Vec<T> {
        let sample = self.sample.take();
        self.groups = sample.as_ref().map(GroupSamples::groups).unwrap_or_default();
        sample.map(GroupSamples::into_ordered).unwrap_or_default()
    }

    /// Reports that no game has one of the numbers, which makes the run fail.
    pub(in crate::commands) fn report_missed(&self, run: &mut Run) {
        if let Some(message) = self.args.missed(self.numbered) {
            run.report(ExitStatus::Failed, message);
        }
    }

    /// Warns of a condition that no game matches, of tags in it that no game has, and of groups that are too small.
    pub(in crate::commands) fn report_unmatched(&self, run: &Run) {
        self.args.warnings(&self.matches).into_iter().for_each(|message| run.warning(message));
        let (groups, small) = self.groups;
        if small > 0 && !self.args.per.is_empty() {
            let size = digits(self.args.sample.map_or(0, u64::from));
            let (small, groups) = (digits(small), counted(groups, "group", "groups"));
            run.warning(format_args!(
                "--sample: {small} of {groups} selected with fewer than {size} each, because there are no more"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the games that are selected among seven.
    fn selected(args: &SelectionArgs) -> Vec<u64> {
        let mut selector = GameSelector::new(args);
        let mut kept = Vec::new();
        for number in 1..8 {
            if !selector.ends_after(number - 1) && selector.selects(number, Match::SELECTED, ItemKind::Game) {
                kept.extend(selector.keep(number, Match::SELECTED).unwrap());
            }
        }
        kept.extend(selector.take_sample());
        kept
    }

    #[test]
    fn head_ends_the_run() {
        let args = SelectionArgs { head: Some(3), ..SelectionArgs::default() };
        assert_eq!(selected(&args), [1, 2, 3]);
    }

    #[test]
    fn head_counts_the_games_that_are_selected_by_number() {
        let args = SelectionArgs { head: Some(3), game: "2,4,5,6".parse().ok(), ..SelectionArgs::default() };
        assert_eq!(selected(&args), [2, 4, 5]);
    }

    #[test]
    fn an_inverted_selection_has_the_other_games() {
        let inverted = SelectionArgs { game: "2,4-5".parse().ok(), is_inverted: true, ..SelectionArgs::default() };
        assert_eq!(selected(&inverted), [1, 3, 6, 7]);
        assert_eq!(selected(&SelectionArgs { head: Some(3), ..inverted }), [1, 3, 6]);
    }

    #[test]
    fn a_sample_is_in_order() {
        let args = SelectionArgs { sample: Some(3), game: "2-".parse().ok(), ..SelectionArgs::default() };
        let sample = selected(&args);
        assert!(sample.len() == 3 && sample.is_sorted() && !sample.contains(&1), "{sample:?}");
    }
}
