//! Edits of games that a person asks for, such as to strip comments or to set a tag.
//!
//! They are no [fixes](super::fix): they change what a game says. [`edit`] makes them and reads the game again. The
//! moves must be the same, and all else but for what was asked for; otherwise the game stays as it was. Then come the
//! fixes of the edited game.

mod kind;
mod merge;
mod tags;
#[cfg(test)]
mod tests;
mod token_actions;

use std::mem::discriminant;

pub use kind::{Causes, EditKind, EditKinds};
pub use merge::{MergeAnnotations, is_annotated};
pub use tags::Addition;

use super::facts::FactText;
use super::fix::Edit;
use super::fix::adjust::{Adjusted, MAX_LENGTH, adjust};
use super::fix::patch::{Patch, edited};
use super::names::NameList;
use super::replay::{Game, ReplayOptions, kept_end, read_game_as};
use super::rules::{Applicability, Rule, RuleSet};
use crate::pgn::lex::{Lexer, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::{AFTER_GAME, GamePart};
use crate::pgn::tags::parse_tag;
use crate::pgn::text::count_line_ends;
use tags::Tags;
use token_actions::{Side, TokenAction, TokenActions, closed_gap};

/// What is to be edited.
#[derive(Clone, Default, Debug)]
pub struct Edits {
    /// What is deleted, besides tags.
    pub strip: EditKinds,
    /// The names of the tags that are deleted.
    pub strip_tags: Vec<String>,
    /// The old and the new names of tags.
    pub rename: Vec<(String, String)>,
    /// The names and the values of tags. A game that lacks a fact in a value keeps its tag.
    pub set: Vec<(String, FactText)>,
    /// How names should be spelled.
    pub names: Option<NameList>,
    /// What is added.
    pub add: Vec<Addition>,
    /// Whether what is added replaces other values.
    pub overwrites: bool,
}

/// The maximum number of edits in a game.
const MAX_EDITS: usize = 200_000;

/// A byte order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The reason for refusing a game whose end depends on later text.
pub const NO_END: &str = "its end depends on text far after it";

impl Edits {
    /// The rules that must be checked so that the facts in its values are known.
    pub fn rules(&self) -> RuleSet {
        let labels = self.set.iter().flat_map(|(_, value)| value.labels());
        labels.fold(RuleSet::EMPTY, |rules, label| rules | label.rules())
    }

    /// Whether there is nothing to edit.
    pub fn is_empty(&self) -> bool {
        let Self { strip, strip_tags, rename, set, names, add, .. } = self;
        let has_no_list = strip_tags.is_empty() && rename.is_empty() && set.is_empty() && add.is_empty();
        *strip == EditKinds::default() && names.is_none() && has_no_list
    }
}

/// A game after edits and fixes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Edited {
    /// Its texts and changes.
    pub adjusted: Adjusted<Causes>,
    /// Whether it begins in another way than before, so that it may be read as a part of the game before it.
    pub starts_new_game: bool,
}

impl Edited {
    /// The kinds of edits that changed it.
    pub fn kinds(&self) -> EditKinds {
        self.adjusted.changes.iter().fold(EditKinds::default(), |kinds, change| kinds | change.cause.edits)
    }

    /// Takes a byte order mark at the start of the game for a stray one (S109), because the game is not the first of its file.
    pub fn name_stray_mark(&mut self) {
        let rename = |rule: Rule| if rule == Rule::ByteOrderMark { Rule::StrayByteOrderMark } else { rule };
        for (rule, _) in &mut self.adjusted.fixed {
            *rule = rename(*rule);
        }
        for change in &mut self.adjusted.changes {
            change.cause.rules = change.cause.rules.iter().map(rename).collect();
        }
    }

    /// Takes back that byte order marks at the start were deleted.
    pub fn keep_mark(&mut self) {
        let Adjusted { before, text, changes, fixed, .. } = &mut self.adjusted;
        let Some(first) = changes.first_mut() else { return };
        let deleted = &before[..if first.span.start == 0 { first.span.end } else { 0 }];
        let marks = deleted.chunks(BYTE_ORDER_MARK.len()).take_while(|chunk| *chunk == BYTE_ORDER_MARK).count();
        let marks = &deleted[..marks * BYTE_ORDER_MARK.len()];
        if !first.cause.rules.contains(Rule::ByteOrderMark) || first.text.starts_with(BYTE_ORDER_MARK) {
            return;
        }
        text.splice(..0, marks.iter().copied());
        first.span.start = marks.len();
        first.cause.rules = first.cause.rules - Rule::ByteOrderMark.into();
        if first.span.is_empty() && first.text.is_empty() {
            changes.remove(0);
        }
        fixed.retain(|(rule, _)| *rule != Rule::ByteOrderMark);
    }
}

impl From<Adjusted> for Edited {
    /// A game with fixes alone.
    fn from(adjusted: Adjusted) -> Self {
        let Adjusted { before, text, changes, fixed, withdrawn, is_cut, status } = adjusted;
        let changes = changes.into_iter().map(|change| change.restated(Causes::from)).collect();
        let starts_new_game = beginning(&before) != beginning(&text);
        let adjusted = Adjusted { before, text, changes, fixed, withdrawn, is_cut, status };
        Self { adjusted, starts_new_game }
    }
}

/// Edits a game that was read from `bytes` [with variations](ReplayOptions::variations), then applies the fixes of these rules:
/// the safe ones, or also the unsafe ones.
/// `None` if there is nothing to edit in it.
///
/// # Errors
///
/// Returns the reason why the game cannot be edited.
pub fn edit(
    game: &Game,
    bytes: &[u8],
    edits: &Edits,
    rules: RuleSet,
    most: Applicability,
) -> Result<Option<Edited>, String> {
    let span = game.span.clone();
    let before = &bytes[span.clone()];
    let Some(made) = EditedText::new(game, bytes, edits, rules)? else { return Ok(None) };
    let has_findings = made.game.report.findings.iter().any(|finding| rules.contains(finding.rule));
    let fixed = if has_findings { adjust(&made.text, 0..made.length, rules, most) } else { None };
    let mut patch = Patch::new(before.len());
    patch.apply(made.edits.iter().map(|(edit, kinds)| (edit, Causes::from(*kinds))));
    let of_fixes = fixed.iter().flat_map(|fixed| &fixed.changes);
    let of_fixes: Vec<(Edit, Causes)> = of_fixes.map(|change| (change.edit(), change.cause.into())).collect();
    patch.apply(of_fixes.iter().map(|(edit, cause)| (edit, *cause)));
    let mut changes = patch.changes();
    let is_cut = fixed.as_ref().map_or(has_findings && made.length > MAX_LENGTH, |fixed| fixed.is_cut);
    let (text, fixed, withdrawn, status) = match fixed {
        Some(fixed) => (fixed.text, fixed.fixed, fixed.withdrawn, fixed.status),
        None => (made.text[..made.length].to_vec(), Vec::new(), RuleSet::EMPTY, made.game.status),
    };
    // A fix may take back what an edit did.
    changes.retain(|change| text != before && before[change.span.clone()] != change.text);
    let starts_new_game = made.starts_new_game;
    let adjusted = Adjusted { before: before.to_vec(), text, changes, fixed, withdrawn, is_cut, status };
    Ok(Some(Edited { adjusted, starts_new_game }))
}

/// The text of a game that was read from `bytes`, with some of what follows it.
fn text_with_end<'a>(game: &Game, bytes: &'a [u8]) -> &'a [u8] {
    &bytes[game.span.start..bytes.len().min(game.span.end + AFTER_GAME)]
}

/// A game after edits that were proved.
struct EditedText {
    /// Its text, with some of what follows it.
    text: Vec<u8>,
    length: usize,
    /// The edits, in text order.
    edits: Vec<(Edit, EditKinds)>,
    game: Game,
    starts_new_game: bool,
}

impl EditedText {
    /// Edits a game that was read from `bytes`; or returns why that is not certain. `None` if there is nothing to edit.
    fn new(game: &Game, bytes: &[u8], edits: &Edits, rules: RuleSet) -> Result<Option<Self>, String> {
        let length = game.span.len();
        let text = text_with_end(game, bytes);
        if kept_end(&game.span) < game.span.end {
            return Err("it is longer than 16 MiB".to_owned());
        }
        let mut tags = Tags::read(text)?;
        tags.edit(edits, game, bytes)?;
        let token_actions = || TokenActions::new(text, edits.strip, &tags.deleted, (&game.kept.split, game.span.start));
        let mut made = deletions(token_actions(), length)?;
        made.extend(tags.edits(length)?);
        if made.is_empty() {
            return Ok(None);
        }
        made.sort_by_key(|(edit, _)| (edit.span.start, edit.span.end));
        if made.windows(2).any(|pair| pair[0].0.span.end > pair[1].0.span.start) {
            return Err("two edits would change the same text".to_owned());
        }
        let after = edited(text, made.iter().map(|(edit, _)| edit));
        let new_length = length + after.len() - text.len();
        let options = ReplayOptions { rules, variations: true, ..ReplayOptions::default() };
        let read = read_game_as(&after, 0, &options);
        if read.span != (0..new_length) {
            return Err("it would end elsewhere, or be two games".to_owned());
        }
        if kept_end(&read.span) < read.span.end {
            return Err("it would be longer than 16 MiB".to_owned());
        }
        if !has_same_moves(game, &read, edits.strip.contains(EditKind::StripVariations)) {
            return Err("its moves would not be the same".to_owned());
        }
        if !Tags::read(&after)?.expected().eq(tags.expected()) {
            return Err("its tags would not be read as they are meant".to_owned());
        }
        if !has_expected_tokens(token_actions(), &after) {
            return Err("more would change than was asked for".to_owned());
        }
        let starts_new_game = beginning(text) != beginning(&after);
        Ok(Some(Self { text: after, length: new_length, edits: made, game: read, starts_new_game }))
    }
}

/// The edits that delete tokens of the game that is `text[..length]`, and white space around them.
fn deletions(mut token_actions: TokenActions<'_>, length: usize) -> Result<Vec<(Edit, EditKinds)>, String> {
    let text = token_actions.lexer.bytes();
    let mut edits = Vec::new();
    // The end of the last token that stays, and the tokens after it that do not.
    let (mut kept, mut previous) = (0, Side::End);
    let mut deleted: Option<Deleted> = None;
    for (token, action) in token_actions.by_ref() {
        let (kinds, new) = match action {
            TokenAction::Deleted(kinds) => {
                match &mut deleted {
                    Some(run) => run.add(token.span(), kinds, text),
                    None => deleted = Some(Deleted { span: token.span(), kinds, space: 0..0 }),
                }
                continue;
            }
            TokenAction::Replaced(kinds, new) => (kinds, Some(new)),
            TokenAction::Kept => (EditKinds::default(), None),
        };
        let next = match token.kind {
            TokenKind::Close => Side::Parenthesis,
            TokenKind::Escape => Side::Escape,
            _ => Side::Other,
        };
        edits.extend(deleted.take().map(|run| deletion(text, kept..token.start, run, [previous, next])));
        edits.extend(new.map(|text| (Edit { span: token.span(), text }, kinds)));
        if edits.len() > MAX_EDITS {
            return Err(format!("there are more than {MAX_EDITS} places to edit"));
        }
        kept = token.end;
        previous = match token.kind {
            TokenKind::Open => Side::Parenthesis,
            TokenKind::ByteOrderMark => Side::End,
            _ => Side::Other,
        };
    }
    if token_actions.lexer.position() != length {
        return Err(NO_END.to_owned());
    }
    edits.extend(deleted.map(|run| deletion(text, kept..length, run, [previous, Side::End])));
    token_actions.fault.map_or(Ok(edits), |fault| Err(fault.to_owned()))
}

/// Successive tokens that are deleted.
struct Deleted {
    span: Span,
    kinds: EditKinds,
    /// The white space between two of them that has the most line ends.
    space: Span,
}

impl Deleted {
    fn add(&mut self, token: Span, kinds: EditKinds, text: &[u8]) {
        let space = self.span.end..token.start;
        if count_line_ends(&text[space.clone()]) > count_line_ends(&text[self.space.clone()]) {
            self.space = space;
        }
        self.span.end = token.end;
        self.kinds = self.kinds | kinds;
    }
}

/// The edit that deletes tokens between two that stay.
fn deletion(text: &[u8], between: Span, run: Deleted, sides: [Side; 2]) -> (Edit, EditKinds) {
    let Deleted { span, kinds, space } = run;
    let [before, inner, after] = [between.start..span.start, space, span.end..between.end].map(|span| &text[span]);
    // Lines that only tokens within kept apart stay apart.
    let has_more = count_line_ends(inner) > count_line_ends(before).max(count_line_ends(after));
    let gap = closed_gap([if has_more { inner } else { before }, after], sides);
    let edit = match () {
        () if *gap == *before => Edit { span: span.start..between.end, text: Vec::new() },
        () if *gap == *after => Edit { span: between.start..span.end, text: Vec::new() },
        () => Edit { span: between, text: gap.into_owned() },
    };
    (edit, kinds)
}

/// The first token of a game that is none of these.
fn first_token(text: &[u8], others: &[TokenKind]) -> Option<Token> {
    let mut lexer = Lexer::new(text, 0);
    std::iter::from_fn(|| lexer.next_token()).find(|token| !others.contains(&token.kind))
}

/// How a game begins: by a tag with this name, or by this text.
fn beginning(text: &[u8]) -> (Option<TokenKind>, &[u8]) {
    let Some(first) = first_token(text, &[TokenKind::ByteOrderMark]) else { return (None, b"") };
    let span = if first.kind == TokenKind::Tag { parse_tag(text, first.start).name } else { first.span() };
    (Some(first.kind), &text[span])
}

/// Whether the same moves were played from the same position.
fn has_same_moves(before: &Game, after: &Game, without_variations: bool) -> bool {
    let variations = |game: &Game| game.kept.moves.iter().map(|kept| kept.mv).collect::<Vec<_>>();
    before.has_start() == after.has_start()
        && before.start() == after.start()
        && before.is_complete() == after.is_complete()
        && before.moves().eq(after.moves())
        && before.outcome == after.outcome
        && (without_variations || variations(before) == variations(after))
}

/// Whether the tokens of a text, apart from its tags, are those that were to stay.
fn has_expected_tokens(mut token_actions: TokenActions<'_>, after: &[u8]) -> bool {
    let is_tag = |token: &Token, lexer: &Lexer<'_>| token.kind == TokenKind::Tag && lexer.section() == GamePart::Head;
    let mut lexer = Lexer::new(after, 0);
    let mut next = || loop {
        let token = lexer.next_token()?;
        if !is_tag(&token, &lexer) {
            return Some(token);
        }
    };
    let text = token_actions.lexer.bytes();
    while let Some((token, action)) = token_actions.next() {
        if is_tag(&token, &token_actions.lexer) {
            continue;
        }
        let expected = match &action {
            TokenAction::Deleted(_) => continue,
            TokenAction::Replaced(_, new) => &new[..],
            TokenAction::Kept => &text[token.span()],
        };
        let Some(found) = next() else { return false };
        if discriminant(&found.kind) != discriminant(&token.kind) || after[found.span()] != *expected {
            return false;
        }
    }
    next().is_none()
}
