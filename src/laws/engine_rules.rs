//! Engine matches: when would a match manager have adjudicated by the engines' evaluations?
//!
//! The rules are those of cutechess (`GameAdjudicator::addEval`) and fastchess (`-draw`, `-resign`). Counts are of
//! consecutive moves. A capture or pawn move begins the count for a draw anew, with itself as the first; a move without an
//! evaluation, as from a book, sets back that count and those of its own side. A draw is called when that many full moves
//! have been completed.

use std::fmt;
use std::str::FromStr;

use crate::chess::piece::Color;

use super::verdict::Decision;

/// Rules by which a match manager ends games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineRules {
    /// When it calls a draw.
    pub draw: Option<DrawRule>,
    /// When it takes an evaluation for a resignation.
    pub resign: Option<ResignRule>,
}

/// A draw when both engines see little for some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before so many full moves are completed.
    pub move_number: u32,
    /// For so many moves of each engine in a row.
    pub move_count: u32,
    /// At most so many hundredths of a pawn to either side.
    pub score: i32,
}

/// A loss when an engine sees itself lost for some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// For so many of its moves in a row.
    pub move_count: u32,
    /// At least so many hundredths of a pawn behind.
    pub score: i32,
    /// Whose word it takes.
    pub witnesses: ResignScores,
}

/// Whose evaluations count for a resignation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResignScores {
    /// The loser's.
    Loser,
    /// Both engines'.
    Both,
}

/// A move with the evaluation of the engine that made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluatedMove {
    /// The move's number.
    pub number: u32,
    /// Who made it.
    pub by: Color,
    /// The evaluation from his own side, in hundredths of a pawn.
    pub score: Option<i32>,
    /// Whether it captured or moved a pawn.
    pub zeroes: bool,
}

/// Where a game would have been ended: after so many moves, and how.
#[must_use]
pub fn adjudicate(rules: &EngineRules, moves: impl IntoIterator<Item = EvaluatedMove>) -> Option<(u32, Decision)> {
    let mut quiet = 0;
    let mut losing = [0_u32; 2];
    let mut winning = [0_u32; 2];
    for (ply, mv) in (1..).zip(moves) {
        let us = mv.by.index();
        let Some(score) = mv.score else {
            (quiet, losing[us], winning[us]) = (0, 0, 0);
            continue;
        };
        if let Some(rule) = rules.draw {
            quiet = match score.abs() > rule.score {
                true => 0,
                false if mv.zeroes => 1,
                false => quiet + 1,
            };
            let full_moves = mv.number - u32::from(mv.by == Color::White);
            if full_moves >= rule.move_number && quiet >= 2 * rule.move_count {
                return Some((ply, Decision::Draw));
            }
        }
        if let Some(rule) = rules.resign {
            losing[us] = if score <= -rule.score { losing[us] + 1 } else { 0 };
            winning[us] = if score >= rule.score { winning[us] + 1 } else { 0 };
            for loser in Color::BOTH {
                let enough = losing[loser.index()] >= rule.move_count;
                let agreed = rule.witnesses == ResignScores::Loser || winning[loser.other().index()] >= rule.move_count;
                if enough && agreed {
                    return Some((ply, Decision::Win(loser.other())));
                }
            }
        }
    }
    None
}

/// Text that is no rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRule(String);

impl FromStr for EngineRules {
    type Err = UnknownRule;

    /// Reads `draw:movenumber=34,movecount=8,score=20` and `resign:movecount=3,score=600,twosided`, one or both, parted by
    /// white space.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut rules = Self::default();
        for word in text.split_whitespace() {
            let unknown = || UnknownRule(word.to_owned());
            let is_draw = word.starts_with("draw:");
            if (is_draw && rules.draw.is_some()) || (!is_draw && rules.resign.is_some()) {
                return Err(unknown());
            }
            let (kind, list) = word.split_once(':').ok_or_else(unknown)?;
            let (mut number, mut count, mut score, mut witnesses) = (0, None, None, ResignScores::Loser);
            for part in list.split(',') {
                match part.split_once('=') {
                    Some(("movenumber", value)) if is_draw => number = value.parse().map_err(|_| unknown())?,
                    Some(("movecount", value)) => count = value.parse().ok().filter(|&count| count > 0),
                    Some(("score", value)) => score = value.parse().ok().filter(|&score| score >= 0),
                    Some(("twosided", "true")) if !is_draw => witnesses = ResignScores::Both,
                    None if part == "twosided" && !is_draw => witnesses = ResignScores::Both,
                    _ => return Err(unknown()),
                }
            }
            let (Some(move_count), Some(score)) = (count, score) else { return Err(unknown()) };
            match kind {
                "draw" => rules.draw = Some(DrawRule { move_number: number, move_count, score }),
                "resign" => rules.resign = Some(ResignRule { move_count, score, witnesses }),
                _ => return Err(unknown()),
            }
        }
        if rules == Self::default() { Err(UnknownRule(text.to_owned())) } else { Ok(rules) }
    }
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no rule; write `draw:movenumber=34,movecount=8,score=20` or `resign:movecount=3,score=600,twosided`",
            self.0
        )
    }
}

impl std::error::Error for UnknownRule {}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(scores: &[Option<i32>]) -> impl Iterator<Item = EvaluatedMove> + '_ {
        (0..).zip(scores).map(|(ply, &score)| EvaluatedMove {
            number: ply / 2 + 1,
            by: Color::BOTH[ply as usize % 2],
            score,
            zeroes: false,
        })
    }

    #[test]
    fn draws_are_counted_for_both() {
        let rules: EngineRules = "draw:movenumber=2,movecount=2,score=10".parse().unwrap();
        assert_eq!(adjudicate(&rules, moves(&[Some(5); 4])), Some((4, Decision::Draw)));
        let broken = [Some(5), Some(5), Some(50), Some(5), Some(5), Some(5)];
        assert_eq!(adjudicate(&rules, moves(&broken)), None);
        let zeroed = moves(&[Some(0); 6]).map(|mv| EvaluatedMove { zeroes: mv.number == 2, ..mv });
        assert_eq!(adjudicate(&rules, zeroed), None);
        // The capture of ply 3 is itself the first quiet move.
        let zeroed =
            moves(&[Some(0); 6]).map(|mv| EvaluatedMove { zeroes: mv.number == 2 && mv.by == Color::White, ..mv });
        assert_eq!(adjudicate(&rules, zeroed), Some((6, Decision::Draw)));
        // Ten full moves are completed with Black's tenth.
        let late: EngineRules = "draw:movenumber=10,movecount=4,score=20".parse().unwrap();
        assert_eq!(adjudicate(&late, moves(&[Some(0); 30])), Some((20, Decision::Draw)));
        for text in [
            "draw:movecount=1,score=1 draw:movecount=2,score=1",
            "draw:movecount=1,score=1,twosided",
            "resign:movenumber=3,movecount=1,score=9",
        ] {
            assert!(text.parse::<EngineRules>().is_err(), "{text}");
        }
    }

    #[test]
    fn resignation_may_ask_for_both() {
        let scores = [Some(-700), Some(100), Some(-700), Some(100)];
        let rules: EngineRules = "resign:movecount=2,score=600".parse().unwrap();
        assert_eq!(adjudicate(&rules, moves(&scores)), Some((3, Decision::Win(Color::Black))));
        let rules: EngineRules = "resign:movecount=2,score=600,twosided".parse().unwrap();
        assert_eq!(adjudicate(&rules, moves(&scores)), None);
        let book = [Some(-700), Some(0), None, Some(0), Some(-700)];
        assert_eq!(adjudicate(&"resign:movecount=2,score=600".parse().unwrap(), moves(&book)), None);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "draw", "draw:score=1", "draw:movecount=0,score=1", "win:movecount=1,score=1", "resign:x=1"] {
            assert!(text.parse::<EngineRules>().is_err(), "{text}");
        }
    }
}
