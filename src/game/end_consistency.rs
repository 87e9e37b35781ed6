//! The other witnesses of a game's end: the Termination, the clocks, the last move; and draws nobody claimed.

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::laws::claim::{ClaimBasis, ClaimGround, ClaimWindow, ledger, may_be_claimed};
use crate::laws::edition::Edition;
use crate::laws::unwinnable::{Winnable, winnable};
use crate::laws::{edition, material};
use crate::pgn::comment::{ServerComment, read_usual};
use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;

use super::Evidence;
use super::clocks::{TimeControl, clock};
use super::finding::Finding;
use super::line::Reached;
use super::move_comments::notes;
use super::replay::Replay;
use super::rules::{Rule, Severity};
use super::termination::{self, Termination, Winner};

/// An hour, in hundredths of a second.
const HOUR: u64 = 360_000;

impl Replay<'_> {
    /// Holds the witnesses of the end against each other, in a game that was played through. `is_over`: there is no legal
    /// move any more.
    pub(super) fn question_witnesses(&mut self, is_over: bool) {
        self.clocks_at_first();
        let Some((stated, span)) = self.stated() else { return };
        if self.line.ply == 0 && stated != Outcome::Unknown {
            self.findings.add(Rule::NoMoves, span.clone(), Evidence::Nothing);
        }
        self.termination_against_board(&span);
        match stated {
            Outcome::WhiteWins => self.win(Color::White, is_over, &span),
            Outcome::BlackWins => self.win(Color::Black, is_over, &span),
            Outcome::Draw if !is_over => self.draw(&span),
            Outcome::Draw | Outcome::Unknown => {}
        }
        self.king_artifact(stated);
        self.claims_beyond(stated, &span);
        self.missed_mate(is_over);
    }

    /// A reason that the board would have to show.
    fn termination_against_board(&mut self, span: &Span) {
        let Some(termination) = self.tags.termination else { return };
        let position = &self.line.position;
        let times = || self.line.reached.iter().filter(|reached| reached.key == position.key()).count();
        let shows = match termination {
            Termination::Checkmate => position.is_checkmate(),
            Termination::Stalemate => position.is_stalemate(),
            Termination::Repetition => times() >= 3,
            Termination::Fifty => position.halfmove_clock() >= 100,
            _ => return,
        };
        if !shows {
            let said =
                format!("the Termination says that the game ended {termination}, but the board does not show it");
            self.findings.add(Rule::TerminationContradictsBoard, span.clone(), Evidence::Said(said));
        }
    }

    /// A Termination that names the other winner, or says that nobody won or somebody did.
    pub(super) fn termination_against_result(&mut self) {
        let Some((stated, span)) = self.stated().filter(|(stated, _)| *stated != Outcome::Unknown) else { return };
        let value = |tag: &str| self.tags.text(tag, self.bytes);
        let Some(raw) = self.tags.value("Termination") else { return };
        if termination::is_standard(&self.bytes[raw]) {
            return;
        }
        let Some(text) = value("Termination") else { return };
        let Some(said) = termination::winner(&text) else { return };
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
        let named = match said {
            Winner::Named(name) => color_of(name),
            Winner::OpponentOf(name) => color_of(name).map(Color::other),
            Winner::Nobody => None,
        };
        let winner = match stated {
            Outcome::WhiteWins => Some(Color::White),
            Outcome::BlackWins => Some(Color::Black),
            Outcome::Draw | Outcome::Unknown => None,
        };
        let claim = match (said, named) {
            (Winner::Nobody, _) if winner.is_some() => "the game was drawn".to_owned(),
            // Against a side that cannot mate, a player who resigns or whose flag falls has a draw (Laws 5.1.2, 6.9).
            (Winner::OpponentOf(_), _) if winner.is_none() => return,
            (Winner::Named(_) | Winner::OpponentOf(_), Some(named)) if winner != Some(named) => format!("{named} won"),
            _ => return,
        };
        let said = format!("the Termination says that {claim}, but the result is `{}`", stated.text());
        self.findings.add(Rule::TerminationContradictsBoard, span, Evidence::Said(said));
    }

    fn win(&mut self, winner: Color, is_over: bool, span: &Span) {
        if is_over {
            return;
        }
        match self.tags.termination {
            Some(Termination::Time) => {
                self.wrong_flag(winner, span);
                let is_proved = matches!(self.flag_winner, Some(Winnable::No(_)));
                if is_proved && material::has_mating_material(&self.line.position, winner) {
                    let said = format!(
                        "{winner} is said to have won on time, but can mate by no series of legal moves: the game is drawn"
                    );
                    self.findings.add(Rule::FlagWithoutMaterial, span.clone(), Evidence::Said(said));
                }
            }
            None | Some(Termination::Normal | Termination::Resignation | Termination::Unknown) => {
                let is_recent = || Edition::in_force(self.day()).0 == Edition::Fide2023;
                let is_wanted = self.findings.wants(Rule::ResignationUnwinnable);
                let position = &self.line.position;
                if !is_wanted || !is_recent() || material::is_dead(position) {
                    return;
                }
                match winnable(position, winner, self.wish.budget) {
                    Winnable::Yes => {}
                    Winnable::No(_) => {
                        let said = format!("{winner} won by resignation, it seems, but cannot mate: the game is drawn");
                        self.findings.add(Rule::ResignationUnwinnable, span.clone(), Evidence::Said(said));
                    }
                    Winnable::Unknown { positions } => self.undecided(positions),
                }
            }
            Some(_) => {}
        }
    }

    /// Only the clock of the player who has the move runs. If that is the winner, and his clock reads zero while the other
    /// one was stopped with time left, the flag that fell is his. If the loser has the move, a zero on the winner's clock
    /// proves nothing: he moved with less time left than the clock can show, a second or a tenth of one.
    fn wrong_flag(&mut self, winner: Color, span: &Span) {
        let loser = winner.other();
        let [winners, losers] = [winner, loser].map(|color| self.clocks[color.index()]);
        let has_run_out = winners == Some(0) && losers.is_some_and(|clock| clock > 0);
        if has_run_out && self.line.position.turn() == winner && self.last_two_have_clocks() {
            let said = format!(
                "{winner} is said to have won on time, but has the move with 0:00:00 left, and {loser}'s clock was stopped \
                 with time left"
            );
            self.findings.add(Rule::WrongFlag, span.clone(), Evidence::Said(said));
        }
    }

    /// Whether each of the last two moves has a clock: if not, the last clocks are those of earlier moves.
    fn last_two_have_clocks(&self) -> bool {
        let reached = &self.line.reached[..];
        let Some(last_but_one) = reached.len().checked_sub(2).filter(|before| *before > 0) else { return false };
        // Comments are counted from the first move on.
        let first = self.start + reached[1].word as usize;
        let notes = notes(self.bytes, self.start, first..self.lexer.position(), reached);
        let has_clock = |ply: usize| {
            notes.iter().any(|note| note.ply as usize == ply && clock(&self.bytes[note.span.clone()]).is_some())
        };
        has_clock(last_but_one) && has_clock(last_but_one + 1)
    }

    fn draw(&mut self, span: &Span) {
        let position = &self.line.position;
        if matches!(self.tags.termination, Some(Termination::Time | Termination::TimeInsufficient)) {
            let can = |side| winnable(position, side, self.wish.budget) == Winnable::Yes;
            if self.findings.wants(Rule::FlagDrawWinnable) && can(position.turn().other()) && can(position.turn()) {
                let said = "drawn on time, but each of the players can still mate".to_owned();
                self.findings.add(Rule::FlagDrawWinnable, span.clone(), Evidence::Said(said));
            }
            return;
        }
        let has_proviso = || Edition::in_force(self.day()).0.book().agreement_needs_moves;
        let is_agreed = matches!(self.tags.termination, None | Some(Termination::Normal | Termination::Agreement));
        if self.line.ply == 1 && !self.tags.has_fen() && is_agreed && has_proviso() {
            self.findings.add(Rule::EarlyAgreement, span.clone(), Evidence::Nothing);
        }
    }

    /// A king's last move to the square by which the result is noted.
    fn king_artifact(&mut self, stated: Outcome) {
        let Some(mv) = self.line.reached.last().map(|reached| reached.mv).filter(|&mv| mv != Move::NULL) else {
            return;
        };
        let after = &self.line.position;
        let mover = after.turn().other();
        if mv.to() != after.king(mover) || after.halfmove_clock() == 0 || !is_noted(mv, stated) {
            return;
        }
        let Some(line) = self.line.before() else { return };
        let before = &line.position;
        if before.occupied().contains(mv.to()) {
            return;
        }
        let had_ended = self.dead_since.is_some_and(|ply| ply < self.line.ply) || self.had_ended_by_itself();
        let (severity, why) = match () {
            () if had_ended => (Severity::Warning, "the game had ended before"),
            () if throws_away(before, &self.line.position, mover) => (Severity::Info, "it throws a man away"),
            () => (Severity::Info, "only the square speaks for it"),
        };
        let said = format!(
            "the last move puts the king on {}, where an electronic board notes the result {}: {why}",
            mv.to(),
            stated.text()
        );
        let (span, moment) = (self.line.last_word.clone(), Some(line.moment()));
        let rule = Rule::KingArtifact;
        self.findings.push(Finding {
            rule,
            severity,
            span,
            moment,
            evidence: Evidence::Said(said),
            article: None,
            fen: Some(line.position.to_fen().into()),
        });
    }

    /// Whether fivefold repetition or 75 moves, where they end a game, came before the last move.
    fn had_ended_by_itself(&self) -> bool {
        let draws = self.draws();
        let ends = [draws.fivefold, draws.seventy_five];
        edition::has_automatic_draws(self.day()) && ends.into_iter().flatten().any(|ply| ply < self.line.ply)
    }

    /// Claims that only the whole game shows: with an intended move, and by the loser.
    fn claims_beyond(&mut self, stated: Outcome, span: &Span) {
        let rules = [Rule::ThreefoldClaimIntended, Rule::FiftyMoveClaimIntended, Rule::UnclaimedDraw];
        if !rules.iter().any(|rule| self.findings.wants(*rule)) || !may_be_claimed(&self.line.reached, Reached::moment)
        {
            return;
        }
        let claims = ledger(&self.history());
        self.unclaimed(&claims, stated, span);
        for (rule, ground) in
            [(Rule::ThreefoldClaimIntended, ClaimGround::Threefold), (Rule::FiftyMoveClaimIntended, ClaimGround::Fifty)]
        {
            let mut open = claims.iter().filter(|open| open.how == ClaimBasis::Intended && open.ground == ground);
            let Some(open) = open.next().filter(|_| self.findings.wants(rule)) else { continue };
            let moment = self.moment_at(open.from);
            let evidence = Evidence::Claim { number: moment.number, by: moment.turn };
            let span = self.word_at(open.from.saturating_sub(1));
            let severity = rule.severity();
            let moment = Some(moment);
            self.findings.push(Finding { rule, severity, span, moment, evidence, article: None, fen: None });
        }
    }

    /// A draw that the loser could have claimed.
    fn unclaimed(&mut self, claims: &[ClaimWindow], stated: Outcome, span: &Span) {
        let loser = match stated {
            Outcome::WhiteWins => Color::Black,
            Outcome::BlackWins => Color::White,
            Outcome::Draw | Outcome::Unknown => return,
        };
        let mut open = claims.iter().filter(|open| open.how == ClaimBasis::OnBoard);
        let Some(open) = open.find(|open| open.by.is_none_or(|by| by == loser)) else { return };
        let moment = self.moment_at(open.from + u32::from(self.moment_at(open.from).turn != loser));
        let said = format!("{loser} lost, but could have claimed a draw at move {}", moment.number);
        self.findings.add(Rule::UnclaimedDraw, span.clone(), Evidence::Said(said));
    }

    /// A mate in one that was there before the last move.
    fn missed_mate(&mut self, is_over: bool) {
        if is_over || !self.findings.wants(Rule::MissedMate) {
            return;
        }
        let Some(line) = self.line.before() else { return };
        let before = line.position;
        let mates = |mv: &Move| before.after(*mv).is_checkmate();
        let Some(mate) = before.legal_moves().into_iter().find(mates) else { return };
        let said = format!("{} was mate, and another move was played", crate::chess::san::write(&before, mate));
        let span = self.line.last_word.clone();
        self.find_before(Rule::MissedMate, span, Evidence::Said(said));
    }

    /// The clocks of the first moves against the time control.
    fn clocks_at_first(&mut self) {
        if !self.has_comments {
            return;
        }
        // The comments behind the first two moves stand before the third one.
        let reached = &self.line.reached[..];
        let place = |reached: &Reached| self.start + reached.word as usize;
        let Some(first) = reached.get(1).map(place) else { return };
        let end = reached.get(3).map_or(self.lexer.position(), place);
        if memchr::memchr(b'{', &self.bytes[first..end]).is_none() {
            return;
        }
        let Some(control) = self.tags.value("TimeControl").and_then(|span| TimeControl::read(&self.bytes[span])) else {
            return;
        };
        let most = control.base + control.increment;
        let is_beyond = |left: u64| control.base > 0 && left > most + 100;
        let is_late = |left: u64| most.saturating_sub(left) > HOUR;
        let second = reached.get(2).map_or(end, place);
        let is_usual = |words| {
            let comment = lone_comment(self.bytes, words);
            comment.is_some_and(|said| said.clock.is_none_or(|left| !is_beyond(left) && !is_late(left)))
        };
        if is_usual(first..second) && is_usual(second..end) {
            return;
        }
        for note in notes(self.bytes, self.start, first..end, reached).into_iter().filter(|note| note.ply <= 2) {
            let Some(left) = clock(&self.bytes[note.span.clone()]) else { continue };
            let span = note.span.clone();
            if is_beyond(left) {
                let said = format!("{} seconds are left, but the time control gives {}", left / 100, most / 100);
                self.findings.add(Rule::ClockBeyondControl, span, Evidence::Said(said));
            } else if is_late(left) {
                self.findings.add(Rule::LateFirstMove, span, Evidence::Nothing);
            }
        }
    }
}

/// The comment behind a move, if in the text from its word to the next there is but one, as servers write it: nothing else
/// there can open a comment, a variation or an escaped line, so that [`notes`] would tell the same. `None` says nothing.
fn lone_comment(bytes: &[u8], words: Span) -> Option<ServerComment> {
    let opens_more = |byte: &u8| matches!(byte, b'{' | b'(' | b';' | b'%');
    let text = &bytes[words.clone()];
    let open = text.iter().position(opens_more)?;
    let close = open + memchr::memchr(b'}', &text[open..])?;
    let is_alone = !text[close..].iter().any(opens_more);
    if is_alone { read_usual(&bytes[words.start + open..], close + 1 - open) } else { None }
}

/// Whether a square is one by which this result is noted: light ones in the center for White, dark ones for Black.
fn is_noted(mv: Move, stated: Outcome) -> bool {
    let center = Bitboard(0x0000_0018_1800_0000);
    center.contains(mv.to())
        && match stated {
            Outcome::WhiteWins => mv.to().is_light(),
            Outcome::BlackWins => !mv.to().is_light(),
            Outcome::Draw => true,
            Outcome::Unknown => false,
        }
}

/// Whether a side's move has left a piece to be taken for nothing.
fn throws_away(before: &Position, after: &Position, mover: Color) -> bool {
    let hangs = |position: &Position| {
        let pieces = position.colors(mover) & !position.kinds(PieceType::Pawn) & !position.kinds(PieceType::King);
        let occupied = position.occupied();
        let is_lost = |square: &crate::chess::square::Square| {
            !position.attackers_to(*square, mover.other(), occupied).is_empty()
                && position.attackers_to(*square, mover, occupied).is_empty()
        };
        pieces.into_iter().filter(is_lost).count()
    };
    hangs(after) > hangs(before)
}

#[cfg(test)]
mod tests {
    use super::super::replay::read_game;
    use super::super::rules::RuleSet;
    use super::*;

    #[test]
    fn a_flag_is_judged_in_a_game_without_moves_too() {
        // The king takes the rook by force; the same one ply later, and with nothing to take it.
        for (fen, moves, expected) in [
            ("8/8/8/5Kpp/7k/7R/8/8 b - - 0 44", "", true),
            ("8/8/8/5Kpp/7k/R7/8/8 w - - 0 44", "44. Rh3", true),
            ("8/8/8/5Kpp/7k/R7/8/8 b - - 0 44", "", false),
        ] {
            let tags = "[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n[SetUp \"1\"]";
            let text = format!("{tags}\n[FEN \"{fen}\"]\n\n{moves} 1-0\n");
            let found = read_game(text.as_bytes(), 0, RuleSet::ALL).found;
            let is_found = found.findings.iter().any(|finding| finding.rule == Rule::FlagWithoutMaterial);
            assert_eq!(is_found, expected, "{fen} {moves}");
        }
    }

    #[test]
    fn a_comment_that_stands_alone_is_the_one_that_notes_tell() {
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
            let said = lone_comment(longer.as_bytes(), 0..text.len());
            assert_eq!(said.map(|said| said.clock), expected, "{text}");
            if let Some(expected) = expected {
                let notes = notes(text.as_bytes(), 0, 0..text.len(), &[]);
                let clocks: Vec<_> = notes.iter().map(|note| clock(text[note.span.clone()].as_bytes())).collect();
                assert_eq!(clocks, [expected], "{text}");
            }
        }
    }
}
