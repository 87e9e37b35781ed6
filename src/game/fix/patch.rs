//! Combines edits that were made one after the other into changes of the original text, each with its cause.

use std::rc::Rc;

use crate::game::rules::{Applicability, Rule, RuleSet};
use crate::pgn::place::Span;

use super::Edit;

/// What made a change of a text.
pub(in crate::game) trait Cause: Clone {
    /// Adds what made another change, which this one covers.
    fn add(&mut self, other: &Self);
}

/// The fixes that made a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixCause {
    /// The rules that have these fixes.
    pub rules: RuleSet,
    /// The highest of their applicabilities.
    pub applicability: Applicability,
}

/// The fixes that made a change, by number. Of very many, not all have their numbers here.
#[derive(Clone, Debug)]
pub(super) struct NumberedCause {
    /// In order.
    pub(super) numbers: Vec<usize>,
    pub(super) cause: FixCause,
}

/// How many fixes of a change have their numbers in its cause. Each small change of a text may be within a large one that has
/// the cause of thousands.
const MAX_NUMBERS: usize = 16;

impl NumberedCause {
    pub(super) fn new(number: usize, rule: Rule, applicability: Applicability) -> Self {
        Self { numbers: vec![number], cause: FixCause { rules: rule.into(), applicability } }
    }
}

impl Cause for NumberedCause {
    fn add(&mut self, other: &Self) {
        for number in &other.numbers {
            if let Err(at) = self.numbers.binary_search(number)
                && self.numbers.len() < MAX_NUMBERS
            {
                self.numbers.insert(at, *number);
            }
        }
        self.cause.rules = self.cause.rules | other.cause.rules;
        self.cause.applicability = self.cause.applicability.max(other.cause.applicability);
    }
}

/// A change of the original text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextChange<C = FixCause> {
    /// The range of the original that it replaces.
    pub span: Span,
    /// The new bytes.
    pub text: Vec<u8>,
    /// What made it: by default, fixes.
    pub cause: C,
}

impl<C> TextChange<C> {
    pub(in crate::game) fn edit(&self) -> Edit {
        Edit { span: self.span.clone(), text: self.text.clone() }
    }

    /// The same change with its cause in other words.
    pub(in crate::game) fn restated<D>(self, cause: impl FnOnce(C) -> D) -> TextChange<D> {
        TextChange { span: self.span, text: self.text, cause: cause(self.cause) }
    }
}

/// A text after edits: parts of the original, and new text between them.
#[derive(Clone, Debug)]
pub(in crate::game) struct Patch<C> {
    pieces: Vec<Piece<C>>,
    length: usize,
}

#[derive(Clone, Debug)]
enum Piece<C> {
    Kept(Span),
    /// A part of a new text, or none where text was deleted.
    New {
        text: Rc<[u8]>,
        part: Span,
        cause: C,
    },
}

impl<C: Cause> Piece<C> {
    fn len(&self) -> usize {
        match self {
            Self::Kept(span) => span.len(),
            Self::New { part, .. } => part.len(),
        }
    }

    /// The parts before and after an offset in it.
    fn split(self, at: usize) -> [Self; 2] {
        match self {
            Self::Kept(Span { start, end }) => [Self::Kept(start..start + at), Self::Kept(start + at..end)],
            Self::New { text, part: Span { start, end }, cause } => [
                Self::New { text: Rc::clone(&text), part: start..start + at, cause: cause.clone() },
                Self::New { text, part: start + at..end, cause },
            ],
        }
    }
}

impl<C: Cause> Patch<C> {
    /// A text of this length, without edits.
    pub(in crate::game) fn new(length: usize) -> Self {
        Self { pieces: vec![Piece::Kept(0..length)], length }
    }

    /// Applies edits of the text as it is now, which are in order and do not overlap.
    pub(in crate::game) fn apply<'e>(&mut self, edits: impl IntoIterator<Item = (&'e Edit, C)>) {
        let mut rest = std::mem::take(&mut self.pieces);
        rest.reverse();
        // The offset of the next piece in the text as it was before these edits.
        let mut at = 0;
        for (edit, mut cause) in edits {
            while let Some(piece) = rest.pop() {
                let end = at + piece.len();
                if end > edit.span.start {
                    let [before, after] = piece.split(edit.span.start - at);
                    self.pieces.push(before);
                    rest.push(after);
                    break;
                }
                at = end;
                self.pieces.push(piece);
            }
            at = edit.span.start;
            while at < edit.span.end {
                let Some(piece) = rest.pop() else { break };
                let end = at + piece.len();
                if let Piece::New { cause: earlier, .. } = &piece {
                    cause.add(earlier);
                }
                if end > edit.span.end {
                    rest.push(piece.split(edit.span.end - at).into_iter().nth(1).unwrap_or(Piece::Kept(0..0)));
                    at = edit.span.end;
                } else {
                    at = end;
                }
            }
            self.pieces.push(Piece::New { text: edit.text.as_slice().into(), part: 0..edit.text.len(), cause });
        }
        self.pieces.extend(rest.into_iter().rev());
        self.pieces.retain(|piece| !matches!(piece, Piece::Kept(span) if span.is_empty()));
    }

    /// The changes of the original, in order.
    pub(in crate::game) fn changes(&self) -> Vec<TextChange<C>> {
        let mut changes: Vec<TextChange<C>> = Vec::new();
        let mut at = 0;
        let mut open: Option<(Vec<u8>, C)> = None;
        let end = Piece::Kept(self.length..self.length);
        for piece in self.pieces.iter().chain([&end]) {
            match piece {
                Piece::New { text, part, cause } => {
                    let (new, by) = open.get_or_insert_with(|| (Vec::new(), cause.clone()));
                    new.extend_from_slice(&text[part.clone()]);
                    by.add(cause);
                }
                Piece::Kept(span) => {
                    let change = open.take().filter(|(text, _)| at < span.start || !text.is_empty());
                    changes.extend(change.map(|(text, cause)| TextChange { span: at..span.start, text, cause }));
                    at = span.end;
                }
            }
        }
        changes
    }

    /// The offsets in the original of offsets in the text as it is now, which are in order. For new text, that of the text that
    /// it replaces.
    pub(super) fn origins(&self, offsets: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut pieces = self.pieces.iter();
        let (mut start, mut end) = (0, 0);
        let (mut origin, mut next_origin, mut is_kept) = (0, 0, true);
        let origins = offsets.into_iter().map(|offset| {
            while offset >= end {
                let Some(piece) = pieces.next() else { break };
                (start, end) = (end, end + piece.len());
                is_kept = matches!(piece, Piece::Kept(_));
                (origin, next_origin) = match piece {
                    Piece::Kept(span) => (span.start, span.end),
                    Piece::New { .. } => (next_origin, next_origin),
                };
            }
            if is_kept { origin + (offset - start) } else { origin }
        });
        origins.collect()
    }
}

/// The text with these edits, which are in order and do not overlap.
pub(in crate::game) fn edited<'e>(text: &[u8], edits: impl IntoIterator<Item = &'e Edit>) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in edits {
        out.extend_from_slice(&text[at..edit.span.start]);
        out.extend_from_slice(&edit.text);
        at = edit.span.end;
    }
    out.extend_from_slice(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::random::Random;

    fn cause() -> NumberedCause {
        NumberedCause::new(0, Rule::DuplicateTag, Applicability::Safe)
    }

    #[test]
    fn a_change_has_the_rules_of_all_its_fixes() {
        let mut all = cause();
        for number in (0..100).rev() {
            let rule = if number == 3 { Rule::WrongMoveNumber } else { Rule::TagOrder };
            all.add(&NumberedCause::new(number, rule, Applicability::Unsafe));
        }
        assert_eq!(all.numbers.len(), MAX_NUMBERS);
        assert!(all.numbers.is_sorted());
        let rules: RuleSet = [Rule::DuplicateTag, Rule::WrongMoveNumber, Rule::TagOrder].into_iter().collect();
        assert_eq!(all.cause, FixCause { rules, applicability: Applicability::Unsafe });
    }

    #[test]
    fn changes_of_the_original_give_the_edited_text() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let original: Vec<u8> = (0..random.below(12)).map(|_| *random.one_of(b"abcdefgh")).collect();
            let (mut text, mut patch) = (original.clone(), Patch::new(original.len()));
            for round in 0..3 {
                let mut edits = Vec::new();
                let mut at = 0;
                while random.below(3) > 0 && at <= text.len() {
                    let start = at + random.below(text.len() - at + 1);
                    let end = start + random.below(text.len() - start + 1);
                    let new = vec![b'A' + round; random.below(3)];
                    edits.push(Edit { span: start..end, text: new });
                    at = end + 1;
                }
                patch.apply(edits.iter().map(|edit| (edit, cause())));
                text = edited(&text, &edits);
            }
            let changes = patch.changes();
            let edits: Vec<Edit> = changes.iter().map(TextChange::edit).collect();
            assert_eq!(edited(&original, &edits), text);
            assert!(changes.windows(2).all(|pair| pair[0].span.end < pair[1].span.start), "{changes:?}");
            let kept = text.iter().enumerate().filter(|(_, byte)| byte.is_ascii_lowercase());
            let (offsets, bytes): (Vec<usize>, Vec<u8>) = kept.unzip();
            let origins = patch.origins(offsets);
            assert_eq!(origins.iter().map(|at| original[*at]).collect::<Vec<u8>>(), bytes);
        }
    }
}
