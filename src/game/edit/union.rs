//! The annotations of two copies of a game, united.

use super::super::difference::{GameContent, Ignored, NoteKind};
use super::super::replay::{Game, ReplayOptions, Validity, kept_end, read_game_as};
use crate::pgn::lex::{Lexer, Token, TokenKind};
use crate::pgn::split::GamePart;

/// What comes of a game and the annotations of a copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Union {
    /// The game has all of them.
    Same,
    /// The game with those that it lacked.
    Text(Vec<u8>),
    /// They cannot be added, for this reason.
    Refused(&'static str),
}

/// A comment, NAG or variation that is added: after how many plies, and its text.
type Note = (u32, NoteKind, String);

/// Where annotations of a move are added.
#[derive(Clone, Copy)]
struct Anchor {
    /// Behind the move and its NAGs.
    nags: usize,
    /// Behind these and the comments before the first variation.
    comments: usize,
    /// Behind all of them.
    variations: usize,
    /// Whether the place is before a text, not behind one.
    is_before: bool,
}

/// Adds the comments, NAGs and variations of a copy that a game lacks. All other bytes stay as they are. A comment is not
/// added if it is a part of one that the game has at the same place.
///
/// The result is read again: it must have the same tags, moves and results, and the annotations of both.
#[must_use]
pub fn united(text: &[u8], copy: &[u8]) -> Union {
    let (game, content) = read(text);
    let (_, other) = read(copy);
    let added = missing(&content, &other);
    if added.is_empty() && content.unplayed == other.unplayed && content.rest == other.rest {
        return Union::Same;
    }
    let is_whole = |content: &GameContent| content.unplayed.is_none() && content.rest.is_none();
    if !is_whole(&content) || !is_whole(&other) {
        return Union::Refused("not all of the moves can be played");
    }
    if content.moves != other.moves || content.start != other.start {
        return Union::Refused("the moves differ");
    }
    if added.is_empty() {
        return Union::Same;
    }
    let anchors = anchors(&game, text);
    let Some(edits) = added.iter().map(|note| edit(note, &anchors, text)).collect::<Option<Vec<_>>>() else {
        return Union::Refused("the moves are not found in the text");
    };
    let united = inserted(text, edits);
    let (again, found) = read(&united);
    let mut expected = content;
    for (ply, kind, note) in added {
        expected.notes.entry((ply, kind)).or_default().push(note);
    }
    let is_proved = again.span.end == united.len()
        && again.status == game.status
        && again.ending == game.ending
        && found.tags == expected.tags
        && found.moves == expected.moves
        && found.unplayed.is_none()
        && found.results == expected.results
        && has_same_notes(&found, &expected);
    if is_proved && game.status != Validity::NoGame {
        Union::Text(united)
    } else {
        Union::Refused("the text would be read in another way")
    }
}

/// Whether a game has comments, NAGs or variations.
#[must_use]
pub fn is_annotated(text: &[u8]) -> bool {
    !read(text).1.notes.is_empty()
}

fn read(text: &[u8]) -> (Game, GameContent) {
    let game = read_game_as(text, 0, &ReplayOptions { variations: true, ..ReplayOptions::default() });
    let content = GameContent::new(&game, text, &Ignored::default());
    (game, content)
}

/// The annotations that only the copy has, in the order of the plies, NAGs first.
fn missing(content: &GameContent, copy: &GameContent) -> Vec<Note> {
    let mut missing = Vec::new();
    for (&(ply, kind), notes) in &copy.notes {
        let known = content.notes.get(&(ply, kind)).map_or(&[][..], Vec::as_slice);
        for note in notes {
            let is_known = match kind {
                NoteKind::Comments => known.iter().any(|known| known.contains(note.as_str())),
                NoteKind::Nags | NoteKind::Variations => known.contains(note),
            };
            let note = (ply, kind, note.clone());
            if !is_known && !missing.contains(&note) {
                missing.push(note);
            }
        }
    }
    missing.sort_by_key(|(ply, kind, _)| (*ply, *kind != NoteKind::Nags, *kind));
    missing
}

/// Whether the annotations are the same, whatever their order at one place.
fn has_same_notes(one: &GameContent, other: &GameContent) -> bool {
    let sorted = |content: &GameContent| {
        let mut notes = content.notes.clone();
        for notes in notes.values_mut() {
            notes.sort();
        }
        notes
    };
    sorted(one) == sorted(other)
}

/// The places of the annotations before the first move, behind it, behind the second, and so on.
fn anchors(game: &Game, text: &[u8]) -> Vec<Anchor> {
    let mut anchors: Vec<Anchor> = Vec::with_capacity(game.plies() as usize + 1);
    let (mut depth, mut has_variation) = (0_usize, false);
    let mut lexer = Lexer::new(text, game.span.start);
    let end = kept_end(&game.span);
    while let Some(token) = lexer.next_token().filter(|token| token.end <= end) {
        if matches!(token.kind, TokenKind::Tag | TokenKind::OddSpace | TokenKind::ByteOrderMark)
            || lexer.section() != GamePart::Moves && anchors.is_empty() && matches!(token.kind, TokenKind::Escape)
        {
            continue;
        }
        let is_move = |token: &Token| {
            let record = game.records().get(anchors.len().max(1));
            record.is_some_and(|record| (token.start..token.end).contains(&(game.span.start + record.offset as usize)))
        };
        if depth == 0 && is_move(&token) {
            if anchors.is_empty() {
                anchors.push(Anchor::before(token.start));
            }
            anchors.push(Anchor::behind(token.end));
            has_variation = false;
            continue;
        }
        if anchors.is_empty() {
            anchors.push(Anchor::before(token.start));
        }
        let Some(anchor) = anchors.last_mut() else { break };
        match token.kind {
            TokenKind::Open => {
                depth += 1;
                has_variation = true;
            }
            TokenKind::Close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    anchor.variations = token.end;
                }
            }
            _ if depth > 0 => {}
            TokenKind::Comment(_) | TokenKind::LineComment | TokenKind::Escape if has_variation => {
                anchor.variations = token.end;
            }
            TokenKind::Comment(_) | TokenKind::LineComment | TokenKind::Escape => {
                *anchor = Anchor { nags: anchor.nags, ..Anchor::behind(token.end) };
            }
            TokenKind::Nag(_) | TokenKind::Suffix if !has_variation && anchor.nags == anchor.comments => {
                *anchor = Anchor::behind(token.end);
            }
            TokenKind::Nag(_) | TokenKind::Suffix => anchor.variations = token.end,
            _ => {}
        }
    }
    anchors
}

impl Anchor {
    const fn before(at: usize) -> Self {
        Self { nags: at, comments: at, variations: at, is_before: true }
    }

    const fn behind(at: usize) -> Self {
        Self { nags: at, comments: at, variations: at, is_before: false }
    }
}

/// Where an annotation is written, and how.
fn edit((ply, kind, note): &Note, anchors: &[Anchor], text: &[u8]) -> Option<(usize, String)> {
    let anchor = anchors.get(*ply as usize)?;
    let (at, mut written) = match kind {
        NoteKind::Nags => (anchor.nags, note.clone()),
        NoteKind::Comments if note.contains('}') => (anchor.comments, format!(";{note}\n")),
        NoteKind::Comments => (anchor.comments, format!("{{{note}}}")),
        NoteKind::Variations => (anchor.variations, note.clone()),
    };
    if anchor.is_before {
        written.push(' ');
        return Some((at, written));
    }
    let line = text[..at].rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    written.insert(0, if line.contains(&b';') || line.starts_with(b"%") { '\n' } else { ' ' });
    if text.get(at).is_some_and(|next| !next.is_ascii_whitespace()) {
        written.push(' ');
    }
    Some((at, written))
}

/// The text with these insertions; those at one place in their order.
fn inserted(text: &[u8], mut edits: Vec<(usize, String)>) -> Vec<u8> {
    edits.sort_by_key(|(at, _)| *at);
    let mut out = Vec::with_capacity(text.len() + edits.iter().map(|(_, written)| written.len()).sum::<usize>());
    let mut from = 0;
    for (at, written) in edits {
        out.extend_from_slice(&text[from..at]);
        out.extend_from_slice(written.as_bytes());
        from = at;
    }
    out.extend_from_slice(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn union(text: &str, copy: &str) -> String {
        match united(text.as_bytes(), copy.as_bytes()) {
            Union::Same => "same".to_owned(),
            Union::Text(text) => String::from_utf8(text).unwrap(),
            Union::Refused(reason) => format!("refused: {reason}"),
        }
    }

    #[test]
    fn what_only_the_copy_has_is_added_where_it_belongs() {
        let copy = "{Paris.} 1.e4 $1 {Best by test.} e5 ; a } brace\n2.Nf3! {a} (2.f4 exf4 {gambit} (2...d5)) Nc6 *";
        let added = union("1. e4 {King's pawn.} e5 2. Nf3 (2. Nc3) 2... Nc6 *\n", copy);
        assert_eq!(
            added,
            "{Paris.} 1. e4 $1 {King's pawn.} {Best by test.} e5 ;a } brace\n 2. Nf3 $1 {a} (2. Nc3) \
             (2. f4 exf4 {gambit} (2... d5)) 2... Nc6 *\n"
        );
        assert_eq!(union(&added, copy), "same");
        // The other way around nothing but the king's pawn and a variation are new.
        let other = union(copy, "1. e4 {King's pawn.} e5 2. Nf3 (2. Nc3) 2... Nc6 *\n");
        assert!(other.contains("{Best by test.} {King's pawn.} e5") && other.contains(" (2. Nc3) Nc6"), "{other}");
    }

    #[test]
    fn a_comment_that_is_a_part_of_another_is_not_added() {
        assert_eq!(union("1. e4 {A good move.} *", "1. e4 {good move} *"), "same");
        assert_eq!(union("1. e4 {good move} *", "1. e4 {A good move.} *"), "1. e4 {good move} {A good move.} *");
    }

    #[test]
    fn comments_to_the_end_of_a_line_stay_apart() {
        assert_eq!(union("1. e4 ;a\ne5 *", "1. e4 {b} e5 {c} *"), "1. e4 ;a\n{b}\ne5 {c} *");
    }

    #[test]
    fn other_moves_and_damaged_games_are_refused() {
        for (text, copy, reason) in [
            ("1. e4 *", "1. d4 {a} *", "the moves differ"),
            ("1. e4 *", "1. e4 {a} e5 *", "the moves differ"),
            ("1. e4 Ke4 *", "1. e4 Ke4 {a} *", "not all of the moves can be played"),
            (
                "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd1 *",
                "[FEN \"3k4/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd1 {a} *",
                "the moves differ",
            ),
        ] {
            assert_eq!(union(text, copy), format!("refused: {reason}"), "{text} | {copy}");
        }
        assert_eq!(union("1. e4 Ke4 {a} *", "1. e4 Ke4 {a} *"), "same");
    }
}
