//! The lenient parser of moves: text to [`ParsedSan`].
//!
//! The grammar, after normalization to ASCII and without the move suffix:
//!
//! ```text
//!   move     = pass | castling end* | letter? "@" square end* | letter? from? sign? to end*
//!   from     = file | rank | square          sign = "x" | "X" | "*" | ":" | "-"
//!   to       = square | file                 end  = promotion | en passant | ":" | check
//! ```

use super::language::{Alphabet, NormalizedText, normalize};
use super::{Alternative, CheckSuffix, Deviations, MoveSpec, ParsedSan, SanError, SanErrorKind, Target};
use crate::chess::piece::PieceType;
use crate::chess::position::CastlingSide;
use crate::chess::square::{File, Rank, Square};

/// The spellings of a null move.
const PASSES: [&[u8]; 11] = [b"--", b"---", b"Z0", b"z0", b"null", b"NULL", b"Null", b"pass", b"@@@@", b"0000", b"<>"];

/// Check suffixes; each comes before its own prefixes.
const CHECKS: [(&[u8], CheckSuffix, Deviations); 18] = [
    (b"dbl.ch.", CheckSuffix::Double, Deviations::CHECK_WORD),
    (b"dblch", CheckSuffix::Double, Deviations::CHECK_WORD),
    (b"dis.ch.", CheckSuffix::Check, Deviations::CHECK_WORD),
    (b"disch", CheckSuffix::Check, Deviations::CHECK_WORD),
    (b"#mate", CheckSuffix::Mate, Deviations::MATE_WORD),
    (b"+mate", CheckSuffix::Mate, Deviations::MATE_WORD),
    (b"mate", CheckSuffix::Mate, Deviations::MATE_WORD),
    (b"MATE", CheckSuffix::Mate, Deviations::MATE_WORD),
    (b"matt", CheckSuffix::Mate, Deviations::MATE_WORD),
    (b"mat", CheckSuffix::Mate, Deviations::MATE_WORD),
    (b"##", CheckSuffix::Mate, Deviations::MATE_WORD),
    (b"+#", CheckSuffix::Mate, Deviations::MATE_WORD),
    (b"#", CheckSuffix::Mate, Deviations::NONE),
    (b"ch.", CheckSuffix::Check, Deviations::CHECK_WORD),
    (b"ch", CheckSuffix::Check, Deviations::CHECK_WORD),
    (b"+ch", CheckSuffix::Check, Deviations::CHECK_WORD),
    (b"++", CheckSuffix::Double, Deviations::DOUBLE_PLUS),
    (b"+", CheckSuffix::Check, Deviations::NONE),
];

/// The names of the pieces that a pawn can become.
const PROMOTIONS: [(&[u8], PieceType); 4] = [
    (b"queen", PieceType::Queen),
    (b"rook", PieceType::Rook),
    (b"bishop", PieceType::Bishop),
    (b"knight", PieceType::Knight),
];

/// The maximum number of signs before a promotion.
const MAX_PROMOTION_SIGNS: usize = 2;

/// En passant suffixes; each comes before its own prefixes.
const EN_PASSANT: [&[u8]; 6] = [b"(e.p.)", b"(ep)", b"e.p.", b"e.p", b"ep.", b"ep"];

/// Parses a move leniently, with English piece letters.
///
/// # Errors
///
/// The text is not a move in any known spelling.
pub fn parse(san: &[u8]) -> Result<ParsedSan, SanError> {
    read_with(san, None)
}

/// Parses a move with the piece letters of another language. Castling and null moves are the same in all languages.
///
/// # Errors
///
/// The text is not a move in any known spelling, or it has a letter that is not a piece letter of this language.
pub fn parse_localized(san: &[u8], alphabet: &Alphabet) -> Result<ParsedSan, SanError> {
    match parse(san) {
        Ok(written) if matches!(written.spec, MoveSpec::Castle(_) | MoveSpec::Null) => Ok(written),
        _ => read_with(san, Some(alphabet)),
    }
}

fn read_with(san: &[u8], alphabet: Option<&Alphabet>) -> Result<ParsedSan, SanError> {
    let glyph = super::find_suffix(san);
    // `--` is a null move; its hyphens are not an assessment.
    let glyph = if PASSES.contains(&san) { None } else { glyph };
    let (body, glyph_forms) = match &glyph {
        Some((range, forms)) => (&san[..range.start], *forms),
        None => (san, Deviations::NONE),
    };
    let text = normalize(body, alphabet)?;
    let mut written =
        Parser { text: &text, at: 0, forms: text.forms | glyph_forms, check: None, promotion: None }.parse()?;
    written.glyph = glyph.map(|(range, _)| range);
    Ok(written)
}

/// A move in the numeric notation of correspondence chess: file and rank of both squares, and 1 to 4 for a promotion to
/// queen, rook, bishop or knight.
fn numeric(text: &[u8]) -> Option<MoveSpec> {
    let ([f1, r1, f2, r2], promotion) = match *text {
        [f1, r1, f2, r2] => ([f1, r1, f2, r2], None),
        [f1, r1, f2, r2, kind @ b'1'..=b'4'] => {
            let kinds = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
            ([f1, r1, f2, r2], Some(kinds[usize::from(kind - b'1')]))
        }
        _ => return None,
    };
    let square = |file: u8, rank: u8| {
        let file = (b'1'..=b'8').contains(&file).then(|| file - b'1' + b'a')?;
        Square::from_ascii(&[file, rank])
    };
    Some(MoveSpec::Squares { from: square(f1, r1)?, to: square(f2, r2)?, promotion })
}

/// The state of the parser: an index into the text, and what was parsed before it.
struct Parser<'t> {
    text: &'t NormalizedText,
    at: usize,
    forms: Deviations,
    check: Option<CheckSuffix>,
    promotion: Option<PieceType>,
}

/// A file, a rank, both or neither, as read.
type Coordinate = (Option<File>, Option<Rank>);

impl Parser<'_> {
    fn parse(mut self) -> Result<ParsedSan, SanError> {
        let text = self.text.as_bytes();
        if text.is_empty() {
            return self.fail(SanErrorKind::Empty);
        }
        if PASSES.contains(&text) {
            self.forms |= Deviations::NULL_MOVE;
            return Ok(self.written(MoveSpec::Null, None, false));
        }
        if let Some(spec) = numeric(text) {
            self.forms |= Deviations::NUMERIC;
            return Ok(self.written(spec, None, false));
        }
        if let Some(side) = self.castling() {
            self.suffixes(b"")?;
            if self.promotion.is_some() {
                return self.fail(SanErrorKind::Trailing);
            }
            return Ok(self.written(MoveSpec::Castle(side), None, false));
        }
        let small_b = text[0] == b'b';
        let kind = self.piece_letter();
        if self.consume(b"@") {
            return self.drop(kind.unwrap_or(PieceType::Pawn));
        }
        let written = self.body(kind)?;
        Ok(if small_b { Self::or_bishop(self.text, written) } else { written })
    }

    /// Parses castling in any spelling.
    fn castling(&mut self) -> Option<CastlingSide> {
        let text = self.text.as_bytes();
        let mut forms = Deviations::NONE;
        let (mut letters, mut hyphens, mut at) = (0, 0, 0);
        loop {
            forms |= match text.get(at) {
                Some(b'O') => Deviations::NONE,
                Some(b'0') => Deviations::ZERO_CASTLING,
                Some(b'o') => Deviations::LOWER_CASTLING,
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
            forms |= Deviations::GLUED_CASTLING;
        }
        self.at = at;
        self.forms |= forms;
        Some(side)
    }

    /// Parses a piece letter at the start; a small `b` is a file here.
    fn piece_letter(&mut self) -> Option<PieceType> {
        let first = *self.text.as_bytes().first()?;
        let kind = PieceType::from_letter(first.to_ascii_uppercase())?;
        if first == b'b' {
            return None;
        }
        if first.is_ascii_lowercase() {
            self.forms |= Deviations::LOWER_PIECE;
        }
        if kind == PieceType::Pawn {
            self.forms |= Deviations::PAWN_LETTER;
        }
        self.at = 1;
        Some(kind)
    }

    fn drop(mut self, kind: PieceType) -> Result<ParsedSan, SanError> {
        let Some(to) = Square::from_ascii(self.rest().get(..2).unwrap_or_default()) else {
            return self.fail(SanErrorKind::NoTarget);
        };
        self.at += 2;
        self.suffixes(b"")?;
        Ok(self.written(MoveSpec::Drop { kind, to }, None, false))
    }

    /// Parses everything after the piece letter.
    fn body(&mut self, piece_letter: Option<PieceType>) -> Result<ParsedSan, SanError> {
        let first = self.coordinate();
        let sign = self.sign();
        let second = self.second_coordinate(first, sign);
        let (from, to) = if second == (None, None) && sign.is_none() { ((None, None), first) } else { (first, second) };
        let target = match to {
            (Some(file), Some(rank)) => Target::Square(Square::new(file, rank)),
            (Some(file), None) if piece_letter.is_none_or(|kind| kind == PieceType::Pawn) && from.0.is_some() => {
                self.forms |= Deviations::TARGET_FILE;
                Target::File(file)
            }
            _ => return self.fail(self.fault()),
        };
        // In `ed8:Q`, the colon is a capture sign.
        let is_bare_capture = from != (None, None) && sign.is_none();
        let trailing_colon = self.suffixes(if is_bare_capture { b"=/-+_" } else { b"=/-+_:" })?;
        let capture = trailing_colon || matches!(sign, Some(sign) if sign != b'-');
        Ok(self.meaning(piece_letter, from, target, sign, capture))
    }

    /// Combines the parts of a move and determines its form.
    fn meaning(
        &mut self,
        piece_letter: Option<PieceType>,
        (from_file, from_rank): Coordinate,
        to: Target,
        sign: Option<u8>,
        capture: bool,
    ) -> ParsedSan {
        let promotion = self.promotion;
        let spec =
            MoveSpec::Move { kind: piece_letter.unwrap_or(PieceType::Pawn), from_file, from_rank, to, promotion };
        let origin = from_file.zip(from_rank).map(|(file, rank)| Square::new(file, rank));
        let (Some(from), Target::Square(to)) = (origin, to) else {
            if sign == Some(b'-') {
                self.forms |= Deviations::HYPHEN;
            }
            return self.written(spec, None, capture);
        };
        let squares = MoveSpec::Squares { from, to, promotion };
        match (piece_letter, sign) {
            (None, None) => {
                // In UCI notation a promotion is a small letter without `=`.
                let promotion_forms = Deviations::PROMOTION_LOWER | Deviations::PROMOTION_NO_EQUALS;
                self.forms = self.forms.without(promotion_forms) | Deviations::UCI_MOVE;
                self.written(squares, None, capture)
            }
            (None, Some(_)) => {
                self.forms |= Deviations::LONG_ALGEBRAIC;
                self.written(spec, Some(Alternative { spec: squares, forms: self.forms }), capture)
            }
            (Some(_), Some(b'-')) => {
                self.forms |= Deviations::LONG_ALGEBRAIC;
                self.written(spec, None, capture)
            }
            (Some(_), _) => self.written(spec, None, capture),
        }
    }

    /// The readings of a text that starts with a small `b`: a pawn of the b-file, a bishop, or a pawn with the bishop
    /// as second reading.
    fn or_bishop(text: &NormalizedText, pawn: ParsedSan) -> ParsedSan {
        let MoveSpec::Move { from_file: Some(from), from_rank: None, to, promotion: None, .. } = pawn.spec else {
            return pawn;
        };
        let Target::Square(to) = to else { return pawn };
        let forms = pawn.forms | Deviations::LOWER_PIECE;
        let mut parser = Parser { text, at: 1, forms, check: None, promotion: None };
        let Ok(bishop) = parser.body(Some(PieceType::Bishop)) else { return pawn };
        if from.index().abs_diff(to.file().index()) != 1 {
            return bishop;
        }
        ParsedSan { alternative: Some(Alternative { spec: bishop.spec, forms: bishop.forms }), ..pawn }
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
            b'x' => Deviations::NONE,
            // A hyphen before a letter that is no file precedes a promotion: `e8-Q`.
            b'-' if !self.rest()[1..].first().is_some_and(u8::is_ascii_alphabetic)
                || File::from_ascii(self.rest()[1]).is_some() =>
            {
                Deviations::NONE
            }
            b'X' | b'*' => Deviations::CAPTURE_SIGN,
            // A colon after the target (`ed5:`) is parsed later.
            b':' if self.rest().len() > 1 && (self.rest()[1].is_ascii_lowercase()) => Deviations::COLON_CAPTURE,
            _ => return None,
        };
        self.forms |= form;
        self.at += 1;
        Some(sign)
    }

    /// Parses everything after the target. `signs` may precede a promotion. Returns whether it includes a colon for a
    /// capture.
    fn suffixes(&mut self, signs: &[u8]) -> Result<bool, SanError> {
        let mut colon = false;
        while !self.rest().is_empty() {
            if EN_PASSANT.iter().any(|text| self.consume(text)) {
                self.forms |= Deviations::EN_PASSANT_SUFFIX;
            } else if self.check.is_none() && self.check_sign()
                || self.promotion.is_none() && self.promotion_sign(signs)
            {
            } else if self.consume(b":") {
                self.forms |= Deviations::COLON_CAPTURE;
                colon = true;
            } else {
                return self.fail(SanErrorKind::Trailing);
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

    /// Parses `=Q`, `Q`, `(Q)`, `/Q` or `=(Q)`, each with a capital or small letter; or a promotion with other signs, or
    /// with the name of the piece.
    fn promotion_sign(&mut self, signs: &[u8]) -> bool {
        let text = self.text;
        let rest = &text.as_bytes()[self.at..];
        let length = rest.iter().take(MAX_PROMOTION_SIGNS).take_while(|byte| signs.contains(byte)).count();
        let (sign, rest) = rest.split_at(length);
        let open = [b"(=".as_slice(), b"("].into_iter().find(|open| rest.starts_with(open)).unwrap_or_default();
        let (rest, is_enclosed) = (&rest[open.len()..], !open.is_empty());
        let is_named = |(name, _): &&(&[u8], PieceType)| {
            rest.get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name))
        };
        let (kind, letters) = match (PROMOTIONS.iter().find(is_named), rest.first()) {
            (Some((name, kind)), _) => (Some(*kind), name.len()),
            (None, Some(letter)) => (PieceType::from_letter(letter.to_ascii_uppercase()), 1),
            (None, None) => return false,
        };
        let Some(kind) = kind.filter(|_| !is_enclosed || rest.get(letters) == Some(&b')')) else { return false };
        self.forms |= match sign {
            _ if letters > 1 => Deviations::PROMOTION_SIGN,
            b"" | b"=" if is_enclosed => Deviations::PROMOTION_PARENTHESES,
            b"=" => Deviations::NONE,
            b"" => Deviations::PROMOTION_NO_EQUALS,
            b"/" => Deviations::PROMOTION_SLASH,
            _ => Deviations::PROMOTION_SIGN,
        };
        if !self.forms.contains(Deviations::PROMOTION_SIGN) && rest[0].is_ascii_lowercase() {
            self.forms |= Deviations::PROMOTION_LOWER;
        }
        if self.check.is_some() {
            self.forms |= Deviations::PROMOTION_AFTER_CHECK;
        }
        self.at += length + open.len() + letters + usize::from(is_enclosed);
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
    fn fault(&self) -> SanErrorKind {
        let capital = self.at == 0 && self.text.as_bytes().first().is_some_and(u8::is_ascii_uppercase);
        if capital { SanErrorKind::PieceLetter } else { SanErrorKind::NoTarget }
    }

    fn fail<T>(&self, kind: SanErrorKind) -> Result<T, SanError> {
        let end = match kind {
            SanErrorKind::PieceLetter => self.text.source_index(self.at + 1),
            _ => self.text.source_index(self.text.as_bytes().len()),
        };
        Err(SanError { range: self.text.source_index(self.at)..end, kind })
    }

    fn written(&self, spec: MoveSpec, alternative: Option<Alternative>, capture_mark: bool) -> ParsedSan {
        ParsedSan { spec, alternative, check: self.check, capture_mark, forms: self.forms, glyph: None }
    }
}
