//! The text of an answer: yes or no on one line, and below it the mating line, or why there is none.

use std::fmt::Write;

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::game::verdict::mating::{Mating, MatingAnswer, MatingReason};
use crate::game::verdict::note::VerdictNote;
use crate::laws::unwinnable::{FinalLine, Helpmate, LineEnd, MissingMaterial, PieceReach, Proof, ReachProof};

use super::record::{fixed, in_uci};
use super::{MatingEntry, after, numbered};
use crate::report::certificate::{names, piece_on, proof_in_words, roamer};
use crate::report::terminal::board::{Marks, draw};
use crate::report::terminal::numbers::counted;
use crate::report::terminal::wrap::{hanging, wrapped};
use crate::report::{Paint, Visible, numbered_record};

/// The maximum length of a printed line, in plies.
const MAX_LINE: usize = 200;

/// The text of one answer.
pub(in super::super) fn page(entry: &MatingEntry<'_>, paint: Paint) -> String {
    let &MatingEntry { file, game, is_position, line, answer: mating, errors } = entry;
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
                let sentences = sentences(mating, position, proof, reasons);
                text.extend(sentences.iter().filter(|&more| *more != proved).map(|more| wrapped(more.split(' '))));
            }
        }
        _ => {}
    }
    // The first line already reports obstacles.
    let notes = mating.remarks.iter().filter(|remark| remark.obstacle().is_none());
    let notes = notes.map(|remark| format!("note: {remark}"));
    for sentence in notes.chain(errors.map(super::super::error_sentence)) {
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

// The explanation why a side cannot mate, in sentences.

/// The maximum number of pieces whose squares are listed.
const MAX_PIECES: usize = 8;

/// The maximum number of squares that are listed by name.
const MAX_SQUARES: u32 = 12;

/// Explains a *no* in an arbiter's terms.
pub(super) fn sentences(mating: &Mating, position: &Position, proof: &Proof, why: &MatingReason) -> Vec<String> {
    let side = mating.side;
    if let Some(lack) = why.lack {
        return vec![missing_material(position, side, lack)];
    }
    if let Proof::Closed(walls) = proof {
        return reach_sentences(walls, position, side);
    }
    if let Some(lines) = &why.lines
        && position.has_legal_move()
    {
        return lines.iter().map(|line| final_line(position, side, line)).collect();
    }
    let mut sentences = vec![proof_in_words(proof, position, Some(side))];
    if matches!(proof, Proof::Searched { closed: 1.., .. }) {
        sentences.push(CLOSED.to_owned());
    }
    if let Proof::Scenes(scenes) = proof {
        let roamers: Vec<String> = scenes.roamers.iter().copied().map(roamer).collect();
        sentences.push(format!("pieces that do not help, wherever they move: {}", roamers.join(" ")));
    }
    sentences
}

/// The meaning of closed positions in a search.
const CLOSED: &str = "closed: from these positions the pieces cannot reach any checkmate, so the search stops there";

fn missing_material(position: &Position, side: Color, lack: MissingMaterial) -> String {
    let them = side.other();
    match lack {
        MissingMaterial::Everything => format!("{side} has only the king"),
        MissingMaterial::BlockerForKnight => {
            format!("a lone knight can mate only if a piece other than a queen blocks the mated king; {them} has none")
        }
        MissingMaterial::OtherSquares => {
            let bishop = position.pieces(side, PieceType::Bishop).first();
            let is_light = bishop.is_some_and(Square::is_light);
            let [own, other] = if is_light { ["light", "dark"] } else { ["dark", "light"] };
            format!(
                "{side}'s bishops attack {own} squares only; a king escapes to {other} ones unless a pawn, knight, or \
                 bishop blocks it, and {them} has none that could"
            )
        }
    }
}

fn final_line(position: &Position, side: Color, line: &FinalLine) -> String {
    let end = match line.end {
        LineEnd::Mated => format!("{side} is mated"),
        LineEnd::Stalemate => "stalemate".to_owned(),
        LineEnd::Material(_) => format!("{side} has nothing left to mate with"),
    };
    if line.moves.is_empty() { end } else { format!("{}: {end}", numbered(position, &line.moves).join(" ")) }
}

/// Explains which pieces are fixed, and what the others can reach.
fn reach_sentences(walls: &ReachProof, position: &Position, side: Color) -> Vec<String> {
    let them = side.other();
    let mut sentences = Vec::new();
    if let Some(last) = walls.last_piece(side) {
        sentences.push(format!(
            "this holds while {} is on the board, until a move that certainly loses it or that mates {side}'s king; \
             after that there is no mate",
            name(last)
        ));
    }
    let list = |words: &str, is_listed: fn(&PieceReach) -> bool| {
        let names: Vec<String> = walls.pieces.iter().filter(|&piece| is_listed(piece)).map(name).collect();
        (!names.is_empty()).then(|| format!("{words}: {}", names.join(" ")))
    };
    sentences.extend(list("can never move or be captured, [in brackets]", PieceReach::is_fixed));
    sentences.extend(list("can never move, but may be captured", |piece| piece.never_moves() && piece.may_be_captured));
    let reach = |color| walls.king(color).map(|king| king.reach).unwrap_or_default();
    let shared = reach(them) & reach(side) & !position.occupied();
    for (king, color, mark) in [(walls.king(them), them, 'o'), (walls.king(side), side, '+')] {
        let Some(king) = king else { continue };
        let role = if color == them { ", the one to be mated," } else { "" };
        let mark = if shared.is_empty() { mark.to_string() } else { format!("{mark} or *") };
        sentences.push(format!("{color}'s king{role} {}", king_squares(king, position.occupied(), &mark)));
    }
    let others = walls.pieces.iter().filter(|piece| !piece.never_moves() && piece.kind != PieceType::King);
    let others: Vec<&PieceReach> = others.collect();
    sentences.extend(others.iter().take(MAX_PIECES).map(|piece| piece_squares(piece)));
    if others.len() > MAX_PIECES {
        sentences.push(format!("and {} more pieces; --format jsonl lists all", others.len() - MAX_PIECES));
    }
    sentences
}

/// The squares that a king can reach. The board shows marks only on empty squares, so the others are listed.
fn king_squares(king: &PieceReach, occupied: Bitboard, mark: &str) -> String {
    if king.never_moves() {
        return "can never move".to_owned();
    }
    let taken = names(king.reach & occupied & !Bitboard::from_square(king.home));
    let mut parts = vec!["its own".to_owned()];
    if !taken.is_empty() {
        parts.push(format!("{} (now taken)", taken.join(" ")));
    }
    parts.push(format!("{} marked {mark}", (king.reach & !occupied).count()));
    format!("can reach {} squares: {}", king.reach.count(), parts.join(", "))
}

/// `Pa4`.
fn name(piece: &PieceReach) -> String {
    piece_on(piece.color, piece.kind, piece.home)
}

fn piece_squares(piece: &PieceReach) -> String {
    let listed = names(piece.everywhere() & !Bitboard::from_square(piece.home));
    let goes = match listed.len() as u32 {
        count if count <= MAX_SQUARES => format!("can reach {}", listed.join(" ")),
        count => format!("can reach {count} other squares"),
    };
    let promotes = if piece.promoted.is_empty() { "" } else { " as a pawn or promoted" };
    let mortal = if piece.may_be_captured { ", and may be captured" } else { "" };
    format!("{} {goes}{promotes}{mortal}", name(piece))
}
