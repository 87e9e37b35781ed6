//! Identities: 128-bit ids of lines of moves and of encounters, and the digest of an archive.
//!
//! ```text
//! starting position, moves      --> LineId   (`line_id`; after the last ply `play_id`)
//! names, date, round, event, …  --> MeetId   (`meet_id`)
//! the sums of both              --> ArchiveDigest
//! ```
//!
//! `docs/identity.md` defines every byte of them, so that other programs compute the same ids. Neither id alone identifies
//! a game: two people who play a known opening to an agreed draw play the same line, and two copies of one game may
//! differ in its last moves.
//!
//! The hash is XXH3 of 128 bits ([xxHash specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md))
//! with the seed 0. It is not cryptographic: equal ids of different games do not happen by accident, but can be
//! constructed.

mod meet;

use std::fmt;

#[cfg(feature = "cli")]
use xxhash_rust::xxh3::Xxh3;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::chess::fen::{CastlingStyle, EnPassantMode, FenStyle};
use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::uci::{self, UciMode};
use crate::game::replay::Game;

pub use meet::MeetId;
#[cfg(feature = "cli")]
pub(crate) use meet::{Occasion, address, is_omitted, time, without_parentheses, words};

/// The hash of a text without its white space (space, tab, line ends, form feed) and without a byte order mark at its start.
#[cfg(feature = "cli")]
pub(crate) fn text_id(text: &[u8]) -> u128 {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let mut hash = Xxh3::new();
    text.split(u8::is_ascii_whitespace).for_each(|word| hash.update(word));
    hash.digest128()
}

// The digest of an archive: the sums of the ids of its games.

/// The digest of an archive: its games and plies, and the sums of its ids modulo 2^128.
///
/// It does not depend on the order of games, and the digest of an archive is that of its parts, [merged](Self::merge). If
/// the digests of two archives are equal, the archives have the same lines and the same encounters, each as often.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ArchiveDigest {
    /// The number of games.
    pub games: u64,
    /// The number of plies of their main lines that were played.
    pub plies: u64,
    /// The number of games with a `play_id`.
    pub played: u64,
    /// The sum of these ids.
    pub play_sum: u128,
    /// The number of games with a `meet_id`.
    pub met: u64,
    /// The sum of these ids.
    pub meet_sum: u128,
}

impl ArchiveDigest {
    /// Adds a game. `bytes` is the text that it was read from.
    pub fn add(&mut self, game: &Game, bytes: &[u8]) {
        self.games += 1;
        self.plies += u64::from(game.plies());
        if let Some(line) = LineId::of_game(game) {
            self.played += 1;
            self.play_sum = self.play_sum.wrapping_add(u128::from_be_bytes(line.bytes()));
        }
        if let Some(meet) = MeetId::of_game(game, bytes) {
            self.met += 1;
            self.meet_sum = self.meet_sum.wrapping_add(u128::from_be_bytes(meet.bytes()));
        }
    }

    /// Adds the games of another digest.
    pub const fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.played += other.played;
        self.play_sum = self.play_sum.wrapping_add(other.play_sum);
        self.met += other.met;
        self.meet_sum = self.meet_sum.wrapping_add(other.meet_sum);
    }
}

// The id of a line: a chain of hashes, one per ply.

/// The id of a line: a starting position and the moves that were made from it.
///
/// Each id depends on the id before the last move and on that move. So one line begins with another exactly if the id of
/// the shorter one is among the ids of the longer one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId(u128);

/// How the starting position is written: rooks by their files, no en passant square that nobody can use.
const STYLE: FenStyle = FenStyle { castling: CastlingStyle::Shredder, en_passant: EnPassantMode::Legal };

/// What is hashed for a null move.
const PASS: &[u8] = b"0000";

/// The length of an id in bytes.
const LENGTH: usize = size_of::<u128>();

impl LineId {
    /// The line without moves from this position. The half-move clock and the move number do not count: no legal move
    /// depends on them, and many programs lose them.
    pub fn of_start(position: &Position) -> Self {
        Self(xxh3_128(position.fen_fields(STYLE).as_bytes()))
    }

    /// The line with one more move, which may be [`Move::NULL`].
    #[must_use]
    pub fn after(self, mv: Move) -> Self {
        let text = uci::write(mv, UciMode::Chess960);
        let mv = if mv == Move::NULL { PASS } else { text.as_bytes() };
        let mut hashed = [0; LENGTH + 5];
        hashed[..LENGTH].copy_from_slice(&self.bytes());
        hashed[LENGTH..][..mv.len()].copy_from_slice(mv);
        Self(xxh3_128(&hashed[..LENGTH + mv.len()]))
    }

    /// The main line of a game. `None` unless the starting position is known and every move was played: how far a program
    /// reads a damaged game is no property of the game.
    pub fn of_game(game: &Game) -> Option<Self> {
        let is_whole = game.has_start() && game.is_complete();
        is_whole.then(|| game.moves().fold(Self::of_start(game.start()), Self::after))
    }

    /// The ids of the main line as far as it was played: after no ply, after one, and so on. None if the starting position
    /// is not known.
    pub fn all_of_game(game: &Game) -> impl Iterator<Item = Self> + '_ {
        let start = game.has_start().then(|| Self::of_start(game.start()));
        let mut moves = game.moves();
        std::iter::successors(start, move |line| moves.next().map(|mv| line.after(mv)))
    }

    /// The 16 bytes of the id, the most significant first: the canonical form of the hash.
    pub const fn bytes(self) -> [u8; LENGTH] {
        self.0.to_be_bytes()
    }
}

impl fmt::Display for LineId {
    /// 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

debug_is_display!(LineId);

/// A hash of the text of a game, byte for byte, from which random choices in it start.
pub fn hash_of_text(text: &[u8]) -> u64 {
    xxh3_64(text)
}

#[cfg(test)]
mod tests {
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    use super::*;

    fn of(games: &[&str]) -> ArchiveDigest {
        let mut digest = ArchiveDigest::default();
        for text in games {
            digest.add(&read_game(text.as_bytes(), 0, RuleSet::EMPTY), text.as_bytes());
        }
        digest
    }

    #[cfg(feature = "cli")]
    #[test]
    fn the_hash_of_a_text_does_not_depend_on_its_white_space() {
        assert_eq!(text_id("\u{feff} 1. e4\te5\r\n*\n".as_bytes()), xxh3_128(b"1.e4e5*"));
        assert_ne!(text_id("\u{a0}".as_bytes()), text_id(b""));
    }

    #[test]
    fn the_digest_depends_on_the_games_and_not_on_their_order() {
        let [tal, broken, nameless] =
            ["[White \"Tal\"]\n[Black \"Botvinnik\"]\n\n1. e4 c6 *", "1. e4 Nf5 *", "1. d4 *"];
        let whole = of(&[tal, broken, nameless]);
        assert_eq!(whole, of(&[nameless, tal, broken]));
        let ArchiveDigest { games, plies, played, met, .. } = whole;
        assert_eq!((games, plies, played, met), (3, 4, 2, 1));
        let mut parts = of(&[nameless, broken]);
        parts.merge(&of(&[tal]));
        assert_eq!(parts, whole);
        assert_ne!(of(&[tal, tal, nameless, nameless]).play_sum, of(&[tal, nameless]).play_sum);
        // Sums wrap around.
        let mut twice = whole;
        (0..200).for_each(|_| twice.merge(&whole));
        assert_eq!(twice.play_sum, whole.play_sum.wrapping_mul(201));
    }

    fn game(text: &str) -> Game {
        read_game(text.as_bytes(), 0, RuleSet::EMPTY)
    }

    fn play_id(text: &str) -> Option<LineId> {
        LineId::of_game(&game(text))
    }

    #[test]
    fn the_id_is_the_documented_hash() {
        let start = xxh3_128(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -");
        assert_eq!(play_id("*").unwrap().0, start);
        let hashed = [&start.to_be_bytes()[..], b"e2e4"].concat();
        assert_eq!(play_id("1. e4 *").unwrap().0, xxh3_128(&hashed));
    }

    #[test]
    fn a_line_begins_with_its_prefixes_and_with_nothing_else() {
        let lines = ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 *", "1. Nf3 e5 2. e4 *", "1. e4 -- 2. Nf3 *"];
        let [whole, prefix, swapped, pass] = lines.map(|text| LineId::all_of_game(&game(text)).collect::<Vec<_>>());
        assert_eq!(whole.len(), 7);
        assert_eq!(whole[..4], prefix);
        assert_eq!(play_id(lines[0]).as_ref(), whole.last());
        assert_eq!((whole[0], whole[1]), (swapped[0], pass[1]));
        let others = swapped[1..].iter().chain(&pass[2..]);
        assert!(others.into_iter().all(|id| !whole.contains(id)));
    }

    #[test]
    fn what_does_not_matter_leaves_the_id_the_same() {
        let fen = |fen: &str, moves: &str| play_id(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n")).unwrap();
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6";
        let same = [
            fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", moves),
            fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 17 40", moves),
            fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", moves),
            play_id(&format!("[Variant \"Chess960\"]\n\n{moves} *")).unwrap(),
            play_id("1.e2-e4 {a} e5 (1... c5) 2.Ngf3 b8c6 $1 3.Bc4 Bc5+ 4.0-0 Ng8f6 1/2-1/2").unwrap(),
        ];
        assert_eq!(same, [play_id(moves).unwrap(); 5]);
        // An en passant square counts only if there is a capture.
        let after_e4 = |square: &str| fen(&format!("4k3/8/8/8/4P3/8/8/4K3 b - {square} 0 1"), "");
        assert_eq!(after_e4("e3"), after_e4("-"));
        let beside_d4 = |square: &str| fen(&format!("4k3/8/8/8/3pP3/8/8/4K3 b - {square} 0 1"), "");
        assert_ne!(beside_d4("e3"), beside_d4("-"));
    }

    #[test]
    fn a_damaged_game_has_ids_as_far_as_it_goes_but_no_play_id() {
        let broken = game("1. e4 e5 2. Nf6 *");
        assert_eq!(LineId::of_game(&broken), None);
        assert_eq!(LineId::all_of_game(&broken).last(), play_id("1. e4 e5 *"));
        let other = game("[Variant \"Atomic\"]\n\n1. e4 *");
        assert_eq!((LineId::of_game(&other), LineId::all_of_game(&other).count()), (None, 0));
    }
}
