//! Comments and the commands in them; and the small tokens around the moves.

use std::hint::cold_path;
use std::iter;

use crate::chess::piece::Color;
use crate::chess::san::fast_path::SanToken;
use crate::pgn::comment::{self, ServerComment, SimpleCommand};
use crate::pgn::lex::{CommentShape, Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::game_openings;
use crate::pgn::text::count_line_ends;

use super::Evidence;
use super::finding::Finding;
use super::line::State;
use super::replay::Replay;
use super::rules::{Rule, Severity};

/// So much of a word that touches a glyph is quoted.
const MOST_QUOTED: usize = 10;

impl Replay<'_> {
    /// The comments that follow, as long as they are of the usual form. Says whether there were any.
    #[inline]
    pub(super) fn plain_comments(&mut self) -> bool {
        let mut found = false;
        while let Some((token, bracket)) = self.lexer.next_plain_comment() {
            found = true;
            self.has_comments = true;
            if self.wants_layout {
                self.layout(&token);
            }
            if let Some(bracket) = bracket {
                self.commands(bracket..token.end, self.last_mover());
            }
            self.previous = Some(token);
        }
        found
    }

    /// The commands in comments among these tokens of a lane, which has just been driven through them. Their places count from
    /// where it begins. Before them, `turn` had the move, and `mover` had made the last one, see [`Self::last_mover`].
    #[inline(never)]
    pub(super) fn commands_in_lane(&mut self, tokens: &[SanToken], from: usize, turn: Color, mover: Option<Color>) {
        let bytes = self.bytes;
        // Clocks are compared in the main line alone.
        let compared = self.outer.is_empty();
        let (mut turn, mut mover) = (turn, mover);
        // How many variations are open that were opened among these tokens, and who made the move before the first.
        let (mut depth, mut before) = (0_usize, None);
        for token in tokens {
            if !token.is_no_move() {
                // No other tokens are passed in the lane but words that were played.
                if depth == 0 {
                    mover = compared.then_some(turn);
                    turn = turn.other();
                }
            } else if token.opens_with_brace() {
                let start = from + token.start();
                match comment::read_usual(&bytes[start..], token.length()) {
                    Some(ServerComment { clock: Some(now) }) => {
                        self.clock(now, ServerComment::clock_span(&(start..start + token.length())), mover);
                    }
                    Some(ServerComment { clock: None }) => {}
                    None => self.other_comment(start..start + token.length(), mover),
                }
            } else if !token.opens_with_digit() {
                match bytes[from + token.start()] {
                    b'(' => {
                        if depth == 0 {
                            before = mover.take();
                        }
                        depth += 1;
                    }
                    b')' if depth > 0 => {
                        depth -= 1;
                        if depth == 0 {
                            mover = before;
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// A closed comment in which commands may stand.
    #[inline(never)]
    fn other_comment(&mut self, comment: Span, mover: Option<Color>) {
        let Span { start, end } = comment;
        let text = &self.bytes[start + 1..end];
        let blanks = usize::from(text.starts_with(b" "));
        let bracket = if text.get(blanks) == Some(&b'[') { Some(blanks) } else { memchr::memchr(b'[', text) };
        if let Some(bracket) = bracket {
            self.commands(start + 1 + bracket..end, mover);
        }
    }

    /// Who made the last move, if a clock behind it is to be compared with others: in the main line.
    pub(super) fn last_mover(&self) -> Option<Color> {
        (self.outer.is_empty() && self.line.ply > 0).then(|| self.line.position.turn().other())
    }

    pub(super) fn comment(&mut self, token: &Token, shape: CommentShape) {
        self.has_comments = true;
        if shape != CommentShape::Closed {
            self.comment_shape(token, shape);
        }
        self.commands(token.span(), self.last_mover());
    }

    /// The text of the last comment behind the moves that begins or ends with a result: it may stand in for the marker.
    pub(super) fn result_in_comment(&self) -> Option<Span> {
        let end = self.lexer.position();
        let mut lexer = Lexer::new(self.bytes, self.start);
        let tokens = iter::from_fn(|| lexer.next_token().filter(|token| token.start < end));
        let texts = tokens.filter_map(|token| match token.kind {
            TokenKind::Comment(_) => Some(token.start + 1..token.end.max(token.start + 2) - 1),
            TokenKind::LineComment => Some(token.start + 1..token.end),
            _ => None,
        });
        let behind_the_moves = texts.filter(|text| text.start >= self.line.last_word.end);
        behind_the_moves.filter(|text| has_result_at_an_end(&self.bytes[text.clone()])).last()
    }

    #[cold]
    fn comment_shape(&mut self, token: &Token, shape: CommentShape) {
        let inner = memchr::memchr(b'{', &self.bytes[token.start + 1..token.end]).map(|at| token.start + 1 + at);
        match (shape, inner) {
            (CommentShape::Unclosed, _) => {
                self.has_open_comment = true;
                self.findings.add(Rule::UnclosedComment, token.start..token.start + 1, Evidence::Nothing);
            }
            (_, Some(inner)) => self.findings.add(Rule::NestedComment, inner..inner + 1, Evidence::Nothing),
            _ => {}
        }
    }

    /// The commands of a comment, or of its end. `mover` made the move before it.
    fn commands(&mut self, within: Span, mover: Option<Color>) {
        let Span { start: mut at, end } = within;
        while let Some((command, length)) = comment::read_brief(&self.bytes[at..]).filter(|brief| at + brief.1 <= end) {
            if let SimpleCommand::Clock(now) = command {
                self.clock(now, at..at + length, mover);
            }
            at += length;
            if self.bytes[at..end].starts_with(b" [") {
                at += 1;
            }
        }
        // Mostly nothing is left.
        if self.bytes[at..end] != *b" }" {
            self.other_commands(at..end, mover);
        }
    }

    #[inline(never)]
    fn other_commands(&mut self, within: Span, mover: Option<Color>) {
        self.swallowed_games(&within);
        let start = within.start;
        let text = &self.bytes[within];
        for command in comment::commands(text) {
            let name = &text[command.name];
            let argument = &text[command.argument];
            let span = start + command.span.start..start + command.span.end;
            let rule = if command.closed {
                match name {
                    b"clk" => match comment::read_time(argument) {
                        Some(now) => {
                            self.clock(now, span.clone(), mover);
                            None
                        }
                        None => Some(Rule::MalformedClock),
                    },
                    b"emt" | b"egt" | b"mct" => comment::read_time(argument).is_none().then_some(Rule::MalformedClock),
                    b"eval" => (!comment::is_eval(argument)).then_some(Rule::MalformedEval),
                    b"csl" => (!comment::is_squares(argument)).then_some(Rule::MalformedShapes),
                    b"cal" => (!comment::is_arrows(argument)).then_some(Rule::MalformedShapes),
                    _ => Some(Rule::UnknownCommand),
                }
            } else {
                Some(Rule::UnclosedCommand)
            };
            if let Some(rule) = rule.filter(|rule| self.findings.wants(*rule)) {
                let quote = self.text(span.clone());
                self.findings.add(rule, span, Evidence::Quote(quote));
            }
        }
    }

    /// Games in a comment, which goes on to the end of this stretch: its `}` was lost, and stands in a later game. Where they
    /// stand there is a bracket, so that comments without one need not be looked at.
    fn swallowed_games(&mut self, within: &Span) {
        let games = game_openings(self.bytes, within.clone()).count();
        let Some(start) = memchr::memrchr(b'{', &self.bytes[..=within.start]).filter(|_| games > 0) else { return };
        cold_path();
        let lines = 1 + count_line_ends(&self.bytes[start..within.end]);
        let of = if games == 1 { "a game".to_owned() } else { format!("{games} games") };
        let said = format!(
            "this comment goes over {lines} lines and holds the tags of {of}: its `}}` seems to be missing, and what is in it \
             is not read as games"
        );
        self.findings.push(Finding {
            rule: Rule::UnclosedComment,
            severity: Severity::Warning,
            span: start..start + 1,
            moment: None,
            evidence: Evidence::Said(said),
            article: None,
            fen: None,
        });
    }

    /// A clock is compared with the same player's last one. `span` is its command.
    #[inline]
    fn clock(&mut self, now: u64, span: Span, mover: Option<Color>) {
        let Some(mover) = mover else { return };
        let before = self.clocks[mover.index()].replace(now);
        let (Some(before), Some(increment)) = (before, self.tags.increment) else { return };
        // Whole seconds are rounded: one second of grace.
        if now > before + increment + 100 {
            cold_path();
            let found = self.text(span.clone());
            self.findings.add(Rule::ClockIncrease, span, Evidence::Quote(found));
        }
    }

    /// A glyph that is no number, that touches the move after it, or that has dots like a move number.
    pub(super) fn nag(&mut self, token: &Token, value: Option<u8>) {
        if value.is_some() && self.bytes.get(token.end) == Some(&b'.') {
            let number = self.text(token.start + 1..token.end + 1);
            let said = format!("`${number}` is read as a NAG, but has a dot like the move number `{number}`");
            return self.findings.add(Rule::BadNag, token.start..token.end + 1, Evidence::Said(said));
        }
        let glued = self.bytes[token.end..].iter().take(MOST_QUOTED).take_while(|byte| byte.is_ascii_alphanumeric());
        let whole = token.start..token.end + glued.count();
        if whole.end == token.end {
            return if value.is_none() {
                self.quote(Rule::BadNag, token);
            };
        }
        let (nag, word) = (self.text(token.span()), self.text(token.end..whole.end));
        if value.is_some() {
            let found = self.text(whole.clone());
            self.find_here(Rule::NumberGlued, whole, Evidence::Instead { found, expected: format!("{nag} {word}") });
        } else {
            let said = format!("`{nag}{word}`: no NAG from 0 to 255 stands before `{word}`, which is read by itself");
            self.find_here(Rule::BadNag, whole, Evidence::Said(said));
        }
    }

    pub(super) fn suffix(&mut self, token: &Token) {
        let text = &self.bytes[token.start..token.end];
        if self.marker.is_none() && self.line.state == State::Open && self.suffix_before_move(token) {
            return;
        }
        if !matches!(text, b"!" | b"?" | b"!!" | b"??" | b"!?" | b"?!") {
            self.quote(Rule::BadSuffix, token);
        }
    }

    /// Many lines in a row are one finding.
    pub(super) fn stray_text(&mut self, token: &Token) {
        if matches!(self.previous, Some(Token { kind: TokenKind::StrayText, .. })) {
            return;
        }
        let rule = if self.tags.is_empty() { Rule::StrayText } else { Rule::TrailingTextAfterTag };
        self.quote(rule, token);
    }

    pub(super) fn junk(&mut self, token: &Token) {
        if self.moves_begun.is_none() && self.tags.is_empty() {
            return self.quote(Rule::StrayText, token);
        }
        let text = &self.bytes[token.start..token.end];
        if text == b"[#]" {
            return self.quote(Rule::NagAsSymbol, token);
        }
        let rule = if text.iter().any(|byte| *byte < b' ' || *byte == 0x7f) {
            Rule::ControlCharacter
        } else {
            Rule::UnknownToken
        };
        self.quote(rule, token);
    }
}

/// Whether a comment begins or ends with a result, perhaps with a full stop behind it.
fn has_result_at_an_end(comment: &[u8]) -> bool {
    let is_result = |word: &[u8]| Outcome::from_text(word.strip_suffix(b".").unwrap_or(word)).is_some();
    let mut words = comment.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.next().is_some_and(is_result) || words.next_back().is_some_and(is_result)
}
