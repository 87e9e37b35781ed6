//! The annotations of copies of a game, united.

use std::collections::HashSet;

use xxhash_rust::xxh3::Xxh3;

use super::super::difference::{GameContent, Ignored, NoteKind};
use super::super::replay::{Game, ReplayOptions, Validity, kept_end, read_game_as};
use crate::pgn::lex::{Lexer, Token, TokenKind};
use crate::pgn::split::GamePart;
use crate::pgn::text::encode_windows_1252;

/// A comment, NAG or variation that is added: after how many plies, and its text.
type Note = (u32, NoteKind, String);

/// Where annotations of a move are added.
#[derive(Clone, Copy)]
struct Anchor {
    /// Behind the move and its NAGs.
    nags: usize,
    /// Behind these and the comments before the first variation.
    comments: usize,
    variations: usize,
    /// Whether the place is before a text, not behind one.
    is_before: bool,
}

/// A game and the annotations that copies of it have and it lacks.
///
/// All bytes of the game stay as they are. A comment is not added if it is a part of one that the game has at the same place.
#[derive(Debug)]
pub struct MergeAnnotations<'a> {
    text: &'a [u8],
    game: Game,
    content: GameContent,
    added: Vec<Note>,
    /// The hashes of all annotations so far.
    known: HashSet<u128>,
}

fn hash((ply, kind): (u32, NoteKind), text: &str) -> u128 {
    let mut hash = Xxh3::new();
    hash.update(&ply.to_le_bytes());
    hash.update(kind.name().as_bytes());
    hash.update(text.as_bytes());
    hash.digest128()
}

/// Up to this many comments at one place, a new one is looked for within each of them.
const MAX_COMMENTS: usize = 64;

impl<'a> MergeAnnotations<'a> {
    /// A game without annotations of others.
    pub fn new(text: &'a [u8]) -> Self {
        let (game, content) = read(text);
        let known = content.notes.iter().map(|(place, text)| hash(*place, text)).collect();
        Self { text, game, content, added: Vec::new(), known }
    }

    /// Takes the comments, NAGs and variations of a copy.
    ///
    /// # Errors
    ///
    /// Returns the reason if they cannot be added, because the copy has other moves or a part of either is not understood.
    pub fn add(&mut self, copy: &[u8]) -> Result<(), &'static str> {
        let (_, other) = read(copy);
        let added: Vec<Note> = self.missing(&other);
        if added.is_empty() && self.content.unplayed == other.unplayed && self.content.rest == other.rest {
            return Ok(());
        }
        if self.content.unplayed.is_some() || other.unplayed.is_some() {
            return Err("not all of the moves can be played");
        }
        if self.content.rest.is_some() || other.rest.is_some() {
            return Err("one of them is longer than 16 MiB");
        }
        if self.content.moves != other.moves || self.content.start != other.start {
            return Err("the moves differ");
        }
        self.known.extend(added.iter().map(|(ply, kind, text)| hash((*ply, *kind), text)));
        self.added.extend(added);
        Ok(())
    }

    /// The game with the annotations that it lacked; `None` if it has all of them.
    ///
    /// It is read again: it must have the same tags, moves and results, and the annotations of all.
    ///
    /// # Errors
    ///
    /// Returns the reason if nothing can be added.
    pub fn finish(self) -> Result<Option<Vec<u8>>, &'static str> {
        let Self { text, game, content: mut expected, mut added, .. } = self;
        if added.is_empty() {
            return Ok(None);
        }
        added.sort_by_key(|(ply, kind, _)| (*ply, *kind != NoteKind::Nags, *kind));
        let anchors = anchors(&game, text);
        let edits = edits(&added, &anchors, text).ok_or("the moves are not found in the text")?;
        let united = inserted(text, edits).ok_or("its letters are not in the encoding of the game")?;
        let (again, found) = read(&united);
        for (ply, kind, note) in added {
            expected.notes.push((ply, kind), &note);
        }
        let is_proved = again.span.end == united.len()
            && again.status == game.status
            && again.ending == game.ending
            && found.tags == expected.tags
            && found.moves == expected.moves
            && found.unplayed.is_none()
            && found.results == expected.results
            && has_same_notes(found, expected);
        let is_game = game.status != Validity::NoGame;
        if is_proved && is_game { Ok(Some(united)) } else { Err("the text would be read in another way") }
    }

    /// The annotations that only the copy has.
    fn missing(&self, copy: &GameContent) -> Vec<Note> {
        let mut missing: Vec<Note> = Vec::new();
        let mut new = HashSet::new();
        for (&place, text) in copy.notes.iter() {
            let is_part = || {
                let mut of_game = self.content.notes.get(&place).take(MAX_COMMENTS);
                place.1 == NoteKind::Comments && of_game.any(|known| known.contains(text))
            };
            let hash = hash(place, text);
            if !self.known.contains(&hash) && !is_part() && new.insert(hash) {
                missing.push((place.0, place.1, text.to_owned()));
            }
        }
        missing
    }
}

/// Whether a game has comments, NAGs or variations.
pub fn is_annotated(text: &[u8]) -> bool {
    !read(text).1.notes.is_empty()
}

fn read(text: &[u8]) -> (Game, GameContent) {
    let game = read_game_as(text, 0, &ReplayOptions { variations: true, ..ReplayOptions::default() });
    let content = GameContent::new(&game, text, &Ignored::default());
    (game, content)
}

/// Whether the annotations are the same, whatever their order at one place.
fn has_same_notes(mut one: GameContent, mut other: GameContent) -> bool {
    one.notes.sort_texts(|_| true);
    other.notes.sort_texts(|_| true);
    one.notes == other.notes
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
        let anchors_of_all = anchors.len() > game.plies() as usize;
        let Some(anchor) = anchors.last_mut() else { break };
        match token.kind {
            TokenKind::Open => {
                depth += 1;
                has_variation = true;
            }
            // What follows the result was written after the game.
            TokenKind::Termination(_) if depth == 0 && anchors_of_all => break,
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

/// Where annotations are written, and how; `None` if one has no place.
fn edits(notes: &[Note], anchors: &[Anchor], text: &[u8]) -> Option<Vec<(usize, String)>> {
    let line_end = if text.windows(2).any(|bytes| bytes == b"\r\n") { "\r\n" } else { "\n" };
    // What stands before the last place: white space, or a line end after text that goes to the end of the line.
    let mut last = (usize::MAX, " ");
    let edit = |(ply, kind, note): &Note| {
        let anchor = anchors.get(*ply as usize)?;
        let (at, written) = match kind {
            NoteKind::Nags => (anchor.nags, note.clone()),
            NoteKind::Comments if note.contains('}') => (anchor.comments, format!(";{note}{line_end}")),
            NoteKind::Comments => (anchor.comments, format!("{{{note}}}")),
            NoteKind::Variations => (anchor.variations, note.clone()),
        };
        if anchor.is_before {
            return Some((at, format!("{written} ")));
        }
        if last.0 != at {
            let line = text[..at].rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
            last = (at, if line.contains(&b';') || line.starts_with(b"%") { line_end } else { " " });
        }
        let behind = if text.get(at).is_some_and(|next| !next.is_ascii_whitespace()) { " " } else { "" };
        Some((at, [last.1, &written, behind].concat()))
    };
    notes.iter().map(edit).collect()
}

/// The text with these insertions, in its encoding; those at one place in their order. `None` if the encoding does not have all
/// letters.
fn inserted(text: &[u8], mut edits: Vec<(usize, String)>) -> Option<Vec<u8>> {
    edits.sort_by_key(|(at, _)| *at);
    let is_utf8 = std::str::from_utf8(text).is_ok();
    let mut out = Vec::with_capacity(text.len() + edits.iter().map(|(_, written)| written.len()).sum::<usize>());
    let mut from = 0;
    for (at, written) in edits {
        out.extend_from_slice(&text[from..at]);
        if is_utf8 {
            out.extend_from_slice(written.as_bytes());
        } else {
            out.extend(encode_windows_1252(&written)?);
        }
        from = at;
    }
    out.extend_from_slice(&text[from..]);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn union(text: &str, copy: &str) -> String {
        let mut union = MergeAnnotations::new(text.as_bytes());
        let united = union.add(copy.as_bytes()).and_then(|()| union.finish());
        match united {
            Ok(None) => "same".to_owned(),
            Ok(Some(text)) => String::from_utf8(text).unwrap(),
            Err(reason) => format!("refused: {reason}"),
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
    fn what_follows_the_result_stays_behind_it() {
        assert_eq!(union("1. e4 e5 * {after}", "1. e4 e5 (1... c5) {!} *"), "1. e4 e5 {!} (1... c5) * {after}");
    }

    #[test]
    fn letters_are_written_in_the_encoding_of_the_game() {
        let united = |text: &[u8], copy: &[u8]| {
            let mut union = MergeAnnotations::new(text);
            union.add(copy).and_then(|()| union.finish())
        };
        let latin = b"1. e4 {caf\xe9} e5 *";
        assert_eq!(united(latin, b"1. e4 e5 {na\xefve} *"), Ok(Some(b"1. e4 {caf\xe9} e5 {na\xefve} *".to_vec())));
        assert_eq!(
            united(latin, "1. e4 e5 {ï €} *".as_bytes()),
            Ok(Some(b"1. e4 {caf\xe9} e5 {\xef \x80} *".to_vec()))
        );
        assert_eq!(united(latin, "1. e4 e5 {Ж} *".as_bytes()), Err("its letters are not in the encoding of the game"));
        assert_eq!(united(b"1. e4 e5 *", b"1. e4 e5 {\xef} *"), Ok(Some("1. e4 e5 {ï} *".as_bytes().to_vec())));
    }

    #[test]
    fn many_copies_and_many_annotations_take_time_in_proportion() {
        let notes = |from: usize| (from..from + 20_000).map(|n| format!("{{c{n}}} ")).collect::<Vec<_>>().concat();
        let text = format!("1. e4 {} e5 *", notes(0));
        let mut union = MergeAnnotations::new(text.as_bytes());
        for _ in 0..3 {
            union.add(format!("1. e4 {} e5 *", notes(10_000)).as_bytes()).unwrap();
        }
        let united = union.finish().unwrap().unwrap();
        assert_eq!(united.split(|byte| *byte == b'{').count() - 1, 30_000);
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
