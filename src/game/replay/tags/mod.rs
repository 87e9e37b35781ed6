//! The tag pairs of a game.

mod checks;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::finding::Players;
use crate::game::values::dates::read_date;
use crate::game::values::formats::Variant;
use crate::game::values::termination::Termination;
use crate::laws::edition::{Day, Days};
use crate::pgn::lex::Outcome;
use crate::pgn::names::{FEN, RESULT, SET_UP, VARIANT, known};
use crate::pgn::place::Span;
use crate::pgn::tags::{KnownTags, unescape, value_text};

use super::kept_end;

pub(super) use checks::{check_missing_tags, check_ply_count, read_canonical_tags, read_tag};

/// The tags of a game and the values that the reader needs.
#[derive(Clone, Default, Debug)]
pub struct TagBook {
    known: KnownTags,
    unknown: Option<Box<UnknownTags>>,
    pub(super) first: Option<Span>,
    result: Option<Outcome>,
    pub(super) variant: Option<Variant>,
    pub(super) termination: Option<Termination>,
    /// The days that the game may have been played on.
    pub(super) days: Option<Days>,
    /// The index in the Seven Tag Roster after the last roster tag read.
    next_in_roster: usize,
}

/// The maximum number of bytes of a FEN that are read.
const MAX_FEN_LEN: usize = 64 << 10;

#[derive(Clone, Default, Debug)]
struct UnknownTags {
    values: BTreeMap<Box<[u8]>, Span>,
    /// The approximate memory they take, in bytes.
    memory: usize,
    /// Whether the limit of their memory has been reported.
    is_full: bool,
    /// The indices in [`KNOWN`](crate::pgn::names::KNOWN) of the known names that differ from one of them only by case, with the values.
    misspelled: Vec<(usize, Span)>,
}

impl TagBook {
    /// The byte range of the value of a tag with a known name, escapes included.
    pub fn value(&self, name: &str) -> Option<Span> {
        self.known_value(known(name.as_bytes())?)
    }

    /// The value of any tag, with escapes resolved. `bytes` is the text that the game was read from.
    pub fn text<'a>(&self, name: &str, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        let span = match known(name.as_bytes()) {
            Some(_) => self.value(name)?,
            None => self.unknown.as_ref()?.values.get(name.as_bytes())?.clone(),
        };
        Some(value_text(&bytes[span]))
    }

    /// The value of a tag; `None` if it is missing, empty, or a placeholder for unknown.
    pub fn known_text<'a>(&self, name: &str, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        self.text(name, bytes).filter(|value| !matches!(value.as_ref(), "" | "?" | "????.??.??"))
    }

    /// The players and the date; `None` if the tags state none of them.
    pub fn players(&self, bytes: &[u8]) -> Option<Arc<Players>> {
        let text = |name: &str| self.known_text(name, bytes).map(Box::from);
        let players = Players { white: text("White"), black: text("Black"), date: text("Date") };
        (players != Players::default()).then(|| Arc::new(players))
    }

    /// The tags with known names; of a repeated name, the first.
    pub fn known(&self) -> &KnownTags {
        &self.known
    }

    /// The names and value ranges of all other tags, sorted by name.
    pub fn other_values(&self) -> impl Iterator<Item = (&[u8], Span)> + '_ {
        self.unknown.iter().flat_map(|unknown| &unknown.values).map(|(name, value)| (name.as_ref(), value.clone()))
    }

    /// The date of the game, as far as it is known; `None` unless its year is.
    pub fn date(&self) -> Option<Day> {
        self.days?.certain()
    }

    /// The days on which the game may have been played; they choose the edition of the Laws.
    pub(crate) fn days(&self) -> Option<Days> {
        self.days
    }

    /// Whether the Date tag has something other than the standard's unknown date.
    pub(in crate::game) fn states_date(&self, bytes: &[u8]) -> bool {
        self.known_text("Date", bytes).is_some_and(|text| read_date(text.as_bytes()).is_none())
    }

    /// The result in the Result tag.
    pub fn result(&self) -> Option<Outcome> {
        self.result
    }

    /// The meaning of the Termination tag, if it is understood.
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Whether the Variant tag names Chess960.
    pub(super) fn names_chess960(&self) -> bool {
        self.variant == Some(Variant::Chess960)
    }

    pub(super) fn has_fen(&self) -> bool {
        self.meant_value(FEN).is_some()
    }

    /// Forgets the values that are not within the kept text of the game.
    #[inline]
    pub(super) fn forget_after_kept(&mut self, game: &Span) {
        let end = kept_end(game);
        if end < game.end {
            self.forget_after(end);
        }
    }

    #[cold]
    fn forget_after(&mut self, end: usize) {
        self.known.forget_after(end);
        if let Some(unknown) = &mut self.unknown {
            unknown.values.retain(|_, value| value.end <= end);
            unknown.misspelled.retain(|(_, value)| value.end <= end);
        }
    }

    pub(in crate::game) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// The byte range of the value of the tag with this index in [`KNOWN`].
    fn known_value(&self, name: usize) -> Option<Span> {
        self.known.get(name).map(|tag| tag.value.clone())
    }

    /// The value of a tag about the starting position, also if its name is in the wrong case.
    fn meant_value(&self, name: usize) -> Option<Span> {
        let misspelled = || self.unknown.as_ref()?.misspelled.iter().find(|(meant, _)| *meant == name);
        self.known_value(name).or_else(|| misspelled().map(|(_, value)| value.clone()))
    }

    /// The result in the Result tag, and the range of the tag.
    pub(super) fn result_and_span(&self) -> Option<(Outcome, Span)> {
        Some((self.result?, self.known.get(RESULT)?.span.clone()))
    }

    /// The byte range of the value of the Variant tag; the start of the game if there is none.
    pub(super) fn variant_span(&self, start: usize) -> Span {
        self.meant_value(VARIANT).unwrap_or(start..start)
    }

    /// The value of the FEN tag, with escapes resolved, and its byte range. Of a value that is too long for any FEN, the
    /// beginning.
    #[inline]
    pub(super) fn fen(&self, bytes: &[u8]) -> Option<(Vec<u8>, Span)> {
        let span = self.meant_value(FEN)?;
        let text = &bytes[span.clone()];
        Some((unescape(&text[..text.len().min(MAX_FEN_LEN)]).into_owned(), span))
    }

    /// The value of the SetUp tag, and its byte range.
    pub(super) fn set_up<'a>(&self, bytes: &'a [u8]) -> Option<(&'a [u8], Span)> {
        let span = self.meant_value(SET_UP)?;
        Some((&bytes[span.clone()], span))
    }
}
