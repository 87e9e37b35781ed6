//! The lenient parser of moves: text to [`Written`].
//!
//! The grammar, after normalization to ASCII and without the move suffix:
//!
//! ```text
//!   move     = pass | castling end* | letter? "@" square end* | letter? from? sign? to end*
//!   from     = file | rank | square          sign = "x" | "X" | "*" | ":" | "-"
//!   to       = square | file                 end  = promotion | en passant | ":" | check
//! ```

use super::language::Alphabet;
use super::normalize::{NormalizedText, normalize};
use super::{Alternative, CheckMark, Forms, Malformed, MalformedKind, Target, Wish, Written, suffix};
use crate::chess::piece::Kind;
use crate::chess::position::CastlingSide;
use crate::chess::square::{File, Rank, Square};

/// The spellings of a null move.
const PASSES: [&[u8]; 10] = [b"--", b"Z0", b"z0", b"null", b"NULL", b"Null", b"pass", b"@@@@", b"0000", b"<>"];

/// Check suffixes; each comes before its own prefixes.
const CHECKS: [(&[u8], CheckMark, Forms); 18] = [
    (b"dbl.ch.", CheckMark::Double, Forms::CHECK_WORD),
    (b"dblch", CheckMark::Double, Forms::CHECK_WORD),
    (b"dis.ch.", CheckMark::Check, Forms::CHECK_WORD),
    (b"disch", CheckMark::Check, Forms::CHECK_WORD),
    (b"#mate", CheckMark::Mate, Forms::MATE_WORD),
    (b"+mate", CheckMark::Mate, Forms::MATE_WORD),
    (b"mate", CheckMark::Mate, Forms::MATE_WORD),
    (b"MATE", CheckMark::Mate, Forms::MATE_WORD),
    (b"matt", CheckMark::Mate, Forms::MATE_WORD),
    (b"mat", CheckMark::Mate, Forms::MATE_WORD),
    (b"##", CheckMark::Mate, Forms::MATE_WORD),
    (b"+#", CheckMark::Mate, Forms::MATE_WORD),
    (b"#", CheckMark::Mate, Forms::NONE),
    (b"ch.", CheckMark::Check, Forms::CHECK_WORD),
    (b"ch", CheckMark::Check, Forms::CHECK_WORD),
    (b"+ch", CheckMark::Check, Forms::CHECK_WORD),
    (b"++", CheckMark::Double, Forms::DOUBLE_PLUS),
    (b"+", CheckMark::Check, Forms::NONE),
];

/// En passant suffixes; each comes before its own prefixes.
const EN_PASSANT: [&[u8]; 6] = [b"(e.p.)", b"(ep)", b"e.p.", b"e.p", b"ep.", b"ep"];

/// Parses a move leniently, with English piece letters.
///
/// # Errors
///
/// The text is not a move in any known spelling.
pub fn read(san: &[u8]) -> Result<Written, Malformed> {
    read_with(san, None)
}

/// Parses a move with the piece letters of another language. Castling and null moves are the same in all languages.
///
/// # Errors
///
/// The text is not a move in any known spelling, or it has a letter that is not a piece letter of this language.
pub fn read_localized(san: &[u8], alphabet: &Alphabet) -> Result<Written, Malformed> {
    match read(san) {
        Ok(written) if matches!(written.wish, Wish::Castle(_) | Wish::Null) => Ok(written),
        _ => read_with(san, Some(alphabet)),
    }
}

fn read_with(san: &[u8], alphabet: Option<&Alphabet>) -> Result<Written, Malformed> {
    let glyph = suffix::find(san);
    // `--` is a null move; its hyphens are not an assessment.
    let glyph = if PASSES.contains(&san) { None } else { glyph };
    let (body, glyph_forms) = match &glyph {
        Some((range, forms)) => (&san[..range.start], *forms),
        None => (san, Forms::NONE),
    };
    let text = normalize(body, alphabet)?;
    let mut written =
        Parser { text: &text, at: 0, forms: text.forms | glyph_forms, check: None, promotion: None }.parse()?;
    written.glyph = glyph.map(|(range, _)| range);
    Ok(written)
}

/// The state of the parser: an index into the text, and what was parsed before it.
struct Parser<'t> {
    text: &'t NormalizedText,
    at: usize,
    forms: Forms,
    check: Option<CheckMark>,
    promotion: Option<Kind>,
}

/// A file, a rank, both or neither, as read.
type Coordinate = (Option<File>, Option<Rank>);

impl Parser<'_> {
    fn parse(mut self) -> Result<Written, Malformed> {
        let text = self.text.as_bytes();
        if text.is_empty() {
            return self.fail(MalformedKind::Empty);
        }
        if PASSES.contains(&text) {
            self.forms |= Forms::NULL_MOVE;
            return Ok(self.written(Wish::Null, None, false));
        }
        if let Some(side) = self.castling() {
            self.suffixes()?;
            if self.promotion.is_some() {
                return self.fail(MalformedKind::Trailing);
            }
            return Ok(self.written(Wish::Castle(side), None, false));
        }
        let small_b = text[0] == b'b';
        let kind = self.piece_letter();
        if self.consume(b"@") {
            return self.drop(kind.unwrap_or(Kind::Pawn));
        }
        let written = self.body(kind)?;
        Ok(if small_b { Self::or_bishop(self.text, written) } else { written })
    }

    /// Parses castling in any spelling.
    fn castling(&mut self) -> Option<CastlingSide> {
        let text = self.text.as_bytes();
        let mut forms = Forms::NONE;
        let (mut letters, mut hyphens, mut at) = (0, 0, 0);
        loop {
            forms |= match text.get(at) {
                Some(b'O') => Forms::NONE,
                Some(b'0') => Forms::ZERO_CASTLING,
                Some(b'o') => Forms::LOWER_CASTLING,
                _ => break,
            };
            letters += 1;
            at += 1;
            if text.get(at) == Some(&b'-') && matches!(text.get(at + 1), Some(b'O' | b'0' | b'o')) {
                hyphens += 1;
                at += 1;
            }
        }
        let side = match letters {
            2 => CastlingSide::King,
            3 => CastlingSide::Queen,
            _ => return None,
        };
        if hyphens + 1 < letters {
            forms |= Forms::GLUED_CASTLING;
        }
        self.at = at;
        self.forms |= forms;
        Some(side)
    }

    /// Parses a piece letter at the start; a small `b` is a file here.
    fn piece_letter(&mut self) -> Option<Kind> {
        let first = *self.text.as_bytes().first()?;
        let kind = Kind::from_letter(first.to_ascii_uppercase())?;
        if first == b'b' {
            return None;
        }
        if first.is_ascii_lowercase() {
            self.forms |= Forms::LOWER_PIECE;
        }
        if kind == Kind::Pawn {
            self.forms |= Forms::PAWN_LETTER;
        }
        self.at = 1;
        Some(kind)
    }

    fn drop(mut self, kind: Kind) -> Result<Written, Malformed> {
        let Some(to) = Square::from_ascii(self.rest().get(..2).unwrap_or_default()) else {
            return self.fail(MalformedKind::NoTarget);
        };
        self.at += 2;
        self.suffixes()?;
        Ok(self.written(Wish::Drop { kind, to }, None, false))
    }

    /// Parses everything after the piece letter.
    fn body(&mut self, piece_letter: Option<Kind>) -> Result<Written, Malformed> {
        let first = self.coordinate();
        let sign = self.sign();
        let second = self.second_coordinate(first, sign);
        let (from, to) = if second == (None, None) && sign.is_none() { ((None, None), first) } else { (first, second) };
        let target = match to {
            (Some(file), Some(rank)) => Target::Square(Square::new(file, rank)),
            (Some(file), None) if piece_letter.is_none_or(|kind| kind == Kind::Pawn) && from.0.is_some() => {
                self.forms |= Forms::TARGET_FILE;
                Target::File(file)
            }
            _ => return self.fail(self.fault()),
        };
        let trailing_colon = self.suffixes()?;
        let capture = trailing_colon || matches!(sign, Some(sign) if sign != b'-');
        Ok(self.meaning(piece_letter, from, target, sign, capture))
    }

    /// Combines the parts of a move and determines its form.
    fn meaning(
        &mut self,
        piece_letter: Option<Kind>,
        (from_file, from_rank): Coordinate,
        to: Target,
        sign: Option<u8>,
        capture: bool,
    ) -> Written {
        let promotion = self.promotion;
        let wish = Wish::Move { kind: piece_letter.unwrap_or(Kind::Pawn), from_file, from_rank, to, promotion };
        let origin = from_file.zip(from_rank).map(|(file, rank)| Square::new(file, rank));
        let (Some(from), Target::Square(to)) = (origin, to) else {
            if sign == Some(b'-') {
                self.forms |= Forms::HYPHEN;
            }
            return self.written(wish, None, capture);
        };
        let squares = Wish::Squares { from, to, promotion };
        match (piece_letter, sign) {
            (None, None) => {
                // In UCI notation a promotion is a small letter without `=`.
                let promotion_forms = Forms::PROMOTION_LOWER | Forms::PROMOTION_NO_EQUALS;
                self.forms = self.forms.without(promotion_forms) | Forms::UCI_MOVE;
                self.written(squares, None, capture)
            }
            (None, Some(_)) => {
                self.forms |= Forms::LONG_ALGEBRAIC;
                self.written(wish, Some(Alternative { wish: squares, forms: self.forms }), capture)
            }
            (Some(_), Some(b'-')) => {
                self.forms |= Forms::LONG_ALGEBRAIC;
                self.written(wish, None, capture)
            }
            (Some(_), _) => self.written(wish, None, capture),
        }
    }

    /// The readings of a text that starts with a small `b`: a pawn of the b-file, a bishop, or a pawn with the bishop
    /// as second reading.
    fn or_bishop(text: &NormalizedText, pawn: Written) -> Written {
        let Wish::Move { from_file: Some(from), from_rank: None, to, promotion: None, .. } = pawn.wish else {
            return pawn;
        };
        let Target::Square(to) = to else { return pawn };
        let forms = pawn.forms | Forms::LOWER_PIECE;
        let mut parser = Parser { text, at: 1, forms, check: None, promotion: None };
        let Ok(bishop) = parser.body(Some(Kind::Bishop)) else { return pawn };
        if from.index().abs_diff(to.file().index()) != 1 {
            return bishop;
        }
        Written { alternative: Some(Alternative { wish: bishop.wish, forms: bishop.forms }), ..pawn }
    }

    fn coordinate(&mut self) -> Coordinate {
        let file = self.rest().first().copied().and_then(File::from_ascii);
        self.at += usize::from(file.is_some());
        let rank = self.rest().first().copied().and_then(Rank::from_ascii);
        self.at += usize::from(rank.is_some());
        (file, rank)
    }

    /// Parses the coordinate after the sign. Without a sign, only a full square can follow a full square.
    fn second_coordinate(&mut self, first: Coordinate, sign: Option<u8>) -> Coordinate {
        let square_follows = self.rest().get(..2).is_some_and(|text| Square::from_ascii(text).is_some());
        let after_square = first.0.is_some() && first.1.is_some() && sign.is_none();
        if after_square && !square_follows { (None, None) } else { self.coordinate() }
    }

    fn sign(&mut self) -> Option<u8> {
        let sign = *self.rest().first()?;
        let form = match sign {
            b'x' | b'-' => Forms::NONE,
            b'X' | b'*' => Forms::CAPTURE_SIGN,
            // A colon after the target (`ed5:`) is parsed later.
            b':' if self.rest().len() > 1 && (self.rest()[1].is_ascii_lowercase()) => Forms::COLON_CAPTURE,
            _ => return None,
        };
        self.forms |= form;
        self.at += 1;
        Some(sign)
    }

    /// Parses everything after the target. Returns whether it includes a colon for a capture.
    fn suffixes(&mut self) -> Result<bool, Malformed> {
        let mut colon = false;
        while !self.rest().is_empty() {
            if EN_PASSANT.iter().any(|text| self.consume(text)) {
                self.forms |= Forms::EN_PASSANT_SUFFIX;
            } else if self.check.is_none() && self.check_sign() || self.promotion.is_none() && self.promotion_sign() {
            } else if self.consume(b":") {
                self.forms |= Forms::COLON_CAPTURE;
                colon = true;
            } else {
                return self.fail(MalformedKind::Trailing);
            }
        }
        Ok(colon)
    }

    fn check_sign(&mut self) -> bool {
        let Some((text, mark, forms)) = CHECKS.iter().find(|(text, ..)| self.rest().starts_with(text)) else {
            return false;
        };
        self.at += text.len();
        self.check = Some(*mark);
        self.forms |= *forms;
        true
    }

    /// Parses `=Q`, `Q`, `(Q)`, `/Q` or `=(Q)`, each with a capital or small letter.
    fn promotion_sign(&mut self) -> bool {
        let rest = self.rest();
        let equals = usize::from(rest.first() == Some(&b'='));
        let (piece_letter, length, form) = match rest[equals..] {
            [b'(', piece_letter, b')', ..] => (piece_letter, 3, Forms::PROMOTION_PARENTHESES),
            [b'/', piece_letter, ..] if equals == 0 => (piece_letter, 2, Forms::PROMOTION_SLASH),
            [piece_letter, ..] if equals == 1 => (piece_letter, 1, Forms::NONE),
            [piece_letter, ..] => (piece_letter, 1, Forms::PROMOTION_NO_EQUALS),
            [] => return false,
        };
        let Some(kind) = Kind::from_letter(piece_letter.to_ascii_uppercase()) else { return false };
        self.at += equals + length;
        self.forms |= form;
        if piece_letter.is_ascii_lowercase() {
            self.forms |= Forms::PROMOTION_LOWER;
        }
        self.promotion = Some(kind);
        true
    }

    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn consume(&mut self, text: &[u8]) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// The error in a text without a target: its first letter, if that is a capital, or the missing square.
    fn fault(&self) -> MalformedKind {
        let capital = self.at == 0 && self.text.as_bytes().first().is_some_and(u8::is_ascii_uppercase);
        if capital { MalformedKind::PieceLetter } else { MalformedKind::NoTarget }
    }

    fn fail<T>(&self, kind: MalformedKind) -> Result<T, Malformed> {
        let end = match kind {
            MalformedKind::PieceLetter => self.text.source_index(self.at + 1),
            _ => self.text.source_index(self.text.as_bytes().len()),
        };
        Err(Malformed { range: self.text.source_index(self.at)..end, kind })
    }

    fn written(&self, wish: Wish, alternative: Option<Alternative>, capture_mark: bool) -> Written {
        Written { wish, alternative, check: self.check, capture_mark, forms: self.forms, glyph: None }
    }
}
