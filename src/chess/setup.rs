//! A setup: anything a FEN can say, playable or not.
//!
//! [`Setup::position`] is the only way from a setup to a [`Position`]. It checks the invariants of positions and
//! returns all reasons for a refusal at once.

use std::ops::{Index, IndexMut};

use super::attacks;
use super::bitboard::Bitboard;
use super::legality::{en_passant_origin, en_passant_victim};
use super::piece::{Color, Piece, PieceType};
use super::position::{CastlingSide, Position};
use super::square::{Rank, Square};

pub use super::refusal::{Doubt, Refusal, Subject, ignored_rights};

/// Pieces on squares, and the state that the other fields of a FEN claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each square, `a1` first.
    pub squares: [Option<Piece>; 64],
    /// The side that has the move.
    pub turn: Color,
    /// The squares of the rooks with a claimed right to castle; the corner if there is no such rook.
    pub castling: Bitboard,
    /// The square that a double step is claimed to have passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the next move, as printed.
    pub fullmove_number: u32,
}

impl Setup {
    /// An empty board, White to move, no rights, half-move clock 0 and move number 1.
    pub const fn empty() -> Self {
        Self {
            squares: [None; 64],
            turn: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The setup of the initial position.
    pub fn initial() -> Self {
        Position::initial().to_setup()
    }

    /// The position, if it can be played from.
    ///
    /// # Errors
    ///
    /// All reasons for a refusal, as far as the board alone shows them: numbers of pieces, kings, pawns, checks and
    /// rights. Deeper questions of how a position arose (Laws 3.10.3) are not examined; see also [`Setup::doubts`].
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Color, PieceType, Setup, Square};
    ///
    /// let mut setup = Setup::empty();
    /// setup[Square::E1] = Some(PieceType::King.of(Color::White));
    /// setup[Square::E8] = Some(PieceType::King.of(Color::Black));
    /// assert_eq!(setup.position().unwrap().to_fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    /// ```
    pub fn position(&self) -> Result<Position, Vec<Refusal>> {
        self.position_unless(|_| true)
    }

    /// Like [`Setup::position`], but accepts checks that no last move can have given
    /// ([`Refusal::is_only_unreachable`]).
    ///
    /// Perft needs this: its test suites contain such positions on purpose.
    pub fn position_ignoring_reachability(&self) -> Result<Position, Vec<Refusal>> {
        self.position_unless(|refusal| !refusal.is_only_unreachable())
    }

    fn position_unless(&self, keep: impl FnMut(&Refusal) -> bool) -> Result<Position, Vec<Refusal>> {
        let mut position = self.unchecked();
        let mut refusals = refusals(&position);
        refusals.retain(keep);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        position.set_legal_en_passant();
        position.key = position.key_from_scratch();
        Ok(position)
    }

    /// The position without impossible rights, and the reasons why they were dropped.
    ///
    /// # Errors
    ///
    /// All reasons, including those against rights, if one of them concerns the board itself.
    pub fn position_without_impossible_rights(&self) -> Result<(Position, Vec<Refusal>), Vec<Refusal>> {
        self.without_impossible_rights(Self::position)
    }

    /// Like [`Setup::position_without_impossible_rights`], but accepts what [`Setup::position_ignoring_reachability`]
    /// accepts.
    ///
    /// # Errors
    ///
    /// All reasons, including those against rights, if one of them concerns the board itself.
    pub fn playable_position(&self) -> Result<(Position, Vec<Refusal>), Vec<Refusal>> {
        self.without_impossible_rights(Self::position_ignoring_reachability)
    }

    fn without_impossible_rights(
        &self,
        position: impl Fn(&Self) -> Result<Position, Vec<Refusal>>,
    ) -> Result<(Position, Vec<Refusal>), Vec<Refusal>> {
        let refusals = match position(self) {
            Ok(position) => return Ok((position, Vec::new())),
            Err(refusals) => refusals,
        };
        let mut repaired = self.clone();
        for refusal in &refusals {
            match refusal.subject() {
                Subject::Castling(rook) => repaired = repaired.without_castling(rook.into()),
                Subject::EnPassant => repaired = repaired.without_en_passant(),
                Subject::Board => return Err(refusals),
            }
        }
        // Without the en passant square, a check may be possible or impossible for another reason.
        match position(&repaired) {
            Ok(position) => Ok((position, refusals)),
            Err(more) => Err(refusals.into_iter().chain(more).collect()),
        }
    }

    /// The setup without the castling rights of these rooks.
    #[must_use]
    pub fn without_castling(&self, rooks: Bitboard) -> Self {
        Self { castling: self.castling & !rooks, ..self.clone() }
    }

    /// The setup without the en passant square.
    #[must_use]
    pub fn without_en_passant(&self) -> Self {
        Self { en_passant: None, ..self.clone() }
    }

    /// The reasons to doubt that this setup can arise in a game, even if it is playable.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{Doubt, Setup};
    ///
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 0")?;
    /// assert_eq!(setup.doubts(), [Doubt::MoveNumberZero]);
    /// # Ok::<_, adoube::FenError>(())
    /// ```
    pub fn doubts(&self) -> Vec<Doubt> {
        let position = self.unchecked();
        let mut doubts: Vec<Doubt> =
            Color::BOTH.into_iter().filter_map(|color| excess_material(&position, color)).collect();
        doubts.extend(position.castling_doubt());
        let clock = self.halfmove_clock;
        let plies = u64::from(self.fullmove_number.saturating_sub(1)) * 2 + self.turn as u64;
        if self.fullmove_number == 0 {
            doubts.push(Doubt::MoveNumberZero);
        } else if u64::from(clock) > plies {
            doubts.push(Doubt::ClockBeyondGame { clock, plies });
        } else if self.fullmove_number > 1 && u64::from(clock) + 1 < plies && is_unchanged(&position) {
            // One ply less is a wrong side to move, which level 5 finds.
            doubts.push(Doubt::ClockWithoutChange { clock, plies });
        }
        if clock > 0 && self.en_passant.is_some() {
            doubts.push(Doubt::ClockWithEnPassant { clock });
        }
        doubts
    }

    /// The sides whose king is attacked, White first. A side without a king or with several kings is left out.
    pub fn sides_in_check(&self) -> Vec<Color> {
        let position = self.unchecked();
        let is_attacked = |color: &Color| {
            let kings = position.pieces(*color, PieceType::King);
            let king = kings.first().filter(|_| kings.count() == 1);
            king.is_some_and(|king| !position.attackers_to(king, color.other(), position.occupied()).is_empty())
        };
        Color::BOTH.into_iter().filter(is_attacked).collect()
    }

    /// The pawns on their promotion rank, with their colors.
    pub fn unpromoted_pawns(&self) -> Vec<(Square, Color)> {
        let occupied = Square::all().zip(self.squares).filter_map(|(square, piece)| Some((square, piece?)));
        let is_unpromoted = |&(square, piece): &(Square, Piece)| {
            piece.kind == PieceType::Pawn && square.rank() == piece.color.other().back_rank()
        };
        occupied.filter(is_unpromoted).map(|(square, piece)| (square, piece.color)).collect()
    }

    /// The setup as bitboards, without the invariants of a position.
    pub(super) fn unchecked(&self) -> Position {
        let mut position = Position {
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            key: 0,
            castling: self.castling,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            en_passant: self.en_passant,
            en_passant_legal: false,
            turn: self.turn,
        };
        for (square, piece) in Square::all().zip(self.squares) {
            if let Some(Piece { color, kind }) = piece {
                position.kinds[kind.index()] |= square.into();
                position.colors[color.index()] |= square.into();
            }
        }
        position
    }
}

/// The piece on a square.
impl Index<Square> for Setup {
    type Output = Option<Piece>;

    fn index(&self, square: Square) -> &Option<Piece> {
        &self.squares[square.index()]
    }
}

impl IndexMut<Square> for Setup {
    fn index_mut(&mut self, square: Square) -> &mut Option<Piece> {
        &mut self.squares[square.index()]
    }
}

/// The setup of the initial position.
impl Default for Setup {
    fn default() -> Self {
        Self::initial()
    }
}

/// Whether all pieces and pawns are on the board, and the pawns where they started.
fn is_unchanged(position: &Position) -> bool {
    let pawns = |color: Color, rank: u8| position.pieces(color, PieceType::Pawn) == Bitboard(0xff << (8 * rank));
    position.occupied().count() == 32 && pawns(Color::White, 1) && pawns(Color::Black, 6)
}

impl Position {
    /// Why no initial position of chess or Chess960 has these castling rights, if so. There, the kings face each other
    /// between the rooks, which face each other, too (Laws 2.3; Guidelines II.2).
    pub(crate) fn castling_doubt(&self) -> Option<Doubt> {
        let rooks =
            |color: Color| self.castling & self.pieces(color, PieceType::Rook) & Bitboard::of_rank(color.back_rank());
        let king = |color: Color| {
            let king = self.pieces(color, PieceType::King).single()?;
            (!rooks(color).is_empty() && king.rank() == color.back_rank()).then_some(king)
        };
        let kings = Color::BOTH.map(king);
        let is_on_edge = |king: &Square| matches!(king.file().index(), 0 | 7);
        let on_edge =
            Color::BOTH.into_iter().zip(kings).find_map(|(color, king)| Some((color, king.filter(is_on_edge)?)));
        if let Some((color, king)) = on_edge {
            return Some(Doubt::CastlingKingOnEdge { color, king });
        }
        let [Some(white), Some(black)] = kings else { return None };
        if white.file() != black.file() {
            return Some(Doubt::CastlingKingsApart { white, black });
        }
        CastlingSide::BOTH.into_iter().find_map(|side| {
            let rook =
                |color: Color, king| rooks(color).into_iter().find(|&rook| CastlingSide::new(king, rook) == side);
            let (white, black) = (rook(Color::White, white)?, rook(Color::Black, black)?);
            (white.file() != black.file()).then_some(Doubt::CastlingRooksApart { white, black })
        })
    }

    /// The setup of this position.
    pub fn to_setup(&self) -> Setup {
        let mut squares = [None; 64];
        for square in self.occupied() {
            squares[square.index()] = self.piece_at(square);
        }
        Setup {
            squares,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }
}

fn refusals(board: &Position) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for color in Color::BOTH {
        check_counts(board, color, &mut refusals);
    }
    let last_ranks = Bitboard::of_rank(Color::White.back_rank()) | Bitboard::of_rank(Color::Black.back_rank());
    let pawns = board.by_type(PieceType::Pawn) & last_ranks;
    if !pawns.is_empty() {
        refusals.push(Refusal::PawnsOnLastRanks(pawns));
    }
    check_kings(board, &mut refusals);
    for rook in board.castling {
        refusals.extend(check_castling(board, rook));
    }
    let en_passant = board.en_passant.and_then(|square| check_en_passant(board, square));
    refusals.extend(en_passant);
    let kings_are_unique = Color::BOTH.into_iter().all(|color| board.pieces(color, PieceType::King).single().is_some());
    if kings_are_unique {
        refusals.extend(check_checks(board, board.en_passant.filter(|_| en_passant.is_none())));
    }
    refusals
}

fn check_counts(board: &Position, color: Color, refusals: &mut Vec<Refusal>) {
    let kings = board.pieces(color, PieceType::King);
    if kings.is_empty() {
        refusals.push(Refusal::NoKing(color));
    }
    if kings.has_several() {
        refusals.push(Refusal::SeveralKings { color, kings });
    }
    let pawns = board.pieces(color, PieceType::Pawn).count();
    if pawns > 8 {
        refusals.push(Refusal::TooManyPawns { color, count: pawns });
    }
    let count = board.by_color(color).count();
    if count > 16 {
        refusals.push(Refusal::TooManyPieces { color, count });
    }
}

/// Refuses adjacent kings, and a king left in check.
fn check_kings(board: &Position, refusals: &mut Vec<Refusal>) {
    let king = |color| board.pieces(color, PieceType::King).single();
    if let (Some(white), Some(black)) = (king(Color::White), king(Color::Black))
        && attacks::king(white).contains(black)
    {
        refusals.push(Refusal::KingsAdjacent { white, black });
    }
    let color = board.turn.other();
    if let Some(king) = king(color) {
        let checkers = board.attackers_to(king, board.turn, board.occupied()) & !board.by_type(PieceType::King);
        if !checkers.is_empty() {
            let only = checkers.single().and_then(|square| board.piece_at(square)).map(|piece| piece.kind);
            refusals.push(Refusal::OpponentInCheck { color, king, checkers, kind: only });
        }
    }
}

/// The error in the right to castle with the rook on this square.
fn check_castling(board: &Position, rook: Square) -> Option<Refusal> {
    let color = if rook.rank().index() < 4 { Color::White } else { Color::Black };
    let back_rank = Bitboard::of_rank(color.back_rank());
    if !(board.pieces(color, PieceType::Rook) & back_rank).contains(rook) {
        return Some(Refusal::CastlingWithoutRook { color, rook });
    }
    let kings = board.pieces(color, PieceType::King) & back_rank;
    if kings.is_empty() {
        return Some(Refusal::CastlingWithoutKing { color, rook });
    }
    // Several kings are refused elsewhere.
    let king = kings.single()?;
    let has_outer_rook = (board.castling & back_rank).into_iter().any(|other| {
        CastlingSide::new(king, other) == CastlingSide::new(king, rook) && attacks::between(king, other).contains(rook)
    });
    has_outer_rook.then_some(Refusal::CastlingWithTwoRooks { color, rook })
}

/// The error in the en passant square itself.
fn check_en_passant(board: &Position, square: Square) -> Option<Refusal> {
    let rank = match board.turn {
        Color::White => Rank::SIXTH,
        Color::Black => Rank::THIRD,
    };
    if square.rank() != rank {
        return Some(Refusal::EnPassantRank(square));
    }
    if !board.pieces(board.turn.other(), PieceType::Pawn).contains(en_passant_victim(square)) {
        return Some(Refusal::EnPassantWithoutPawn(square));
    }
    if board.occupied().contains(square) {
        return Some(Refusal::EnPassantOccupied(square));
    }
    board.occupied().contains(en_passant_origin(square)).then_some(Refusal::EnPassantOrigin(square))
}

/// Refuses checks that no last move can have given. `en_passant` is the en passant square, if it is sound.
fn check_checks(board: &Position, en_passant: Option<Square>) -> Option<Refusal> {
    let king = board.king(board.turn);
    let checkers = board.checkers() & !board.by_type(PieceType::King);
    if checkers.count() > 2 {
        return Some(Refusal::TripleCheck(checkers));
    }
    if let Some(square) = en_passant.filter(|_| !checkers.is_empty()) {
        // The pawn gives check itself, or it uncovers a check by leaving its square; it cannot do both.
        let pushed = Bitboard::from_square(en_passant_victim(square));
        let before = (board.occupied() & !pushed) | Bitboard::from_square(en_passant_origin(square));
        let others = board.attackers_to(king, board.turn.other(), before) & !pushed & !board.by_type(PieceType::King);
        let possible = !checkers.has_several() && (checkers == pushed || others.is_empty());
        return (!possible).then_some(Refusal::EnPassantCheck { square, checkers });
    }
    if !checkers.has_several() {
        return None;
    }
    let first = checkers.first()?;
    let second = checkers.without_first().first()?;
    let sliders = checkers & (board.diagonal_sliders() | board.straight_sliders());
    let aligned = attacks::line(first, second).contains(king);
    (sliders.is_empty() || aligned).then_some(Refusal::DoubleCheck(checkers))
}

/// Counts pieces beyond those of the initial position, which were pawns: pawns and promoted pieces are at most eight.
fn excess_material(board: &Position, color: Color) -> Option<Doubt> {
    let bishops = board.pieces(color, PieceType::Bishop);
    let beyond = |count: u32, at_start: u32| count.saturating_sub(at_start);
    let promoted = beyond(board.pieces(color, PieceType::Knight).count(), 2)
        + beyond((bishops & Bitboard::LIGHT).count(), 1)
        + beyond((bishops & Bitboard::DARK).count(), 1)
        + beyond(board.pieces(color, PieceType::Rook).count(), 2)
        + beyond(board.pieces(color, PieceType::Queen).count(), 1);
    let pawns = board.pieces(color, PieceType::Pawn).count();
    (pawns + promoted > 8).then_some(Doubt::ExcessMaterial { color, pawns, promoted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    fn setup(text: &str) -> Setup {
        fen::parse(text.as_bytes()).unwrap().setup
    }

    fn refusals(text: &str) -> Vec<String> {
        setup(text).position().unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_reasons_are_returned_at_once() {
        assert_eq!(
            refusals("P2k4/8/8/8/8/8/8/R2QK1KR w KQq e3 0 1"),
            [
                "White has 2 kings: e1 and g1",
                "a pawn cannot be on a8",
                "Black's king on d8 is in check from the queen on d1, but it is White's move",
                "Black has the right to castle with a rook on a8, but there is no such rook",
                "the en passant square e3 is on the wrong rank for the side to move",
            ]
        );
    }

    #[test]
    fn kings_and_pieces_are_counted() {
        assert_eq!(refusals("8/8/8/8/8/8/8/8 w - - 0 1"), ["White has no king", "Black has no king"]);
        assert_eq!(refusals("8/8/8/3kK3/8/8/8/8 w - - 0 1"), ["the kings on e5 and d5 are adjacent"]);
        assert_eq!(
            refusals("4k3/p7/8/8/8/P7/PPPPPPPP/RNBQKBNR w - - 0 1"),
            ["White has 9 pawns, more than eight", "White has 17 pieces, more than sixteen"]
        );
    }

    #[test]
    fn castling_rights_need_king_and_rook() {
        assert_eq!(
            refusals("4k3/8/8/8/8/8/4K3/R6R w K - 0 1"),
            ["White has the right to castle with the rook on h1, but the king is not on rank 1"]
        );
        assert_eq!(
            refusals("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1"),
            ["White has the right to castle with two rooks on the same side of the king: on g1 and beyond"]
        );
    }

    #[test]
    fn en_passant_needs_a_double_step() {
        let reason = |text| refusals(text).concat();
        assert_eq!(
            reason("4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1"),
            "the en passant square e3 is on the wrong rank for the side to move"
        );
        assert_eq!(reason("4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1"), "the en passant square e6 requires a pawn on e5");
        assert_eq!(reason("4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1"), "the en passant square e6 is occupied");
        assert_eq!(
            reason("3k4/4n3/8/3Pp3/8/8/8/4K3 w - e6 0 1"),
            "the en passant square is e6, but the pawn cannot have come from e7, which is occupied"
        );
        assert_eq!(
            reason("4k3/8/8/3Pp3/7b/8/8/4K3 w - e6 0 1"),
            "a double step over e6 cannot have given check from h4"
        );
        // A check by the pawn itself, and one that its step uncovered.
        assert!(setup("4k3/8/8/3Pp3/3K4/8/8/8 w - e6 0 1").position().is_ok());
        assert!(setup("3qk3/8/8/3Pp3/7K/8/8/8 w - e6 0 1").position().is_ok());
    }

    #[test]
    fn checks_must_come_from_one_move() {
        let reason = |text| refusals(text).concat();
        assert_eq!(reason("4k3/8/8/8/8/3n1n2/4r3/4K3 w - - 0 1"), "3 pieces give check: e2, d3 and f3");
        assert_eq!(reason("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1"), "no single move can give check from d3 and f3");
        assert_eq!(reason("4k3/8/8/8/4r3/4K3/4q3/8 w - - 0 1"), "no single move can give check from e2 and e4");
        assert!(setup("4k3/8/8/8/4r3/5n2/8/4K3 w - - 0 1").position().is_ok());
        let both_knights = setup("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1");
        assert_eq!(both_knights.position_ignoring_reachability().unwrap().checkers().count(), 2);
    }

    #[test]
    fn impossible_rights_can_be_dropped() {
        let (position, dropped) =
            setup("4k2r/8/8/8/8/8/8/4K2R w KQkq e6 0 1").position_without_impossible_rights().unwrap();
        assert_eq!(position.to_fen(), "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1");
        assert_eq!(dropped.len(), 3);
        assert!(setup("8/8/8/8/8/8/8/4K2R w KQ - 0 1").position_without_impossible_rights().is_err());
    }

    #[test]
    fn a_doubtful_position_is_playable() {
        let doubts = |text: &str| {
            assert!(setup(text).position().is_ok(), "{text}");
            setup(text).doubts().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            doubts("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"),
            ["White has 1 promoted piece and 8 pawns, more than eight in all"]
        );
        assert_eq!(doubts("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1").len(), 0);
        assert_eq!(
            doubts("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 3 9"),
            ["the half-move clock is 3, but a pawn has just made a double step"]
        );
        assert_eq!(doubts("4k3/8/8/8/8/8/8/4K3 b - - 4 2"), ["the half-move clock is 4 after 3 plies"]);
        let unchanged = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -";
        assert_eq!(
            doubts(&format!("{unchanged} 0 7")),
            ["the half-move clock is 0 after 13 plies, but nothing was captured and no pawn has moved"]
        );
        for right in [
            format!("{unchanged} 13 7"),
            format!("{unchanged} 12 7"),
            format!("{unchanged} 0 1"),
            "4k3/8/8/8/8/8/8/4K3 b - - 0 7".into(),
        ] {
            assert_eq!(doubts(&right), [""; 0]);
        }
        assert_eq!(doubts("4k3/8/8/8/8/8/8/4K3 b - - 0 0"), ["the full-move number is 0"]);
        assert_eq!(
            doubts("4k3/8/8/8/8/8/8/KR6 w B - 0 1"),
            ["White has a castling right with the king on a1, where no king starts a game"]
        );
    }

    #[test]
    fn castling_rights_fit_an_initial_position() {
        let doubt = |placement: &str, castling: &str| {
            let setup = fen::parse(format!("{placement} w {castling} - 0 1").as_bytes()).unwrap().setup;
            setup.position().unwrap().castling_doubt().map(|doubt| doubt.to_string())
        };
        for (placement, castling, said) in [
            ("4k2r/8/8/8/8/8/8/K6R", "Kk", "White has a castling right with the king on a1"),
            ("4k2r/8/8/8/8/8/8/R2K3R", "KQk", "kings on d1 and e8 cannot both"),
            ("r3k2r/8/8/8/8/8/8/1R2K2R", "KQkq", "rooks on b1 and a8, but"),
            ("r3k1r1/8/8/8/8/8/8/1R2K2R", "Kk", "rooks on h1 and g8, but"),
        ] {
            assert!(
                doubt(placement, castling).is_some_and(|doubt| doubt.contains(said)),
                "{:?}",
                doubt(placement, castling)
            );
        }
        for (placement, castling) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R", "KQkq"),
            ("r3k1r1/8/8/8/8/8/8/1R2K2R", "Kq"),
            ("r2k3r/8/8/8/8/8/8/R3K2R", "KQ"),
            ("1rk3r1/8/8/8/8/8/8/1RK3R1", "KQkq"),
            ("2k4r/8/8/8/8/8/8/K6R", "-"),
        ] {
            assert_eq!(doubt(placement, castling), None, "{placement}");
        }
    }
}
