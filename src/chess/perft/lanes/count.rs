//! The number of replies to eight moves at once, without branches that depend on a board.
//!
//! The masks of legal moves are the same as in `moves`: checkers, pins, attacked squares. But all operations are on
//! sets, never on square indices.
//!
//! 1. *Danger*: the squares that the moving side attacks, with the enemy king removed.
//! 2. *Lines to the king*: on each line, the rays of the king in one direction are intersected with those of the moving
//!    side's sliders in the opposite direction. A vacant square in both is between a checker and the king; an enemy
//!    piece in both is pinned.
//!
//!    ```text
//!      k . . n . R        from k →  . . n      from R ←  n . .      in both: n, pinned
//!      k . . . . R        from k →  . . . . R  from R ←  k . . . .  in both: the four squares between
//!    ```
//!
//! 3. *Counting*: a pinned slider may move only along its line. So for each direction, the sliders pinned on *another*
//!    line are removed, and every attacked square is one move. Rays of one direction never overlap, because the first
//!    piece stops them, so the sizes of the sets add up.
//!
//! Kinds of pieces that a side does not have are skipped; this branch is the same for all moves of a node.

use super::super::board::{BISHOP, Castles, KING, KNIGHT, Node, PAWN, QUEEN, ROOK, Side, Squares, bit, first};
use super::super::moves::{king, knight};
use super::batch::{MoveBatch, PlayedMoves};
use super::rays::{Diagonals, Orientations, Straights, along_line, kings, knights};
use super::vector::Vector;

/// The number of replies to all moves of side `S` in `moves`, without captures en passant.
#[inline(always)]
pub(super) fn replies<S: Side, V: Vector>(castles: &Castles, node: &Node, moves: &PlayedMoves) -> u64 {
    let kinds = Kinds::new::<S>(node, moves.promotes);
    let mut total = V::EMPTY;
    for batch in moves.batches() {
        let board = Boards::<V>::new::<S>(node, &batch);
        let attacks = Attacks::new::<S>(node, &kinds, &board, &batch);
        let occupied = Orientations::new(board.occupied);
        let lines = Lines::new::<S>(node, &kinds, &board, &occupied, &attacks);
        let count = king_moves::<S, V>(castles, node, &board, &attacks, &lines)
            .plus(slider_moves::<S, V>(node, &kinds, &board, &occupied, &lines))
            .plus(knight_moves::<S, V>(node, &board, &lines))
            .plus(pawn_moves::<S, V>(node, &board, &lines));
        total = total.plus(count.keep(batch.lanes));
    }
    total.total()
}

/// The kinds of pieces that can be on any of the boards.
#[expect(clippy::struct_excessive_bools, reason = "five questions with five answers")]
struct Kinds {
    our_straight: bool,
    our_diagonal: bool,
    our_knights: bool,
    their_straight: bool,
    their_diagonal: bool,
}

impl Kinds {
    #[inline(always)]
    fn new<S: Side>(node: &Node, promotes: bool) -> Self {
        Self {
            our_straight: promotes || node.straight::<S>() != 0,
            our_diagonal: promotes || node.diagonal::<S>() != 0,
            our_knights: promotes || node.pieces::<S>(KNIGHT) != 0,
            their_straight: node.straight::<S::Other>() != 0,
            their_diagonal: node.diagonal::<S::Other>() != 0,
        }
    }
}

/// The boards after the moves. *We* have moved, *they* reply.
struct Boards<V> {
    our_pawns: V,
    our_knights: V,
    our_diagonal: V,
    our_straight: V,
    our_king: V,
    ours: V,
    theirs: V,
    occupied: V,
    /// Their king, which is on the same square of all boards.
    their_king: u64,
}

impl<V: Vector> Boards<V> {
    #[inline(always)]
    fn new<S: Side>(node: &Node, batch: &MoveBatch) -> Self {
        let own = node.all_pieces::<S>();
        let (to, path) = (V::load(&batch.to).keep(batch.lanes), V::load(&batch.path).keep(batch.lanes));
        let (pawns, piece) = (V::load(&batch.pawns), V::load(&batch.piece));
        let moved = |kind: usize| V::splat(node.kinds[kind] & own) ^ piece.keep(batch.kinds[kind]);
        let (bishops, queens) = (moved(BISHOP), moved(QUEEN));
        let rooks = moved(ROOK) ^ pawns.keep(batch.castlings);
        let ours = V::splat(own) ^ path;
        let theirs = V::splat(node.all_pieces::<S::Other>()).without(to);
        Self {
            our_pawns: V::splat(node.kinds[PAWN] & own) ^ pawns.keep(batch.lanes & !batch.castlings),
            our_knights: moved(KNIGHT),
            our_diagonal: bishops | queens,
            our_straight: rooks | queens,
            our_king: moved(KING),
            ours,
            theirs,
            occupied: ours | theirs,
            their_king: node.pieces::<S::Other>(KING),
        }
    }

    /// Their pieces on these squares.
    #[inline(always)]
    fn their(&self, set: u64) -> V {
        V::splat(set) & self.theirs
    }
}

/// The squares that we attack, with their king removed.
struct Attacks<V> {
    straights: Straights<V>,
    diagonals: Diagonals<V>,
    all: V,
}

impl<V: Vector> Attacks<V> {
    #[inline(always)]
    fn new<S: Side>(node: &Node, kinds: &Kinds, board: &Boards<V>, batch: &MoveBatch) -> Self {
        let occupied = board.occupied ^ V::splat(board.their_king);
        let mut all = pawn_captures::<S, V>(board.our_pawns);
        let mut straights = Straights::NONE;
        if kinds.our_straight {
            straights = Straights::new(board.our_straight, board.our_straight, &Orientations::new(occupied));
            all = all | straights.east | straights.west | straights.on_files();
        }
        let mut diagonals = Diagonals::NONE;
        if kinds.our_diagonal {
            diagonals = Diagonals::new(board.our_diagonal, board.our_diagonal, !occupied);
            all = all | diagonals.all();
        }
        if kinds.our_knights {
            all = all | knights(board.our_knights);
        }
        let around_our_king =
            if batch.kinds[KING] == 0 { V::splat(king(first(node.pieces::<S>(KING)))) } else { kings(board.our_king) };
        Self { straights, diagonals, all: all | around_our_king }
    }
}

/// The lines between our sliders and their king.
struct Lines<V> {
    /// Their pieces that are pinned on ranks, files, rising and falling diagonals.
    pinned: [V; 4],
    all_pinned: V,
    without_check: u8,
    /// The targets of pieces other than the king, own pieces not excluded: all without check, the checker and the
    /// squares between in check, none in double check.
    targets: V,
}

impl<V: Vector> Lines<V> {
    #[inline(always)]
    fn new<S: Side>(
        node: &Node,
        kinds: &Kinds,
        board: &Boards<V>,
        occupied: &Orientations<V>,
        attacks: &Attacks<V>,
    ) -> Self {
        let square = first(node.pieces::<S::Other>(KING));
        let (mut rank, mut file, mut rising, mut falling) = (V::EMPTY, V::EMPTY, V::EMPTY, V::EMPTY);
        let mut checkers = (board.our_knights & V::splat(knight(square)))
            | (board.our_pawns & V::splat(S::Other::pawn_attacks(board.their_king)));
        if kinds.our_straight {
            let seen = Straights::from_square(square, occupied);
            let ours = &attacks.straights;
            rank = (seen.east & ours.west) | (seen.west & ours.east);
            let turned = (seen.south_turned & ours.north_turned) | (seen.north_turned & ours.south_turned);
            file = turned.turned_back();
            checkers = checkers | (board.our_straight & (seen.east | seen.west | seen.on_files()));
        }
        if kinds.our_diagonal {
            let [up, down] = diagonals_through(board.their_king);
            let flipped = board.occupied.flipped();
            let (north_east, south_west) = along_line(board.their_king, up, board.occupied, flipped);
            let (north_west, south_east) = along_line(board.their_king, down, board.occupied, flipped);
            let ours = &attacks.diagonals;
            rising = (north_east & ours.south_west) | (south_west & ours.north_east);
            falling = (north_west & ours.south_east) | (south_east & ours.north_west);
            checkers = checkers | (board.our_diagonal & (north_east | south_west | north_west | south_east));
        }
        let pinned = [rank & board.theirs, file & board.theirs, rising & board.theirs, falling & board.theirs];
        let between = (rank | file | rising | falling).without(board.occupied);
        let without_check = checkers.empty_lanes();
        let at_most_one = (checkers & checkers.minus(V::splat(1))).empty_lanes();
        let all = V::splat(u64::MAX);
        let targets = ((checkers | between) | all.keep(without_check)).keep(at_most_one);
        let [a, b, c, d] = pinned;
        Self { pinned, all_pinned: a | b | c | d, without_check, targets }
    }

    /// These pieces without those pinned on a line other than line `i`.
    #[inline(always)]
    fn free_along(&self, all_pieces: V, i: usize) -> V {
        all_pieces.without(self.all_pinned.without(self.pinned[i]))
    }
}

#[inline(always)]
fn king_moves<S: Side, V: Vector>(
    castles: &Castles,
    node: &Node,
    board: &Boards<V>,
    attacks: &Attacks<V>,
    lines: &Lines<V>,
) -> V {
    let square = first(node.pieces::<S::Other>(KING));
    let mut count = V::splat(king(square)).without(attacks.all | board.theirs).counts();
    if node.castling & node.all_pieces::<S::Other>() == 0 {
        return count;
    }
    for castle in castles.for_side::<S::Other>() {
        if node.castling & castle.rook == 0 {
            continue;
        }
        let barred = (board.occupied & V::splat(castle.vacant))
            | (attacks.all & V::splat(castle.king_squares))
            | (board.our_straight & V::splat(castle.guard));
        let rook_is_gone = board.their(castle.rook).empty_lanes();
        let legal = lines.without_check & barred.empty_lanes() & !rook_is_gone;
        count = count.plus(V::splat(1).keep(legal));
    }
    count
}

#[inline(always)]
fn slider_moves<S: Side, V: Vector>(
    node: &Node,
    kinds: &Kinds,
    board: &Boards<V>,
    occupied: &Orientations<V>,
    lines: &Lines<V>,
) -> V {
    let targets = lines.targets.without(board.theirs);
    let mut count = V::EMPTY;
    if kinds.their_straight {
        let sliders = board.their(node.straight::<S::Other>());
        let seen = Straights::new(lines.free_along(sliders, 0), lines.free_along(sliders, 1), occupied);
        let turned = targets.turned();
        count = (seen.east & targets).counts().plus((seen.west & targets).counts());
        count = count.plus((seen.south_turned & turned).counts()).plus((seen.north_turned & turned).counts());
    }
    if kinds.their_diagonal {
        let sliders = board.their(node.diagonal::<S::Other>());
        let (rising, falling) = (lines.free_along(sliders, 2), lines.free_along(sliders, 3));
        let seen = Diagonals::new(rising, falling, !board.occupied);
        count = count.plus((seen.north_east & targets).counts()).plus((seen.north_west & targets).counts());
        count = count.plus((seen.south_east & targets).counts()).plus((seen.south_west & targets).counts());
    }
    count
}

/// Counts knight by knight, since two may attack the same square. A pinned knight cannot move.
#[inline(always)]
fn knight_moves<S: Side, V: Vector>(node: &Node, board: &Boards<V>, lines: &Lines<V>) -> V {
    let targets = lines.targets.without(board.theirs);
    let free = board.theirs.without(lines.all_pinned);
    let mut count = V::EMPTY;
    for square in Squares(node.pieces::<S::Other>(KNIGHT)) {
        let is_free = !(free & V::splat(bit(square))).empty_lanes();
        count = count.plus((targets & V::splat(knight(square))).counts().keep(is_free));
    }
    count
}

#[inline(always)]
fn pawn_moves<S: Side, V: Vector>(node: &Node, board: &Boards<V>, lines: &Lines<V>) -> V {
    let pawns = board.their(node.kinds[PAWN]);
    let vacant = !board.occupied;
    let one = forward::<S::Other, V>(lines.free_along(pawns, 1)) & vacant;
    let two = forward::<S::Other, V>(one & V::splat(<S::Other as Side>::THIRD_RANK)) & vacant & lines.targets;
    let one = one & lines.targets;
    let victims = board.ours & lines.targets;
    // Captures to the left are along falling diagonals for White, along rising ones for Black.
    let (left_line, right_line) = if is_up::<S::Other>() { (3, 2) } else { (2, 3) };
    let left = left::<S::Other, V>(lines.free_along(pawns, left_line)) & victims;
    let right = right::<S::Other, V>(lines.free_along(pawns, right_line)) & victims;
    let count = one.counts().plus(two.counts()).plus(left.counts()).plus(right.counts());
    let last = V::splat(<S::Other as Side>::LAST_RANK);
    if ((one | left | right) & last).empty_lanes() == u8::MAX {
        return count;
    }
    let promotions = (one & last).counts().plus((left & last).counts()).plus((right & last).counts());
    count.plus(promotions).plus(promotions).plus(promotions)
}

/// Whether `S` is White.
#[inline(always)]
fn is_up<S: Side>() -> bool {
    S::LAST_RANK > S::BACK_RANK
}

#[inline(always)]
fn forward<S: Side, V: Vector>(set: V) -> V {
    if is_up::<S>() { set.up(8) } else { set.down(8) }
}

#[inline(always)]
fn left<S: Side, V: Vector>(set: V) -> V {
    let set = set.without(V::splat(super::super::board::A_FILE));
    if is_up::<S>() { set.up(7) } else { set.down(9) }
}

#[inline(always)]
fn right<S: Side, V: Vector>(set: V) -> V {
    let set = set.without(V::splat(super::super::board::H_FILE));
    if is_up::<S>() { set.up(9) } else { set.down(7) }
}

#[inline(always)]
pub(super) fn pawn_captures<S: Side, V: Vector>(pawns: V) -> V {
    left::<S, V>(pawns) | right::<S, V>(pawns)
}

/// The rising and the falling diagonal through a square, without the square.
#[inline(always)]
fn diagonals_through(square: u64) -> [u64; 2] {
    let [_, _, rising, falling] = super::super::rays::lines_through(first(square));
    [rising & !square, falling & !square]
}
