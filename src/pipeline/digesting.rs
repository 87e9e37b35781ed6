//! Work that also makes the digest of the games.

use super::{ChunkText, GameWork};
use crate::parts::Digest;
use crate::pgn::place::Span;

/// The work `W`, with the digest of all games that count and of the text between them.
pub struct Digesting<W> {
    pub work: W,
    /// Whether the digest is made; otherwise it is that of no games.
    pub has_digest: bool,
}

impl<W: GameWork> GameWork for Digesting<W> {
    type Part = (W::Part, Digest);
    type Game = W::Game;

    fn game(&self, bytes: &[u8], start: usize) -> W::Game {
        self.work.game(bytes, start)
    }

    fn absorb(&self, (part, digest): &mut Self::Part, game: &mut W::Game, bytes: &ChunkText<'_>, span: Span) {
        if self.has_digest {
            digest.add(&bytes[span.clone()]);
        }
        self.work.absorb(part, game, bytes, span);
    }

    fn memory(&self, part: &Self::Part) -> usize {
        self.work.memory(&part.0)
    }

    fn close(&self, (part, _): &mut Self::Part, bytes: &[u8]) {
        self.work.close(part, bytes);
    }
}
