//! The first draws of a game by repetition and by the fifty-move rule, and the draws that a player could have claimed (Laws
//! 9.2, 9.3).

use crate::chess::piece::Color;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::finding::list::Findings;
use crate::game::replay::played_game::PlayedGame;
use crate::game::replay::ply_record::PlyRecord;
use crate::game::rules::Rule;
use crate::laws::claim::{ClaimBasis, ClaimGround, ClaimWindow, claimable_draws_before, may_be_claimed};
use crate::laws::edition::{self, Edition};
use crate::laws::ending;
use crate::laws::history::{ByKey, quiet_runs};
use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;

use super::BoardEnding;

/// Reports the first draws that could be claimed.
pub(super) fn report_claims(game: &PlayedGame<'_>, end: &BoardEnding, findings: &mut Findings) {
    let is_open = |ply: &u32| over_at(game, end).is_none_or(|over| *ply < over);
    for (rule, ply) in [(Rule::ThreefoldClaim, end.draws.threefold), (Rule::FiftyMoveClaim, end.draws.fifty)] {
        let Some(ply) = ply.filter(|ply| findings.wants(rule) && is_open(ply)) else { continue };
        let moment = game.moment_at(ply);
        let evidence = Evidence::Claim { number: moment.number, by: moment.turn };
        let span = game.san_at(ply.saturating_sub(1));
        let severity = rule.severity();
        findings.push(Finding { rule, severity, span, moment: Some(moment), evidence, article: None, fen: None });
    }
}

/// Reports draw claims that can be found only once the whole game is known: those with an intended move, and those
/// that the loser missed.
pub(super) fn check_claims(
    game: &PlayedGame<'_>,
    end: &BoardEnding,
    stated: Outcome,
    span: &Span,
    findings: &mut Findings,
) {
    let rules = [Rule::ThreefoldClaimIntended, Rule::FiftyMoveClaimIntended, Rule::UnclaimedDraw];
    if !rules.iter().any(|rule| findings.wants(*rule)) || !may_be_claimed(&game.line.records, PlyRecord::moment) {
        return;
    }
    let claims = claimable_draws_before(&game.history(), over_at(game, end));
    report_unclaimed_draw(game, &claims, stated, span, findings);
    for (rule, ground) in
        [(Rule::ThreefoldClaimIntended, ClaimGround::Threefold), (Rule::FiftyMoveClaimIntended, ClaimGround::Fifty)]
    {
        let mut matching = claims.iter().filter(|it| it.basis == ClaimBasis::Intended && it.ground == ground);
        let Some(claim) = matching.next().filter(|_| findings.wants(rule)) else { continue };
        let moment = game.moment_at(claim.from);
        let evidence = Evidence::Claim { number: moment.number, by: moment.turn };
        let span = game.san_at(claim.from.saturating_sub(1));
        let severity = rule.severity();
        let moment = Some(moment);
        findings.push(Finding { rule, severity, span, moment, evidence, article: None, fen: None });
    }
}

/// The number of plies after which the game was over on the board.
fn over_at(game: &PlayedGame<'_>, end: &BoardEnding) -> Option<u32> {
    end.over_at(edition::has_automatic_draws(game.days()), game.line.ply)
}

/// Reports a draw that the loser could have claimed.
fn report_unclaimed_draw(
    game: &PlayedGame<'_>,
    claims: &[ClaimWindow],
    stated: Outcome,
    span: &Span,
    findings: &mut Findings,
) {
    // If a draw or a dead position had ended the game before, that is the finding.
    let had_ended = edition::has_automatic_draws(game.days()) && findings.has(Rule::DecisiveAfterDraw);
    if had_ended || findings.has(Rule::ResultContradictsBoard) {
        return;
    }
    let loser = match stated {
        Outcome::WhiteWins => Color::Black,
        Outcome::BlackWins => Color::White,
        Outcome::Draw | Outcome::Unknown => return,
    };
    let mut on_board = claims.iter().filter(|claim| claim.basis == ClaimBasis::OnBoard);
    let Some(claim) = on_board.find(|claim| claim.by.is_none_or(|by| by == loser)) else { return };
    let moment = game.moment_at(claim.from + u32::from(game.moment_at(claim.from).turn != loser));
    let message = format!("{loser} lost, but could have claimed a draw at move {}", moment.number);
    findings.add(Rule::UnclaimedDraw, span.clone(), Evidence::Message(message));
}

// The first draws of a game by repetition and by the fifty-move rule.

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

    use crate::chess::moves::Move;
    use crate::game::replay::{FirstDraws, read_game, rules_found_by};
    use crate::game::rules::{Rule, RuleSet};

    use super::*;

    const SHUFFLE: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";

    #[test]
    fn reports_claims_on_the_board_and_with_an_intended_move() {
        let draws = FirstDraws { threefold: Some(8), ..FirstDraws::default() };
        let end = BoardEnding { draws, ..BoardEnding::default() };
        let on_board = rules_found_by(SHUFFLE, |game, findings| report_claims(game, &end, findings));
        assert_eq!(on_board, [Rule::ThreefoldClaim]);
        assert_eq!(intended(SHUFFLE, BoardEnding::default()), [Rule::ThreefoldClaimIntended]);
        assert_eq!(intended("1. Nf3 Nf6 2. Ng1 Ng8", BoardEnding::default()), []);
    }

    /// The claims in a drawn game that could be found only at its end.
    fn intended(moves: &str, end: BoardEnding) -> Vec<Rule> {
        rules_found_by(moves, |game, findings| check_claims(game, &end, Outcome::Draw, &(0..1), findings))
    }

    #[test]
    fn nothing_can_be_claimed_once_the_game_is_drawn() {
        let draws = FirstDraws { threefold: Some(8), ..FirstDraws::default() };
        let dead = |ply| BoardEnding { draws, dead_since: Some(ply), ..BoardEnding::default() };
        let on_board = |end| rules_found_by(SHUFFLE, |game, findings| report_claims(game, &end, findings));
        assert_eq!((on_board(dead(9)).len(), on_board(dead(8)).len()), (1, 0));
        assert_eq!((intended(SHUFFLE, dead(8)).len(), intended(SHUFFLE, dead(7)).len()), (1, 0));
        let mate = BoardEnding { draws, has_no_legal_move: true, ..BoardEnding::default() };
        assert_eq!((on_board(mate).len(), intended(SHUFFLE, mate).len()), (0, 1));
        let fivefold = FirstDraws { fivefold: Some(2), ..draws };
        let repeated = BoardEnding { draws: fivefold, ..BoardEnding::default() };
        let on_day = |date| {
            rules_found_by(&format!("[Date \"{date}\"]\n\n{SHUFFLE}"), |game, findings| {
                report_claims(game, &repeated, findings);
            })
        };
        assert_eq!((on_day("2010.01.01").len(), on_day("2020.01.01").len()), (1, 0));
    }

    #[test]
    fn reports_a_draw_that_the_loser_did_not_claim() {
        let found = |stated| {
            rules_found_by(SHUFFLE, |game, findings| {
                check_claims(game, &BoardEnding::default(), stated, &(0..1), findings);
            })
        };
        assert!(found(Outcome::BlackWins).contains(&Rule::UnclaimedDraw));
        assert!(!found(Outcome::Draw).contains(&Rule::UnclaimedDraw));
    }

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
