//! One word of movetext to what it asks for.
//!
//! The grammar, after every character has been folded to ASCII and the suffix has been set apart:
//!
//! ```text
//!   word     = pass | castling end* | letter? "@" square end* | letter? from? sign? to end*
//!   from     = file | rank | square          sign = "x" | "X" | "*" | ":" | "-"
//!   to       = square | file                 end  = promotion | en passant | ":" | check
//! ```

use super::fold::{Folded, fold};
use super::language::Alphabet;
use super::{Alternative, CheckMark, Forms, Malformed, MalformedKind, Target, Wish, Written, suffix};
use crate::chess::piece::Kind;
use crate::chess::position::CastlingSide;
use crate::chess::square::{File, Rank, Square};

/// The names of a pass.
const PASSES: [&[u8]; 10] = [b"--", b"Z0", b"z0", b"null", b"NULL", b"Null", b"pass", b"@@@@", b"0000", b"<>"];

/// Signs of check behind a move, each before its own beginnings.
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

/// Signs of en passant behind a move, each before its own beginnings.
const EN_PASSANT: [&[u8]; 6] = [b"(e.p.)", b"(ep)", b"e.p.", b"e.p", b"ep.", b"ep"];

/// Reads one word, leniently, with English piece letters.
///
/// # Errors
///
/// The word is no move in any known spelling.
pub fn read(word: &[u8]) -> Result<Written, Malformed> {
    read_with(word, None)
}

/// Reads one word with the piece letters of another language. Castling and passes are written alike everywhere.
///
/// # Errors
///
/// The word is no move in any known spelling, or has a letter that stands for no piece in this language.
pub fn read_localized(word: &[u8], alphabet: &Alphabet) -> Result<Written, Malformed> {
    match read(word) {
        Ok(written) if matches!(written.wish, Wish::Castle(_) | Wish::Null) => Ok(written),
        _ => read_with(word, Some(alphabet)),
    }
}

fn read_with(word: &[u8], alphabet: Option<&Alphabet>) -> Result<Written, Malformed> {
    let glyph = suffix::find(word);
    // `--` is a pass; its last hyphens are no assessment.
    let glyph = if PASSES.contains(&word) { None } else { glyph };
    let (body, glyph_forms) = match &glyph {
        Some((range, forms)) => (&word[..range.start], *forms),
        None => (word, Forms::NONE),
    };
    let folded = fold(body, alphabet)?;
    let mut written =
        Reader { folded: &folded, at: 0, forms: folded.forms | glyph_forms, check: None, promotion: None }.word()?;
    written.glyph = glyph.map(|(range, _)| range);
    Ok(written)
}

/// A place in a word, and what has been seen before it.
struct Reader<'w> {
    folded: &'w Folded,
    at: usize,
    forms: Forms,
    check: Option<CheckMark>,
    promotion: Option<Kind>,
}

/// A file, a rank, both or neither, as read.
type Coordinate = (Option<File>, Option<Rank>);

impl Reader<'_> {
    fn word(mut self) -> Result<Written, Malformed> {
        let text = self.folded.text();
        if text.is_empty() {
            return self.fail(MalformedKind::Empty);
        }
        if PASSES.contains(&text) {
            self.forms |= Forms::NULL_MOVE;
            return Ok(self.written(Wish::Null, None, false));
        }
        if let Some(side) = self.castling() {
            self.ends()?;
            if self.promotion.is_some() {
                return self.fail(MalformedKind::Trailing);
            }
            return Ok(self.written(Wish::Castle(side), None, false));
        }
        let small_b = text[0] == b'b';
        let kind = self.letter();
        if self.eat(b"@") {
            return self.drop(kind.unwrap_or(Kind::Pawn));
        }
        let written = self.body(kind)?;
        Ok(if small_b { Self::or_bishop(self.folded, written) } else { written })
    }

    /// `O-O` and `O-O-O`, with any of their letters and hyphens.
    fn castling(&mut self) -> Option<CastlingSide> {
        let text = self.folded.text();
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

    /// A letter for a man, if the word opens with one; a small `b` is a file here.
    fn letter(&mut self) -> Option<Kind> {
        let first = *self.folded.text().first()?;
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
        self.ends()?;
        Ok(self.written(Wish::Drop { kind, to }, None, false))
    }

    /// Everything behind the letter.
    fn body(&mut self, letter: Option<Kind>) -> Result<Written, Malformed> {
        let first = self.coordinate();
        let sign = self.sign();
        let second = self.second_coordinate(first, sign);
        let (from, to) = if second == (None, None) && sign.is_none() { ((None, None), first) } else { (first, second) };
        let target = match to {
            (Some(file), Some(rank)) => Target::Square(Square::new(file, rank)),
            (Some(file), None) if letter.is_none_or(|kind| kind == Kind::Pawn) && from.0.is_some() => {
                self.forms |= Forms::TARGET_FILE;
                Target::File(file)
            }
            _ => return self.fail(self.fault()),
        };
        let trailing_colon = self.ends()?;
        let capture = trailing_colon || matches!(sign, Some(sign) if sign != b'-');
        Ok(self.meaning(letter, from, target, sign, capture))
    }

    /// Puts the parts of a move together and names its form.
    fn meaning(
        &mut self,
        letter: Option<Kind>,
        (from_file, from_rank): Coordinate,
        to: Target,
        sign: Option<u8>,
        capture: bool,
    ) -> Written {
        let promotion = self.promotion;
        let wish = Wish::Move { kind: letter.unwrap_or(Kind::Pawn), from_file, from_rank, to, promotion };
        let origin = from_file.zip(from_rank).map(|(file, rank)| Square::new(file, rank));
        let (Some(from), Target::Square(to)) = (origin, to) else {
            if sign == Some(b'-') {
                self.forms |= Forms::HYPHEN;
            }
            return self.written(wish, None, capture);
        };
        let squares = Wish::Squares { from, to, promotion };
        match (letter, sign) {
            (None, None) => {
                // In UCI a promotion is a small letter without a sign.
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

    /// A word that opens with a small `b`: a pawn of that file, a bishop, or first the one and then the other.
    fn or_bishop(folded: &Folded, pawn: Written) -> Written {
        let Wish::Move { from_file: Some(from), from_rank: None, to, promotion: None, .. } = pawn.wish else {
            return pawn;
        };
        let Target::Square(to) = to else { return pawn };
        let forms = pawn.forms | Forms::LOWER_PIECE;
        let mut reader = Reader { folded, at: 1, forms, check: None, promotion: None };
        let Ok(bishop) = reader.body(Some(Kind::Bishop)) else { return pawn };
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

    /// The coordinate behind the sign; without a sign, behind a full square only another full square can follow.
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
            // Behind the target the colon is read later: `ed5:`.
            b':' if self.rest().len() > 1 && (self.rest()[1].is_ascii_lowercase()) => Forms::COLON_CAPTURE,
            _ => return None,
        };
        self.forms |= form;
        self.at += 1;
        Some(sign)
    }

    /// Reads to the end of the word. True if a colon for a capture stood there.
    fn ends(&mut self) -> Result<bool, Malformed> {
        let mut colon = false;
        while !self.rest().is_empty() {
            if EN_PASSANT.iter().any(|text| self.eat(text)) {
                self.forms |= Forms::EN_PASSANT_MARK;
            } else if self.check.is_none() && self.check_sign() || self.promotion.is_none() && self.promotion_sign() {
            } else if self.eat(b":") {
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

    /// `=Q`, `Q`, `(Q)`, `/Q`, `=(Q)`, each with a capital or a small letter.
    fn promotion_sign(&mut self) -> bool {
        let rest = self.rest();
        let equals = usize::from(rest.first() == Some(&b'='));
        let (letter, length, form) = match rest[equals..] {
            [b'(', letter, b')', ..] => (letter, 3, Forms::PROMOTION_PARENTHESES),
            [b'/', letter, ..] if equals == 0 => (letter, 2, Forms::PROMOTION_SLASH),
            [letter, ..] if equals == 1 => (letter, 1, Forms::NONE),
            [letter, ..] => (letter, 1, Forms::PROMOTION_NO_EQUALS),
            [] => return false,
        };
        let Some(kind) = Kind::from_letter(letter.to_ascii_uppercase()) else { return false };
        self.at += equals + length;
        self.forms |= form;
        if letter.is_ascii_lowercase() {
            self.forms |= Forms::PROMOTION_LOWER;
        }
        self.promotion = Some(kind);
        true
    }

    fn rest(&self) -> &[u8] {
        &self.folded.text()[self.at..]
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// What to say of a word that names no square: whether its first letter is the trouble.
    fn fault(&self) -> MalformedKind {
        let capital = self.at == 0 && self.folded.text().first().is_some_and(u8::is_ascii_uppercase);
        if capital { MalformedKind::PieceLetter } else { MalformedKind::NoTarget }
    }

    fn fail<T>(&self, kind: MalformedKind) -> Result<T, Malformed> {
        let end = match kind {
            MalformedKind::PieceLetter => self.folded.source(self.at + 1),
            _ => self.folded.source(self.folded.text().len()),
        };
        Err(Malformed { range: self.folded.source(self.at)..end, kind })
    }

    fn written(&self, wish: Wish, alternative: Option<Alternative>, capture_mark: bool) -> Written {
        Written { wish, alternative, check: self.check, capture_mark, forms: self.forms, glyph: None }
    }
}
