//! Positions as text: what is wrong with a FEN or a line of EPD (PGN 16).

use crate::chess::epd::{self, EpdError};
use crate::chess::fen::{self, CastlingStyle, FenNote, FenNoteKind, FenStyle, Field};
use crate::chess::position::Position;
use crate::chess::setup::{Doubt, Refusal, Setup, Subject};
use crate::laws::retro::{DEEPEST, Unreachable, unreachable};
use crate::pgn::place::Span;

use super::Evidence;
use super::findings::{Findings, Found};
use super::rules::{Rule, RuleSet};

/// How a line states a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Six fields (PGN 16.1).
    Fen,
    /// Four fields and operations (PGN 16.2).
    Epd,
}

/// Judges one line that states a position. `span` is the line's place in the text.
#[must_use]
pub fn read_position(line: &[u8], span: &Span, notation: Notation, wanted: RuleSet) -> Found {
    let mut findings = Findings::new(wanted);
    match notation {
        Notation::Fen => _ = judge_fen(&mut findings, line, span),
        Notation::Epd => judge_epd(&mut findings, line, span),
    }
    findings.finish()
}

/// Judges a FEN. Gives the position if there is one, without rights that cannot be.
pub(super) fn judge_fen(findings: &mut Findings, text: &[u8], span: &Span) -> Option<Position> {
    match fen::read(text) {
        Ok(reading) => judge_reading(findings, text, &reading.setup, &reading.missing, &reading.notes, span),
        Err(error) => {
            findings.add(Rule::MalformedFen, span.clone(), Evidence::NoFen(error));
            None
        }
    }
}

fn judge_epd(findings: &mut Findings, line: &[u8], span: &Span) {
    match epd::read(line) {
        Ok(reading) => {
            judge_reading(findings, line, &reading.setup, &reading.missing, &reading.notes, span);
        }
        Err(EpdError::Fields(error)) => findings.add(Rule::MalformedFen, span.clone(), Evidence::NoFen(error)),
        Err(error) => {
            let range = error.range();
            let quote = super::excerpt::excerpt(&line[range.clone()]);
            let span = span.start + range.start..span.start + range.end.max(range.start + 1);
            findings.add(Rule::MalformedFen, span, Evidence::Quote(quote));
        }
    }
}

fn judge_reading(
    findings: &mut Findings,
    text: &[u8],
    setup: &Setup,
    missing: &[Field],
    notes: &[FenNote],
    span: &Span,
) -> Option<Position> {
    if !missing.is_empty() {
        findings.add(Rule::IncompleteFen, span.clone(), Evidence::Missing(missing.to_vec()));
    }
    for note in notes {
        let rule = match note.kind {
            FenNoteKind::CastlingOrder | FenNoteKind::CastlingRepeated => Rule::CastlingNotation,
            _ => Rule::FenSpelling,
        };
        findings.add(rule, span.clone(), Evidence::Spelling(note.kind));
    }
    for doubt in setup.doubts() {
        if matches!(doubt, Doubt::ClockWithEnPassant { .. } | Doubt::ClockBeyondGame { .. } | Doubt::MoveNumberZero) {
            findings.add(Rule::FenCounters, span.clone(), Evidence::Doubtful(doubt));
        }
    }
    match setup.position_without_impossible_rights() {
        Ok((position, dropped)) => {
            deeper_levels(findings, setup, span);
            dropped_rights(findings, &dropped, span);
            needless_shredder_letters(findings, text, &position, span);
            Some(position)
        }
        Err(reasons) => {
            let article = reasons.first().map(Refusal::article);
            findings.add_with_article(Rule::UnplayablePosition, span.clone(), article, Evidence::Refused(reasons));
            None
        }
    }
}

/// Levels 3 to 5 of position legality, as far as they are asked for.
fn deeper_levels(findings: &mut Findings, setup: &Setup, span: &Span) {
    let asked = |level: &u8| RuleSet::of_level(*level).iter().any(|rule| findings.wants(rule));
    let Some(deepest) = (3..=DEEPEST).rev().find(asked) else { return };
    for fault in unreachable(setup, deepest) {
        let rule = match fault {
            Unreachable::Promotions(_) => Rule::TooManyPromotions,
            Unreachable::NoLastMove { .. } => Rule::NoLastMove,
            Unreachable::PawnCaptures { .. } => Rule::ImpossiblePawns,
            Unreachable::Bishop { .. } => Rule::ImpossibleBishop,
            Unreachable::Closed => Rule::ImpossibleParity,
        };
        findings.add(rule, span.clone(), Evidence::Said(fault.to_string()));
    }
}

fn dropped_rights(findings: &mut Findings, dropped: &[Refusal], span: &Span) {
    for (rule, is_about) in [
        (Rule::ImpossibleCastling, (|subject| matches!(subject, Subject::Castling(_))) as fn(Subject) -> bool),
        (Rule::ImpossibleEnPassant, |subject| matches!(subject, Subject::EnPassant)),
    ] {
        let reasons: Vec<Refusal> = dropped.iter().filter(|reason| is_about(reason.subject())).copied().collect();
        if !reasons.is_empty() {
            let article = reasons.first().map(Refusal::article);
            findings.add_with_article(rule, span.clone(), article, Evidence::Refused(reasons));
        }
    }
}

/// Shredder letters where the usual ones say the same.
fn needless_shredder_letters(findings: &mut Findings, text: &[u8], position: &Position, span: &Span) {
    if !findings.wants(Rule::CastlingNotation) {
        return;
    }
    let Some(written) = text.split(|byte| *byte == b' ').filter(|field| !field.is_empty()).nth(2) else { return };
    let usual = position.to_fen_with(FenStyle { castling: CastlingStyle::XFen, ..FenStyle::default() });
    let Some(usual) = usual.split(' ').nth(2) else { return };
    let shredder = written.iter().any(|letter| letter.is_ascii_alphabetic() && !b"KQkq".contains(letter));
    if shredder && usual.bytes().all(|letter| b"KQkq".contains(&letter)) {
        let found = String::from_utf8_lossy(written).into_owned();
        findings.add(Rule::CastlingNotation, span.clone(), Evidence::Instead { found, expected: usual.to_owned() });
    }
}
