//! The known differences between pgn-reader and adoube.

use std::fmt;

use shakmaty::san::SanPlus;

use crate::game::finding::Finding;
use crate::game::rules::Rule;

/// A property of a game on which two readings can disagree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReadingPoint {
    /// Whether the main line can be played to its end.
    Legality,
    /// The number of plies played.
    Length,
    Position,
    /// The termination marker.
    Result,
}

/// The condition under which a finding of adoube makes a difference to pgn-reader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// Always, or the condition cannot be determined.
    Found,
    /// If pgn-reader cannot read the token as SAN.
    Unread,
}

/// A kind of finding that makes pgn-reader read a game differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownReason {
    pub rule: Rule,
    /// When the finding matters to pgn-reader.
    pub when: Occasion,
    /// The points on which it can cause a disagreement.
    pub explains: &'static [ReadingPoint],
    /// The behavior of pgn-reader, as a clause.
    pub why: &'static str,
    /// A game on which the two disagree for this reason.
    pub example: &'static str,
}

/// All points: the text that pgn-reader drops or cuts off may contain moves.
const ALL: &[ReadingPoint] =
    &[ReadingPoint::Legality, ReadingPoint::Length, ReadingPoint::Position, ReadingPoint::Result];

/// The termination marker only.
const RESULT: &[ReadingPoint] = &[ReadingPoint::Result];

/// The reasons, in the order of the rules.
#[rustfmt::skip]
pub static REASONS: &[KnownReason] = &[
    row(Rule::UnclosedComment, ALL, "it gives up on a comment that is never closed", "1. e4 {so"),
    row(Rule::StrayText, ALL, "it reads text between games as movetext", "A -- B\n\n[White \"A\"]\n\n1. d4 *"),
    row(Rule::SplicedGame, ALL, "it does not see that another game begins inside this one", "1. e4 e5 2. N[Event \"B\"]\n\n1. d4 *"),
    row(Rule::TruncatedGame, ALL, "it drops the word that was cut off", "1. e4 e5 2. N"),
    row(Rule::StrayByteOrderMark, ALL, "it drops the word that a byte order mark is part of", "1. e4 \u{feff}e5 2. Nf3 *"),
    row(Rule::ControlCharacter, ALL, "it drops the word that a control character is part of", "1. e4 e5\u{0} 2. Nf3 *"),
    row(Rule::BareCarriageReturn, ALL, "to it such a line does not end, and a `;` hides what follows", "1. e4 ;so\r1... e5 *"),
    row(Rule::UnusualWhiteSpace, ALL, "it takes only ASCII white space for white space, and drops the word", "1. e4\u{a0}e5 2. Nf3 *"),
    row(Rule::BlankLineInMovetext, ALL, "it ends the game there, and a variation with it", "1. e4 (d4\n\nd5) e5 *"),
    row(Rule::UnknownToken, ALL, "it drops a move with punctuation glued to it", "1. e4, e5 *"),
    row(Rule::StrayBrace, ALL, "it drops the word that begins with a stray brace", "1. e4 }e5 2. Nf3 *"),
    row(Rule::ReservedToken, ALL, "it drops the word that a reserved character is part of", "1. e4 <x>e5 2. Nf3 *"),
    row(Rule::ConflictingTags, ALL, "it takes the last of two FENs, we the first", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *"),
    row(Rule::UnescapedQuote, ALL, "it reads the rest of the tag as movetext", "[White \"A \" e4 \" B\"]\n\n1. d4 *"),
    row(Rule::UnclosedValue, ALL, "it takes the bracket for a part of the FEN", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1]\n\n1. e4 *"),
    row(Rule::UnquotedValue, ALL, "it drops the tag, and a FEN with it", "[FEN 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1]\n\n1. e4 *"),
    row(Rule::UnopenedTag, ALL, "it reads the tag as movetext, and a FEN with it", "FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *"),
    row(Rule::LowerCaseTag, ALL, "it knows a FEN only by its right name", "[fen \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]\n\n1. O-O *"),
    row(Rule::TagLayout, ALL, "it takes spaces for a part of the tag's name", "[FEN  \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *"),
    row(Rule::UnplayablePosition, ALL, "it plays from positions with more pieces or pawns than a game can have", "[FEN \"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1\"]\n\n1. e4 *"),
    row(Rule::ImpossibleEnPassant, ALL, "it refuses the whole FEN", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1\"]\n\n1. e4 *"),
    row(Rule::ImpossibleCastling, ALL, "it refuses the whole FEN", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w K - 0 1\"]\n\n1. e4 *"),
    row(Rule::FenSpelling, ALL, "it reads fewer spellings of a FEN", "[FEN \"startpos\"]\n\n1. e4 *"),
    row(Rule::FenCounters, &[ReadingPoint::Position], "it corrects counters that cannot be", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n1. e4 *"),
    unread(Rule::IllegalMove, "1. e4 be *"),
    unread(Rule::AmbiguousMove, "1. d4 d5 2. Nf3 a6 3. N-d2 *"),
    unread(Rule::MoveAfterEnd, "1. f3 e5 2. g4 Qh4# 3. a2-a3 *"),
    row(Rule::MissingMove, ALL, "it plays on where moves are missing", "1. e4 e5 3. Nf3 Nc6 4. Bb5 *"),
    row(Rule::NullMove, ALL, "it refuses null moves", "1. e4 -- 2. d4 *"),
    row(Rule::LocalizedLetters, ALL, "it knows the English letters only", "1. e4 e5 2. Sf3 Sc6 3. Lb5 *"),
    row(Rule::NumberGlued, ALL, "it drops moves that run together", "1. e4e5 2. Nf3 *"),
    row(Rule::MissingCaptureSymbol, ALL, "it takes a capture without `x` for another move", "1. e4 d5 2. ed5 *"),
    row(Rule::WrongCaptureSymbol, ALL, "it takes `x` for a capture", "1. e4 e5 2. Nxf3 *"),
    row(Rule::CastlingSpelling, ALL, "it reads castling only with capital letters O or zeros and hyphens", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. o-o *"),
    row(Rule::LongAlgebraic, ALL, "it reads no hyphen between squares", "1. e2-e4 *"),
    row(Rule::UciMove, ALL, "it reads neither captures nor promotions of UCI, nor numeric notation", "1. e2e4 d7d5 2. e4d5 *"),
    row(Rule::PromotionSpelling, ALL, "it reads a promotion only with `=`", "[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8Q+ *"),
    row(Rule::CaptureSpelling, ALL, "it reads a capture only with `x`", "1. e4 d5 2. e:d5 *"),
    row(Rule::EnPassantSuffix, ALL, "it drops a move with `e.p.` glued to it", "1. e4 a6 2. e5 d5 3. exd6e.p. *"),
    row(Rule::CheckSpelling, ALL, "it drops a move with more than one sign of check", "1. e4 f6 2. d4 g5 3. Qh5++ *"),
    row(Rule::LowerCasePiece, ALL, "it takes small letters for files", "1. e4 e5 2. nf3 *"),
    row(Rule::Figurine, ALL, "it knows the English letters only", "1. e4 e5 2. \u{2658}f3 *"),
    row(Rule::LookalikeCharacter, ALL, "it reads ASCII only", "1. \u{441}4 *"),
    row(Rule::NagAsSymbol, ALL, "it drops a move with an evaluation sign glued to it", "1. e4+- e5 *"),
    row(Rule::BadNag, ALL, "it drops a move glued to a NAG", "1. e4 $300e5 2. Nf3 *"),
    row(Rule::SplitMove, ALL, "it skips the letter of the piece, and plays what is left", "1. e4 e5 2. N f3 *"),
    row(Rule::PromotionSign, ALL, "it reads a promotion only with `=`", "[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8-Q+ *"),
    row(Rule::NestedComment, ALL, "what is left of the comment is words to it", "1. e4 {a {b} be} *"),
    row(Rule::UnclosedVariation, RESULT, "it skips to the end of the movetext", "1. e4 e5 (1... c5 1-0"),
    row(Rule::NonstandardResult, ALL, "it reads fewer spellings of a result, and `0-0` as castling", "1. e4 e5 1/2"),
    row(Rule::MovesAfterResult, ALL, "it plays on after the result", "1. e4 e5 1-0 2. Nf3"),
];

const fn row(rule: Rule, explains: &'static [ReadingPoint], why: &'static str, example: &'static str) -> KnownReason {
    KnownReason { rule, when: Occasion::Found, explains, why, example }
}

/// A token that is not a legal move to adoube, and not a SAN token to pgn-reader.
const fn unread(rule: Rule, example: &'static str) -> KnownReason {
    KnownReason { rule, when: Occasion::Unread, explains: ALL, why: "it drops the word, which it cannot read", example }
}

impl KnownReason {
    /// The reason why this finding leads to disagreement about `point`. `bytes` are those the game was read from.
    pub(super) fn find(finding: &Finding, bytes: &[u8], point: ReadingPoint) -> Option<&'static Self> {
        let reason = REASONS.iter().find(|reason| reason.rule == finding.rule)?;
        let applies = match reason.when {
            Occasion::Found => true,
            Occasion::Unread => bytes.get(finding.span.clone()).is_some_and(|word| SanPlus::from_ascii(word).is_err()),
        };
        (applies && reason.explains.contains(&point)).then_some(reason)
    }
}

impl fmt::Display for ReadingPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Legality => "legality",
            Self::Length => "number of moves",
            Self::Position => "final position",
            Self::Result => "result",
        })
    }
}
