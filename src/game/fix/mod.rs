//! Repairs of games: edits of the text beside findings, with what proves them.
//!
//! [`fixes_of`] finds the fixes of a game; the table of the rules that have one is in
//! [`rules`](crate::game::rules::FixInfo). [`adjust`](adjust::adjust) applies them and reads the game again: a fix
//! stays only if the game is the same and the finding is gone. [`offers`](offers::offers) says for each finding whether
//! that would be so.

pub mod adjust;
mod content;
mod moves;
mod numbers;
pub mod offers;
pub(in crate::game) mod patch;
mod results;
mod structure;
mod tags;
mod trial;

use std::cell::OnceCell;

use crate::chess::san;
use crate::game::finding::Finding;
pub use crate::game::finding::{Edit, Fix};
use crate::game::replay::Game;
use crate::game::rules::{Applicability, Rule, RuleSet, Severity};
use crate::pgn::names::{FEN, KNOWN, RESULT, SET_UP, VARIANT};
use crate::pgn::place::Span;
use crate::pgn::tags::parse_tag;
use crate::pgn::text::line_end_of;
use numbers::Numbered;

/// The rules about text that was not played, or not as it may be meant.
const UNREAD: [Rule; 21] = [
    Rule::FenOfLastPosition,
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
struct GameWithFindings<'a> {
    game: &'a Game,
    bytes: &'a [u8],
    found: RuleSet,
    /// Whether the tags leave no doubt about the starting position and the variant.
    has_certain_start: bool,
    /// The offset of the first text that was not played, or not as it may be meant.
    unread: usize,
    /// See [`GameWithFindings::moves`].
    moves: OnceCell<Vec<Numbered>>,
}

impl<'a> GameWithFindings<'a> {
    fn new(game: &'a Game, bytes: &'a [u8]) -> Self {
        let found = game.report.counts.iter().map(|(rule, ..)| *rule).collect();
        let moves = OnceCell::new();
        let mut faulty = Self { game, bytes, found, has_certain_start: false, unread: usize::MAX, moves };
        // Two tokens that touch may be meant as one move.
        let is_one_move =
            |finding: &Finding| finding.rule == Rule::NumberGlued && san::parse(faulty.text(&finding.span)).is_ok();
        let is_unread = |finding: &&Finding| UNREAD.contains(&finding.rule) || is_one_move(finding);
        let unread = game.report.findings.iter().filter(is_unread).map(|finding| finding.span.start).min();
        faulty.unread = unread.unwrap_or(usize::MAX);
        faulty.has_certain_start = faulty.start_is_certain();
        faulty
    }

    fn text(&self, span: &Span) -> &[u8] {
        &self.bytes[span.clone()]
    }

    /// The moves of all lines, in text order.
    fn moves(&self) -> &[Numbered] {
        self.moves.get_or_init(|| numbers::moves(self))
    }

    /// Whether each move was played, in the main line and in variations, and no text was left out.
    fn is_sound(&self) -> bool {
        self.game.is_complete() && self.is_sound_before(usize::MAX)
    }

    /// Whether that is so but for findings of this rule.
    fn is_sound_but_for(&self, rule: Rule) -> bool {
        let is_unread = |finding: &Finding| UNREAD.contains(&finding.rule) && finding.rule != rule;
        self.game.is_complete() && self.has_certain_start && !self.game.report.findings.iter().any(is_unread)
    }

    /// Whether all text before this place was read: each move was played, from a position that is certain.
    const fn is_sound_before(&self, at: usize) -> bool {
        self.has_certain_start && self.unread >= at
    }

    fn start_is_certain(&self) -> bool {
        let is_doubtful = |finding: &Finding| match finding.rule {
            Rule::ConflictingTags | Rule::LowerCaseTag | Rule::TagName | Rule::UnquotedValue => {
                let tag = parse_tag(self.bytes, finding.span.start);
                let name = self.text(&tag.name);
                // In the wrong case, it is read if there is no other.
                let is_doubtful =
                    |known: &&str| finding.rule != Rule::LowerCaseTag || self.game.tags.value(known).is_some();
                [KNOWN[FEN], KNOWN[SET_UP], KNOWN[VARIANT]]
                    .iter()
                    .any(|known| name.eq_ignore_ascii_case(known.as_bytes()) && is_doubtful(known))
            }
            Rule::SetupWithoutFen
            | Rule::SetupContradictsFen
            | Rule::Chess960WithoutFen
            | Rule::VariantNotChecked
            | Rule::MalformedFen
            | Rule::FenOfLastPosition
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
        if !self.found.contains(Rule::SplitMove) {
            return false;
        }
        let findings = &self.game.report.findings;
        let before = &findings[..findings.partition_point(|finding| finding.span.start <= at)];
        let mut nearby = before.iter().rev().take_while(|finding| finding.span.start + MAX_SPLIT_MOVE > at);
        nearby.any(|finding| finding.rule == Rule::SplitMove && finding.span.contains(&at))
    }

    /// The line end that the text uses.
    fn line_end(&self) -> &'static str {
        line_end_of(self.text(&self.game.span))
    }

    /// The fix of a finding: the first of its kinds whose conditions hold.
    fn fix(&self, finding: &Finding) -> Option<Fix> {
        let is_change = |edits: &Vec<Edit>| edits.iter().any(|edit| self.text(&edit.span) != edit.text);
        finding.rule.fixes().find_map(|info| {
            let edits = match info.applicability {
                Applicability::Safe => self.safe(finding),
                Applicability::Unsafe => self.content(finding),
                Applicability::Shown => {
                    let readings = self.readings(finding).filter(|readings| readings.iter().any(is_change))?;
                    return Some(Fix { readings, ..Fix::new(finding, info, Vec::new()) });
                }
            };
            edits.filter(is_change).map(|edits| Fix::new(finding, info, joined(edits, self.bytes)))
        })
    }

    /// The edits that change how the game is written.
    fn safe(&self, finding: &Finding) -> Option<Vec<Edit>> {
        Some(match finding.rule {
            Rule::MissingCheckSuffix
            | Rule::WrongCheckSuffix
            | Rule::NeedlessDisambiguation
            | Rule::MissingCaptureSymbol
            | Rule::WrongCaptureSymbol
            | Rule::CastlingSpelling
            | Rule::LongAlgebraic
            | Rule::UciMove
            | Rule::PromotionSpelling
            | Rule::PromotionSign
            | Rule::CaptureSpelling
            | Rule::EnPassantSuffix
            | Rule::CheckSpelling
            | Rule::PawnLetter
            | Rule::LowerCasePiece
            | Rule::Figurine
            | Rule::LookalikeCharacter => vec![moves::respelled(self, finding)?],
            // A symbol may touch the next move.
            Rule::NagAsSymbol if self.bytes.get(finding.span.end).is_none_or(|byte| !is_of_move(*byte)) => {
                vec![moves::nag(self, finding).or_else(|| moves::respelled(self, finding))?]
            }
            Rule::BadNag => vec![moves::without_dot(self, finding)?],
            Rule::BadSuffix => vec![moves::with_suffix(self, finding)?],
            Rule::SplitMove if finding.severity == Severity::Warning => vec![moves::joined(self, finding)?],
            Rule::ExportNumbering => numbers::export_format(self)?,
            Rule::NumberGlued => vec![moves::spaced(self, finding)?],
            Rule::WrongMoveNumber => numbers::renumbered(self, finding).filter(|numbers| numbers.are_apart)?.edits,
            Rule::WrongNumberDots => numbers::dotted(self)?,
            Rule::NonstandardResult => vec![results::marker(self, finding)?],
            Rule::BadResultTag => vec![results::tag(self, finding)?],
            Rule::MissingResult | Rule::ResultOnlyInComment => vec![results::added_marker(self, finding)?],
            Rule::MissingRosterTag => tags::added_roster(self, finding)?,
            Rule::DuplicateTag => vec![tags::deleted(self, finding)?],
            Rule::UnopenedTag => vec![tags::opened(self, finding)?],
            Rule::TagOrder => vec![tags::ordered(self)?],
            Rule::IncompleteFen | Rule::FenSpelling | Rule::CastlingNotation => {
                vec![tags::canonical_fen(self, finding)?]
            }
            Rule::ControlCharacter => structure::without_controls(self, finding)?,
            Rule::UnescapedQuote
            | Rule::UnclosedTag
            | Rule::UnclosedValue
            | Rule::UnquotedValue
            | Rule::MultiLineValue
            | Rule::TagLayout => {
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
            Rule::ReservedToken => structure::without_markup(self, finding)?,
            Rule::UnusualWhiteSpace => vec![moves::plain_space(self, finding)?],
            _ => return None,
        })
    }

    /// The edits that change what the game is, where the text can be read in one way only.
    fn content(&self, finding: &Finding) -> Option<Vec<Edit>> {
        match finding.rule {
            Rule::ResultMismatch | Rule::ResultContradictsBoard => results::decided(self),
            Rule::ResultUnknownButEnded => results::of_board_only(self),
            Rule::MoveAfterEnd | Rule::MoveAfterDraw | Rule::KingArtifact | Rule::KingsToCenter => {
                moves::ending_in_comment(self, finding)
            }
            Rule::LocalizedLetters => moves::in_english(self),
            Rule::WrongMoveNumber => numbers::renumbered(self, finding).map(|numbers| numbers.edits),
            Rule::WrongPlyCount => tags::ply_count(self, finding).map(|edit| vec![edit]),
            Rule::UnclosedComment => structure::closed(self, finding).map(|edit| vec![edit]),
            Rule::NotUtf8 => structure::in_utf8(self),
            _ => None,
        }
    }

    /// The edits for each way to read the text.
    fn readings(&self, finding: &Finding) -> Option<Vec<Vec<Edit>>> {
        match finding.rule {
            Rule::AmbiguousMove => moves::candidates(self, finding),
            Rule::ResultMismatch | Rule::ResultContradictsBoard => Some(results::readings(self)),
            Rule::MoveAfterDraw | Rule::KingArtifact | Rule::KingsToCenter => moves::ending_readings(self, finding),
            Rule::BadDate => tags::dates(self, finding),
            Rule::SplitMove => Some(vec![vec![moves::joined(self, finding)?], Vec::new()]),
            _ => None,
        }
    }
}

/// Whether a byte can be a part of a move.
const fn is_of_move(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'=' | b'#')
}

/// The maximum length of a move with the white space in it.
const MAX_SPLIT_MOVE: usize = 256;

/// The maximum number of edits of a fix; more become one.
const MAX_EDITS: usize = 1000;

/// These edits; one that covers all of them if there are many.
fn joined(edits: Vec<Edit>, text: &[u8]) -> Vec<Edit> {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return edits };
    if edits.len() <= MAX_EDITS {
        return edits;
    }
    let Span { start, end } = first.span.start..last.span.end;
    let text = patch::edited(&text[..end], &edits).split_off(start);
    vec![Edit::new(start..end, text)]
}

/// The fixes of the findings of these rules in a game, in the order of the findings.
///
/// The game must have been read with all rules that a profile has, and with variations.
pub fn fixes_of(game: &Game, bytes: &[u8], rules: RuleSet) -> Vec<Fix> {
    let faulty = GameWithFindings::new(game, bytes);
    let findings = game.report.findings.iter().filter(|finding| rules.contains(finding.rule));
    findings.filter_map(|finding| faulty.fix(finding)).collect()
}
