//! The fast path for the moves of a game: SAN tokens decoded in batches, and played on a board chosen for the
//! processor.
//!
//! A caller implements [`BoardVisitor`] and passes it to `Position::drive`, which runs it on a [`BatchBoard`] for a
//! [`CpuLevel`]. The visitor is compiled once for each level, with everything inlined into it.
//!
//! All boards return the same results. `portable` plays on the position itself, and is the reference implementation of
//! the others. `avx2` is the same code compiled for AVX2. `avx512` keeps all pieces in one register. `token` defines
//! the decoded form of a SAN token, `batch` decodes several tokens at a time, and `candidates` chooses between several
//! pieces. This is the second stage of a two-stage parser in the style of simdjson (G. Langdale and D. Lemire, "Parsing
//! Gigabytes of JSON per Second", VLDB Journal 28, 2019); `pgn::index` is the first.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod batch;
mod canonical;
mod portable;
mod token;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::cpu::CpuLevel;

use super::Disambiguation;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512};
pub use canonical::CanonicalSan;
pub use token::{SanToken, SuffixBits};

/// The result of a move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The key of the position after it, see [`Position::key`].
    pub key: u64,
}

/// A position on which SAN tokens are played.
pub trait BatchBoard {
    /// A saved state of the board.
    type State: Clone;
    /// Saves the current state.
    fn state(&self) -> Self::State;
    /// Takes back all moves played since this state was saved.
    fn restore(&mut self, state: &Self::State);
    /// Decodes the tokens with these start and end offsets in `text`, as [`SanToken::decode`] does. A token that starts less
    /// than eight bytes before the end of the text is decoded as eight NULs.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer starts or ends than tokens.
    fn decode_tokens(&self, tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]);
    /// Sets [`SanToken::is_followed`] for each token: whether a variation, NAG or move suffix may follow it, perhaps after
    /// a comment. The tokens after the last one are unknown, so they count as such.
    #[inline(always)]
    fn look_ahead(&self, tokens: &mut [SanToken]) {
        SanToken::look_ahead(tokens);
    }
    /// Plays a token that is ready ([`SanToken::is_ready`]) as canonical SAN. `us` is the side to move, a parameter so that
    /// it can be a constant. The board does not check whether a disambiguation is required.
    ///
    /// `None` leaves the board unchanged and means only that this function cannot play the token: it may be illegal, or
    /// it may have several candidates.
    fn play(&mut self, us: Color, token: SanToken) -> Option<Played>;
    /// Like [`Self::play`], for canonical SAN of every shape, as `Position::play_canonical`; also returns the check
    /// suffix. `text` holds the bytes of the token, see [`SanToken::decode`].
    fn play_any(
        &mut self,
        us: Color,
        token: SanToken,
        text: u64,
        accepted: Disambiguation,
    ) -> Option<(Played, SuffixBits)>;
    /// Whether the side to move, `us`, is in check.
    fn is_check(&self, us: Color) -> bool;
    /// Whether the side to move is checkmated.
    fn is_mate(&mut self) -> bool;
    /// See [`Position::fullmove_number`].
    fn number(&self) -> u32;
    /// See [`Position::halfmove_clock`]. The caller must keep the clock below 65,536.
    fn halfmove_clock(&self) -> u16;
}

/// [`BatchBoard::decode_tokens`] without vector instructions.
#[inline(always)]
fn read_scalar(tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
    let (starts, ends) = (&starts[..tokens.len()], &ends[..tokens.len()]);
    for ((token, &start), &end) in tokens.iter_mut().zip(starts).zip(ends) {
        *token = SanToken::decode(bytes8_at(text, start), start, end);
    }
}

/// The eight bytes from this offset, the first in the lowest bits; zero if there are fewer.
#[inline(always)]
fn bytes8_at(text: &[u8], start: u16) -> u64 {
    let start = usize::from(start);
    text.get(start..start + 8).and_then(<[u8]>::first_chunk).map_or(0, |eight| u64::from_le_bytes(*eight))
}

/// A driver: code that plays moves on a board of any level.
pub trait BoardVisitor {
    /// The result of the run.
    type Output;
    /// Plays on this board. It should be inlined, so that it is compiled with the features of the level.
    fn drive<B: BatchBoard>(self, board: &mut B) -> Self::Output;
}

impl Position {
    /// Runs a driver on this position at a CPU level. `in_check` must be whether the side to move is in check, and is
    /// updated.
    #[inline]
    pub(crate) fn drive<D: BoardVisitor>(&mut self, in_check: &mut bool, level: CpuLevel, drive: D) -> D::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if level >= CpuLevel::Avx512
                && let Some(cpu) = Avx512::detect()
            {
                return avx512::drive(cpu, self, in_check, drive);
            }
            if level >= CpuLevel::Avx2
                && let Some(cpu) = Avx2::detect()
            {
                return avx2::drive(cpu, self, in_check, drive);
            }
        }
        let _ = level;
        portable::drive(self, in_check, drive)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::random::Random;
    use crate::chess::san::tests::with_every_origin;
    use crate::chess::san::{self, CheckSuffix};

    /// Plays one token and returns the state of the board after it.
    struct PlayOneToken<'a> {
        token: &'a [u8],
        us: Color,
        /// Whether SAN of every shape is accepted.
        any: bool,
        accepted: Disambiguation,
    }

    /// The move, its check suffix, whether the opponent is in check, the key and the half-move clock.
    type Outcome = Option<(Move, SuffixBits, bool, u64, u16)>;

    impl BoardVisitor for PlayOneToken<'_> {
        type Output = Outcome;

        fn drive<B: BatchBoard>(self, board: &mut B) -> Outcome {
            let Self { token, us, any, accepted } = self;
            let bytes = token.iter().take(8).rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte));
            let mut read = [SanToken::default()];
            board.decode_tokens(&mut read, &[0], &[token.len() as u16], &bytes.to_le_bytes());
            let fast = if read[0].is_ready(accepted) { board.play(us, read[0]) } else { None };
            let (Played { mv, key }, mark) = match fast {
                Some(played) => (played, read[0].suffix()),
                None if any => board.play_any(us, read[0], bytes, accepted)?,
                None => return None,
            };
            Some((mv, mark, board.is_check(us.other()), key, board.halfmove_clock()))
        }
    }

    /// Plays a token on all boards, which must agree, and compares them with `Position::play_canonical`.
    fn check(position: &Position, token: &[u8]) {
        let bytes = token.iter().take(8).rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte));
        for (any, accepted) in [false, true]
            .into_iter()
            .flat_map(|any| [Disambiguation::Needed, Disambiguation::Any].map(|accepted| (any, accepted)))
        {
            let mut expected = position.clone();
            let plain = expected.play_canonical(bytes, token.len(), position.is_check(), accepted);
            let [portable, others @ ..] = CpuLevel::ALL.map(|tier| {
                let (mut played, mut in_check) = (position.clone(), position.is_check());
                let outcome =
                    played.drive(&mut in_check, tier, PlayOneToken { token, us: position.turn(), any, accepted });
                assert_eq!(in_check, played.is_check(), "{token:?} in {position:?}");
                assert_eq!(played, if outcome.is_some() { expected.clone() } else { position.clone() });
                outcome
            });
            for other in others {
                assert_eq!(other, portable, "{token:?} in {position:?}");
            }
            if any {
                assert_eq!(portable.is_some(), plain.is_some(), "{token:?} in {position:?}");
            }
            let Some((mv, mark, check, key, clock)) = portable else { continue };
            assert_eq!((Some(mv), mark), (plain.map(|plain| plain.mv), plain.map_or(mark, |plain| plain.suffix)));
            let expected_clock = expected.halfmove_clock() as u16;
            assert_eq!((check, key, clock), (expected.is_check(), expected.key(), expected_clock));
        }
    }

    /// The positions of random games; the second half are games of Chess960.
    fn positions() -> Vec<Position> {
        let mut random = Random::new(3);
        let mut all = Vec::new();
        // Miri takes too long for whole games.
        let (games, plies) = if cfg!(miri) { (21, 1) } else { (40, 150) };
        for game in (0..games).step_by(if cfg!(miri) { 20 } else { 1 }) {
            let start = if game < 20 {
                Position::initial()
            } else {
                Position::from_fen("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9").unwrap()
            };
            let mut position = start;
            for ply in 0..plies {
                // Of each game, every seventh position, and not the same ones.
                if cfg!(miri) || (ply + game) % 7 == 0 {
                    all.push(position.clone());
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(*random.one_of(&moves));
            }
        }
        all
    }

    #[test]
    fn levels_that_are_not_tested_are_named() {
        assert!(CpuLevel::tested("the boards of chess::san::fast_path").count() < CpuLevel::ALL.len());
    }

    #[test]
    fn boards_agree_about_every_move() {
        for position in positions() {
            for &mv in position.legal_moves().iter() {
                let san = san::write(&position, mv).to_string();
                check(&position, san.as_bytes());
                for token in with_every_origin(&san, mv) {
                    check(&position, token.as_bytes());
                }
            }
        }
    }

    #[test]
    fn boards_agree_about_tokens_that_are_not_moves() {
        const WORDS: [&[u8]; 30] = [
            b"Nbd2",
            b"Ngf3",
            b"N1f3",
            b"Ng1f3",
            b"Raxd1",
            b"R1d1+",
            b"Rae8",
            b"Qd1xd8",
            b"Bcb5",
            b"e7e5",
            b"dxe5+",
            b"Kexd1",
            b"e4",
            b"Nf3",
            b"exd5",
            b"Qh5#",
            b"O-O",
            b"O-O-O+",
            b"e8=Q",
            b"xe4",
            b"R1xe3+",
            b"Ke2",
            b"",
            b"x",
            b"Qa1b2c3d4",
            b"+",
            b"Kxe1",
            b"axb6",
            b"O-O\0",
            b"O-O-O\0",
        ];
        for position in positions() {
            for token in WORDS {
                check(&position, token);
            }
        }
    }

    #[test]
    fn boards_agree_about_counters_near_their_limits() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 65500 2147483647").unwrap();
        check(&position, b"Kd7");
        check(&position.after_unchecked(position.legal_moves()[0]), b"O-O");
    }

    struct ReadTokens<'a> {
        text: &'a [u8],
        starts: &'a [u16],
        ends: &'a [u16],
    }

    impl BoardVisitor for ReadTokens<'_> {
        type Output = Vec<SanToken>;

        fn drive<B: BatchBoard>(self, board: &mut B) -> Vec<SanToken> {
            let mut tokens = vec![SanToken::default(); self.starts.len()];
            board.decode_tokens(&mut tokens, self.starts, self.ends, self.text);
            board.look_ahead(&mut tokens);
            tokens
        }
    }

    properties! {
        #[test]
        fn all_boards_decode_tokens_alike(
            gap in 0..if cfg!(miri) { 60 } else { 60_000_usize },
            tokens in prop::collection::vec(
                ("([NBRQKPabchx1{(!$.]?[a-h1x]?x?[a-h0-9][0-9=#+x][#+]?[ x(]{0,4}|[ -~é]{0,9})", 0..12_u16),
                0..if cfg!(miri) { 12 } else { 40 },
            ),
        ) {
            let mut text = vec![b' '; gap];
            let (mut starts, mut ends) = (Vec::new(), Vec::new());
            for (token, length) in &tokens {
                starts.push(text.len() as u16);
                ends.push(text.len() as u16 + length);
                text.extend(token.bytes());
            }
            text.extend([b' '; 6]);
            let read = |tier| {
                let (mut position, mut in_check) = (Position::initial(), false);
                position.drive(&mut in_check, tier, ReadTokens { text: &text, starts: &starts, ends: &ends })
            };
            let portable = read(CpuLevel::Scalar);
            for level in CpuLevel::ALL {
                prop_assert_eq!(&read(level), &portable, "{}", level);
            }
            for (i, token) in portable.iter().enumerate() {
                prop_assert_eq!((token.start(), token.length()), (starts[i].into(), (ends[i] - starts[i]).into()));
                let first = |place: usize| starts.get(place).map(|start| bytes8_at(&text, *start) as u8);
                let opens = |place: usize, signs: &[u8]| first(place).is_none_or(|first| signs.contains(&first));
                let is_followed = opens(i + 1, b"()$!?") || opens(i + 1, b"{") && opens(i + 2, b"()$!?");
                prop_assert_eq!(token.is_followed(), is_followed);
            }
        }
    }

    #[test]
    fn check_suffixes_suit_checks() {
        let mark = |mark: Option<CheckSuffix>| SuffixBits::from(mark);
        assert!(mark(Some(CheckSuffix::Check)).suits(true) && !mark(Some(CheckSuffix::Check)).suits(false));
        assert!(mark(None).suits(false) && !mark(None).suits(true));
        assert!(!mark(Some(CheckSuffix::Mate)).suits(true) && !mark(Some(CheckSuffix::Mate)).suits(false));
    }
}
