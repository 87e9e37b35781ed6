//! The first draws of a game by repetition and by the fifty-move rule.

use crate::game::replay::played_game::PlayedGame;
use crate::game::replay::ply_record::PlyRecord;
use crate::laws::edition::Edition;
use crate::laws::ending;
use crate::laws::history::{ByKey, quiet_runs};

/// The first occurrence of each draw, as a number of plies played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FirstDraws {
    /// Threefold repetition (Laws 9.2).
    pub threefold: Option<u32>,
    /// Fivefold repetition (9.6.1).
    pub fivefold: Option<u32>,
    /// Fifty moves by each side without capture or pawn move (9.3).
    pub fifty: Option<u32>,
    /// 75 moves by each side without capture or pawn move (9.6.2).
    pub seventy_five: Option<u32>,
}

/// The first draws of the main line (Laws 9.2, 9.3, 9.6). The starting position counts as an occurrence.
pub(super) fn first_draws(game: &PlayedGame<'_>) -> FirstDraws {
    let mut draws = FirstDraws::default();
    let records = &game.line.records[..];
    // Below a clock of 8 no position can occur three times without null moves, which the Laws do not have.
    for run in quiet_runs(records, 8, |record| u32::from(record.clock)) {
        draws.scan_run(&records[run.clone()], run.start);
        if draws.are_all_known() {
            break;
        }
    }
    let (edition, _) = Edition::in_force_within(game.days());
    if draws.fivefold.is_some() && edition == Edition::Fide2014 {
        // Until June 2017 the five occurrences had to be at alternate moves of each player (9.6.a of 2014).
        draws.fivefold = ending::fivefold(&game.history(), edition);
    }
    draws
}

impl FirstDraws {
    /// Scans positions without capture or pawn move between them. `first` is the ply of the first one.
    fn scan_run(&mut self, run: &[PlyRecord], first: usize) {
        let is_calm = run.last().is_none_or(|last| last.clock < 100);
        if is_calm && !may_repeat_threefold(run) {
            return;
        }
        let mut counts: ByKey<u32> = ByKey::default();
        let is_long = run.len() > LONG_QUIET;
        for (index, PlyRecord { key, clock, .. }) in run.iter().enumerate() {
            let ply = (first + index) as u32;
            if *clock >= 100 {
                self.fifty.get_or_insert(ply);
            }
            if *clock >= 150 {
                self.seventy_five.get_or_insert(ply);
            }
            let times = if is_long {
                let count = counts.entry(*key).or_default();
                *count += 1;
                *count
            } else {
                let earlier = run[..index].iter().rev().skip(3).step_by(2);
                1 + earlier.filter(|other| other.key == *key).count() as u32
            };
            if times >= 3 {
                self.threefold.get_or_insert(ply);
            }
            if times >= 5 {
                self.fivefold.get_or_insert(ply);
            }
            if self.are_all_known() {
                return;
            }
        }
    }

    /// Whether each draw has occurred.
    fn are_all_known(&self) -> bool {
        [self.threefold, self.fivefold, self.fifty, self.seventy_five].iter().all(Option::is_some)
    }
}

/// Whether a position of the run can occur three times. If one does, two occurrences are at most half the run apart,
/// with the same side to move. (Two plies apart if both sides play null moves.)
fn may_repeat_threefold(run: &[PlyRecord]) -> bool {
    let furthest = run.len().saturating_sub(1) / 2;
    (2..=furthest).step_by(2).any(|apart| run.iter().zip(&run[apart..]).any(|(one, other)| one.key == other.key))
}

/// In longer quiet runs, counting in a map is faster than comparing all pairs.
const LONG_QUIET: usize = 400;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::moves::Move;
    use crate::game::replay::read_game;
    use crate::game::rules::{Rule, RuleSet};

    fn run(keys: impl IntoIterator<Item = u64>) -> Vec<PlyRecord> {
        let record = |(ply, key)| PlyRecord { key, offset: 0, clock: ply as u16, mv: Move::NULL };
        keys.into_iter().enumerate().map(record).collect()
    }

    #[test]
    fn fivefold_repetition_follows_the_laws_of_the_day() {
        let moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nc6 8. Nd4 Nb4 9. Nf3 Nc6 10. Ng1 Nb8";
        // In 2015 the occurrences had to be at alternate moves; here two of them are four moves apart.
        for (date, expected) in [("2015.06.30", None), ("2018.06.30", Some(20))] {
            let text = format!("[Date \"{date}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n");
            let game = read_game(text.as_bytes(), 0, RuleSet::ALL);
            assert_eq!(game.board_ending.draws.fivefold, expected, "{date}");
            let is_found = game.report.findings.iter().any(|finding| finding.rule == Rule::DecisiveAfterDraw);
            assert_eq!(is_found, expected.is_some(), "{date}");
        }
    }

    #[test]
    fn finds_every_threefold_repetition() {
        for length in 5..24_usize {
            for (first, second) in
                (0..length).flat_map(|first| (first + 2..length).step_by(2).map(move |second| (first, second)))
            {
                for third in (second + 2..length).step_by(2) {
                    let key = |ply: usize| if [first, second, third].contains(&ply) { 99 } else { ply as u64 };
                    let run = run((0..length).map(key));
                    assert!(may_repeat_threefold(&run), "{first}, {second} and {third} of {length}");
                }
            }
        }
        assert!(!may_repeat_threefold(&run(0..40)));
    }

    properties! {
        #[test]
        fn threefold_agrees_with_a_naive_search(keys in prop::collection::vec(0..4_u64, 1..40)) {
            let run = run(keys.iter().enumerate().map(|(ply, key)| key << 1 | ply as u64 & 1));
            let mut draws = FirstDraws::default();
            draws.scan_run(&run, 0);
            let is_threefold = |(ply, position): &(usize, &PlyRecord)| {
                run[..*ply].iter().rev().skip(3).filter(|earlier| earlier.key == position.key).count() >= 2
            };
            let expected = run.iter().enumerate().find(is_threefold).map(|(ply, _)| ply as u32);
            prop_assert_eq!(draws.threefold, expected);
        }
    }
}
