//! The generator of legal moves.
//!
//! Use [`Position::legal_moves`] to list the moves, [`Position::count_legal_moves`] to count them, or
//! [`Position::has_legal_move`] to test for one. The generator finds the set of legal targets of each piece directly,
//! from pins and checks. A `Receiver` takes the sets: it lists the moves, counts them, or stops at the first one.

use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Deref;

use super::attacks::{self, MoveShape, sets};
use super::bitboard::Bitboard;
use super::moves::{Move, MoveKind};
use super::piece::{Color, PieceType};
use super::position::Position;
use super::square::{Rank, Square};

/// An upper bound on the moves of any position. A side has at most sixteen pieces. Fifteen have at most 27 moves each
/// (a queen in the center; a pawn has at most twelve), the king has eight, and there are two castling moves.
const CAPACITY: usize = 15 * 27 + 8 + 2;

/// The legal moves of a position, stored without heap allocation.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [Move; CAPACITY],
}

impl MoveList {
    const fn new() -> Self {
        let nothing = Move::new(Square::from_index(0), Square::from_index(0), MoveKind::Normal);
        Self { len: 0, moves: [nothing; CAPACITY] }
    }

    #[inline]
    fn push(&mut self, m: Move) {
        self.moves[self.len] = m;
        self.len += 1;
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::array::IntoIter<Move, CAPACITY>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Position {
    /// All legal moves (Laws 3.10.1). The order is unspecified but always the same.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::{MoveKind, Position};
    ///
    /// let position = Position::from_fen("7k/P7/8/8/8/8/8/7K w - - 0 1")?;
    /// let moves = position.legal_moves();
    /// assert_eq!(moves.len(), 7);
    /// let promotions = moves.iter().filter(|mv| matches!(mv.kind(), MoveKind::Promotion(_)));
    /// assert_eq!(promotions.count(), 4);
    /// # Ok::<_, adoube::PositionError>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.visit_legal_moves(|m| {
            list.push(m);
            Continue(())
        });
        list
    }

    /// Passes the legal moves to `visit` one by one, in the order of [`Position::legal_moves`], until it returns
    /// [`Break`]. Later moves are then not generated.
    #[inline]
    pub fn visit_legal_moves(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.generate(&mut Visit(visit))
    }

    /// The number of legal moves, counted without listing them.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// assert_eq!(Position::initial().count_legal_moves(), 20);
    /// ```
    pub fn count_legal_moves(&self) -> u32 {
        let mut count = Count(0);
        let _ = self.generate(&mut count);
        count.0
    }

    /// The number of legal moves if it is less than `enough`; otherwise some number from `enough` up. Counting stops
    /// early.
    pub(crate) fn count_legal_moves_to(&self, enough: u32) -> u32 {
        let mut count = CountTo { count: Count(0), enough };
        let _ = self.generate(&mut count);
        count.count.0
    }

    /// Whether there is any legal move.
    pub fn has_legal_move(&self) -> bool {
        let checkers = self.checkers();
        if checkers.is_empty() {
            return self.has_obvious_move()
                || self.any_can_advance(!self.pinned())
                || self.generate(&mut Any).is_break();
        }
        self.can_meet(checkers)
    }

    /// Whether there is a legal move in check from these pieces.
    fn can_meet(&self, checkers: Bitboard) -> bool {
        self.king_moves(&mut Any).is_break() || checkers.single().is_some_and(|checker| self.can_stop(checker))
    }

    /// Whether a piece other than the king can capture the only checker or move between it and the king. Iterates over
    /// the few target squares, which avoids lookups in the large tables of sliding attacks.
    fn can_stop(&self, checker: Square) -> bool {
        let (us, king) = (self.turn, self.king(self.turn));
        // A pin line differs from the line of the check, and meets it only at the king.
        let free = !self.pinned() & !Bitboard::from_square(king);
        let occupied = self.occupied();
        let is_reached = |to: Square| {
            let pawns = attacks::origins(MoveShape::Push(us), to) & self.pieces(us, PieceType::Pawn) & free;
            let pushed = |from: Square| (attacks::between(from, to) & occupied).is_empty();
            let pieces = self.attackers_to(to, us, occupied) & free & !self.by_type(PieceType::Pawn);
            !pieces.is_empty() || pawns.into_iter().any(pushed)
        };
        !(self.attackers_to(checker, us, occupied) & free).is_empty()
            || !self.en_passant_capturers().is_empty()
            || attacks::between(king, checker).into_iter().any(is_reached)
    }

    /// A fast test for a legal move, for a side that is not in check. It is true if a knight or a pawn can move that is
    /// not on a line with its king and so cannot be pinned. If it is false there may still be a legal move.
    pub(crate) fn has_obvious_move(&self) -> bool {
        let lines = attacks::origins(MoveShape::Piece(PieceType::Queen), self.king(self.turn));
        self.any_can_advance(!lines)
    }

    /// Whether a pawn of the side to move among `pieces` can be pushed, or a knight among them can move.
    fn any_can_advance(&self, pieces: Bitboard) -> bool {
        let own = self.by_color(self.turn);
        let pawns = own & pieces & self.by_type(PieceType::Pawn);
        let ahead = sets::ahead(self.turn, pawns);
        let can_go = |from| !(attacks::knight(from) & !own).is_empty();
        !(ahead & !self.occupied()).is_empty()
            || (own & pieces & self.by_type(PieceType::Knight)).into_iter().any(can_go)
    }

    /// Whether the side to move is checkmated (Laws 5.1.1).
    pub fn is_checkmate(&self) -> bool {
        let checkers = self.checkers();
        !checkers.is_empty() && !self.can_meet(checkers)
    }

    /// Whether the side to move is stalemated (Laws 5.2.1).
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::Position;
    ///
    /// let position = Position::from_fen("k7/8/1Q6/8/8/8/8/7K b - - 0 1")?;
    /// assert!(position.is_stalemate());
    /// # Ok::<_, adoube::PositionError>(())
    /// ```
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Passes all legal moves to the receiver.
    #[inline]
    fn generate<R: Receiver>(&self, receiver: &mut R) -> ControlFlow<()> {
        let checkers = self.checkers();
        if checkers.has_several() {
            return self.king_moves(receiver);
        }
        // A check by one piece is met by a capture or by blocking its line.
        let targets = match checkers.first() {
            Some(checker) => checkers | attacks::between(self.king(self.turn), checker),
            None => !self.by_color(self.turn),
        };
        let pinned = self.pinned();
        self.piece_moves(pinned, targets, receiver)?;
        self.pawn_moves(pinned, targets, receiver)?;
        if let Some(to) = self.legal_en_passant() {
            for from in self.safe_en_passant_capturers(to) {
                receiver.special_move(Move::new(from, to, MoveKind::EnPassant))?;
            }
        }
        if checkers.is_empty() && !(self.castling & self.by_color(self.turn)).is_empty() {
            self.castlings(receiver)?;
        }
        // Last because they cost the most; a search for any move seldom gets here.
        self.king_moves(receiver)
    }

    #[inline]
    fn king_moves<R: Receiver>(&self, receiver: &mut R) -> ControlFlow<()> {
        let (us, them) = (self.turn, self.turn.other());
        let king = self.king(us);
        let mut safe = attacks::king(king) & !self.by_color(us);
        // With the king removed, so that it does not shield squares from a slider.
        let occupied = self.occupied() & !Bitboard::from_square(king);
        if safe.count() > FEW_SQUARES {
            safe &= !self.attacked_by(them, occupied);
        } else {
            for to in safe {
                if !self.attackers_to(to, them, occupied).is_empty() {
                    safe &= !Bitboard::from_square(to);
                }
            }
        }
        receiver.piece_moves_to(king, safe)
    }

    #[inline]
    fn piece_moves<R: Receiver>(&self, pinned: Bitboard, targets: Bitboard, receiver: &mut R) -> ControlFlow<()> {
        let us = self.turn;
        let occupied = self.occupied();
        let king = self.king(us);
        let allowed = |from| if pinned.contains(from) { targets & attacks::line(king, from) } else { targets };
        for from in self.pieces(us, PieceType::Knight) & !pinned {
            receiver.piece_moves_to(from, attacks::knight(from) & targets)?;
        }
        for from in self.pieces(us, PieceType::Bishop) {
            receiver.piece_moves_to(from, attacks::bishop(from, occupied) & allowed(from))?;
        }
        for from in self.pieces(us, PieceType::Rook) {
            receiver.piece_moves_to(from, attacks::rook(from, occupied) & allowed(from))?;
        }
        for from in self.pieces(us, PieceType::Queen) {
            receiver.piece_moves_to(from, attacks::queen(from, occupied) & allowed(from))?;
        }
        Continue(())
    }

    /// Generates the moves of all unpinned pawns at once, then those of each pinned pawn along its line.
    #[inline]
    fn pawn_moves<R: Receiver>(&self, pinned: Bitboard, targets: Bitboard, receiver: &mut R) -> ControlFlow<()> {
        let us = self.turn;
        let pawns = self.pieces(us, PieceType::Pawn);
        self.pawn_set_moves(pawns & !pinned, targets, receiver)?;
        for from in pawns & pinned {
            let along = targets & attacks::line(self.king(us), from);
            self.pawn_set_moves(Bitboard::from_square(from), along, receiver)?;
        }
        Continue(())
    }

    #[inline]
    fn pawn_set_moves<R: Receiver>(&self, pawns: Bitboard, targets: Bitboard, receiver: &mut R) -> ControlFlow<()> {
        let us = self.turn;
        let vacant = !self.occupied();
        let enemies = self.by_color(us.other()) & targets;
        let [push, left, right] = steps(us);
        let one = push.shift(pawns) & vacant;
        let third_rank = Bitboard::of_rank(match us {
            Color::White => Rank::THIRD,
            Color::Black => Rank::SIXTH,
        });
        let two = push.shift(one & third_rank) & vacant & targets;
        let double = Step { by: push.by * 2, ..push };
        receiver.pawns(double, two)?;
        receiver.pawns(push, one & targets)?;
        receiver.pawns(left, left.shift(pawns) & enemies)?;
        receiver.pawns(right, right.shift(pawns) & enemies)
    }

    #[inline(never)]
    fn castlings<R: Receiver>(&self, receiver: &mut R) -> ControlFlow<()> {
        for rook in self.castling & self.by_color(self.turn) {
            if self.castling_is_legal(rook) {
                receiver.special_move(Move::new(self.king(self.turn), rook, MoveKind::Castle))?;
            }
        }
        Continue(())
    }
}

/// Up to this number of squares, testing each one is faster than computing all attacks of a side.
const FEW_SQUARES: u32 = 2;

/// A step that all pawns of a side take together.
#[derive(Clone, Copy)]
struct Step {
    /// The difference of the square indices.
    by: i8,
    /// The possible targets, so that a sideways step does not wrap around the edge.
    ends: Bitboard,
}

impl Step {
    #[inline]
    fn shift(self, pawns: Bitboard) -> Bitboard {
        Bitboard(pawns.0.rotate_left(self.by.rem_euclid(64).unsigned_abs().into())) & self.ends
    }

    /// The origin of a pawn that arrives on `to`.
    #[inline]
    fn origin(self, to: Square) -> Square {
        Square::from_index((to.index() as u8).wrapping_add_signed(-self.by))
    }
}

/// The push, the capture towards the a-file and the capture towards the h-file.
#[inline]
const fn steps(color: Color) -> [Step; 3] {
    const NOT_A: Bitboard = Bitboard(0xfefe_fefe_fefe_fefe);
    const NOT_H: Bitboard = Bitboard(0x7f7f_7f7f_7f7f_7f7f);
    match color {
        Color::White => [Step { by: 8, ends: Bitboard::ALL }, Step { by: 7, ends: NOT_H }, Step { by: 9, ends: NOT_A }],
        Color::Black => {
            [Step { by: -8, ends: Bitboard::ALL }, Step { by: -9, ends: NOT_H }, Step { by: -7, ends: NOT_A }]
        }
    }
}

/// A consumer of legal moves; [`Break`] ends the generation.
trait Receiver {
    /// A piece may move to each of these squares.
    fn piece_moves_to(&mut self, from: Square, to: Bitboard) -> ControlFlow<()>;
    /// A pawn may take this step to each of these squares, with promotion on the last rank.
    fn pawns(&mut self, step: Step, to: Bitboard) -> ControlFlow<()>;
    /// A single move of another kind is legal.
    fn special_move(&mut self, m: Move) -> ControlFlow<()>;
}

/// The kinds that a pawn may be promoted to (Laws 3.7.3.3).
const PROMOTIONS: [PieceType; 4] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// Passes moves to a function.
struct Visit<F>(F);

impl<F: FnMut(Move) -> ControlFlow<()>> Receiver for Visit<F> {
    #[inline]
    fn piece_moves_to(&mut self, from: Square, to: Bitboard) -> ControlFlow<()> {
        to.into_iter().try_for_each(|to| self.0(Move::new(from, to, MoveKind::Normal)))
    }

    #[inline]
    fn pawns(&mut self, step: Step, to: Bitboard) -> ControlFlow<()> {
        for square in to & !Bitboard::LAST_RANKS {
            self.0(Move::new(step.origin(square), square, MoveKind::Normal))?;
        }
        for square in to & Bitboard::LAST_RANKS {
            for kind in PROMOTIONS {
                self.0(Move::new(step.origin(square), square, MoveKind::Promotion(kind)))?;
            }
        }
        Continue(())
    }

    #[inline]
    fn special_move(&mut self, m: Move) -> ControlFlow<()> {
        self.0(m)
    }
}

struct Count(u32);

impl Receiver for Count {
    #[inline]
    fn piece_moves_to(&mut self, _from: Square, to: Bitboard) -> ControlFlow<()> {
        self.0 += to.count();
        Continue(())
    }

    #[inline]
    fn pawns(&mut self, _step: Step, to: Bitboard) -> ControlFlow<()> {
        self.0 += to.count() + 3 * (to & Bitboard::LAST_RANKS).count();
        Continue(())
    }

    #[inline]
    fn special_move(&mut self, _m: Move) -> ControlFlow<()> {
        self.0 += 1;
        Continue(())
    }
}

/// Counts moves up to `enough`.
struct CountTo {
    count: Count,
    enough: u32,
}

impl CountTo {
    #[inline]
    fn go_on(&self) -> ControlFlow<()> {
        if self.count.0 < self.enough { Continue(()) } else { Break(()) }
    }
}

impl Receiver for CountTo {
    #[inline]
    fn piece_moves_to(&mut self, from: Square, to: Bitboard) -> ControlFlow<()> {
        self.count.piece_moves_to(from, to)?;
        self.go_on()
    }

    #[inline]
    fn pawns(&mut self, step: Step, to: Bitboard) -> ControlFlow<()> {
        self.count.pawns(step, to)?;
        self.go_on()
    }

    #[inline]
    fn special_move(&mut self, m: Move) -> ControlFlow<()> {
        self.count.special_move(m)?;
        self.go_on()
    }
}

/// Stops at the first move.
struct Any;

impl Receiver for Any {
    #[inline]
    fn piece_moves_to(&mut self, _from: Square, to: Bitboard) -> ControlFlow<()> {
        if to.is_empty() { Continue(()) } else { Break(()) }
    }

    #[inline]
    fn pawns(&mut self, _step: Step, to: Bitboard) -> ControlFlow<()> {
        if to.is_empty() { Continue(()) } else { Break(()) }
    }

    #[inline]
    fn special_move(&mut self, _m: Move) -> ControlFlow<()> {
        Break(())
    }
}
