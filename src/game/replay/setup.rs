//! The starting position of a game, from the FEN, SetUp and Variant tags (PGN 9.7).

use crate::chess::fen;
use crate::chess::position::Position;
use crate::game::Evidence;
use crate::game::finding::excerpt::excerpt;
use crate::game::finding::list::Findings;
use crate::game::rules::Rule;
use crate::game::values::formats::Variant;
use crate::pgn::place::Span;

use super::options::ReplayOptions;
use super::position_text::{StatedStart, check_fen};
use super::tags::TagBook;

/// The starting position of a game.
pub(super) struct Start {
    position: Option<Box<Position>>,
    /// The place of the FEN tag, if it sets the position.
    pub(super) fen: Span,
    /// Whether it is known: the FEN is playable, and the game is chess.
    pub(super) is_known: bool,
    /// Whether the tags allow the game to be standard chess or Chess960.
    pub(super) is_chess: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self { position: None, fen: 0..0, is_known: true, is_chess: true }
    }
}

impl Start {
    /// The position; a stand-in if it is not known.
    pub(super) fn position(&self, options: &ReplayOptions) -> Position {
        self.position.as_deref().map_or_else(|| options.start(), Position::clone)
    }

    /// The position of the FEN tag, if it is playable.
    pub(super) fn fen_position(&self) -> Option<&Position> {
        self.position.as_deref().filter(|_| self.is_known)
    }
}

/// Takes the starting position from the tags of a game that starts at `start`.
pub(super) fn set_up(tags: &TagBook, bytes: &[u8], start: usize, findings: &mut Findings) -> Start {
    let fen = tags.fen(bytes);
    if tags.variant == Some(Variant::Other) {
        let span = tags.variant_span(start);
        findings.add(Rule::VariantNotChecked, span.clone(), Evidence::Quote(excerpt(&bytes[span])));
        let reading = fen.and_then(|(text, _)| fen::parse(&text).ok());
        let position = reading.and_then(|reading| reading.setup.position_without_impossible_rights().ok());
        let position = position.map(|(position, _)| Box::new(position));
        return Start { position, is_known: false, is_chess: false, ..Start::default() };
    }
    let Some((text, span)) = fen else {
        if let Some((b"1", span)) = tags.set_up(bytes) {
            findings.add(Rule::SetupWithoutFen, span, Evidence::Nothing);
        }
        if tags.names_chess960() {
            findings.add(Rule::Chess960WithoutFen, tags.variant_span(start), Evidence::Nothing);
        }
        return Start::default();
    };
    match tags.set_up(bytes) {
        None => findings.add(Rule::FenWithoutSetup, span.clone(), Evidence::Nothing),
        Some((b"0", at)) => findings.add(Rule::SetupContradictsFen, at, Evidence::Nothing),
        Some(_) => {}
    }
    let position = check_fen(findings, &text, &span, StatedStart::of_variant(tags.variant)).map(Box::new);
    Start { is_known: position.is_some(), position, fen: span, is_chess: true }
}
