//! Comments of the main line, looked up when somebody asks for them.

use crate::pgn::lex::{Lexer, TokenKind};
use crate::pgn::place::Span;

use super::line::Reached;

/// A comment of the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveComment {
    /// How many half-moves were played before it.
    pub ply: u32,
    /// Its bytes, without the braces.
    pub span: Span,
}

/// The comments of a line that begin in `within`, which must begin outside of variations. The game begins at `start`.
pub(super) fn notes(bytes: &[u8], start: usize, within: Span, reached: &[Reached]) -> Vec<MoveComment> {
    let mut lexer = Lexer::new(bytes, within.start);
    let (mut notes, mut depth, mut ply) = (Vec::new(), 0_usize, 0_usize);
    while let Some(token) = lexer.next_token().filter(|token| token.start < within.end) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Comment(_) if depth == 0 => {
                let is_before = |next: &Reached| start + (next.word as usize) < token.start;
                ply += reached.get(ply + 1..).unwrap_or_default().iter().take_while(|next| is_before(next)).count();
                let span = token.start + 1..token.end.max(token.start + 2) - 1;
                notes.push(MoveComment { ply: ply as u32, span });
            }
            _ => {}
        }
    }
    notes
}
