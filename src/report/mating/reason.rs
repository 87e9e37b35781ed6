//! Why a side cannot mate, in sentences.

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::game::mating::{Mating, MatingReason};
use crate::laws::unwinnable::{FinalLine, LineEnd, MissingMaterial, PieceReach, Proof, ReachProof};

use super::super::certificate::{man_on, names, proof_in_words, roamer};
use super::numbered;

/// The most men whose squares are told one by one.
const MOST_MEN: usize = 8;

/// The most squares that are told by name.
const MOST_SQUARES: u32 = 12;

/// What a *no* rests on, in an arbiter's words.
pub(super) fn sentences(mating: &Mating, position: &Position, proof: &Proof, why: &MatingReason) -> Vec<String> {
    let side = mating.side;
    if let Some(lack) = why.lack {
        return vec![lacking(position, side, lack)];
    }
    if let Proof::Closed(walls) = proof {
        return walled(walls, position, side);
    }
    if let Some(lines) = &why.lines
        && position.has_legal_move()
    {
        return lines.iter().map(|line| played(position, side, line)).collect();
    }
    let mut said = vec![proof_in_words(proof, position, Some(side))];
    if matches!(proof, Proof::Searched { closed: 1.., .. }) {
        said.push(CLOSED.to_owned());
    }
    if let Proof::Scenes(scenes) = proof {
        let roamers: Vec<String> = scenes.roamers.iter().copied().map(roamer).collect();
        said.push(format!("can move anywhere and still do not help: {}", roamers.join(" ")));
    }
    said
}

/// What closed positions are good for.
const CLOSED: &str = "closed: no position that the pieces can reach from there is checkmate, so the search stops there";

fn lacking(position: &Position, side: Color, lack: MissingMaterial) -> String {
    let them = side.other();
    match lack {
        MissingMaterial::Everything => format!("{side} has only the king"),
        MissingMaterial::BlockerForKnight => {
            format!("a lone knight can mate only if a piece other than a queen blocks the mated king; {them} has none")
        }
        MissingMaterial::OtherSquares => {
            let bishop = position.pieces(side, PieceType::Bishop).first();
            let is_light = bishop.is_some_and(Square::is_light);
            let [own, other] = if is_light { ["light", "dark"] } else { ["dark", "light"] };
            format!(
                "{side}'s bishops attack {own} squares only; a king escapes to {other} ones unless a pawn, knight, or \
                 bishop blocks it, and {them} has none that could"
            )
        }
    }
}

fn played(position: &Position, side: Color, line: &FinalLine) -> String {
    let end = match line.end {
        LineEnd::Mated => format!("{side} is mated"),
        LineEnd::Stalemate => "stalemate".to_owned(),
        LineEnd::Material(_) => format!("{side} has nothing left to mate with"),
    };
    if line.moves.is_empty() { end } else { format!("{}: {end}", numbered(position, &line.moves).join(" ")) }
}

/// What men can reach, those that move one by one.
fn walled(walls: &ReachProof, position: &Position, side: Color) -> Vec<String> {
    let them = side.other();
    let mut said = Vec::new();
    if let Some(last) = walls.last_piece(side) {
        said.push(format!(
            "this holds while {} is on the board, until a move that certainly loses it or that mates {side}'s king; \
             after that there is no mate",
            name(last)
        ));
    }
    let list = |words: &str, is_meant: fn(&PieceReach) -> bool| {
        let names: Vec<String> = walls.pieces.iter().filter(|&man| is_meant(man)).map(name).collect();
        (!names.is_empty()).then(|| format!("{words}: {}", names.join(" ")))
    };
    said.extend(list("can never move or be captured, [in brackets]", PieceReach::is_fixed));
    said.extend(list("can never move, but may be captured", |man| man.never_moves() && man.may_be_captured));
    let reach = |color| walls.king(color).map(|king| king.reach).unwrap_or_default();
    let shared = reach(them) & reach(side) & !position.occupied();
    for (king, color, mark) in [(walls.king(them), them, 'o'), (walls.king(side), side, '+')] {
        let Some(king) = king else { continue };
        let role = if color == them { ", who would be mated," } else { "" };
        let mark = if shared.is_empty() { mark.to_string() } else { format!("{mark} or *") };
        said.push(format!("{color}'s king{role} {}", king_goes(king, position.occupied(), &mark)));
    }
    let others = walls.pieces.iter().filter(|man| !man.never_moves() && man.kind != PieceType::King);
    let others: Vec<&PieceReach> = others.collect();
    said.extend(others.iter().take(MOST_MEN).map(|man| ways(man)));
    if others.len() > MOST_MEN {
        said.push(format!("and {} more pieces; --format jsonl lists all", others.len() - MOST_MEN));
    }
    said
}

/// Where a king can go. Only empty squares are marked on the board; the others show who stands there.
fn king_goes(king: &PieceReach, occupied: Bitboard, mark: &str) -> String {
    if king.never_moves() {
        return "can never move".to_owned();
    }
    let taken = names(king.reach & occupied & !Bitboard::of(king.home));
    let mut parts = vec!["its own".to_owned()];
    if !taken.is_empty() {
        parts.push(format!("{} (now taken)", taken.join(" ")));
    }
    parts.push(format!("{} marked {mark}", (king.reach & !occupied).count()));
    format!("can reach {} squares: {}", king.reach.count(), parts.join(", "))
}

/// `Pa4`.
fn name(man: &PieceReach) -> String {
    man_on(man.color, man.kind, man.home)
}

/// Where a man can go that moves.
fn ways(man: &PieceReach) -> String {
    let listed = names(man.everywhere() & !Bitboard::of(man.home));
    let goes = match listed.len() as u32 {
        count if count <= MOST_SQUARES => format!("can reach {}", listed.join(" ")),
        count => format!("can reach {count} other squares"),
    };
    let promotes = if man.promoted.is_empty() { "" } else { " as a pawn or promoted" };
    let mortal = if man.may_be_captured { ", and may be captured" } else { "" };
    format!("{} {goes}{promotes}{mortal}", name(man))
}
