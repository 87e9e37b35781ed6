//! The FEN writer: [`Position`] and [`Setup`] to text.

use std::fmt::{self, Write};

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::setup::Setup;
use crate::chess::square::{File, Square};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CastlingStyle {
    /// `KQkq` for the outermost rooks, a file letter for an inner one. Standard FEN for standard chess.
    #[default]
    XFen,
    /// The rooks' file letters, `HAha`.
    Shredder,
}

/// Which en passant squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum EnPassantMode {
    /// After every double step, as PGN 16.1.3.4 requires.
    Always,
    /// Only if a capture is legal, so that positions that are the same under the Laws (9.2.3) have the same text.
    #[default]
    Legal,
}

/// How to write a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FenStyle {
    /// How castling rights are written.
    pub castling: CastlingStyle,
    /// When the en passant square is written.
    pub en_passant: EnPassantMode,
}

impl FenStyle {
    /// As in the FEN tag of PGN (16.1).
    pub const PGN: Self = Self { castling: CastlingStyle::XFen, en_passant: EnPassantMode::Always };
}

/// Enough for the longest FEN, which has 115 characters: 71 for the pieces, 2 for the turn, 17 for the castling rights
/// of a setup whose back ranks are full of rooks, 3 for a square, and two numbers. As it is a power of two, an index
/// modulo the capacity needs no bounds check.
const CAPACITY: usize = 128;

/// White's piece letters by kind, and what makes them Black's.
const LETTERS: [u64; 6] = [b'P' as u64, b'N' as u64, b'B' as u64, b'R' as u64, b'Q' as u64, b'K' as u64];
const LOWERCASE: u64 = 0x20;

/// The text of a rank, a byte for each file, by a set of files.
struct RankTexts {
    /// 1 for each file of the set.
    ones: [u64; 256],
    /// The digit of each run of files that are not in the set, in the place of its first file.
    digits: [u64; 256],
}

static RANKS: RankTexts = rank_texts();

const fn rank_texts() -> RankTexts {
    let mut texts = RankTexts { ones: [0; 256], digits: [0; 256] };
    let mut set = 0;
    while set < 256 {
        let (mut file, mut empty) = (8, 0);
        while file > 0 {
            file -= 1;
            if set >> file & 1 == 1 {
                texts.ones[set] |= 1 << (8 * file);
                empty = 0;
            } else {
                empty += 1;
                if file == 0 || set >> (file - 1) & 1 == 1 {
                    texts.digits[set] |= (b'0' as u64 + empty) << (8 * file);
                }
            }
        }
        set += 1;
    }
    texts
}

/// The text of a FEN, stored without heap allocation.
#[derive(Clone, Copy)]
pub struct FenText {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl fmt::Display for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FenText {
    /// Its bytes, which are ASCII.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[self.len % CAPACITY] = byte;
        self.len += 1;
    }

    fn push_square(&mut self, square: Square) {
        self.push(square.file().letter() as u8);
        self.push(square.rank().digit() as u8);
    }

    fn push_number(&mut self, number: u32) {
        if number >= 10 {
            self.push_number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }
}

impl Position {
    /// The FEN of this position: castling rights as `KQkq` where that is clear, an en passant square only if a capture is legal.
    pub fn to_fen(&self) -> String {
        self.to_fen_with(FenStyle::default())
    }

    /// The FEN of this position.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{CastlingStyle, FenStyle, Position};
    ///
    /// let mut position = Position::initial();
    /// position.play_san("d4")?;
    /// let style = FenStyle { castling: CastlingStyle::Shredder, ..FenStyle::default() };
    /// assert_eq!(position.to_fen_with(style), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b HAha - 0 1");
    /// assert_eq!(position.to_fen_with(FenStyle::PGN), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1");
    /// # Ok::<_, adoube::MoveError>(())
    /// ```
    pub fn to_fen_with(&self, style: FenStyle) -> String {
        self.fen_text(style).as_str().to_owned()
    }

    /// Writes the FEN of this position.
    pub fn write_fen(&self, out: &mut impl Write, style: FenStyle) -> fmt::Result {
        out.write_str(self.fen_text(style).as_str())
    }

    /// Writes the first four fields, which are all but the counters; an EPD has only these (PGN 16.2.3).
    pub(crate) fn write_fen_fields(&self, out: &mut impl Write, style: FenStyle) -> fmt::Result {
        out.write_str(self.fen_fields(style).as_str())
    }

    /// The FEN of this position, without heap allocation.
    pub(crate) fn fen_text(&self, style: FenStyle) -> FenText {
        let mut text = self.fen_fields(style);
        for counter in [self.halfmove_clock, self.fullmove_number] {
            text.push(b' ');
            text.push_number(counter);
        }
        text
    }

    pub(crate) fn fen_fields(&self, style: FenStyle) -> FenText {
        let mut text = FenText { bytes: [0; CAPACITY], len: 0 };
        self.push_placement(&mut text);
        for byte in [b' ', if self.turn == Color::White { b'w' } else { b'b' }, b' '] {
            text.push(byte);
        }
        self.push_castling(&mut text, style.castling);
        text.push(b' ');
        let en_passant = match style.en_passant {
            EnPassantMode::Always => self.en_passant(),
            EnPassantMode::Legal => self.legal_en_passant(),
        };
        match en_passant {
            Some(square) => text.push_square(square),
            None => text.push(b'-'),
        }
        text
    }

    /// Adds the pieces. No branch depends on their squares, which would often be mispredicted.
    fn push_placement(&self, text: &mut FenText) {
        // In a register: the stores to the bytes might change a length in memory.
        let mut len = text.len;
        for rank in (0..8).rev() {
            let files = |set: Bitboard| (set.0 >> (8 * rank)) as usize & 0xff;
            let mut squares = RANKS.digits[files(self.occupied())];
            for (kind, letter) in PieceType::ALL.into_iter().zip(LETTERS) {
                squares += RANKS.ones[files(self.by_type(kind))] * letter;
            }
            squares += RANKS.ones[files(self.by_color(Color::Black))] * LOWERCASE;
            for byte in squares.to_le_bytes() {
                text.bytes[len % CAPACITY] = byte;
                len += usize::from(byte != 0);
            }
            text.bytes[len % CAPACITY] = b'/';
            len += usize::from(rank > 0);
        }
        text.len = len;
    }

    fn push_castling(&self, text: &mut FenText, style: CastlingStyle) {
        if self.castling.is_empty() {
            return text.push(b'-');
        }
        for color in Color::BOTH {
            let mut rooks = self.castling & Bitboard::of_rank(color.back_rank());
            while let Some(rook) = rooks.last() {
                rooks ^= rook.into();
                let letter = match style {
                    CastlingStyle::XFen => self.x_fen_letter(color, rook),
                    CastlingStyle::Shredder => rook.file().letter(),
                } as u8;
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }

    /// `k` or `q` if that is how a reader finds this square, else its file.
    fn x_fen_letter(&self, color: Color, rook: Square) -> char {
        match CastlingSide::BOTH.into_iter().find(|&side| self.outermost_rook(color, side) == rook) {
            Some(CastlingSide::King) => 'k',
            Some(CastlingSide::Queen) => 'q',
            None => rook.file().letter(),
        }
    }

    /// The rook farthest from the king on that side of the back rank; the corner without a king or rook there, which only
    /// the setups of a FEN can have.
    fn outermost_rook(&self, color: Color, side: CastlingSide) -> Square {
        let rank = Bitboard::of_rank(color.back_rank());
        let [rooks, kings] = [PieceType::Rook, PieceType::King].map(|kind| self.pieces(color, kind) & rank);
        let (corner, rook) = match side {
            CastlingSide::King => (7, rooks.last().filter(|rook| kings.last().is_some_and(|king| king < *rook))),
            CastlingSide::Queen => (0, rooks.first().filter(|rook| kings.first().is_some_and(|king| *rook < king))),
        };
        rook.unwrap_or(Square::new(File::from_index(corner), color.back_rank()))
    }
}

impl Setup {
    /// The FEN of this setup, playable or not.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }
}

/// The setup as a FEN, playable or not.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.unchecked().fmt(f)
    }
}
