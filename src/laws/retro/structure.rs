//! What the squares of pawns and bishops tell of the past.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};

use super::Unreachable;

/// More captures than a game has.
const NEVER: u32 = 1000;

pub(super) fn faults(position: &Position) -> Vec<Unreachable> {
    let mut faults: Vec<Unreachable> =
        Color::BOTH.into_iter().filter_map(|color| pawn_captures(position, color)).collect();
    for color in Color::BOTH {
        faults.extend(bishops(position, color));
    }
    if is_closed(position) && !closed_play_fits(position) {
        faults.push(Unreachable::Closed);
    }
    faults
}

/// The fewest captures that bring a side's pawns from different files to where they stand, against the men missing.
fn pawn_captures(position: &Position, color: Color) -> Option<Unreachable> {
    let missing = 16_u32.saturating_sub(position.colors(color.other()).count());
    // For each set of first files that are taken, the fewest captures of the pawns placed so far.
    let mut best = [NEVER; 256];
    best[0] = 0;
    for pawn in position.pieces(color, Kind::Pawn) {
        let mut next = [NEVER; 256];
        let steps = pawn.rank().index().abs_diff(second_rank(color).index()) as u32;
        for (taken, &captures) in best.iter().enumerate().filter(|(_, captures)| **captures < NEVER) {
            for file in (0..8).filter(|file| taken >> file & 1 == 0) {
                let sideways = pawn.file().index().abs_diff(file) as u32;
                if sideways <= steps {
                    let set = taken | 1 << file;
                    next[set] = next[set].min(captures + sideways);
                }
            }
        }
        best = next;
    }
    let needed = best.into_iter().min().filter(|&needed| needed < NEVER);
    (needed.is_none_or(|needed| needed > missing)).then_some(Unreachable::PawnCaptures { color, needed, missing })
}

fn second_rank(color: Color) -> Rank {
    Rank::from_index(if color == Color::White { 1 } else { 6 })
}

/// Bishops that pawns at home have kept in or out.
fn bishops(position: &Position, color: Color) -> Vec<Unreachable> {
    let pawns = position.pieces(color, Kind::Pawn);
    let at_home = pawns & Bitboard::of_rank(second_rank(color));
    let bishops = position.pieces(color, Kind::Bishop);
    let is_shut = |square: Square| {
        let exits = attacks::bishop(square, Bitboard::EMPTY) & Bitboard::of_rank(second_rank(color));
        !exits.is_empty() && (exits & !at_home).is_empty()
    };
    let homes = [2, 5].map(|file| Square::new(File::from_index(file), color.back_rank()));
    let caged = (bishops & Bitboard::of_rank(color.back_rank()))
        .into_iter()
        .filter(|&square| !homes.contains(&square) && is_shut(square))
        .map(|square| Unreachable::Bishop { color, square });
    let mut faults: Vec<Unreachable> = caged.collect();
    // A bishop outside while its own square is shut comes from a promotion.
    let mut promoted = 0;
    let mut outside = None;
    for home in homes {
        let shade = if home.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        let others = bishops & shade & !Bitboard::of(home);
        if is_shut(home) && !others.is_empty() {
            promoted += others.count();
            outside = others.first();
        } else {
            promoted += (bishops & shade).count().saturating_sub(1);
        }
    }
    let beyond = |kind, at_start: u32| position.pieces(color, kind).count().saturating_sub(at_start);
    promoted += beyond(Kind::Knight, 2) + beyond(Kind::Rook, 2) + beyond(Kind::Queen, 1);
    if let Some(square) = outside.filter(|_| promoted + pawns.count() > 8) {
        faults.push(Unreachable::Bishop { color, square });
    }
    faults
}

/// Whether nothing was captured and no pawn has moved.
fn is_closed(position: &Position) -> bool {
    position.kinds(Kind::Pawn) == Bitboard(0x00ff_0000_0000_ff00)
        && Color::BOTH.into_iter().all(|color| {
            let pawns = position.pieces(color, Kind::Pawn);
            pawns == Bitboard::of_rank(second_rank(color)) && position.colors(color).count() == 16
        })
}

/// While all pawns are at home only knights move, and rooks by one square to where a knight stood; each such move goes
/// to a square of the other colour, so the squares tell how many moves were made, odd or even.
fn closed_play_fits(position: &Position) -> bool {
    let start = Position::initial();
    let fixed = [Kind::Bishop, Kind::Queen, Kind::King];
    if fixed.into_iter().any(|kind| position.kinds(kind) != start.kinds(kind)) {
        return false;
    }
    let light = |color| {
        let movers = position.pieces(color, Kind::Knight) | position.pieces(color, Kind::Rook);
        (movers & Bitboard::LIGHT).count()
    };
    let is_even = (light(Color::White) + light(Color::Black)).is_multiple_of(2);
    is_even == (position.turn() == Color::White)
}
