//! [`Position`] and [`Setup`] to text.

use std::fmt::{self, Write};

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, Kind};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::setup::Setup;
use crate::chess::square::{File, Rank, Square};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CastlingStyle {
    /// `KQkq` for the outermost rooks, a file letter for an inner one. Standard FEN for standard chess.
    #[default]
    XFen,
    /// The rooks' file letters, `HAha`.
    Shredder,
}

/// When the en passant square is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum EnPassantMode {
    /// After every double step, as PGN 16.1.3.4 wants it.
    #[default]
    Always,
    /// Only if a capture is fully legal.
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

impl Position {
    /// The FEN of this position in the style of the PGN standard.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.to_fen_with(FenStyle::default())
    }

    /// The FEN of this position.
    #[must_use]
    pub fn to_fen_with(&self, style: FenStyle) -> String {
        let mut text = String::with_capacity(92);
        // A String takes everything.
        let _ = self.write_fen(&mut text, style);
        text
    }

    /// Writes the FEN of this position.
    pub fn write_fen(&self, out: &mut impl Write, style: FenStyle) -> fmt::Result {
        self.write_fen_fields(out, style)?;
        write!(out, " {} {}", self.halfmove_clock, self.fullmove_number)
    }

    /// Writes the first four fields, which say everything but the counters; an EPD has no others (PGN 16.2.3).
    pub fn write_fen_fields(&self, out: &mut impl Write, style: FenStyle) -> fmt::Result {
        self.write_placement(out)?;
        out.write_str(match self.turn {
            Color::White => " w ",
            Color::Black => " b ",
        })?;
        self.write_castling(out, style.castling)?;
        let en_passant = match style.en_passant {
            EnPassantMode::Always => self.en_passant(),
            EnPassantMode::Legal => self.legal_en_passant(),
        };
        match en_passant {
            Some(square) => write!(out, " {square}"),
            None => out.write_str(" -"),
        }
    }

    fn write_placement(&self, out: &mut impl Write) -> fmt::Result {
        for rank in Rank::all().rev() {
            let mut next_file = 0;
            for square in self.occupied() & Bitboard::of_rank(rank) {
                write_vacant(out, square.file().index() - next_file)?;
                next_file = square.file().index() + 1;
                if let Some(man) = self.piece_at(square) {
                    out.write_char(man.fen_letter())?;
                }
            }
            write_vacant(out, 8 - next_file)?;
            if rank.index() > 0 {
                out.write_char('/')?;
            }
        }
        Ok(())
    }

    fn write_castling(&self, out: &mut impl Write, style: CastlingStyle) -> fmt::Result {
        if self.castling.is_empty() {
            return out.write_char('-');
        }
        for color in Color::BOTH {
            for file in File::all().rev() {
                let rook = Square::new(file, color.back_rank());
                if self.castling.contains(rook) {
                    let letter = match style {
                        CastlingStyle::XFen => self.x_fen_letter(color, rook),
                        CastlingStyle::Shredder => file.letter(),
                    };
                    out.write_char(if color == Color::White { letter.to_ascii_uppercase() } else { letter })?;
                }
            }
        }
        Ok(())
    }

    /// `k` or `q` if no own rook stands farther out on that side, else the rook's file.
    fn x_fen_letter(&self, color: Color, rook: Square) -> char {
        let side = CastlingSide::of(self.king(color), rook);
        let rooks = self.pieces(color, Kind::Rook) & Bitboard::of_rank(color.back_rank());
        let has_rook_behind = rooks.into_iter().any(|other| match side {
            CastlingSide::King => other > rook,
            CastlingSide::Queen => other < rook,
        });
        match side {
            _ if has_rook_behind => rook.file().letter(),
            CastlingSide::King => 'k',
            CastlingSide::Queen => 'q',
        }
    }
}

impl Setup {
    /// The FEN of this set-up, be it playable or not.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.unchecked().to_fen()
    }
}

fn write_vacant(out: &mut impl Write, squares: usize) -> fmt::Result {
    if squares == 0 { Ok(()) } else { write!(out, "{squares}") }
}
