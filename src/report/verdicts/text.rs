//! A ruling for people: the verdict on one line, and below it what it rests on.

use std::fmt::Write;

use crate::chess::piece::Color;
use crate::chess::san;
use crate::game::ruling::Ruling;
use crate::laws::claim::{Difference, How, Judgement, NearMiss, Open, Rejection};
use crate::laws::history::History;
use crate::laws::touch::{Duty, Obligation};
use crate::laws::unwinnable::Proof;
use crate::laws::verdict::{Certificate, Decision, Reason, Verdict};

use super::super::{Paint, Visible, outcome_text};
use super::record::{engine_agrees, line, moves};

/// The longest mating line that is written out.
const LONGEST_LINE: usize = 24;

/// The most claims that are listed.
const MOST_CLAIMS: usize = 12;

/// The whole text for one ruling.
pub(super) fn page(file: &str, game: u64, ruling: &Ruling, paint: Paint) -> String {
    let Ruling { verdict, history, .. } = ruling;
    let Paint { place, strong, faint, .. } = paint;
    let article = verdict.article.map_or(String::new(), |article| format!(", {} {}", article.edition, article.number));
    let mut text = format!(
        "{place}{}: game {game}:{place:#} {strong}{}: {}{strong:#} {faint}({}{article}; {}){faint:#}\n",
        Visible(file),
        verdict.decision,
        verdict.reason,
        verdict.edition,
        verdict.certainty,
    );
    let mut say = |sentence: String| _ = writeln!(text, "  {sentence}");
    say(when(history, verdict));
    certificate(history, verdict).into_iter().for_each(&mut say);
    if !verdict.also.is_empty() {
        let also: Vec<&str> = verdict.also.iter().map(|reason| reason.name()).collect();
        say(format!("also: {}", also.join(", ")));
    }
    if ruling.moves_after > 0 {
        say(format!("moves after the end: {}, from ply {}", ruling.moves_after, verdict.ply));
    }
    match (ruling.stated, ruling.agrees) {
        (Some(stated), Some(true)) => say(format!("the record says {}: agrees", outcome_text(stated))),
        (Some(stated), Some(false)) => say(format!("the record says {}: does not agree", outcome_text(stated))),
        (Some(stated), None) => say(format!("the record says {}", outcome_text(stated))),
        (None, _) => {}
    }
    if let Some(judgement) = &ruling.judgement {
        judged(history, judgement).into_iter().for_each(&mut say);
    }
    if let Some((to, minutes)) = ruling.penalty {
        say(format!("{to} gets {minutes} more minutes"));
    }
    ruling.claims.iter().take(MOST_CLAIMS).map(|open| claim(history, open)).for_each(&mut say);
    if ruling.claims.len() > MOST_CLAIMS {
        say(format!("and {} more claims", ruling.claims.len() - MOST_CLAIMS));
    }
    ruling.near_misses.iter().map(|miss| near_miss(history, miss)).for_each(&mut say);
    if let Some(duty) = &ruling.obligation {
        say(obligation(history, duty));
    }
    if let Some((ply, decision)) = ruling.engine {
        say(engine(ruling, ply, decision));
    }
    if let Some(note) = ruling.note {
        say(format!("note: {note}"));
    }
    text
}

/// `after Black's move 8 (ply 16)`.
fn moment(history: &History, ply: u32) -> String {
    let Some(before) = ply.checked_sub(1) else { return "before the first move (ply 0)".to_owned() };
    let position = history.position_at(before);
    format!("after {}'s move {} (ply {ply})", position.turn(), position.fullmove_number())
}

fn when(history: &History, verdict: &Verdict) -> String {
    let by = verdict.by.map_or(String::new(), |color| format!("by {color}, "));
    format!("{by}{}", moment(history, verdict.ply))
}

fn certificate(history: &History, verdict: &Verdict) -> Option<String> {
    let who = match verdict.by {
        Some(loser) if verdict.reason != Reason::DeadPosition => format!("{} cannot mate", loser.other()),
        _ => "neither side can mate".to_owned(),
    };
    Some(match &verdict.certificate {
        Certificate::None => return None,
        Certificate::Helpmate(mate) if mate.is_empty() => "mate is on the board".to_owned(),
        Certificate::Helpmate(mate) => {
            let words = line(&history.position_at(verdict.ply), &mate[..mate.len().min(LONGEST_LINE)]);
            let rest = if mate.len() > LONGEST_LINE { format!(" … ({} plies)", mate.len()) } else { String::new() };
            format!("mate is still possible: {}{rest}", words.join(" "))
        }
        Certificate::Unwinnable(Proof::Material) => {
            format!("{who}: the men on the board mate in no placement")
        }
        Certificate::Unwinnable(Proof::Searched { positions }) => {
            format!("{who}: none of the {positions} positions that can come about is such a mate")
        }
        Certificate::Repetition(plies) => format!("the same position at {}", plies_in_words(plies)),
        Certificate::Quiet { from, to, count } => {
            format!("{count} half-moves without capture or pawn move, from ply {from} to ply {to}")
        }
        Certificate::Undecided { positions } => format!("not decided after {positions} positions"),
    })
}

fn plies_in_words(plies: &[u32]) -> String {
    let words: Vec<String> = plies.iter().map(u32::to_string).collect();
    format!("{} {}", if plies.len() == 1 { "ply" } else { "plies" }, words.join(", "))
}

fn claim(history: &History, open: &Open) -> String {
    let who = open.by.map_or("whoever has the move".to_owned(), |color| color.to_string());
    let when = if open.from == open.to {
        moment(history, open.from)
    } else {
        format!("at every ply from {} to {}", open.from, open.to)
    };
    let what = open.ground.name();
    match open.how {
        How::OnBoard if open.occurrences.is_empty() => format!("claim: {what} on the board by {who}, {when}"),
        How::OnBoard => {
            format!("claim: {what} on the board by {who}, {when}: {}", plies_in_words(&open.occurrences))
        }
        How::Ahead => {
            let words = moves(&history.position_at(open.from), &open.moves);
            format!("claim: {what} with an intended move by {who}, {when}: {}", words.join(" "))
        }
    }
}

fn judged(history: &History, judgement: &Judgement) -> Vec<String> {
    let Some(rejection) = judgement.rejection else { return vec!["the claim is accepted".to_owned()] };
    let why = match rejection {
        Rejection::NotToMove => "the player does not have the move".to_owned(),
        Rejection::Over => "the game is over".to_owned(),
        Rejection::NoSuchClaim => "the rule set knows no such claim".to_owned(),
        Rejection::Touched => "the player has touched a man on this move".to_owned(),
        Rejection::IllegalMove => "the intended move is illegal".to_owned(),
        Rejection::TooFew { times } => format!("the position comes about {times} times, not three"),
        Rejection::TooSoon { plies } => format!("there are {plies} half-moves without capture or pawn move, not 100"),
        Rejection::Zeroes => "the intended move captures or moves a pawn".to_owned(),
    };
    let mut said = vec![format!("the claim is rejected: {why}")];
    if let Some(penalty) = judgement.penalty {
        said.push(format!("{} gets {} more minutes; play goes on", penalty.to, penalty.minutes));
    }
    if let Some(mv) = judgement.must_play {
        said.push(format!("the intended move {} must be played", san::write(history.last(), mv)));
    }
    said.extend(judgement.right.iter().map(|open| format!("right would have been: {}", claim(history, open))));
    said
}

fn near_miss(history: &History, miss: &NearMiss) -> String {
    let mut text = format!("the position {} stood {} times", moment(history, miss.ply), miss.times);
    for (ply, difference) in &miss.others {
        let why = match difference {
            Difference::CastlingRightLost { color, side, at } => {
                let castling = match side {
                    crate::chess::position::CastlingSide::King => "O-O",
                    crate::chess::position::CastlingSide::Queen => "O-O-O",
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

fn obligation(history: &History, obligation: &Obligation) -> String {
    let duty = match obligation.duty {
        Duty::Free => "any legal move".to_owned(),
        Duty::Move(square) => format!("the man on {square} must move"),
        Duty::Capture(square) => format!("the man on {square} must be captured"),
        Duty::CaptureWith { own, enemy } => format!("the man on {own} must capture the one on {enemy}"),
        Duty::Castle(rook) => format!("castling with the rook on {rook}"),
        Duty::KingInstead(rook) => format!("castling with the rook on {rook} is illegal: another move of the king"),
        Duty::MoveWithoutCastling { man, rook } => {
            format!("the man on {man} must move; no castling with the rook on {rook}")
        }
    };
    let mut words = moves(history.last(), &obligation.moves);
    words.sort();
    format!("touched: {duty} ({}): {}", obligation.article, words.join(" "))
}

fn engine(ruling: &Ruling, ply: u32, decision: Decision) -> String {
    let agrees = match engine_agrees(ruling, decision) {
        Some(true) => ": the stated result agrees",
        Some(false) => ": the stated result does not agree",
        None => "",
    };
    format!("a match manager ends it {}: {decision}{agrees}", moment(&ruling.history, ply))
}
