//! Repairs of games: edits of the text beside findings, with what proves them.
//!
//! [`fixes_of`] finds the fixes of a game; the table of the rules that have one is in
//! [`rules`](crate::game::rules::FixInfo). [`adjust`](adjust::adjust) applies them and reads the game again: a fix
//! stays only if the game is the same and the finding is gone.

pub mod adjust;
mod content;
mod moves;
mod numbers;
pub(in crate::game) mod patch;
mod results;
mod structure;
mod tags;

use crate::chess::san;
use crate::game::finding::Finding;
use crate::game::replay::Game;
use crate::game::rules::{Rule, RuleSet};
use crate::pgn::names::{FEN, KNOWN, RESULT, SET_UP, VARIANT};
use crate::pgn::place::Span;
use crate::pgn::tags::parse_tag;
use crate::pgn::text::line_end_of;

/// A replacement of bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes to be replaced; empty to insert text.
    pub span: Span,
    /// The new bytes.
    pub text: Vec<u8>,
}

impl Edit {
    fn new(span: Span, text: impl Into<Vec<u8>>) -> Self {
        Self { span, text: text.into() }
    }

    fn delete(span: Span) -> Self {
        Self { span, text: Vec::new() }
    }

    fn insert(at: usize, text: impl Into<Vec<u8>>) -> Self {
        Self { span: at..at, text: text.into() }
    }
}

/// The fix of a finding. [`Rule::fix`] says what it may change and what proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The rule of the finding.
    pub rule: Rule,
    /// The edits, in text order, without overlap.
    pub edits: Vec<Edit>,
}

/// The rules about text that was not played, or not as it may be meant.
const UNREAD: [Rule; 20] = [
    Rule::IllegalMove,
    Rule::AmbiguousMove,
    Rule::MoveAfterEnd,
    Rule::PromotionPieceMissing,
    Rule::NullMove,
    Rule::MissingMove,
    Rule::KingsToCenter,
    Rule::Drop,
    Rule::LocalizedLetters,
    Rule::IllegalInVariation,
    Rule::TruncatedGame,
    Rule::UnclosedComment,
    Rule::UnclosedVariation,
    Rule::StrayParenthesis,
    Rule::EmptyVariation,
    Rule::VariationBeforeMove,
    Rule::ResultInVariation,
    Rule::UnknownToken,
    Rule::BeyondLimits,
    Rule::MovesAfterResult,
];

/// A game with what fixes need to know about it. It was read with all rules that a profile has, and
/// [with variations](crate::game::replay::ReplayOptions::variations).
struct Faulty<'a> {
    game: &'a Game,
    bytes: &'a [u8],
    /// The rules that found something.
    found: RuleSet,
}

impl Faulty<'_> {
    fn text(&self, span: &Span) -> &[u8] {
        &self.bytes[span.clone()]
    }

    /// Whether each move was played, in the main line and in variations, and no text was left out.
    fn is_sound(&self) -> bool {
        self.game.is_complete() && self.is_sound_before(usize::MAX)
    }

    /// Whether all text before this place was read: each move was played, from a position that is certain.
    fn is_sound_before(&self, at: usize) -> bool {
        // Two tokens that touch may be meant as one move.
        let is_one_move =
            |finding: &Finding| finding.rule == Rule::NumberGlued && san::parse(self.text(&finding.span)).is_ok();
        let is_unread =
            |finding: &Finding| finding.span.start < at && (UNREAD.contains(&finding.rule) || is_one_move(finding));
        self.has_certain_start() && !self.game.report.findings.iter().any(is_unread)
    }

    /// Whether the tags leave no doubt about the starting position and the variant.
    fn has_certain_start(&self) -> bool {
        let is_doubtful = |finding: &Finding| match finding.rule {
            Rule::ConflictingTags | Rule::LowerCaseTag | Rule::TagName | Rule::UnquotedValue => {
                let tag = parse_tag(self.bytes, finding.span.start);
                let name = self.text(&tag.name);
                [KNOWN[FEN], KNOWN[SET_UP], KNOWN[VARIANT]]
                    .iter()
                    .any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
            }
            Rule::SetupWithoutFen
            | Rule::SetupContradictsFen
            | Rule::Chess960WithoutFen
            | Rule::VariantNotChecked
            | Rule::MalformedFen
            | Rule::UnplayablePosition
            | Rule::ImpossibleEnPassant
            | Rule::ImpossibleCastling => true,
            _ => false,
        };
        self.game.has_start() && !self.game.report.findings.iter().any(is_doubtful)
    }

    /// Whether the tags state one result at most.
    fn has_one_result(&self) -> bool {
        let is_second = |finding: &Finding| {
            matches!(finding.rule, Rule::ConflictingTags | Rule::LowerCaseTag) && {
                let tag = parse_tag(self.bytes, finding.span.start);
                self.text(&tag.name).eq_ignore_ascii_case(KNOWN[RESULT].as_bytes())
            }
        };
        !self.game.report.findings.iter().any(is_second)
    }

    /// Whether the token at this place belongs to a move that white space splits, as the number in `e 4`.
    fn is_in_split_move(&self, at: usize) -> bool {
        let mut findings = self.game.report.findings.iter();
        self.found.contains(Rule::SplitMove)
            && findings.any(|finding| finding.rule == Rule::SplitMove && finding.span.contains(&at))
    }

    /// The line end that the text uses.
    fn line_end(&self) -> &'static str {
        line_end_of(self.text(&self.game.span))
    }

    fn fix(&self, finding: &Finding) -> Option<Fix> {
        finding.rule.fix()?;
        let edits = match finding.rule {
            Rule::MissingCheckSuffix
            | Rule::WrongCheckSuffix
            | Rule::NeedlessDisambiguation
            | Rule::MissingCaptureSymbol
            | Rule::WrongCaptureSymbol
            | Rule::CastlingSpelling
            | Rule::LongAlgebraic
            | Rule::UciMove
            | Rule::PromotionSpelling
            | Rule::CaptureSpelling
            | Rule::EnPassantSuffix
            | Rule::CheckSpelling
            | Rule::PawnLetter
            | Rule::LowerCasePiece
            | Rule::Figurine
            | Rule::LookalikeCharacter => vec![moves::respelled(self, finding)?],
            Rule::NumberGlued => vec![moves::spaced(self, finding)?],
            Rule::WrongMoveNumber => numbers::renumbered(self, finding)?,
            Rule::WrongNumberDots => vec![numbers::dotted(self, finding)?],
            Rule::NonstandardResult => vec![results::marker(self, finding)?],
            Rule::BadResultTag => vec![results::tag(self, finding)?],
            Rule::MissingResult => vec![results::added_marker(self, finding)?],
            Rule::MissingRosterTag => tags::added_roster(self, finding)?,
            Rule::DuplicateTag => vec![tags::deleted(self, finding)?],
            Rule::UnescapedQuote | Rule::UnclosedTag | Rule::UnclosedValue | Rule::UnquotedValue | Rule::TagLayout => {
                vec![tags::laid_out(self, finding)?]
            }
            Rule::LowerCaseTag => vec![tags::renamed(self, finding)?],
            Rule::EmptyValue => vec![tags::unknown_value(self, finding)?],
            Rule::BadDate => vec![tags::date(self, finding)?],
            Rule::FenWithoutSetup => vec![tags::added_set_up(self)?],
            Rule::BlankLineInMovetext => vec![structure::joined(self, finding)?],
            Rule::MissingBlankLine => vec![structure::blank_line(self, finding)?],
            Rule::ByteOrderMark | Rule::StrayByteOrderMark => vec![structure::unmarked(self, finding)?],
            Rule::BareCarriageReturn => structure::line_feeds(self)?,
            Rule::UnusualWhiteSpace => vec![moves::plain_space(self, finding)?],
            _ => return None,
        };
        let is_change = edits.iter().any(|edit| self.text(&edit.span) != edit.text);
        is_change.then_some(Fix { rule: finding.rule, edits })
    }
}

/// The fixes of a game, with the index of the finding that each belongs to, in the order of the findings.
///
/// The game must have been read with all rules that a profile has, and with variations.
#[must_use]
pub fn fixes_of(game: &Game, bytes: &[u8]) -> Vec<(usize, Fix)> {
    let found = game.report.counts.iter().map(|(rule, ..)| *rule).collect();
    let faulty = Faulty { game, bytes, found };
    let findings = game.report.findings.iter().enumerate();
    findings.filter_map(|(index, finding)| Some((index, faulty.fix(finding)?))).collect()
}
