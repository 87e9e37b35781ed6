//! The text of an answer: yes or no on one line, and below it the mating line, or why there is none.

use std::fmt::Write;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::verdict::mating::{Mating, MatingAnswer, MatingReason};
use crate::game::verdict::note::VerdictNote;
use crate::laws::unwinnable::{Helpmate, Proof};

use super::super::board::{Marks, draw};
use super::super::certificate::proof_in_words;
use super::super::summary::counted;
use super::super::wrap::{hanging, wrapped};
use super::super::{Paint, Visible, numbered_record};
use super::record::{fixed, in_uci};
use super::{MatingEntry, after, numbered, reason};

/// The maximum length of a printed line, in plies.
const MAX_LINE: usize = 200;

/// The text of one answer.
pub(in super::super) fn page(entry: &MatingEntry<'_>, paint: Paint) -> String {
    let &MatingEntry { file, game, is_position, line, mating, errors } = entry;
    let Paint { place, strong, faint, .. } = paint;
    let (answer, detail) = headline(mating);
    let head = format!(
        "{place}{}:{line}: {}:{place:#} {strong}{answer}{strong:#} {faint}({detail}){faint:#}",
        Visible(file),
        numbered_record(game, is_position)
    );
    let mut text = hanging(&head, 4, paint.columns) + "\n";
    if mating.ply > 0 {
        let moment = mating.position.as_ref().map(|position| moment(position, mating.ply));
        text.extend(moment.map(|moment| format!("  {moment}\n")));
    }
    match (&mating.position, &mating.answer) {
        (Some(position), MatingAnswer::Yes(helpmate)) => {
            text += &mating_line(position, helpmate);
            if mating.wants_board {
                text += &draw(&after(position, &helpmate.line), &Marks::default(), paint);
            }
        }
        (Some(position), MatingAnswer::No(proof)) => {
            let proved = proof_in_words(proof, position, Some(mating.side));
            text += &wrapped(proved.split(' '));
            if let Some(reasons) = &mating.why {
                text += &board(mating, position, proof, reasons, paint);
                let sentences = reason::sentences(mating, position, proof, reasons);
                text.extend(sentences.iter().filter(|&more| *more != proved).map(|more| wrapped(more.split(' '))));
            }
        }
        _ => {}
    }
    // The first line already reports obstacles.
    let notes = mating.remarks.iter().filter(|remark| remark.obstacle().is_none());
    let notes = notes.map(|remark| format!("note: {remark}"));
    for sentence in notes.chain(errors.map(super::super::verdicts::error_sentence)) {
        let _ = writeln!(text, "{}", hanging(&format!("  {}", Visible(&sentence)), 4, paint.columns));
    }
    text
}

/// The answer, and the detail in parentheses.
fn headline(mating: &Mating) -> (String, String) {
    let side = mating.side;
    match &mating.answer {
        MatingAnswer::Yes(Helpmate { line, .. }) if line.is_empty() => {
            (format!("yes: {side} has mated"), "mate is on the board".to_owned())
        }
        MatingAnswer::Yes(Helpmate { line, is_shortest }) => {
            let proved = if *is_shortest { "no line is shorter" } else { "there may be shorter lines" };
            let length = counted(line.len() as u64, "ply", "plies");
            (format!("yes: {side} can mate"), format!("{length}; {proved}"))
        }
        MatingAnswer::No(proof) => {
            let how = match proof {
                Proof::Material => "by material",
                Proof::Lines { .. } => "by exhaustive search",
                Proof::Closed(_) => "closed",
                Proof::Scenes(_) => "by placements",
                Proof::Searched { .. } => "by search",
            };
            (format!("no: {side} cannot mate"), format!("proved {how}"))
        }
        MatingAnswer::Undetermined => {
            let obstacle =
                mating.remarks.iter().find_map(VerdictNote::obstacle).map(|why| format!("not answered: {why}"));
            let positions = u64::from(mating.positions.unwrap_or_default());
            let searched = || counted(positions, "position was searched", "positions were searched");
            (format!("undetermined: whether {side} can mate"), obstacle.unwrap_or_else(searched))
        }
    }
}

/// `after Black's move 8 (ply 16)`.
fn moment(position: &Position, ply: u32) -> String {
    let mover = position.turn().other();
    let number = match mover {
        Color::White => position.fullmove_number(),
        // The position has the number of the next move.
        Color::Black => position.fullmove_number().saturating_sub(1),
    };
    format!("after {mover}'s move {number} (ply {ply})")
}

/// The mating line in SAN and in UCI.
fn mating_line(position: &Position, helpmate: &Helpmate) -> String {
    let shown = &helpmate.line[..helpmate.line.len().min(MAX_LINE)];
    if shown.is_empty() {
        return String::new();
    }
    let rest = (shown.len() < helpmate.line.len()).then_some("… (--format jsonl has the rest)");
    let (san, uci) = (numbered(position, shown), in_uci(position, shown));
    let san = san.iter().map(String::as_str).chain(rest);
    let uci = ["uci"].into_iter().chain(uci.iter().map(String::as_str)).chain(rest);
    wrapped(san) + &wrapped(uci)
}

fn board(mating: &Mating, position: &Position, proof: &Proof, reasons: &MatingReason, paint: Paint) -> String {
    let marks = match proof {
        Proof::Closed(walls) if reasons.lack.is_none() => {
            let reach = |color| walls.king(color).map(|king| king.reach).unwrap_or_default();
            Marks { framed: fixed(walls), rings: reach(mating.side.other()), crosses: reach(mating.side) }
        }
        _ => Marks::default(),
    };
    draw(position, &marks, paint)
}
