//! The replay of a table's lines.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::{san, uci};
use crate::game::finding::excerpt::excerpt;
use crate::pgn::place::Span;

use super::FaultKind;

/// The maximum number of plies in a row.
pub(super) const MAX_PLIES: usize = 400;

/// A replayer of lines from the initial position.
///
/// Neighboring rows share their first moves. So the positions of the previous line are kept, and only moves that differ
/// are played.
pub(super) struct Lines<'b> {
    text: &'b [u8],
    sans: Vec<&'b [u8]>,
    /// The starting position, and the position after each token.
    positions: Vec<Position>,
}

impl<'b> Lines<'b> {
    /// A replayer for lines that are parts of `text`.
    pub(super) fn new(text: &'b [u8]) -> Self {
        Self { text, sans: Vec::new(), positions: vec![Position::initial()] }
    }

    /// Plays the line in this byte range. Returns its final position, or the error and its offset. Tokens are moves in
    /// SAN or UCI; move numbers are skipped.
    pub(super) fn play(&mut self, line: Span) -> Result<&Position, (usize, FaultKind)> {
        let (mut plies, mut start) = (0, line.start);
        for san in self.text[line].split(u8::is_ascii_whitespace) {
            let at = start;
            start += san.len() + 1;
            let san = without_number(san);
            if san.is_empty() {
                continue;
            }
            if plies == MAX_PLIES {
                return Err((at, FaultKind::TooLong(MAX_PLIES)));
            }
            if self.sans.get(plies) != Some(&san) {
                self.sans.truncate(plies);
                self.positions.truncate(plies + 1);
                let position = &self.positions[plies];
                let mv = legal(position, san);
                let mv = mv.map_err(|reason| (at, FaultKind::Move { san: excerpt(san), reason }))?;
                self.positions.push(position.after(mv));
                self.sans.push(san);
            }
            plies += 1;
        }
        Ok(&self.positions[plies])
    }
}

/// The legal move of a token, or the reason why there is none.
fn legal(position: &Position, san: &[u8]) -> Result<Move, String> {
    if let Some(uci::Uci::Move { from, to, promotion }) = uci::parse(san)
        && let Some(mv) = uci::between(position, from, to, promotion)
    {
        return Ok(mv);
    }
    let written = san::parse(san).map_err(|malformed| malformed.to_string())?;
    position.resolve(&written).map(|resolved| resolved.mv).map_err(|illegal| illegal.to_string())
}

/// A token without its move number: `Nf3` for `2.Nf3`, empty for `2.` and `2...`. A number needs a dot, since castling
/// may start with a digit.
fn without_number(san: &[u8]) -> &[u8] {
    let digits = san.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = san[digits..].iter().take_while(|byte| **byte == b'.').count();
    if dots == 0 { san } else { &san[digits + dots..] }
}
