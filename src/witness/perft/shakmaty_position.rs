//! Perft by shakmaty.

use std::sync::atomic::{AtomicBool, Ordering};

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError};
use thiserror::Error;

use crate::chess::position::Position;
use crate::chess::uci::UciMode;

#[derive(Clone, Debug)]
pub struct ShakmatyPosition(Chess);

/// Why shakmaty returns no count.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ShakmatyError {
    /// It does not accept the position.
    #[error("shakmaty does not accept the position: {0}")]
    Position(String),
    /// The stop flag was set.
    #[error("stopped")]
    Stopped,
    /// The count exceeds 64 bits.
    #[error("there are more paths than a number of 64 bits can hold")]
    Overflow,
}

impl ShakmatyPosition {
    /// The same position, read from its FEN. Checks and material that cannot arise in a game are accepted, and an en
    /// passant square that shakmaty finds invalid is dropped.
    pub fn new(position: &Position) -> Result<Self, ShakmatyError> {
        let fen = Fen::from_ascii(position.to_fen().as_bytes())
            .map_err(|error| ShakmatyError::Position(error.to_string()))?;
        let chess: Result<Chess, _> = fen.into_position(CastlingMode::Chess960);
        let chess = chess
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_invalid_ep_square);
        Ok(Self(chess.map_err(|error| ShakmatyError::Position(error.to_string()))?))
    }

    /// The position after these moves in UCI, castling as `e1h1`; `None` if one of them is illegal.
    pub fn after(&self, moves: &[String]) -> Option<Self> {
        let mut position = self.0.clone();
        for name in moves {
            let mv: UciMove = name.parse().ok()?;
            position.play_unchecked(mv.to_move(&position).ok()?);
        }
        Some(Self(position))
    }

    /// Whether the side to move is checkmated.
    pub fn is_checkmate(&self) -> bool {
        self.0.is_checkmate()
    }

    /// The legal moves in UCI, each with the position after it.
    pub fn moves(&self, mode: UciMode) -> Vec<(String, Self)> {
        let mode = match mode {
            UciMode::Standard => CastlingMode::Standard,
            UciMode::Chess960 => CastlingMode::Chess960,
        };
        let after = |m: shakmaty::Move| {
            let mut position = self.0.clone();
            position.play_unchecked(m);
            (m.to_uci(mode).to_string(), Self(position))
        };
        self.0.legal_moves().into_iter().map(after).collect()
    }

    /// The number of legal move paths of `depth` plies. Setting `stop` cancels the count.
    pub fn count(&self, depth: u32, stop: &AtomicBool) -> Result<u64, ShakmatyError> {
        count(&self.0, depth, stop)
    }
}

fn count(position: &Chess, depth: u32, stop: &AtomicBool) -> Result<u64, ShakmatyError> {
    match depth {
        0 => return Ok(1),
        1 => return Ok(position.legal_moves().len() as u64),
        _ if stop.load(Ordering::Relaxed) => return Err(ShakmatyError::Stopped),
        _ => {}
    }
    let mut sum = 0_u64;
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(m);
        sum = sum.checked_add(count(&after, depth - 1, stop)?).ok_or(ShakmatyError::Overflow)?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft_is_correct_and_can_be_stopped() {
        let stop = AtomicBool::new(false);
        let library = ShakmatyPosition::new(&Position::initial()).unwrap();
        assert_eq!(library.count(4, &stop), Ok(197_281));
        let moves = library.moves(UciMode::Standard);
        assert_eq!(moves.iter().find(|(name, _)| name == "e2e4").unwrap().1.count(1, &stop), Ok(20));
        assert_eq!(library.count(4, &AtomicBool::new(true)), Err(ShakmatyError::Stopped));
    }

    #[test]
    fn the_uci_mode_determines_the_castling_notation() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let library = ShakmatyPosition::new(&position).unwrap();
        let has = |mode, name: &str| library.moves(mode).iter().any(|(other, _)| other == name);
        assert!(has(UciMode::Standard, "e1g1") && has(UciMode::Chess960, "e1h1"));
    }
}
