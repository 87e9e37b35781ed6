//! Where a game starts: FEN, SetUp and Variant (PGN 9.7), and what is wrong with them.

use crate::chess::fen::{self, CastlingStyle, FenNoteKind, FenStyle};
use crate::chess::position::Position;
use crate::chess::setup::{Doubt, Refusal, Subject};
use crate::pgn::place::Span;

use super::Evidence;
use super::line::{Line, State};
use super::replay::{Moment, Replay};
use super::rules::Rule;
use super::values::Variant;

impl Replay<'_> {
    /// Takes the starting position from the tags.
    pub(super) fn set_up(&mut self) {
        let variant = self.tags.variant.clone();
        if let Some((Variant::Other, span)) = &variant {
            self.judged = false;
            self.line.state = State::Lost;
            let name = self.text(span.clone());
            self.findings.add(Rule::VariantNotChecked, span.clone(), Evidence::Quote(name));
            return;
        }
        match self.fen_value() {
            Some((text, span)) => self.set_up_fen(&text, span),
            None => self.set_up_without_fen(variant.map(|(variant, _)| variant)),
        }
        let position = &self.line.position;
        self.history.push(Moment { key: position.key(), clock: position.halfmove_clock(), word: 0 });
        self.longest_quiet = position.halfmove_clock();
    }

    fn set_up_without_fen(&mut self, variant: Option<Variant>) {
        if let Some((b"1", span)) = self.set_up_value() {
            self.findings.add(Rule::SetupWithoutFen, span, Evidence::Nothing);
        }
        if variant == Some(Variant::Chess960) {
            let span = self.tags.variant.as_ref().map_or(0..0, |(_, span)| span.clone());
            self.findings.add(Rule::Chess960WithoutFen, span, Evidence::Nothing);
        }
    }

    fn set_up_fen(&mut self, text: &[u8], span: Span) {
        match self.set_up_value() {
            None => self.findings.add(Rule::FenWithoutSetup, span.clone(), Evidence::Nothing),
            Some((b"0", at)) => self.findings.add(Rule::SetupContradictsFen, at, Evidence::Nothing),
            Some(_) => {}
        }
        let reading = match fen::read(text) {
            Ok(reading) => reading,
            Err(error) => {
                self.line.state = State::Lost;
                return self.findings.add(Rule::MalformedFen, span, Evidence::NoFen(error));
            }
        };
        if !reading.missing.is_empty() {
            self.findings.add(Rule::IncompleteFen, span.clone(), Evidence::Missing(reading.missing.clone()));
        }
        for note in &reading.notes {
            let rule = match note.kind {
                FenNoteKind::CastlingOrder | FenNoteKind::CastlingRepeated => Rule::CastlingNotation,
                _ => Rule::FenSpelling,
            };
            self.findings.add(rule, span.clone(), Evidence::Spelling(note.kind));
        }
        for doubt in reading.setup.doubts() {
            if matches!(doubt, Doubt::ClockWithEnPassant { .. } | Doubt::ClockBeyondGame { .. } | Doubt::MoveNumberZero)
            {
                self.findings.add(Rule::FenCounters, span.clone(), Evidence::Doubtful(doubt));
            }
        }
        match reading.setup.position_without_impossible_rights() {
            Ok((position, dropped)) => {
                self.dropped_rights(&dropped, &span);
                self.needless_shredder_letters(text, &position, &span);
                // No game numbers its first move 0: the FEN's number is the one at fault.
                self.number_shift = i64::from(position.fullmove_number() == 0);
                self.line = Line::new(position);
            }
            Err(reasons) => {
                self.line.state = State::Lost;
                let article = reasons.first().map(Refusal::article);
                self.findings.add_with_article(Rule::UnplayablePosition, span, article, Evidence::Refused(reasons));
            }
        }
    }

    fn dropped_rights(&mut self, dropped: &[Refusal], span: &Span) {
        for (rule, is_about) in [
            (Rule::ImpossibleCastling, (|subject| matches!(subject, Subject::Castling(_))) as fn(Subject) -> bool),
            (Rule::ImpossibleEnPassant, |subject| matches!(subject, Subject::EnPassant)),
        ] {
            let reasons: Vec<Refusal> = dropped.iter().filter(|reason| is_about(reason.subject())).copied().collect();
            if !reasons.is_empty() {
                let article = reasons.first().map(Refusal::article);
                self.findings.add_with_article(rule, span.clone(), article, Evidence::Refused(reasons));
            }
        }
    }

    /// Shredder letters where the usual ones say the same.
    fn needless_shredder_letters(&mut self, text: &[u8], position: &Position, span: &Span) {
        if !self.findings.wants(Rule::CastlingNotation) {
            return;
        }
        let Some(written) = text.split(|byte| *byte == b' ').filter(|field| !field.is_empty()).nth(2) else { return };
        let usual = position.to_fen_with(FenStyle { castling: CastlingStyle::XFen, ..FenStyle::default() });
        let Some(usual) = usual.split(' ').nth(2) else { return };
        let shredder = written.iter().any(|letter| letter.is_ascii_alphabetic() && !b"KQkq".contains(letter));
        if shredder && usual.bytes().all(|letter| b"KQkq".contains(&letter)) {
            let found = String::from_utf8_lossy(written).into_owned();
            self.findings.add(
                Rule::CastlingNotation,
                span.clone(),
                Evidence::Instead { found, expected: usual.to_owned() },
            );
        }
    }
}
