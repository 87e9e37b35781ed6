//! Why a side cannot mate, in sentences.

use crate::chess::piece::{Color, Kind, Piece};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::game::mating::{Mating, Why};
use crate::laws::unwinnable::{Lack, Line, LineEnd, Man, Proof, Walls};

use super::super::certificate::roamer;
use super::numbered;

/// The most men whose squares are told one by one.
const MOST_MEN: usize = 8;

/// The most squares that are told by name.
const MOST_SQUARES: u32 = 12;

/// What a *no* rests on, in an arbiter's words.
pub(super) fn sentences(mating: &Mating, position: &Position, proof: &Proof, why: &Why) -> Vec<String> {
    let side = mating.side;
    if let Some(lack) = why.lack {
        return vec![lacking(position, side, lack)];
    }
    if let Proof::Closed(walls) = proof {
        return walled(walls, side);
    }
    if let Some(lines) = &why.lines {
        return lines.iter().map(|line| played(position, side, line)).collect();
    }
    let victim = side.other();
    match *proof {
        Proof::Scenes(ref scenes) => {
            let roamers: Vec<String> = scenes.roamers.iter().copied().map(roamer).collect();
            vec![
                format!("may go wherever men of their kind could, and still do not help: {}", roamers.join(" ")),
                format!(
                    "the other men can stand in {} ways together, and {victim}'s king is mated in none of them",
                    scenes.scenes.len()
                ),
            ]
        }
        Proof::Searched { positions, closed } => {
            let all = format!("{positions} positions can come about, and {victim}'s king is mated in none of them");
            let some = format!("{positions} positions were looked at, and {victim}'s king is mated in none of them");
            let behind = format!(
                "{closed} of them are closed: where the men can go from there allows no mate, so nothing behind them was looked at"
            );
            if closed == 0 { vec![all] } else { vec![some, behind] }
        }
        Proof::Lines { positions } => {
            vec![format!("every line of play is over within a few moves, {positions} positions in all")]
        }
        Proof::Material | Proof::Closed(_) => Vec::new(),
    }
}

fn lacking(position: &Position, side: Color, lack: Lack) -> String {
    let them = side.other();
    match lack {
        Lack::Everything => format!("{side} has nothing but his king"),
        Lack::BlockerForKnight => format!(
            "a knight mates only where another man than a queen stands in the way of the king that is mated; {them} has none"
        ),
        Lack::OtherSquares => {
            let bishop = position.pieces(side, Kind::Bishop).first();
            let is_light = bishop.is_some_and(Square::is_light);
            let [own, other] = if is_light { ["light", "dark"] } else { ["dark", "light"] };
            format!(
                "{side}'s bishops attack {own} squares only; a king escapes to {other} ones unless a pawn, a knight or a \
                 bishop stands there in his way, and {them} has none that could"
            )
        }
    }
}

fn played(position: &Position, side: Color, line: &Line) -> String {
    let end = match line.end {
        LineEnd::Mated => format!("{side} is mated"),
        LineEnd::Stalemate => "stalemate".to_owned(),
        LineEnd::Men(_) => format!("{side} has nothing left to mate with"),
    };
    if line.moves.is_empty() { end } else { format!("{}: {end}", numbered(position, &line.moves)) }
}

/// What men can reach, those that move one by one.
fn walled(walls: &Walls, side: Color) -> Vec<String> {
    let them = side.other();
    let mut said = Vec::new();
    let fixed: Vec<&Man> = walls.men.iter().filter(|man| man.is_fixed()).collect();
    if !fixed.is_empty() {
        let names: Vec<String> = fixed.iter().map(|man| name(man)).collect();
        said.push(format!("can never move nor be captured, [in brackets]: {}", names.join(" ")));
    }
    for (king, color, mark) in [(walls.king(them), them, 'o'), (walls.king(side), side, '+')] {
        let Some(king) = king else { continue };
        let role = if color == them { ", who would be mated," } else { "" };
        said.push(match king.reach.count() {
            1 => format!("{color}'s king{role} can never move"),
            count => format!("{color}'s king{role} can reach {count} squares, marked {mark}"),
        });
    }
    let others = walls.men.iter().filter(|man| !man.is_fixed() && man.kind != Kind::King);
    let others: Vec<&Man> = others.collect();
    said.extend(others.iter().take(MOST_MEN).map(|man| ways(man)));
    if others.len() > MOST_MEN {
        said.push(format!("and {} more men; --format jsonl lists all", others.len() - MOST_MEN));
    }
    said
}

/// `Pa4`.
fn name(man: &Man) -> String {
    format!("{}{}", Piece { color: man.color, kind: man.kind }.fen_letter(), man.home)
}

/// Where a man can go.
fn ways(man: &Man) -> String {
    let squares = man.everywhere();
    let listed: Vec<String> =
        squares.into_iter().filter(|&square| square != man.home).map(|square| square.to_string()).collect();
    let goes = match listed.len() as u32 {
        0 => "can never move".to_owned(),
        count if count <= MOST_SQUARES => format!("can reach {}", listed.join(" ")),
        count => format!("can reach {count} squares"),
    };
    let promotes = if man.promoted.is_empty() { "" } else { " as a pawn or promoted" };
    let mortal = if man.is_mortal { ", and may be captured" } else { "" };
    format!("{} {goes}{promotes}{mortal}", name(man))
}
