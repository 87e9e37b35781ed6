//! Edits of tags, and tags with what the moves say.

use std::str::FromStr;

use crate::chess::piece::Color;
use crate::game::Outcome;
use crate::game::facts::Facts;
use crate::game::fix::Edit;
use crate::game::names::NameKind;
use crate::game::openings::Book;
use crate::game::replay::Game;
use crate::game::suggestions::did_you_mean;
use crate::pgn::lex::{Lexer, TokenKind};
use crate::pgn::names::{ROSTER, known};
use crate::pgn::place::Span;
use crate::pgn::split::GamePart;
use crate::pgn::tags::value_text;
use crate::pgn::text::line_end_of;
use crate::pgn::write::{self, Unwritable};

use super::kind::{EditKind, EditKinds};
use super::{Edits, first_token};

/// The maximum number of tags of a game that is edited.
const MAX_TAGS: usize = 10_000;

#[derive(Debug)]
pub(super) struct Tags<'a> {
    text: &'a [u8],
    /// The tags that stay and those that are added, in their order.
    kept: Vec<Tag>,
    pub(super) deleted: Vec<usize>,
}

#[derive(Debug)]
struct Tag {
    /// Its place in the text; `None` if it is added.
    place: Option<Place>,
    /// Its name and its value, without escapes.
    name: String,
    value: String,
    renamed: EditKinds,
    revalued: EditKinds,
}

#[derive(Debug)]
struct Place {
    span: Span,
    name: Span,
    value: Span,
    is_sound: bool,
}

impl Tag {
    /// Whether it has this name. Capitals do not matter: the fixes correct those of known names (rule T112).
    fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

impl<'a> Tags<'a> {
    /// The tags of the game that is `text[..length]`.
    pub(super) fn read(text: &'a [u8]) -> Result<Self, String> {
        let mut kept = Vec::new();
        let mut lexer = Lexer::new(text, 0);
        while let Some(token) = lexer.next_token() {
            if lexer.section() != GamePart::Head {
                break;
            }
            let Some(tag) = lexer.tag().filter(|_| token.kind == TokenKind::Tag) else { continue };
            if kept.len() == MAX_TAGS {
                return Err(format!("it has more than {MAX_TAGS} tags"));
            }
            let place = Place {
                span: tag.span.clone(),
                name: tag.name.clone(),
                value: tag.value.clone(),
                is_sound: tag.fault.is_none(),
            };
            kept.push(Tag {
                name: String::from_utf8_lossy(&text[tag.name.clone()]).into_owned(),
                value: value_text(&text[tag.value.clone()]).into_owned(),
                place: Some(place),
                renamed: EditKinds::default(),
                revalued: EditKinds::default(),
            });
        }
        Ok(Self { text, kept, deleted: Vec::new() })
    }

    /// Edits the tags, in this order: deletes, renames, sets, corrects names, adds.
    pub(super) fn edit(&mut self, edits: &Edits, game: &Game, bytes: &[u8]) -> Result<(), String> {
        for name in &edits.strip_tags {
            self.delete(name)?;
        }
        for (old, new) in &edits.rename {
            self.rename(old, new)?;
        }
        let facts = Facts::new(game, bytes, "", None);
        for (name, value) in &edits.set {
            let Some(value) = value.text(&facts) else { continue };
            Unwritable::check(&value).map_err(|error| format!("the value of its tag `{name}`: {error}"))?;
            self.set(name, &value, EditKind::SetTag, |_| true)?;
        }
        for (name, kind) in NameKind::OF_TAGS.into_iter().filter(|_| edits.names.is_some()) {
            self.correct(name, kind, edits)?;
        }
        for (name, value) in added(game, &edits.add) {
            let may_replace = |old: &str| edits.overwrites || matches!(old.trim(), "" | "?");
            self.set(name, &value, EditKind::Add, may_replace)?;
        }
        Ok(())
    }

    fn delete(&mut self, name: &str) -> Result<(), String> {
        self.check(|tag| tag.is_named(name))?;
        let deleted = self.kept.extract_if(.., |tag| tag.is_named(name));
        self.deleted.extend(deleted.filter_map(|tag| Some(tag.place?.span.start)));
        self.deleted.sort_unstable();
        Ok(())
    }

    fn rename(&mut self, old: &str, new: &str) -> Result<(), String> {
        self.check(|tag| tag.is_named(old))?;
        let has = |name: &str| self.kept.iter().any(|tag| tag.is_named(name));
        if has(old) && has(new) && !old.eq_ignore_ascii_case(new) {
            return Err(format!("it has both tags, `{old}` and `{new}`"));
        }
        for tag in self.kept.iter_mut().filter(|tag| tag.is_named(old)) {
            new.clone_into(&mut tag.name);
            tag.renamed = tag.renamed | EditKind::RenameTag.into();
        }
        Ok(())
    }

    /// Sets the value of a tag where the old one may be replaced; adds the tag if it is missing.
    fn set(
        &mut self,
        name: &str,
        value: &str,
        kind: EditKind,
        may_replace: impl Fn(&str) -> bool,
    ) -> Result<(), String> {
        let mut is_missing = true;
        for tag in self.kept.iter_mut().filter(|tag| tag.is_named(name)) {
            is_missing = false;
            if tag.value != value && may_replace(&tag.value) {
                value.clone_into(&mut tag.value);
                tag.revalued = tag.revalued | kind.into();
            }
        }
        if is_missing {
            let tag = Tag {
                place: None,
                name: name.to_owned(),
                value: value.to_owned(),
                renamed: EditKinds::default(),
                revalued: kind.into(),
            };
            self.kept.insert(self.place_of(name), tag);
        }
        self.check(|tag| tag.revalued != EditKinds::default())
    }

    /// The index at which a new tag belongs: after those before it in the Seven Tag Roster, otherwise at the end.
    fn place_of(&self, name: &str) -> usize {
        let in_roster = |name: &str| known(name.as_bytes()).filter(|index| *index < ROSTER);
        let Some(index) = in_roster(name) else { return self.kept.len() };
        let before = |tag: &Tag| in_roster(&tag.name).is_some_and(|other| other < index);
        self.kept.iter().rposition(before).map_or(0, |last| last + 1)
    }

    fn correct(&mut self, name: &str, kind: NameKind, edits: &Edits) -> Result<(), String> {
        let Some(list) = &edits.names else { return Ok(()) };
        for tag in self.kept.iter_mut().filter(|tag| tag.is_named(name)) {
            let right = list.name(kind, &tag.value);
            if right != tag.value {
                tag.value = right.into_owned();
                tag.revalued = tag.revalued | EditKind::Names.into();
            }
        }
        self.check(|tag| tag.revalued != EditKinds::default())
    }

    /// Refuses to edit a tag that is malformed.
    fn check(&self, is_edited: impl Fn(&Tag) -> bool) -> Result<(), String> {
        let is_malformed = |tag: &&Tag| is_edited(tag) && tag.place.as_ref().is_some_and(|place| !place.is_sound);
        match self.kept.iter().find(is_malformed) {
            Some(tag) => Err(format!("its tag `{}` is malformed", tag.name)),
            None => Ok(()),
        }
    }

    /// The names and values that the game is to have.
    pub(super) fn expected(&self) -> impl Iterator<Item = (&str, &str)> {
        self.kept.iter().map(|tag| (&*tag.name, &*tag.value))
    }

    /// The edits that rename, set and add tags of a game of this length, in text order; or why its encoding does not allow them.
    pub(super) fn edits(&self, length: usize) -> Result<Vec<(Edit, EditKinds)>, String> {
        // Where the tags of a game without tags belong.
        let start =
            || first_token(self.text, &[TokenKind::ByteOrderMark, TokenKind::StrayText]).map_or(0, |token| token.start);
        let is_utf8 = std::str::from_utf8(&self.text[..length]).is_ok();
        let encoded = |text: String| if is_utf8 || text.is_ascii() { Ok(text.into_bytes()) } else { latin(&text) };
        let line_end = line_end_of(self.text);
        let mut edits = Vec::new();
        // The end of the tag before.
        let mut last = None;
        let first = self.kept.iter().find_map(|tag| Some(tag.place.as_ref()?.span.start));
        for tag in &self.kept {
            let Some(place) = &tag.place else {
                let line = written(tag);
                let (at, text) = match last {
                    Some(end) => (end, format!("{line_end}{line}")),
                    None => (first.unwrap_or_else(start), format!("{line}{line_end}")),
                };
                edits.push((Edit { span: at..at, text: encoded(text)? }, tag.revalued));
                continue;
            };
            if tag.renamed != EditKinds::default() {
                edits.push((Edit { span: place.name.clone(), text: tag.name.clone().into_bytes() }, tag.renamed));
            }
            if tag.revalued != EditKinds::default() {
                edits.push((Edit { span: place.value.clone(), text: encoded(escaped(&tag.value))? }, tag.revalued));
            }
            last = Some(place.span.end);
        }
        if first.is_none()
            && let Some((edit, _)) = edits.last_mut()
        {
            edit.text.extend_from_slice(line_end.as_bytes());
        }
        Ok(edits)
    }
}

/// A text in ISO 8859-1, as games that are not in UTF-8 are read.
fn latin(text: &str) -> Result<Vec<u8>, String> {
    let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).ok().filter(|byte| !(0x80..0xa0).contains(byte)));
    bytes
        .collect::<Option<_>>()
        .ok_or_else(|| format!("it is not in UTF-8, and ISO 8859-1 has no letters for `{text}`"))
}

fn written(tag: &Tag) -> String {
    format!("[{} \"{}\"]", tag.name, escaped(&tag.value))
}

fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    write::value(&mut text, value);
    text
}

// Tags with what the moves say.

named! {
    /// What can be added to a game.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Addition: (ALL) {
        /// The tag `ECO`: the code of the opening.
        Eco = "eco",
        /// The tag `Opening`: its full name.
        Opening = "opening",
        /// The tag `Variation`: the part of its name after the colon.
        Variation = "variation",
        /// The tag `PlyCount`.
        PlyCount = "plycount",
        /// The tag `Termination`: `normal` if the last position ends the game.
        Termination = "termination",
    }
}

impl Addition {
    /// The name of its tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Eco => "ECO",
            Self::Opening => "Opening",
            Self::Variation => "Variation",
            Self::PlyCount => "PlyCount",
            Self::Termination => "Termination",
        }
    }

    /// The value of the tag, for a game in which every move was played.
    fn value(self, game: &Game) -> Option<String> {
        let opening = || Some(Book::embedded().name(game)?.opening);
        match self {
            Self::Eco => Some(opening()?.eco().to_owned()),
            Self::Opening => Some(opening()?.name().to_owned()),
            Self::Variation => Some(opening()?.name().split_once(':')?.1.trim_start().to_owned()),
            Self::PlyCount => Some(game.plies().to_string()),
            Self::Termination => (game.stated()? == board_result(game)?).then(|| "normal".to_owned()),
        }
    }
}

impl FromStr for Addition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = Self::ALL.map(Self::name);
        let known = Self::ALL.into_iter().find(|addition| addition.name().eq_ignore_ascii_case(text));
        let expected = || format!("expected {}", words.join(", "));
        known.ok_or_else(|| format!("there is no such tag; {}", did_you_mean(text, words, &expected())))
    }
}

/// The tags to add to a game. None for a game with a move that was not played, or of another variant.
fn added<'a>(game: &'a Game, additions: &'a [Addition]) -> impl Iterator<Item = (&'static str, String)> + 'a {
    let is_replayed = game.has_start() && game.is_complete();
    let additions = additions.iter().filter(move |_| is_replayed);
    additions.filter_map(|addition| Some((addition.tag(), addition.value(game)?)))
}

/// The result if the last position ends the game: by checkmate, stalemate, or insufficient material.
fn board_result(game: &Game) -> Option<Outcome> {
    let ending = &game.board_ending;
    match () {
        () if ending.has_no_legal_move && game.position().is_check() => Some(match game.position().turn() {
            Color::White => Outcome::BlackWins,
            Color::Black => Outcome::WhiteWins,
        }),
        () if ending.has_no_legal_move || ending.dead_since == Some(game.plies()) => Some(Outcome::Draw),
        () => None,
    }
}
