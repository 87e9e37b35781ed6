//! Fixes of moves: legal ones that are not written in SAN, those after the end of the game, and those with localized piece
//! letters.

use crate::chess::moves::Move;
use crate::chess::piece::PieceType;
use crate::chess::position::Position;
use crate::chess::san::language::Alphabet;
use crate::chess::san::{self, Deviations, MoveSpec, Target};
use crate::chess::square::Square;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::movetext::split::glued_symbol;
use crate::game::replay::records_result;
use crate::game::rules::{Rule, Severity};
use crate::pgn::lex::{CommentShape, Lexer, Outcome, Token, TokenKind};
use crate::pgn::nag;
use crate::pgn::place::Span;
use crate::pgn::text::decode;

use super::numbers::for_each_move;
use super::{Edit, GameWithFindings};

/// The move in SAN. A symbol that touches it becomes a NAG; a move suffix stays.
pub(super) fn respelled(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    if !faulty.is_sound_before(finding.span.start) || touches_more(faulty, finding) {
        return None;
    }
    let token = faulty.text(&finding.span);
    let (Ok(parsed), Some(fen)) = (san::parse(token), finding.fen.as_deref()) else {
        return without_word(faulty, finding);
    };
    let position = Position::from_fen(fen).ok()?;
    let resolved = position.resolve(&parsed).ok()?;
    if may_be_knight(&position, token) {
        return None;
    }
    if resolved.forms.contains(Deviations::LOCALIZED) || resolved.forms.contains(Deviations::NULL_MOVE) {
        return None;
    }
    // A `#` without checkmate at the end of the game points to a wrong move.
    let claims_mate = finding.rule == Rule::WrongCheckSuffix && token.contains(&b'#');
    if claims_mate && movetext_ends(faulty, finding.span.end) {
        return None;
    }
    Some(Edit::new(finding.span.clone(), written(&position, resolved.mv, token)?))
}

/// Whether another symbol or move touches the end of a move.
fn touches_more(faulty: &GameWithFindings<'_>, finding: &Finding) -> bool {
    let next = faulty.bytes.get(finding.span.end);
    next.is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii() || *byte == b'/')
}

/// Whether `P` or `p` is not a pawn but a knight, as in Dutch.
fn may_be_knight(position: &Position, token: &[u8]) -> bool {
    let Some(rest) = token.strip_prefix(b"P").or_else(|| token.strip_prefix(b"p")) else { return false };
    let knight = san::parse(&[b"N", rest].concat());
    knight.is_ok_and(|knight| position.resolve(&knight).is_ok())
}

/// A move in SAN, with the suffix or symbol that its token has.
fn written(position: &Position, mv: Move, token: &[u8]) -> Option<String> {
    let mut text = san::write(position, mv).to_string();
    let has_promotion = mv.promotion().is_some();
    let symbol = san::suffix(token).map(|range| range.start).or_else(|| glued_symbol(token).filter(|_| !has_promotion));
    if let Some(at) = symbol {
        if !token[..at].last().is_some_and(|last| last.is_ascii_alphanumeric() || b"+#".contains(last)) {
            return None;
        }
        let symbol = decode(&token[at..]);
        match &*symbol {
            "!" | "?" | "!!" | "??" | "!?" | "?!" => text.push_str(&symbol),
            _ => text = format!("{text} ${}", nag::from_symbol(&symbol)?),
        }
    }
    Some(text)
}

/// The legal moves that an ambiguous move may be.
pub(super) fn candidates(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Vec<Vec<Edit>>> {
    let Evidence::Illegal { near, .. } = &finding.evidence else { return None };
    let suffix = san::suffix(faulty.text(&finding.span)).map(|range| range.start);
    let suffix = suffix.map_or(finding.span.end, |start| finding.span.start + start)..finding.span.end;
    let text = |san: &String| [san.as_bytes(), faulty.text(&suffix)].concat();
    Some(near.iter().map(|san| vec![Edit::new(finding.span.clone(), text(san))]).collect())
}

/// Two tokens with a space between them.
pub(super) fn spaced(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let Evidence::Instead { found, expected } = &finding.evidence else { return None };
    let text = faulty.text(&finding.span);
    // An excerpt of a long text is cut.
    let is_whole = found.as_bytes() == text;
    // One move in another notation is not two.
    if !faulty.is_sound_before(finding.span.start) || san::parse(text).is_ok() {
        return None;
    }
    let is_spaced = expected.bytes().filter(|byte| *byte != b' ').eq(text.iter().copied());
    // The sign between them may be a symbol, such as that in `e4+-e5`.
    let (first, second) = expected.split_once(' ')?;
    let is_symbol =
        |byte: Option<u8>| byte.is_some_and(|byte| !byte.is_ascii_alphanumeric() && !b"+#!?$".contains(&byte));
    if is_symbol(first.bytes().next_back()) || is_symbol(second.bytes().next()) {
        return None;
    }
    (is_whole && is_spaced).then(|| Edit::new(finding.span.clone(), expected.as_bytes()))
}

/// A move and its suffix, without the white space between them.
pub(super) fn with_suffix(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let Evidence::Instead { expected, .. } = &finding.evidence else { return None };
    let text = faulty.text(&finding.span);
    let is_same = text.iter().filter(|byte| !byte.is_ascii_whitespace()).eq(expected.as_bytes());
    is_same.then(|| Edit::new(finding.span.clone(), expected.as_bytes()))
}

/// Without the word about check, mate or en passant that follows a move, if the move has the suffix that it should have.
fn without_word(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let word = &finding.span;
    // `e.p.` after a move that is no such capture points to a wrong move.
    let is_word = matches!(finding.rule, Rule::EnPassantSuffix | Rule::CheckSpelling | Rule::WrongCheckSuffix);
    if !is_word || !faulty.is_sound_before(word.start) {
        return None;
    }
    let before = faulty.text(&(faulty.game.span.start..word.start)).trim_ascii_end();
    let end = faulty.game.span.start + before.len();
    let move_end = end - before.iter().rev().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let follows_move = before.last().is_some_and(|last| last.is_ascii_alphanumeric() || b"+#=!?".contains(last));
    // The word may be all that says so.
    let findings = &faulty.game.report.findings;
    let first = findings.partition_point(|other| other.span.start + MAX_SAN < move_end);
    let mut nearby = findings[first..].iter().take_while(|other| other.span.start < word.start);
    let has_suffix = nearby.all(|other| other.rule != Rule::MissingCheckSuffix || other.span.end < move_end);
    // Together with what follows, it may be a symbol, such as `+ -`.
    let next = faulty.bytes[word.end..].trim_ascii_start().first();
    let is_alone = faulty.bytes.get(word.end).is_none_or(u8::is_ascii_whitespace)
        && next.is_none_or(|next| next.is_ascii_alphanumeric() || b"*{(;$%".contains(next));
    let claims_mate = finding.rule == Rule::WrongCheckSuffix && faulty.text(word) != b"+";
    if claims_mate && movetext_ends(faulty, word.end) {
        return None;
    }
    (follows_move && has_suffix && is_alone).then(|| Edit::delete(end..word.end))
}

/// The maximum length of a move.
const MAX_SAN: usize = 16;

/// The NAG of a symbol that stands alone.
pub(super) fn nag(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let text = decode(faulty.text(&finding.span));
    // It may be a word of a comment, or a letter of a move.
    let is_word = faulty.found.contains(Rule::StrayBrace)
        || faulty.found.contains(Rule::SplitMove) && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let nag = nag::from_symbol(&text).filter(|_| !is_word && faulty.is_sound_before(finding.span.start))?;
    Some(Edit::new(finding.span.clone(), format!("${nag}")))
}

/// A NAG without the dot after it.
pub(super) fn without_dot(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let digits = faulty.text(&finding.span).strip_prefix(b"$")?.strip_suffix(b".")?;
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let end = finding.span.end;
    // The next token must be one that the dot does not keep apart from the move.
    let next = faulty.bytes[end..].trim_ascii_start().first();
    let is_alone = faulty.bytes.get(end).is_none_or(u8::is_ascii_whitespace)
        && next.is_none_or(|next| next.is_ascii_alphanumeric() || b"*{(;".contains(next));
    if !is_number || !is_alone || !faulty.is_sound_before(end) {
        return None;
    }
    // The last digits may be the number of the next move.
    let moves = faulty.moves();
    let next = moves.get(moves.partition_point(|mv| mv.offset < end));
    let is_doubtful = next.is_some_and(|next| digits.ends_with(next.number.to_string().as_bytes()));
    (!is_doubtful).then(|| Edit::delete(end - 1..end))
}

/// A move whose parts white space splits, in SAN.
pub(super) fn joined(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    if !faulty.is_sound_before(finding.span.start) || touches_more(faulty, finding) {
        return None;
    }
    let mut token = faulty.text(&finding.span).to_vec();
    token.retain(|byte| !byte.is_ascii_whitespace());
    let parsed = san::parse(&token).ok()?;
    let position = Position::from_fen(finding.fen.as_deref()?).ok()?;
    let mv = position.resolve(&parsed).ok()?.mv;
    // A letter that the move does not need, such as the first of `x e4` or `e e4`, may be all that is left of another.
    let letters = |text: &[u8]| -> Vec<u8> {
        let text = text.iter().map(|byte| if *byte == b'0' { b'O' } else { *byte });
        text.filter(u8::is_ascii_alphanumeric).collect()
    };
    let (old, new) = (letters(&token), letters(san::write(&position, mv).as_str().as_bytes()));
    let is_same = old == new
        || old.strip_prefix(b"P") == Some(&new)
        || matches!(parsed.spec, MoveSpec::Squares { .. })
        || matches!(parsed.spec, MoveSpec::Move { kind, .. } if kind != PieceType::Pawn);
    let is_whole = token.first().is_some_and(u8::is_ascii_alphanumeric)
        && token.last().is_some_and(|last| last.is_ascii_alphanumeric() || b"+#".contains(last))
        && !token.windows(2).any(|pair| pair == b"-+");
    // It was not read as a symbol and a move.
    let was_played = faulty.moves().binary_search_by_key(&finding.span.start, |mv| mv.offset).is_ok();
    if !(is_same && is_whole && was_played) || may_be_knight(&position, &token) {
        return None;
    }
    Some(Edit::new(finding.span.clone(), written(&position, mv, &token)?))
}

/// Whether no move of the main line follows.
fn movetext_ends(faulty: &GameWithFindings<'_>, at: usize) -> bool {
    faulty.game.records().last().is_none_or(|last| faulty.game.span.start + (last.offset as usize) < at)
}

/// A space in place of another one, behind a move.
pub(super) fn plain_space(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let first = faulty.game.records().get(1)?.offset;
    let is_behind = finding.span.start > faulty.game.span.start + first as usize;
    (is_behind && faulty.is_sound()).then(|| Edit::new(finding.span.clone(), " "))
}

// Fixes of moves after the end of a game: they become comments.

/// The moves from this finding on as comments, if no player can have made them.
pub(super) fn ending_in_comment(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Vec<Edit>> {
    let is_over = match (finding.rule, &finding.evidence) {
        (Rule::MoveAfterEnd, _) => true,
        (Rule::MoveAfterDraw, Evidence::Ended { by, number, .. }) => {
            *by == "a dead position" && *number > 0 && faulty.game.stated() == Some(Outcome::Draw)
        }
        (Rule::KingArtifact, _) => finding.severity == Severity::Warning,
        (Rule::KingsToCenter, _) => {
            !faulty.found.contains(Rule::ResultMismatch) && state_result(faulty, finding.span.start)
        }
        _ => false,
    };
    if is_over { moved(faulty, finding.span.start) } else { None }
}

/// The moves from this finding on: as they are, or as comments.
pub(super) fn ending_readings(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Vec<Vec<Edit>>> {
    let is_after_end = match &finding.evidence {
        Evidence::Ended { number, .. } => *number > 0,
        _ => true,
    };
    let edits = moved(faulty, finding.span.start).filter(|_| is_after_end)?;
    Some(if finding.rule == Rule::KingsToCenter { vec![edits] } else { vec![Vec::new(), edits] })
}

/// Whether the rest of the game is kings on the squares that state its result on an electronic board.
fn state_result(faulty: &GameWithFindings<'_>, start: usize) -> bool {
    let Some(stated) = faulty.game.stated() else { return false };
    let mut rest = Lexer::new(faulty.bytes, faulty.game.span.start);
    let moves = std::iter::from_fn(|| rest.next_token())
        .filter(|token| token.kind == TokenKind::Symbol && token.start >= start && token.start < movetext_end(faulty));
    let squares: Option<Vec<Square>> = moves
        .map(|token| match san::parse(faulty.text(&token.span())).ok()?.spec {
            MoveSpec::Move { to: Target::Square(to), .. } => Some(to),
            _ => None,
        })
        .collect();
    // For a draw, the kings stand on squares of both colors.
    squares.is_some_and(|squares| {
        let has = |is_light: bool| squares.iter().any(|square| square.is_light() == is_light);
        squares.iter().all(|square| records_result(*square, stated))
            && (stated != Outcome::Draw || has(true) && has(false))
    })
}

/// Where the termination marker begins, or else the end of the game.
fn movetext_end(faulty: &GameWithFindings<'_>) -> usize {
    faulty.game.marker.as_ref().map_or(faulty.game.span.end, |marker| marker.start)
}

/// The main line from the move at this offset on as comments. Comments among the moves stay as they are.
fn moved(faulty: &GameWithFindings<'_>, at: usize) -> Option<Vec<Edit>> {
    if !faulty.is_sound_before(at) {
        return None;
    }
    let end = movetext_end(faulty);
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    let mut tokens = std::iter::from_fn(|| lexer.next_token()).take_while(|token| token.start < end);
    let mut run = Some(first_token(&mut tokens, at)?);
    let mut runs: Vec<Span> = Vec::new();
    for token in tokens {
        match token.kind {
            TokenKind::Tag | TokenKind::Comment(CommentShape::Unclosed) => return None,
            TokenKind::Comment(_) | TokenKind::LineComment | TokenKind::Escape => runs.extend(run.take()),
            _ if faulty.text(&token.span()).iter().any(|byte| matches!(byte, b'{' | b'}')) => return None,
            _ => run = Some(run.map_or(token.start, |run| run.start)..token.end),
        }
    }
    runs.extend(run);
    Some(runs.into_iter().flat_map(|run| [Edit::insert(run.start, "{"), Edit::insert(run.end, "}")]).collect())
}

/// The range of the move at this offset in the main line, with the number before it.
fn first_token(tokens: &mut impl Iterator<Item = Token>, at: usize) -> Option<Span> {
    let mut depth = 0_usize;
    let mut number = None;
    for token in tokens {
        match token.kind {
            _ if token.start == at => return (depth == 0).then(|| number.unwrap_or(at)..token.end),
            _ if token.start > at => return None,
            TokenKind::Number(_) | TokenKind::Dots => number = number.or(Some(token.start)),
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if !matches!(token.kind, TokenKind::Number(_) | TokenKind::Dots) {
            number = None;
        }
    }
    None
}

// The fix of localized piece letters.

/// The moves with English piece letters, if all ways to read the game lead to the same moves: in one language, or in English
/// and another one, as some programs mix them.
pub(super) fn in_english(faulty: &GameWithFindings<'_>) -> Option<Vec<Edit>> {
    if !faulty.is_sound_but_for(Rule::LocalizedLetters) {
        return None;
    }
    let tokens = move_tokens(faulty);
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
fn move_tokens(faulty: &GameWithFindings<'_>) -> Vec<Span> {
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
                longer.push((position.after_unchecked(mv), [&moves[..], &[mv]].concat()));
            }
            if let Some(mv) = english.or(other) {
                let mut moves = moves;
                moves.push(mv);
                longer.push((position.after_unchecked(mv), moves));
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
