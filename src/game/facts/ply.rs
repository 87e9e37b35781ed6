//! The values of facts about a ply.

use std::fmt::{self, Write as _};

use crate::chess::epd;
use crate::chess::fen::FenStyle;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::san::{self, language::Alphabet};
use crate::chess::square::Square;
use crate::chess::uci::{self, UciMode};
use crate::game::openings::{Book, Opening};
use crate::game::record::plies::Ply;
use crate::game::record::steps::Step;
use crate::game::values::comment_values::Evaluation;
use crate::game::values::judgment::{self, Judgment};
use crate::game::verdict::position_line::PositionLine;
use crate::laws::retro::{InitialPositions, MAX_LEVEL, unreachable};

use super::phase::Phase;
use super::{FactSubject, FactValue, Material, PlyFact, ValueWriter, material};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PieceLetters {
    /// The letters of SAN.
    #[default]
    English,
    /// Localized piece letters (PGN 17).
    Of(&'static Alphabet),
    /// Figurines, ♘f3.
    Figurine,
}

/// How the values of a ply are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlyStyle<'a> {
    pub letters: PieceLetters,
    pub positions: FenStyle,
    /// Whether all castling moves are written as in Chess960.
    pub chess960: bool,
    /// The operations of the EPD line that the position comes from, if any.
    pub operations: Option<&'a str>,
}

impl PlyStyle<'_> {
    /// The same for the position of a line.
    #[must_use]
    pub fn of_line(self, line: Option<&PositionLine>) -> PlyStyle<'_> {
        PlyStyle { operations: line.and_then(|line| line.operations.as_deref()), ..self }
    }
}

impl PlyFact {
    /// Writes the value for a ply. The file and the number of the game are not values of a ply: they are written as missing.
    pub fn write(self, ply: &Ply<'_>, style: PlyStyle<'_>, out: &mut impl ValueWriter) {
        let values = ply.values;
        match self {
            _ if self.info().of == FactSubject::Position => self.write_of_position(ply.position(), style, out),
            Self::Played => out.integer(ply.plies_played().into()),
            Self::Repetitions => out.integer(ply.times().into()),
            Self::LineId => out.some(ply.line_id(), ValueWriter::word),
            Self::Clk => out.some(values.clock, ValueWriter::hundredths),
            Self::Spent => out.some(values.spent, ValueWriter::hundredths),
            Self::Eval => match values.score {
                Some(Evaluation::Centipawns(score)) => out.integer(score.into()),
                _ => out.missing(),
            },
            Self::Mate => match values.score {
                Some(Evaluation::Mate(moves)) => out.integer(moves.into()),
                _ => out.missing(),
            },
            Self::Depth => out.some(values.depth.map(i64::from), ValueWriter::integer),
            Self::Seldepth => out.some(values.seldepth.map(i64::from), ValueWriter::integer),
            Self::Nodes => count(values.nodes, out),
            Self::Nps => count(values.nps, out),
            Self::Tbhits => count(values.tbhits, out),
            Self::Nags => out.list(&ply.nags().map(|nag| Some(FactValue::Integer(nag.into()))).collect::<Vec<_>>()),
            Self::Comment => out.some(ply.comment().as_deref(), ValueWriter::text),
            Self::WinPercent => percent(values.score.and_then(judgment::win_percent), out),
            Self::Captured => out.some(ply.captured().map(Piece::fen_letter), ValueWriter::word),
            _ => match &ply.step {
                Some(_) if self == Self::Book => out.flag(values.is_book),
                Some(step) => self.write_of_move(step, ply, style, out),
                None => out.missing(),
            },
        }
    }

    /// The pieces or pawns that it counts, if it counts those of one kind.
    const fn counted(self) -> Option<(Color, PieceType)> {
        Some(match self {
            Self::WhiteQueens => (Color::White, PieceType::Queen),
            Self::WhiteRooks => (Color::White, PieceType::Rook),
            Self::WhiteBishops => (Color::White, PieceType::Bishop),
            Self::WhiteKnights => (Color::White, PieceType::Knight),
            Self::WhitePawns => (Color::White, PieceType::Pawn),
            Self::BlackQueens => (Color::Black, PieceType::Queen),
            Self::BlackRooks => (Color::Black, PieceType::Rook),
            Self::BlackBishops => (Color::Black, PieceType::Bishop),
            Self::BlackKnights => (Color::Black, PieceType::Knight),
            Self::BlackPawns => (Color::Black, PieceType::Pawn),
            _ => return None,
        })
    }

    /// Writes the value for a position, wherever it comes from.
    pub(super) fn write_of_position(self, position: &Position, style: PlyStyle<'_>, out: &mut impl ValueWriter) {
        match self {
            Self::Fen => out.ascii(position.fen_text(style.positions).as_bytes()),
            Self::Epd => match style.operations {
                Some(operations) => out.text(&read_line(position, style.positions, operations)),
                None => out.word(Epd(position, style.positions)),
            },
            Self::Key => out.word(format_args!("{:016x}", position.key())),
            Self::Check => out.flag(position.is_check()),
            Self::Checkmate => out.flag(position.is_checkmate()),
            Self::HalfmoveClock => out.integer(position.halfmove_clock().into()),
            Self::Material => out.word(Material(position)),
            Self::WhiteMaterialValue => out.integer(material::value(position, Color::White).into()),
            Self::BlackMaterialValue => out.integer(material::value(position, Color::Black).into()),
            Self::MaterialBalance => out.integer(material::balance(position).into()),
            Self::Eco => out.some(Book::embedded().at(position).map(Opening::eco), ValueWriter::text),
            Self::Opening => out.some(Book::embedded().at(position).map(Opening::name), ValueWriter::text),
            Self::SideToMove => out.ascii(if position.turn() == Color::White { b"white" } else { b"black" }),
            Self::Castling | Self::EnPassant => {
                let fields = position.fen_fields(style.positions);
                let field = fields.as_str().split(' ').nth(if self == Self::Castling { 2 } else { 3 });
                out.some(field.filter(|field| *field != "-"), ValueWriter::word);
            }
            Self::MoveNumber => out.integer(position.fullmove_number().into()),
            Self::Pieces => out.integer(position.occupied().count().into()),
            Self::Phase => out.word(Phase::of(position).name()),
            Self::LegalMoves => out.count(position.legal_moves().len() as u64),
            Self::PositionLegality => {
                let proofs = unreachable(&position.to_setup(), InitialPositions::Standard, MAX_LEVEL);
                out.word(if proofs.is_empty() { "possible" } else { "unreachable" });
            }
            Self::Operations => {
                out.some(style.operations.filter(|operations| !operations.is_empty()), ValueWriter::text);
            }
            fact => out.some(fact.counted(), |out, (color, kind)| {
                out.integer(position.pieces(color, kind).count().into());
            }),
        }
    }

    fn write_of_move(self, step: &Step, ply: &Ply<'_>, style: PlyStyle<'_>, out: &mut impl ValueWriter) {
        let is_pass = step.mv == Move::NULL;
        match self {
            Self::Variation => out.integer(step.variation.into()),
            Self::Parent => out.some(step.parent.map(i64::from), ValueWriter::integer),
            Self::Ply => out.integer(step.ply.into()),
            Self::Number => out.integer(step.before.fullmove_number().into()),
            Self::Side => out.ascii(if step.before.turn() == Color::White { b"white" } else { b"black" }),
            Self::San | Self::Lan if is_pass => out.ascii(b"--"),
            Self::San => {
                let san = san::write_between(&step.before, step.mv, &step.after);
                match style.letters {
                    PieceLetters::English => out.ascii(san.as_bytes()),
                    letters => out.word(LocalizedSan(san.as_str(), letters)),
                }
            }
            Self::Lan => {
                let long = san::long(&step.before, step.mv, &step.after);
                match style.letters {
                    PieceLetters::English => out.word(long),
                    letters => out.word(LocalizedSan(&long.to_string(), letters)),
                }
            }
            Self::Uci if is_pass => out.ascii(b"0000"),
            Self::Uci => {
                let mode = if style.chess960 { UciMode::Chess960 } else { ply.uci_mode() };
                out.ascii(uci::write(step.mv, mode).as_bytes());
            }
            Self::IsCapture => out.flag(ply.captured().is_some()),
            Self::EvalBefore => match ply.score_before {
                Some(Evaluation::Centipawns(score)) => out.integer(score.into()),
                _ => out.missing(),
            },
            Self::Loss => {
                let loss = scores(step, ply).and_then(|(before, after)| judgment::loss(before, after));
                out.some(loss.map(i64::from), ValueWriter::integer);
            }
            Self::Accuracy => {
                percent(scores(step, ply).and_then(|(before, after)| judgment::accuracy(before, after)), out);
            }
            Self::Judgment => {
                let judgment = scores(step, ply).and_then(|(before, after)| judgment::judgment(before, after));
                out.some(judgment.map(Judgment::name), ValueWriter::word);
            }
            Self::FenBefore => out.ascii(step.before.fen_text(style.positions).as_bytes()),
            part => out.some(move_part(part, step), ValueWriter::word),
        }
    }
}

/// The evaluations before and after a move, from the mover's view.
fn scores(step: &Step, ply: &Ply<'_>) -> Option<(Evaluation, Evaluation)> {
    let mover = step.before.turn();
    Some((ply.score_before?.of(mover), ply.values.score?.of(mover)))
}

fn percent(percent: Option<f64>, out: &mut impl ValueWriter) {
    out.some(percent.map(in_hundredths), ValueWriter::hundredths);
}

/// A number from 0 to 100 in hundredths.
#[expect(clippy::cast_sign_loss, reason = "the number is not negative")]
pub(super) fn in_hundredths(percent: f64) -> u64 {
    (percent * 100.0).round() as u64
}

fn count(count: Option<u64>, out: &mut impl ValueWriter) {
    out.some(count.and_then(|count| i64::try_from(count).ok()), ValueWriter::integer);
}

/// A part of a move, displayed as in SAN.
enum MovePart {
    Piece(PieceType),
    Square(Square),
}

impl fmt::Display for MovePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Piece(kind) => f.write_char(kind.letter()),
            Self::Square(square) => square.fmt(f),
        }
    }
}

/// The piece that moves, its origin and destination, or its promotion.
fn move_part(field: PlyFact, step: &Step) -> Option<MovePart> {
    let mv = step.mv;
    if mv == Move::NULL {
        return None;
    }
    match (field, mv.kind()) {
        (PlyFact::Piece, MoveKind::Castle) => Some(MovePart::Piece(PieceType::King)),
        (PlyFact::Piece, _) => Some(MovePart::Piece(step.before.kind_of(mv.from()))),
        (PlyFact::From, _) => Some(MovePart::Square(mv.from())),
        (PlyFact::To, MoveKind::Castle) => Some(MovePart::Square(step.after.king(step.before.turn()))),
        (PlyFact::To, _) => Some(MovePart::Square(mv.to())),
        (PlyFact::Promotion, MoveKind::Promotion(kind)) => Some(MovePart::Piece(kind)),
        _ => None,
    }
}

/// An EPD line with the half-move clock and move number as operations (PGN 16.2.5).
struct Epd<'a>(&'a Position, FenStyle);

impl fmt::Display for Epd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters = [self.0.halfmove_clock().to_string(), self.0.fullmove_number().to_string()];
        let operations = [("hmvc", [counters[0].as_str()]), ("fmvn", [counters[1].as_str()])];
        epd::write(f, self.0, self.1, operations)
    }
}

fn read_line(position: &Position, style: FenStyle, operations: &str) -> String {
    let mut line = String::new();
    // Writing to a `String` never fails.
    let _ = position.write_fen_fields(&mut line, style);
    if !operations.is_empty() {
        line.push(' ');
        line.push_str(operations);
    }
    line
}

/// A SAN move with other piece letters.
pub struct LocalizedSan<'a>(pub &'a str, pub PieceLetters);

impl fmt::Display for LocalizedSan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(word, letters) = *self;
        if word.starts_with('O') {
            return f.write_str(word);
        }
        word.chars().try_for_each(|character| {
            let kind = u8::try_from(character).ok().and_then(PieceType::from_letter);
            match (kind, letters) {
                (Some(kind), PieceLetters::Of(alphabet)) => f.write_str(alphabet.letter(kind)),
                (Some(kind), PieceLetters::Figurine) => fmt::Write::write_char(f, figurine(kind)),
                _ => fmt::Write::write_char(f, character),
            }
        })
    }
}

const fn figurine(kind: PieceType) -> char {
    match kind {
        PieceType::Pawn => '♙',
        PieceType::Knight => '♘',
        PieceType::Bishop => '♗',
        PieceType::Rook => '♖',
        PieceType::Queen => '♕',
        PieceType::King => '♔',
    }
}
