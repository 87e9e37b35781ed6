//! Material with wildcards: `KRP*vKR`.

use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::Fault;

/// The pieces and pawns that each side must have, White's first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::game::filter) struct MaterialPattern {
    sides: [SidePattern; 2],
}

/// The counts that one side must have: of pawns, knights, bishops, rooks and queens, and of minor pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SidePattern([Count; MINOR + 1]);

/// A range of counts, and of the difference to the opponent's count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Count {
    least: u8,
    most: u8,
    /// How much greater than the opponent's it may be; `None` if that does not matter.
    lead: Option<Lead>,
}

/// A comparison with the opponent's count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    /// Exactly this much greater; negative if it is less.
    Exactly(i8),
    /// At least this much greater.
    AtLeast(i8),
    /// At least this much less.
    AtMost(i8),
    Unequal,
}

/// The index of the count of knights and bishops together, after the counts of [`PieceType`]s up to the queen.
const MINOR: usize = 5;

/// The largest number in a pattern: no side has more pieces and pawns of one kind.
const MAX_COUNT: u8 = 64;

impl Count {
    const NONE: Self = Self { least: 0, most: 0, lead: None };
    const ANY: Self = Self { least: 0, most: u8::MAX, lead: None };

    fn allows(self, count: u8, opponents: u8) -> bool {
        let lead = count.cast_signed() - opponents.cast_signed();
        let is_led = match self.lead {
            None => true,
            Some(Lead::Exactly(wanted)) => lead == wanted,
            Some(Lead::AtLeast(wanted)) => lead >= wanted,
            Some(Lead::AtMost(wanted)) => lead <= wanted,
            Some(Lead::Unequal) => lead != 0,
        };
        is_led && (self.least..=self.most).contains(&count)
    }
}

impl MaterialPattern {
    /// Reads a pattern: the pieces of White, `v` or a space, those of Black.
    pub(in crate::game::filter) fn parse(text: &str) -> Result<Self, Fault> {
        let start = text.len() - text.trim_start().len();
        let trimmed = text.trim();
        let split = trimmed.find(|c: char| c.is_whitespace() || matches!(c, 'v' | 'V'));
        let Some(at) = split else {
            return Err((start + trimmed.len(), "`v` and the pieces of Black are missing: KRPvKR".to_owned()));
        };
        let (white, rest) = trimmed.split_at(at);
        let black = rest.trim_start();
        let black = black.strip_prefix(['v', 'V']).unwrap_or(black).trim_start();
        let black_at = start + trimmed.len() - black.len();
        let sides = [SidePattern::parse(white, start)?, SidePattern::parse(black, black_at)?];
        Ok(Self { sides })
    }

    /// The pattern with the colors reversed.
    pub(super) fn reversed(&self) -> Self {
        let [white, black] = self.sides.clone();
        Self { sides: [black, white] }
    }

    pub(super) fn matches(&self, position: &Position) -> bool {
        let [white, black] = Color::BOTH.map(|color| counts(position, color));
        self.sides[0].allows(white, black) && self.sides[1].allows(black, white)
    }
}

/// How many pawns, knights, bishops, rooks, queens and minor pieces a side has.
fn counts(position: &Position, color: Color) -> [u8; MINOR + 1] {
    let mut counts = [0; MINOR + 1];
    for kind in [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        counts[kind.index()] = position.pieces(color, kind).count() as u8;
    }
    counts[MINOR] = counts[PieceType::Knight.index()] + counts[PieceType::Bishop.index()];
    counts
}

impl SidePattern {
    fn allows(&self, counts: [u8; MINOR + 1], opponents: [u8; MINOR + 1]) -> bool {
        self.0.iter().zip(counts).zip(opponents).all(|((wanted, count), opponents)| wanted.allows(count, opponents))
    }

    /// Reads the pieces of one side. `at` is the place of the text, for errors.
    fn parse(text: &str, at: usize) -> Result<Self, Fault> {
        let bytes = text.as_bytes();
        let mut counts: [Option<Count>; MINOR + 1] = [None; MINOR + 1];
        let mut next = 0;
        while next < bytes.len() {
            let letter_at = next;
            let slot = match bytes[next].to_ascii_uppercase() {
                b'K' => None,
                b'L' => Some(MINOR),
                letter => match PieceType::from_letter(letter).filter(|_| bytes[next].is_ascii_alphabetic()) {
                    Some(kind) => Some(kind.index()),
                    None => return Err((at + next, unknown(text, next))),
                },
            };
            next += 1;
            let length = bytes[next..].iter().take_while(|byte| is_count(**byte)).count();
            let written = &text[next..next + length];
            let Some(count) = Count::parse(written) else {
                let message = format!("`{written}` is no count; write *, +, 2, 2+, 2-, =, #, >, <, 2>, 2<, >=, <=");
                return Err((at + next, message));
            };
            next += length;
            let Some(slot) = slot else {
                if !written.is_empty() && written != "1" {
                    return Err((at + letter_at + 1, "each side has one king".to_owned()));
                }
                continue;
            };
            counts[slot] = Some(match counts[slot] {
                None => count,
                Some(before) if written.is_empty() && before.least == before.most && before.lead.is_none() => {
                    Count { least: before.least.saturating_add(1), most: before.most.saturating_add(1), lead: None }
                }
                Some(_) => {
                    let letter = char::from(bytes[letter_at]);
                    return Err((at + letter_at, format!("`{letter}` has a count already")));
                }
            });
        }
        let names_minor = counts[MINOR].is_some();
        let names_either = counts[PieceType::Knight.index()].is_some() || counts[PieceType::Bishop.index()].is_some();
        if names_minor && names_either {
            return Err((
                at,
                "`L` stands for knights and bishops together; write either `L`, or `N` and `B`".to_owned(),
            ));
        }
        let is_free = |slot: usize| {
            let is_minor = slot == PieceType::Knight.index() || slot == PieceType::Bishop.index();
            if slot == MINOR { !names_minor } else { names_minor && is_minor }
        };
        let mut slot = 0;
        Ok(Self(counts.map(|count| {
            let count = count.unwrap_or(if is_free(slot) { Count::ANY } else { Count::NONE });
            slot += 1;
            count
        })))
    }
}

/// The message about a character that is not a piece letter.
fn unknown(text: &str, at: usize) -> String {
    let found = text[at..].chars().next().unwrap_or(' ');
    if is_count(text.as_bytes()[at]) {
        return format!("`{found}` follows no piece letter");
    }
    format!("`{found}` is no piece letter; write K, Q, R, B, N, P, or L for a bishop or knight")
}

const fn is_count(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'*' | b'+' | b'-' | b'=' | b'#' | b'<' | b'>')
}

impl Count {
    /// Reads what follows a piece letter; one piece if nothing does.
    fn parse(text: &str) -> Option<Self> {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, sign) = text.split_at(digits);
        let number = match number {
            "" => None,
            digits => Some(digits.parse().ok().filter(|number| *number <= MAX_COUNT)?),
        };
        let led = |lead| Some(Self { lead: Some(lead), ..Self::ANY });
        let by = number.unwrap_or(1).cast_signed();
        match (number, sign) {
            (None, "") => Some(Self { least: 1, most: 1, lead: None }),
            (Some(count), "") => Some(Self { least: count, most: count, lead: None }),
            (None, "*") => Some(Self::ANY),
            (None, "+") => Some(Self { least: 1, ..Self::ANY }),
            (Some(count), "+") => Some(Self { least: count, ..Self::ANY }),
            (Some(count), "-") => Some(Self { least: 0, most: count, lead: None }),
            (None, "=") => led(Lead::Exactly(0)),
            (None, "#") => led(Lead::Unequal),
            (_, ">") => led(Lead::AtLeast(by)),
            (_, "<") => led(Lead::AtMost(-by)),
            (_, ">=") => led(Lead::Exactly(by)),
            (_, "<=") => led(Lead::Exactly(-by)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, fen: &str) -> bool {
        MaterialPattern::parse(pattern).unwrap().matches(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn counts_are_compared() {
        let rook_and_two_pawns = "4k3/r4p2/8/8/8/8/PP6/R3K3 w - - 0 1";
        for pattern in [
            "KRPPvKRP",
            "RPP RP",
            "rp2 v rp",
            "KR2-P2-vKR2-P*",
            "R+P+ R=P#",
            "R=P> R=P<",
            "R=P1>= RP1<=",
            "RP*B*vRPN0Q0",
            "L0RP*vL*RP",
        ] {
            assert!(matches(pattern, rook_and_two_pawns), "{pattern}");
        }
        for pattern in
            ["KRPvKRP", "RPP RPP", "RP* R", "R#P* R*P*", "R=P2> R=P*", "R=P2>= R=P*", "RPPL RP", "RPP R2P", "K K"]
        {
            assert!(!matches(pattern, rook_and_two_pawns), "{pattern}");
        }
        let minor = "4k3/8/8/8/8/8/8/2BNK3 w - - 0 1";
        assert!(matches("L2vK", minor) && matches("BNvK", minor) && matches("LLvK", minor));
        assert!(!matches("LvK", minor) && !matches("B2vK", minor) && !matches("BNvL+", minor));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(matches("QR2B2N2P8 QR2B2N2P8", start) && matches("KQRRBBNNPPPPPPPPvKQRRL4P8", start));
    }

    #[test]
    fn colors_are_reversed() {
        let position = Position::from_fen("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1").unwrap();
        let pattern = MaterialPattern::parse("KvKRP").unwrap();
        assert!(!pattern.matches(&position) && pattern.reversed().matches(&position));
    }

    #[test]
    fn errors_name_their_place() {
        for (pattern, at, message) in [
            ("KRP", 3, "`v` and the pieces of Black are missing: KRPvKR"),
            ("KRXvK", 2, "`X` is no piece letter; write K, Q, R, B, N, P, or L for a bishop or knight"),
            ("KRvK*Q", 4, "each side has one king"),
            ("KR?vK", 2, "`?` is no piece letter; write K, Q, R, B, N, P, or L for a bishop or knight"),
            ("2RvK", 0, "`2` follows no piece letter"),
            ("KR=2vK", 2, "`=2` is no count; write *, +, 2, 2+, 2-, =, #, >, <, 2>, 2<, >=, <="),
            ("K v KP99", 6, "`99` is no count; write *, +, 2, 2+, 2-, =, #, >, <, 2>, 2<, >=, <="),
            ("KR*RvK", 3, "`R` has a count already"),
            ("KLNvK", 0, "`L` stands for knights and bishops together; write either `L`, or `N` and `B`"),
            (" KévK", 2, "`é` is no piece letter; write K, Q, R, B, N, P, or L for a bishop or knight"),
        ] {
            assert_eq!(MaterialPattern::parse(pattern), Err((at, message.to_owned())), "{pattern}");
        }
    }
}
