//! Colors and kinds of pieces.

use std::fmt::{self, Write as _};

/// The color of a piece, or the side that plays with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first (Laws 1.2).
    White = 0,
    /// The side that moves second.
    Black = 1,
}

/// The kind of a piece, pawns included. The order is that of the bitboards in a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceType {
    /// Laws 3.7.
    Pawn = 0,
    /// Laws 3.6.
    Knight = 1,
    /// Laws 3.2.
    Bishop = 2,
    /// Laws 3.3.
    Rook = 3,
    /// Laws 3.4.
    Queen = 4,
    /// Laws 3.8.
    King = 5,
}

/// A piece: its color and its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The side that it belongs to.
    pub color: Color,
    /// Its kind.
    pub kind: PieceType,
}

impl Color {
    /// Both colors, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The index for arrays: 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent's color.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl PieceType {
    /// All six kinds, in the order of their indices.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The index for arrays, 0 for the pawn to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index; a king for any index above 4.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        match index {
            0 => Self::Pawn,
            1 => Self::Knight,
            2 => Self::Bishop,
            3 => Self::Rook,
            4 => Self::Queen,
            _ => Self::King,
        }
    }

    /// Whether a pawn may be promoted to this kind (Laws 3.7.3.3).
    #[inline]
    pub const fn is_promotion(self) -> bool {
        matches!(self, Self::Knight | Self::Bishop | Self::Rook | Self::Queen)
    }

    /// The piece of this kind and color.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Color, PieceType, Position, Square};
    ///
    /// assert_eq!(Position::initial().piece_at(Square::G8), Some(PieceType::Knight.of(Color::Black)));
    /// ```
    #[inline]
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, kind: self }
    }

    /// Its upper-case English letter, as FEN and SAN write it: `P N B R Q K` (PGN 8.2.3.2).
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Reads an upper-case English letter.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'P' => Some(Self::Pawn),
            b'N' => Some(Self::Knight),
            b'B' => Some(Self::Bishop),
            b'R' => Some(Self::Rook),
            b'Q' => Some(Self::Queen),
            b'K' => Some(Self::King),
            _ => None,
        }
    }
}

impl Piece {
    /// Its FEN letter: upper case for White, lower case for Black.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Color, PieceType};
    ///
    /// assert_eq!(PieceType::Knight.of(Color::Black).fen_letter(), 'n');
    /// ```
    pub const fn fen_letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter(),
            Color::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter.
    pub const fn from_fen_letter(letter: u8) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(letter.to_ascii_uppercase()) {
            Some(kind) => Some(Self { color, kind }),
            None => None,
        }
    }
}

/// `White` or `Black`, capitalized as in a sentence.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// The FEN letter: `N` is a white knight, `n` a black one.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.fen_letter())
    }
}

/// The English name in lower case: `knight`.
impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}
