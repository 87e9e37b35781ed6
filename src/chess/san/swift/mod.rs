//! Brief words, one after the other, as fast as the processor allows.
//!
//! A [`Board`] is a position in the form in which its tier plays best; all tiers give the same answers to the same
//! words. `portable` is the position itself and says what is meant; `avx2` is the same, compiled for what most processors
//! have; `wide` keeps all men in one register. On each of them words are read several `abreast`, and where several men
//! may be meant, a `choice` is made. Whoever has moves to play is a [`Drive`]: it is compiled once for each tier, with all that
//! is inlined into it.

#[cfg(target_arch = "x86_64")]
mod abreast;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod brief;
mod choice;
mod portable;
#[cfg(target_arch = "x86_64")]
mod wide;

pub use brief::{Mark, Word};

use super::Disambiguation;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

/// A move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The key of the position that it led to, see [`Position::key`].
    pub key: u64,
}

/// A position on which words are played.
pub trait Board {
    /// All that the board knows.
    type State: Clone;
    /// The position as it is.
    fn state(&self) -> Self::State;
    /// Takes back all that was played since then.
    fn restore(&mut self, state: &Self::State);
    /// Reads words that start and end at these places of a text, as [`Word::read`] does. Of a word near the end of the text,
    /// where there are no eight bytes, nothing is seen.
    ///
    /// # Panics
    ///
    /// If there are fewer starts or ends than words.
    fn read(&self, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]);
    /// Notes of each of these words whether it is followed, perhaps behind a comment, by what may be a variation or a sign,
    /// see [`Word::is_followed`]. What follows the last is not known and may be either.
    #[inline(always)]
    fn look_ahead(&self, words: &mut [Word]) {
        Word::look_ahead(words);
    }
    /// Plays a word that is ready ([`Word::is_ready`]) as a move in plain SAN. `us` is the side to move, told so that it can be
    /// a constant where it is known. Whether the word must say of the origin what it says is not asked.
    ///
    /// `None`, with nothing changed, means no more than that the word is not plain, or that several men must be looked at.
    fn play(&mut self, us: Color, word: Word) -> Option<Played>;
    /// As [`Self::play`], for words of every shape, see [`Position::play_plain`]; the mark is told, too. `text` is what the
    /// word was read from, see [`Word::read`].
    fn play_any(&mut self, us: Color, word: Word, text: u64, said: Disambiguation) -> Option<(Played, Mark)>;
    /// Whether the side to move, `us`, is in check.
    fn is_check(&self, us: Color) -> bool;
    /// Whether the side to move is mated.
    fn is_mate(&mut self) -> bool;
    /// See [`Position::fullmove_number`].
    fn number(&self) -> u32;
    /// See [`Position::halfmove_clock`]. Whoever plays sees to it that no clock comes to 65,536.
    fn halfmove_clock(&self) -> u16;
}

/// [`Board::read`], a word after the other.
#[inline(always)]
fn read_one_by_one(words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
    let (starts, ends) = (&starts[..words.len()], &ends[..words.len()]);
    for ((word, &start), &end) in words.iter_mut().zip(starts).zip(ends) {
        *word = Word::read(eight_at(text, start), start, end);
    }
}

/// The eight bytes from this place of a text on, the first in the lowest bits; zeros if there are fewer.
#[inline(always)]
fn eight_at(text: &[u8], start: u16) -> u64 {
    let start = usize::from(start);
    text.get(start..start + 8).and_then(<[u8]>::first_chunk).map_or(0, |eight| u64::from_le_bytes(*eight))
}

/// Somebody who has moves to play.
pub trait Drive {
    /// What it is in the end.
    type Output;
    /// Plays on this board. Should be inlined, for it is compiled for what the processor has.
    fn drive<B: Board>(self, board: &mut B) -> Self::Output;
}

/// How a [`Drive`] can be run; if the processor cannot, as the tier before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tier {
    /// Any processor.
    Portable,
    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT: Intel from Haswell (2013), AMD from Zen (2017).
    Avx2,
    /// x86-64 with AVX-512 F, BW, CD, DQ, VL and VBMI: Intel from Ice Lake (2019) where it is not switched off, AMD from
    /// Zen 4 (2022). Intel's servers of 2017 to 2019 lack VBMI.
    Wide,
}

impl Position {
    /// Lets somebody play moves on this position, as fast as it can be done. `in_check` says whether the side to move is in
    /// check, before and after.
    #[inline]
    pub fn drive<D: Drive>(&mut self, in_check: &mut bool, tier: Tier, drive: D) -> D::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if tier == Tier::Wide
                && let Some(machine) = wide::Machine::of_process()
            {
                return wide::drive(machine, self, in_check, drive);
            }
            if tier >= Tier::Avx2
                && let Some(machine) = avx2::Machine::of_process()
            {
                return avx2::drive(machine, self, in_check, drive);
            }
        }
        let _ = tier;
        portable::drive(self, in_check, drive)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::san::tests::with_every_origin;
    use crate::chess::san::{self, CheckMark};

    /// Somebody who plays one word, and tells what the board says then.
    struct OneWord<'a> {
        word: &'a [u8],
        us: Color,
        /// Whether words of every shape are taken.
        any: bool,
        said: Disambiguation,
    }

    /// The move, its mark, whether the opponent is in check, the key and the clock.
    type Told = Option<(Move, Mark, bool, u64, u16)>;

    impl Drive for OneWord<'_> {
        type Output = Told;

        fn drive<B: Board>(self, board: &mut B) -> Told {
            let Self { word, us, any, said } = self;
            let bytes = word.iter().take(8).rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte));
            let mut read = [Word::default()];
            board.read(&mut read, &[0], &[word.len() as u16], &bytes.to_le_bytes());
            let at_once = if read[0].is_ready(said) { board.play(us, read[0]) } else { None };
            let (Played { mv, key }, mark) = match at_once {
                Some(played) => (played, read[0].mark()),
                None if any => board.play_any(us, read[0], bytes, said)?,
                None => return None,
            };
            Some((mv, mark, board.is_check(us.other()), key, board.halfmove_clock()))
        }
    }

    /// Plays a word on all boards, which must agree, and compares with the reader of every shape.
    fn check(position: &Position, word: &[u8]) {
        let bytes = word.iter().take(8).rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte));
        for (any, said) in [false, true]
            .into_iter()
            .flat_map(|any| [Disambiguation::Needed, Disambiguation::Any].map(|said| (any, said)))
        {
            let mut expected = position.clone();
            let plain = expected.play_plain(bytes, word.len(), position.is_check(), said);
            let [portable, avx2, wide] = [Tier::Portable, Tier::Avx2, Tier::Wide].map(|tier| {
                let (mut played, mut in_check) = (position.clone(), position.is_check());
                let told = played.drive(&mut in_check, tier, OneWord { word, us: position.turn(), any, said });
                assert_eq!(in_check, played.is_check(), "{word:?} in {position:?}");
                assert_eq!(played, if told.is_some() { expected.clone() } else { position.clone() });
                told
            });
            assert_eq!(avx2, portable, "{word:?} in {position:?}");
            assert_eq!(wide, portable, "{word:?} in {position:?}");
            if any {
                assert_eq!(portable.is_some(), plain.is_some(), "{word:?} in {position:?}");
            }
            let Some((mv, mark, check, key, clock)) = portable else { continue };
            assert_eq!((Some(mv), mark), (plain.map(|plain| plain.mv), plain.and_then(|plain| plain.mark).into()));
            let expected_clock = expected.halfmove_clock() as u16;
            assert_eq!((check, key, clock), (expected.is_check(), expected.key(), expected_clock));
        }
    }

    /// Positions on the way of games played at random, the second half of them of Chess960.
    fn positions() -> Vec<Position> {
        let mut seed = 3_u64;
        let mut all = Vec::new();
        for game in 0..40 {
            let start = if game < 20 {
                Position::initial()
            } else {
                Position::from_fen("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9").unwrap()
            };
            let mut position = start;
            for _ in 0..150 {
                all.push(position.clone());
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position.play(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
        all
    }

    #[test]
    fn boards_agree_about_every_move() {
        for position in positions() {
            for &mv in position.legal_moves().iter() {
                let san = san::write(&position, mv).to_string();
                check(&position, san.as_bytes());
                for word in with_every_origin(&san, mv) {
                    check(&position, word.as_bytes());
                }
            }
        }
    }

    #[test]
    fn boards_agree_about_words_that_are_no_moves() {
        const WORDS: [&[u8]; 28] = [
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
        ];
        for position in positions() {
            for word in WORDS {
                check(&position, word);
            }
        }
    }

    #[test]
    fn counters_go_on_as_far_as_they_may() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 65500 4294967295").unwrap();
        check(&position, b"Kd7");
        check(&position.after(position.legal_moves()[0]), b"O-O");
    }

    /// Somebody who reads tokens.
    struct Reads<'a> {
        text: &'a [u8],
        starts: &'a [u16],
        ends: &'a [u16],
    }

    impl Drive for Reads<'_> {
        type Output = Vec<Word>;

        fn drive<B: Board>(self, board: &mut B) -> Vec<Word> {
            let mut words = vec![Word::default(); self.starts.len()];
            board.read(&mut words, self.starts, self.ends, self.text);
            board.look_ahead(&mut words);
            words
        }
    }

    proptest! {
        #[test]
        fn words_are_read_alike_on_every_board(
            gap in 0..60_000_usize,
            tokens in prop::collection::vec(
                ("([NBRQKPabchx1{(!$.]?[a-h1x]?x?[a-h0-9][0-9=#+x][#+]?[ x(]{0,4}|[ -~é]{0,9})", 0..12_u16),
                0..40,
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
                position.drive(&mut in_check, tier, Reads { text: &text, starts: &starts, ends: &ends })
            };
            let portable = read(Tier::Portable);
            prop_assert_eq!(&read(Tier::Avx2), &portable);
            prop_assert_eq!(&read(Tier::Wide), &portable);
            for (i, word) in portable.iter().enumerate() {
                prop_assert_eq!((word.start(), word.length()), (starts[i].into(), (ends[i] - starts[i]).into()));
                let first = |place: usize| starts.get(place).map(|start| eight_at(&text, *start) as u8);
                let opens = |place: usize, signs: &[u8]| first(place).is_none_or(|first| signs.contains(&first));
                let is_followed = opens(i + 1, b"()$!?") || opens(i + 1, b"{") && opens(i + 2, b"()$!?");
                prop_assert_eq!(word.is_followed(), is_followed);
            }
        }
    }

    #[test]
    fn marks_suit_checks() {
        let mark = |mark: Option<CheckMark>| Mark::from(mark);
        assert!(mark(Some(CheckMark::Check)).suits(true) && !mark(Some(CheckMark::Check)).suits(false));
        assert!(mark(None).suits(false) && !mark(None).suits(true));
        assert!(!mark(Some(CheckMark::Mate)).suits(true) && !mark(Some(CheckMark::Mate)).suits(false));
    }
}
