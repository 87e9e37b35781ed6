//! What a rule saw, as data; and the one place that makes sentences of it.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::chess::fen::{FenError, FenField, FenNoteKind};
use crate::chess::illegal::Illegal;
use crate::chess::moves::PlyCount;
use crate::chess::piece::Color;
use crate::chess::setup::{Doubt, Refusal, ignored_rights};
use crate::game::rules::Rule;
use crate::game::values::dates::date_fault;
use crate::pgn::names::{FEN, KNOWN, SET_UP, VARIANT};

/// The evidence for a finding.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// The rule says it all.
    Nothing,
    /// The text that is wrong.
    Quote(String),
    /// The text that is wrong, and what it should be.
    Instead {
        /// What is written.
        found: String,
        /// What should be.
        expected: String,
    },
    /// A SAN token that names no legal move.
    Illegal {
        /// The token.
        san: String,
        /// Why not.
        why: Box<Illegal>,
        /// Legal moves it may be meant for, in SAN.
        near: Vec<String>,
    },
    /// A move of the other side.
    OtherSide {
        /// The token.
        san: String,
        /// Who has the move.
        turn: Color,
    },
    /// A move number.
    Number {
        /// What is written.
        found: u32,
        /// What should be.
        expected: u32,
        /// Who has the move.
        turn: Color,
        /// How many plies it is ahead; an odd number if its dots are those of the other side.
        plies: i64,
        /// Whether it counts plies, as the numbers after it do.
        counts_plies: bool,
    },
    /// Piece letters of this language.
    Language(&'static str),
    /// A tag.
    Tag {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// A tag that stands twice.
    Twice {
        /// Its name.
        name: String,
        /// The value that counts.
        first: String,
        /// The other one.
        second: String,
    },
    /// Tags that are missing.
    MissingTags(Vec<&'static str>),
    /// Why a position cannot be played from.
    Refused(Vec<Refusal>),
    /// Why a text is not a FEN.
    MalformedFen(FenError),
    /// Fields that are missing.
    Missing(Vec<FenField>),
    /// How a FEN is unusual.
    Spelling(FenNoteKind),
    /// Why a position is doubtful.
    Doubtful(Doubt),
    /// A result against what the board shows.
    Board {
        /// The result as written.
        result: String,
        /// What the board shows.
        shows: &'static str,
        /// The result that goes with it.
        right: &'static str,
    },
    /// An end that the game went past.
    Ended {
        /// What ended it.
        by: &'static str,
        /// The move after which it had ended: its number; 0 if it had before the first move.
        number: u32,
        /// Who had made it.
        by_color: Color,
        /// Whether the rule was in force on the day of the game.
        in_force: bool,
    },
    /// A draw that could be claimed, from this move on.
    Claim {
        /// The number of the move.
        number: u32,
        /// Who had the move and could claim.
        by: Color,
    },
    /// A count.
    Count {
        /// What is written.
        found: u64,
        /// What was counted.
        counted: u64,
    },
    /// A sentence, made where all of it was known.
    Message(String),
    /// So many more findings of the same rule in this game.
    More(u64),
}

impl Evidence {
    /// The article of the Laws that is closest to the fault.
    pub(in crate::game) fn article(&self) -> Option<&'static str> {
        match self {
            Self::Illegal { why, .. } => Some(why.article()),
            Self::Refused(reasons) => reasons.first().map(Refusal::article),
            _ => None,
        }
    }

    /// The sentence for a finding of this rule: lower case, no full stop.
    pub(in crate::game) fn sentence(&self, rule: Rule) -> Cow<'static, str> {
        let summary = rule.info().summary;
        match self {
            Self::Nothing => Cow::Borrowed(summary),
            Self::Message(sentence) => sentence.clone().into(),
            Self::Quote(text) => quoted(rule, text).into(),
            Self::Instead { found, expected } => instead(rule, found, expected).into(),
            Self::Illegal { san, why, near } => illegal(rule, san, why, near).into(),
            Self::OtherSide { san, turn } => {
                let other = turn.other();
                format!(
                    "`{san}` is legal for {other}, but {turn} has the move: a move by {turn} is probably missing before it; compare \
                     with another source"
                )
                .into()
            }
            Self::Number { found, expected, turn, counts_plies: true, .. } => {
                format!("the numbers count plies, not moves: `{found}` is {turn}'s move {expected}").into()
            }
            Self::Number { found, expected, turn, plies, .. } => number(rule, *found, *expected, *turn, *plies).into(),
            Self::Language(language) => format!(
                "the piece letters are {language} (or of a language with the same letters) and are read so; PGN uses English \
                 letters"
            )
            .into(),
            Self::Tag { name, value } => tag(rule, name, value).into(),
            Self::Twice { name, first, second } if first == second => {
                format!("the tag `{name}` occurs twice with the same value `{first}`").into()
            }
            Self::Twice { name, first, second } => {
                format!("the tag `{name}` occurs twice: `{first}`, which counts, and `{second}`").into()
            }
            Self::MissingTags(names) => missing_tags(names).into(),
            Self::Refused(reasons) => refused(rule, reasons).into(),
            Self::MalformedFen(error) => format!("the FEN cannot be read: {error}").into(),
            Self::Missing(fields) => missing_fields(fields).into(),
            Self::Spelling(kind) => format!("nonstandard FEN: {kind}").into(),
            Self::Doubtful(doubt) => doubt.to_string().into(),
            Self::Board { result, shows, right } => {
                format!("the result is `{result}`, but the board shows {shows}: `{right}`").into()
            }
            Self::Ended { by, number, by_color, in_force: true } => ended(rule, by, *number, *by_color).into(),
            Self::Ended { by, number, by_color, in_force: false } => {
                format!("{by} arose with {by_color}'s move {number}; since July 2014 that ends the game").into()
            }
            Self::Claim { number, by } => claim(rule, *number, *by).into(),
            Self::Count { found, counted } => {
                let were = if *counted == 1 { "was" } else { "were" };
                format!("PlyCount is {found}, but {} {were} played", PlyCount(*counted)).into()
            }
            Self::More(count) => format!("{count} more findings of this kind in this game ({summary})").into(),
        }
    }
}

/// What to do about an unknown token.
pub(in crate::game) const CORRECT_TOKEN: &str = "correct it, or put it in braces";

fn quoted(rule: Rule, text: &str) -> String {
    match rule {
        Rule::UnknownToken => format!("`{text}` is not a move, number, result, NAG or comment; {CORRECT_TOKEN}"),
        Rule::StrayText => format!("text outside any game: `{text}`"),
        Rule::TruncatedGame => format!("the file ends in the middle of the game, at `{text}`"),
        Rule::MissingResult => format!("the game has no termination marker; the Result tag is `{text}`"),
        Rule::NullMove => format!("null move `{text}` in the main line: a player must move and cannot pass"),
        Rule::MovesAfterResult => format!("`{text}` follows the termination marker, which ends the game"),
        Rule::Drop => {
            format!("`{text}`: chess has no drops; a game of crazyhouse or bughouse needs the tag Variant")
        }
        Rule::VariantNotChecked => format!("a game of the variant `{text}`: not checked"),
        Rule::SplicedGame => format!("another game begins after `{text}`: two games were spliced"),
        Rule::KingsToCenter => {
            format!(
                "illegal move `{text}`: probably a king put in the center to enter the result on an electronic board"
            )
        }
        Rule::IllegalInVariation => {
            format!("`{text}` in a variation is not a move; the rest of the variation is not checked")
        }
        Rule::EnPassantSuffix => format!("`{text}`: SAN has no suffix for en passant"),
        Rule::NagAsSymbol => format!("`{text}` is a symbol of printed notation: write a NAG or a comment"),
        Rule::CheckSpelling => format!("`{text}`: SAN writes check as `+` and checkmate as `#`, right after the move"),
        Rule::BadNag => format!("`{text}` is not a NAG: write `$` and a number from 0 to 255"),
        Rule::BadSuffix => format!("`{text}` is not one of the suffixes `!`, `?`, `!!`, `??`, `!?`, `?!`"),
        Rule::UnquotedValue if text.chars().any(|c| !c.is_ascii() && c.is_whitespace()) => {
            format!("`{text}`: the space between the tag's name and its value is not an ASCII space")
        }
        Rule::UnescapedQuote => format!("`{text}`: a quotation mark inside a value is written `\\\"`"),
        Rule::LookalikeCharacter => format!("`{text}` is not ASCII: {}", non_ascii_characters(text)),
        _ => format!("`{text}`: {}", rule.info().summary),
    }
}

fn instead(rule: Rule, found: &str, expected: &str) -> String {
    match rule {
        Rule::ResultMismatch => format!("the Result tag says `{expected}`, but the game ends with `{found}`"),
        Rule::NonstandardResult => format!("the termination marker `{found}` should be written `{expected}`"),
        Rule::CastlingNotation => {
            format!("castling rights `{found}` should be written `{expected}`: the standard letters are unambiguous")
        }
        Rule::LookalikeCharacter => {
            format!("`{found}` should be written `{expected}`: {}", non_ascii_characters(found))
        }
        Rule::NagAsSymbol => format!("`{found}` includes an evaluation symbol: write `{expected}` and a NAG"),
        Rule::WrongCheckSuffix => wrong_check_suffix(found, expected),
        Rule::MissingCheckSuffix => {
            let check = if expected.ends_with('#') { "checkmate" } else { "check" };
            format!("the {check} suffix is missing: `{found}` should be written `{expected}`")
        }
        Rule::NeedlessDisambiguation => format!("`{found}` has needless disambiguation; write `{expected}`"),
        Rule::WrongCaptureSymbol => format!("`{found}` is not a capture; write `{expected}`"),
        Rule::MissingCaptureSymbol => format!("`{found}` is a capture; write `{expected}`"),
        Rule::NumberGlued if expected.ends_with('.') => {
            format!("a move and the next number run together: `{found}` should be written `{expected}`")
        }
        Rule::NumberGlued => format!("missing space: `{found}` should be written `{expected}`"),
        Rule::FlagWithoutMaterial => {
            format!("{found} won on time without mating material: the result should be `{expected}`")
        }
        _ => format!("`{found}` should be written `{expected}` in SAN"),
    }
}

/// A move with the wrong suffix and as it should be written, or a word such as `mate` after a move and what it should be.
fn wrong_check_suffix(found: &str, expected: &str) -> String {
    match expected {
        "" => format!("`{found}` is wrong: the move does not give check"),
        "+" => format!("`{found}` is wrong: the move gives check (`+`), not checkmate"),
        san if san.ends_with('+') => format!("`{found}` is check, not checkmate; write `{san}`"),
        san if san.ends_with('#') => format!("`{found}` is checkmate; write `{san}`"),
        san => format!("`{found}` does not give check; write `{san}`"),
    }
}

/// The characters that are not ASCII, with their code points, because many of them look alike.
fn non_ascii_characters(text: &str) -> String {
    let mut names: Vec<String> =
        text.chars().filter(|c| !c.is_ascii()).map(|c| format!("{} is U+{:04X}", shown(c), u32::from(c))).collect();
    names.dedup();
    names.join(", ")
}

/// A character in backticks, or what it is if it cannot be seen.
fn shown(character: char) -> String {
    match character {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => "an invisible character".to_owned(),
        _ => format!("`{character}`"),
    }
}

fn illegal(rule: Rule, san: &str, why: &Illegal, near: &[String]) -> String {
    let mut text = match rule {
        Rule::AmbiguousMove => format!("ambiguous move `{san}`: {why}"),
        Rule::MoveAfterEnd => format!("`{san}` cannot be played, because {why}"),
        Rule::PromotionPieceMissing => format!("`{san}` does not name the promotion piece"),
        Rule::IllegalInVariation => format!("illegal move `{san}` in a variation: {why}"),
        Rule::IllegalOperationMove => format!("illegal move `{san}` in an EPD operation: {why}"),
        _ => format!("illegal move `{san}`: {why}"),
    };
    let label = match rule {
        Rule::AmbiguousMove | Rule::PromotionPieceMissing => "legal",
        _ if near.len() == 1 => "similar legal move",
        _ => "similar legal moves",
    };
    if !near.is_empty() && !matches!(rule, Rule::MoveAfterEnd) {
        let _ = write!(text, " ({label}: {})", near.join(", "));
    }
    text
}

fn number(rule: Rule, found: u32, expected: u32, turn: Color, plies: i64) -> String {
    let dots = if turn == Color::White { "." } else { "..." };
    match rule {
        Rule::WrongNumberDots => format!("it is {turn}'s move: write `{expected}{dots}`"),
        Rule::WrongFirstNumber => format!("the first move is numbered {found}, but the FEN has {expected}"),
        _ if found == u32::MAX => format!("move number out of range: this is {turn}'s move {expected}"),
        _ if plies % 2 != 0 => {
            let by = PlyCount(plies.unsigned_abs());
            let side = turn.other();
            format!(
                "wrong move number {found}, written for {side}: this is {turn}'s move {expected}; the numbers are {by} off"
            )
        }
        _ => format!("wrong move number {found}: this is {turn}'s move {expected}"),
    }
}

fn tag(rule: Rule, name: &str, value: &str) -> String {
    match rule {
        Rule::BadDate => format!("{name} `{value}`{}", date_fault(value)),
        Rule::BadTime => format!("{name} `{value}` is not a time `HH:MM:SS`"),
        Rule::BadElo => format!("{name} `{value}` is not a rating"),
        Rule::BadEco => format!("{name} `{value}` is not a code from A00 to E99"),
        Rule::BadTimeControl => format!("{name} `{value}` is not one of the standard's six forms"),
        Rule::UnknownTermination => format!("{name} `{value}` is not a known reason"),
        Rule::BadRound => format!("{name} `{value}` is neither `?`, `-`, nor numbers joined by dots"),
        Rule::BadResultTag => format!("{name} `{value}` is not one of `1-0`, `0-1`, `1/2-1/2`, `*`"),
        Rule::BadNumber if name == "SetUp" => format!("{name} `{value}` is neither `0` nor `1`"),
        Rule::BadNumber => format!("{name} `{value}` is not a number of plies"),
        Rule::EmptyValue => format!("{name} is empty: `?` means unknown, `-` none"),
        Rule::LowerCaseTag if [KNOWN[FEN], KNOWN[SET_UP], KNOWN[VARIANT]].contains(&name) => {
            format!(
                "the tag `{value}` should be spelled `{name}`, and is read so: other programs play from another position"
            )
        }
        Rule::LowerCaseTag => format!("the tag `{value}` should be spelled `{name}`"),
        Rule::TagName => format!("the tag name `{name}` has characters other than letters, digits and `_`"),
        Rule::TagOrder => format!("the roster tag `{name}` is out of order"),
        _ => format!("{}: `{name}`", rule.info().summary),
    }
}

fn refused(rule: Rule, reasons: &[Refusal]) -> String {
    if matches!(rule, Rule::ImpossibleEnPassant | Rule::ImpossibleCastling) {
        return ignored_rights(reasons);
    }
    let all: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    format!("the position is not playable: {}", all.join("; "))
}

fn missing_tags(names: &[&str]) -> String {
    let (noun, verb) = if names.len() == 1 { ("tag", "is") } else { ("tags", "are") };
    format!("the roster {noun} `{}` {verb} missing", names.join("`, `"))
}

fn missing_fields(fields: &[FenField]) -> String {
    let names: Vec<String> = fields.iter().map(ToString::to_string).collect();
    format!("the FEN lacks {}; the defaults are used", names.join(", "))
}

fn ended(rule: Rule, by: &str, number: u32, color: Color) -> String {
    match rule {
        _ if number == 0 => format!("the game starts from {by} and is over before its first move"),
        Rule::DecisiveAfterDraw => {
            format!("a decisive result, but {by} had ended the game after {color}'s move {number}")
        }
        _ => format!("the game goes on, but {by} had ended it after {color}'s move {number}"),
    }
}

fn claim(rule: Rule, number: u32, by: Color) -> String {
    match rule {
        Rule::ThreefoldClaimIntended => {
            format!(
                "{by} could have claimed a draw by threefold repetition instead of playing move {number}, with an intended \
                 move"
            )
        }
        Rule::FiftyMoveClaimIntended => {
            format!(
                "{by} could have claimed a draw by fifty moves instead of playing move {number}, with an intended move"
            )
        }
        Rule::FiftyMoveClaim => format!("{by} could have claimed a draw by fifty moves before move {number}"),
        _ => format!("{by} could have claimed a draw by threefold repetition before move {number}"),
    }
}
