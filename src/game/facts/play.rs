//! Facts about a game that say when something happened for the first time, and facts from its evaluations.

use std::collections::HashSet;

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::game::values::judgment::Judgment;

use super::ply::in_hundredths;
use super::value::{number, word};
use super::{FactValue, Facts, GameFact};

impl GameFact {
    /// The value of a fact about what happened when.
    pub(super) fn of_play<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        if !facts.game.has_start() {
            return None;
        }
        match self {
            Self::FirstRepetition => {
                let mut seen = HashSet::new();
                plies(facts.game.records().iter().position(|record| !seen.insert(record.key)))
            }
            Self::FirstCapture => {
                let mut moves = facts.moves();
                plies(moves.position(|(before, mv)| before.captured_by(mv).is_some()).map(|ply| ply + 1))
            }
            Self::QueensOff => {
                let starts = facts.moves().map(|(before, _)| before);
                let mut positions = starts.chain(std::iter::once_with(|| facts.game.position().clone()));
                plies(positions.position(|position| position.by_type(PieceType::Queen).is_empty()))
            }
            Self::WhiteCastling => castling(facts, Color::White).map(|(_, side)| word(side)),
            Self::BlackCastling => castling(facts, Color::Black).map(|(_, side)| word(side)),
            Self::WhiteCastlingPlies => plies(castling(facts, Color::White).map(|(plies, _)| plies)),
            Self::BlackCastlingPlies => plies(castling(facts, Color::Black).map(|(plies, _)| plies)),
            _ => None,
        }
    }

    /// The value of a fact about the evaluations of a player's moves.
    pub(super) fn of_evaluations<'a>(self, facts: &Facts<'a>) -> Option<FactValue<'a>> {
        let [white, black] = Color::BOTH.map(|color| move || facts.accuracy(color));
        let count = |judgment: Judgment, judgments: [u32; 3]| number(judgments[judgment as usize]);
        Some(match self {
            Self::WhiteAcpl => number(white()?.mean_loss),
            Self::BlackAcpl => number(black()?.mean_loss),
            Self::WhiteAccuracy => FactValue::Hundredths(in_hundredths(white()?.accuracy?)),
            Self::BlackAccuracy => FactValue::Hundredths(in_hundredths(black()?.accuracy?)),
            Self::WhiteInaccuracies => count(Judgment::Inaccuracy, white()?.judgments),
            Self::BlackInaccuracies => count(Judgment::Inaccuracy, black()?.judgments),
            Self::WhiteMistakes => count(Judgment::Mistake, white()?.judgments),
            Self::BlackMistakes => count(Judgment::Mistake, black()?.judgments),
            Self::WhiteBlunders => count(Judgment::Blunder, white()?.judgments),
            Self::BlackBlunders => count(Judgment::Blunder, black()?.judgments),
            _ => return None,
        })
    }
}

fn plies<'a>(plies: Option<usize>) -> Option<FactValue<'a>> {
    plies.and_then(|plies| u32::try_from(plies).ok()).map(number)
}

/// How many plies were played when a player had castled, and the side.
fn castling(facts: &Facts<'_>, color: Color) -> Option<(usize, &'static str)> {
    let is_castling = |(before, mv): &(Position, Move)| before.turn() == color && mv.kind() == MoveKind::Castle;
    let (ply, (_, mv)) = facts.moves().enumerate().find(|(_, played)| is_castling(played))?;
    Some((
        ply + 1,
        match CastlingSide::new(mv.from(), mv.to()) {
            CastlingSide::King => "kingside",
            CastlingSide::Queen => "queenside",
        },
    ))
}
