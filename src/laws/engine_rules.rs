//! Score adjudication in engine matches: when would a tournament manager have ended the game by the engines' evaluations?
//!
//! The rules are those of cutechess (`GameAdjudicator::addEval`) and fastchess (`-draw`, `-resign`). They count
//! consecutive moves. A capture or pawn move restarts the draw count with itself as the first move. A move without an
//! evaluation, such as a book move, resets the draw count and the counts of its own side. A draw needs a minimum number
//! of completed full moves.

use std::fmt;
use std::str::FromStr;

use crate::chess::piece::Color;

use super::verdict::Decision;

/// The rules by which a tournament manager ends games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineRules {
    pub draw: Option<DrawRule>,
    /// The rule for resignations.
    pub resign: Option<ResignRule>,
}

/// A draw when both engines report a score near zero for some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The number of full moves that must be completed.
    pub move_number: u32,
    /// The number of consecutive moves of each engine.
    pub move_count: u32,
    /// The largest absolute score, in centipawns.
    pub score: i32,
}

/// A loss when an engine reports a lost score for some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// The number of its consecutive moves.
    pub move_count: u32,
    /// The smallest deficit, in centipawns.
    pub score: i32,
    /// Whose scores must agree.
    pub scores: ResignScores,
}

/// Whose scores count for a resignation.
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
    /// The side that made it.
    pub by: Color,
    /// The evaluation from the view of this side, in centipawns.
    pub score: Option<i32>,
    /// Whether it is a capture or pawn move, which resets the half-move clock.
    pub zeroes: bool,
}

/// Which full moves count for the smallest move number of a draw. They differ in games from a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveCount {
    /// Those since the starting position, as cutechess counts.
    FromStart,
    /// By the move number, which the FEN may set, as fastchess counts.
    ByNumber,
}

/// Returns the number of plies after which the rules end a game, and the decision.
pub fn adjudicate(
    rules: &EngineRules,
    counting: MoveCount,
    moves: impl IntoIterator<Item = EvaluatedMove>,
) -> Option<(u32, Decision)> {
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
            // A FEN may number the first move 0.
            let full_moves = match counting {
                MoveCount::FromStart => ply / 2,
                MoveCount::ByNumber => mv.number.saturating_sub(u32::from(mv.by == Color::White)),
            };
            if full_moves >= rule.move_number && quiet / 2 >= rule.move_count {
                return Some((ply, Decision::Draw));
            }
        }
        if let Some(rule) = rules.resign {
            losing[us] = if score <= -rule.score { losing[us] + 1 } else { 0 };
            winning[us] = if score >= rule.score { winning[us] + 1 } else { 0 };
            for loser in Color::BOTH {
                let enough = losing[loser.index()] >= rule.move_count;
                let agreed = rule.scores == ResignScores::Loser || winning[loser.other().index()] >= rule.move_count;
                if enough && agreed {
                    return Some((ply, Decision::Win(loser.other())));
                }
            }
        }
    }
    None
}

/// The rules of public matches, by name: Stockfish's fishtest (`-resign` and `-draw` of its worker) and the Top Chess Engine
/// Championship (its wiki, *TCEC 4k Rules* 2.3, and the win rule of the leagues).
const KNOWN: [(&str, &str); 2] = [
    ("fishtest", "draw:movenumber=34,movecount=8,score=20 resign:movecount=3,score=600"),
    ("tcec", "draw:movenumber=35,movecount=5,score=15 resign:movecount=5,score=1000,twosided"),
];

/// Text that is not a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRule(String);

impl FromStr for EngineRules {
    type Err = UnknownRule;

    /// Reads `draw:movenumber=34,movecount=8,score=20` and `resign:movecount=3,score=600,twosided`, one or both,
    /// separated by white space; or the name of known rules, `fishtest` or `tcec`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = KNOWN.into_iter().find(|(name, _)| *name == text.trim()).map_or(text, |(_, rules)| rules);
        let mut rules = Self::default();
        for rule in text.split_whitespace() {
            let unknown = || UnknownRule(rule.to_owned());
            let is_draw = rule.starts_with("draw:");
            if (is_draw && rules.draw.is_some()) || (!is_draw && rules.resign.is_some()) {
                return Err(unknown());
            }
            let (kind, list) = rule.split_once(':').ok_or_else(unknown)?;
            let (mut number, mut count, mut score, mut scores) = (0, None, None, ResignScores::Loser);
            for part in list.split(',') {
                match part.split_once('=') {
                    Some(("movenumber", value)) if is_draw => number = value.parse().map_err(|_| unknown())?,
                    Some(("movecount", value)) => count = value.parse().ok().filter(|&count| count > 0),
                    Some(("score", value)) => score = value.parse().ok().filter(|&score| score >= 0),
                    Some(("twosided", "true")) if !is_draw => scores = ResignScores::Both,
                    None if part == "twosided" && !is_draw => scores = ResignScores::Both,
                    _ => return Err(unknown()),
                }
            }
            let (Some(move_count), Some(score)) = (count, score) else { return Err(unknown()) };
            match kind {
                "draw" => rules.draw = Some(DrawRule { move_number: number, move_count, score }),
                "resign" => rules.resign = Some(ResignRule { move_count, score, scores }),
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
            "`{}` is not a rule; write `draw:movenumber=34,movecount=8,score=20` or `resign:movecount=3,score=600,twosided`, or \
             the rules of a match: fishtest, tcec",
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
    fn draws_need_low_scores_of_both_engines() {
        let rules: EngineRules = "draw:movenumber=2,movecount=2,score=10".parse().unwrap();
        assert_eq!(adjudicate(&rules, MoveCount::ByNumber, moves(&[Some(5); 4])), Some((4, Decision::Draw)));
        let broken = [Some(5), Some(5), Some(50), Some(5), Some(5), Some(5)];
        assert_eq!(adjudicate(&rules, MoveCount::ByNumber, moves(&broken)), None);
        let zeroed = moves(&[Some(0); 6]).map(|mv| EvaluatedMove { zeroes: mv.number == 2, ..mv });
        assert_eq!(adjudicate(&rules, MoveCount::ByNumber, zeroed), None);
        // The capture at ply 3 restarts the count as its first move.
        let zeroed =
            moves(&[Some(0); 6]).map(|mv| EvaluatedMove { zeroes: mv.number == 2 && mv.by == Color::White, ..mv });
        assert_eq!(adjudicate(&rules, MoveCount::ByNumber, zeroed), Some((6, Decision::Draw)));
        // Ten full moves are completed with Black's tenth.
        let late: EngineRules = "draw:movenumber=10,movecount=4,score=20".parse().unwrap();
        assert_eq!(adjudicate(&late, MoveCount::ByNumber, moves(&[Some(0); 30])), Some((20, Decision::Draw)));
        assert_eq!(adjudicate(&late, MoveCount::FromStart, moves(&[Some(0); 30])), Some((20, Decision::Draw)));
        let from_move_60 = moves(&[Some(0); 30]).map(|mv| EvaluatedMove { number: mv.number + 59, ..mv });
        assert_eq!(adjudicate(&late, MoveCount::FromStart, from_move_60), Some((20, Decision::Draw)));
        let never: EngineRules = "draw:movecount=2147483648,score=20".parse().unwrap();
        assert_eq!(adjudicate(&never, MoveCount::ByNumber, moves(&[Some(0); 30])), None);
        let numbered_from_zero = moves(&[Some(0); 4]).map(|mv| EvaluatedMove { number: mv.number - 1, ..mv });
        let early: EngineRules = "draw:movenumber=1,movecount=1,score=20".parse().unwrap();
        assert_eq!(adjudicate(&early, MoveCount::ByNumber, numbered_from_zero), Some((4, Decision::Draw)));
        for text in [
            "draw:movecount=1,score=1 draw:movecount=2,score=1",
            "draw:movecount=1,score=1,twosided",
            "resign:movenumber=3,movecount=1,score=9",
        ] {
            assert!(text.parse::<EngineRules>().is_err(), "{text}");
        }
    }

    #[test]
    fn known_rules_have_names() {
        for (name, rules) in KNOWN {
            assert_eq!(name.parse::<EngineRules>(), rules.parse(), "{name}");
        }
        // Move 35 is complete after 70 plies; the last ten are quiet.
        let tcec: EngineRules = "tcec".parse().unwrap();
        assert_eq!(adjudicate(&tcec, MoveCount::FromStart, moves(&[Some(15); 80])), Some((70, Decision::Draw)));
        assert_eq!(adjudicate(&tcec, MoveCount::FromStart, moves(&[Some(16); 80])), None);
        let won: Vec<_> = [Some(1000), Some(-1000)].repeat(5);
        assert_eq!(adjudicate(&tcec, MoveCount::FromStart, moves(&won)), Some((10, Decision::Win(Color::White))));
    }

    #[test]
    fn two_sided_resignation_needs_both_scores() {
        let scores = [Some(-700), Some(100), Some(-700), Some(100)];
        let rules: EngineRules = "resign:movecount=2,score=600".parse().unwrap();
        assert_eq!(adjudicate(&rules, MoveCount::ByNumber, moves(&scores)), Some((3, Decision::Win(Color::Black))));
        let rules: EngineRules = "resign:movecount=2,score=600,twosided".parse().unwrap();
        assert_eq!(adjudicate(&rules, MoveCount::ByNumber, moves(&scores)), None);
        let book = [Some(-700), Some(0), None, Some(0), Some(-700)];
        assert_eq!(
            adjudicate(&"resign:movecount=2,score=600".parse().unwrap(), MoveCount::ByNumber, moves(&book)),
            None
        );
    }

    #[test]
    fn invalid_rules_are_rejected() {
        for text in ["", "draw", "draw:score=1", "draw:movecount=0,score=1", "win:movecount=1,score=1", "resign:x=1"] {
            assert!(text.parse::<EngineRules>().is_err(), "{text}");
        }
    }
}
