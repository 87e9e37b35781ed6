//! The observers of a game: what each table counts in it.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::chess::bitboard::Bitboard;
use crate::chess::fen::FenStyle;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::san;
use crate::chess::square::Square;
use crate::game::facts::{Facts, pieces};
use crate::game::identity::{LineId, Occasion};
use crate::game::record::plies::PlyOptions;
use crate::game::record::score_sheet::ScoreSheet;
use crate::game::replay::Validity;
use crate::game::verdict::game_end::GameEnd;
use crate::laws::claim::ClaimGround;
use crate::laws::edition::has_automatic_draws;

use super::groups::Groups;
use super::key::KeyBuffer;
use super::kind::{DrawInGame, TableKind};
use super::outcome_count::OutcomeCount;
use super::split_by::{moves, side_name};
use super::table::TableRequest;

/// Adds to a table what it counts in a game, or in a side of it. The key already holds the values that the table is
/// split by.
pub(super) fn observe(
    request: TableRequest,
    facts: &Facts<'_>,
    side: Option<Color>,
    key: &mut KeyBuffer,
    cells: &mut Groups<OutcomeCount>,
) {
    match request.kind {
        TableKind::Clocks => return clocks(facts, side, key, cells),
        TableKind::Squares => return squares(facts, side, key, cells),
        TableKind::Moves => return kinds_of_moves(facts, side, key, cells),
        TableKind::Claims => return claims(facts, side, key, cells),
        TableKind::Duplicates => return game(facts, side, key, cells),
        TableKind::Positions => return positions(request.width, facts, side, key, cells),
        _ => {}
    }
    let write = |key: &mut KeyBuffer| label(request, facts, side, key);
    let cell = if let Some(id) = id_of(request, facts) {
        cell(id, key, cells, write)
    } else {
        write(key);
        cells.at(key)
    };
    count(cell, facts, side);
    if request.kind == TableKind::Openings
        && let Some(named) = facts.opening()
    {
        cell.sums[1].add(named.ply.into());
    }
}

/// The cell of a label, which is written only if it is new. The id is that of the label in its table.
#[inline]
fn cell<'c>(
    id: u32,
    key: &mut KeyBuffer,
    cells: &'c mut Groups<OutcomeCount>,
    write: impl FnOnce(&mut KeyBuffer),
) -> &'c mut OutcomeCount {
    // What the table is split by comes first, and has no id.
    if key.mark() == 0 {
        return cells.at_id(id, key, write);
    }
    write(key);
    cells.at(key)
}

/// The id of the label of a game, for tables with few labels that repeat often.
fn id_of(request: TableRequest, facts: &Facts<'_>) -> Option<u32> {
    match request.kind {
        TableKind::Results => Some(0),
        TableKind::Lengths => Some(moves(facts) / request.width),
        TableKind::Openings => Some(facts.opening().map_or(0, |named| named.number + 1)),
        TableKind::Endings => {
            let GameEnd { reason, certainty } = facts.end();
            Some((reason as u32) << 4 | certainty as u32)
        }
        _ => None,
    }
}

/// Writes the label of a game, or of a side of it.
fn label(request: TableRequest, facts: &Facts<'_>, side: Option<Color>, key: &mut KeyBuffer) {
    match request.kind {
        TableKind::Openings => opening(facts, key),
        TableKind::Lengths => band(moves(facts).into(), request.width, key),
        TableKind::Players => key.optional_text(side.and_then(|side| facts.player(side))),
        TableKind::Events => key.optional_text(facts.tag("Event")),
        TableKind::Elo => optional_band(side.and_then(|side| facts.rating(side)).map(i64::from), request.width, key),
        TableKind::Difference => optional_band(difference(facts), request.width, key),
        TableKind::Terminations => key.optional_text(facts.tag("Termination")),
        TableKind::Endings => ending(facts, key),
        TableKind::TimeControls => {
            key.optional_text(facts.tag("TimeControl"));
            key.optional_text(facts.speed().map(|speed| speed.name().into()));
        }
        TableKind::Material => {
            for color in Color::BOTH {
                key.text(&pieces(facts.game.position(), color));
            }
        }
        TableKind::FirstMoves => {
            let moves = first_moves(facts, request.width as usize);
            key.optional_text((!moves.is_empty()).then_some(moves.into()));
        }
        TableKind::Results
        | TableKind::Tags
        | TableKind::Clocks
        | TableKind::Squares
        | TableKind::Moves
        | TableKind::Claims
        | TableKind::Identity
        | TableKind::Duplicates
        | TableKind::Positions => {}
    }
}

/// Counts a game by its players, its occasion and its moves. It must have both names, and all moves must be legal.
fn game(facts: &Facts<'_>, side: Option<Color>, key: &mut KeyBuffer, cells: &mut Groups<OutcomeCount>) {
    let occasion = Occasion::of_game(facts.game, facts.bytes);
    let Some(id) = LineId::of_game(facts.game).filter(|_| occasion.is_known()) else { return };
    let [white, black, day, time, round, event, address] = occasion.parts();
    key.text(white);
    key.text(black);
    let optional = |text: &str| Some(text.to_owned().into()).filter(|_| !text.is_empty());
    key.optional_text(optional([day.as_str(), time].join(" ").trim_end()));
    key.optional_text(optional(round));
    key.optional_text(optional([event.as_str(), address].join(" ").trim()));
    key.text(&id.to_string());
    count(cells.at(key), facts, side);
}

/// Counts a game and its length.
fn count(cell: &mut OutcomeCount, facts: &Facts<'_>, side: Option<Color>) {
    cell.add(facts.outcome, side);
    cell.sums[0].add(facts.game.plies().into());
}

fn opening(facts: &Facts<'_>, key: &mut KeyBuffer) {
    let Some(named) = facts.opening() else { return key.nothings(2) };
    key.text(named.opening.eco());
    key.text(named.opening.name());
}

fn ending(facts: &Facts<'_>, key: &mut KeyBuffer) {
    let end = facts.end();
    key.text(end.reason.name());
    key.text(end.certainty.name());
}

fn band(value: i64, width: u32, key: &mut KeyBuffer) {
    let from = value.div_euclid(width.into()) * i64::from(width);
    key.number(from);
    key.number(from + i64::from(width) - 1);
}

fn optional_band(value: Option<i64>, width: u32, key: &mut KeyBuffer) {
    let Some(value) = value else { return key.nothings(2) };
    band(value, width, key);
}

/// White's rating minus Black's.
fn difference(facts: &Facts<'_>) -> Option<i64> {
    Some(i64::from(facts.rating(Color::White)?) - i64::from(facts.rating(Color::Black)?))
}

/// The first plies in SAN, with move numbers: `1. e4 e5`.
fn first_moves(facts: &Facts<'_>, plies: usize) -> String {
    let mut text = String::new();
    for (index, (before, mv)) in facts.moves().take(plies).enumerate() {
        let number = before.fullmove_number();
        match (before.turn(), index) {
            (Color::White, 0) => _ = write!(text, "{number}. "),
            (Color::White, _) => _ = write!(text, " {number}. "),
            (Color::Black, 0) => _ = write!(text, "{number}... "),
            (Color::Black, _) => text.push(' '),
        }
        text.push_str(san::write(&before, mv).as_str());
    }
    text
}

/// Draws that could be claimed: each game counts once for each kind.
fn claims(facts: &Facts<'_>, side: Option<Color>, key: &mut KeyBuffer, cells: &mut Groups<OutcomeCount>) {
    let (mark, end) = (key.mark(), facts.game.board_ending);
    let (draws, plies) = (end.draws, facts.game.plies());
    let over_at = end.over_at(has_automatic_draws(facts.game.tags.days()), plies);
    for draw in DrawInGame::ALL {
        let came = match draw {
            DrawInGame::Claim(ClaimGround::Threefold) => draws.threefold,
            DrawInGame::Claim(ClaimGround::Fifty) => draws.fifty,
            DrawInGame::Fivefold => draws.fivefold,
            DrawInGame::SeventyFive => draws.seventy_five,
        };
        // The end itself counts; after it, and for claims at it, it is too late.
        let is_claim = matches!(draw, DrawInGame::Claim(_));
        let is_too_late = |ply| is_claim || (end.has_no_legal_move && ply == plies);
        let is_in_time = |ply| over_at.is_none_or(|over| ply < over || (ply == over && !is_too_late(ply)));
        if came.is_some_and(is_in_time) {
            key.truncate(mark);
            key.text(draw.name());
            count(cells.at(key), facts, side);
        }
    }
}

/// Counts the position after this number of plies, or each position of the game once. A null move ends the game.
fn positions(
    plies: u32,
    facts: &Facts<'_>,
    side: Option<Color>,
    key: &mut KeyBuffer,
    cells: &mut Groups<OutcomeCount>,
) {
    if !facts.game.has_start() || facts.game.status == Validity::Unchecked {
        return;
    }
    let mark = key.mark();
    let mut add = |position: &Position| {
        key.truncate(mark);
        // Positions that are the same by Article 9.2.3 are written alike.
        key.text(position.fen_fields(FenStyle::default()).as_str());
        count(cells.at(key), facts, side);
    };
    let mut position = facts.game.start().clone();
    let mut seen = HashSet::new();
    let moves = facts.game.moves().take_while(|mv| *mv != Move::NULL);
    for (ply, mv) in moves.map(Some).chain([None]).enumerate() {
        match plies {
            TableKind::ANY_PLY if seen.insert(position.key()) => add(&position),
            plies if plies as usize == ply && ply > 0 => return add(&position),
            _ => {}
        }
        if let Some(mv) = mv {
            position.play_unchecked(mv);
        }
    }
}

/// Time spent and time left, by move number. The sums are in hundredths of a second.
fn clocks(facts: &Facts<'_>, side: Option<Color>, key: &mut KeyBuffer, cells: &mut Groups<OutcomeCount>) {
    if !facts.may_have_comments() {
        return;
    }
    let sheet = ScoreSheet::from_game(facts.game, facts.bytes);
    let mark = key.mark();
    let options = PlyOptions { comment_values: true, ..PlyOptions::default() };
    for ply in sheet.plies(facts.game, facts.bytes, options) {
        let Some(step) = &ply.step else { continue };
        let is_counted = side.is_none_or(|side| side == step.before.turn());
        if !is_counted || (ply.values.clock.is_none() && ply.values.spent.is_none()) {
            continue;
        }
        key.truncate(mark);
        let number = step.before.fullmove_number();
        let cell = cell(number, key, cells, |key| key.number(number));
        cell.count += 1;
        ply.values.spent.into_iter().for_each(|spent| cell.sums[0].add(spent));
        ply.values.clock.into_iter().for_each(|clock| cell.sums[1].add(clock));
    }
}

/// The squares that pieces and pawns move to, and capture on.
fn squares(facts: &Facts<'_>, side: Option<Color>, key: &mut KeyBuffer, cells: &mut Groups<OutcomeCount>) {
    let mark = key.mark();
    let mut visit = |color: Color, kind: PieceType, square: Square, captures: bool| {
        key.truncate(mark);
        let id = (color as u32) << 9 | (kind as u32) << 6 | square.index() as u32;
        let cell = cell(id, key, cells, |key| {
            key.text(side_name(color));
            key.text(kind.letter().to_ascii_uppercase().encode_utf8(&mut [0; 4]));
            key.text(&square.to_string());
        });
        cell.count += 1;
        cell.wins += u64::from(captures);
    };
    for (before, mv) in facts.moves().filter(|(before, _)| side.is_none_or(|side| side == before.turn())) {
        let color = before.turn();
        match mv.kind() {
            MoveKind::Castle => {
                let after = before.after_unchecked(mv);
                visit(color, PieceType::King, after.king(color), false);
                let rooks = |position: &Position| position.pieces(color, PieceType::Rook);
                let arrived: Bitboard = rooks(&after) & !rooks(&before);
                arrived.into_iter().for_each(|square| visit(color, PieceType::Rook, square, false));
            }
            _ => visit(color, before.kind_of(mv.from()), mv.to(), before.captured_by(mv).is_some()),
        }
    }
}

/// The kinds of moves played; a move may be of several kinds.
fn kinds_of_moves(facts: &Facts<'_>, side: Option<Color>, key: &mut KeyBuffer, cells: &mut Groups<OutcomeCount>) {
    let mark = key.mark();
    let mut add = |kind: &str| {
        key.truncate(mark);
        key.text(kind);
        cells.at(key).count += 1;
    };
    for (before, mv) in facts.moves().filter(|(before, _)| side.is_none_or(|side| side == before.turn())) {
        add("all");
        if before.captured_by(mv).is_some() {
            add("capture");
        }
        match mv.kind() {
            MoveKind::EnPassant => add("en-passant"),
            MoveKind::Castle if before.castling_rook(before.turn(), CastlingSide::King) == Some(mv.to()) => {
                add("castling-kingside");
            }
            MoveKind::Castle => add("castling-queenside"),
            MoveKind::Promotion(kind) => add(promotion(kind)),
            MoveKind::Normal => {}
        }
        let after = before.after_unchecked(mv);
        if after.is_check() {
            add("check");
            if after.checkers().count() > 1 {
                add("double-check");
            }
            if !after.has_legal_move() {
                add("mate");
            }
        }
    }
}

const fn promotion(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Queen => "promotion-queen",
        PieceType::Rook => "promotion-rook",
        PieceType::Bishop => "promotion-bishop",
        _ => "promotion-knight",
    }
}
