//! The fix of localized piece letters.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::san;
use crate::chess::san::language::Alphabet;
use crate::game::rules::Rule;
use crate::pgn::lex::{Lexer, TokenKind};
use crate::pgn::place::Span;

use super::moves::written;
use super::numbers::for_each_move;
use super::{Edit, Faulty};

/// The moves with English piece letters, if all languages that read the main line to its end read the same moves.
pub(super) fn in_english(faulty: &Faulty<'_>) -> Option<Vec<Edit>> {
    if !faulty.is_sound_but_for(Rule::LocalizedLetters) {
        return None;
    }
    let tokens = tokens(faulty);
    let (mut main_line, mut edits, mut is_whole) = (Vec::new(), Vec::new(), true);
    for_each_move(faulty, |offset, step| {
        let Ok(token) = tokens.binary_search_by_key(&offset, |token| token.start) else {
            is_whole = false;
            return;
        };
        let token = &tokens[token];
        let text = faulty.text(token);
        if step.parent.is_none() {
            main_line.push(text);
        }
        let in_english = san::parse(text).ok().and_then(|parsed| step.before.resolve(&parsed).ok());
        if in_english.is_none_or(|resolved| resolved.mv != step.mv) {
            match written(&step.before, step.mv, text) {
                Some(text) => edits.push(Edit::new(token.clone(), text)),
                None => is_whole = false,
            }
        }
    });
    let played: Vec<Move> = faulty.game.moves().collect();
    let read = |alphabet: &Alphabet| read_by(faulty.game.start(), &main_line, alphabet);
    let is_certain = is_whole
        && Alphabet::ALL.iter().filter_map(read).all(|moves| moves == played)
        && read(&Alphabet::ENGLISH).is_none();
    Some(edits).filter(|edits| is_certain && !edits.is_empty())
}

/// The symbol tokens of the movetext.
fn tokens(faulty: &Faulty<'_>) -> Vec<Span> {
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    let tokens = std::iter::from_fn(|| lexer.next_token()).take_while(|token| token.start < faulty.game.span.end);
    tokens.filter(|token| matches!(token.kind, TokenKind::Symbol | TokenKind::Junk)).map(|token| token.span()).collect()
}

/// The moves that the tokens mean with the piece letters of this language; `None` if one of them is not legal.
fn read_by(start: &Position, tokens: &[&[u8]], alphabet: &Alphabet) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let read = |token: &&[u8]| {
        let mv = position.resolve(&san::parse_localized(token, alphabet).ok()?).ok()?.mv;
        position.play(mv);
        Some(mv)
    };
    tokens.iter().map(read).collect()
}
