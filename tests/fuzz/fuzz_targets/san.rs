//! A FEN (or nothing) in the first line, then SAN tokens, which are played where they are legal. What must hold in each
//! position:
//!
//! * The fast path for a canonical token plays exactly the tokens that the reference implementation, `san::parse` and
//!   `Position::resolve`, reads as canonical SAN of at most seven bytes; and it plays the same move. If it plays
//!   nothing, the position is unchanged. The boards of all CPU levels agree with it.
//! * The reference implementation returns a legal move, or a sentence why there is none, with legal moves as hints. It
//!   reports places within the token. The piece letters of any language do no harm.
//! * Each legal move is read back from its SAN, its long algebraic notation and its UCI, and its SAN is canonical.

#![no_main]

use adoube::chess::illegal;
use adoube::chess::internal::PositionInternals;
use adoube::chess::moves::Move;
use adoube::chess::piece::Color;
use adoube::chess::position::Position;
use adoube::chess::san::fast_path::{BatchBoard, BoardVisitor, Played, SanToken};
use adoube::chess::san::language::Alphabet;
use adoube::chess::san::{self, Disambiguation};
use adoube::chess::uci::{self, Uci, UciMode};
use adoube::cpu::CpuLevel;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let (fen, tokens) = data.split_at(end);
    let fen = std::str::from_utf8(fen).unwrap_or_default();
    let mut position = Position::from_fen(fen).unwrap_or_else(|_| Position::initial());
    check_writers(&position);
    for token in tokens.split(|byte| matches!(byte, b' ' | b'\n')).filter(|token| !token.is_empty()).take(40) {
        let resolved = check_reader(&position, token);
        check_fast_path(&position, token);
        check_languages(&position, token);
        if let Some(mv) = resolved {
            position.play_unchecked(mv);
            check_writers(&position);
        }
    }
});

/// The move that the reference implementation reads.
fn check_reader(position: &Position, token: &[u8]) -> Option<Move> {
    let written = match san::parse(token) {
        Ok(written) => written,
        Err(error) => {
            assert!(error.range.start <= error.range.end && error.range.end <= token.len(), "{error:?}");
            return None;
        }
    };
    assert!(written.glyph.as_ref().is_none_or(|glyph| glyph.end == token.len()), "{written:?}");
    match position.resolve(&written) {
        Ok(resolved) => {
            assert!(position.is_legal(resolved.mv), "{resolved:?} in {position:?}");
            Some(resolved.mv)
        }
        Err(reason) => {
            assert!(!reason.to_string().is_empty() && !reason.article().is_empty());
            assert!(illegal::near_misses(position, &written).iter().all(|mv| position.is_legal(*mv)));
            let _ = illegal::legal_for_other_side(position, &written);
            None
        }
    }
}

/// The move of a token, if it is canonical SAN for the fast path. A move suffix may follow it, but the lexer passes none.
fn canonical(position: &Position, token: &[u8], accepted: Disambiguation) -> Option<Move> {
    let written = san::parse(token).ok().filter(|written| written.forms.is_empty())?;
    let resolved = position.resolve(&written).ok()?;
    // The fast path takes a digit for a move number.
    let is_canonical = token.len() <= 7
        && !token[0].is_ascii_digit()
        && resolved.forms.is_empty()
        && !resolved.missing_capture_mark
        && !resolved.wrong_capture_mark
        && (accepted == Disambiguation::Any || resolved.given == resolved.needed);
    is_canonical.then_some(resolved.mv)
}

fn check_fast_path(position: &Position, token: &[u8]) {
    let bytes = token.iter().take(8).rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte));
    for accepted in [Disambiguation::Needed, Disambiguation::Any] {
        let mut played = position.clone();
        let read = played.play_canonical(bytes, token.len(), position.is_check(), accepted);
        let text = token.escape_ascii();
        let expected = canonical(position, token, accepted);
        assert_eq!(read.map(|read| read.mv), expected, "{text} in {position:?}, {accepted:?}");
        assert_eq!(played, expected.map_or_else(|| position.clone(), |mv| position.after_unchecked(mv)), "{text}");
        assert!(read.is_none_or(|read| read.check == played.is_check()), "{text}");
        // What `BatchBoard::halfmove_clock` demands of its callers.
        let levels = CpuLevel::ALL.into_iter().filter(|_| position.halfmove_clock() < u32::from(u16::MAX));
        for level in levels {
            let (mut on_board, mut in_check) = (position.clone(), position.is_check());
            let visitor = PlayOneToken { token, bytes, us: position.turn(), accepted };
            let mv = on_board.drive(&mut in_check, level, visitor);
            assert_eq!((mv, &on_board), (expected, &played), "{text} in {position:?} at {level}");
            assert_eq!(in_check, played.is_check(), "{text} in {position:?} at {level}");
        }
    }
}

/// Plays one token on a board.
struct PlayOneToken<'a> {
    token: &'a [u8],
    bytes: u64,
    us: Color,
    accepted: Disambiguation,
}

impl BoardVisitor for PlayOneToken<'_> {
    type Output = Option<Move>;

    fn drive<B: BatchBoard>(self, board: &mut B) -> Option<Move> {
        let Self { token, bytes, us, accepted } = self;
        let mut read = [SanToken::default()];
        board.decode_tokens(&mut read, &[0], &[u16::try_from(token.len()).unwrap_or(u16::MAX)], &bytes.to_le_bytes());
        let fast = if read[0].is_ready(accepted) { board.play(us, read[0]) } else { None };
        let Played { mv, .. } = match fast {
            Some(played) => played,
            None => board.play_any(us, read[0], bytes, accepted)?.0,
        };
        Some(mv)
    }
}

fn check_languages(position: &Position, token: &[u8]) {
    for alphabet in Alphabet::ALL {
        match san::parse_localized(token, alphabet) {
            Ok(written) => {
                let resolved = position.resolve(&written);
                assert!(
                    resolved.is_ok_and(|resolved| position.is_legal(resolved.mv))
                        || position.resolve(&written).is_err()
                );
            }
            Err(error) => assert!(error.range.start <= error.range.end && error.range.end <= token.len(), "{error:?}"),
        }
    }
}

fn check_writers(position: &Position) {
    for mv in &position.legal_moves() {
        let after = position.after_unchecked(mv);
        let text = san::write(position, mv);
        assert_eq!(san::write_between(position, mv, &after).as_str(), text.as_str());
        if text.as_bytes().len() <= 7 {
            assert_eq!(
                canonical(position, text.as_bytes(), Disambiguation::Needed),
                Some(mv),
                "{text} in {position:?}"
            );
        }
        let read = |text: &str| position.resolve(&san::parse(text.as_bytes()).unwrap()).map(|resolved| resolved.mv);
        assert_eq!(read(text.as_str()), Ok(mv), "{text} in {position:?}");
        let long = san::long(position, mv, &after).to_string();
        assert_eq!(read(&long), Ok(mv), "{long} in {position:?}");
        let uci = uci::write(mv, UciMode::Chess960);
        let Some(Uci::Move { from, to, promotion }) = uci::parse(uci.as_bytes()) else { panic!("{uci}") };
        assert_eq!(uci::between(position, from, to, promotion), Some(mv), "{uci} in {position:?}");
    }
}
