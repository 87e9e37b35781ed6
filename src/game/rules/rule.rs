//! The enum of rules.

use std::fmt;

use super::{Family, RULES, RuleInfo, Severity};

/// A rule of `adoube validate`, in the order of the table in `docs/rules.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Rule {
    /// S101: a comment opened with `{` is never closed.
    UnclosedComment,
    /// S102: text outside any game.
    StrayText,
    /// S103: a game begins in the middle of a line or of a tag: two games were spliced.
    SplicedGame,
    /// S104: the file ends in the middle of a move, a tag or a variation.
    TruncatedGame,
    /// S105: the file contains no game.
    NoGames,
    /// S106: the file is UTF-16.
    Utf16,
    /// S107: the file is not UTF-8 and is read as Windows-1252.
    NotUtf8,
    /// S108: a UTF-8 byte order mark opens the file.
    ByteOrderMark,
    /// S109: a byte order mark in the middle of the file.
    StrayByteOrderMark,
    /// S110: a control character that PGN does not allow.
    ControlCharacter,
    /// S111: lines end with a carriage return alone.
    BareCarriageReturn,
    /// S112: a no-break or other non-ASCII space separates tokens.
    UnusualWhiteSpace,
    /// S113: a line is longer than the format allows.
    LongLine,
    /// S114: a blank line inside the movetext.
    BlankLineInMovetext,
    /// S115: no blank line between tags and movetext, or between two games.
    MissingBlankLine,
    /// S116: an unrecognized token.
    UnknownToken,
    /// S117: a `}` closes no comment.
    StrayBrace,
    /// S118: a reserved token.
    ReservedToken,
    /// S120: a tag pair inside the movetext.
    StrayTag,
    /// S121: more than 1,000,000 plies, 1,000 nested variations, or 16 MB of text or of names of unknown tags.
    BeyondLimits,
    /// T101: one of the seven roster tags is missing.
    MissingRosterTag,
    /// T102: the same tag occurs twice with the same value.
    DuplicateTag,
    /// T103: the same tag occurs twice with different values.
    ConflictingTags,
    /// T104: a quotation mark inside a value has no backslash.
    UnescapedQuote,
    /// T105: a tag lacks its `]`.
    UnclosedTag,
    /// T106: a tag value lacks its closing quotation mark.
    UnclosedValue,
    /// T107: a tag value without plain quotation marks.
    UnquotedValue,
    /// T108: a tag value spans lines.
    MultiLineValue,
    /// T109: a tag lacks its `[`.
    UnopenedTag,
    /// T110: a line starts with `[` but is not a tag pair.
    MalformedTag,
    /// T111: a tag name has a character other than a letter, a digit or an underscore.
    TagName,
    /// T112: a standard tag name has the wrong capitalization.
    LowerCaseTag,
    /// T113: a tag value is empty.
    EmptyValue,
    /// T114: a tab or a line break in a tag value.
    ControlInValue,
    /// T115: a tag value is longer than 255 characters.
    LongValue,
    /// T116: a date is not YYYY.MM.DD, or there is no such day.
    BadDate,
    /// T117: a time of day is not HH:MM:SS.
    BadTime,
    /// T118: a rating is not a number from 0 to 4999.
    BadElo,
    /// T119: an ECO code is not a letter A to E and two digits.
    BadEco,
    /// T120: a time control has none of the six forms.
    BadTimeControl,
    /// T121: PlyCount is not the number of plies of the game.
    WrongPlyCount,
    /// T122: a Termination that no known program or standard uses.
    UnknownTermination,
    /// T123: a round is not a number, numbers joined by dots, `?` or `-`.
    BadRound,
    /// T124: the roster tags are not first, or not in their order.
    TagOrder,
    /// T125: a tag is not laid out as one `[Name "value"]` a line.
    TagLayout,
    /// T126: other text follows a tag on its line.
    TrailingTextAfterTag,
    /// T127: SetUp or PlyCount is not a number that it can be.
    BadNumber,
    /// T128: a backslash in a value escapes neither a quotation mark nor a backslash.
    StrayBackslash,
    /// F101: the FEN cannot be read.
    MalformedFen,
    /// F102: the FEN describes a position from which chess cannot be played.
    UnplayablePosition,
    /// F103: a FEN without the tag SetUp "1".
    FenWithoutSetup,
    /// F104: SetUp "1" without a FEN.
    SetupWithoutFen,
    /// F105: SetUp "0" with a FEN.
    SetupContradictsFen,
    /// F106: fields at the end of the FEN are missing.
    IncompleteFen,
    /// F107: the en passant square of the FEN is impossible.
    ImpossibleEnPassant,
    /// F108: a castling right without its king and rook in place.
    ImpossibleCastling,
    /// F109: the FEN is readable, but not in standard form.
    FenSpelling,
    /// F110: the clock or the move number of the FEN is impossible.
    FenCounters,
    /// F111: a Chess960 game without a FEN.
    Chess960WithoutFen,
    /// F112: the game is of another chess variant: read, not checked.
    VariantNotChecked,
    /// F113: the castling field has another order or with needless file letters.
    CastlingNotation,
    /// F114: more promoted pieces than missing pawns.
    TooManyPromotions,
    /// F115: no legal last move leads to the position.
    NoLastMove,
    /// F116: the pawns cannot have come to their squares.
    ImpossiblePawns,
    /// F117: a bishop cannot have come to its square.
    ImpossibleBishop,
    /// F118: no game without captures and pawn moves reaches the position.
    ImpossibleParity,
    /// F119: the promotions take more captures than pieces are missing.
    PromotionsWithoutCaptures,
    /// F120: the initial position was set up incorrectly.
    IncorrectInitialPosition,
    /// F121: an EPD operation names a move that is not legal.
    IllegalOperationMove,
    /// F122: an EPD operation does not have the operands of the standard.
    MalformedOperation,
    /// F123: no initial position has these castling rights.
    ContradictoryCastling,
    /// F124: the FEN is the position after the last move.
    FenOfLastPosition,
    /// F125: no capture can use the en passant square.
    IdleEnPassant,
    /// F126: the game is over in the position.
    PositionOver,
    /// F127: the position occurs earlier in the file.
    DoubledPosition,
    /// M101: the move is illegal.
    IllegalMove,
    /// M102: two or more legal moves fit.
    AmbiguousMove,
    /// M103: a move after checkmate or stalemate.
    MoveAfterEnd,
    /// M104: a pawn reaches the last rank and no piece is named.
    PromotionPieceMissing,
    /// M105: a null move in the main line.
    NullMove,
    /// M106: moves are missing between two that are there.
    MissingMove,
    /// M107: the kings were put in the center to show the result: no moves.
    KingsToCenter,
    /// M108: a piece is dropped on the board: chess has no drops.
    Drop,
    /// M109: the game went on after it had ended in a draw.
    MoveAfterDraw,
    /// M110: piece letters of another language.
    LocalizedLetters,
    /// M111: a move in a variation is illegal, ambiguous or unreadable.
    IllegalInVariation,
    /// N101: a move number is not the number of the move.
    WrongMoveNumber,
    /// N102: the dots after the number indicate the other side.
    WrongNumberDots,
    /// N103: the first move number is not that of the FEN.
    WrongFirstNumber,
    /// N104: tokens run together without a space.
    NumberGlued,
    /// N105: a check or checkmate lacks its suffix.
    MissingCheckSuffix,
    /// N106: `+` or `#` contradicts the board.
    WrongCheckSuffix,
    /// N107: the file, rank or square of departure is not needed.
    NeedlessDisambiguation,
    /// N108: a capture is written without `x`.
    MissingCaptureSymbol,
    /// N109: `x` without a capture.
    WrongCaptureSymbol,
    /// N110: castling is not written `O-O` or `O-O-O` with capital letters O.
    CastlingSpelling,
    /// N111: a move in long algebraic notation.
    LongAlgebraic,
    /// N112: a move in the notation of the UCI protocol.
    UciMove,
    /// N113: a promotion is not written with `=` and a capital letter.
    PromotionSpelling,
    /// N114: a capture is written with a colon.
    CaptureSpelling,
    /// N115: `e.p.` after a capture en passant.
    EnPassantSuffix,
    /// N116: check or mate is written in another way.
    CheckSpelling,
    /// N117: a pawn move with the letter P.
    PawnLetter,
    /// N118: a lower-case piece letter.
    LowerCasePiece,
    /// N119: a figurine instead of a piece letter.
    Figurine,
    /// N120: a character that only looks like the right one.
    LookalikeCharacter,
    /// N121: a move suffix that is not one of the six.
    BadSuffix,
    /// N122: an evaluation symbol instead of a NAG.
    NagAsSymbol,
    /// N123: a NAG that is not `$` and a number from 0 to 255.
    BadNag,
    /// N125: the numbers are not laid out as in export format.
    ExportNumbering,
    /// N126: white space splits a move.
    SplitMove,
    /// N127: a promotion follows a sign that few programs know, or a piece is named in full.
    PromotionSign,
    /// C101: a clock command cannot be read.
    MalformedClock,
    /// C102: an evaluation command cannot be read.
    MalformedEval,
    /// C103: a colored square or arrow cannot be read.
    MalformedShapes,
    /// C104: a command in a comment lacks its `]`.
    UnclosedCommand,
    /// C105: a `{` inside a comment: comments do not nest.
    NestedComment,
    /// C106: a player has more time than after the last move plus the increment.
    ClockIncrease,
    /// C107: a command that adoube does not know.
    UnknownCommand,
    /// C108: a clock shows more than the time control gives.
    ClockBeyondControl,
    /// C109: more than an hour passed before a player's first move.
    LateFirstMove,
    /// C110: a comment to the end of the line hides moves of the game.
    MovesInLineComment,
    /// V101: a variation is not closed before the game ends.
    UnclosedVariation,
    /// V102: a `)` closes no variation.
    StrayParenthesis,
    /// V103: a variation without a move.
    EmptyVariation,
    /// V104: a variation before the first move has no move to replace.
    VariationBeforeMove,
    /// V105: a result inside a variation.
    ResultInVariation,
    /// R101: the Result tag and the termination marker differ.
    ResultMismatch,
    /// R102: the movetext has no termination marker.
    MissingResult,
    /// R103: the termination marker has a nonstandard form.
    NonstandardResult,
    /// R104: the Result tag is none of the four results.
    BadResultTag,
    /// R105: the result contradicts the final position.
    ResultContradictsBoard,
    /// R106: the result is `*`, but the board shows the end.
    ResultUnknownButEnded,
    /// R107: more than one termination marker.
    SeveralResults,
    /// R108: text follows the termination marker.
    MovesAfterResult,
    /// R109: a decisive result although the game had ended in a draw.
    DecisiveAfterDraw,
    /// R110: a win on time without mating material.
    FlagWithoutMaterial,
    /// R111: a game with neither moves nor a result.
    EmptyGame,
    /// R112: no termination marker, but a comment states a result.
    ResultOnlyInComment,
    /// R113: a position occurred for the third time.
    ThreefoldClaim,
    /// R114: fifty moves by each side without a capture or a pawn move.
    FiftyMoveClaim,
    /// R115: a draw on time although both players can mate.
    FlagDrawWinnable,
    /// R116: a resignation to a player who cannot mate.
    ResignationUnwinnable,
    /// R117: the Termination tag contradicts the board.
    TerminationContradictsBoard,
    /// R118: the winner on time has the move, and no time left.
    WrongFlag,
    /// R119: the last move puts a king on the square by which an electronic board records the result.
    KingArtifact,
    /// R120: a draw was agreed before both players had moved.
    EarlyAgreement,
    /// R121: the game has a result but no moves.
    NoMoves,
    /// R122: a threefold repetition could be claimed with an intended move.
    ThreefoldClaimIntended,
    /// R123: fifty moves could be claimed with an intended move.
    FiftyMoveClaimIntended,
    /// R124: the loser could have claimed a draw.
    UnclaimedDraw,
    /// R125: the last move missed a mate in one.
    MissedMate,
    /// R126: whether a side can still mate was not decided.
    UndecidedMate,
    /// E101: a field of a tournament report cannot be read.
    MalformedRecord,
    /// E102: a line of a tournament report has an unknown identifier.
    UnknownRecord,
    /// E103: a record occurs twice in a tournament report.
    RepeatedRecord,
    /// E104: two players have the same starting rank number.
    RepeatedNumber,
    /// E105: a player is twice in a tournament report.
    RepeatedPlayer,
    /// E106: a number in a tournament report names nobody.
    UnknownPlayer,
    /// E107: two players of a tournament report disagree on who met whom.
    OpponentsDisagree,
    /// E108: the two players of a game have results that exclude each other.
    ResultsDisagree,
    /// E109: the two players of a game have the same color.
    ColorsDisagree,
    /// E110: a result of a game without an opponent, or a bye with one.
    ResultWithoutGame,
    /// E111: points in a tournament report differ from the results.
    PointsMismatch,
    /// E112: ranks in a tournament report contradict the points.
    RankMismatch,
    /// E113: a count in a tournament report differs from its records.
    CountMismatch,
    /// E114: rounds of a tournament report are missing, or more than it states.
    RoundMismatch,
    /// E115: a game of a finished round has no result.
    OpenResult,
    /// E116: dates of a tournament report are out of order.
    DateMismatch,
    /// E117: players and teams of a tournament report contradict each other.
    TeamMismatch,
}

impl Rule {
    /// Its row in the table.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Rule, Severity};
    ///
    /// let info = Rule::IllegalMove.info();
    /// assert_eq!((info.code, info.name, info.severity), ("M101", "illegal-move", Severity::Error));
    /// ```
    pub fn info(self) -> &'static RuleInfo {
        &RULES[self as usize]
    }

    /// Its code, such as `M101`.
    pub fn code(self) -> &'static str {
        self.info().code
    }

    /// Its name, such as `illegal-move`.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Its default severity.
    pub fn severity(self) -> Severity {
        self.info().severity
    }

    /// Its family.
    pub fn family(self) -> Family {
        let letter = self.info().code.as_bytes()[0];
        Family::ALL.into_iter().find(|family| family.letter() as u8 == letter).unwrap_or(Family::Structure)
    }

    /// The rule with this code, in any case.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Rule;
    ///
    /// assert_eq!(Rule::from_code("m101"), Some(Rule::IllegalMove));
    /// assert_eq!(Rule::from_code("M999"), None);
    /// ```
    pub fn from_code(code: &str) -> Option<Self> {
        RULES.iter().find(|row| row.code.eq_ignore_ascii_case(code)).map(|row| row.rule)
    }

    /// The rule with this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        RULES.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.rule)
    }

    /// All rules, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        RULES.iter().map(|row| row.rule)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}
