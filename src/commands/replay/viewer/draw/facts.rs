//! The facts about a game and about the current position.

use ratatui::text::{Line, Span};

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::clocks::Evaluation;
use crate::game::replay::Validity;
use crate::laws::claim::{ClaimBasis, ClaimGround, ClaimWindow};
use crate::laws::material;
use crate::report::Visible;

use super::super::model::Board;
use super::super::played::Played;
use super::Style;

/// Who plays, where and when; and whether the game is one.
pub(super) fn heading(played: &Played, style: &Style) -> Vec<Line<'static>> {
    let tag = |name: &str| {
        let value = played.tag(name).filter(|value| !matches!(&**value, "" | "?"))?;
        Some(Visible(&value).to_string())
    };
    let name_of = |name: &str, elo: &str| {
        let name = tag(name).unwrap_or_else(|| "?".to_owned());
        tag(elo).map_or(name.clone(), |elo| format!("{name} {elo}"))
    };
    let result = played.game.outcome.map_or("*", |outcome| outcome.text());
    let players = format!("{} – {}   {result}", name_of("White", "WhiteElo"), name_of("Black", "BlackElo"));
    let round = tag("Round").filter(|round| round != "-").map(|round| format!("round {round}"));
    let date = tag("Date").or_else(|| tag("UTCDate")).filter(|date| date != "????.??.??");
    let event: Vec<String> =
        [tag("Event"), tag("Site"), round, date, tag("ECO"), tag("TimeControl")].into_iter().flatten().collect();
    let (validity, look) = match played.record.entry.validity {
        Validity::Invalid => ("with errors", style.error),
        Validity::Unchecked => ("of another variant, not checked", style.warning),
        Validity::Valid | Validity::Nothing => ("valid", style.good),
    };
    let place = format!("{}: game {}, ", Visible(&played.record.name), played.record.number);
    vec![
        Line::styled(players, style.strong),
        Line::raw(event.join(", ")),
        Line::from(vec![Span::styled(place, style.faint), Span::styled(validity, look)]),
    ]
}

/// The side to move, clocks and evaluations, possible claims, and findings.
pub(super) fn about(board: &Board, style: &Style) -> Vec<Line<'static>> {
    let Board { played, node, .. } = board;
    let position = played.position(*node);
    let times = node.map_or(1, |node| played.nodes[node].times);
    let mut lines = vec![state(&position, played.plies(*node), times, style)];
    let figures = played.figures(*node);
    let mut said = Vec::new();
    for (name, clock) in Color::BOTH.iter().zip(figures.clocks) {
        said.extend(clock.map(|clock| format!("{name} {}", time(clock))));
    }
    said.extend(figures.spent.map(|spent| format!("took {}", time(spent))));
    said.extend(figures.score.map(score));
    if !said.is_empty() {
        lines.push(Line::raw(said.join("  ")));
    }
    for open in played.claims(*node) {
        lines.push(Line::styled(claim(open, &position), style.good));
    }
    for finding in played.findings(*node) {
        let text = format!("{}[{}]: {}", finding.severity, finding.rule.info().code, Visible(&finding.message()));
        lines.push(Line::styled(text, style.severity(finding.severity)));
    }
    lines
}

fn state(position: &Position, plies: u32, times: u32, style: &Style) -> Line<'static> {
    let turn = position.turn();
    let (text, look) = match () {
        () if position.is_checkmate() => (format!("checkmate, {} wins", turn.other()), style.strong),
        () if position.is_stalemate() => ("stalemate".to_owned(), style.strong),
        () if material::is_dead(position) => ("dead position".to_owned(), style.strong),
        () if position.is_check() => (format!("{turn} to move, in check"), style.strong),
        () => (format!("{turn} to move"), style.faint),
    };
    let clock = position.halfmove_clock();
    let quiet = match clock {
        0 => String::new(),
        1 => ", one ply without capture or pawn move".to_owned(),
        _ => format!(", {clock} plies without capture or pawn move"),
    };
    let repeated = if times > 1 { format!(", position repeated {times} times") } else { String::new() };
    Line::from(vec![Span::styled(text, look), Span::styled(format!(", ply {plies}{quiet}{repeated}"), style.faint)])
}

/// The possible claims of the side to move.
fn claim(open: &ClaimWindow, position: &Position) -> String {
    let what = match open.ground {
        ClaimGround::Threefold => "a draw by threefold repetition",
        ClaimGround::Fifty => "a draw by fifty moves",
    };
    let by = position.turn();
    match open.basis {
        ClaimBasis::OnBoard => format!("{by} can claim {what}"),
        ClaimBasis::Intended => {
            let moves: Vec<String> =
                open.moves.iter().map(|&mv| crate::chess::san::write(position, mv).as_str().to_owned()).collect();
            format!("{by} can claim {what} with {}", moves.join(", "))
        }
    }
}

/// `1:05:09`, with tenths in the last minute.
fn time(hundredths: u64) -> String {
    let seconds = hundredths / 100;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("0:{seconds:02}.{}", hundredths / 10 % 10),
        (0, _) => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `+0.31`; `#5` if White mates in five moves, `#-5` if Black does.
fn score(score: Evaluation) -> String {
    match score {
        Evaluation::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
        Evaluation::Mate(moves) => format!("#{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_evaluations_are_formatted() {
        assert_eq!([time(4_259), time(12_500), time(390_900)], ["0:42.5", "2:05", "1:05:09"]);
        assert_eq!(
            [Evaluation::Centipawns(31), Evaluation::Centipawns(-250), Evaluation::Mate(-5)].map(score),
            ["+0.31", "-2.50", "#-5"]
        );
    }
}
