//! The FEN reader: text to [`Setup`].

use std::ops::Range;

use super::{FenError, FenFault, FenField, FenNote, FenNoteKind, FenReading};
use crate::chess::epd::{self, EpdReading, Operation, is_standard_opcode};
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::setup::Setup;
use crate::chess::square::{File, Rank, Square};

/// The largest move number of a FEN. No game is long enough to reach the end of `u32` from there.
pub(in crate::chess) const MAX_FULLMOVE_NUMBER: u32 = u32::MAX / 2;

/// Reads a FEN: one to six fields. All ranges are byte ranges into `text`. Operations of EPD may follow, of which `hmvc`
/// and `fmvn` are the last two fields.
///
/// The setup may be unplayable; [`Setup::position`] checks it.
pub fn parse(text: &[u8]) -> Result<FenReading, FenError> {
    parse_fields(text).or_else(|error| with_operations(text).ok_or(error))
}

/// Reads a FEN with EPD operations after its fields.
fn with_operations(text: &[u8]) -> Option<FenReading> {
    let EpdReading { setup, missing, mut notes, operations, .. } = epd::parse(text).ok()?;
    let opcode = |operation: &Operation| std::str::from_utf8(&text[operation.opcode.clone()]).unwrap_or_default();
    let is_epd = text.contains(&b';') || operations.iter().all(|operation| is_standard_opcode(opcode(operation)));
    let start = operations.first().map_or(text.trim_ascii_end().len() - 1, |operation| operation.opcode.start);
    let kind = if operations.is_empty() { FenNoteKind::Semicolon } else { FenNoteKind::Operations };
    notes.push(FenNote { kind, range: start..text.trim_ascii_end().len() });
    is_epd.then_some(FenReading { setup, missing, notes })
}

pub(in crate::chess) fn parse_fields(text: &[u8]) -> Result<FenReading, FenError> {
    let mut reader = Reader { text, setup: Setup::empty(), notes: Vec::new() };
    if text.trim_ascii() == b"startpos" {
        let start = text.len() - text.trim_ascii_start().len();
        reader.note(FenNoteKind::Startpos, start..start + b"startpos".len());
        return Ok(FenReading { setup: Position::initial().to_setup(), missing: Vec::new(), notes: reader.notes });
    }
    let fields = reader.split();
    // A word before the FEN is reported there, not as surplus text at the end.
    if let Some(placement) = fields.first() {
        reader.read_field(FenField::Placement, placement.clone())?;
    }
    if let Some(surplus) = fields.get(6) {
        return Err(fault(
            FenField::FullmoveNumber,
            FenFault::TrailingText,
            surplus.start..text.trim_ascii_end().len(),
        ));
    }
    if fields.is_empty() {
        return Err(fault(FenField::Placement, FenFault::Empty, 0..text.len()));
    }
    for (field, range) in FenField::ALL.into_iter().zip(&fields).skip(1) {
        reader.read_field(field, range.clone())?;
    }
    reader.notes.sort_by_key(|note| note.range.start);
    Ok(FenReading { setup: reader.setup, missing: FenField::ALL[fields.len()..].to_vec(), notes: reader.notes })
}

fn fault(field: FenField, fault: FenFault, range: Range<usize>) -> FenError {
    FenError { field, fault, range }
}

struct Reader<'a> {
    text: &'a [u8],
    setup: Setup,
    notes: Vec<FenNote>,
}

impl Reader<'_> {
    fn note(&mut self, kind: FenNoteKind, range: Range<usize>) {
        self.notes.push(FenNote { kind, range });
    }

    /// Finds the fields: separated by white space, or by underscores if there is none.
    fn split(&mut self) -> Vec<Range<usize>> {
        let text = self.text;
        let inner = text.trim_ascii();
        let underscores = !inner.iter().any(u8::is_ascii_whitespace) && inner.contains(&b'_');
        let separates = |byte: u8| byte.is_ascii_whitespace() || underscores && byte == b'_';
        let mut fields: Vec<Range<usize>> = Vec::with_capacity(6);
        let mut at = 0;
        while at < text.len() {
            let length = text[at..].iter().position(|&byte| separates(byte)).unwrap_or(text.len() - at);
            if length > 0 {
                fields.push(at..at + length);
            }
            at += length;
            let gap = text[at..].iter().position(|&byte| !separates(byte)).unwrap_or(text.len() - at);
            if gap > 0 {
                let is_usual = gap == 1 && length > 0 && at + gap < text.len() && matches!(text[at], b' ' | b'_');
                if !is_usual {
                    let is_outer = fields.is_empty() || at + gap == text.len();
                    let kind = if is_outer { FenNoteKind::OuterSpace } else { FenNoteKind::SurplusSpace };
                    self.note(kind, at..at + gap);
                }
                if underscores && text[at] == b'_' && fields.len() == 1 {
                    self.note(FenNoteKind::Underscores, at..at + gap);
                }
            }
            at += gap;
        }
        fields
    }

    fn read_field(&mut self, field: FenField, range: Range<usize>) -> Result<(), FenError> {
        let text = &self.text[range.clone()];
        match field {
            FenField::Placement => return self.read_placement(range),
            FenField::Castling => return self.read_castling(range),
            FenField::Turn => {
                self.setup.turn = match text {
                    b"w" | b"W" => Color::White,
                    b"b" | b"B" => Color::Black,
                    _ => return Err(fault(field, FenFault::UnknownTurn, range)),
                };
                if text[0].is_ascii_uppercase() {
                    self.note(FenNoteKind::UpperCaseTurn, range);
                }
            }
            FenField::EnPassant => {
                self.setup.en_passant = match text {
                    b"-" => None,
                    _ => Some(Square::from_ascii(text).ok_or(fault(field, FenFault::UnknownSquare, range))?),
                };
            }
            FenField::HalfmoveClock => self.setup.halfmove_clock = self.read_number(field, range)?,
            FenField::FullmoveNumber => {
                let number = self.read_number(field, range.clone())?;
                if number > MAX_FULLMOVE_NUMBER {
                    return Err(fault(field, FenFault::NumberTooLarge, range));
                }
                self.setup.fullmove_number = number;
            }
        }
        Ok(())
    }

    fn read_number(&self, field: FenField, range: Range<usize>) -> Result<u32, FenError> {
        let mut number = 0_u32;
        for &byte in &self.text[range.clone()] {
            if !byte.is_ascii_digit() {
                return Err(fault(field, FenFault::NotANumber, range));
            }
            number = number.checked_mul(10).and_then(|tens| tens.checked_add(u32::from(byte - b'0'))).ok_or(fault(
                field,
                FenFault::NumberTooLarge,
                range.clone(),
            ))?;
        }
        Ok(number)
    }

    /// Reads ranks from the eighth to the first, each from the a-file to the h-file.
    fn read_placement(&mut self, range: Range<usize>) -> Result<(), FenError> {
        let bad = |what, range| fault(FenField::Placement, what, range);
        let mut ranks_done = 0_u8;
        let mut file = 0_u8;
        let mut rank_start = range.start;
        let mut after_digit = false;
        for at in range.clone() {
            let byte = self.text[at];
            let rank = 8 - ranks_done;
            let width = match byte {
                b'/' => 0,
                b'1'..=b'9' => byte - b'0',
                _ if Piece::from_fen_letter(byte).is_some() => 1,
                _ => return Err(bad(FenFault::UnknownMan, at..at + 1)),
            };
            if byte == b'/' {
                if file < 8 {
                    return Err(bad(FenFault::ShortRank(rank, file), rank_start..at));
                }
                if ranks_done == 7 {
                    return Err(bad(FenFault::ManyRanks, at..range.end));
                }
                ranks_done += 1;
                (file, rank_start) = (0, at + 1);
            } else if file + width > 8 {
                return Err(bad(FenFault::LongRank(rank), at..at + 1));
            }
            if let Some(piece) = Piece::from_fen_letter(byte) {
                let square = Square::new(File::from_index(file), Rank::from_index(rank - 1));
                self.setup.squares[square.index()] = Some(piece);
            }
            if after_digit && byte.is_ascii_digit() {
                self.note(FenNoteKind::SplitDigits, at - 1..at + 1);
            }
            after_digit = byte.is_ascii_digit();
            file += width;
        }
        if ranks_done < 7 {
            return Err(bad(FenFault::FewRanks(ranks_done + 1), range));
        }
        if file < 8 {
            return Err(bad(FenFault::ShortRank(1, file), rank_start..range.end));
        }
        Ok(())
    }

    fn read_castling(&mut self, range: Range<usize>) -> Result<(), FenError> {
        if &self.text[range.clone()] == b"-" {
            return Ok(());
        }
        let mut last_place = None;
        for at in range.clone() {
            let letter = self.text[at];
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rook = match letter.to_ascii_uppercase() {
                b'K' => self.outermost_rook(color, CastlingSide::King),
                b'Q' => self.outermost_rook(color, CastlingSide::Queen),
                file @ b'A'..=b'H' => Square::new(File::from_index(file - b'A'), color.back_rank()),
                _ => return Err(fault(FenField::Castling, FenFault::UnknownCastling, range)),
            };
            if self.setup.castling.contains(rook) {
                self.note(FenNoteKind::CastlingRepeated, at..at + 1);
            }
            // Usual order: White before Black, then the higher file before the lower.
            let place = (color, 7 - rook.file().index());
            if last_place.is_some_and(|last| last > place) {
                self.note(FenNoteKind::CastlingOrder, at..at + 1);
            }
            last_place = Some(place);
            self.setup.castling |= rook.into();
        }
        Ok(())
    }

    /// The rook meant by `K` or `Q` in X-FEN: the one farthest from the king on that side of the back rank. Without a
    /// king or rook there, the corner.
    fn outermost_rook(&self, color: Color, side: CastlingSide) -> Square {
        let rank = color.back_rank();
        let (corner, towards_king): (u8, Vec<File>) = match side {
            CastlingSide::King => (7, File::all().rev().collect()),
            CastlingSide::Queen => (0, File::all().collect()),
        };
        let is_on = |kind, file| self.setup.squares[Square::new(file, rank).index()] == Some(Piece { color, kind });
        let before_king = towards_king.iter().take_while(|&&file| !is_on(PieceType::King, file));
        let has_king = File::all().any(|file| is_on(PieceType::King, file));
        let file = before_king.copied().find(|&file| has_king && is_on(PieceType::Rook, file));
        Square::new(file.unwrap_or(File::from_index(corner)), rank)
    }
}
