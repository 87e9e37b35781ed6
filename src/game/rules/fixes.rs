//! The table of fixes: for which rules `adoube adjust` has one, what it edits, and what proves it.

use std::fmt;

use super::Rule;

/// What a fix may change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Applicability {
    /// Only how the game is written. Tags, positions, comments, NAGs and variations stay the same.
    Safe,
}

impl Applicability {
    /// The name in all formats.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
        }
    }
}

impl fmt::Display for Applicability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The fix that a rule has.
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

/// A move in another notation than SAN.
const RESPELL: FixInfo = FixInfo {
    applicability: Applicability::Safe,
    edit: "Writes the move in SAN.",
    proof: "Exactly one legal move fits the text, all moves before it were played, and the starting position is certain.",
};

/// A tag that can be read, but is not laid out as a tag pair.
const LAY_OUT_TAG: FixInfo = FixInfo {
    applicability: Applicability::Safe,
    edit: "Writes the tag pair as `[Name \"value\"]` on a line of its own.",
    proof: "The tag pair is on one line, and name and value are read as before.",
};

impl Rule {
    /// The fix of this rule, if it has one.
    #[must_use]
    pub const fn fix(self) -> Option<FixInfo> {
        let applicability = Applicability::Safe;
        let (edit, proof) = match self {
            Self::MissingCheckSuffix
            | Self::WrongCheckSuffix
            | Self::NeedlessDisambiguation
            | Self::MissingCaptureSymbol
            | Self::WrongCaptureSymbol
            | Self::CastlingSpelling
            | Self::LongAlgebraic
            | Self::UciMove
            | Self::PromotionSpelling
            | Self::CaptureSpelling
            | Self::EnPassantSuffix
            | Self::CheckSpelling
            | Self::PawnLetter
            | Self::LowerCasePiece
            | Self::Figurine
            | Self::LookalikeCharacter => return Some(RESPELL),
            Self::UnescapedQuote | Self::UnclosedTag | Self::UnclosedValue | Self::UnquotedValue | Self::TagLayout => {
                return Some(LAY_OUT_TAG);
            }
            Self::WrongMoveNumber => (
                "Writes the number of the move.",
                "Every move of the game and of its variations is legal, and the first number is that of the FEN.",
            ),
            Self::WrongNumberDots => (
                "Writes one dot before White's move, three before Black's.",
                "Every move of the game and of its variations is legal, and the number is right.",
            ),
            Self::NumberGlued => ("Puts a space between the tokens.", "They are read as the same tokens as before."),
            Self::NonstandardResult => {
                ("Writes `1-0`, `0-1` or `1/2-1/2`.", "The text states one of these results in another form.")
            }
            Self::BadResultTag => (
                "Writes `1-0`, `0-1` or `1/2-1/2` in the tag.",
                "The value states one of these results in another form, and the termination marker does not differ.",
            ),
            Self::MissingResult => (
                "Adds the result of the Result tag as the termination marker.",
                "Every move is legal, the last token is a move, no other tag says how the game ended, and the text is not cut \
                off: the next game or a line end follows.",
            ),
            Self::MissingRosterTag => (
                "Adds the missing tags of the Seven Tag Roster in their order: `?`, `????.??.??`, and the result of the \
                termination marker.",
                "The other tags are laid out as tag pairs, and the game states its result if the Result tag is missing.",
            ),
            Self::DuplicateTag => {
                ("Deletes the second tag.", "Both have the same value, and the second is alone on its line.")
            }
            Self::LowerCaseTag => {
                ("Writes the name of the tag as the standard does.", "The game has no tag with that name.")
            }
            Self::EmptyValue => {
                ("Writes `?` or `????.??.??`.", "The tag is one of the Seven Tag Roster, in which these mean unknown.")
            }
            Self::BadDate => (
                "Writes the date as `YYYY.MM.DD`.",
                "There is one reading: the year has four digits and is first, or the day is above 12.",
            ),
            Self::FenWithoutSetup => ("Adds `[SetUp \"1\"]`.", "The FEN can be read."),
            _ => return lines(self),
        };
        Some(FixInfo { applicability, edit, proof })
    }
}

/// The fix of a rule about lines and encoding, if it has one.
const fn lines(rule: Rule) -> Option<FixInfo> {
    let applicability = Applicability::Safe;
    let (edit, proof) = match rule {
        Rule::BlankLineInMovetext => ("Deletes the blank line.", "The game is read as before."),
        Rule::MissingBlankLine => ("Adds a blank line.", "The games are read as before."),
        Rule::ByteOrderMark | Rule::StrayByteOrderMark => {
            ("Deletes the byte order mark.", "The game is read as before.")
        }
        Rule::BareCarriageReturn => ("Ends the lines with a line feed.", "The game is read as before."),
        Rule::UnusualWhiteSpace => ("Writes a space.", "The game is read as before."),
        _ => return None,
    };
    Some(FixInfo { applicability, edit, proof })
}
