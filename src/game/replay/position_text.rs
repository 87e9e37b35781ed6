//! The checks of FEN and EPD text (PGN 16).

use crate::chess::bitboard::Bitboard;
use crate::chess::epd::{self, EpdError, EpdReading};
use crate::chess::fen::{self, FenField, FenNote, FenNoteKind};
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::setup::{Doubt, Refusal, Setup, Subject};
use crate::chess::square::Square;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::finding::excerpt::excerpt;
use crate::game::finding::list::{Findings, RuleReport};
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::game::values::formats::{Variant, read_variant};
use crate::laws::material::is_dead;
use crate::laws::retro::{InitialPositions, MAX_LEVEL, Unreachable, setup_mistake, unreachable};
use crate::pgn::place::Span;

use super::operations::check_operations;

/// The format of a position line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionFormat {
    /// Six fields (PGN 16.1).
    Fen,
    /// Four fields and operations (PGN 16.2).
    Epd,
}

/// Checks a FEN or EPD line. Its game is assumed to have started from the initial position of the Laws, unless the line
/// states otherwise. `span` is the line's byte range.
pub fn read_position(line: &[u8], span: &Span, notation: PositionFormat, wanted: RuleSet) -> RuleReport {
    read_position_from(InitialPositions::Standard, line, span, notation, wanted)
}

/// Like [`read_position`], but the game is assumed to have started from one of `start`.
pub fn read_position_from(
    start: InitialPositions,
    line: &[u8],
    span: &Span,
    notation: PositionFormat,
    wanted: RuleSet,
) -> RuleReport {
    let mut findings = Findings::new(wanted);
    let position = match notation {
        PositionFormat::Fen => check_fen(&mut findings, line, span, StatedStart::of_position(start)),
        PositionFormat::Epd => check_epd(&mut findings, line, span, StatedStart::of_position(start)),
    };
    if let Some(position) = position {
        check_for_book(&mut findings, &position, span);
    }
    findings.finish()
}

/// What is stated about the initial position of a game.
#[derive(Clone, Copy)]
pub(super) struct StatedStart {
    /// The initial positions that it may be.
    pub(super) positions: InitialPositions,
    /// How severe castling rights are that exist in Chess960 only, if it is not of Chess960.
    pub(super) other_castling: Severity,
}

impl StatedStart {
    /// Of a position that names no variant.
    const fn of_position(positions: InitialPositions) -> Self {
        Self { positions, other_castling: Severity::Info }
    }

    /// Of a game or position that names this variant.
    pub(super) const fn of_variant(variant: Option<Variant>) -> Self {
        let positions = match variant {
            Some(Variant::Chess960) => InitialPositions::Chess960,
            _ => InitialPositions::Standard,
        };
        let other_castling = if variant.is_some() { Severity::Error } else { Severity::Warning };
        Self { positions, other_castling }
    }
}

/// Checks a FEN. Returns the position, without impossible rights, if it is playable.
pub(super) fn check_fen(findings: &mut Findings, text: &[u8], span: &Span, start: StatedStart) -> Option<Position> {
    match fen::parse(text) {
        Ok(reading) => {
            let fields = PositionFields {
                text,
                setup: &reading.setup,
                missing: &reading.missing,
                has_clock: !reading.missing.contains(&FenField::HalfmoveClock),
                has_move_number: !reading.missing.contains(&FenField::FullmoveNumber),
                notes: &reading.notes,
                stated_start: start,
            };
            check_setup(findings, &fields, span)
        }
        Err(error) => {
            findings.add(Rule::MalformedFen, span.clone(), Evidence::MalformedFen(error));
            None
        }
    }
}

/// Checks whether a position by itself is of use in a book.
fn check_for_book(findings: &mut Findings, position: &Position, span: &Span) {
    if let Some(square) = position.en_passant().filter(|_| position.legal_en_passant().is_none()) {
        let message = format!("no legal capture can use the en passant square {square}");
        findings.add(Rule::IdleEnPassant, span.clone(), Evidence::Message(message));
    }
    if !findings.wants(Rule::PositionOver) {
        return;
    }
    let reason = match position.has_legal_move() {
        false if position.is_check() => "checkmate",
        false => "stalemate",
        true if is_dead(position) => "nobody can mate with this material",
        true => return,
    };
    let message = format!("the game is over in this position: {reason}");
    findings.add(Rule::PositionOver, span.clone(), Evidence::Message(message));
}

fn check_epd(findings: &mut Findings, line: &[u8], span: &Span, start: StatedStart) -> Option<Position> {
    match epd::parse(line) {
        Ok(reading) => {
            let variant = reading.operations.iter().find(|operation| line[operation.opcode.clone()] == *b"variant");
            // The quotes around a name of several words may be missing.
            let name = variant.and_then(|operation| {
                let [first, .., last] = &operation.operands[..] else { return operation.operands.first().cloned() };
                Some(if line[first.start] == b'"' { first.clone() } else { first.start..last.end })
            });
            let start = match name.map(|name| (read_variant(&line[name.clone()]), name)) {
                None => start,
                Some((variant @ (Variant::Standard | Variant::Chess960), _)) => StatedStart::of_variant(Some(variant)),
                Some((Variant::Other, name)) => {
                    let quote = excerpt(&line[name.clone()]);
                    let span = span.start + name.start..span.start + name.end;
                    findings.add(Rule::VariantNotChecked, span, Evidence::Quote(quote));
                    return None;
                }
            };
            let position = check_epd_setup(findings, line, &reading, span, start);
            check_operations(findings, line, span, &reading, position.as_ref());
            position
        }
        Err(EpdError::Fields(error)) => {
            findings.add(Rule::MalformedFen, span.clone(), Evidence::MalformedFen(error));
            None
        }
        Err(error) => {
            let range = error.range();
            // The position before the unreadable operation is checked all the same.
            if let Ok(reading) = epd::parse(&line[..range.start]) {
                check_epd_setup(findings, line, &reading, span, start);
            }
            let quote = excerpt(&line[range.clone()]);
            let message = format!("`{quote}`: the EPD operation cannot be read: {error}");
            let place = span.start + range.start..span.start + range.end.max(range.start + 1);
            findings.add(Rule::MalformedFen, place, Evidence::Message(message));
            None
        }
    }
}

fn check_epd_setup(
    findings: &mut Findings,
    line: &[u8],
    reading: &EpdReading,
    span: &Span,
    start: StatedStart,
) -> Option<Position> {
    let EpdReading { setup, missing, notes, .. } = reading;
    let fields = PositionFields {
        text: line,
        setup,
        missing,
        has_clock: reading.has_clock,
        has_move_number: reading.has_move_number,
        notes,
        stated_start: start,
    };
    check_setup(findings, &fields, span)
}

/// The fields of a FEN or EPD line.
struct PositionFields<'a> {
    text: &'a [u8],
    setup: &'a Setup,
    missing: &'a [FenField],
    /// Whether the half-move clock is stated, and not the default.
    has_clock: bool,
    /// Whether the move number is stated, and not the default.
    has_move_number: bool,
    notes: &'a [FenNote],
    /// The initial position of its game, as the caller or the operation `variant` states it.
    stated_start: StatedStart,
}

impl PositionFields<'_> {
    /// The initial positions of its game. File letters for castling rights (Shredder-FEN) imply Chess960.
    fn start(&self) -> InitialPositions {
        let castling = castling_field(self.text).filter(|_| !self.missing.contains(&FenField::Castling));
        if castling.is_some_and(has_file_letters) { InitialPositions::Chess960 } else { self.stated_start.positions }
    }
}

/// The third field of a FEN.
fn castling_field(text: &[u8]) -> Option<&[u8]> {
    text.split(|byte| matches!(byte, b' ' | b'\t' | b'_')).filter(|field| !field.is_empty()).nth(2)
}

/// Whether castling rights are written with the letters of the rooks' files.
fn has_file_letters(castling: &[u8]) -> bool {
    castling.iter().any(|letter| letter.is_ascii_alphabetic() && !b"KQkq".contains(letter))
}

/// Checks a setup at all levels of position legality. Returns the position, without impossible rights, if it is
/// playable.
fn check_setup(findings: &mut Findings, fields: &PositionFields<'_>, span: &Span) -> Option<Position> {
    let PositionFields { text, setup, missing, notes, .. } = *fields;
    if !missing.is_empty() {
        findings.add(Rule::IncompleteFen, span.clone(), Evidence::Missing(missing.to_vec()));
    }
    for (index, note) in notes.iter().enumerate() {
        if notes[..index].iter().any(|earlier| earlier.kind == note.kind) {
            continue;
        }
        let rule = match note.kind {
            FenNoteKind::CastlingOrder | FenNoteKind::CastlingRepeated => Rule::CastlingNotation,
            _ => Rule::FenSpelling,
        };
        findings.add(rule, span.clone(), Evidence::Spelling(note.kind));
    }
    let playable = setup.position_without_impossible_rights();
    let (Ok((_, refused)) | Err(refused)) = &playable;
    let has_en_passant = !refused.iter().any(|reason| matches!(reason.subject(), Subject::EnPassant));
    // If the en passant right is impossible, there was no double step, and the clock may be right.
    let of_double_step = |doubt: &Doubt| has_en_passant && matches!(doubt, Doubt::ClockWithEnPassant { .. });
    let doubts = setup.doubts();
    let is_explained = doubts.iter().any(of_double_step);
    for doubt in doubts {
        let is_about_counters = match doubt {
            Doubt::ClockWithEnPassant { .. } => of_double_step(&doubt),
            Doubt::ClockBeyondGame { .. } => fields.has_move_number && !is_explained,
            Doubt::ClockWithoutChange { .. } => fields.has_move_number && fields.has_clock,
            Doubt::MoveNumberZero => true,
            _ => false,
        };
        if is_about_counters {
            findings.add(Rule::FenCounters, span.clone(), Evidence::Doubtful(doubt));
        }
    }
    let start = fields.start();
    let mistake = if start == InitialPositions::Standard { setup_mistake(setup) } else { None };
    if let Some(mistake) = mistake {
        findings.add(Rule::IncorrectInitialPosition, span.clone(), Evidence::Message(mistake.to_string()));
    }
    match playable {
        Ok((position, dropped)) => {
            // After a mistake, findings of deeper levels would only repeat it.
            if mistake.is_none() {
                check_castling(findings, fields, &position, start, span);
                check_deeper_levels(findings, setup, start, span);
            }
            report_dropped_rights(findings, &dropped, span);
            report_needless_shredder_letters(findings, text, &position, span);
            Some(position)
        }
        Err(reasons) => {
            let article = reasons.first().map(Refusal::article);
            findings.add_with_article(Rule::UnplayablePosition, span.clone(), article, Evidence::Refused(reasons));
            None
        }
    }
}

/// Checks whether an initial position has the castling rights of a position.
fn check_castling(
    findings: &mut Findings,
    fields: &PositionFields<'_>,
    position: &Position,
    start: InitialPositions,
    span: &Span,
) {
    let StatedStart { positions, other_castling } = fields.stated_start;
    let names_chess = positions == InitialPositions::Standard && other_castling == Severity::Error;
    let of_chess960 = || other_castling_piece(position).filter(|_| start == InitialPositions::Standard || names_chess);
    let (severity, evidence, article) = match (position.castling_doubt(), of_chess960()) {
        (Some(doubt), other) if other.is_none() || !names_chess => {
            let message = format!("{doubt}; correct the board, or delete the letters");
            (Severity::Warning, Evidence::Message(message), Some(doubt.article()))
        }
        (_, Some((piece, square))) => {
            let (color, home) = (piece.color, square.rank());
            let (from, kind) = match piece.kind {
                PieceType::King => (format!("e{home}"), "king"),
                _ => (format!("a{home} or h{home}"), "rook"),
            };
            let message = format!(
                "{color}'s {kind} on {square} has no castling right in chess, where it stands on {from}; such rights exist in Chess960 \
                 only: delete the letters, or say that it is Chess960"
            );
            (other_castling, Evidence::Message(message), None)
        }
        _ => return,
    };
    let (rule, span) = (Rule::ContradictoryCastling, span.clone());
    findings.push(Finding { rule, severity, span, moment: None, evidence, article, fen: None });
}

/// A king or rook with a castling right that is not where it starts in chess.
fn other_castling_piece(position: &Position) -> Option<(Piece, Square)> {
    let is_other = |square: Square, files: &[usize]| !files.contains(&square.file().index());
    Color::BOTH.into_iter().find_map(|color| {
        let rooks = position.castling() & Bitboard::of_rank(color.back_rank());
        let king = position.pieces(color, PieceType::King).first().filter(|_| !rooks.is_empty())?;
        let rook = rooks.into_iter().find(|rook| is_other(*rook, &[0, 7]));
        if is_other(king, &[4]) {
            return Some((Piece { color, kind: PieceType::King }, king));
        }
        Some((Piece { color, kind: PieceType::Rook }, rook?))
    })
}

/// Checks levels 3 to 5 of position legality, as far as they are selected.
fn check_deeper_levels(findings: &mut Findings, setup: &Setup, start: InitialPositions, span: &Span) {
    let is_wanted = |level: &u8| RuleSet::of_level(*level).iter().any(|rule| findings.wants(rule));
    let Some(deepest) = (3..=MAX_LEVEL).rev().find(is_wanted) else { return };
    for proof in unreachable(setup, start, deepest) {
        let rule = match proof {
            Unreachable::Promotions(_) => Rule::TooManyPromotions,
            Unreachable::NoLastMove { .. } => Rule::NoLastMove,
            Unreachable::PawnCaptures { .. } => Rule::ImpossiblePawns,
            Unreachable::PromotionCaptures { .. } => Rule::PromotionsWithoutCaptures,
            Unreachable::Bishop { .. } => Rule::ImpossibleBishop,
            Unreachable::Closed { .. } => Rule::ImpossibleParity,
        };
        findings.add(rule, span.clone(), Evidence::Message(proof.to_string()));
    }
}

fn report_dropped_rights(findings: &mut Findings, dropped: &[Refusal], span: &Span) {
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

/// Reports Shredder letters where the standard letters are unambiguous.
fn report_needless_shredder_letters(findings: &mut Findings, text: &[u8], position: &Position, span: &Span) {
    if !findings.wants(Rule::CastlingNotation) {
        return;
    }
    let Some(written) = castling_field(text) else { return };
    let usual = position.to_fen();
    let Some(usual) = usual.split(' ').nth(2) else { return };
    if has_file_letters(written) && usual.bytes().all(|letter| b"KQkq".contains(&letter)) {
        let found = String::from_utf8_lossy(written).into_owned();
        findings.add(Rule::CastlingNotation, span.clone(), Evidence::Instead { found, expected: usual.to_owned() });
    }
}
