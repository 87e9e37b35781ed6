//! The text panels of the viewer: the game's header and the details of the current position.

use ratatui::text::{Line, Span};

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::replay::Validity;
use crate::game::values::clocks::Evaluation;
use crate::laws::claim::{ClaimBasis, ClaimGround, ClaimWindow};
use crate::laws::material;
use crate::report::Visible;

use super::super::model::Board;
use super::super::played::Played;
use super::Style;

/// The game's header: players and result; event, date and opening code; source and validity.
pub(super) fn game_header(played: &Played, style: &Style) -> Vec<Line<'static>> {
    let tag = |name: &str| {
        let value = played.tag(name).filter(|value| !matches!(&**value, "" | "?"))?;
        Some(Visible(&value).to_string())
    };
    let name_and_rating = |name: &str, elo: &str| {
        let name = tag(name).unwrap_or_else(|| "?".to_owned());
        tag(elo).map_or(name.clone(), |elo| format!("{name} {elo}"))
    };
    let result = played.game.outcome.map_or("*", |outcome| outcome.text());
    let players =
        format!("{} – {}   {result}", name_and_rating("White", "WhiteElo"), name_and_rating("Black", "BlackElo"));
    let round = tag("Round").filter(|round| round != "-").map(|round| format!("round {round}"));
    let date = tag("Date").or_else(|| tag("UTCDate")).filter(|date| date != "????.??.??");
    let event: Vec<String> =
        [tag("Event"), tag("Site"), round, date, tag("ECO"), tag("TimeControl")].into_iter().flatten().collect();
    let (validity, validity_style) = match played.record.entry.validity {
        Validity::Invalid => ("with errors", style.error),
        Validity::Unchecked => ("of another variant, not checked", style.warning),
        Validity::Valid | Validity::NoGame => ("valid", style.good),
    };
    let source = format!("{}: game {}, ", Visible(&played.record.name), played.record.number);
    vec![
        Line::styled(players, style.strong),
        Line::raw(event.join(", ")),
        Line::from(vec![Span::styled(source, style.faint), Span::styled(validity, validity_style)]),
    ]
}

/// The details of the current position: side to move, clocks and evaluation, possible claims, and findings.
pub(super) fn position_details(board: &Board, style: &Style) -> Vec<Line<'static>> {
    let Board { played, node, .. } = board;
    let position = played.position(*node);
    let occurrences = node.map_or(1, |node| played.nodes[node].times);
    let mut lines = vec![status(&position, played.plies(*node), occurrences, style)];
    let comment_values = played.comment_values(*node);
    let mut values = Vec::new();
    for (color, clock) in Color::BOTH.iter().zip(comment_values.clocks) {
        values.extend(clock.map(|clock| format!("{color} {}", time(clock))));
    }
    values.extend(comment_values.spent.map(|spent| format!("took {}", time(spent))));
    values.extend(comment_values.score.map(score));
    if !values.is_empty() {
        lines.push(Line::raw(values.join("  ")));
    }
    for window in played.claims(*node) {
        lines.push(Line::styled(claim(window, &position), style.good));
    }
    for finding in played.findings(*node) {
        let text = format!("{}[{}]: {}", finding.severity, finding.rule.info().code, Visible(&finding.message()));
        lines.push(Line::styled(text, style.severity(finding.severity)));
    }
    lines
}

/// The status line: side to move or how the game ended, ply, half-move clock and repetitions.
fn status(position: &Position, plies: u32, occurrences: u32, style: &Style) -> Line<'static> {
    let turn = position.turn();
    let (text, text_style) = match () {
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
    let repeated = if occurrences > 1 { format!(", position repeated {occurrences} times") } else { String::new() };
    Line::from(vec![
        Span::styled(text, text_style),
        Span::styled(format!(", ply {plies}{quiet}{repeated}"), style.faint),
    ])
}

/// A draw claim that the side to move can make.
fn claim(window: &ClaimWindow, position: &Position) -> String {
    let draw = match window.ground {
        ClaimGround::Threefold => "a draw by threefold repetition",
        ClaimGround::Fifty => "a draw by fifty moves",
    };
    let by = position.turn();
    match window.basis {
        ClaimBasis::OnBoard => format!("{by} can claim {draw}"),
        ClaimBasis::Intended => {
            let moves: Vec<String> =
                window.moves.iter().map(|&mv| crate::chess::san::write(position, mv).as_str().to_owned()).collect();
            format!("{by} can claim {draw} with {}", moves.join(", "))
        }
    }
}

/// Formats a time as `1:05:09`, `2:05`, or, below a minute, `0:42.5`.
fn time(hundredths: u64) -> String {
    let seconds = hundredths / 100;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("0:{seconds:02}.{}", hundredths / 10 % 10),
        (0, _) => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Formats an evaluation as `+0.31`, or as `#5` if White mates in five moves and `#-5` if Black does.
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
