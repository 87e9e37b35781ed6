//! Lines of moves, one after the other.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::{san, uci};
use crate::game::excerpt::excerpt;
use crate::pgn::place::Span;

use super::FaultKind;

/// The most half-moves a row may have.
pub(super) const MOST_PLIES: usize = 400;

/// Plays lines from the initial position.
///
/// Neighbors in a table have their first moves in common. These are not played again: what has been reached is kept for
/// every word of the line before.
pub(super) struct Lines<'b> {
    text: &'b [u8],
    words: Vec<&'b [u8]>,
    /// The position before the first word, and that after each.
    positions: Vec<Position>,
}

impl<'b> Lines<'b> {
    /// For lines that are parts of this text.
    pub(super) fn new(text: &'b [u8]) -> Self {
        Self { text, words: Vec::new(), positions: vec![Position::initial()] }
    }

    /// What the line in these bytes leads to, or what is wrong with it and where. Words are moves in SAN or UCI; numbers
    /// before them are passed over.
    pub(super) fn play(&mut self, line: Span) -> Result<&Position, (usize, FaultKind)> {
        let (mut plies, mut start) = (0, line.start);
        for word in self.text[line].split(u8::is_ascii_whitespace) {
            let at = start;
            start += word.len() + 1;
            let word = without_number(word);
            if word.is_empty() {
                continue;
            }
            if plies == MOST_PLIES {
                return Err((at, FaultKind::TooLong(MOST_PLIES)));
            }
            if self.words.get(plies) != Some(&word) {
                self.words.truncate(plies);
                self.positions.truncate(plies + 1);
                let position = &self.positions[plies];
                let mv = legal(position, word);
                let mv = mv.map_err(|reason| (at, FaultKind::Move { word: excerpt(word), reason }))?;
                self.positions.push(position.after(mv));
                self.words.push(word);
            }
            plies += 1;
        }
        Ok(&self.positions[plies])
    }
}

/// The legal move that a word stands for, or why there is none.
fn legal(position: &Position, word: &[u8]) -> Result<Move, String> {
    if let Some(uci::Uci::Move { from, to, promotion }) = uci::read(word)
        && let Some(mv) = uci::between(position, from, to, promotion)
    {
        return Ok(mv);
    }
    let written = san::read(word).map_err(|malformed| malformed.to_string())?;
    position.resolve(&written).map(|resolved| resolved.mv).map_err(|illegal| illegal.to_string())
}

/// A word without the move number before it: `Nf3` of `2.Nf3`, nothing of `2.` and `2...`. Castling may begin with a
/// digit, and a digit alone is no move, so a number needs its dot.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
    if dots == 0 { word } else { &word[digits + dots..] }
}
