//! The draws that a player could have claimed (Laws 9.2, 9.3).

use crate::chess::piece::Color;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::finding::list::Findings;
use crate::game::replay::played_game::PlayedGame;
use crate::game::replay::ply_record::PlyRecord;
use crate::game::rules::Rule;
use crate::laws::claim::{ClaimBasis, ClaimGround, ClaimWindow, claimable_draws_before, may_be_claimed};
use crate::laws::edition;
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

#[cfg(test)]
mod tests {
    use crate::game::replay::{FirstDraws, rules_found_by};

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
}
