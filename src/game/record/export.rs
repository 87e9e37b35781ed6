//! The export format of a game (PGN 3.2.2, 8).

use std::borrow::Cow;
use std::mem;

use crate::chess::fen::FenStyle;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::replay::{Game, kept_end};
use crate::pgn::foreign;
use crate::pgn::lex::{Lexer, Outcome, TokenKind};
use crate::pgn::names::{EVENT, KNOWN, ROSTER};
use crate::pgn::place::Span;
use crate::pgn::split::GamePart;
use crate::pgn::tags::value_text;
use crate::pgn::text::decode;
use crate::pgn::write::{self, Movetext};

use super::score_sheet::{ScoreSheet, SheetEntry, comment_text};
use super::steps::Step;

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRange {
    /// The number of plies left out at the start; the game then starts from the position after them.
    pub from: u32,
    /// The ply after which the game ends, counted from the original start.
    pub until: u32,
}

impl PlyRange {
    /// The whole game.
    pub const WHOLE: Self = Self { from: 0, until: u32::MAX };
}

/// Writes a game that was read from `bytes` [with variations](crate::game::replay::ReplayOptions::variations).
///
/// Moves become canonical SAN, move suffixes and symbols become NAGs, and unplayed text becomes comments. A game
/// without a playable starting position keeps its move text. Only layout is lost.
pub fn export(game: &Game, bytes: &[u8], cut: PlyRange, out: &mut String) {
    let sheet = ScoreSheet::from_game(game, bytes);
    let export = Export { game, bytes, sheet: &sheet, cut };
    let further_events = export.tags(out);
    out.push('\n');
    let mut movetext = Movetext::new(out);
    for tag in &further_events {
        movetext.comment(tag.trim_end());
    }
    if game.has_start() {
        export.movetext(movetext);
    } else {
        export.words(&mut movetext);
        movetext.end(export.result());
    }
}

/// Writes text between games, which was read like a game: its comments and escapes, and other text as comments.
pub fn export_between_games(game: &Game, bytes: &[u8], out: &mut String) {
    let sheet = ScoreSheet { tags: Vec::new(), entries: Vec::new() };
    let mut text = Movetext::new(out);
    Export { game, bytes, sheet: &sheet, cut: PlyRange::WHOLE }.words(&mut text);
    text.end_text();
}

struct Export<'a> {
    game: &'a Game,
    bytes: &'a [u8],
    sheet: &'a ScoreSheet,
    cut: PlyRange,
}

/// The name and value of a tag.
type TagText<'a> = (Cow<'a, str>, Cow<'a, str>);

impl Export<'_> {
    /// Writes the Seven Tag Roster in its order, then the other tags by name (PGN 8.1.1). Returns further tags named Event,
    /// because among the tags they would begin another game.
    fn tags(&self, out: &mut String) -> Vec<String> {
        let mut others = self.tag_texts();
        for (index, name) in KNOWN[..ROSTER].iter().enumerate() {
            let given = others.iter().position(|(other, _)| other == name).map(|at| others.remove(at).1);
            let value = match given {
                Some(value) if !(*name == "Result" && self.is_open()) => value,
                _ if *name == "Result" => Cow::Borrowed(self.result()),
                _ => Cow::Borrowed(if index == 2 { "????.??.??" } else { "?" }),
            };
            write::tag(out, name, &value);
        }
        others.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut further_events = Vec::new();
        for (name, value) in &others {
            if name == KNOWN[EVENT] {
                let mut tag = String::new();
                write::tag(&mut tag, name, value);
                further_events.push(tag);
            } else {
                write::tag(out, name, value);
            }
        }
        further_events
    }

    /// The tags of the game, and those that a cut requires.
    fn tag_texts(&self) -> Vec<TagText<'_>> {
        let mut tags: Vec<TagText<'_>> =
            self.sheet.tags.iter().map(|tag| (decode(&self.bytes[tag.name.clone()]), self.value(&tag.value))).collect();
        let is_cut_in_front = self.cut.from > 0 && self.game.has_start();
        let names_start = tags.iter().any(|(name, _)| name == "FEN");
        if is_cut_in_front || !names_start && self.game.has_start() && *self.game.start() != Position::initial() {
            tags.retain(|(name, _)| name != "FEN" && name != "SetUp");
            let start = self.position_at(self.cut.from);
            if !start.has_standard_castling() && !tags.iter().any(|(name, _)| name == "Variant") {
                tags.push(("Variant".into(), "Chess960".into()));
            }
            tags.push(("FEN".into(), start.to_fen_with(FenStyle::PGN).into()));
        }
        let has = |wanted: &str| tags.iter().any(|(name, _)| name == wanted);
        if has("FEN") && !has("SetUp") {
            tags.push(("SetUp".into(), "1".into()));
        }
        if self.is_open() {
            tags.retain(|(name, _)| name != "Termination");
        }
        if (is_cut_in_front || self.is_open())
            && let Some((_, count)) = tags.iter_mut().find(|(name, _)| name == "PlyCount")
        {
            let until = self.cut.until.min(self.game.plies());
            *count = until.saturating_sub(self.cut.from).to_string().into();
        }
        tags
    }

    fn value(&self, span: &Span) -> Cow<'_, str> {
        value_text(&self.bytes[span.clone()])
    }

    /// Whether the last moves are cut off, so that the result is unknown.
    fn is_open(&self) -> bool {
        self.cut.until < self.game.plies()
    }

    fn result(&self) -> &'static str {
        match self.game.stated() {
            Some(outcome) if !self.is_open() => outcome.text(),
            _ => Outcome::Unknown.text(),
        }
    }

    /// The position after this number of plies, or at the end of the game.
    fn position_at(&self, ply: u32) -> Position {
        let steps = self.sheet.main_line(self.game.start()).take(ply as usize);
        steps.last().map_or_else(|| self.game.start().clone(), |step| step.after)
    }

    fn movetext(&self, mut out: Movetext<'_>) {
        let mut steps = self.sheet.all_lines(self.game.start());
        // No game numbers its first move 0, so blame the number in the FEN that is written.
        let ahead = u32::from(self.position_at(self.cut.from).fullmove_number() == 0);
        let mut asks_number = true;
        let (mut main_plies, mut depth) = (0, 0_u32);
        for entry in &self.sheet.entries {
            let step = if matches!(entry, SheetEntry::Move(_)) { steps.next() } else { None };
            if depth == 0 && step.is_some() {
                main_plies += 1;
                if main_plies > self.cut.until {
                    break;
                }
            }
            match entry {
                SheetEntry::Open { .. } => depth += 1,
                SheetEntry::Close => depth -= 1,
                _ => {}
            }
            if self.cut.from > 0 && main_plies <= self.cut.from {
                continue;
            }
            asks_number = match entry {
                SheetEntry::Move(_) => {
                    if let Some(step) = step {
                        write_move(&mut out, &step, asks_number, ahead);
                    }
                    false
                }
                _ => {
                    self.remark(&mut out, entry)
                        || asks_number && matches!(entry, SheetEntry::Nag(_) | SheetEntry::Escape(_))
                }
            };
        }
        out.end(self.result());
    }

    /// Writes an entry between moves. Returns whether Black's next move then needs a number (PGN 8.2.2.2).
    fn remark(&self, out: &mut Movetext<'_>, entry: &SheetEntry) -> bool {
        match entry {
            SheetEntry::Comment(span) | SheetEntry::Unplayed(span) => out.comment(&decode(&self.bytes[span.clone()])),
            SheetEntry::Open { .. } => out.open(),
            SheetEntry::Close => out.close(),
            SheetEntry::Nag(nag) => out.word(&format!("${nag}")),
            SheetEntry::Escape(span) => out.escape(&decode(&self.bytes[span.clone()])),
            SheetEntry::Move(_) => {}
        }
        !matches!(entry, SheetEntry::Nag(_) | SheetEntry::Escape(_))
    }

    /// Writes the movetext token by token.
    fn words(&self, out: &mut Movetext<'_>) {
        let mut lexer = Lexer::new(self.bytes, self.game.span.start);
        let (mut depth, mut has_words) = (0_usize, false);
        while let Some(token) = lexer.next_token().filter(|token| token.end <= kept_end(&self.game.span)) {
            let text = decode(&self.bytes[token.span()]);
            let is_marker = self.game.marker.as_ref().is_some_and(|marker| marker.contains(&token.start));
            match token.kind {
                TokenKind::Tag if lexer.section() == GamePart::Head => {}
                TokenKind::OddSpace | TokenKind::ByteOrderMark => {}
                TokenKind::Reserved if foreign::is_layout(&self.bytes[token.span()]) => {}
                TokenKind::Comment(shape) => out.comment(&decode(&self.bytes[comment_text(&token, shape)])),
                TokenKind::LineComment => out.comment(&text[1..]),
                TokenKind::Escape => out.escape(&text),
                TokenKind::Open => {
                    depth += 1;
                    out.open();
                }
                TokenKind::Close if depth > 0 => {
                    depth -= 1;
                    out.close();
                }
                _ if is_marker => {}
                // What would be read as something else after it was written again: brackets and `%` at the start of a
                // line, a second result, a parenthesis that closes nothing.
                TokenKind::StrayBrace
                | TokenKind::StrayText
                | TokenKind::Tag
                | TokenKind::Close
                | TokenKind::Termination(_)
                | TokenKind::Junk => out.comment(&text),
                _ => {
                    // Within a line, the reader would take a first word that is not a move for the rest of a tag.
                    if !self.game.has_start() && !mem::replace(&mut has_words, true) {
                        out.begin_line();
                    }
                    out.word(&text);
                }
            }
        }
        (0..depth).for_each(|_| out.close());
    }
}

/// Writes a move, with a number if it needs one.
fn write_move(out: &mut Movetext<'_>, step: &Step, asks_number: bool, ahead: u32) {
    let number = step.before.fullmove_number() + ahead;
    match step.before.turn() {
        Color::White => out.word(&format!("{number}.")),
        Color::Black if asks_number => out.word(&format!("{number}...")),
        Color::Black => {}
    }
    match step.mv {
        Move::NULL => out.word("--"),
        mv => out.word(san::write_between(&step.before, mv, &step.after).as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::{ReplayOptions, read_game_as};

    fn exported(text: &str, cut: PlyRange) -> String {
        let game = read_game_as(text.as_bytes(), 0, &ReplayOptions { variations: true, ..ReplayOptions::default() });
        let mut out = String::new();
        export(&game, text.as_bytes(), cut, &mut out);
        out
    }

    const ROSTER_TEXT: &str =
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n";

    #[test]
    fn exports_in_standard_order() {
        let text = "[Zeta \"z\"]\n[Alpha \"a\"]\n[White \"W\"]\n\n1.e4! e5 {x} 2.Ng1f3 (2.f4 ef4) 2...Nc6 $1 Bb5 a6; note\n1-0";
        let roster = ROSTER_TEXT.replace("[White \"?\"]", "[White \"W\"]");
        assert_eq!(
            exported(text, PlyRange::WHOLE),
            format!(
                "{roster}[Result \"1-0\"]\n[Alpha \"a\"]\n[Zeta \"z\"]\n\n1. e4 $1 e5 {{x}} 2. Nf3 (2. f4 exf4) 2... Nc6 $1 \
                 3. Bb5 a6 {{ note}} 1-0\n\n"
            )
        );
    }

    #[test]
    fn unplayed_text_becomes_a_comment() {
        let text = exported("1. e4 e5 2. Kf5 {why} Nc6 1-0\n", PlyRange::WHOLE);
        assert!(text.ends_with("\n\n1. e4 e5 {Kf5} {why} {Nc6} 1-0\n\n"), "{text}");
        let text = exported("[Variant \"Atomic\"]\n\n1. e4 e5 2. Nf3 {why (not)} (2. d4) 1-0\n", PlyRange::WHOLE);
        assert!(text.ends_with("\n\n1. e4 e5 2. Nf3 {why (not)} (2. d4) 1-0\n\n"), "{text}");
    }

    #[test]
    fn words_of_a_game_from_an_unknown_position_stay_words() {
        let once = exported("[FEN \"?!\"]\n\n{a}\n%b\nakc{[B \"c\"]} {[D]} {[E[Event \"f\"]} *\n", PlyRange::WHOLE);
        assert!(once.ends_with("\n\n{a}\n%b\nakc {[B \"c\"]} {[D]} {[E[Event \"f\"]} *\n\n"), "{once}");
        let once = exported("[FEN \"?!\"]\n\n{a} akc {[B \"c\"]} {[D]} {[E[Event \"f\"]} *\n", PlyRange::WHOLE);
        assert!(once.ends_with("\n\n{a}\nakc {[B \"c\"]} {[D]} {[E[Event \"f\"]} *\n\n"), "{once}");
        assert_eq!(exported(&once, PlyRange::WHOLE), once);
    }

    #[test]
    fn second_event_is_a_comment_because_it_would_begin_another_game() {
        let once = exported("[Event \"a\"]\n[Site \"b\"]\n[Event\"c\"]\n\n1. e4 *\n", PlyRange::WHOLE);
        assert!(once.ends_with("[Result \"*\"]\n\n{[Event \"c\"]} 1. e4 *\n\n"), "{once}");
        assert_eq!(exported(&once, PlyRange::WHOLE), once);
    }

    #[test]
    fn text_between_games_keeps_its_comments() {
        let between = |text: &str| {
            let game = read_game_as(text.as_bytes(), 0, &ReplayOptions::default());
            let mut out = String::new();
            export_between_games(&game, text.as_bytes(), &mut out);
            out
        };
        assert_eq!(between("\n; final\n"), "{ final}\n\n");
        assert_eq!(between("{a}\n% b\n{c } d\n"), "{a}\n% b\n{c } d\n\n");
        assert_eq!(between("; a } b\n"), "; a } b\n\n");
        assert_eq!(between("\n \n"), "");
    }

    #[test]
    fn text_that_is_not_played_is_stable() {
        for tags in ["[Variant \"Atomic\"]", "[FEN \"8/8 w - - 0 1\"]"] {
            for moves in [
                "1. e4 e5 ( 2. d4",
                "1. e4 ) e5 1-0",
                "1. e4 e5 1-0 0-1",
                "1. e4 [%x] %y [z \"w\"] e5 *",
                "1. e4 e5 (( *",
                "1.e4!?$3 $e5 <x> 1... 0-0 e.p. *",
                "1. e4 /* x */ e5\n# y\n2. d4",
            ] {
                let once = exported(&format!("{tags}\n\n{moves}\n"), PlyRange::WHOLE);
                assert_eq!(exported(&once, PlyRange::WHOLE), once, "{moves}");
            }
        }
    }

    #[test]
    fn cut_game_starts_from_its_position() {
        let text = "[Result \"1-0\"]\n[Termination \"normal\"]\n\n1. e4 {a} (1. d4) e5 {b} 2. Nf3 Nc6 (2... d6 {c}) 3. Bb5 a6 1-0";
        let cut = exported(text, PlyRange { from: 2, until: 4 });
        let fen = "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\"]\n[SetUp \"1\"]\n";
        assert_eq!(cut, format!("{ROSTER_TEXT}[Result \"*\"]\n{fen}\n2. Nf3 Nc6 (2... d6 {{c}}) *\n\n"));
        let cut = exported(text, PlyRange { from: 3, until: u32::MAX });
        assert!(cut.ends_with("\n\n2... Nc6 (2... d6 {c}) 3. Bb5 a6 1-0\n\n"), "{cut}");
    }
}
