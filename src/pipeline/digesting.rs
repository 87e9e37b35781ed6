//! Work that also makes the digest of the games.

use super::GameWork;
use crate::parts::Digest;
use crate::pgn::place::Span;

/// The work `W`, with the digest of all games that count and of the text between them.
pub struct Digesting<'a, W>(pub &'a W);

impl<W: GameWork> GameWork for Digesting<'_, W> {
    type Part = (W::Part, Digest);
    type Game = W::Game;

    fn game(&self, bytes: &[u8], start: usize) -> W::Game {
        self.0.game(bytes, start)
    }

    fn absorb(&self, (part, digest): &mut Self::Part, game: &mut W::Game, bytes: &[u8], span: Span) {
        digest.add(&bytes[span.clone()]);
        self.0.absorb(part, game, bytes, span);
    }

    fn close(&self, (part, _): &mut Self::Part, bytes: &[u8]) {
        self.0.close(part, bytes);
    }
}
