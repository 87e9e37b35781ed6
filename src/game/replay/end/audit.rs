//! The checks at the end of a game: result, board, draws and dead positions.

use std::collections::HashMap;

use crate::chess::piece::Color;
use crate::game::Evidence;
use crate::game::finding::tally::digits;
use crate::game::finding::{Finding, MoveContext};
use crate::game::replay::Replay;
use crate::game::replay::line::State;
use crate::game::replay::ply_record::{PlyRecord, history_of, step};
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::game::values::termination::Termination;
use crate::laws::edition::Edition;
use crate::laws::ending::{self, dead_since_when};
use crate::laws::history::{History, quiet_runs};
use crate::laws::unwinnable::{Deadness, Proof, Winnable, deadness, winnable};
use crate::laws::{edition, material};
use crate::pgn::lex::{Outcome, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;

/// An event that ended a game before its last move.
struct End {
    by: &'static str,
    /// The number of plies played before it.
    ply: u32,
    /// Whether the rule holds only since July 2014.
    recent_rule: bool,
}

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

/// The end of a fully replayed main line, as the board shows it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BoardEnding {
    /// The first draws.
    pub draws: FirstDraws,
    /// The ply from which on the game is dead by insufficient material.
    pub dead_since: Option<u32>,
    /// Whether the side to move has no legal move.
    pub has_no_legal_move: bool,
}

impl Replay<'_> {
    /// Runs all checks that need the whole game.
    pub(in crate::game::replay) fn conclude(&mut self, ending: TextEnding) {
        if self.moves_begun.is_none() {
            self.set_up();
        }
        self.close_variations(ending);
        self.finish_line();
        self.find_dead_since();
        self.check_missing_tags();
        self.check_missing_result(ending);
        self.check_result_tag();
        self.check_termination_result();
        if self.is_chess && self.line.state == State::Open {
            self.check_ply_count(self.line.ply);
            let is_over = self.check_end();
            self.check_sources(is_over);
        }
        let whole = matches!(ending, TextEnding::Termination | TextEnding::NextGame) && !self.has_open_comment;
        if whole && self.findings.wants(Rule::MissingBlankLine) {
            self.gap_after();
        }
        if self.findings.wants(Rule::LongLine) {
            self.long_lines();
        }
    }

    /// Finds the first ply with insufficient material. Material that cannot mate stays so, so there is none unless the
    /// last position has it.
    fn find_dead_since(&mut self) {
        if !material::is_dead(&self.line.position) {
            return;
        }
        let mut position = self.starting_position();
        let mut later = self.line.records.iter().skip(1);
        let mut ply = 0;
        while !material::is_dead(&position)
            && let Some(record) = later.next()
        {
            step(&mut position, record.mv);
            ply += 1;
        }
        self.dead_since = Some(ply);
    }

    /// Closes the variations that are open at the end of the game.
    fn close_variations(&mut self, ending: TextEnding) {
        let cut = matches!(ending, TextEnding::EndOfText { .. }) && self.nonstandard_result.is_none();
        let unclosed = !self.is_main_line();
        if let Some(unread) = self.unread.take().filter(|_| !cut) {
            self.findings.add(Rule::UnclosedVariation, unread.opened..unread.opened + 1, Evidence::Nothing);
        }
        while let Some(outer) = self.outer.pop() {
            self.finish_line();
            let variation = std::mem::replace(&mut self.line, outer);
            self.keep_moves(&variation);
            let span = variation.opened..variation.opened + 1;
            if cut {
                if self.outer.is_empty() && !self.has_found(Rule::TruncatedGame) && !self.has_open_comment {
                    let last = self.previous.map_or(span, |token| token.span());
                    let text = self.text(last.clone());
                    self.findings.add(Rule::TruncatedGame, last, Evidence::Quote(text));
                }
            } else {
                self.findings.add(Rule::UnclosedVariation, span, Evidence::Nothing);
            }
        }
        if unclosed
            && self.marker.is_none()
            && let Some((Some(outcome), span)) = self.nonstandard_result.clone()
        {
            self.marker = Some((outcome, span));
            self.findings.retract(RuleSet::from(Rule::ResultInVariation));
        }
    }

    fn has_found(&self, rule: Rule) -> bool {
        self.findings.has(rule)
    }

    /// Drops a result found inside a closed variation: it is not the game's.
    pub(in crate::game::replay) fn drop_inner_result(&mut self, opened: usize) {
        self.nonstandard_result = self.nonstandard_result.take().filter(|(_, span)| span.start < opened);
    }

    /// Reports a missing termination marker, or its cause where that is known.
    fn check_missing_result(&mut self, ending: TextEnding) {
        if let TextEnding::Spliced = ending {
            let last = self.previous.map_or(self.start..self.start + 1, |token| token.span());
            let text = self.text(last.clone());
            return self.findings.add(Rule::SplicedGame, last, Evidence::Quote(text));
        }
        let explained = [Rule::TruncatedGame, Rule::SplicedGame];
        if self.has_open_comment
            || self.marker.is_some()
            || self.nonstandard_result.is_some()
            || explained.iter().any(|rule| self.has_found(*rule))
        {
            return;
        }
        if let Some(span) = self.result_in_comment() {
            return self.findings.add(Rule::ResultOnlyInComment, span, Evidence::Nothing);
        }
        let cut_in_number = matches!(self.previous, Some(Token { kind: TokenKind::Number(_), .. }));
        if !self.line.has_moves() && self.line.ply == 0 && self.line.state == State::Open && !cut_in_number {
            let first = self.tags.first.clone().unwrap_or(self.start..self.start + 1);
            return self.findings.add(Rule::EmptyGame, first, Evidence::Nothing);
        }
        let last = self.previous.map_or(self.start..self.start + 1, |token| token.span());
        let evidence = match self.tags.result() {
            Some(outcome) => Evidence::Quote(outcome.text().to_owned()),
            None => Evidence::Nothing,
        };
        self.findings.add(Rule::MissingResult, last, evidence);
    }

    /// Compares the Result tag with the termination marker.
    fn check_result_tag(&mut self) {
        let (Some(tag), Some((marker, span))) = (self.tags.result(), &self.marker) else { return };
        if tag != *marker {
            let evidence = Evidence::Instead { found: self.written(*marker), expected: tag.text().to_owned() };
            self.findings.add(Rule::ResultMismatch, span.clone(), evidence);
        }
    }

    /// The stated result and its byte range.
    pub(in crate::game::replay) fn stated(&self) -> Option<(Outcome, Span)> {
        self.marker.clone().or_else(|| self.tag_result())
    }

    /// The stated result as written: a marker such as `0-0` is read as `*`.
    fn written(&self, stated: Outcome) -> String {
        match &self.marker {
            Some((Outcome::Unknown, span)) => self.text(span.clone()),
            _ => stated.text().to_owned(),
        }
    }

    /// Compares the result with the board (Laws 5.1.1, 5.2.1, 5.2.2, 9.6), and reports claimable draws.
    ///
    /// Returns whether the side to move has no legal move.
    fn check_end(&mut self) -> bool {
        let draws = self.draws();
        self.report_claims(&draws);
        let is_free = !self.line.in_check && self.line.position.has_loose_man();
        let stuck = !is_free && self.line.has_no_legal_move();
        let plies = self.line.ply;
        self.board_ending = BoardEnding { draws, has_no_legal_move: stuck, dead_since: None };
        let is_dead_by_men = material::is_dead(&self.line.position);
        if self.searches {
            self.search_ends(stuck);
        }
        let position = &self.line.position;
        let shows = match (stuck, self.line.in_check) {
            (true, true) => Some((winner(position.turn().other()), "checkmate")),
            (true, false) => Some((Outcome::Draw, "stalemate")),
            (false, _) if is_dead_by_men || self.dead_since.is_some() => Some((Outcome::Draw, "a dead position")),
            _ => None,
        };
        let mated = stuck && self.line.in_check;
        self.check_after_end(&draws, plies, mated);
        let Some((stated, span)) = self.stated() else { return stuck };
        if let Some((right, shows)) = shows {
            if stated != right {
                let rule =
                    if stated == Outcome::Unknown { Rule::ResultUnknownButEnded } else { Rule::ResultContradictsBoard };
                let result = self.written(stated);
                let article = match shows {
                    "checkmate" => "5.1.1",
                    "stalemate" => "5.2.1",
                    _ => "5.2.2",
                };
                self.findings.add_with_article(
                    rule,
                    span.clone(),
                    Some(article),
                    Evidence::Board { result, shows, right: right.text() },
                );
            }
            return stuck;
        }
        self.check_flag(span);
        stuck
    }

    /// Searches whether the side that won on time can checkmate, and since when the position is dead.
    fn search_ends(&mut self, has_no_legal_move: bool) {
        let (position, budget) = (&self.line.position, self.options.budget);
        self.flag_winner = self.winner_on_time().map(|winner| winnable(position, winner, budget));
        let is_mate = has_no_legal_move && self.line.in_check;
        if is_mate || self.flag_winner == Some(Winnable::Yes) {
            return;
        }
        match (deadness(position, budget), &self.flag_winner) {
            (Deadness::Dead(proof), _) => {
                let since = self.dead_since_by_search(proof);
                // An unforced stalemate ends the game as a stalemate.
                self.dead_since = since.filter(|&ply| !has_no_legal_move || ply < self.line.ply);
            }
            (_, &Some(Winnable::Unknown { positions })) => self.report_undecided(positions),
            // Where a result is stated, a verdict depends only on whether the winner can checkmate.
            (Deadness::Unknown { positions }, _) => {
                if self.stated().is_none_or(|(stated, _)| stated == Outcome::Unknown) {
                    self.report_undecided(positions);
                }
            }
            (Deadness::Alive, _) => {}
        }
    }

    /// The ply from which on the game was dead. `proof` shows that its last position is.
    fn dead_since_by_search(&self, proof: Proof) -> Option<u32> {
        let (history, budget) = (self.history(), self.options.budget);
        let plies = history.plies();
        // Dead by material since then; or at the end; or, where a null move cuts the history short, perhaps before it.
        let from = match self.dead_since.filter(|&ply| ply <= plies) {
            Some(ply) => (ply, Proof::Material),
            None if plies == self.line.ply => (plies, proof),
            None => match deadness(history.last(), budget) {
                Deadness::Dead(proof) => (plies, proof),
                Deadness::Alive | Deadness::Unknown { .. } => return None,
            },
        };
        Some(dead_since_when(&history, from, budget).0)
    }

    /// Reports that a search gave no answer, unless an automatic draw had already ended the game.
    pub(in crate::game::replay) fn report_undecided(&mut self, positions: u32) {
        let FirstDraws { fivefold, seventy_five, .. } = self.board_ending.draws;
        if edition::has_automatic_draws(self.day()) && (fivefold.is_some() || seventy_five.is_some()) {
            return;
        }
        let last = || self.previous.map_or(self.start..self.start + 1, |token| token.span());
        let span = self.stated().map_or_else(last, |(_, span)| span);
        let message = format!(
            "whether a side can still mate is not decided after {} positions; a larger --budget may decide it",
            digits(positions.into())
        );
        self.findings.add(Rule::UndecidedMate, span, Evidence::Message(message));
    }

    /// The side that won on time, by result and Termination tag.
    fn winner_on_time(&self) -> Option<Color> {
        let (stated, _) = self.stated().filter(|_| self.tags.termination == Some(Termination::Time))?;
        match stated {
            Outcome::WhiteWins => Some(Color::White),
            Outcome::BlackWins => Some(Color::Black),
            Outcome::Draw | Outcome::Unknown => None,
        }
    }

    /// Checks a win on time by a side without mating material (Laws 6.9).
    fn check_flag(&mut self, span: Span) {
        let Some(winner) = self.winner_on_time() else { return };
        if !material::has_mating_material(&self.line.position, winner) {
            let evidence = Evidence::Instead { found: winner.to_string(), expected: Outcome::Draw.text().to_owned() };
            self.findings.add(Rule::FlagWithoutMaterial, span, evidence);
        }
    }

    /// Reports moves and decisive results after an automatic draw or a dead position.
    fn check_after_end(&mut self, draws: &FirstDraws, plies: u32, mated_at_last: bool) {
        let automatic = [
            draws.fivefold.map(|ply| End { by: "fivefold repetition", ply, recent_rule: true }),
            draws.seventy_five.map(|ply| End { by: "75 moves without pawn move or capture", ply, recent_rule: true }),
        ];
        let dead = self.dead_since.map(|ply| End { by: "a dead position", ply, recent_rule: false });
        let first = automatic.into_iter().flatten().min_by_key(|end| end.ply);
        if first.is_none() && dead.is_none() {
            return;
        }
        let holds = edition::has_automatic_draws(self.day());
        for end in [first.as_ref(), dead.as_ref()].into_iter().flatten() {
            if end.ply < plies {
                let severity = if holds || !end.recent_rule { Rule::MoveAfterDraw.severity() } else { Severity::Info };
                let span = self.san_at(end.ply);
                self.report_ended(Rule::MoveAfterDraw, severity, span, end);
            }
        }
        let Some(end) = first.filter(|end| !(mated_at_last && end.ply == plies)) else { return };
        let Some((Outcome::WhiteWins | Outcome::BlackWins, span)) = self.stated() else { return };
        let severity = if holds { Rule::DecisiveAfterDraw.severity() } else { Severity::Info };
        self.report_ended(Rule::DecisiveAfterDraw, severity, span, &end);
    }

    fn report_ended(&mut self, rule: Rule, severity: Severity, span: Span, end: &End) {
        let moment = self.moment_at(end.ply.saturating_sub(1));
        let in_force = severity == rule.severity();
        let evidence = Evidence::Ended {
            by: end.by,
            number: if end.ply == 0 { 0 } else { moment.number },
            by_color: moment.turn,
            in_force,
        };
        let article = match end.by {
            "a dead position" => "5.2.2",
            "fivefold repetition" => "9.6.1",
            _ => "9.6.2",
        };
        let moment = (rule == Rule::MoveAfterDraw).then(|| self.moment_at(end.ply));
        self.findings.push(Finding { rule, severity, span, moment, evidence, article: Some(article), fen: None });
    }

    fn report_claims(&mut self, draws: &FirstDraws) {
        for (rule, ply) in [(Rule::ThreefoldClaim, draws.threefold), (Rule::FiftyMoveClaim, draws.fifty)] {
            let Some(ply) = ply.filter(|_| self.findings.wants(rule)) else { continue };
            let moment = self.moment_at(ply);
            let evidence = Evidence::Claim { number: moment.number, by: moment.turn };
            let span = self.san_at(ply.saturating_sub(1));
            let severity = rule.severity();
            self.findings.push(Finding {
                rule,
                severity,
                span,
                moment: Some(moment),
                evidence,
                article: None,
                fen: None,
            });
        }
    }

    /// The SAN token of the ply with this index.
    pub(in crate::game::replay) fn san_at(&self, ply: u32) -> Span {
        let at =
            self.line.records.get(ply as usize + 1).map_or(self.start, |record| self.start + record.offset as usize);
        at..at + self.bytes[at..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count().max(1)
    }

    /// Number and side of the move with this index, counted back from the last position.
    pub(in crate::game::replay) fn moment_at(&self, ply: u32) -> MoveContext {
        let last = self.line.moment();
        let plies = u64::from(last.number) * 2 + u64::from(last.turn == Color::Black);
        let then = plies.saturating_sub(u64::from(last.ply.saturating_sub(ply)));
        let turn = if then % 2 == 0 { Color::White } else { Color::Black };
        MoveContext { ply, number: (then / 2) as u32, turn }
    }

    /// The main line up to the first null move.
    pub(in crate::game::replay) fn history(&self) -> History {
        history_of(&self.starting_position(), &self.line.records, &self.line.position)
    }

    /// The first draws of the main line (Laws 9.2, 9.3, 9.6). The starting position counts as an occurrence.
    pub(in crate::game::replay) fn draws(&self) -> FirstDraws {
        let mut draws = FirstDraws::default();
        let records = &self.line.records[..];
        // Below a clock of 8 no position can occur three times without null moves, which the Laws do not have.
        for run in quiet_runs(records, 8, |record| u32::from(record.clock)) {
            draws.scan_run(&records[run.clone()], run.start);
        }
        let (edition, _) = Edition::in_force(self.day());
        if draws.fivefold.is_some() && edition == Edition::Fide2014 {
            // Until June 2017 the five occurrences had to be at alternate moves of each player (9.6.a of 2014).
            draws.fivefold = ending::fivefold(&self.history(), edition);
        }
        draws
    }
}

impl FirstDraws {
    /// Scans positions without capture or pawn move between them. `first` is the ply of the first one.
    fn scan_run(&mut self, run: &[PlyRecord], first: usize) {
        let is_calm = run.last().is_none_or(|last| last.clock < 100);
        if is_calm && !may_repeat_threefold(run) {
            return;
        }
        let mut counts: HashMap<u64, u32> = HashMap::new();
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
        }
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

fn winner(color: Color) -> Outcome {
    match color {
        Color::White => Outcome::WhiteWins,
        Color::Black => Outcome::BlackWins,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::moves::Move;
    use crate::game::replay::read_game;

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

    proptest! {
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
