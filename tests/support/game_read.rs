//! What the pipeline reads of a game, for tests that need no more than where it ends.

#![allow(dead_code, reason = "each program uses a part")]

use adoube::pgn::lex::Lexer;
use adoube::pipeline::GameExtent;

/// The result for a game, and where the game ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameRead<G> {
    pub(crate) game: G,
    end: usize,
    is_open_ended: bool,
}

impl<G> GameRead<G> {
    /// The result for a game whose lexer has returned its last token.
    pub(crate) fn new(game: G, lexer: &Lexer<'_>) -> Self {
        Self { game, end: lexer.position(), is_open_ended: lexer.is_open_ended() }
    }
}

impl<G> GameExtent for GameRead<G> {
    fn end(&self) -> usize {
        self.end
    }

    fn is_open_ended(&self) -> bool {
        self.is_open_ended
    }
}
