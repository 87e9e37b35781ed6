//! Random games, and random initial positions of Chess960.

use adoube::chess::moves::Move;
use adoube::chess::piece::{Color, Piece, PieceType};
use adoube::chess::position::Position;
use adoube::chess::setup::Setup;
use adoube::chess::square::{File, Square};

use super::Random;

/// Plays random legal moves, and visits every position with its next move; `None` for the last one.
pub(crate) fn random_game(start: Position, seed: u64, plies: usize, mut visit: impl FnMut(&Position, Option<Move>)) {
    let mut random = Random::new(seed);
    let mut position = start;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len())];
        visit(&position, Some(m));
        position.play_unchecked(m);
    }
    visit(&position, None);
}

/// A random initial position of Chess960: bishops on squares of different colors, the king between the rooks. The two
/// sides may differ.
pub(crate) fn random_start(seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut setup = Setup::empty();
    for color in Color::BOTH {
        let array = random_array(&mut random);
        for (file, kind) in File::all().zip(array) {
            let square = Square::new(file, color.back_rank());
            setup.squares[square.index()] = Some(Piece { color, kind });
            if kind == PieceType::Rook {
                setup.castling |= square.into();
            }
            let pawn = square.offset(0, if color == Color::White { 1 } else { -1 }).unwrap();
            setup.squares[pawn.index()] = Some(Piece { color, kind: PieceType::Pawn });
        }
    }
    setup.position().unwrap()
}

fn random_array(random: &mut Random) -> [PieceType; 8] {
    let mut array = [PieceType::Pawn; 8];
    array[2 * random.below(4)] = PieceType::Bishop;
    array[2 * random.below(4) + 1] = PieceType::Bishop;
    for kind in [PieceType::Queen, PieceType::Knight, PieceType::Knight] {
        let free: Vec<usize> = (0..8).filter(|&file| array[file] == PieceType::Pawn).collect();
        array[free[random.below(free.len())]] = kind;
    }
    let mut last = [PieceType::Rook, PieceType::King, PieceType::Rook].into_iter();
    array.map(|kind| if kind == PieceType::Pawn { last.next().unwrap() } else { kind })
}
