//! What a game is, apart from how it is written: what a safe fix must not change.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::chess::position::Position;
use crate::game::Outcome;
use crate::game::record::score_sheet::{ScoreSheet, SheetEntry};
use crate::game::replay::movetext::results::read_result;
use crate::game::replay::{Game, Validity};
use crate::game::rules::{Applicability, Rule};
use crate::game::values::dates::{UNKNOWN_DATE, standard_date};
use crate::pgn::place::Span;
use crate::pgn::rare_bytes::is_control;
use crate::pgn::tags::value_text;
use crate::pgn::text::decode;

use super::Fix;

#[derive(PartialEq, Eq, Debug)]
struct Content {
    /// The starting position, if it is known.
    start: Option<Position>,
    is_complete: bool,
    plies: u32,
    /// The result, also in another form than the four of PGN.
    stated: Option<Outcome>,
    /// The termination marker as written, if it is not a result of PGN.
    unknown_marker: Option<String>,
    /// Names in small letters, and values. Left out are values that say that something is unknown, and the tags Result, FEN
    /// and SetUp: `stated` and `start` have what they mean.
    tags: BTreeSet<(String, String)>,
    entries: Entries,
}

/// The elements of the movetext, one after the other: kind, length, text. A game may have millions.
#[derive(PartialEq, Eq, Default, Debug)]
struct Entries(Vec<u8>);

/// What an element of the movetext is. Comments and text that was not played have one space for each stretch of white space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum EntryKind {
    Move,
    Comment,
    Nag,
    Open,
    Close,
    Escape,
    Unplayed,
}

impl Entries {
    /// The length of what is before the text of an element.
    const HEAD: usize = 1 + size_of::<usize>();

    fn add(&mut self, kind: EntryKind, text: &[u8]) {
        self.0.push(kind as u8);
        self.0.extend_from_slice(&text.len().to_le_bytes());
        self.0.extend_from_slice(text);
    }

    /// The element at an offset.
    fn at(&self, at: usize) -> Option<&[u8]> {
        let rest = self.0.get(at..)?;
        let length = rest.get(1..Self::HEAD)?.try_into().ok()?;
        rest.get(..Self::HEAD + usize::from_le_bytes(length))
    }

    /// The text of the element at an offset, if it is a comment.
    fn comment_at(&self, at: usize) -> Option<&[u8]> {
        self.at(at).filter(|entry| entry[0] == EntryKind::Comment as u8).map(|entry| &entry[Self::HEAD..])
    }

    /// The length of the elements at the start that are those of another game, too.
    fn common_with(&self, other: &Self) -> usize {
        let mut end = 0;
        while let Some(entry) = self.at(end).filter(|entry| other.at(end) == Some(entry)) {
            end += entry.len();
        }
        end
    }

    /// Whether all elements from an offset are of these kinds.
    fn are_all(&self, from: usize, kinds: &[EntryKind]) -> bool {
        let mut at = from;
        while let Some(entry) = self.at(at).filter(|entry| kinds.iter().any(|kind| *kind as u8 == entry[0])) {
            at += entry.len();
        }
        at == self.0.len()
    }
}

/// What a fix may change, apart from how the game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Permission {
    Nothing,
    /// The stated result.
    Result,
    /// The PlyCount tag.
    PlyCount,
    /// Moves at the end may become comments. No text may change but for braces.
    MovesToComments,
    /// The last comment may end earlier, so that its text becomes movetext. No text may change but for the brace.
    ClosedComment,
}

impl Permission {
    /// What this fix may change.
    pub(super) const fn of(fix: &Fix) -> Self {
        match (fix.applicability, fix.rule) {
            (
                Applicability::Unsafe,
                Rule::ResultMismatch | Rule::ResultContradictsBoard | Rule::ResultUnknownButEnded,
            ) => Self::Result,
            (Applicability::Unsafe, Rule::WrongPlyCount) => Self::PlyCount,
            (
                Applicability::Unsafe,
                Rule::MoveAfterEnd | Rule::MoveAfterDraw | Rule::KingArtifact | Rule::KingsToCenter,
            ) => Self::MovesToComments,
            (Applicability::Unsafe, Rule::UnclosedComment) => Self::ClosedComment,
            _ => Self::Nothing,
        }
    }

    /// Whether only this was changed from one text to the other.
    pub(super) fn covers(self, before: (&Game, &[u8]), after: (&Game, &[u8])) -> bool {
        let mut old = Content::new(before.0, before.1);
        let mut new = Content::new(after.0, after.1);
        let without_braces = |(game, text): (&Game, &[u8])| -> Vec<u8> {
            let text = text[game.span.clone()].iter().copied();
            text.filter(|byte| !matches!(byte, b'{' | b'}')).collect()
        };
        let same = old.entries.common_with(&new.entries);
        let is_permitted = match self {
            Self::Nothing => true,
            Self::Result => {
                (old.stated, new.stated) = (None, None);
                (old.unknown_marker, new.unknown_marker) = (None, None);
                true
            }
            Self::PlyCount => {
                for content in [&mut old, &mut new] {
                    content.tags.retain(|(name, _)| name != "plycount");
                }
                true
            }
            Self::MovesToComments => {
                let are_comments =
                    same < new.entries.0.len() && new.entries.are_all(same, &[EntryKind::Comment, EntryKind::Escape]);
                new.entries.0.truncate(same);
                old.entries.0.truncate(same);
                (old.plies, old.is_complete) = (new.plies, true);
                are_comments && without_braces(before) == without_braces(after)
            }
            Self::ClosedComment => {
                let is_last = old.entries.at(same).is_some_and(|entry| same + entry.len() == old.entries.0.len());
                let is_shorter = match (old.entries.comment_at(same), new.entries.comment_at(same)) {
                    (Some(old), Some(new)) => is_last && old.starts_with(new),
                    _ => false,
                };
                new.entries.0.truncate(same);
                old.entries.0.truncate(same);
                (old.plies, old.is_complete, old.stated) = (new.plies, true, new.stated);
                is_shorter && after.0.status == Validity::Valid && without_braces(before) == without_braces(after)
            }
        };
        is_permitted && old == new
    }
}

impl Content {
    /// The content of a game that was read with variations.
    fn new(game: &Game, bytes: &[u8]) -> Self {
        let sheet = ScoreSheet::from_game(game, bytes);
        let text = |span: &Span| decode(&bytes[span.clone()]).into_owned();
        let words = |span: &Span| text(span).split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        // A control character is read as white space, also before and after a number.
        let unplayed = |span: &Span| {
            let is_space = |c: char| c.is_ascii() && (c.is_ascii_whitespace() || is_control(c as u8));
            text(span).split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b' ' | b'\n') || is_control(*byte);
        let is_text = |entry: &&SheetEntry| match entry {
            SheetEntry::Unplayed(span) if game.marker.as_ref() == Some(span) => false,
            SheetEntry::Unplayed(span) => {
                let text = &bytes[span.clone()];
                !text.first().copied().is_some_and(is_control) || !text.iter().all(is_part)
            }
            _ => true,
        };
        let mut entries = Entries::default();
        for entry in sheet.entries.iter().filter(is_text) {
            match entry {
                SheetEntry::Move(mv) => entries.add(EntryKind::Move, &mv.bits().to_le_bytes()),
                SheetEntry::Comment(span) => entries.add(EntryKind::Comment, words(span).as_bytes()),
                SheetEntry::Nag(nag) => entries.add(EntryKind::Nag, &[*nag]),
                SheetEntry::Open { .. } => entries.add(EntryKind::Open, &[]),
                SheetEntry::Close => entries.add(EntryKind::Close, &[]),
                SheetEntry::Escape(span) => entries.add(EntryKind::Escape, text(span).as_bytes()),
                SheetEntry::Unplayed(span) => entries.add(EntryKind::Unplayed, unplayed(span).as_bytes()),
            }
        }
        let pairs = sheet.tags.iter().map(|tag| {
            let value = value_text(&bytes[tag.value.clone()]);
            let value = value.trim().trim_start_matches("&quot;").trim_end_matches("&quot;");
            let value = value.trim_matches(['"', '“', '”', '„', '«', '»', '‘', '’', '\'']);
            let lines: Vec<&str> = value.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
            let value = &*lines.join(" ");
            let name = text(&tag.name).to_ascii_lowercase();
            let value = if name.ends_with("date") { standard_date(value) } else { None }.unwrap_or(value.to_owned());
            (name, value)
        });
        let has_start = game.has_start();
        let tags = pairs.filter(|(name, value)| {
            let is_known = !matches!(value.as_str(), "" | "?" | UNKNOWN_DATE);
            let has_other_form = has_start && matches!(name.as_str(), "fen" | "setup") || name == "result";
            is_known && !has_other_form
        });
        Self {
            start: has_start.then(|| game.start().clone()),
            is_complete: game.is_complete(),
            plies: game.plies(),
            stated: game.stated().or_else(|| read_result(&value_text(&bytes[game.tags.value("Result")?]))),
            unknown_marker: game.unknown_marker(bytes).map(Cow::into_owned),
            tags: tags.collect(),
            entries,
        }
    }
}
