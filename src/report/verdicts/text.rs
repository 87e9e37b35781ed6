//! The text of a ruling: the verdict on one line, and its reasons below.

use std::fmt::Write;

use crate::chess::moves::{Move, PlyCount};
use crate::chess::piece::Color;
use crate::chess::position::{CastlingSide, Position};
use crate::chess::san;
use crate::game::rules::Rule;
use crate::game::verdict::error_summary::ErrorSummary;
use crate::game::verdict::note::VerdictNote;
use crate::game::verdict::ruling::{ManagedEnd, Ruling};
use crate::laws::claim::{ClaimBasis, ClaimVerdict, ClaimWindow, Difference, NearMiss};
use crate::laws::event::Event;
use crate::laws::history::History;
use crate::laws::touch_move::Obligation;
use crate::laws::verdict::{Certificate, Decision, Reason, Verdict};

use super::VerdictEntry;
use super::answer::{
    Answer, answer, is_about_touch, laws, more_time, obligation, penalty_articles, rejection_reason, times_in_words,
};
use super::record::moves;
use crate::report::certificate::proof_in_words;
use crate::report::terminal::numbers::{counted, digits};
use crate::report::terminal::wrap::hanging;
use crate::report::verdicts::mating::numbered;
use crate::report::{Paint, Visible, numbered_record, outcome_text};

/// The maximum length of a printed mating line, in plies.
const MAX_LINE: usize = 24;

/// The maximum number of listed claims, and of listed plies.
const MAX_CLAIMS: usize = 12;

/// The text of one ruling.
pub(super) fn page(entry: &VerdictEntry<'_>, paint: Paint) -> String {
    let &VerdictEntry { answer: ruling, errors, .. } = entry;
    let Ruling { verdict, history, .. } = ruling;
    let answer = answer(ruling);
    let mut text = headline(entry, &answer, paint);
    let mut say = |sentence: String| {
        let _ = writeln!(text, "{}", hanging(&format!("  {}", Visible(&sentence)), 4, paint.columns));
    };
    act_and_moment(ruling).into_iter().for_each(&mut say);
    if answer.is_question && verdict.decision == Decision::Ongoing {
        say("the game is ongoing".to_owned());
    }
    consequence(verdict).filter(|_| !answer.is_question).map(str::to_owned).into_iter().for_each(&mut say);
    certificate(history, verdict).into_iter().for_each(&mut say);
    if !verdict.also.is_empty() {
        let also: Vec<&str> = verdict.also.iter().map(|reason| reason.name()).collect();
        say(format!("also: {}", also.join(", ")));
    }
    if ruling.moves_after > 0 {
        let moves = counted(ruling.moves_after.into(), "move was", "moves were");
        say(format!("{moves} played after the game had ended (from ply {})", verdict.ply));
    }
    record_says(ruling).into_iter().for_each(&mut say);
    if let Some(judgment) = &ruling.judgment {
        claim_verdict(ruling, judgment, answer.is_question).into_iter().for_each(&mut say);
    }
    if let Some((to, minutes)) = ruling.penalty.filter(|_| !answer.is_question) {
        say(more_time(to, minutes));
    }
    // The claim verdict above already lists the correct claims.
    let is_listed = ruling.judgment.as_ref().is_some_and(|judgment| !judgment.right.is_empty());
    let claims = if is_listed { &[] } else { &ruling.claims[..] };
    claims.iter().take(MAX_CLAIMS).map(|window| format!("claimable: {}", claim(history, window))).for_each(&mut say);
    match claims.len().saturating_sub(MAX_CLAIMS) {
        0 => {}
        1 => say("and 1 more claim; --format jsonl lists all".to_owned()),
        more => say(format!("and {more} more claims; --format jsonl lists all")),
    }
    ruling.near_misses.iter().map(|miss| near_miss(history, miss)).for_each(&mut say);
    let other_duty = ruling.obligation.as_ref().filter(|_| !is_about_touch(ruling));
    other_duty.map(|duty| obligation(history.last(), duty)).into_iter().for_each(&mut say);
    ruling.obligation.as_ref().and_then(|duty| allowed_moves(history, duty)).into_iter().for_each(&mut say);
    if let Some(broken) = &ruling.broken {
        let article = broken.article.map_or_else(String::new, |article| format!(" ({})", article.number));
        say(format!("this move breaks a duty: {}{article}", obligation(history.last(), broken)));
    }
    if let Some(managed) = &ruling.engine {
        say(tournament_manager(ruling, managed));
    }
    // The summary has the notes on editions, once for all games.
    let remarks = ruling.remarks.iter().filter(|remark| !matches!(remark, VerdictNote::Edition(_)));
    remarks.map(|remark| format!("note: {remark}")).for_each(&mut say);
    if let Some(errors) = errors {
        if ruling.agrees == Some(true) && matches!(errors.rule, Rule::TerminationContradictsBoard | Rule::WrongFlag) {
            say("note: the verdict follows the record, which contradicts itself".to_owned());
        }
        say(error_sentence(errors));
    }
    text
}

/// `games.pgn:7: game 3: draw: stalemate (fide-2018 5.2.1; proved)`.
fn headline(entry: &VerdictEntry<'_>, answer: &Answer, paint: Paint) -> String {
    let &VerdictEntry { file, game, is_position, line, answer: Ruling { verdict, .. }, .. } = entry;
    let Paint { place, strong, faint, .. } = paint;
    let laws = laws(verdict, answer);
    // Only verdicts have a certainty: an answer to a question depends on the events that the user gave.
    let certainty = if answer.is_question { String::new() } else { format!("; {}", verdict.certainty) };
    let head = format!(
        "{place}{}:{line}: {}:{place:#} {strong}{}{strong:#} {faint}({laws}{certainty}){faint:#}",
        Visible(file),
        numbered_record(game, is_position),
        answer.text,
    );
    hanging(&head, 4, paint.columns) + "\n"
}

fn record_says(ruling: &Ruling) -> Option<String> {
    let stated = ruling.stated?;
    if let Some(written) = &ruling.unknown_marker {
        return Some(format!("recorded result: {written}, which is not a result of PGN"));
    }
    if outcome_text(stated) == "*" && matches!(ruling.verdict.decision, Decision::Ongoing | Decision::Undetermined) {
        return None;
    }
    let verdict = match ruling.agrees {
        Some(true) => " (agrees)",
        Some(false) => " (does not agree)",
        None => "",
    };
    Some(format!("recorded result: {}{verdict}", outcome_text(stated)))
}

pub(in super::super) fn error_sentence(errors: &ErrorSummary) -> String {
    let ErrorSummary { count, rule, severity, of_moves, line, column, message } = errors;
    let (source, place) = match (of_moves, line) {
        (false, _) => ("record", format!("line {line}")),
        (true, 1) => ("moves", format!("column {column}")),
        (true, _) => ("moves", format!("line {line}, column {column}")),
    };
    let found = format!("{place}: [{}] {message}", rule.info().code);
    if *count == 1 {
        format!("{severity} in the {source}, {found}")
    } else {
        format!("{count} errors in the {source}, first {found}")
    }
}

/// `after Black's move 8 (ply 16)`.
fn moment(history: &History, ply: u32) -> String {
    let Some(before) = ply.checked_sub(1) else { return "before the first move (ply 0)".to_owned() };
    let position = history.position_at(before);
    format!("after {}'s move {} (ply {ply})", position.turn(), position.fullmove_number())
}

/// Who did what and when; `None` without moves and acts.
fn act_and_moment(ruling: &Ruling) -> Option<String> {
    let Ruling { history, verdict, .. } = ruling;
    let act = verdict.by.and_then(|by| act(by, verdict.reason, ruling.event));
    let moment = (history.plies() > 0).then(|| moment(history, verdict.ply));
    let parts: Vec<String> = act.into_iter().chain(moment).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The consequence of an act, if the act does not imply it.
const fn consequence(verdict: &Verdict) -> Option<&'static str> {
    Some(match verdict.reason {
        Reason::IllegalMove => "the position before the illegal move is reinstated",
        Reason::IllegalMoveStands => "the illegal move stands, because the opponent has moved",
        Reason::IllegalPositionStands => "the illegal position stands, because a move was made in it",
        Reason::BothFlags => "both flags are down",
        Reason::Unplayable => "the record cannot be played further, see its error below",
        Reason::OtherVariant => "the game is of another variant, which the Laws of Chess do not cover",
        _ => return None,
    })
}

/// The act of a player, in words.
fn act(by: Color, reason: Reason, event: Option<Event>) -> Option<String> {
    let did = match reason {
        Reason::Checkmate => "gives checkmate",
        Reason::Stalemate => return Some(format!("{} has no legal move", by.other())),
        Reason::Threefold | Reason::Fifty | Reason::ClaimRejected => "claims",
        Reason::Resignation | Reason::ResignationUnwinnable => "resigns",
        Reason::Flag | Reason::FlagUnwinnable => return Some(format!("{by}'s flag falls")),
        Reason::IllegalMove | Reason::IllegalMoveStands => "makes an illegal move",
        Reason::UnpromotedPawn => "leaves a pawn on its last rank",
        Reason::ClockWithoutMove => "presses the clock without a move",
        Reason::TwoHands => "uses two hands",
        Reason::DrawOffer => "offers a draw",
        Reason::DrawOfferDeclined => "declines the draw offer",
        Reason::IllegalMoves | Reason::IllegalMovesUnwinnable => {
            let number = match event {
                Some(Event::Illegal { number, .. } | Event::IllegalStood { number, .. }) => number,
                _ => 0,
            };
            let which = match number {
                0 | 1 => "an illegal move".to_owned(),
                2 => "a second illegal move".to_owned(),
                3 => "a third illegal move".to_owned(),
                number => format!("illegal move number {number}"),
            };
            let so = if reason == Reason::IllegalMoves { ", which loses the game" } else { "" };
            return Some(format!("{by} completes {which}{so}"));
        }
        Reason::DefaultTime => "arrives after the default time",
        Reason::Refusal => "refuses to comply with the Laws",
        _ => return None,
    };
    Some(format!("{by} {did}"))
}

fn certificate(history: &History, verdict: &Verdict) -> Option<String> {
    let unable = verdict.by.map(Color::other);
    let who = unable.map_or_else(|| "neither side can mate".to_owned(), |side| format!("{side} cannot mate"));
    Some(match &verdict.certificate {
        // A rejected claim without evidence.
        Certificate::None | Certificate::Quiet { count: 0, .. } => return None,
        Certificate::Repetition(plies) if plies.len() < 2 => return None,
        Certificate::Helpmate(mate) if mate.is_empty() => "mate is on the board".to_owned(),
        Certificate::Helpmate(mate) => {
            format!("mate is still possible: {}", mating_line(&history.position_at(verdict.ply), mate))
        }
        Certificate::ForcedMate(mate) => {
            format!("mate can be forced, for example {}", mating_line(&history.position_at(verdict.ply), mate))
        }
        Certificate::Unwinnable(proof) => {
            format!("{who}: {}", proof_in_words(proof, &history.position_at(verdict.ply), unable))
        }
        Certificate::InsufficientMaterialByRule => {
            "insufficient material by rule, whether mate is possible or not".to_owned()
        }
        Certificate::InsufficientMaterialByRuleUnlessForced { positions: None } => {
            "insufficient material by rule: mate cannot be forced".to_owned()
        }
        Certificate::InsufficientMaterialByRuleUnlessForced { positions: Some(positions) } => format!(
            "insufficient material by rule unless mate can be forced; no forced mate was found in {} positions",
            digits((*positions).into())
        ),
        Certificate::Repetition(plies) => format!("the same position at {}", plies_in_words(plies)),
        &Certificate::Quiet { from, to, count } => {
            let what = format!("{} without capture or pawn move", PlyCount(count.into()));
            match count - (to - from) {
                0 => format!("{what}, from ply {from} to ply {to}"),
                before if before == count => format!("{what}, all of them before the record begins"),
                before => format!("{what}, {before} of them before the record begins"),
            }
        }
        Certificate::Undecided { positions } => {
            format!("not decided after {} positions; a larger --budget may decide it", digits((*positions).into()))
        }
    })
}

/// The moves of a line to mate, cut if it is long.
fn mating_line(position: &Position, mate: &[Move]) -> String {
    let words = numbered(position, &mate[..mate.len().min(MAX_LINE)]).join(" ");
    if mate.len() > MAX_LINE { format!("{words} … ({})", PlyCount(mate.len() as u64)) } else { words }
}

fn plies_in_words(plies: &[u32]) -> String {
    let words: Vec<String> = plies.iter().take(MAX_CLAIMS).map(u32::to_string).collect();
    let more = if plies.len() > MAX_CLAIMS { format!(" and {} more", plies.len() - MAX_CLAIMS) } else { String::new() };
    format!("{} {}{more}", if plies.len() == 1 { "ply" } else { "plies" }, words.join(", "))
}

fn claim(history: &History, window: &ClaimWindow) -> String {
    let who = window.by.map_or("whoever has the move".to_owned(), |color| color.to_string());
    let when = if window.from == window.to {
        moment(history, window.from)
    } else {
        format!("at every ply from {} to {}", window.from, window.to)
    };
    let what = window.ground.name();
    match window.basis {
        ClaimBasis::OnBoard if window.occurrences.is_empty() => format!("{what} on the board by {who}, {when}"),
        ClaimBasis::OnBoard => {
            format!("{what} on the board by {who}, {when}: {}", plies_in_words(&window.occurrences))
        }
        ClaimBasis::Intended => {
            let words = moves(&history.position_at(window.from), &window.moves);
            format!("{what} with an intended move by {who}, {when}: {}", words.join(" "))
        }
    }
}

/// The decision on a claim. `has_rejection` says that the first line already reports the rejection.
fn claim_verdict(ruling: &Ruling, judgment: &ClaimVerdict, has_rejection: bool) -> Vec<String> {
    let history = &ruling.history;
    let Some(rejection) = judgment.rejection else { return vec!["the claim is accepted".to_owned()] };
    let mut sentences = Vec::new();
    if !has_rejection {
        sentences.push(format!("the claim is rejected: {}", rejection_reason(ruling, judgment, rejection)));
    }
    if let Some(penalty) = judgment.penalty {
        let articles = penalty_articles(ruling, &[]);
        let article = if articles.is_empty() { String::new() } else { format!(" ({})", articles.join(", ")) };
        sentences.push(format!("{}{article}; play goes on", more_time(penalty.to, penalty.minutes)));
    }
    if let Some(mv) = judgment.must_play {
        sentences.push(format!("the intended move {} must be played", san::write(history.last(), mv)));
    }
    sentences.extend(judgment.right.iter().map(|open| format!("correct claim: {}", claim(history, open))));
    sentences
}

fn near_miss(history: &History, miss: &NearMiss) -> String {
    let mut text = format!("the position {} occurred {}", moment(history, miss.ply), times_in_words(miss.times));
    for (ply, difference) in &miss.others {
        let why = match difference {
            Difference::CastlingRightLost { color, side, at } => {
                let castling = match side {
                    CastlingSide::King => "O-O",
                    CastlingSide::Queen => "O-O-O",
                };
                format!("{color} lost the right to {castling} by {}", last_move(history, *at))
            }
            Difference::EnPassantWasLegal { square } => format!("a capture en passant on {square} was legal"),
            Difference::OtherSideToMove => "the other side had the move".to_owned(),
        };
        let _ = write!(text, "; ply {ply} only looks the same: {why}");
    }
    text
}

/// The move that leads to a ply: `6. Rg1 (ply 11)`.
fn last_move(history: &History, ply: u32) -> String {
    let Some((before, &mv)) = ply.checked_sub(1).and_then(|at| Some((at, history.moves().get(at as usize)?))) else {
        return "the start".to_owned();
    };
    let position = history.position_at(before);
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}{} (ply {ply})", position.fullmove_number(), san::write(&position, mv))
}

/// The moves that the touched pieces allow.
fn allowed_moves(history: &History, duty: &Obligation) -> Option<String> {
    let mut words = moves(history.last(), &duty.moves);
    words.sort();
    (!words.is_empty()).then(|| format!("moves: {}", words.join(" ")))
}

fn tournament_manager(ruling: &Ruling, managed: &ManagedEnd) -> String {
    let ends = [("cutechess-cli", managed.end), ("fastchess", managed.end_by_fastchess)];
    if ends[0].1 != ends[1].1 {
        let end = |(name, end): (&str, Option<(u32, Decision)>)| match end {
            Some((ply, decision)) => format!("{name} ends it {}: {decision}", moment(&ruling.history, ply)),
            None => format!("{name} does not end it"),
        };
        return format!(
            "{}; {} (cutechess-cli counts moves from the starting position, fastchess by the move number of the FEN)",
            end(ends[0]),
            end(ends[1])
        );
    }
    let Some((ply, decision)) = managed.end else {
        let moves = ruling.history.plies();
        let scored = managed.scored;
        if scored == 0 {
            return "the rules of engine tournaments do not apply: no move has an evaluation".to_owned();
        }
        let missing = moves.saturating_sub(scored);
        let without =
            if missing == 0 { String::new() } else { format!("; {missing} of {moves} moves have no evaluation") };
        return format!("the engine rules do not end the game{without}");
    };
    let agrees = match managed.agrees(ruling.stated) {
        Some(true) => "; the recorded result agrees",
        Some(false) => "; the recorded result does not agree",
        None => "",
    };
    format!("an engine tournament manager ends it {}: {decision}{agrees}", moment(&ruling.history, ply))
}
