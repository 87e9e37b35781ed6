//! The result that a game states in its movetext.

use std::mem;

use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;

/// What the movetext states about the result.
#[derive(Default)]
pub(super) struct Stated {
    marker: Option<(Outcome, Span)>,
    /// A result in a nonstandard form, or in a variation. Its outcome is `None` if nobody won and it is not a draw.
    other: Option<(Option<Outcome>, Span)>,
    has_late_moves: bool,
}

impl Stated {
    /// The termination marker of the game, and its byte range.
    pub(super) fn marker(&self) -> Option<&(Outcome, Span)> {
        self.marker.as_ref()
    }

    /// Whether the termination marker has been read.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.marker.is_some()
    }

    /// Whether any result has been read.
    pub(super) fn is_any(&self) -> bool {
        self.marker.is_some() || self.has_other()
    }

    /// Whether a result in a nonstandard form or in a variation has been read.
    pub(super) fn has_other(&self) -> bool {
        self.other.is_some()
    }

    pub(super) fn set_marker(&mut self, outcome: Outcome, span: Span) {
        self.marker = Some((outcome, span));
    }

    /// Notes a result in a nonstandard form, or in a variation.
    pub(super) fn set_other(&mut self, outcome: Option<Outcome>, span: Span) {
        self.other = Some((outcome, span));
    }

    /// Forgets a result in the variation that opened here and is now closed: it is not the game's.
    pub(super) fn leave_variation(&mut self, opened: usize) {
        self.other = self.other.take().filter(|(_, span)| span.start < opened);
    }

    /// Takes a result in a variation that is never closed as the game's. Returns false if there is none.
    pub(super) fn adopt_other(&mut self) -> bool {
        if let (None, Some((Some(outcome), span))) = (&self.marker, &self.other) {
            self.marker = Some((*outcome, span.clone()));
            return true;
        }
        false
    }

    /// Whether these are the first moves after the result.
    pub(super) fn is_first_late_move(&mut self) -> bool {
        !mem::replace(&mut self.has_late_moves, true)
    }

    /// Takes the termination marker out.
    pub(super) fn take_marker(&mut self) -> Option<(Outcome, Span)> {
        self.marker.take()
    }
}
