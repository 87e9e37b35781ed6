//! A game with its full text as data: tags, moves, comments, NAGs, variations and unplayed text, in text order.
//!
//! The moves come from [`replay`](crate::game::replay); a second pass of the lexer adds everything else. The sheet is flat: a
//! variation is a pair of entries around its moves. So its size is proportional to the text, however deep variations
//! are nested.

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::san;
use crate::game::replay::movetext::lenient::is_annotation_word;
use crate::game::replay::movetext::split::glued_symbol;
use crate::game::replay::{Game, MAX_DEPTH, kept_end};
use crate::pgn::foreign;
use crate::pgn::lex::{CommentShape, Lexer, Outcome, Token, TokenKind};
use crate::pgn::nag;
use crate::pgn::place::Span;
use crate::pgn::split::GamePart;
use crate::pgn::tags::TagFault;
use crate::pgn::text::decode;

/// A game as written. Ranges count from the start of the bytes that it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreSheet {
    /// The tags in text order.
    pub tags: Vec<TagSpan>,
    /// The movetext without its numbers.
    pub entries: Vec<SheetEntry>,
}

/// A tag with a name and a value, well-formed or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagSpan {
    /// Its name.
    pub name: Span,
    /// Its value without quotes, escapes included.
    pub value: Span,
}

/// An element of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetEntry {
    /// A move that was played; null moves are [`Move::NULL`].
    Move(Move),
    /// A comment, without its braces or semicolon.
    Comment(Span),
    /// A NAG from 0 to 255 (PGN 10), or the equivalent of a move suffix or symbol.
    Nag(u8),
    /// The start of a variation with at least one move. It replaces the last move before it on its level.
    Open {
        /// The index of its [`SheetEntry::Close`].
        close: usize,
    },
    /// The end of a variation.
    Close,
    /// A complete line that starts with `%` (PGN 6).
    Escape(Span),
    /// Text that was not played: an illegal move and what follows it, or unknown tokens.
    Unplayed(Span),
}

impl ScoreSheet {
    /// The sheet of a game that was read from `bytes` [with variations](crate::game::replay::ReplayOptions::variations).
    /// Of a game that is longer than 16 MiB (rule S121), it has the beginning.
    pub fn from_game(game: &Game, bytes: &[u8]) -> Self {
        let mut writer = Writer {
            game,
            bytes,
            tags: Vec::new(),
            entries: Vec::with_capacity(game.records().len() + game.kept.moves.len()),
            levels: vec![Level::default()],
            too_deep: 0,
            extends_unplayed: false,
            number: None,
            main: 1,
            next_variation_move: 0,
        };
        let end = kept_end(&game.span);
        let mut lexer = Lexer::new(bytes, game.span.start);
        while let Some(token) = lexer.next_token().filter(|token| token.end <= end) {
            writer.token(&token, &lexer);
        }
        while let [_, .., innermost] = &mut writer.levels[..] {
            // A parenthesis without anything after it is text that was not played.
            innermost.has_unplayed |= !innermost.has_moves && innermost.entry == writer.entries.len();
            writer.close(end);
        }
        Self { tags: writer.tags, entries: writer.entries }
    }

    /// The annotations of a move: the entries from `from` up to the next move of the same line, variations excluded.
    /// Those before the first move start at 0.
    pub fn annotations(&self, from: usize) -> impl Iterator<Item = &SheetEntry> {
        let mut at = from;
        std::iter::from_fn(move || {
            while let Some(SheetEntry::Open { close }) = self.entries.get(at) {
                at = close + 1;
            }
            let entry = self.entries.get(at)?;
            at += 1;
            (!matches!(entry, SheetEntry::Move(_) | SheetEntry::Close)).then_some(entry)
        })
    }
}

/// The state of a sheet being built.
struct Writer<'a> {
    game: &'a Game,
    bytes: &'a [u8],
    tags: Vec<TagSpan>,
    entries: Vec<SheetEntry>,
    /// The main line and the open variations.
    levels: Vec<Level>,
    /// The number of open parentheses that are too deep to be played (S121): they are text.
    too_deep: usize,
    /// Whether the last entry is unplayed text, which the next such token extends.
    extends_unplayed: bool,
    /// The byte offset of the number before the next unplayed text, if it belongs to it.
    number: Option<usize>,
    /// The indices of the next move of the main line and of the next variation move.
    main: usize,
    next_variation_move: usize,
}

/// The main line, a variation, or a parenthesis that may become one.
#[derive(Default)]
struct Level {
    /// The index of its first entry; of its [`SheetEntry::Open`] once it has a move.
    entry: usize,
    /// The byte offset of its parenthesis.
    start: usize,
    has_moves: bool,
    /// Whether a move is its last element, without a number after it.
    is_after_move: bool,
    /// Whether it contains unplayed text.
    has_unplayed: bool,
}

impl Writer<'_> {
    fn token(&mut self, token: &Token, lexer: &Lexer<'_>) {
        if self.moves(token) {
            self.extends_unplayed = false;
            return;
        }
        if let Some(end) = self.end_of_part(token) {
            return if end < token.end { self.nag(end..token.end) } else { self.glued_symbol(token) };
        }
        if self.game.marker.as_ref().is_some_and(|marker| marker.contains(&token.start)) {
            return self.marker(token);
        }
        match token.kind {
            TokenKind::Number(_) | TokenKind::Dots => {
                self.note_number(token);
                return self.set_after_move(false);
            }
            TokenKind::OddSpace | TokenKind::ByteOrderMark => return,
            TokenKind::Reserved if foreign::is_layout(&self.bytes[token.span()]) => return,
            TokenKind::Tag if lexer.section() == GamePart::Head => self.tag(token, lexer),
            TokenKind::Comment(shape) => self.entries.push(SheetEntry::Comment(comment_text(token, shape))),
            TokenKind::LineComment => self.entries.push(SheetEntry::Comment(token.start + 1..token.end)),
            TokenKind::Escape => self.entries.push(SheetEntry::Escape(token.span())),
            TokenKind::Nag(Some(nag)) => self.entries.push(SheetEntry::Nag(nag)),
            TokenKind::Open if self.levels.len() > MAX_DEPTH => {
                self.too_deep += 1;
                return self.unplayed(token.span());
            }
            TokenKind::Close if self.too_deep > 0 => {
                self.too_deep -= 1;
                return self.unplayed(token.span());
            }
            TokenKind::Open => {
                self.levels.push(Level { entry: self.entries.len(), start: token.start, ..Level::default() });
            }
            TokenKind::Close if self.levels.len() > 1 => self.close(token.end),
            TokenKind::Suffix if self.stands_for_move(token) => return self.unplayed(token.span()),
            TokenKind::Suffix | TokenKind::Junk | TokenKind::Symbol => return self.symbol(token),
            _ => return self.unplayed(token.span()),
        }
        self.extends_unplayed = false;
    }

    /// Adds the moves that were read in this token: none, one, or two if they are glued.
    fn moves(&mut self, token: &Token) -> bool {
        let is_in_token = |offset: u32| self.game.span.start + (offset as usize) < token.end;
        let mut last = None;
        loop {
            let main = self.game.records().get(self.main).filter(|record| is_in_token(record.offset));
            let other = self.game.kept.moves.get(self.next_variation_move).filter(|other| is_in_token(other.offset));
            let mv = match (main, other) {
                (Some(main), other) if other.is_none_or(|other| main.offset < other.offset) => {
                    self.main += 1;
                    main.mv
                }
                (_, Some(other)) => {
                    self.next_variation_move += 1;
                    other.mv
                }
                _ => break,
            };
            self.begin_line();
            self.set_after_move(true);
            self.entries.push(SheetEntry::Move(mv));
            last = Some(mv);
        }
        let Some(mv) = last else { return false };
        if mv != Move::NULL {
            self.glued_symbol(token);
        }
        if mv != Move::NULL
            && mv.promotion().is_none()
            && let Some(symbol) = glued_symbol(&self.bytes[token.span()])
        {
            self.nag(token.start + symbol..token.end);
        }
        true
    }

    /// The end of a move split by white space, if a token begins with a later part of it.
    fn end_of_part(&self, token: &Token) -> Option<usize> {
        let parts = &self.game.kept.split;
        let at = parts.partition_point(|part| part.end <= token.start);
        parts.get(at).filter(|part| part.start <= token.start).map(|part| part.end)
    }

    /// Whether the main line ended early, and all of its moves are written.
    fn is_after_proven_moves(&self) -> bool {
        self.levels.len() == 1 && !self.game.is_complete() && self.main == self.game.records().len()
    }

    /// Notes a number that is not that of the next move: it shows that moves are missing, and is part of the unplayed
    /// text after it.
    fn note_number(&mut self, token: &Token) {
        let position = self.game.position();
        let differs = match token.kind {
            TokenKind::Number(value) => value != position.fullmove_number(),
            _ => position.turn() == Color::White,
        };
        if differs && self.is_after_proven_moves() {
            self.number.get_or_insert(token.start);
        }
    }

    /// Whether `?` or `??`, apart from the last move that was played, may stand for a move that is missing.
    fn stands_for_move(&self, token: &Token) -> bool {
        let text = &self.bytes[token.span()];
        let is_apart = token.start > 0 && self.bytes[token.start - 1].is_ascii_whitespace();
        is_apart && matches!(text, b"?" | b"??") && self.is_after_proven_moves()
    }

    fn set_after_move(&mut self, is_after_move: bool) {
        if let Some(level) = self.levels.last_mut() {
            level.is_after_move = is_after_move;
        }
    }

    /// Adds the symbol at the end of a move, `+-` in `e4+-`.
    fn glued_symbol(&mut self, token: &Token) {
        // In `a8= Q`, the sign belongs to the move.
        let is_split = self.game.kept.split.binary_search_by_key(&token.end, |part| part.start).is_ok();
        if let Some(symbol) = san::suffix(&self.bytes[token.span()]).filter(|_| !is_split) {
            self.nag(token.start + symbol.start..token.end);
        }
    }

    /// Opens a variation at its first move; comments may precede it.
    fn begin_line(&mut self) {
        let is_variation = self.levels.len() > 1;
        let Some(level) = self.levels.last_mut().filter(|level| !level.has_moves) else { return };
        level.has_moves = true;
        if is_variation {
            self.entries.insert(level.entry, SheetEntry::Open { close: 0 });
        }
    }

    fn tag(&mut self, token: &Token, lexer: &Lexer<'_>) {
        match lexer.tag() {
            Some(tag) if tag.fault != Some(TagFault::Malformed) => {
                self.tags.push(TagSpan { name: tag.name.clone(), value: tag.value.clone() });
            }
            _ => self.unplayed(token.span()),
        }
    }

    /// Drops the termination marker, since the game has its result. Text that states more than a result is kept.
    fn marker(&mut self, token: &Token) {
        let text = &self.bytes[token.span()];
        if self.game.outcome == Some(Outcome::Unknown) && Outcome::from_text(text).is_none() {
            self.unplayed(token.span());
        }
    }

    /// Adds a token that is a NAG, part of a move's notation, or text. It is a NAG after a move, or alone in
    /// parentheses.
    fn symbol(&mut self, token: &Token) {
        let text = decode(&self.bytes[token.span()]);
        let after_move = self.levels.last().is_some_and(|level| level.is_after_move) && !self.extends_unplayed;
        if token.kind == TokenKind::Symbol && after_move && is_annotation_word(&text) {
            return;
        }
        let is_alone = || {
            self.levels.len() > 1
                && self.levels.last().is_some_and(|level| !level.has_moves)
                && self.bytes[token.end..].trim_ascii_start().first() == Some(&b')')
        };
        if after_move || is_alone() {
            self.nag(token.span());
        } else {
            self.unplayed(token.span());
        }
    }

    fn nag(&mut self, span: Span) {
        match nag::from_symbol(&decode(&self.bytes[span.clone()])) {
            Some(nag) => {
                self.entries.push(SheetEntry::Nag(nag));
                self.extends_unplayed = false;
            }
            None => self.unplayed(span),
        }
    }

    /// Adds unplayed text. It joins the unplayed text before it, with the numbers between them.
    fn unplayed(&mut self, span: Span) {
        match self.entries.last_mut() {
            Some(SheetEntry::Unplayed(run)) if self.extends_unplayed => run.end = span.end,
            _ => self.entries.push(SheetEntry::Unplayed(self.number.unwrap_or(span.start)..span.end)),
        }
        self.number = None;
        self.extends_unplayed = true;
        if let Some(level) = self.levels.last_mut() {
            level.has_unplayed = true;
        }
    }

    /// Closes the innermost variation, which ends at `end`. Parentheses without a move are not a variation: their
    /// comments stay, and with other text they become unplayed text.
    fn close(&mut self, end: usize) {
        let Some(Level { entry, start, has_moves, has_unplayed, .. }) = self.levels.pop() else { return };
        if has_moves {
            self.entries[entry] = SheetEntry::Open { close: self.entries.len() };
            self.entries.push(SheetEntry::Close);
        } else if has_unplayed {
            self.entries.truncate(entry);
            self.extends_unplayed = matches!(self.entries.last(), Some(SheetEntry::Unplayed(run)) if run.end <= start);
            self.unplayed(start..end);
        }
    }
}

/// The range of a comment without its braces.
pub(super) fn comment_text(token: &Token, shape: CommentShape) -> Span {
    token.start + 1..if shape == CommentShape::Unclosed { token.end } else { token.end - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::{ReplayOptions, read_game_as};

    fn entries(text: &str) -> String {
        let bytes = text.as_bytes();
        let game = read_game_as(bytes, 0, &ReplayOptions { variations: true, ..ReplayOptions::default() });
        let sheet = ScoreSheet::from_game(&game, bytes);
        let words = sheet.entries.iter().map(|entry| match entry {
            SheetEntry::Move(mv) => format!("{mv:?}"),
            SheetEntry::Comment(span) => format!("{{{}}}", decode(&bytes[span.clone()])),
            SheetEntry::Nag(nag) => format!("${nag}"),
            SheetEntry::Open { close } => {
                assert_eq!(sheet.entries[*close], SheetEntry::Close);
                "(".to_owned()
            }
            SheetEntry::Close => ")".to_owned(),
            SheetEntry::Escape(span) => decode(&bytes[span.clone()]).into_owned(),
            SheetEntry::Unplayed(span) => format!("<{}>", decode(&bytes[span.clone()])),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn keeps_text_order() {
        assert_eq!(
            entries("{a} 1. e4! {b} $14 (1. d4 d5 {c} (1... Nf6)) (1. c4) ; d\n1... e5 2. Nf3+- *"),
            "{a} e2e4 $1 {b} $14 ( d2d4 d7d5 {c} ( g8f6 ) ) ( c2c4 ) { d} e7e5 g1f3 $18"
        );
        assert_eq!(entries("1. e4 e5\n%secret\n2. -- *"), "e2e4 e7e5 %secret 0000");
    }

    #[test]
    fn keeps_unplayed_text() {
        assert_eq!(
            entries("1. e4 e5 2. Kf5 Nc6 3. Nf3 {odd} a6 (Nf6) *"),
            "e2e4 e7e5 <Kf5 Nc6 3. Nf3> {odd} <a6 (Nf6)>"
        );
        assert_eq!(entries("1. e4 ({only}) e5 () *"), "e2e4 {only} e7e5");
        assert_eq!(entries("(1. d4) 1. e4 e5 ) *"), "<(1. d4)> e2e4 e7e5 <)>");
        assert_eq!(entries("1. e4 ((("), "e2e4 <(((>");
        assert_eq!(entries("1. e4 (1. d4 (1. c4 c5"), "e2e4 ( d2d4 ( c2c4 c7c5 ) )");
        assert_eq!(entries("1. e4 e5 2. ! Nf3 (! 2. Bc4 Nc6) N *"), "e2e4 e7e5 <!> g1f3 ( <!> f1c4 b8c6 ) $146");
        assert_eq!(entries("1. e4 e5 2. Nf3 (=) Nc6 $10a6 *"), "e2e4 e7e5 g1f3 $10 b8c6 $10 <a6>");
        assert_eq!(entries("1. e4 e5 2. Nf3 1-0 Nc6"), "e2e4 e7e5 g1f3 <Nc6>");
    }

    #[test]
    fn drops_notation_after_moves() {
        assert_eq!(entries("1. e4 d5 2. e5 f5 3. exf6 e.p. *"), "e2e4 d7d5 e4e5 f7f5 e5f6");
        assert_eq!(entries("1. e4e5 2. Nf3 N Nc6 !!! 1/2 - 1/2"), "e2e4 e7e5 g1f3 $146 b8c6 <!!!>");
    }
}
