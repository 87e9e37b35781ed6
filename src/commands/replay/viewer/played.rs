//! An open game: its moves as a tree, with comments and findings, and its movetext as tokens, wrapped into lines.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san::{self, San};
use crate::game::finding::Finding;
use crate::game::record::plies::PlyOptions;
use crate::game::record::score_sheet::{ScoreSheet, SheetEntry};
use crate::game::replay::{Game, ReplayOptions, read_game_as};
use crate::game::rules::{Profile, RuleSet, Severity};
use crate::game::values::comment_values::{CommentValues, Evaluation};
use crate::laws::claim::{ClaimWindow, claimable_draws_before};
use crate::laws::edition::has_automatic_draws;
use crate::laws::history::History;
use crate::pgn::place::Span;
use crate::pgn::text::decode;
use crate::pgn::{comment, nag};
use crate::report::Visible;
use crate::report::diagram::Diagram;

use super::archive::Record;

/// A game with its moves; a *node* is a move of it, or the start where none is named.
pub(super) struct Played {
    pub(super) record: Record,
    pub(super) game: Game,
    sheet: ScoreSheet,
    /// All moves in the order of the text; the variations of a move come after it.
    pub(super) nodes: Vec<Node>,
    /// The draws that could have been claimed in the main line.
    claims: Vec<ClaimWindow>,
}

pub(super) struct Node {
    pub(super) mv: Move,
    pub(super) san: San,
    /// The move before it in its line; `None` if it is made at the start.
    pub(super) previous: Option<usize>,
    /// The number that is printed before it, and who makes it.
    pub(super) number: u32,
    pub(super) turn: Color,
    /// The number of plies before it.
    pub(super) ply: u32,
    /// 0 for the main line.
    pub(super) variation: u32,
    /// Its place on the sheet.
    entry: usize,
    /// How often the position after it has occurred on the board, including this time.
    pub(super) times: u32,
    /// The values of the commands in the comments after it.
    values: CommentValues,
}

/// The clock times and the evaluation at a position, from comments.
#[derive(Default)]
pub(super) struct PositionValues {
    /// The time that is left to each player, in hundredths of a second.
    pub(super) clocks: [Option<u64>; 2],
    /// How long the last move took, in hundredths of a second.
    pub(super) spent: Option<u64>,
    /// An evaluation from White's side.
    pub(super) score: Option<Evaluation>,
}

impl Played {
    /// Reads and plays a game.
    pub(super) fn new(record: Record) -> Self {
        let rules = Profile::default().rules() | RuleSet::audit();
        let options = ReplayOptions { rules, variations: true, ..ReplayOptions::default() };
        let game = read_game_as(&record.bytes, record.start, &options);
        let sheet = ScoreSheet::from_game(&game, &record.bytes);
        let nodes = nodes(&sheet, &game, &record.bytes);
        let over_at = game.board_ending.over_at(has_automatic_draws(game.tags.days()), game.plies());
        let claims = claimable_draws_before(&History::from_legal_moves(game.start().clone(), game.moves()), over_at);
        Self { record, game, sheet, nodes, claims }
    }

    pub(super) fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.game.tags.text(name, &self.record.bytes)
    }

    pub(super) fn text(&self, span: &Span) -> String {
        decode(&self.record.bytes[span.clone()]).into_owned()
    }

    pub(super) fn position(&self, node: Option<usize>) -> Position {
        let mut line = Vec::new();
        let mut at = node;
        while let Some(index) = at {
            line.push(self.nodes[index].mv);
            at = self.nodes[index].previous;
        }
        let mut position = self.game.start().clone();
        for mv in line.into_iter().rev() {
            match mv {
                Move::NULL => position = position.after_pass().unwrap_or(position),
                mv => _ = position.play_unchecked(mv),
            }
        }
        position
    }

    pub(super) fn plies(&self, node: Option<usize>) -> u32 {
        node.map_or(0, |node| self.nodes[node].ply + 1)
    }

    /// The move that follows in the line of a node.
    pub(super) fn next(&self, node: Option<usize>) -> Option<usize> {
        let from = node.map_or(0, |node| node + 1);
        (from..self.nodes.len()).find(|&next| self.nodes[next].previous == node)
    }

    /// The last move of the line of a node.
    pub(super) fn last(&self, mut node: Option<usize>) -> Option<usize> {
        while let Some(next) = self.next(node) {
            node = Some(next);
        }
        node
    }

    /// The alternative to this move in the next variation, or in the previous one.
    pub(super) fn sibling(&self, node: usize, forward: bool) -> Option<usize> {
        let previous = self.nodes[node].previous;
        let is_sibling = |&other: &usize| self.nodes[other].previous == previous;
        if forward { (node + 1..self.nodes.len()).find(is_sibling) } else { (0..node).rev().find(is_sibling) }
    }

    /// The main line's node after this number of plies, or the last one before.
    pub(super) fn at_ply(&self, ply: u32) -> Option<usize> {
        self.nodes.iter().rposition(|node| node.variation == 0 && node.ply < ply)
    }

    fn is_main_line(&self, node: Option<usize>) -> bool {
        node.is_none_or(|node| self.nodes[node].variation == 0)
    }

    /// The clocks and evaluations at a node. The clock of the side to move is that of its previous move.
    pub(super) fn comment_values(&self, node: Option<usize>) -> PositionValues {
        let Some(last) = node.map(|node| &self.nodes[node]) else { return PositionValues::default() };
        let mut values = PositionValues { clocks: [None; 2], spent: last.values.spent, score: last.values.score };
        for node in std::iter::successors(Some(last), |node| node.previous.map(|index| &self.nodes[index])).take(4) {
            let left = &mut values.clocks[node.turn.index()];
            *left = left.or(node.values.clock);
        }
        values
    }

    /// The board at a node, with the last move, check, and the markings of comments.
    pub(super) fn diagram(&self, node: Option<usize>) -> Diagram {
        let mut diagram = Diagram::of_position(&self.position(node));
        let mv = node.map(|node| self.nodes[node].mv).filter(|&mv| mv != Move::NULL);
        diagram.last_move = mv.map(|mv| [mv.from(), mv.to()]);
        let from = node.map_or(0, |node| self.nodes[node].entry + 1);
        for remark in self.sheet.annotations(from) {
            if let SheetEntry::Comment(span) = remark {
                diagram.shapes.add_comment(&self.record.bytes[span.clone()]);
            }
        }
        diagram
    }

    /// The draws that the player who has the move could claim.
    pub(super) fn claims(&self, node: Option<usize>) -> impl Iterator<Item = &ClaimWindow> {
        let (ply, is_main_line) = (self.plies(node), self.is_main_line(node));
        self.claims.iter().filter(move |open| is_main_line && (open.from..=open.to).contains(&ply))
    }

    /// The findings about the move that led to a node, and about the next one; at the start also those about the game.
    pub(super) fn findings(&self, node: Option<usize>) -> impl Iterator<Item = &Finding> {
        let ply = self.plies(node);
        let before = node.map(|index| self.position(self.nodes[index].previous).to_fen());
        let after = self.position(node).to_fen();
        let is_main_line = self.is_main_line(node);
        self.game.report.findings.iter().filter(move |finding| match (&finding.fen, finding.moment) {
            (Some(fen), _) => before.as_deref() == Some(fen) || after == **fen,
            (None, Some(moment)) => is_main_line && moment.ply == ply,
            (None, None) => node.is_none(),
        })
    }

    /// The ply of the next error in the main line, or of the first one again; without errors, that of the next warning.
    pub(super) fn next_fault(&self, node: Option<usize>) -> Option<u32> {
        let now = self.plies(node);
        [Severity::Error, Severity::Warning].into_iter().find_map(|severity| {
            let findings = self.game.report.findings.iter().filter(|finding| finding.severity == severity);
            let plies: Vec<u32> = findings.filter_map(|finding| finding.moment).map(|moment| moment.ply).collect();
            plies.iter().filter(|&&ply| ply > now).min().or_else(|| plies.iter().min()).copied()
        })
    }
}

/// The moves of a sheet as a tree.
fn nodes(sheet: &ScoreSheet, game: &Game, bytes: &[u8]) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut last_of: HashMap<u32, usize> = HashMap::new();
    let options = PlyOptions { variations: true, comment_values: true, times: true, ..PlyOptions::default() };
    for ply in sheet.plies(game, bytes, options) {
        let Some(step) = ply.step else { continue };
        let before_variation = || last_of.get(&step.parent?).and_then(|&replaced| nodes[replaced].previous);
        let previous = last_of.get(&step.variation).copied().or_else(before_variation);
        last_of.insert(step.variation, nodes.len());
        nodes.push(Node {
            mv: step.mv,
            san: if step.mv == Move::NULL { San::default() } else { san::write(&step.before, step.mv) },
            previous,
            number: step.before.fullmove_number(),
            turn: step.before.turn(),
            ply: step.ply,
            variation: step.variation,
            entry: step.entry,
            times: step.times,
            values: ply.values,
        });
    }
    nodes
}

// The movetext as tokens, wrapped into lines.

/// A token of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) kind: Kind,
    /// The move it belongs to.
    pub(super) node: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A move of the main line.
    Main,
    /// A move of a variation, or a parenthesis.
    Aside,
    Comment,
    /// A move that could not be played.
    Unplayed,
    /// How the game ended.
    Result,
}

pub(super) fn words(played: &Played) -> Vec<Word> {
    let mut flow = Flow { played, words: Vec::new(), next: 0, depth: 0, needs_number: true, opens: false };
    for entry in &played.sheet.entries {
        flow.entry(entry);
    }
    if let Some(outcome) = played.game.outcome {
        flow.push(outcome.text().to_owned(), Kind::Result);
    }
    flow.words
}

/// Words put into lines no wider than this many columns; longer words are cut.
pub(super) fn lines(words: &[Word], width: usize) -> Vec<Vec<Word>> {
    let mut lines = vec![Vec::new()];
    let mut used = 0;
    for word in words {
        let needed = ratatui::text::Span::raw(&*word.text).width();
        if used > 0 && used + 1 + needed > width {
            lines.push(Vec::new());
            used = 0;
        }
        used += needed + usize::from(used > 0);
        if let Some(line) = lines.last_mut() {
            line.push(word.clone());
        }
    }
    lines
}

struct Flow<'a> {
    played: &'a Played,
    words: Vec<Word>,
    next: usize,
    depth: usize,
    /// Whether a move of Black's needs its number.
    needs_number: bool,
    /// Whether the next token follows a parenthesis.
    opens: bool,
}

impl Flow<'_> {
    fn entry(&mut self, entry: &SheetEntry) {
        match entry {
            SheetEntry::Move(_) => self.mv(),
            SheetEntry::Comment(span) => {
                let text = spoken(&self.played.record.bytes[span.clone()]);
                self.text(&text, Kind::Comment);
            }
            SheetEntry::Unplayed(span) => {
                let text = self.played.text(span);
                self.text(&text, Kind::Unplayed);
            }
            SheetEntry::Escape(_) => {}
            SheetEntry::Nag(glyph) => {
                let sign = nag::symbol(*glyph).map_or_else(|| format!("${glyph}"), str::to_owned);
                match self.words.last_mut().filter(|word| matches!(word.kind, Kind::Main | Kind::Aside)) {
                    Some(word) => word.text.push_str(&sign),
                    None => self.push(sign, Kind::Comment),
                }
            }
            SheetEntry::Open { .. } => {
                self.depth += 1;
                (self.opens, self.needs_number) = (true, true);
            }
            SheetEntry::Close => {
                self.depth -= 1;
                self.needs_number = true;
                if let Some(word) = self.words.last_mut() {
                    word.text.push(')');
                }
            }
        }
    }

    fn mv(&mut self) {
        let index = self.next;
        self.next += 1;
        let node = &self.played.nodes[index];
        let san = if node.mv == Move::NULL { "--" } else { node.san.as_str() };
        let text = match node.turn {
            Color::White => format!("{}.{san}", node.number),
            Color::Black if self.needs_number => format!("{}...{san}", node.number),
            Color::Black => san.to_owned(),
        };
        self.needs_number = false;
        self.push(text, if self.depth == 0 { Kind::Main } else { Kind::Aside });
        if let Some(word) = self.words.last_mut() {
            word.node = Some(index);
        }
    }

    fn text(&mut self, text: &str, kind: Kind) {
        for word in text.split_whitespace() {
            self.push(Visible(word).to_string(), kind);
            self.needs_number = true;
        }
    }

    fn push(&mut self, mut text: String, kind: Kind) {
        if std::mem::take(&mut self.opens) {
            text.insert(0, '(');
        }
        self.words.push(Word { text, kind, node: None });
    }
}

/// A comment without the commands in it.
fn spoken(text: &[u8]) -> String {
    let mut spoken = Vec::new();
    let mut at = 0;
    for command in comment::commands(text) {
        spoken.extend_from_slice(&text[at..command.span.start]);
        at = command.span.end;
    }
    spoken.extend_from_slice(&text[at..]);
    decode(&spoken).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        Word { text: text.to_owned(), kind: Kind::Main, node: None }
    }

    #[test]
    fn lines_fill_the_width() {
        let words = ["1.e4", "e5", "2.Nf3", "incomprehensibilities", "Nc6"].map(word);
        let lines: Vec<String> = lines(&words, 10)
            .iter()
            .map(|line| line.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(lines, ["1.e4 e5", "2.Nf3", "incomprehensibilities", "Nc6"]);
    }

    #[test]
    fn commands_are_hidden() {
        assert_eq!(spoken(b"[%clk 0:01:00] good [%eval 0.3] move"), " good  move");
        assert_eq!(spoken(b"[%csl Ge4]"), "");
    }
}
