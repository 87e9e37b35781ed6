//! The set of departures of a readable move from SAN, and the error for text that is not a move in any spelling.

use std::fmt;
use std::ops::{BitOr, BitOrAssign, Range};

/// A set of departures from the spelling of PGN 8.2.3; empty for canonical SAN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Deviations(u32);

macro_rules! forms {
    ($($(#[$doc:meta])+ $name:ident = $bit:literal, $text:literal;)+) => {
        impl Deviations {
            $($(#[$doc])+ pub const $name: Self = Self(1 << $bit);)+

            /// Each form with its name in kebab-case.
            pub const ALL: &'static [(Self, &'static str)] = &[$((Self::$name, $text)),+];
        }
    };
}

forms! {
    /// Castling with zeros: `0-0`.
    ZERO_CASTLING = 0, "zero-castling";
    /// Castling with small letters: `o-o`.
    LOWER_CASTLING = 1, "lower-castling";
    /// Castling without all its hyphens: `OO`.
    GLUED_CASTLING = 2, "glued-castling";
    /// A typographic dash instead of a hyphen: `O–O`, `e2—e4`.
    TYPOGRAPHIC_DASH = 3, "typographic-dash";
    /// Long algebraic notation: `e2-e4`, `Ng1-f3`, `e4xd5`.
    LONG_ALGEBRAIC = 4, "long-algebraic";
    /// Only two squares, as in UCI: `g1f3`.
    UCI_MOVE = 5, "uci-move";
    /// A promotion without its `=`: `e8Q`.
    PROMOTION_NO_EQUALS = 6, "promotion-no-equals";
    /// A promotion in parentheses: `e8(Q)`.
    PROMOTION_PARENTHESES = 7, "promotion-parentheses";
    /// A promotion after a slash: `e8/Q`.
    PROMOTION_SLASH = 8, "promotion-slash";
    /// A promotion with a small letter: `e8=q`.
    PROMOTION_LOWER = 9, "promotion-lower";
    /// A colon as the capture sign: `e:d5`, `ed5:`.
    COLON_CAPTURE = 10, "colon-capture";
    /// A capture sign other than `x` or a colon: `eXd5`, `e*d5`, `e×d5`.
    CAPTURE_SIGN = 11, "capture-sign";
    /// A hyphen after less than a full square: `N-f3`, `e-d5`.
    HYPHEN = 12, "hyphen";
    /// En passant written out: `exd6e.p.`.
    EN_PASSANT_SUFFIX = 13, "en-passant-suffix";
    /// Two plus signs: `Qh5++`.
    DOUBLE_PLUS = 14, "double-plus";
    /// A mate suffix other than `#`: `Qh4mate`, `Qh4##`, `Qh4≠`.
    MATE_WORD = 15, "mate-word";
    /// A check suffix other than `+`: `Qh5ch`, `Qh5†`.
    CHECK_WORD = 16, "check-word";
    /// A letter for the pawn: `Pe4`.
    PAWN_LETTER = 17, "pawn-letter";
    /// A small letter for a piece: `nf3`.
    LOWER_PIECE = 18, "lower-piece";
    /// A figurine: `♘f3`.
    FIGURINE = 19, "figurine";
    /// A lookalike or invisible character: Cyrillic, Greek, full-width, zero-width.
    LOOKALIKE = 20, "lookalike";
    /// Localized piece letters (PGN 17): `Sf3`.
    LOCALIZED = 21, "localized";
    /// An assessment attached to the move: `Nf3+-`, `Nf3=`.
    ASSESSMENT = 22, "assessment";
    /// Castling written as a move of the king: `Kg1`, `e1g1`. Only the board shows it.
    KING_MOVE_CASTLING = 23, "king-move-castling";
    /// A null move, which SAN does not have: `--`, `Z0`.
    NULL_MOVE = 24, "null-move";
    /// A capture that gives only the file of the target: `ed`, `exd`.
    TARGET_FILE = 25, "target-file";
    /// Squares as numbers, as in correspondence chess: `5254`.
    NUMERIC = 26, "numeric";
    /// A promotion after the check suffix: `e8+=Q`.
    PROMOTION_AFTER_CHECK = 27, "promotion-after-check";
    /// A promotion after another sign, or with the name of the piece: `e8-Q`, `e8=+Q`, `e8=Queen`.
    PROMOTION_SIGN = 28, "promotion-sign";
    /// A pawn capture without the file of the pawn: `xd5`. Only the board shows it.
    CAPTURE_NO_FILE = 29, "capture-no-file";
}

impl Deviations {
    /// The empty set: canonical SAN.
    pub const NONE: Self = Self(0);

    /// All departures of a promotion.
    pub const PROMOTIONS: Self = Self(
        Self::PROMOTION_NO_EQUALS.0
            | Self::PROMOTION_PARENTHESES.0
            | Self::PROMOTION_SLASH.0
            | Self::PROMOTION_LOWER.0
            | Self::PROMOTION_AFTER_CHECK.0
            | Self::PROMOTION_SIGN.0,
    );

    /// Whether there is no departure from SAN.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every form of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// This set without the forms of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The single forms in the set, each with its name.
    pub fn names(self) -> impl Iterator<Item = (Self, &'static str)> {
        Self::ALL.iter().copied().filter(move |(form, _)| self.contains(*form))
    }
}

impl BitOr for Deviations {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Deviations {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The names in the set: `{"zero-castling", "check-word"}`.
impl fmt::Debug for Deviations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names().map(|(_, name)| name)).finish()
    }
}

// The error for text that is not a move in any spelling.

/// Text that cannot be parsed as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SanError {
    /// The byte range of the error in the text; empty, at its end, if something is missing.
    pub range: Range<usize>,
    /// What is wrong in that range.
    pub kind: SanErrorKind,
}

/// The kinds of errors in the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SanErrorKind {
    /// The text is empty.
    Empty,
    /// The text is longer than any move.
    TooLong,
    /// Invalid UTF-8.
    Encoding,
    /// A character that does not occur in moves.
    Character,
    /// A capital letter that is not a piece letter of the language.
    PieceLetter,
    /// The target is missing.
    NoTarget,
    /// Unknown text after the move.
    Trailing,
}

impl fmt::Display for SanErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the move is empty",
            Self::TooLong => "too long for a move",
            Self::Encoding => "invalid UTF-8",
            Self::Character => "this character does not occur in moves",
            Self::PieceLetter => "this is not a piece letter",
            Self::NoTarget => "the target square is missing",
            Self::Trailing => "unexpected text after the move",
        })
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for SanError {}
