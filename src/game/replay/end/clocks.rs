//! The clock times of a game, as its comments give them, against its time control.

use crate::chess::piece::Color;
use crate::game::Evidence;
use crate::game::finding::list::Findings;
use crate::game::replay::game::comments_in;
use crate::game::replay::played_game::PlayedGame;
use crate::game::replay::ply_record::PlyRecord;
use crate::game::rules::Rule;
use crate::game::values::clocks::{ClockRecord, Period};
use crate::pgn::comment::{self, ServerComment, clock, read_server_comment};
use crate::pgn::place::Span;

/// An hour, in hundredths of a second.
const HOUR: u64 = 360_000;

/// Compares the clock times of the first move of each side with the time control.
pub(super) fn check_first_clocks(game: &PlayedGame<'_>, findings: &mut Findings) {
    if !game.comments.is_any() {
        return;
    }
    // The comments on the first two plies come before the third ply.
    let records = &game.line.records[..];
    let offset = |record: &PlyRecord| game.span.start + record.offset as usize;
    let Some(first) = records.get(1).map(offset) else { return };
    let end = records.get(3).map_or(game.span.end, offset);
    if memchr::memchr(b'{', &game.bytes[first..end]).is_none() {
        return;
    }
    let Some(period) = game.tags.value("TimeControl").and_then(|span| Period::first(&game.bytes[span])) else {
        return;
    };
    // A move that completes a period adds the time of the next one.
    if period.moves == Some(1) {
        return;
    }
    let (base, increment) = (period.time.base, period.time.increment);
    // The increment is added before each move, so before the second one twice.
    let limit = base + 2 * increment;
    let exceeds_control = |left: u64| base > 0 && left > limit + 100;
    let is_late = |left: u64| base.saturating_sub(left) > HOUR && !period.is_correspondence();
    let second = records.get(2).map_or(end, offset);
    // Nearly all games return here.
    let is_fine = |range| {
        let comment = only_comment(game.bytes, range);
        comment.is_some_and(|comment| comment.clock.is_none_or(|left| !exceeds_control(left) && !is_late(left)))
    };
    if is_fine(first..second) && is_fine(second..end) {
        return;
    }
    // A record may start in the middle of a game.
    if game.starting_position().fullmove_number() > 1 {
        return;
    }
    let first_turn = game.starting_position().turn();
    for comment in
        comments_in(game.bytes, game.span.start, first..end, records).into_iter().filter(|comment| comment.ply <= 2)
    {
        let Some(left) = clock(&game.bytes[comment.span.clone()]) else { continue };
        let span = comment.span.clone();
        if exceeds_control(left) {
            let message =
                format!("{} seconds are left, more than the {} that the time control allows", left / 100, limit / 100);
            findings.add(Rule::ClockBeyondControl, span, Evidence::Message(message));
        } else if is_late(left) {
            let message = format!(
                "more than an hour passed before {}'s first move",
                if comment.ply == 1 { first_turn } else { first_turn.other() }
            );
            findings.add(Rule::LateFirstMove, span, Evidence::Message(message));
        }
    }
}

/// Compares each clock of the main line with the same player's previous one.
pub(super) fn check_clock_increases(game: &PlayedGame<'_>, findings: &mut Findings) {
    if !game.comments.is_any() || !findings.wants(Rule::ClockIncrease) {
        return;
    }
    let Some(control) = game.tags.value("TimeControl") else { return };
    let mut clocks = ClockRecord::new(Some(&game.bytes[control]));
    let records = &game.line.records[..];
    let Some(first) = records.get(1).map(|record| game.span.start + record.offset as usize) else { return };
    let start = game.starting_position();
    // The plies of the first move number before the game.
    let before = u64::from(start.turn() == Color::Black);
    let mut last_ply = 0;
    for comment in comments_in(game.bytes, game.span.start, first..game.span.end, records) {
        let text = &game.bytes[comment.span.clone()];
        let Some(now) = clock(text).filter(|_| comment.ply > last_ply) else { continue };
        last_ply = comment.ply;
        let plies = before + u64::from(comment.ply) - 1;
        let mover = if plies % 2 == 0 { Color::White } else { Color::Black };
        if clocks.take(mover, u64::from(start.fullmove_number()) + plies / 2, now).is_increase {
            let command = comment::commands(text).find(|command| &text[command.name.clone()] == b"clk");
            let span = command.map_or(comment.span.clone(), |command| {
                comment.span.start + command.span.start..comment.span.start + command.span.end
            });
            findings.quote(Rule::ClockIncrease, game.bytes, span);
        }
    }
}

/// Whether each of the last two moves has a clock time. If not, the last known times belong to earlier moves.
pub(super) fn last_two_have_clocks(game: &PlayedGame<'_>) -> bool {
    let records = &game.line.records[..];
    let Some(previous_ply) = records.len().checked_sub(2).filter(|before| *before > 0) else { return false };
    // Earlier comments belong to no move.
    let first = game.span.start + records[1].offset as usize;
    let comments = comments_in(game.bytes, game.span.start, first..game.span.end, records);
    let has_clock = |ply: usize| {
        comments.iter().any(|comment| comment.ply as usize == ply && clock(&game.bytes[comment.span.clone()]).is_some())
    };
    has_clock(previous_ply) && has_clock(previous_ply + 1)
}

/// The comment in `range` in the form that servers write, if it is the only one. A fast path: `None` if [`comments_in`]
/// might find anything else, because another character opens a comment, a variation or an escape line.
fn only_comment(bytes: &[u8], range: Span) -> Option<ServerComment> {
    let opens = |byte: &u8| matches!(byte, b'{' | b'(' | b';' | b'%');
    let text = &bytes[range.clone()];
    let open = text.iter().position(opens)?;
    let close = open + memchr::memchr(b'}', &text[open..])?;
    let is_only = !text[close..].iter().any(opens);
    if is_only { read_server_comment(&bytes[range.start + open..], close + 1 - open) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::rules_found_by;

    #[test]
    fn compares_the_first_clocks_with_the_time_control() {
        let found = |control: &str, clock: &str| {
            let text = format!("[TimeControl \"{control}\"]\n\n1. e4 {{ [%clk {clock}] }} 1... e5 *");
            rules_found_by(&text, check_first_clocks)
        };
        assert_eq!(found("300", "0:05:00"), []);
        assert_eq!(found("5400+30", "1:30:58"), [], "the increment is added before and after the move");
        assert_eq!(found("40/300:60", "0:06:00"), [Rule::ClockBeyondControl]);
        assert_eq!(found("40/7200+30:1800+30", "0:30:00"), [Rule::LateFirstMove]);
        assert_eq!(found("1/86400", "47:00:00"), [], "one day a move");
        assert_eq!(found("10/4320000", "1190:00:00"), [], "correspondence chess");
        assert_eq!(found("300", "0:06:00"), [Rule::ClockBeyondControl]);
        assert_eq!(found("7200", "0:30:00"), [Rule::LateFirstMove]);
        assert_eq!(found("?", "0:06:00"), []);
    }

    #[test]
    fn only_comment_agrees_with_comments_in() {
        for (text, expected) in [
            ("e4 { [%clk 0:05:00] } 1... ", Some(Some(30_000))),
            ("e4{ [%clk 1:00:09] }\n", Some(Some(360_900))),
            ("e4 { [%clk 0:05:00] } { good } 1... ", None),
            ("e4 { [%eval 0.17] [%clk 0:05:00] } 1... ", Some(Some(30_000))),
            ("e4 { [%eval 0.17] } 1... ", Some(None)),
            ("e4 { good } { [%clk 0:05:00] } 1... ", None),
            ("e4 ; { [%clk 0:05:00] }\n 1... ", None),
            ("e4\n% { [%clk 0:05:00] }\n 1... ", None),
            ("e4 { [%clk 0:05:00] } (1. d4 { [%clk 9:05:00] }) 1... ", None),
            ("e4 { [%clk 0:05:00.5] } 1... ", None),
            ("e4 { [%clk 0:05:00]", None),
            ("e4 1... ", None),
        ] {
            let longer = format!("{text}e5 2. Nf3 Nc6");
            let comment = only_comment(longer.as_bytes(), 0..text.len());
            assert_eq!(comment.map(|comment| comment.clock), expected, "{text}");
            if let Some(expected) = expected {
                let comments = comments_in(text.as_bytes(), 0, 0..text.len(), &[]);
                let clocks: Vec<_> =
                    comments.iter().map(|comment| clock(text[comment.span.clone()].as_bytes())).collect();
                assert_eq!(clocks, [expected], "{text}");
            }
        }
    }
}
