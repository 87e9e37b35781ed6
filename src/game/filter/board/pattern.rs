//! Boards with wildcards: `4k3/*/*/*/*/*/PPP*/2KR*`, the patterns of pgn-extract.

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;

use super::Fault;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::game::filter) struct BoardPattern {
    /// All different sets of contents that it names, without that of all contents.
    contents: Vec<Contents>,
    /// The eighth rank first. A rank matches if one of its arrangements does.
    ranks: Vec<Vec<Arrangement>>,
}

/// A set of what may stand on a square: bit `6 * color + kind` for each piece, and [`VACANT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Contents(u16);

/// Squares, each set with the index of the contents that they must have.
type Arrangement = Vec<(usize, Bitboard)>;

/// The bit of a vacant square.
const VACANT: u16 = 1 << 12;
const WHITE: u16 = 0b111_111;
const BLACK: u16 = WHITE << 6;

impl Contents {
    const ANY: Self = Self(VACANT | BLACK | WHITE);

    fn of(piece: Piece) -> Self {
        Self(1 << (6 * piece.color.index() + piece.kind.index()))
    }

    /// The contents that a letter stands for.
    fn named(letter: char) -> Option<Self> {
        match letter {
            'A' => Some(Self(WHITE)),
            'a' => Some(Self(BLACK)),
            letter => Piece::from_fen_letter(u8::try_from(letter).ok()?).map(Self::of),
        }
    }

    fn reversed(self) -> Self {
        Self(self.0 & VACANT | (self.0 & WHITE) << 6 | (self.0 & BLACK) >> 6)
    }

    /// The squares of a position with such contents.
    fn squares(self, position: &Position) -> Bitboard {
        let mut squares = if self.0 & VACANT == 0 { Bitboard::EMPTY } else { !position.occupied() };
        for color in Color::BOTH {
            for kind in PieceType::ALL {
                if self.0 & Self::of(Piece { color, kind }).0 != 0 {
                    squares |= position.pieces(color, kind);
                }
            }
        }
        squares
    }
}

impl BoardPattern {
    /// Reads a pattern of eight ranks, separated by `/`, the eighth first.
    pub(in crate::game::filter) fn parse(text: &str) -> Result<Self, Fault> {
        let start = text.len() - text.trim_start().len();
        let mut ranks = Vec::with_capacity(8);
        let mut at = start;
        for rank in text.trim().split('/') {
            if ranks.len() == 8 {
                return Err((at - 1, "there are more than eight ranks".to_owned()));
            }
            ranks.push(arrangements(rank, at)?);
            at += rank.len() + 1;
        }
        if ranks.len() < 8 {
            let few = format!("there are only {} ranks, separated by `/`; a rank of any contents is `*`", ranks.len());
            return Err((at - 1, few));
        }
        Ok(Self::new(&ranks))
    }

    /// The pattern of these ranks, the eighth first; each has all of its arrangements, from the a-file to the h-file.
    fn new(ranks: &[Vec<[Contents; 8]>]) -> Self {
        let mut contents: Vec<Contents> = Vec::new();
        let mut arrange = |rank: usize, arrangement: &[Contents; 8]| {
            let mut squares: Arrangement = Vec::new();
            for (file, wanted) in arrangement.iter().enumerate().filter(|(_, wanted)| **wanted != Contents::ANY) {
                let index = contents.iter().position(|known| known == wanted).unwrap_or_else(|| {
                    contents.push(*wanted);
                    contents.len() - 1
                });
                let square = Bitboard(1 << (8 * (7 - rank) + file));
                match squares.iter_mut().find(|(known, _)| *known == index) {
                    Some((_, squares)) => *squares |= square,
                    None => squares.push((index, square)),
                }
            }
            squares
        };
        let ranks = ranks.iter().enumerate();
        let ranks = ranks.map(|(rank, all)| all.iter().map(|arrangement| arrange(rank, arrangement)).collect());
        let ranks = ranks.collect();
        Self { contents, ranks }
    }

    /// The pattern with the colors reversed: the first rank becomes the eighth.
    pub(super) fn reversed(&self) -> Self {
        let contents = self.contents.iter().map(|contents| contents.reversed()).collect();
        let flip = |(index, squares): &(usize, Bitboard)| (*index, Bitboard(squares.0.swap_bytes()));
        let flip_all = |arrangement: &Arrangement| arrangement.iter().map(flip).collect();
        let ranks = self.ranks.iter().rev().map(|rank| rank.iter().map(flip_all).collect()).collect();
        Self { contents, ranks }
    }

    pub(super) fn matches(&self, position: &Position) -> bool {
        // A pattern rarely names more than these.
        let mut known = [None; 16];
        let mut squares = |index: usize| match known.get_mut(index) {
            Some(known) => *known.get_or_insert_with(|| self.contents[index].squares(position)),
            None => self.contents[index].squares(position),
        };
        self.ranks.iter().all(|rank| {
            rank.iter()
                .any(|arrangement| arrangement.iter().all(|(index, wanted)| (*wanted & !squares(*index)).is_empty()))
        })
    }
}

enum RankPart {
    Square(Contents),
    Any,
}

/// All arrangements of a rank, which starts at this offset.
fn arrangements(rank: &str, start: usize) -> Result<Vec<[Contents; 8]>, Fault> {
    let parts = parts(rank, start)?;
    let squares = parts.iter().filter(|part| matches!(part, RankPart::Square(_))).count();
    let has_gap = parts.iter().any(|part| matches!(part, RankPart::Any));
    if squares > 8 || squares < 8 && !has_gap {
        let (few_or_many, hint) = if squares > 8 { ("more than", "") } else { ("only", "; `*` stands for the others") };
        let found = if squares > 8 { 8 } else { squares };
        return Err((start, format!("a rank has eight squares, and `{rank}` {few_or_many} {found}{hint}")));
    }
    let mut all = Vec::new();
    let mut line = [Contents::ANY; 8];
    arrange(&parts, 0, squares, &mut line, &mut all);
    Ok(all)
}

/// Adds all arrangements of the parts from this file on. At most 8 squares and gaps between them give at most 70.
fn arrange(parts: &[RankPart], file: usize, squares: usize, line: &mut [Contents; 8], all: &mut Vec<[Contents; 8]>) {
    match parts.split_first() {
        None if file == 8 => all.push(*line),
        None => {}
        Some((RankPart::Square(contents), rest)) => {
            line[file] = *contents;
            arrange(rest, file + 1, squares - 1, line, all);
            line[file] = Contents::ANY;
        }
        // The last gap takes all that is left.
        Some((RankPart::Any, rest)) => {
            let is_last = !rest.iter().any(|part| matches!(part, RankPart::Any));
            let longest = 8 - file - squares;
            for length in if is_last { longest } else { 0 }..=longest {
                arrange(rest, file + length, squares, line, all);
            }
        }
    }
}

/// The parts of a rank; successive gaps are one.
fn parts(rank: &str, start: usize) -> Result<Vec<RankPart>, Fault> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(character) = rank[at..].chars().next() {
        let place = start + at;
        at += character.len_utf8();
        match character {
            '*' if matches!(parts.last(), Some(RankPart::Any)) => {}
            '*' => parts.push(RankPart::Any),
            '?' => parts.push(RankPart::Square(Contents::ANY)),
            '!' => parts.push(RankPart::Square(Contents(BLACK | WHITE))),
            '1'..='8' => {
                let vacant = character as usize - '0' as usize;
                parts.extend((0..vacant).map(|_| RankPart::Square(Contents(VACANT))));
            }
            '[' => {
                let length = rank[at..].find(']').ok_or_else(|| (place, "`]` is missing".to_owned()))?;
                parts.push(RankPart::Square(class(&rank[at..at + length], place + 1)?));
                at += length + 1;
            }
            letter => {
                let contents = Contents::named(letter).ok_or_else(|| (place, unknown(letter)))?;
                parts.push(RankPart::Square(contents));
            }
        }
    }
    Ok(parts)
}

/// The contents between `[` and `]`.
fn class(text: &str, start: usize) -> Result<Contents, Fault> {
    let letters = text.strip_prefix('^').unwrap_or(text);
    let first = start + text.len() - letters.len();
    let mut listed = Contents(0);
    for (at, letter) in letters.char_indices() {
        listed.0 |= Contents::named(letter).ok_or_else(|| (first + at, unknown(letter)))?.0;
    }
    match listed {
        Contents(0) => Err((start, "a piece letter is missing between `[` and `]`".to_owned())),
        listed if first > start => Ok(Contents(Contents::ANY.0 & !listed.0)),
        listed => Ok(listed),
    }
}

fn unknown(letter: char) -> String {
    format!("`{letter}` has no meaning on a board; write a FEN letter, a digit, ?, !, A, a, *, or [QR]")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference implementation: whether a rank matches, square by square.
    fn matches_rank(parts: &[RankPart], squares: &[Option<Piece>]) -> bool {
        match parts.split_first() {
            None => squares.is_empty(),
            Some((RankPart::Any, rest)) => (0..=squares.len()).any(|length| matches_rank(rest, &squares[length..])),
            Some((RankPart::Square(contents), rest)) => squares.split_first().is_some_and(|(square, others)| {
                let found = square.map_or(VACANT, |piece| Contents::of(piece).0);
                contents.0 & found != 0 && matches_rank(rest, others)
            }),
        }
    }

    fn matches_reference(pattern: &str, position: &Position) -> bool {
        let squares = position.to_setup().squares;
        pattern.split('/').zip(0..).all(|(rank, index)| {
            let first = 8 * (7 - index);
            matches_rank(&parts(rank, 0).unwrap(), &squares[first..first + 8])
        })
    }

    const PATTERNS: [&str; 22] = [
        "rnbqkbnr/*/*/*/*/*/*/RNBQKBNR",
        "*/*/*/*/*/*/*/*",
        "8/*/*/*/*/*/*/*",
        "?????rk?/?????aaa/*/*/*/8/P[BP]P*/??KR????",
        "*k*/*/*/*/*/*/*/*K*",
        "*p*p*/*P*p*/*/*/*/*/*/*",
        "*/*p*p*p*/*/*/*/*/*P*P*P*/*",
        "*/*/*!!*/*/*/*/*/*",
        "*/*/*/*/*/*/*/[^p]*",
        "*/*/*/*/*/*/*/*[QR]K*",
        "*/*/*/*/*/*/*/A?*a",
        "*/*/*/*/*/A1*/*/*",
        "r**k*/*/*/*/*/*/*/*",
        "*/*/*/*3*/*/*/*/*",
        "1*1/*/*/*/*/*/*/*",
        "*/pp*/*/*/*/*/PP*/*",
        "*/*/2*/*/*/*N2/*/*",
        "*/*/*/*/*/*/*/R3K2R",
        "*/*/*/*/*[^Ap]*/*/*/*R1",
        "*/*/*/*/[Aa]*/*/*/*",
        "*/*/*/*a*A*/*/*/*/*",
        "*/*/*/*/*/*/?P*P?/*",
    ];

    #[test]
    fn boards_match_as_square_by_square() {
        let mut matched = [false; PATTERNS.len()];
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N2N2/PPPBBPPP/2KR3R w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/3pP3/8/8/8/QK6 w - - 0 1",
            "r3k2r/8/2nn4/p2p2pP/8/5N2/1P4P1/1R2K1R1 b kq - 0 1",
            "rnb1kb1r/pp3ppp/4pn2/q1pp4/2PP4/P1N1PN2/1P3PPP/R1BQKB1R w KQkq - 0 1",
            "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for (pattern, matched) in PATTERNS.iter().zip(&mut matched) {
                let parsed = BoardPattern::parse(pattern).unwrap();
                let is_match = parsed.matches(&position);
                assert_eq!(is_match, matches_reference(pattern, &position), "{pattern} on {fen}");
                assert_eq!(parsed.reversed().reversed(), parsed, "{pattern}");
                *matched |= is_match;
            }
        }
        assert!(matched.iter().filter(|matched| **matched).count() > 15, "{matched:?}");
    }

    #[test]
    fn colors_are_reversed() {
        let position = Position::from_fen("r3k3/pp6/8/8/8/8/8/4K3 b q - 0 1").unwrap();
        let pattern = BoardPattern::parse(" */*/*/*/*/*/PA*/R3K3 ").unwrap();
        assert!(!pattern.matches(&position) && pattern.reversed().matches(&position));
    }

    #[test]
    fn errors_name_their_place() {
        for (pattern, at, message) in [
            ("", 0, "a rank has eight squares, and `` only 0; `*` stands for the others"),
            ("*/*/7/*/*/*/*/*", 4, "a rank has eight squares, and `7` only 7; `*` stands for the others"),
            ("*/8p/*/*/*/*/*/*", 2, "a rank has eight squares, and `8p` more than 8"),
            ("*/*/*", 5, "there are only 3 ranks, separated by `/`; a rank of any contents is `*`"),
            ("*/*/*/*/*/*/*/*/*", 15, "there are more than eight ranks"),
            (
                "*/x*/*/*/*/*/*/*",
                2,
                "`x` has no meaning on a board; write a FEN letter, a digit, ?, !, A, a, *, or [QR]",
            ),
            (
                "*/[QX]*/*/*/*/*/*/*",
                4,
                "`X` has no meaning on a board; write a FEN letter, a digit, ?, !, A, a, *, or [QR]",
            ),
            ("*/*[Q/*/*/*/*/*/*", 3, "`]` is missing"),
            ("*/[^]*/*/*/*/*/*/*", 3, "a piece letter is missing between `[` and `]`"),
            (
                "*/é/*/*/*/*/*/*",
                2,
                "`é` has no meaning on a board; write a FEN letter, a digit, ?, !, A, a, *, or [QR]",
            ),
        ] {
            assert_eq!(BoardPattern::parse(pattern), Err((at, message.to_owned())), "{pattern}");
        }
        assert!(BoardPattern::parse(&"[a]".repeat(100_000)).is_err());
        assert!(BoardPattern::parse(&"*".repeat(100_000)).is_err());
    }
}
