//! The peer of `validate`: pgn-reader with shakmaty, which check only the moves (pgn-reader's example `validate`).

use std::io::Read;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

/// How the peer is called in reports.
pub(crate) const NAME: &str = "pgn-reader with shakmaty";

/// Replays all games of a text; returns their number, and the number of those whose moves are all legal.
pub(crate) fn validate(text: impl Read) -> (u64, u64) {
    let mut reader = Reader::new(text);
    let (mut games, mut legal) = (0, 0);
    while let Ok(Some(is_legal)) = reader.read_game(&mut Peer) {
        games += 1;
        legal += u64::from(is_legal);
    }
    (games, legal)
}

struct Peer;

impl Visitor for Peer {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, Option<Chess>> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<bool> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            let Some(position) = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) else {
                return ControlFlow::Break(false);
            };
            start.replace(position);
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(start.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, written: SanPlus) -> ControlFlow<bool> {
        let Ok(legal) = written.san.to_move(position) else { return ControlFlow::Break(false) };
        position.play_unchecked(legal);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) -> bool {
        true
    }
}
