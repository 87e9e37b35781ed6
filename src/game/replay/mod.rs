//! The reader of games: parses PGN text and replays its moves on a board. No other module replays text.
//!
//! [`read_game`] returns a [`Game`]: final position, moves, tags and findings. Three paths read moves, and all use one
//! definition of legality:
//!
//! 1. The fast path (`fast`) plays runs of indexed tokens, which covers nearly all moves.
//! 2. `Position::play_canonical` plays one canonical SAN token from the lexer.
//! 3. `movetext::lenient` reads everything else: it plays what it can resolve and reports how the text deviates.
//!
//! Reading fills a few values: the `cursor` over the tokens, the `tags`, the `lines` of play, the `stated` result, the
//! `language`, the findings. The checks at the `end` are functions over the game that was played.

mod comments;
mod cursor;
mod end;
mod fast;
mod game;
mod language;
mod layout;
pub(in crate::game) mod lines;
pub(in crate::game) mod movetext;
mod operations;
pub mod options;
mod played_game;
pub(crate) mod ply_record;
pub mod position_text;
mod tags;

use std::mem;

use crate::chess::san::language::Alphabet;
use crate::pgn::lex::{CommentShape, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::{GamePart, TextEnding};

use super::Evidence;
use super::finding::list::Findings;
pub use super::finding::list::RuleReport;
use super::rules::{Rule, RuleSet};
use comments::{CommentChecker, CommentState};
pub(in crate::game) use end::sources::records_result;
pub use end::{BoardEnding, FirstDraws};
use fast::run::FastBuffers;
use fast::{return_fast_buffers, take_fast_buffers};
use game::PlayedLine;
pub use game::{Game, MoveComment, Validity};
use language::Language;
pub(in crate::game) use layout::kept_end;
pub(in crate::game) use lines::MAX_DEPTH;
use lines::State;
use movetext::Movetext;
pub use options::ReplayOptions;
use played_game::PlayedGame;
pub use tags::TagBook;

/// A limit that a line can exceed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    /// Plies of one line: [`ply_record::MAX_PLIES`].
    Length,
    /// Nesting of variations: [`lines::MAX_DEPTH`].
    Depth,
}

impl Limit {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Length => "a line of more than 1,000,000 plies: the rest is not played",
            Self::Depth => "a variation more than 1,000 deep: it is not played",
        }
    }
}

/// Reads and replays the game that starts at `start`. `wanted` selects the rules that may report findings.
pub fn read_game(bytes: &[u8], start: usize, wanted: RuleSet) -> Game {
    read_game_as(bytes, start, &ReplayOptions { rules: wanted, ..ReplayOptions::default() })
}

/// Reads and replays the game that starts at `start`, with options.
pub fn read_game_as(bytes: &[u8], start: usize, options: &ReplayOptions) -> Game {
    read_game_in(bytes, start, options, options.alphabet)
}

/// Reads the tags of the game that starts at `start`, and finds where it ends, which is where [`read_game`] finds its end. It
/// checks nothing and plays no moves, so only `span`, `ending`, `is_open_ended` and `tags` of the [`Game`] mean something.
///
/// Returns `None` if there are no tags: then only the movetext shows whether it is a game.
pub fn read_tags(bytes: &[u8], start: usize) -> Option<Game> {
    Replay::new(bytes, start, &ReplayOptions::default(), None).tags_only()
}

/// Like [`read_game_as`], with the piece letters of this language, if it is known.
fn read_game_in(bytes: &[u8], start: usize, options: &ReplayOptions, alphabet: Option<&'static Alphabet>) -> Game {
    let mut replay = Replay::new(bytes, start, options, alphabet);
    replay.run();
    match replay.movetext.language.better() {
        None => replay.finish(),
        language => read_game_in(bytes, start, options, language),
    }
}

/// The state of a game that is being read.
struct Replay<'b> {
    movetext: Movetext<'b>,
    tags: TagBook,
    comments: CommentState,
    /// The byte offset of the movetext, once it has begun.
    moves_begun: Option<usize>,
    /// Whether any rule about layout is selected: these rules inspect every token.
    wants_layout: bool,
}

impl<'b> Replay<'b> {
    /// Not inlined: otherwise the compiler builds the value elsewhere and moves it.
    #[inline(never)]
    fn new(bytes: &'b [u8], start: usize, options: &'b ReplayOptions, alphabet: Option<&'static Alphabet>) -> Self {
        let wants_layout = [Rule::BlankLineInMovetext, Rule::MissingBlankLine];
        Self {
            movetext: Movetext::new(bytes, start, options, Language::new(alphabet)),
            tags: TagBook::default(),
            comments: CommentState::default(),
            moves_begun: None,
            wants_layout: wants_layout.into_iter().any(|rule| options.rules.contains(rule)),
        }
    }

    /// Reads the tags, and finds the end of the game; `None` if it has no tags.
    fn tags_only(mut self) -> Option<Game> {
        self.read_canonical_tags();
        let _ = self.movetext.cursor.lexer_mut().begin_canonical_movetext();
        while self.movetext.cursor.lexer().section() == GamePart::Head {
            let Some(token) = self.movetext.cursor.lexer_mut().next_token() else { break };
            if token.kind == TokenKind::Tag {
                self.read(&token);
                self.read_canonical_tags();
            }
        }
        if self.tags.is_empty() {
            return None;
        }
        self.movetext.cursor.lexer_mut().skip_game();
        self.tags.forget_after_kept(&(self.movetext.cursor.start()..self.movetext.cursor.lexer().position()));
        Some(Game { is_tags_only: true, ..self.take_game(Validity::Unchecked, BoardEnding::default()) })
    }

    /// Reads all tokens of the game.
    fn run(&mut self) {
        self.read_canonical_tags();
        if !self.wants_layout
            && let Some(at) = self.movetext.cursor.lexer_mut().begin_canonical_movetext()
        {
            self.begin_moves(at);
        }
        let mut fast_buffers = take_fast_buffers(self.movetext.options.reader);
        self.run_with(&mut fast_buffers);
        return_fast_buffers(fast_buffers);
    }

    fn run_with(&mut self, fast_buffers: &mut FastBuffers) {
        // Rules about layout and numbering inspect every token.
        let is_fast = !self.wants_layout && !self.movetext.findings.wants(Rule::ExportNumbering);
        loop {
            if is_fast && self.moves_begun.is_some() {
                fast::play(&mut self.movetext, &mut self.comments, fast_buffers);
            }
            if self.read_plain_comments() {
                continue;
            }
            if !self.wants_layout
                && let Some((token, outcome)) = self.movetext.cursor.lexer_mut().canonical_marker()
            {
                self.read(&Token { kind: TokenKind::Termination(outcome), ..token });
                self.movetext.cursor.pass(token);
            }
            let Some(token) = self.movetext.cursor.lexer_mut().next_token() else { return };
            self.check_blank_lines(&token);
            self.read(&token);
            self.movetext.cursor.pass(token);
            if token.kind == TokenKind::Tag {
                self.read_canonical_tags();
            }
            if self.movetext.language.better().is_some() {
                return;
            }
        }
    }

    fn read(&mut self, token: &Token) {
        let begins = matches!(
            token.kind,
            TokenKind::Symbol | TokenKind::Number(_) | TokenKind::Open | TokenKind::Termination(_)
        );
        if begins && self.moves_begun.is_none() {
            self.begin_moves(token.start);
        }
        match token.kind {
            TokenKind::Symbol => self.movetext.read_move(token, &self.tags),
            TokenKind::Number(value) => self.movetext.read_number(token, value, self.tags.has_fen()),
            TokenKind::Tag => {
                let Movetext { cursor, findings, .. } = &mut self.movetext;
                tags::read_tag(cursor, token, &mut self.tags, findings);
            }
            _ => self.read_other(token),
        }
    }

    /// Reads a token that is neither move text, number nor tag.
    fn read_other(&mut self, token: &Token) {
        let has_tags = !self.tags.is_empty();
        let movetext = &mut self.movetext;
        match token.kind {
            TokenKind::Comment(shape) => self.check_comment(token, shape),
            TokenKind::Suffix => movetext.suffix(token),
            TokenKind::Nag(value) => movetext.nag(token, value),
            TokenKind::Open => movetext.open(token),
            TokenKind::Close => movetext.close(token),
            TokenKind::Termination(outcome) => movetext.read_result(token, outcome),
            TokenKind::StrayBrace => movetext.stray_brace(token),
            TokenKind::Reserved => movetext.reserved(token),
            TokenKind::StrayText => movetext.stray_text(token, has_tags),
            TokenKind::OddSpace => movetext.findings.add(Rule::UnusualWhiteSpace, token.span(), Evidence::Nothing),
            TokenKind::ByteOrderMark => {
                let rule = if token.start == 0 { Rule::ByteOrderMark } else { Rule::StrayByteOrderMark };
                movetext.findings.add(rule, token.span(), Evidence::Nothing);
            }
            TokenKind::Junk => movetext.junk(token, has_tags || self.moves_begun.is_some()),
            TokenKind::Dots if movetext.stated.is_over() => movetext.report_move_after_result(token),
            TokenKind::Dots => movetext.dots_without_number(token),
            TokenKind::LineComment => movetext.line_comment(token),
            TokenKind::Escape | TokenKind::Symbol | TokenKind::Number(_) | TokenKind::Tag => {}
        }
    }

    /// Reads tags while they are in canonical form.
    fn read_canonical_tags(&mut self) {
        let Movetext { cursor, findings, options, .. } = &mut self.movetext;
        tags::read_canonical_tags(cursor, &mut self.tags, findings, options.reader);
    }

    /// Reads comments while they have the usual form. Returns whether there were any.
    #[inline]
    fn read_plain_comments(&mut self) -> bool {
        let mut found = false;
        while let Some((token, bracket)) = self.movetext.cursor.lexer_mut().next_plain_comment() {
            found = true;
            self.comments.note(true);
            self.check_blank_lines(&token);
            if let Some(bracket) = bracket {
                let mover = self.movetext.last_mover();
                self.comment_checker().read_commands(bracket..token.end, mover);
            }
            self.movetext.cursor.pass(token);
        }
        found
    }

    fn check_comment(&mut self, token: &Token, shape: CommentShape) {
        let mover = self.movetext.last_mover();
        let misclosed = if shape == CommentShape::Closed { None } else { self.movetext.misclosed_comment(token) };
        self.comment_checker().check(token, shape, misclosed, mover);
    }

    fn comment_checker(&mut self) -> CommentChecker<'_> {
        CommentChecker {
            bytes: self.movetext.cursor.bytes(),
            state: &mut self.comments,
            findings: &mut self.movetext.findings,
        }
    }

    /// Checks the blank lines before a token, if a rule about layout is selected.
    #[inline]
    fn check_blank_lines(&mut self, token: &Token) {
        if self.wants_layout {
            let Movetext { cursor, findings, .. } = &mut self.movetext;
            layout::check_blank_lines(cursor, token, self.moves_begun.is_some(), findings);
        }
    }

    /// Sets up the starting position, since the movetext begins at `at`.
    #[cold]
    fn begin_moves(&mut self, at: usize) {
        self.moves_begun = Some(at);
        self.set_up();
    }

    fn set_up(&mut self) {
        let Movetext { cursor, findings, .. } = &mut self.movetext;
        let start = played_game::set_up(&self.tags, cursor.bytes(), cursor.start(), findings);
        self.movetext.set_start(start);
    }

    /// Runs the final checks and takes the game out of the reader.
    fn finish(&mut self) -> Game {
        let lexer = self.movetext.cursor.lexer();
        let span = self.movetext.cursor.start()..lexer.position();
        let ending = lexer.ending().unwrap_or(TextEnding::EndOfText { clean: false });
        let is_game = self.moves_begun.is_some() || !self.tags.is_empty();
        self.tags.forget_after_kept(&span);
        let board_ending =
            if is_game { self.conclude(span.clone(), ending, end::conclude) } else { BoardEnding::default() };
        let Movetext { cursor, findings, start, options, .. } = &mut self.movetext;
        layout::check_length(cursor.bytes(), &span, findings);
        layout::check_rare_bytes(cursor.bytes(), &span, options.reader, findings);
        let status = match () {
            () if !is_game => Validity::NoGame,
            () if findings.has_error() => Validity::Invalid,
            () if !start.is_chess => Validity::Unchecked,
            () => Validity::Valid,
        };
        self.take_game(status, board_ending)
    }

    /// Takes the game out of the reader, which is at its end.
    fn take_game(&mut self, status: Validity, board_ending: BoardEnding) -> Game {
        let Movetext {
            cursor, findings, lines, stated, start, options, illegal_move, is_illegal_move_answered, ..
        } = &mut self.movetext;
        let lexer = cursor.lexer();
        let kept = lines.take_kept();
        let line = lines.line_mut();
        let (outcome, marker) = stated.take_marker().unzip();
        Game {
            span: cursor.start()..lexer.position(),
            ending: lexer.ending().unwrap_or(TextEnding::EndOfText { clean: false }),
            is_open_ended: lexer.is_open_ended(),
            is_tags_only: false,
            status,
            line: PlayedLine {
                plies: line.ply,
                is_complete: line.state == State::Open && start.is_chess,
                illegal_move: *illegal_move,
                is_illegal_move_answered: *is_illegal_move_answered,
                position: line.position.clone(),
                start: start.position(options),
                has_start: start.is_known,
                records: mem::take(&mut line.records),
            },
            kept,
            tags: mem::take(&mut self.tags),
            outcome,
            marker,
            board_ending,
            report: findings.finish(),
        }
    }

    /// Closes the lines of the game, and passes it to the checks that need all of it.
    fn conclude<T>(
        &mut self,
        span: Span,
        ending: TextEnding,
        check: impl FnOnce(&PlayedGame<'_>, &mut Findings) -> T,
    ) -> T {
        if self.moves_begun.is_none() {
            self.set_up();
        }
        self.movetext.close_variations(ending, self.comments.is_open());
        self.movetext.finish_line();
        let Movetext { cursor, findings, lines, stated, start, options, .. } = &mut self.movetext;
        let game = PlayedGame {
            bytes: cursor.bytes(),
            span,
            ending,
            options,
            tags: &self.tags,
            start,
            moves_begun: self.moves_begun,
            line: lines.line(),
            stated,
            comments: &self.comments,
            last_token: cursor.previous(),
        };
        check(&game, findings)
    }
}

/// The rules that one check of the end reports for this text.
#[cfg(test)]
fn rules_found_by(text: &str, check: impl FnOnce(&PlayedGame<'_>, &mut Findings)) -> Vec<Rule> {
    let options = ReplayOptions { rules: RuleSet::ALL, ..ReplayOptions::default() };
    let mut replay = Replay::new(text.as_bytes(), 0, &options, None);
    replay.run();
    let ending = replay.movetext.cursor.lexer().ending().unwrap_or(TextEnding::EndOfText { clean: true });
    let report = replay.conclude(0..text.len(), ending, |game, _| {
        let mut findings = Findings::new(RuleSet::ALL);
        check(game, &mut findings);
        findings.finish()
    });
    report.findings.iter().map(|finding| finding.rule).collect()
}
