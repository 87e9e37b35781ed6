//! Consistency checks at the end of a game: the result against the Termination tag, the clocks, the last move and
//! draws that could have been claimed.

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::Replay;
use crate::game::replay::move_comments::comments_in;
use crate::game::replay::ply_record::PlyRecord;
use crate::game::rules::{Rule, Severity};
use crate::game::values::clocks::{TimeControl, clock};
use crate::game::values::termination::{self, Termination, Winner};
use crate::laws::claim::{ClaimBasis, ClaimGround, ClaimWindow, claimable_draws, may_be_claimed};
use crate::laws::edition::Edition;
use crate::laws::unwinnable::{Winnable, winnable};
use crate::laws::{edition, material};
use crate::pgn::comment::{ServerComment, read_server_comment};
use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;

/// An hour, in hundredths of a second.
const HOUR: u64 = 360_000;

impl Replay<'_> {
    /// Compares the result of a fully replayed game with the other evidence. `is_over` means that the side to move has
    /// no legal move.
    pub(in crate::game::replay) fn check_sources(&mut self, is_over: bool) {
        self.check_first_clocks();
        let Some((stated, span)) = self.stated() else { return };
        if self.line.ply == 0 && stated != Outcome::Unknown {
            self.findings.add(Rule::NoMoves, span.clone(), Evidence::Nothing);
        }
        self.check_termination_board(&span);
        match stated {
            Outcome::WhiteWins => self.check_win(Color::White, is_over, &span),
            Outcome::BlackWins => self.check_win(Color::Black, is_over, &span),
            Outcome::Draw if !is_over => self.check_draw(&span),
            Outcome::Draw | Outcome::Unknown => {}
        }
        self.check_king_artifact(stated);
        self.check_claims(stated, &span);
        self.report_missed_mate(is_over);
    }

    /// Checks a Termination tag against the board, if it names an end that the board shows, such as checkmate.
    fn check_termination_board(&mut self, span: &Span) {
        let Some(termination) = self.tags.termination else { return };
        let position = &self.line.position;
        let times = || self.line.records.iter().filter(|record| record.key == position.key()).count();
        let is_confirmed = match termination {
            Termination::Checkmate => position.is_checkmate(),
            Termination::Stalemate => position.is_stalemate(),
            Termination::Repetition => times() >= 3,
            Termination::Fifty => position.halfmove_clock() >= 100,
            _ => return,
        };
        if !is_confirmed {
            let message =
                format!("the Termination says that the game ended {termination}, but the board does not show it");
            self.findings.add(Rule::TerminationContradictsBoard, span.clone(), Evidence::Message(message));
        }
    }

    /// Reports a Termination tag that names a different winner than the result, or disagrees on whether there is one.
    pub(in crate::game::replay) fn check_termination_result(&mut self) {
        let Some((stated, span)) = self.stated().filter(|(stated, _)| *stated != Outcome::Unknown) else { return };
        let value = |tag: &str| self.tags.text(tag, self.bytes);
        let Some(raw) = self.tags.value("Termination") else { return };
        if termination::is_standard(&self.bytes[raw]) {
            return;
        }
        let Some(text) = value("Termination") else { return };
        let Some(winner_text) = termination::winner(&text) else { return };
        let color_of = |name: &str| {
            let is = |color: &str| {
                name.eq_ignore_ascii_case(color)
                    || !name.is_empty() && value(color).is_some_and(|player| player.trim().eq_ignore_ascii_case(name))
            };
            match (is("White"), is("Black")) {
                (true, false) => Some(Color::White),
                (false, true) => Some(Color::Black),
                _ => None,
            }
        };
        let named = match winner_text {
            Winner::Named(name) => color_of(name),
            Winner::OpponentOf(name) => color_of(name).map(Color::other),
            Winner::Nobody => None,
        };
        let winner = match stated {
            Outcome::WhiteWins => Some(Color::White),
            Outcome::BlackWins => Some(Color::Black),
            Outcome::Draw | Outcome::Unknown => None,
        };
        let claim = match (winner_text, named) {
            (Winner::Nobody, _) if winner.is_some() => "the game was drawn".to_owned(),
            // After a resignation or a flag fall the game is drawn if the opponent cannot checkmate (Laws 5.1.2, 6.9).
            (Winner::OpponentOf(_), _) if winner.is_none() => return,
            (Winner::Named(_) | Winner::OpponentOf(_), Some(named)) if winner != Some(named) => format!("{named} won"),
            _ => return,
        };
        let message = format!("the Termination says that {claim}, but the result is `{}`", stated.text());
        self.findings.add(Rule::TerminationContradictsBoard, span, Evidence::Message(message));
    }

    fn check_win(&mut self, winner: Color, is_over: bool, span: &Span) {
        if is_over {
            return;
        }
        match self.tags.termination {
            Some(Termination::Time) => {
                self.check_wrong_flag(winner, span);
                let is_proved = matches!(self.flag_winner, Some(Winnable::No(_)));
                if is_proved && material::has_mating_material(&self.line.position, winner) {
                    let message = format!(
                        "{winner} won on time, but cannot checkmate by any series of legal moves: the game is drawn"
                    );
                    self.findings.add(Rule::FlagWithoutMaterial, span.clone(), Evidence::Message(message));
                }
            }
            None | Some(Termination::Normal | Termination::Resignation | Termination::Unknown) => {
                let is_2023_edition = || Edition::in_force(self.day()).0 == Edition::Fide2023;
                let is_enabled = self.findings.wants(Rule::ResignationUnwinnable);
                let position = &self.line.position;
                if !is_enabled || !is_2023_edition() || material::is_dead(position) {
                    return;
                }
                match winnable(position, winner, self.options.budget) {
                    Winnable::Yes => {}
                    Winnable::No(_) => {
                        let message =
                            format!("{winner} apparently won by resignation, but cannot checkmate: the game is drawn");
                        self.findings.add(Rule::ResignationUnwinnable, span.clone(), Evidence::Message(message));
                    }
                    Winnable::Unknown { positions } => self.report_undecided(positions),
                }
            }
            Some(_) => {}
        }
    }

    /// Reports a win on time if it was the winner's flag that fell. Only the clock of the side to move runs. So if the
    /// winner is to move with no time left, and the loser's clock was stopped with time left, the winner's flag fell.
    /// If the loser is to move, a zero on the winner's clock proves nothing: the display rounds to a second or a tenth.
    fn check_wrong_flag(&mut self, winner: Color, span: &Span) {
        let loser = winner.other();
        let [winner_clock, loser_clock] = [winner, loser].map(|color| self.clocks[color.index()]);
        let winner_ran_out = winner_clock == Some(0) && loser_clock.is_some_and(|clock| clock > 0);
        if winner_ran_out && self.line.position.turn() == winner && self.last_two_have_clocks() {
            let message = format!(
                "{winner} won on time, but is to move with 0:00:00 left, and {loser}'s clock was stopped \
                 with time left"
            );
            self.findings.add(Rule::WrongFlag, span.clone(), Evidence::Message(message));
        }
    }

    /// Whether each of the last two moves has a clock time. If not, the last known times belong to earlier moves.
    fn last_two_have_clocks(&self) -> bool {
        let records = &self.line.records[..];
        let Some(previous_ply) = records.len().checked_sub(2).filter(|before| *before > 0) else { return false };
        // Earlier comments belong to no move.
        let first = self.start + records[1].offset as usize;
        let comments = comments_in(self.bytes, self.start, first..self.lexer.position(), records);
        let has_clock = |ply: usize| {
            comments
                .iter()
                .any(|comment| comment.ply as usize == ply && clock(&self.bytes[comment.span.clone()]).is_some())
        };
        has_clock(previous_ply) && has_clock(previous_ply + 1)
    }

    fn check_draw(&mut self, span: &Span) {
        let position = &self.line.position;
        if matches!(self.tags.termination, Some(Termination::Time | Termination::TimeInsufficient)) {
            let can_win = |side| winnable(position, side, self.options.budget) == Winnable::Yes;
            if self.findings.wants(Rule::FlagDrawWinnable)
                && can_win(position.turn().other())
                && can_win(position.turn())
            {
                let message = "drawn on time, but both players can still checkmate".to_owned();
                self.findings.add(Rule::FlagDrawWinnable, span.clone(), Evidence::Message(message));
            }
            return;
        }
        let agreement_needs_moves = || Edition::in_force(self.day()).0.rules().agreement_needs_moves;
        let is_agreed = matches!(self.tags.termination, None | Some(Termination::Normal | Termination::Agreement));
        if self.line.ply == 1 && !self.tags.has_fen() && is_agreed && agreement_needs_moves() {
            self.findings.add(Rule::EarlyAgreement, span.clone(), Evidence::Nothing);
        }
    }

    /// Reports a final king move that was probably made to enter the result on an electronic board: players put the
    /// kings on the center squares.
    fn check_king_artifact(&mut self, stated: Outcome) {
        let Some(mv) = self.line.records.last().map(|record| record.mv).filter(|&mv| mv != Move::NULL) else {
            return;
        };
        let after = &self.line.position;
        let mover = after.turn().other();
        if mv.to() != after.king(mover) || after.halfmove_clock() == 0 || !records_result(mv, stated) {
            return;
        }
        let Some(line) = self.line.before() else { return };
        let before = &line.position;
        if before.occupied().contains(mv.to()) {
            return;
        }
        let already_over = self.dead_since.is_some_and(|ply| ply < self.line.ply) || self.had_automatic_draw();
        let (severity, why) = match () {
            () if already_over => (Severity::Warning, "the game had ended before"),
            () if hangs_piece(before, &self.line.position, mover) => (Severity::Info, "it hangs a piece"),
            () => (Severity::Info, "only the square suggests it"),
        };
        let message = format!(
            "the last move puts the king on {}, where an electronic board records the result {}: {why}",
            mv.to(),
            stated.text()
        );
        let (span, moment) = (self.line.last_san.clone(), Some(line.moment()));
        let rule = Rule::KingArtifact;
        self.findings.push(Finding {
            rule,
            severity,
            span,
            moment,
            evidence: Evidence::Message(message),
            article: None,
            fen: Some(line.position.to_fen().into()),
        });
    }

    /// Whether fivefold repetition or the 75-move rule ended the game before the last move.
    fn had_automatic_draw(&self) -> bool {
        let draws = self.draws();
        let draw_plies = [draws.fivefold, draws.seventy_five];
        edition::has_automatic_draws(self.day()) && draw_plies.into_iter().flatten().any(|ply| ply < self.line.ply)
    }

    /// Reports draw claims that can be found only once the whole game is known: those with an intended move, and those
    /// that the loser missed.
    fn check_claims(&mut self, stated: Outcome, span: &Span) {
        let rules = [Rule::ThreefoldClaimIntended, Rule::FiftyMoveClaimIntended, Rule::UnclaimedDraw];
        if !rules.iter().any(|rule| self.findings.wants(*rule))
            || !may_be_claimed(&self.line.records, PlyRecord::moment)
        {
            return;
        }
        let claims = claimable_draws(&self.history());
        self.report_unclaimed_draw(&claims, stated, span);
        for (rule, ground) in
            [(Rule::ThreefoldClaimIntended, ClaimGround::Threefold), (Rule::FiftyMoveClaimIntended, ClaimGround::Fifty)]
        {
            let mut matching = claims.iter().filter(|it| it.basis == ClaimBasis::Intended && it.ground == ground);
            let Some(claim) = matching.next().filter(|_| self.findings.wants(rule)) else { continue };
            let moment = self.moment_at(claim.from);
            let evidence = Evidence::Claim { number: moment.number, by: moment.turn };
            let span = self.san_at(claim.from.saturating_sub(1));
            let severity = rule.severity();
            let moment = Some(moment);
            self.findings.push(Finding { rule, severity, span, moment, evidence, article: None, fen: None });
        }
    }

    /// Reports a draw that the loser could have claimed.
    fn report_unclaimed_draw(&mut self, claims: &[ClaimWindow], stated: Outcome, span: &Span) {
        let loser = match stated {
            Outcome::WhiteWins => Color::Black,
            Outcome::BlackWins => Color::White,
            Outcome::Draw | Outcome::Unknown => return,
        };
        let mut on_board = claims.iter().filter(|claim| claim.basis == ClaimBasis::OnBoard);
        let Some(claim) = on_board.find(|claim| claim.by.is_none_or(|by| by == loser)) else { return };
        let moment = self.moment_at(claim.from + u32::from(self.moment_at(claim.from).turn != loser));
        let message = format!("{loser} lost, but could have claimed a draw at move {}", moment.number);
        self.findings.add(Rule::UnclaimedDraw, span.clone(), Evidence::Message(message));
    }

    /// Reports a mate in one that was available instead of the last move.
    fn report_missed_mate(&mut self, is_over: bool) {
        if is_over || !self.findings.wants(Rule::MissedMate) {
            return;
        }
        let Some(line) = self.line.before() else { return };
        let before = line.position;
        let is_mate = |mv: &Move| before.after(*mv).is_checkmate();
        let Some(mate) = before.legal_moves().into_iter().find(is_mate) else { return };
        let message = format!("{} was checkmate, but another move was played", crate::chess::san::write(&before, mate));
        let span = self.line.last_san.clone();
        self.add_at_last_move(Rule::MissedMate, span, Evidence::Message(message));
    }

    /// Compares the clock times of the first move of each side with the time control.
    fn check_first_clocks(&mut self) {
        if !self.has_comments {
            return;
        }
        // The comments on the first two plies come before the third ply.
        let records = &self.line.records[..];
        let offset = |record: &PlyRecord| self.start + record.offset as usize;
        let Some(first) = records.get(1).map(offset) else { return };
        let end = records.get(3).map_or(self.lexer.position(), offset);
        if memchr::memchr(b'{', &self.bytes[first..end]).is_none() {
            return;
        }
        let Some(control) = self.tags.value("TimeControl").and_then(|span| TimeControl::parse(&self.bytes[span]))
        else {
            return;
        };
        let limit = control.base + control.increment;
        let exceeds_control = |left: u64| control.base > 0 && left > limit + 100;
        let is_late = |left: u64| limit.saturating_sub(left) > HOUR;
        let second = records.get(2).map_or(end, offset);
        // Nearly all games return here.
        let is_fine = |range| {
            let comment = only_comment(self.bytes, range);
            comment.is_some_and(|comment| comment.clock.is_none_or(|left| !exceeds_control(left) && !is_late(left)))
        };
        if is_fine(first..second) && is_fine(second..end) {
            return;
        }
        for comment in
            comments_in(self.bytes, self.start, first..end, records).into_iter().filter(|comment| comment.ply <= 2)
        {
            let Some(left) = clock(&self.bytes[comment.span.clone()]) else { continue };
            let span = comment.span.clone();
            if exceeds_control(left) {
                let message = format!("{} seconds are left, but the time control gives {}", left / 100, limit / 100);
                self.findings.add(Rule::ClockBeyondControl, span, Evidence::Message(message));
            } else if is_late(left) {
                self.findings.add(Rule::LateFirstMove, span, Evidence::Nothing);
            }
        }
    }
}

/// The comment in `range` in the form that servers write, if it is the only one. A fast path: `None` if [`comments_in`]
/// might find anything else, because another character opens a comment, a variation or an escape line.
fn only_comment(bytes: &[u8], range: Span) -> Option<ServerComment> {
    let opens = |byte: &u8| matches!(byte, b'{' | b'(' | b';' | b'%');
    let text = &bytes[range.clone()];
    let open = text.iter().position(opens)?;
    let close = open + memchr::memchr(b'}', &text[open..])?;
    let is_only = !text[close..].iter().any(opens);
    if is_only { read_server_comment(&bytes[range.start + open..], close + 1 - open) } else { None }
}

/// Whether a king move to this square records the result on an electronic board: a light center square means that White
/// won, a dark one that Black won, and any of the four a draw.
fn records_result(mv: Move, stated: Outcome) -> bool {
    let center = Bitboard(0x0000_0018_1800_0000);
    center.contains(mv.to())
        && match stated {
            Outcome::WhiteWins => mv.to().is_light(),
            Outcome::BlackWins => !mv.to().is_light(),
            Outcome::Draw => true,
            Outcome::Unknown => false,
        }
}

/// Whether more of the mover's pieces are attacked and undefended after the move than before.
fn hangs_piece(before: &Position, after: &Position, mover: Color) -> bool {
    let hanging = |position: &Position| {
        let pieces = position.colors(mover) & !position.kinds(PieceType::Pawn) & !position.kinds(PieceType::King);
        let occupied = position.occupied();
        let hangs = |square: &crate::chess::square::Square| {
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
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    #[test]
    fn wins_on_time_are_checked_in_games_with_at_most_one_move() {
        // A forced capture leaves White only the king: at once, after one ply, and with no rook to capture.
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

    #[test]
    fn only_comment_agrees_with_comments_in() {
        for (text, expected) in [
            ("e4 { [%clk 0:05:00] } 1... ", Some(Some(30_000))),
            ("e4{ [%clk 1:00:09] }\n", Some(Some(360_900))),
            ("e4 { [%clk 0:05:00] } { good } 1... ", None),
            ("e4 { [%eval 0.17] [%clk 0:05:00] } 1... ", Some(Some(30_000))),
            ("e4 { [%eval 0.17] } 1... ", Some(None)),
            ("e4 { good } { [%clk 0:05:00] } 1... ", None),
            ("e4 ; { [%clk 0:05:00] }\n 1... ", None),
            ("e4\n% { [%clk 0:05:00] }\n 1... ", None),
            ("e4 { [%clk 0:05:00] } (1. d4 { [%clk 9:05:00] }) 1... ", None),
            ("e4 { [%clk 0:05:00.5] } 1... ", None),
            ("e4 { [%clk 0:05:00]", None),
            ("e4 1... ", None),
        ] {
            let longer = format!("{text}e5 2. Nf3 Nc6");
            let comment = only_comment(longer.as_bytes(), 0..text.len());
            assert_eq!(comment.map(|comment| comment.clock), expected, "{text}");
            if let Some(expected) = expected {
                let comments = comments_in(text.as_bytes(), 0, 0..text.len(), &[]);
                let clocks: Vec<_> =
                    comments.iter().map(|comment| clock(text[comment.span.clone()].as_bytes())).collect();
                assert_eq!(clocks, [expected], "{text}");
            }
        }
    }
}
