//! The moves of a game as one text, separated by spaces.

use std::fmt::{Display, Write as _};

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::{san, uci};
use crate::game::replay::Game;
use crate::game::replay::ply_record::step;

/// The moves of the main line in SAN; `None` if there are none.
pub(super) fn san_moves(game: &Game) -> Option<String> {
    joined(game, "--", san::write_between)
}

/// The moves of the main line in UCI; `None` if there are none.
pub(super) fn uci_moves(game: &Game) -> Option<String> {
    let mode = game.uci_mode();
    joined(game, "0000", |_, mv, _| uci::write(mv, mode))
}

fn joined<T: Display>(game: &Game, pass: &str, spell: impl Fn(&Position, Move, &Position) -> T) -> Option<String> {
    let mut position = game.start().clone();
    let mut text = String::new();
    for mv in game.moves() {
        let before = position.clone();
        step(&mut position, mv);
        if !text.is_empty() {
            text.push(' ');
        }
        // Writing to a `String` never fails.
        let _ = match mv {
            Move::NULL => text.write_str(pass),
            mv => write!(text, "{}", spell(&before, mv, &position)),
        };
    }
    (!text.is_empty()).then_some(text)
}
