//! The table of fixes: for which rules `adoube adjust` has one, what it edits, and what proves it.

use super::Rule;

named! {
    /// What a fix may change.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum Applicability: (Display) {
        /// Only how the game is written. Tags, positions, comments, NAGs and variations stay the same.
        Safe = "safe",
        /// What the game is; but the text can be read in one way only.
        Unsafe = "unsafe",
        /// Nothing: the text can be read in several ways, which are listed.
        Shown = "shown",
    }
}

/// A fix that a rule has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FixInfo {
    /// What it may change.
    pub applicability: Applicability,
    /// What it does, as a sentence.
    pub edit: &'static str,
    /// What must hold for it to be offered, and so proves it: one sentence or more.
    pub proof: &'static str,
}

/// A fix that changes only how the game is written.
const fn safe(edit: &'static str, proof: &'static str) -> FixInfo {
    FixInfo { applicability: Applicability::Safe, edit, proof }
}

/// A fix that changes what the game is.
const fn unsafe_fix(edit: &'static str, proof: &'static str) -> FixInfo {
    FixInfo { applicability: Applicability::Unsafe, edit, proof }
}

/// A fix that has several readings.
const fn shown(edit: &'static str, proof: &'static str) -> FixInfo {
    FixInfo { applicability: Applicability::Shown, edit, proof }
}

type Row = (&'static [Rule], FixInfo);

/// The fixes, those of a rule with the most applicable first; at most one of each kind.
#[rustfmt::skip]
const FIXES: &[Row] = &[
    (&[Rule::MissingCheckSuffix, Rule::WrongCheckSuffix, Rule::NeedlessDisambiguation, Rule::MissingCaptureSymbol,
       Rule::WrongCaptureSymbol, Rule::CastlingSpelling, Rule::LongAlgebraic, Rule::UciMove, Rule::PromotionSpelling,
       Rule::PromotionSign, Rule::CaptureSpelling, Rule::EnPassantSuffix, Rule::CheckSpelling, Rule::PawnLetter, Rule::LowerCasePiece,
       Rule::Figurine, Rule::LookalikeCharacter], safe(
        "Writes the move in SAN, without a word such as `mate` after it.",
        "Exactly one legal move fits the text, all moves before it were played, and the starting position is certain. A `#` at \
         the end of a game that does not end in checkmate is left: a move may be wrong.",
    )),
    (&[Rule::WrongMoveNumber], safe(
        "Writes the number of the move.",
        "Every move of the game and of its variations is legal, each wrong number has a dot, and the number after it is right.",
    )),
    (&[Rule::BadSuffix], safe(
        "Joins the suffix and its move.",
        "Only white space is between them.",
    )),
    (&[Rule::WrongMoveNumber], unsafe_fix(
        "Writes the numbers of the moves, with their dots.",
        "Every move of the game and of its variations is legal. But where wrong numbers go on, moves may be lost.",
    )),
    (&[Rule::WrongNumberDots], safe(
        "Writes one dot before White's move, three before Black's.",
        "Every move of the game and of its variations is legal, and the number is right.",
    )),
    (&[Rule::NumberGlued], safe(
        "Puts a space between the tokens.",
        "They are read as the same tokens as before.",
    )),
    (&[Rule::NonstandardResult], safe(
        "Writes `1-0`, `0-1` or `1/2-1/2`.",
        "The text states one of these results in another form, and ends the main line.",
    )),
    (&[Rule::BadResultTag], safe(
        "Writes one of the four results in the tag.",
        "The value states this result in another form, such as `1:0` or `1/2`, and the termination marker does not differ; or it \
         is only `?`, and the marker states the result.",
    )),
    (&[Rule::MissingResult, Rule::ResultOnlyInComment], safe(
        "Adds the result of the Result tag as the termination marker.",
        "Every move is legal, only closed comments and NAGs follow the last one, a comment with a result has that of the tag, no other tag says how the game ended, PlyCount is not another number, \
         and the text is not cut off: the next game or a line end follows.",
    )),
    (&[Rule::MissingRosterTag], safe(
        "Adds the missing tags of the Seven Tag Roster in their order: `?`, `????.??.??`, and the result of the termination \
         marker.",
        "The other tags are laid out as tag pairs, and the game states its result if the Result tag is missing.",
    )),
    (&[Rule::DuplicateTag], safe(
        "Deletes the second tag.",
        "Both have the same value, and the second is alone on its line.",
    )),
    (&[Rule::UnescapedQuote, Rule::UnclosedTag, Rule::UnclosedValue, Rule::UnquotedValue, Rule::MultiLineValue,
       Rule::TagLayout], safe(
        "Writes the tag pair as `[Name \"value\"]` on a line of its own.",
        "Name and value are read as before (a line end as one space). If the tag pair has an error, it is not FEN, SetUp or \
         Variant, and a Result is that of the termination marker. Without quotation marks, the name must be a known one.",
    )),
    (&[Rule::UnopenedTag], safe(
        "Writes the `[`.",
        "Name and value are read as before; the tag says nothing about the starting position, and no result but that of the \
         termination marker.",
    )),
    (&[Rule::TagOrder], safe(
        "Puts the tags of the Seven Tag Roster first, in their order; the others stay in theirs.",
        "Each tag is on a line of its own, and no tag occurs twice.",
    )),
    (&[Rule::IncompleteFen, Rule::FenSpelling, Rule::CastlingNotation], safe(
        "Writes the six fields of the FEN as the standard does.",
        "It is the same position. If fields are missing, the moves are legal, and no king and rook could castle without the \
         field of castling rights.",
    )),
    (&[Rule::ControlCharacter], safe(
        "Writes a space.",
        "The characters are between tokens behind the first move, every move is legal, and no number is wrong: they replaced no \
         move.",
    )),
    (&[Rule::NagAsSymbol], safe(
        "Writes the NAG.",
        "The symbol has one, and it follows a move.",
    )),
    (&[Rule::BadNag], safe(
        "Deletes the dot after the number.",
        "The NAG is read as before, and its last digits are not the number of the next move. All other bad NAGs have no fix: nobody knows which one was meant.",
    )),
    (&[Rule::ExportNumbering], safe(
        "Writes the numbers of export format.",
        "Every move of the game and of its variations is legal, the first number is that of the FEN, and no NAG is bad.",
    )),
    (&[Rule::SplitMove], safe(
        "Joins the parts, and writes the move in SAN.",
        "They are a legal move, no other reading is possible, and no letter is left over.",
    )),
    (&[Rule::SplitMove], shown(
        "Joins the parts, or leaves them.",
        "They are a legal move, but so is the last part alone.",
    )),
    (&[Rule::LowerCaseTag], safe(
        "Writes the name of the tag as the standard does.",
        "The game has no tag with that name.",
    )),
    (&[Rule::EmptyValue], safe(
        "Writes `?` or `????.??.??`.",
        "The tag is one of the Seven Tag Roster, in which these mean unknown.",
    )),
    (&[Rule::BadDate], safe(
        "Writes the date as `YYYY.MM.DD`.",
        "There is one reading: the year has four digits and is first, the day is above 12, or day and month are equal. A \
         month or day that is missing is written `??`.",
    )),
    (&[Rule::BadDate], shown(
        "Writes the date as `YYYY.MM.DD`.",
        "The year has four digits and is last: the day may be before or after the month.",
    )),
    (&[Rule::ResultMismatch, Rule::ResultContradictsBoard], unsafe_fix(
        "Writes the result that the board shows.",
        "All moves are legal, the last position is checkmate, stalemate or dead, and one of the two written results agrees with \
         it. Only the other one changes.",
    )),
    (&[Rule::ResultUnknownButEnded], unsafe_fix(
        "Writes the result that the board shows.",
        "All moves are legal, the last position is checkmate, stalemate or dead, and neither the tag nor the marker has a result \
         of PGN: they are `0-0` or the like.",
    )),
    (&[Rule::ResultMismatch, Rule::ResultContradictsBoard], shown(
        "Writes one result everywhere.",
        "The board shows no result, or none of the written ones. `*` never replaces a result.",
    )),
    (&[Rule::MoveAfterEnd], unsafe_fix(
        "Puts the moves after the end of the game into comments.",
        "All moves before them are legal, and then the side to move has no legal move. No text changes but for the braces.",
    )),
    (&[Rule::KingsToCenter], unsafe_fix(
        "Puts the moves of the kings into comments.",
        "They are illegal, are the last moves, and the squares of the kings state the result of the game (both light, both \
         dark, or one of each for a draw), in which tag and marker agree. No text changes but for the braces.",
    )),
    (&[Rule::KingArtifact, Rule::MoveAfterDraw], unsafe_fix(
        "Puts the moves after the end of the game into comments.",
        "All moves are legal; the position before these is dead, and the stated result a draw; or for R119, the game had ended. No \
         text changes but for the braces.",
    )),
    (&[Rule::KingsToCenter], shown(
        "Puts the moves of the kings into comments.",
        "They are the last moves, but the squares do not state the result of the game.",
    )),
    (&[Rule::KingArtifact, Rule::MoveAfterDraw], shown(
        "Leaves the moves as they are, or puts them into comments.",
        "They are legal and may have been played.",
    )),
    (&[Rule::AmbiguousMove], shown(
        "Writes one of the legal moves that the text may mean.",
        "Several legal moves fit the text.",
    )),
    (&[Rule::LocalizedLetters], unsafe_fix(
        "Writes the moves with English piece letters.",
        "Every move is legal, and all ways to read the game lead to the same moves: in English, in another language, or in both \
         by turns.",
    )),
    (&[Rule::WrongPlyCount], unsafe_fix(
        "Writes the number of plies.",
        "Every move is legal, the game has a termination marker, and the written number is lower: otherwise, moves may be lost.",
    )),
    (&[Rule::UnclosedComment], unsafe_fix(
        "Closes the comment before the first move or move number in it.",
        "The rest of it is movetext, with which the game has no error, and no word before it could be a move.",
    )),
    (&[Rule::NotUtf8], unsafe_fix(
        "Writes the game in UTF-8.",
        "Each tag and comment is read as before, in Windows-1252. Other encodings of one byte a character are possible.",
    )),
    (&[Rule::FenWithoutSetup], safe(
        "Adds `[SetUp \"1\"]`.",
        "The FEN can be read.",
    )),
    (&[Rule::BlankLineInMovetext], safe(
        "Deletes the blank line.",
        "The game is read as before.",
    )),
    (&[Rule::MissingBlankLine], safe(
        "Adds a blank line.",
        "The games are read as before.",
    )),
    (&[Rule::ByteOrderMark, Rule::StrayByteOrderMark], safe(
        "Deletes the byte order mark.",
        "The game is read as before.",
    )),
    (&[Rule::BareCarriageReturn], safe(
        "Ends the lines with a line feed.",
        "The game is read as before.",
    )),
    (&[Rule::ReservedToken], safe(
        "Deletes the markup, or writes a space for `&nbsp;`.",
        "It is that of a forum or of preformatted text, or the game has no other entity, and every move is legal.",
    )),
    (&[Rule::UnusualWhiteSpace], safe(
        "Writes a space.",
        "The game is read as before.",
    )),
];

impl Rule {
    /// The fixes of this rule, the most applicable one first. What proves each decides which one a finding has.
    pub fn fixes(self) -> impl Iterator<Item = &'static FixInfo> {
        FIXES.iter().filter(move |(rules, _)| rules.contains(&self)).map(|(_, info)| info)
    }

    /// Whether it has a fix that changes no more than this.
    pub fn has_fix(self, most: Applicability) -> bool {
        self.fixes().any(|info| info.applicability <= most)
    }
}
