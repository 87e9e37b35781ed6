//! Near misses of threefold repetition: positions that look the same but differ in castling rights, en passant or turn
//! (Laws 9.2.3).

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::Square;

use crate::laws::history::History;

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

/// The near misses of a game, by ply. Each board is listed once, at its last ply.
pub fn near_misses(history: &History) -> Vec<NearMiss> {
    if history.entries().iter().all(|entry| entry.clock < 8) {
        return Vec::new();
    }
    let positions: Vec<Position> = history.positions().collect();
    let mut boards: Vec<(u64, u32)> = (0..).zip(&positions).map(|(ply, position)| (board_key(position), ply)).collect();
    boards.sort_unstable();
    let mut misses: Vec<NearMiss> = boards
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|same| same.len() >= 3)
        .filter_map(|same| near_miss(&positions, &same.iter().map(|(_, ply)| *ply).collect::<Vec<_>>()))
        .collect();
    misses.sort_by_key(|miss| miss.ply);
    misses
}

/// A hash of the pieces on their squares only.
fn board_key(position: &Position) -> u64 {
    let mix = |key: u64, set: Bitboard| (key ^ set.0).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let key = PieceType::ALL.iter().fold(0, |key, &kind| mix(key, position.kinds(kind)));
    mix(key, position.colors(Color::White))
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
        let color = if a.colors(Color::White).contains(rook) { Color::White } else { Color::Black };
        let side = CastlingSide::new(a.king(color), rook);
        Difference::CastlingRightLost { color, side, at }
    };
    (a.castling() & !b.castling()).into_iter().map(lost).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;

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
        let square = Square::from_ascii(b"d6").unwrap();
        assert_eq!(misses.len(), 1);
        assert_eq!((misses[0].ply, misses[0].times), (12, 2));
        assert_eq!(misses[0].others, [(4, Difference::EnPassantWasLegal { square })]);
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
