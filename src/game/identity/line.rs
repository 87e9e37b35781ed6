//! The id of a line: a chain of hashes, one per ply.

use std::fmt;

use xxhash_rust::xxh3::xxh3_128;

use crate::chess::fen::{CastlingStyle, EnPassantMode, FenStyle};
use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::uci::{self, UciMode};
use crate::game::replay::Game;

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

impl fmt::Debug for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

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
