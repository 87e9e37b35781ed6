//! A position to be searched for: a FEN in which fields may be left out.

use crate::chess::bitboard::Bitboard;
use crate::chess::fen;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::setup::Setup;

use super::Fault;

/// A board, and what else of a position matters. The counters never do: a position is the same whatever they are (article
/// 9.2.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::game::filter) struct PositionQuery {
    position: Position,
    has_turn: bool,
    has_castling: bool,
    has_en_passant: bool,
}

/// What stands for a field that does not matter.
const ANY: &str = "*";

impl PositionQuery {
    /// The query for this position, with turn, rights and en passant.
    pub(in crate::game::filter) const fn of(position: Position) -> Self {
        Self { position, has_turn: true, has_castling: true, has_en_passant: true }
    }

    /// Reads a FEN. Fields that are missing or `*` do not matter.
    pub(in crate::game::filter) fn parse(text: &str) -> Result<Self, Fault> {
        let is_spaced = text.trim().contains(|c: char| c.is_ascii_whitespace());
        let text = &if is_spaced { text.to_owned() } else { text.replace('_', " ") };
        let fields = fields(text);
        let has = |index: usize| fields.get(index).is_some_and(|(_, field)| *field != ANY);
        let is_start = text.trim() == "startpos";
        let [has_turn, has_castling, has_en_passant] = [1, 2, 3].map(|index| is_start || has(index));
        let setup = read(text, &fields)?;
        let turns = if has_turn { &[setup.turn][..] } else { &Color::BOTH };
        let mut refusals = Vec::new();
        for &turn in turns {
            match (Setup { turn, ..setup.clone() }).position_ignoring_reachability() {
                Ok(position) => return Ok(Self { position, has_turn, has_castling, has_en_passant }),
                Err(reasons) => refusals = reasons,
            }
        }
        let reasons: Vec<String> = refusals.iter().map(ToString::to_string).collect();
        let reasons = reasons.join("; ");
        Err((0, format!("no game reaches this position: {reasons} (`*` stands for a field that does not matter)")))
    }

    /// The key of the position, if all that a key contains matters.
    pub(super) fn key(&self) -> Option<u64> {
        (self.has_turn && self.has_castling && self.has_en_passant).then(|| self.position.key())
    }

    /// The query with the colors reversed: the first rank becomes the eighth.
    pub(super) fn reversed(&self) -> Self {
        let setup = self.position.to_setup();
        let mut reversed = Setup { turn: setup.turn.other(), ..setup.clone() };
        for (index, piece) in setup.squares.into_iter().enumerate() {
            reversed.squares[index ^ 0o70] = piece.map(|piece| Piece { color: piece.color.other(), ..piece });
        }
        reversed.castling = Bitboard(setup.castling.0.swap_bytes());
        // From the third rank to the sixth, or back.
        let rank = |color| if color == Color::White { -3 } else { 3 };
        reversed.en_passant = setup.en_passant.and_then(|square| square.offset(0, rank(setup.turn)));
        // The mirror image of a playable position is playable.
        let position = reversed.position_ignoring_reachability().unwrap_or_else(|_| self.position.clone());
        Self { position, ..*self }
    }

    pub(super) fn matches(&self, position: &Position) -> bool {
        let wanted = &self.position;
        Color::BOTH.into_iter().all(|color| position.by_color(color) == wanted.by_color(color))
            && PieceType::ALL.into_iter().all(|kind| position.by_type(kind) == wanted.by_type(kind))
            && (!self.has_turn || position.turn() == wanted.turn())
            && (!self.has_castling || position.castling() == wanted.castling())
            && (!self.has_en_passant || position.legal_en_passant() == wanted.legal_en_passant())
    }
}

/// The fields of a FEN, each with its byte offset.
fn fields(text: &str) -> Vec<(usize, &str)> {
    let offset = |field: &str| field.as_ptr() as usize - text.as_ptr() as usize;
    text.split_ascii_whitespace().map(|field| (offset(field), field)).collect()
}

/// Reads the FEN, with neutral values where a field is `*`.
fn read(text: &str, fields: &[(usize, &str)]) -> Result<Setup, Fault> {
    const NEUTRAL: [&str; 6] = ["", "w", "-", "-", "0", "1"];
    // Neutral values are as long as `*`, so the places in errors are the same.
    let mut plain = text.to_owned();
    for ((at, field), neutral) in fields.iter().zip(NEUTRAL).skip(1) {
        if *field == ANY {
            plain.replace_range(*at..=*at, neutral);
        }
    }
    match fen::parse(plain.as_bytes()) {
        Ok(reading) => Ok(reading.setup),
        Err(error) => Err((error.range.start, error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> PositionQuery {
        PositionQuery::parse(text).unwrap_or_else(|(at, message)| panic!("{text}: {at}: {message}"))
    }

    #[test]
    fn fields_that_are_left_out_do_not_matter() {
        let castle = |rights: &str, turn: &str| {
            Position::from_fen(&format!("r3k2r/8/8/8/8/8/8/R3K2R {turn} {rights} - 7 9")).unwrap()
        };
        for (text, matched) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R", [true; 4]),
            ("r3k2r/8/8/8/8/8/8/R3K2R w", [true, true, true, false]),
            ("r3k2r/8/8/8/8/8/8/R3K2R w * -", [true, true, true, false]),
            ("r3k2r/8/8/8/8/8/8/R3K2R * KQkq", [true, false, false, false]),
            ("r3k2r/8/8/8/8/8/8/R3K2R_*_-_*_*_*", [false, false, true, false]),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 50 90", [true, false, false, false]),
            ("  r3k2r/8/8/8/8/8/8/R3K2R  b  *  *", [false, false, false, true]),
        ] {
            let query = query(text);
            let positions = [castle("KQkq", "w"), castle("Kq", "w"), castle("-", "w"), castle("Qk", "b")];
            assert_eq!(positions.map(|position| query.matches(&position)), matched, "{text}");
        }
        assert_eq!(query("startpos").key(), Some(Position::initial().key()));
        assert_eq!(query("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w").key(), None);
    }

    #[test]
    fn en_passant_matters_if_a_capture_is_legal() {
        let after = Position::from_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").unwrap();
        let before = Position::from_fen("4k3/8/8/8/3pP3/8/8/4K3 b - - 3 9").unwrap();
        for (text, matched) in [
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", [true, false]),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - -", [false, true]),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - *", [true, true]),
            ("4k3/8/8/8/3pP3/8/8/4K3 * * e3", [true, false]),
        ] {
            assert_eq!([query(text).matches(&after), query(text).matches(&before)], matched, "{text}");
        }
    }

    #[test]
    fn colors_are_reversed() {
        for (fen, mirrored) in [
            ("4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1", "4k2r/8/8/3Pp3/8/8/8/4K3 w k e6 0 1"),
            ("4k3/8/8/3pP3/8/8/P7/4K3 w - d6 0 1", "4k3/p7/8/8/3Pp3/8/8/4K3 b - d3 0 1"),
        ] {
            assert_eq!(query(fen).reversed().key(), Some(Position::from_fen(mirrored).unwrap().key()), "{fen}");
        }
    }

    #[test]
    fn errors_name_their_place() {
        for (text, at, message) in [
            ("rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", 13, "piece placement: "),
            ("8/8/8/8/8/8/8/8", 0, "no game reaches this position: "),
            ("4k3/8/8/8/8/8/8/4K3 * xx", 22, "castling rights: "),
            ("4k3/8/8/8/8/8/8/4K3 w K", 0, "no game reaches this position: "),
            ("4k3/8/8/8/8/8/8/4K3 x", 20, "side to move: "),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", 30, "full-move number: "),
            ("4k3/8/8/8/8/8/8/4K2R w * - * é", 29, "full-move number: "),
        ] {
            let (place, found) = PositionQuery::parse(text).unwrap_err();
            assert!(place == at && found.starts_with(message), "{text}: {place}: {found}");
        }
    }
}
