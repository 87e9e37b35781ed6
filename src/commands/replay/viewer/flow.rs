//! The movetext as tokens, wrapped into lines.

use ratatui::text::Span;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::game::record::score_sheet::SheetEntry;
use crate::pgn::{comment, nag};
use crate::report::Visible;

use super::played::Played;

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
        let needed = Span::raw(&*word.text).width();
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
    crate::pgn::text::decode(&spoken).into_owned()
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
