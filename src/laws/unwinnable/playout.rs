//! Helpmates by chance: games in which one side mates when it can and both else move at random.
//!
//! The numbers come from a fixed seed, so that the same question has the same answer everywhere.

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::super::material;

/// A game is given up after so many half-moves.
const LONGEST: usize = 120;

/// Plays games until one ends in mate by this side or `budget` positions were seen.
pub(super) fn helpmate(start: &Position, side: Color, budget: u32) -> Option<Vec<Move>> {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut left = budget;
    while left > 0 {
        let mut position = start.clone();
        let mut line = Vec::new();
        while line.len() < LONGEST && material::has_mating_material(&position, side) {
            let moves = position.legal_moves();
            left = left.saturating_sub(1);
            if position.turn() == side
                && let Some(mv) = moves.iter().find(|&&mv| position.after(mv).is_checkmate())
            {
                line.push(*mv);
                return Some(line);
            }
            let Some(mv) = choose(&position, &moves, side, &mut chance) else { break };
            position.advance(mv);
            line.push(mv);
        }
        left = left.saturating_sub(1);
    }
    None
}

/// A random move; the side that is to be mated captures less often than chance has it.
fn choose(position: &Position, moves: &[Move], side: Color, chance: &mut Chance) -> Option<Move> {
    if moves.is_empty() {
        return None;
    }
    let mut draw = || moves[chance.below(moves.len())];
    let first = draw();
    let captures = position.colors(position.turn().other()).contains(first.to());
    Some(if captures && position.turn() != side { draw() } else { first })
}

/// Numbers that look random: xorshift (Marsaglia, 2003).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % limit as u64) as usize
    }
}
