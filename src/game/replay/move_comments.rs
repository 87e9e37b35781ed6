//! The comments of the main line, extracted on demand.

use crate::pgn::lex::{Lexer, TokenKind};
use crate::pgn::place::Span;

use super::ply_record::PlyRecord;

/// A comment of the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveComment {
    /// The number of plies played before it.
    pub ply: u32,
    /// Its byte range, without the braces.
    pub span: Span,
}

/// The comments that begin in `within`, which must start outside variations. The game starts at `start`.
pub(super) fn comments_in(bytes: &[u8], start: usize, within: Span, records: &[PlyRecord]) -> Vec<MoveComment> {
    let mut lexer = Lexer::new(bytes, within.start);
    let (mut comments, mut depth, mut ply) = (Vec::new(), 0_usize, 0_usize);
    while let Some(token) = lexer.next_token().filter(|token| token.start < within.end) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Comment(_) if depth == 0 => {
                let is_before = |next: &PlyRecord| start + (next.offset as usize) < token.start;
                ply += records.get(ply + 1..).unwrap_or_default().iter().take_while(|next| is_before(next)).count();
                let span = token.start + 1..token.end.max(token.start + 2) - 1;
                comments.push(MoveComment { ply: ply as u32, span });
            }
            _ => {}
        }
    }
    comments
}
