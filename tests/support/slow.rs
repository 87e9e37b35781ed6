//! A reference implementation of legal moves, as direct as possible: a board of 64 squares, trying every move and
//! testing the king.

use adoube::chess::moves::{Move, MoveKind};
use adoube::chess::piece::{Color, Piece, PieceType};
use adoube::chess::position::Position;
use adoube::chess::setup::Setup;
use adoube::chess::square::{File, Square};

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// All legal moves, sorted.
pub(crate) fn legal_moves(position: &Position) -> Vec<Move> {
    let board = position.to_setup();
    let mut moves: Vec<Move> = Square::all().flat_map(|from| moves_from(&board, from)).collect();
    moves.retain(|&m| {
        let after = squares_after(&board, m);
        let king = find_king(&after, board.turn);
        !is_attacked(&after, king, board.turn.other())
    });
    moves.sort_unstable();
    moves
}

fn find_king(squares: &[Option<Piece>; 64], color: Color) -> Square {
    let king = Some(Piece { color, kind: PieceType::King });
    Square::all().find(|square| squares[square.index()] == king).unwrap()
}

/// The pseudo-legal moves of the piece on `from`.
fn moves_from(board: &Setup, from: Square) -> Vec<Move> {
    let Some(Piece { color, kind }) = board.squares[from.index()] else { return Vec::new() };
    if color != board.turn {
        return Vec::new();
    }
    match kind {
        PieceType::Pawn => pawn_moves(board, from),
        PieceType::King => king_moves(board, from),
        _ => normal_moves(board, from),
    }
}

fn normal_moves(board: &Setup, from: Square) -> Vec<Move> {
    let is_own = |square: &Square| board.squares[square.index()].is_some_and(|piece| piece.color == board.turn);
    let seen = seen_from(&board.squares, from).into_iter().filter(|to| !is_own(to));
    seen.map(|to| Move::new(from, to, MoveKind::Normal)).collect()
}

fn king_moves(board: &Setup, from: Square) -> Vec<Move> {
    let mut moves = normal_moves(board, from);
    let rooks = Square::all().filter(|&rook| board.castling.contains(rook) && rook.rank() == board.turn.back_rank());
    moves.extend(
        rooks.filter(|&rook| may_castle(board, from, rook)).map(|rook| Move::new(from, rook, MoveKind::Castle)),
    );
    moves
}

fn may_castle(board: &Setup, king: Square, rook: Square) -> bool {
    let (king_to, rook_to) = castled(king, rook);
    let on_rank = |a: Square, b: Square| {
        let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
        Square::all().filter(move |square| (low..=high).contains(&square.index()))
    };
    let is_vacant = |square: Square| square == king || square == rook || board.squares[square.index()].is_none();
    on_rank(king, king_to).chain(on_rank(rook, rook_to)).chain(on_rank(king, rook)).all(is_vacant)
        && on_rank(king, king_to).all(|square| {
            let mut squares = board.squares;
            squares[king.index()] = None;
            !is_attacked(&squares, square, board.turn.other())
        })
}

fn castled(king: Square, rook: Square) -> (Square, Square) {
    let files = if rook > king { (6, 5) } else { (2, 3) };
    (Square::new(File::from_index(files.0), king.rank()), Square::new(File::from_index(files.1), king.rank()))
}

fn pawn_moves(board: &Setup, from: Square) -> Vec<Move> {
    let (forward, first_rank, last_rank) = if board.turn == Color::White { (1, 1, 7) } else { (-1, 6, 0) };
    let mut moves = Vec::new();
    let mut arrive = |to: Square| {
        if to.rank().index() == last_rank {
            let kinds = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
            moves.extend(kinds.map(|kind| Move::new(from, to, MoveKind::Promotion(kind))));
        } else {
            moves.push(Move::new(from, to, MoveKind::Normal));
        }
    };
    let vacant = |square: &Square| board.squares[square.index()].is_none();
    if let Some(one) = from.offset(0, forward).filter(vacant) {
        arrive(one);
        if from.rank().index() == first_rank
            && let Some(two) = one.offset(0, forward).filter(vacant)
        {
            arrive(two);
        }
    }
    let sides: Vec<Square> = [-1, 1].into_iter().filter_map(|side| from.offset(side, forward)).collect();
    for &to in &sides {
        if board.squares[to.index()].is_some_and(|piece| piece.color != board.turn) {
            arrive(to);
        }
    }
    moves.extend(
        sides.iter().filter(|&&to| board.en_passant == Some(to)).map(|&to| Move::new(from, to, MoveKind::EnPassant)),
    );
    moves
}

/// The squares that the piece on a square attacks.
fn seen_from(squares: &[Option<Piece>; 64], from: Square) -> Vec<Square> {
    let Some(Piece { color, kind }) = squares[from.index()] else { return Vec::new() };
    let forward = if color == Color::White { 1 } else { -1 };
    let (directions, reach): (Vec<(i8, i8)>, usize) = match kind {
        PieceType::Pawn => (vec![(-1, forward), (1, forward)], 1),
        PieceType::Knight => (LEAPS.to_vec(), 1),
        PieceType::Bishop => (DIAGONAL.to_vec(), 7),
        PieceType::Rook => (STRAIGHT.to_vec(), 7),
        PieceType::Queen => ([STRAIGHT, DIAGONAL].concat(), 7),
        PieceType::King => ([STRAIGHT, DIAGONAL].concat(), 1),
    };
    let mut seen = Vec::new();
    for (files, ranks) in directions {
        let mut at = from;
        for _ in 0..reach {
            let Some(next) = at.offset(files, ranks) else { break };
            seen.push(next);
            if squares[next.index()].is_some() {
                break;
            }
            at = next;
        }
    }
    seen
}

fn is_attacked(squares: &[Option<Piece>; 64], target: Square, by: Color) -> bool {
    let mut enemies = Square::all().filter(|square| squares[square.index()].is_some_and(|piece| piece.color == by));
    enemies.any(|from| seen_from(squares, from).contains(&target))
}

fn squares_after(board: &Setup, m: Move) -> [Option<Piece>; 64] {
    let mut squares = board.squares;
    let piece = squares[m.from().index()].take();
    match m.kind() {
        MoveKind::Normal => squares[m.to().index()] = piece,
        MoveKind::Promotion(kind) => squares[m.to().index()] = Some(Piece { color: board.turn, kind }),
        MoveKind::EnPassant => {
            squares[m.to().index()] = piece;
            squares[Square::new(m.to().file(), m.from().rank()).index()] = None;
        }
        MoveKind::Castle => {
            let (king_to, rook_to) = castled(m.from(), m.to());
            let rook = squares[m.to().index()].take();
            squares[king_to.index()] = piece;
            squares[rook_to.index()] = rook;
        }
    }
    squares
}
