//! Near misses of threefold repetition: positions that look the same but differ in castling rights, en passant or turn
//! (Laws 9.2.3).

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::Square;

use crate::laws::history::{History, HistoryEntry, quiet_runs};

/// A board that occurred three times or more without being the same position three times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NearMiss {
    /// The last ply at which it occurred.
    pub ply: u32,
    /// The number of occurrences of the position of that ply, this one included.
    pub times: u32,
    /// The plies with the same board but another position, each with the difference.
    pub others: Vec<(u32, Difference)>,
}

/// The difference between two positions with the same pieces on the same squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// A castling right was lost in between.
    CastlingRightLost {
        /// The side that lost it.
        color: Color,
        /// The castling side.
        side: CastlingSide,
        /// The ply of the move that lost it, counted from 1.
        at: u32,
    },
    /// An en passant capture was legal at one of them.
    EnPassantWasLegal {
        /// The en passant square.
        square: Square,
    },
    /// The other side had the move.
    OtherSideToMove,
}

/// The near misses of a game that ended at ply `end`, if it did, by ply. Each board is listed once, at its last ply.
pub fn near_misses_before(history: &History, end: Option<u32>) -> Vec<NearMiss> {
    let entries = history.entries_before(end);
    if !may_repeat_board(history, entries) {
        return Vec::new();
    }
    compare_boards(&history.positions().take(entries.len()).collect::<Vec<_>>())
}

fn compare_boards(positions: &[Position]) -> Vec<NearMiss> {
    let mut boards: Vec<(u64, u32)> = (0..).zip(positions).map(|(ply, position)| (board_key(position), ply)).collect();
    boards.sort_unstable();
    let mut misses: Vec<NearMiss> = boards
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|same| same.len() >= 3)
        .filter_map(|same| near_miss(positions, &same.iter().map(|(_, ply)| *ply).collect::<Vec<_>>()))
        .collect();
    misses.sort_by_key(|miss| miss.ply);
    misses
}

/// The fewest plies in which a board can occur three times.
const MIN_PLIES: u32 = 8;

/// A quick filter: `false` if no run of quiet moves has the same board three times. Of three such positions, only the
/// first can be one in which an en passant capture was legal, so the keys of the others differ at most by the turn and
/// the castling rights.
fn may_repeat_board(history: &History, entries: &[HistoryEntry]) -> bool {
    let start = history.start();
    let turns = [start.turn(), start.turn().other()];
    let (mut castling, mut played, mut keys) = (start.castling(), 0, Vec::new());
    quiet_runs(entries, MIN_PLIES, |entry| entry.clock).any(|run| {
        keys.clear();
        for ply in run {
            for mv in &history.moves()[played..ply] {
                castling &= !lost_rights(start, *mv);
            }
            played = ply;
            keys.push(entries[ply].key ^ Position::key_of_rights(turns[ply & 1], castling));
        }
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    })
}

/// The castling rights that a move loses if they are still there: those of the rooks on its squares, and both of a king
/// that leaves its first square.
fn lost_rights(start: &Position, mv: Move) -> Bitboard {
    let kings = Color::BOTH.into_iter().filter(|&color| start.king(color) == mv.from());
    let rooks = Bitboard::from_square(mv.from()) | Bitboard::from_square(mv.to());
    kings.fold(rooks, |rights, color| rights | Bitboard::of_rank(color.back_rank()))
}

/// A hash of the pieces on their squares only.
fn board_key(position: &Position) -> u64 {
    let mix = |key: u64, set: Bitboard| (key ^ set.0).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let key = PieceType::ALL.iter().fold(0, |key, &kind| mix(key, position.by_type(kind)));
    mix(key, position.by_color(Color::White))
}

fn near_miss(positions: &[Position], plies: &[u32]) -> Option<NearMiss> {
    let at = |ply: u32| &positions[ply as usize];
    let count = |ply: u32| plies.iter().filter(|&&other| at(other).same_position(at(ply))).count();
    if plies.iter().any(|&ply| count(ply) >= 3) {
        return None;
    }
    let &ply = plies.last()?;
    let others = plies
        .iter()
        .filter(|&&other| !at(other).same_position(at(ply)))
        .flat_map(|&other| differences(positions, other, ply).into_iter().map(move |difference| (other, difference)))
        .collect();
    Some(NearMiss { ply, times: count(ply) as u32, others })
}

/// The differences between two positions with the same board: all lost castling rights, or the one other difference.
fn differences(positions: &[Position], earlier: u32, later: u32) -> Vec<Difference> {
    let (a, b) = (&positions[earlier as usize], &positions[later as usize]);
    if a.turn() != b.turn() {
        return vec![Difference::OtherSideToMove];
    }
    if let Some(square) = a.legal_en_passant().or(b.legal_en_passant()) {
        return vec![Difference::EnPassantWasLegal { square }];
    }
    let lost = |rook: Square| {
        // A right that is lost never comes back.
        let kept =
            positions[earlier as usize..=later as usize].partition_point(|position| position.castling().contains(rook));
        let at = earlier + kept as u32;
        let color = if a.by_color(Color::White).contains(rook) { Color::White } else { Color::Black };
        let side = CastlingSide::new(a.king(color), rook);
        Difference::CastlingRightLost { color, side, at }
    };
    (a.castling() & !b.castling()).into_iter().map(lost).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;
    use crate::chess::moves::MoveKind;
    use crate::chess::random::Random;

    fn near_misses(history: &History) -> Vec<NearMiss> {
        near_misses_before(history, None)
    }

    #[test]
    fn a_lost_castling_right_is_reported_with_its_ply() {
        let history = game("", "1. e4 c6 2. Nf3 Qa5 3. Bb5 Qxb5 4. Nc3 Qa6 5. Nb1 Qb5 6. Rg1 Qa6 7. Rh1 Qb5");
        let misses = near_misses(&history);
        let lost = Difference::CastlingRightLost { color: Color::White, side: CastlingSide::King, at: 11 };
        let miss = misses.iter().find(|miss| miss.ply == 14).unwrap();
        assert_eq!((miss.times, &miss.others[..]), (1, &[(6, lost), (10, lost)][..]));
    }

    #[test]
    fn every_lost_castling_right_is_reported() {
        let moves = "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8";
        let misses = near_misses(&game("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", moves));
        let lost = |side| Difference::CastlingRightLost { color: Color::White, side, at: 1 };
        let others = [(0, lost(CastlingSide::Queen)), (0, lost(CastlingSide::King))];
        assert_eq!((misses[0].ply, &misses[0].others[..]), (8, &others[..]));
    }

    #[test]
    fn a_legal_en_passant_capture_is_reported() {
        let moves = "1. e4 Nf6 2. e5 d5 3. Bc4 Nc6 4. Bf1 Nb8 5. Bc4 Nc6 6. Bf1 Nb8";
        let misses = near_misses(&game("", moves));
        let square = Square::D6;
        assert_eq!(misses.len(), 1);
        assert_eq!((misses[0].ply, misses[0].times), (12, 2));
        assert_eq!(misses[0].others, [(4, Difference::EnPassantWasLegal { square })]);
    }

    #[test]
    fn the_filter_misses_no_near_miss() {
        let starts = [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/8/8/8/3p4/8/4P3/4K2R w K - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 7 1",
            "4k3/8/8/8/8/4P3/8/4K3 b - - 3 9",
        ];
        let mut random = Random::new(7);
        let (mut found, mut excluded) = (0, 0);
        for start in starts.iter().cycle().take(4000) {
            let mut history = History::new(Position::from_fen(start).unwrap());
            for _ in 0..8 + random.below(16) {
                // Often a piece goes back, so that boards occur again.
                let back = history.moves().iter().nth_back(1).map(|mv| Move::new(mv.to(), mv.from(), MoveKind::Normal));
                let moves = history.last().legal_moves();
                let Some(&any) = (!moves.is_empty()).then(|| random.one_of(&moves)) else { break };
                history.push(back.filter(|&mv| random.below(2) == 0 && history.last().is_legal(mv)).unwrap_or(any));
            }
            let expected = compare_boards(&history.positions().collect::<Vec<_>>());
            assert_eq!(near_misses(&history), expected, "{start} {:?}", history.moves());
            found += expected.len();
            excluded += usize::from(!may_repeat_board(&history, history.entries()));
        }
        assert!(found > 100 && excluded > 500, "{found} {excluded}");
    }

    #[test]
    fn the_turn_is_part_of_a_position() {
        // White loses a tempo, so the same board occurs with Black to move.
        let moves = "Kd1 Ke7 Kd2 Ke8 Ke1 Ke7 Kd2 Ke8 Kd1 Kd8 Ke1 Ke8";
        let misses = near_misses(&game("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", moves));
        let other = (5, Difference::OtherSideToMove);
        assert!(misses.iter().any(|miss| miss.others.contains(&other)), "{misses:?}");
        let same = near_misses(&game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"));
        assert_eq!(same, []);
    }
}
