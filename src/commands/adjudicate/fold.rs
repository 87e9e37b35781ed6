//! What adjudicating does with each game.

use crate::game::replay::{Game, Status as Worth, read_game};
use crate::game::rules::RuleSet;
use crate::game::ruling::{Question, Ruling, rule_on_game};
use crate::pgn::place::Span;
use crate::pipeline::{Read, Work};

/// Reads games and rules on them.
pub(super) struct Adjudicate<'a> {
    pub(super) question: &'a Question,
}

/// The rulings on successive games, those of one game together.
#[derive(Default)]
pub(super) struct Part {
    pub(super) games: Vec<Vec<Ruling>>,
}

impl Work for Adjudicate<'_> {
    type Part = Part;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Read<Game> {
        let game = read_game(bytes, start, RuleSet::EMPTY);
        let (end, is_open_ended) = (game.span.end, game.is_open_ended);
        Read::ending_at(game, end, is_open_ended)
    }

    fn absorb(&self, part: &mut Part, game: Game, bytes: &[u8], _span: Span) {
        if game.status != Worth::Nothing {
            part.games.push(rule_on_game(&game, bytes, self.question));
        }
    }

    fn close(&self, _part: &mut Part, _bytes: &[u8]) {}
}
