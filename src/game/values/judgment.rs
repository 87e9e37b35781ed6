//! What evaluations say about moves, by the published formulas of lichess: winning chances, losses, accuracy, judgments.
//!
//! The sources are `core/src/main/scala/eval.scala` of lichess-org/scalachess (winning chances), and of lichess-org/lila
//! `modules/tree/src/main/Advice.scala` (judgments), `modules/analyse/src/main/AccuracyPercent.scala` (accuracy, see
//! <https://lichess.org/page/accuracy>) and `AccuracyCP.scala` (average centipawn loss). All evaluations are from the
//! view of the player who moves, unless something else is said.

use super::comment_values::Evaluation;

named! {
    /// The judgment on a move that loses winning chances.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Judgment: (ALL, NAMES) {
        /// A loss of at least 0.1 winning chances, or a mate that is allowed or lost where the game was lost or stays won.
        Inaccuracy = "inaccuracy",
        /// A loss of at least 0.2 winning chances.
        Mistake = "mistake",
        /// A loss of at least 0.3 winning chances, or a mate that is allowed or lost.
        Blunder = "blunder",
    }
}

/// What lichess takes for the evaluation of the initial position.
pub(in crate::game) const INITIAL: Evaluation = Evaluation::Centipawns(15);

/// The largest number of centipawns that counts, and that of a mate.
const CEILING: i32 = 1000;

/// Centipawns, where a mate counts as the ceiling. `None` for the mate in 0 moves: whose mate it is does not follow from
/// the evaluation.
fn capped(score: Evaluation) -> Option<i32> {
    match score {
        Evaluation::Centipawns(score) => Some(score.clamp(-CEILING, CEILING)),
        Evaluation::Mate(0) => None,
        Evaluation::Mate(moves) => Some(moves.signum() * CEILING),
    }
}

/// Winning chances from -1 to 1.
fn winning_chances(centipawns: i32) -> f64 {
    2.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp()) - 1.0
}

/// Winning chances from 0 to 100.
pub(in crate::game) fn win_percent(score: Evaluation) -> Option<f64> {
    capped(score).map(|score| 50.0 + 50.0 * winning_chances(score))
}

/// How many centipawns a move loses; 0 if it loses none.
pub(in crate::game) fn loss(before: Evaluation, after: Evaluation) -> Option<u32> {
    Some((capped(before)? - capped(after)?).max(0).unsigned_abs())
}

/// The accuracy of a move, from 0 to 100, by the winning chances before and after it.
fn accuracy_of(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    // The last summand is a bonus for the uncertainty of the evaluations.
    let raw =
        103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - after)).exp() - 3.166_924_740_191_411 + 1.0;
    raw.clamp(0.0, 100.0)
}

/// The accuracy of a move, from 0 to 100.
pub(in crate::game) fn accuracy(before: Evaluation, after: Evaluation) -> Option<f64> {
    Some(accuracy_of(win_percent(before)?, win_percent(after)?))
}

/// The judgment on a move; `None` if it loses little.
pub(in crate::game) fn judgment(before: Evaluation, after: Evaluation) -> Option<Judgment> {
    use Evaluation::{Centipawns, Mate};

    // A mate matters less the nearer to it the game was without it.
    let of_mate = |advantage: i32| match advantage {
        1000.. => Judgment::Inaccuracy,
        701..1000 => Judgment::Mistake,
        _ => Judgment::Blunder,
    };
    match (before, after) {
        (Centipawns(before), Centipawns(after)) => match winning_chances(before) - winning_chances(after) {
            0.3.. => Some(Judgment::Blunder),
            0.2.. => Some(Judgment::Mistake),
            0.1.. => Some(Judgment::Inaccuracy),
            _ => None,
        },
        (Centipawns(before), Mate(..0)) => Some(of_mate(before.saturating_neg())),
        (Mate(1..), Centipawns(after)) => Some(of_mate(after)),
        (Mate(1..), Mate(..0)) => Some(Judgment::Blunder),
        _ => None,
    }
}

/// The evaluations of a player's moves in a game.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(in crate::game) struct PlayerAccuracy {
    /// The mean loss of centipawns.
    pub(in crate::game) mean_loss: u32,
    /// The accuracy of the game, from 0 to 100; `None` if an evaluation between others is missing.
    pub(in crate::game) accuracy: Option<f64>,
    /// How many moves have each [`Judgment`].
    pub(in crate::game) judgments: [u32; 3],
}

/// The evaluations of both players' moves, that of the player who moves first before the other's: of a game with these
/// evaluations, from this player's view, of the position before the first move and of those after each move. `None` for
/// a player of whose moves none is evaluated before and after.
pub(in crate::game) fn of_game(scores: &[Option<Evaluation>]) -> [Option<PlayerAccuracy>; 2] {
    let accuracies = game_accuracies(scores);
    [0, 1].map(|player| {
        let view = |score: Evaluation| if player == 0 { score } else { score.turned() };
        let moves = scores.windows(2).skip(player).step_by(2);
        let moves = moves.filter_map(|scores| Some((view(scores[0]?), view(scores[1]?))));
        let mut judgments = [0; 3];
        let (mut losses, mut count) = (0_u64, 0_u64);
        for (before, after) in moves {
            let Some(loss) = loss(before, after) else { continue };
            losses += u64::from(loss);
            count += 1;
            if let Some(judgment) = judgment(before, after) {
                judgments[judgment as usize] += 1;
            }
        }
        // Rounded half up.
        let mean_loss = (2 * losses + count).checked_div(2 * count)?;
        Some(PlayerAccuracy { mean_loss: mean_loss as u32, accuracy: accuracies[player], judgments })
    })
}

/// The accuracy of both players: the mean of a mean weighted by the volatility of the game, and of the harmonic mean.
fn game_accuracies(scores: &[Option<Evaluation>]) -> [Option<f64>; 2] {
    // The first position may have no evaluation, and so may those at the end.
    let first = usize::from(scores.first().is_some_and(Option::is_none));
    let known: Vec<f64> = scores[first..].iter().map_while(|score| win_percent((*score)?)).collect();
    let has_gap = scores[first + known.len()..].iter().any(Option::is_some);
    if has_gap || known.len() < 2 {
        return [None, None];
    }
    let size = ((known.len() - 1) / 10).clamp(2, 8);
    let first_window = std::iter::repeat_n(&known[..size], size - 2);
    let weights = first_window.chain(known.windows(size)).map(|window| deviation(window).clamp(0.5, 12.0));
    let mut sums = [[0.0; 4]; 2];
    for ((at, pair), weight) in known.windows(2).enumerate().zip(weights) {
        let player = (at + first) % 2;
        let accuracy =
            if player == 0 { accuracy_of(pair[0], pair[1]) } else { accuracy_of(100.0 - pair[0], 100.0 - pair[1]) };
        let [weighted, weights, inverse, count] = &mut sums[player];
        *weighted += accuracy * weight;
        *weights += weight;
        *inverse += 1.0 / accuracy.max(1.0);
        *count += 1.0;
    }
    sums.map(|[weighted, weights, inverse, count]| {
        (count > 0.0).then(|| f64::midpoint(weighted / weights, count / inverse))
    })
}

/// The standard deviation of some values.
#[expect(clippy::cast_precision_loss, reason = "there are at most eight values")]
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::Evaluation::{Centipawns, Mate};
    use super::*;

    #[test]
    fn moves_are_judged_as_on_lichess() {
        use Judgment::{Blunder, Inaccuracy, Mistake};
        for (before, after, expected) in [
            // Winning chances of 100 centipawns are 0.182, of 55 0.101, of 54 0.099, of 110 0.199, of 111 0.201.
            (Centipawns(0), Centipawns(-54), None),
            (Centipawns(0), Centipawns(-55), Some(Inaccuracy)),
            (Centipawns(0), Centipawns(-110), Some(Inaccuracy)),
            (Centipawns(0), Centipawns(-111), Some(Mistake)),
            (Centipawns(100), Centipawns(-70), Some(Blunder)),
            (Centipawns(0), Centipawns(300), None),
            (Centipawns(2000), Centipawns(1000), None),
            (Centipawns(0), Mate(-3), Some(Blunder)),
            (Centipawns(-700), Mate(-3), Some(Blunder)),
            (Centipawns(-701), Mate(-3), Some(Mistake)),
            (Centipawns(-999), Mate(-3), Some(Mistake)),
            (Centipawns(-1000), Mate(-3), Some(Inaccuracy)),
            (Mate(2), Centipawns(1000), Some(Inaccuracy)),
            (Mate(2), Centipawns(999), Some(Mistake)),
            (Mate(2), Centipawns(700), Some(Blunder)),
            (Mate(2), Mate(-1), Some(Blunder)),
            (Mate(2), Mate(7), None),
            (Mate(-2), Mate(-1), None),
            (Centipawns(0), Mate(2), None),
            (Mate(-2), Centipawns(0), None),
        ] {
            assert_eq!(judgment(before, after), expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn values_follow_the_formulas() {
        let rounded = |value: Option<f64>| value.map(|value| (value * 100.0).round() as i64);
        for (score, percent) in [
            (Centipawns(0), Some(5000)),
            (Centipawns(100), Some(5910)),
            (Centipawns(-100), Some(4090)),
            (Centipawns(5000), Some(9754)),
            (Mate(3), Some(9754)),
            (Mate(-3), Some(246)),
            (Mate(0), None),
        ] {
            assert_eq!(rounded(win_percent(score)), percent, "{score:?}");
        }
        // The page about accuracy: a loss of 9.1 % has an accuracy of about 67.
        assert_eq!(rounded(accuracy(Centipawns(100), Centipawns(0))), Some(6724));
        assert_eq!(rounded(accuracy(Centipawns(0), Centipawns(100))), Some(10_000));
        assert_eq!(rounded(accuracy(Mate(3), Mate(-3))), Some(0));
        assert_eq!(loss(Centipawns(100), Centipawns(-50)), Some(150));
        assert_eq!(loss(Centipawns(1500), Mate(2)), Some(0));
        assert_eq!(loss(Mate(2), Centipawns(1500)), Some(0));
        assert_eq!(loss(Mate(2), Centipawns(200)), Some(800));
        assert_eq!(loss(Mate(0), Centipawns(200)), None);
    }
}
