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

/// The moves with English piece letters, if all ways to read the game lead to the same moves: in one language, or in English
/// and another one, as some programs mix them.
pub(super) fn in_english(faulty: &Faulty<'_>) -> Option<Vec<Edit>> {
    if !faulty.is_sound_but_for(Rule::LocalizedLetters) {
        return None;
    }
    let tokens = tokens(faulty);
    let (mut main_line, mut others, mut edits, mut is_whole) = (Vec::new(), Vec::new(), Vec::new(), true);
    for_each_move(faulty, |offset, step| {
        let Ok(token) = tokens.binary_search_by_key(&offset, |token| token.start) else {
            is_whole = false;
            return;
        };
        let token = &tokens[token];
        let text = faulty.text(token);
        let in_english = played(&step.before, text, &Alphabet::ENGLISH);
        if in_english != Some(step.mv) {
            match written(&step.before, step.mv, text) {
                Some(text) => edits.push(Edit::new(token.clone(), text)),
                None => is_whole = false,
            }
        }
        // A small letter may be a piece, too.
        if text[0].is_ascii_lowercase() {
            others.push((step.before.clone(), [&[text[0].to_ascii_uppercase()], &text[1..]].concat(), step.mv));
        }
        match step.parent {
            None => main_line.push(text),
            Some(_) => others.push((step.before, text.to_vec(), step.mv)),
        }
    });
    let moves: Vec<Move> = faulty.game.moves().collect();
    let is_same = |alphabet: &&Alphabet| match read_by(faulty.game.start(), &main_line, alphabet) {
        Reading::Only(read) => {
            read == moves
                && others.iter().all(|(before, text, mv)| played(before, text, alphabet).is_none_or(|read| read == *mv))
        }
        Reading::None => true,
        Reading::Several => false,
    };
    let is_certain = is_whole && Alphabet::ALL.iter().all(|alphabet| is_same(&alphabet));
    Some(edits).filter(|edits| is_certain && !edits.is_empty())
}

/// The symbol tokens of the movetext.
fn tokens(faulty: &Faulty<'_>) -> Vec<Span> {
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    let tokens = std::iter::from_fn(|| lexer.next_token()).take_while(|token| token.start < faulty.game.span.end);
    tokens.filter(|token| matches!(token.kind, TokenKind::Symbol | TokenKind::Junk)).map(|token| token.span()).collect()
}

/// The move that a token means with the piece letters of this language, if it is legal.
fn played(position: &Position, token: &[u8], alphabet: &Alphabet) -> Option<Move> {
    Some(position.resolve(&san::parse_localized(token, alphabet).ok()?).ok()?.mv)
}

/// How a line can be read.
enum Reading {
    None,
    Only(Vec<Move>),
    Several,
}

/// The legal moves that the tokens mean, each in English or in this language.
fn read_by(start: &Position, tokens: &[&[u8]], alphabet: &Alphabet) -> Reading {
    let mut lines = vec![(start.clone(), Vec::new())];
    for token in tokens {
        let mut longer = Vec::new();
        for (position, moves) in lines {
            let [english, other] = [&Alphabet::ENGLISH, alphabet].map(|letters| played(&position, token, letters));
            if let Some(mv) = other.filter(|_| english.is_some() && english != other) {
                longer.push((position.after(mv), [&moves[..], &[mv]].concat()));
            }
            if let Some(mv) = english.or(other) {
                let mut moves = moves;
                moves.push(mv);
                longer.push((position.after(mv), moves));
            }
        }
        if longer.len() > MAX_LINES {
            return Reading::Several;
        }
        lines = longer;
    }
    match lines.len() {
        0 => Reading::None,
        1 => lines.pop().map_or(Reading::None, |(_, moves)| Reading::Only(moves)),
        _ => Reading::Several,
    }
}

/// The maximum number of lines that are followed to see which can be read to its end.
const MAX_LINES: usize = 16;
