//! The result against the other evidence: the Termination tag, the clocks, the last move and claimable draws.

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::finding::list::Findings;
use crate::game::replay::played_game::PlayedGame;
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::game::values::comment_values::CommentValues;
use crate::game::values::termination::{self, Termination, Winner};
use crate::laws::edition::{Edition, is_insufficient_somewhere};
use crate::laws::unwinnable::{Winnable, winnable};
use crate::laws::{edition, material};
use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;

use super::clocks::last_two_have_clocks;
use super::dead::report_undecided;
use super::{BoardEnding, claims};

/// Compares the result of a fully replayed game with the other evidence. `winner_can_mate` is about the side that won
/// on time; `None` if that was not searched.
pub(super) fn check_sources(
    game: &PlayedGame<'_>,
    end: &BoardEnding,
    winner_can_mate: Option<&Winnable>,
    findings: &mut Findings,
) {
    let Some((stated, span)) = game.result() else { return };
    let is_over = end.has_no_legal_move;
    if game.line.ply == 0 && stated != Outcome::Unknown {
        findings.add(Rule::NoMoves, span.clone(), Evidence::Nothing);
    }
    check_termination_board(game, &span, findings);
    match stated {
        Outcome::WhiteWins | Outcome::BlackWins if is_over => {}
        Outcome::WhiteWins => check_win(game, Color::White, end, winner_can_mate, &span, findings),
        Outcome::BlackWins => check_win(game, Color::Black, end, winner_can_mate, &span, findings),
        Outcome::Draw if !is_over => check_draw(game, &span, findings),
        Outcome::Draw | Outcome::Unknown => {}
    }
    check_king_artifact(game, end, stated, findings);
    claims::check_claims(game, end, stated, &span, findings);
    if !is_over {
        report_missed_mate(game, findings);
    }
}

/// Checks a Termination tag against the board, if it names an end that the board shows, such as checkmate. A tag that
/// contradicts the result is reported already.
fn check_termination_board(game: &PlayedGame<'_>, span: &Span, findings: &mut Findings) {
    if findings.has(Rule::TerminationContradictsBoard) {
        return;
    }
    let Some(termination) = game.tags.termination else { return };
    let position = &game.line.position;
    let times = || game.line.records.iter().filter(|record| record.key == position.key()).count();
    let is_confirmed = match termination {
        Termination::Checkmate => position.is_checkmate(),
        Termination::Stalemate => position.is_stalemate(),
        Termination::Repetition => times() >= 3,
        Termination::Fifty => position.halfmove_clock() >= 100,
        Termination::Insufficient => is_insufficient_somewhere(position),
        _ => return,
    };
    if !is_confirmed {
        let message =
            format!("the Termination tag says that the game ended {termination}, but the board does not show it");
        findings.add(Rule::TerminationContradictsBoard, span.clone(), Evidence::Message(message));
    }
}

/// Reports a Termination tag that names another winner than the result, or disagrees on whether there is one.
pub(super) fn check_termination_result(game: &PlayedGame<'_>, findings: &mut Findings) {
    let Some((stated, span)) = game.result() else { return };
    let value = |tag: &str| game.tags.text(tag, game.bytes);
    let Some(raw) = game.tags.value("Termination") else { return };
    if termination::is_standard(&game.bytes[raw]) {
        return;
    }
    let Some(text) = value("Termination") else { return };
    let Some(tag_winner) = termination::winner(&text) else { return };
    let players = [value("White"), value("Black")];
    let tag_color = tag_winner.color(players.each_ref().map(Option::as_deref));
    let winner = match stated {
        Outcome::WhiteWins => Some(Color::White),
        Outcome::BlackWins => Some(Color::Black),
        Outcome::Draw | Outcome::Unknown => None,
    };
    let statement = match (tag_winner, tag_color) {
        (Winner::Nobody, _) if stated != Outcome::Draw => "the game was drawn".to_owned(),
        // After a resignation or a flag fall the game is drawn if the opponent cannot checkmate (Laws 5.1.2, 6.9).
        (Winner::OpponentOf(_), _) if stated == Outcome::Draw => return,
        (Winner::Named(_) | Winner::OpponentOf(_), Some(color)) if winner != Some(color) => format!("{color} won"),
        _ => return,
    };
    let message = format!("the Termination tag says that {statement}, but the result is `{}`", stated.text());
    findings.add(Rule::TerminationContradictsBoard, span, Evidence::Message(message));
}

/// Checks a win that the board does not show: whether the winner could have mated, and whose flag fell.
fn check_win(
    game: &PlayedGame<'_>,
    winner: Color,
    end: &BoardEnding,
    winner_can_mate: Option<&Winnable>,
    span: &Span,
    findings: &mut Findings,
) {
    // In a dead position the result contradicts the board (R105), whatever the winner could do.
    let is_dead = end.dead_since.is_some() || material::is_dead(&game.line.position);
    match game.tags.termination {
        Some(Termination::Time) => {
            check_wrong_flag(game, winner, span, findings);
            let is_unwinnable = !is_dead && matches!(winner_can_mate, Some(Winnable::No(_)));
            if is_unwinnable && material::has_mating_material(&game.line.position, winner) {
                let message = format!(
                    "{winner} won on time, but cannot checkmate by any series of legal moves: the result should be \
                     `1/2-1/2`"
                );
                findings.add(Rule::FlagWithoutMaterial, span.clone(), Evidence::Message(message));
            }
        }
        None | Some(Termination::Normal | Termination::Resignation | Termination::Unknown) => {
            let is_2023_edition = || Edition::in_force_within(game.days()).0 == Edition::Fide2023;
            let is_enabled = findings.wants(Rule::ResignationUnwinnable);
            let position = &game.line.position;
            if !is_enabled || !is_2023_edition() || is_dead {
                return;
            }
            match winnable(position, winner, game.options.budget) {
                Winnable::Yes => {}
                Winnable::No(_) => {
                    let message = format!(
                        "{winner} apparently won by resignation, but cannot checkmate: the result should be `1/2-1/2`"
                    );
                    findings.add(Rule::ResignationUnwinnable, span.clone(), Evidence::Message(message));
                }
                Winnable::Unknown { positions } => report_undecided(game, &end.draws, positions, findings),
            }
        }
        Some(_) => {}
    }
}

/// Reports a win on time if it was the winner's flag that fell. Only the clock of the side to move runs. So if the
/// winner is to move with no time left, and the loser's clock was stopped with time left, the winner's flag fell.
/// If the loser is to move, a zero on the winner's clock proves nothing: the display rounds to a second or a tenth.
fn check_wrong_flag(game: &PlayedGame<'_>, winner: Color, span: &Span, findings: &mut Findings) {
    let loser = winner.other();
    let [winner_clock, loser_clock] = [winner, loser].map(|color| game.comments.clock(color));
    let winner_ran_out = winner_clock == Some(0) && loser_clock.is_some_and(|clock| clock > 0);
    if winner_ran_out && game.line.position.turn() == winner && last_two_have_clocks(game) {
        let message = format!(
            "{winner} is recorded as winning on time, but it was {winner}'s clock that ran out: {winner} is to move with \
             0:00:00 left, and {loser}'s clock was stopped with time left"
        );
        findings.add(Rule::WrongFlag, span.clone(), Evidence::Message(message));
    }
}

/// Checks a draw that the board does not show: one on time, or one agreed too early.
fn check_draw(game: &PlayedGame<'_>, span: &Span, findings: &mut Findings) {
    let position = &game.line.position;
    if matches!(game.tags.termination, Some(Termination::Time | Termination::TimeInsufficient)) {
        if game.tags.termination == Some(Termination::TimeInsufficient) && is_insufficient_somewhere(position) {
            return;
        }
        let can_win = |side| winnable(position, side, game.options.budget) == Winnable::Yes;
        if findings.wants(Rule::FlagDrawWinnable) && can_win(position.turn().other()) && can_win(position.turn()) {
            let message = "drawn on time, but both players can still checkmate".to_owned();
            findings.add(Rule::FlagDrawWinnable, span.clone(), Evidence::Message(message));
        }
        return;
    }
    let agreement_needs_moves = || Edition::in_force_within(game.days()).0.rules().agreement_needs_moves;
    let is_agreed = matches!(game.tags.termination, None | Some(Termination::Normal | Termination::Agreement));
    if game.line.ply == 1 && !game.tags.has_fen() && is_agreed && agreement_needs_moves() {
        findings.add(Rule::EarlyAgreement, span.clone(), Evidence::Nothing);
    }
}

/// Reports a final king move that was probably made to enter the result on an electronic board: players put the
/// kings on the center squares.
fn check_king_artifact(game: &PlayedGame<'_>, end: &BoardEnding, stated: Outcome, findings: &mut Findings) {
    let Some(mv) = game.line.records.last().map(|record| record.mv).filter(|&mv| mv != Move::NULL) else {
        return;
    };
    let after = &game.line.position;
    let mover = after.turn().other();
    if mv.to() != after.king(mover) || after.halfmove_clock() == 0 || !records_result(mv.to(), stated) {
        return;
    }
    if is_by_programs(game, mover) {
        return;
    }
    let Some((before, moment)) = game.line.before_last() else { return };
    if before.occupied().contains(mv.to()) {
        return;
    }
    let drawn_at = end.drawn_at(edition::has_automatic_draws(game.days()));
    if drawn_at.is_some_and(|ply| ply + 1 < game.line.ply) {
        // The players had overlooked the end, so they did not put up the kings; the first move after it is reported.
        return;
    }
    let already_over = drawn_at.is_some_and(|ply| ply < game.line.ply);
    let (severity, why) = match () {
        () if already_over => (Severity::Warning, "the game had ended before"),
        () if hangs_piece(&before, &game.line.position, mover) => (Severity::Info, "it hangs a piece"),
        () => (Severity::Info, "only the square suggests it"),
    };
    let message = format!(
        "the final king move to {} was probably made only to enter the result {} on an electronic board: {why}",
        mv.to(),
        stated.text()
    );
    let (span, moment) = (game.line.last_san.clone(), Some(moment));
    let rule = Rule::KingArtifact;
    // The move was not played on the board, so the game did not go on.
    if already_over && findings.wants(rule) && is_first_after_end(game, end) {
        findings.retract(RuleSet::from(Rule::MoveAfterDraw));
    }
    findings.push(Finding {
        rule,
        severity,
        span,
        moment,
        evidence: Evidence::Message(message),
        article: None,
        fen: Some(before.to_fen().into()),
    });
}

/// Whether programs played, which enter no results with kings: a tag says so, or the comment on the last move, which this
/// side made, has the depth of a search.
fn is_by_programs(game: &PlayedGame<'_>, mover: Color) -> bool {
    let is_program = |tag: &str| game.tags.text(tag, game.bytes).is_some_and(|kind| kind == "program");
    let rest = game.bytes[game.line.last_san.end..game.span.end].trim_ascii_start();
    let comment = rest.strip_prefix(b"{").and_then(|rest| rest.split(|byte| *byte == b'}').next());
    let mut values = CommentValues::default();
    values.add(comment.unwrap_or_default(), mover);
    values.depth.is_some() || ["WhiteType", "BlackType"].into_iter().any(is_program)
}

/// Whether the last move is the only one after the end of the game.
fn is_first_after_end(game: &PlayedGame<'_>, end: &BoardEnding) -> bool {
    let ends = [end.dead_since, end.draws.fivefold, end.draws.seventy_five];
    ends.into_iter().flatten().all(|ply| ply + 1 >= game.line.ply)
}

/// Reports a mate in one that was available instead of the last move.
fn report_missed_mate(game: &PlayedGame<'_>, findings: &mut Findings) {
    if !findings.wants(Rule::MissedMate) {
        return;
    }
    let Some((before, moment)) = game.line.before_last() else { return };
    let is_mate = |mv: &Move| before.after_unchecked(*mv).is_checkmate();
    let Some(mate) = before.legal_moves().into_iter().find(is_mate) else { return };
    let message = format!("{} was checkmate, but another move was played", crate::chess::san::write(&before, mate));
    let span = game.line.last_san.clone();
    findings.add_at(Rule::MissedMate, span, moment, &before, Evidence::Message(message));
}

/// Whether a king that is put on this square records the result on an electronic board: a light center square means that White
/// won, a dark one that Black won, and any of the four a draw.
pub(in crate::game) fn records_result(square: Square, stated: Outcome) -> bool {
    let center = Bitboard(0x0000_0018_1800_0000);
    center.contains(square)
        && match stated {
            Outcome::WhiteWins => square.is_light(),
            Outcome::BlackWins => !square.is_light(),
            Outcome::Draw => true,
            Outcome::Unknown => false,
        }
}

/// Whether more of the mover's pieces are attacked and undefended after the move than before.
fn hangs_piece(before: &Position, after: &Position, mover: Color) -> bool {
    let hanging = |position: &Position| {
        let pieces = position.by_color(mover) & !position.by_type(PieceType::Pawn) & !position.by_type(PieceType::King);
        let occupied = position.occupied();
        let hangs = |square: &Square| {
            !position.attackers_to(*square, mover.other(), occupied).is_empty()
                && position.attackers_to(*square, mover, occupied).is_empty()
        };
        pieces.into_iter().filter(hangs).count()
    };
    hanging(after) > hanging(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::{read_game, rules_found_by};
    use crate::game::rules::RuleSet;

    #[test]
    fn compares_the_termination_with_the_result() {
        let found = |termination: &str, result: &str| {
            let text = format!("[White \"Ann\"]\n[Black \"Bob\"]\n[Termination \"{termination}\"]\n\n1. e4 {result}");
            rules_found_by(&text, check_termination_result)
        };
        assert_eq!(found("Bob won by resignation", "1-0"), [Rule::TerminationContradictsBoard]);
        assert_eq!(found("Ann won by resignation", "1-0"), []);
        assert_eq!(found("Threefold repetition", "1-0"), [Rule::TerminationContradictsBoard]);
        assert_eq!(found("50-move rule", "1/2-1/2"), []);
        assert_eq!(found("Normal", "1-0"), []);
        assert_eq!(found("Ann resigns", "1/2-1/2"), [], "Bob may have had a bare king");
        for named in ["Bob won by resignation", "White resigns", "Game drawn by agreement"] {
            assert_eq!(found(named, "*"), [Rule::TerminationContradictsBoard], "{named}");
        }
        assert_eq!(found("unterminated", "*"), []);
    }

    #[test]
    fn compares_the_termination_with_the_board() {
        let found =
            |text: &str| rules_found_by(text, |game, findings| check_termination_board(game, &(0..1), findings));
        let mate = "[Termination \"White won by checkmate\"]\n\n";
        assert_eq!(found(&format!("{mate}1. e4 1-0")), [Rule::TerminationContradictsBoard]);
        assert_eq!(found(&format!("{mate}1. f3 e5 2. g4 Qh4# 0-1")), []);
        let insufficient = |kind: &str, fen: &str| {
            found(&format!("[Termination \"{kind}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Kd1 1/2-1/2"))
        };
        let drawn = "Game drawn by insufficient material";
        assert_eq!(insufficient(drawn, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"), [Rule::TerminationContradictsBoard]);
        assert_eq!(insufficient(drawn, "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1"), []);
        assert_eq!(insufficient("Insufficient material", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), [], "claimed by White");
        let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
        let threefold = "[Termination \"Threefold repetition\"]\n\n";
        assert_eq!(found(&format!("{threefold}{repeated} 1/2-1/2")), [Rule::TerminationContradictsBoard]);
        assert_eq!(found(&format!("{threefold}{repeated} Ng8 1/2-1/2")), []);
    }

    #[test]
    fn reports_a_king_move_that_looks_like_a_result() {
        let found = |result: &str| {
            let start = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/4K3/4P3/8 w - - 3 40\"]\n\n";
            rules_found_by(&format!("{start}40. Ke4 {result}"), |game, findings| {
                let (stated, _) = game.result().unwrap();
                check_king_artifact(game, &BoardEnding::default(), stated, findings);
            })
        };
        assert_eq!(found("1-0"), [Rule::KingArtifact], "e4 is a light square");
        assert_eq!(found("0-1"), []);
    }

    #[test]
    fn a_king_move_long_after_an_overlooked_end_enters_no_result() {
        let found = |dead_since| {
            let start = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/4K3/4P3/8 w - - 3 40\"]\n\n";
            rules_found_by(&format!("{start}40. Kf3 Kd8 41. Ke3 Ke8 42. Ke4 1-0"), |game, findings| {
                let end = BoardEnding { dead_since: Some(dead_since), ..BoardEnding::default() };
                check_king_artifact(game, &end, Outcome::WhiteWins, findings);
            })
        };
        assert_eq!((found(4).len(), found(3).len()), (1, 0));
    }

    #[test]
    fn wins_on_time_are_checked_in_games_with_at_most_one_move() {
        // If Black must capture the rook, at once or after one ply, White keeps only the king. In the last game Black
        // cannot capture it.
        for (fen, moves, expected) in [
            ("8/8/8/5Kpp/7k/7R/8/8 b - - 0 44", "", true),
            ("8/8/8/5Kpp/7k/R7/8/8 w - - 0 44", "44. Rh3", true),
            ("8/8/8/5Kpp/7k/R7/8/8 b - - 0 44", "", false),
        ] {
            let tags = "[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n[SetUp \"1\"]";
            let text = format!("{tags}\n[FEN \"{fen}\"]\n\n{moves} 1-0\n");
            let report = read_game(text.as_bytes(), 0, RuleSet::ALL).report;
            let is_found = report.findings.iter().any(|finding| finding.rule == Rule::FlagWithoutMaterial);
            assert_eq!(is_found, expected, "{fen} {moves}");
        }
    }
}
