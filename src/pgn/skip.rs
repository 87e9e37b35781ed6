//! The end of a game whose moves nobody reads.
//!
//! Most bytes of movetext cannot change where a game ends: letters, digits, dots and white space. [`Lexer::skip_game`] passes
//! over them, 64 bytes at a time, and over comments and parentheses in their usual form. Where it finds another byte, the
//! lexer reads tokens again until it is past it, so the game ends exactly where it would end for a reader of all tokens.

use super::lex::Lexer;
use super::scan::BLOCK;
#[cfg(any(test, not(target_arch = "x86_64")))]
use super::scan::is_space;
use super::split::GamePart;
use super::sweep;

/// The significant bytes and the white space of a block; bit `i` stands for byte `i`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct SkipMasks {
    /// Bytes that may change where a game ends, see `is_significant`.
    significant: u64,
    /// White space.
    space: u64,
}

impl Lexer<'_> {
    /// Passes over the rest of the game. Afterwards, the lexer is where [`next_token`](Self::next_token) would have left it
    /// after the last token: its [position](Self::position) is the end of the game, and its [ending](Self::ending) is known.
    pub fn skip_game(&mut self) {
        let mut read_until = self.position;
        loop {
            if self.section == GamePart::Moves && self.position >= read_until {
                read_until = self.skip_moves();
            }
            if self.next_token().is_none() {
                return;
            }
        }
    }

    /// Passes over movetext until a byte that only [`next_token`](Self::next_token) understands. Returns its offset, up to
    /// which tokens must then be read; the position is between two tokens and not after it.
    fn skip_moves(&mut self) -> usize {
        let text = &self.bytes[..self.limit];
        // Between two tokens. White space always separates tokens that consist of other insignificant bytes.
        let mut boundary = self.position;
        let mut at = self.position;
        let stop = loop {
            let Some(block) = text.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) else { break text.len() };
            let SkipMasks { mut significant, space } = skip_masks(block);
            let Some(next) = self.take_block(text, at, &mut significant, space, &mut boundary) else {
                break at + significant.trailing_zeros() as usize;
            };
            at = next;
        };
        self.position = boundary;
        self.previous_end = boundary;
        stop
    }

    /// Passes over the block at `at`. Returns where the next one begins; `None` if the lowest bit that is left in
    /// `significant` is a byte that the lexer must read.
    #[inline]
    fn take_block(
        &mut self,
        text: &[u8],
        at: usize,
        significant: &mut u64,
        space: u64,
        boundary: &mut usize,
    ) -> Option<usize> {
        let spaces_before = |offset: u32| space & ((1 << offset) - 1);
        let after_last = |spaces: u64| (spaces != 0).then(|| at + BLOCK - spaces.leading_zeros() as usize);
        while *significant != 0 {
            let offset = significant.trailing_zeros();
            let place = at + offset as usize;
            *boundary = after_last(spaces_before(offset)).map_or(*boundary, |space| space.max(*boundary));
            match text[place] {
                b'{' => {
                    let end = sweep::comment_end(text, place + 1)?;
                    *boundary = end.close + 1;
                    return Some(*boundary);
                }
                b'(' if place == *boundary => {
                    self.depth += 1;
                    *boundary = place + 1;
                }
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    *boundary = place + 1;
                }
                // Only the `-` of a result has a digit before it and `0` or `1` after it.
                b'-' if !matches!(text.get(place + 1), Some(b'0' | b'1') | None)
                    || !text[place - 1].is_ascii_digit() => {}
                // Between moves, `#` opens a comment; after one, it is a check suffix.
                b'#' if place > *boundary => {}
                _ => return None,
            }
            *significant &= *significant - 1;
        }
        *boundary = after_last(space).map_or(*boundary, |space| space.max(*boundary));
        Some(at + BLOCK)
    }
}

/// Whether a byte may change where a game ends, or may be part of a token that contains white space. The exceptions are
/// letters, digits, white space and the punctuation of moves, NAGs and move suffixes.
#[cfg(any(test, not(target_arch = "x86_64")))]
const fn is_significant(byte: u8) -> bool {
    let is_punctuation = matches!(byte, b'.' | b'!' | b'?' | b'+' | b'=' | b'$' | b'@' | b'_' | b':');
    !(byte.is_ascii_alphanumeric() || is_punctuation || is_space(byte))
}

/// Classifies the 64 bytes of a block.
#[cfg(target_arch = "x86_64")]
#[inline]
fn skip_masks(block: &[u8; BLOCK]) -> SkipMasks {
    // SAFETY: SSE2 is part of every x86-64 processor.
    unsafe { skip_masks_sse2(block) }
}

/// [`skip_masks`] with SSE2: sixteen bytes per instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn skip_masks_sse2(block: &[u8; BLOCK]) -> SkipMasks {
    use super::sse2::{all, bits, is, lanes, or, within};

    let mut masks = SkipMasks::default();
    let mut insignificant = 0;
    for (lane, v) in lanes(block).into_iter().enumerate() {
        let space = or(is(v, b' '), within(v, b'\t', b'\r'));
        let letter = within(or(v, all(0x20)), b'a', b'z');
        let digit_or_colon = within(v, b'0', b':');
        let suffix = or(or(is(v, b'!'), is(v, b'?')), or(is(v, b'+'), is(v, b'=')));
        let rest = or(or(is(v, b'.'), is(v, b'$')), or(is(v, b'@'), is(v, b'_')));
        masks.space |= bits(space, lane);
        insignificant |= bits(or(or(or(space, letter), digit_or_colon), or(suffix, rest)), lane);
    }
    masks.significant = !insignificant;
    masks
}

/// Classifies the 64 bytes of a block.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn skip_masks(block: &[u8; BLOCK]) -> SkipMasks {
    skip_masks_reference(block)
}

/// The reference implementation of [`skip_masks`], byte by byte.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn skip_masks_reference(block: &[u8; BLOCK]) -> SkipMasks {
    let mut masks = SkipMasks::default();
    for (i, &byte) in block.iter().enumerate() {
        masks.significant |= u64::from(is_significant(byte)) << i;
        masks.space |= u64::from(is_space(byte)) << i;
    }
    masks
}

#[cfg(test)]
mod tests {
    use cpu_time::ThreadTime;

    use super::*;

    /// The end of the first game by all of its tokens, and by [`Lexer::skip_game`].
    fn ends(text: &str) -> [(usize, bool, String); 2] {
        let by_tokens = &mut Lexer::new(text.as_bytes(), 0);
        while by_tokens.next_token().is_some() {}
        let by_skipping = &mut Lexer::new(text.as_bytes(), 0);
        by_skipping.skip_game();
        [by_tokens, by_skipping].map(|lexer| {
            let state = (lexer.ending(), lexer.depth(), lexer.section());
            (lexer.position(), lexer.is_open_ended(), format!("{state:?}"))
        })
    }

    #[test]
    fn masks_match_the_reference() {
        for first in (0..=255u8).step_by(if cfg!(miri) { 29 } else { 1 }) {
            let mut block = [0; BLOCK];
            for (byte, i) in block.iter_mut().zip(0u8..) {
                *byte = first.wrapping_add(i.wrapping_mul(37));
            }
            assert_eq!(skip_masks(&block), skip_masks_reference(&block), "{block:?}");
        }
    }

    #[test]
    fn games_end_where_their_tokens_end() {
        let next = "[Event \"b\"]\n\n1. d4 d5 *\n";
        let filler = "2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O ";
        let texts = [
            "1-0\n\n",
            "0-1\n\n",
            "1/2-1/2\n\n",
            "*\n\n",
            "1. e4! 1-0\n\n",
            "1. e4!1-0\n\n",
            "12.1-0\n\n",
            "(2. d4 1-0) e5 0-1\n\n",
            "(2. d4 (2. c4) 1-0\n\n",
            "e8(Q)1-0\n\n",
            "e8(Q)+1-0\n\n",
            "e8(Q)+ 1-0\n\n",
            "e5) 1-0\n\n",
            "e5)1-0\n\n",
            ")))) 1-0\n\n",
            "{1-0 [Event \"x\"]} e5 1-0\n\n",
            "{\n[Event \"x\"]\n} 1-0\n\n",
            "{open 1-0\n\n",
            "{a {b} c} 1-0\n\n",
            "; 1-0\ne5 1-0\n\n",
            "\n% 1-0\ne5 1-0\n\n",
            "\n# a comment 1-0\ne5 1-0\n\n",
            "Qh7#\n# \n1-0\n\n",
            "/* 1-0 */ e5 1-0\n\n",
            "< 1-0 > e5 1-0\n\n",
            "[ 1-0 ] e5 1-0\n\n",
            "e5 [Event \"spliced\"]\n\n",
            "e5 [White \"stray\"] e6 1-0\n\n",
            "e2-e4 e7-e5 0-0 0-0-0 1-0\n\n",
            "$1-0 $3 1-0\n\n",
            "\u{265E}f6 é 1-0\n\n",
            "\u{a0}1-0\n\n",
            "1-0 e5 0-1\n\n",
            "1-0 {after}\n; more\n\n",
            "1-0\n2. e4\n\n",
            "1-0 1-0\n\n",
            "\0 \u{1} \"1-0\" 1-0\n\n",
            "e.p. 1-0\n\n",
            "",
            "\n\n",
        ];
        for moves in texts.iter().step_by(if cfg!(miri) { 9 } else { 1 }) {
            for before in ["", filler, &filler.repeat(4)] {
                for head in ["[Event \"a\"]\n\n1. e4 e5 ", "1. e4 e5 ", "[Event \"a\"]\n\n{c} 1. e4 (1. d4) "] {
                    for after in ["", next, &next.repeat(20)] {
                        let text = format!("{head}{before}{moves}{after}");
                        let [by_tokens, by_skipping] = ends(&text);
                        assert_eq!(by_skipping, by_tokens, "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn text_of_eight_times_the_length_takes_less_than_24_times_as_long() {
        let pieces =
            ["e4!", "(", ")", "e4%", "1-0)", "-", "0-1(", "{", "{}", "#", "[", "a\0", "é", "1-1", "$1-0 ", "/"];
        let time = |piece: &str, count| {
            let text = format!("[Event \"a\"]\n\n1. e4 ({}", piece.repeat(count));
            let began = ThreadTime::now();
            let [by_tokens, by_skipping] = ends(&text);
            assert_eq!(by_skipping, by_tokens, "{piece}");
            began.elapsed()
        };
        for piece in pieces {
            let [short, long] = [6_000, 48_000].map(|count| time(piece, if cfg!(miri) { count / 1000 } else { count }));
            assert!(cfg!(miri) || long < 24 * short, "{piece}: {short:?} and {long:?}");
        }
    }
}
