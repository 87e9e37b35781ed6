//! The starting position of a game, from the FEN, SetUp and Variant tags (PGN 9.7).

use crate::game::Evidence;
use crate::game::rules::Rule;
use crate::game::values::formats::Variant;
use crate::laws::retro::InitialPositions;
use crate::pgn::place::Span;

use super::Replay;
use super::line::{Line, State};
use super::position_text::check_fen;

impl Replay<'_> {
    /// Takes the starting position from the tags.
    pub(super) fn set_up(&mut self) {
        if self.tags.variant == Some(Variant::Other) {
            self.is_chess = false;
            self.has_start = false;
            self.line.state = State::Lost;
            let span = self.variant_span();
            let name = self.text(span.clone());
            self.findings.add(Rule::VariantNotChecked, span, Evidence::Quote(name));
            return;
        }
        match self.fen_value() {
            Some((text, span)) => self.set_up_fen(&text, span),
            None => self.set_up_standard(),
        }
    }

    fn set_up_standard(&mut self) {
        if let Some((b"1", span)) = self.set_up_value() {
            self.findings.add(Rule::SetupWithoutFen, span, Evidence::Nothing);
        }
        if self.tags.names_chess960() {
            self.findings.add(Rule::Chess960WithoutFen, self.variant_span(), Evidence::Nothing);
        }
    }

    fn set_up_fen(&mut self, text: &[u8], span: Span) {
        match self.set_up_value() {
            None => self.findings.add(Rule::FenWithoutSetup, span.clone(), Evidence::Nothing),
            Some((b"0", at)) => self.findings.add(Rule::SetupContradictsFen, at, Evidence::Nothing),
            Some(_) => {}
        }
        let start = if self.tags.names_chess960() { InitialPositions::Chess960 } else { InitialPositions::Standard };
        let Some(position) = check_fen(&mut self.findings, text, &span, start) else {
            self.has_start = false;
            self.line.state = State::Lost;
            return;
        };
        // No game numbers its first move 0, so blame the FEN's number.
        let is_from_zero = position.fullmove_number() == 0;
        self.line = Line::new(position);
        self.line.numbering.shift = u32::from(is_from_zero);
    }
}
