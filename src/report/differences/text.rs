//! Differences for people: as text, A's value above B's, and as a page for a browser, A on the left, B on the right.

use std::io::{self, Write};

use crate::game::difference::{GameChange, KnownBy, MovesKind};
use crate::game::rules::Severity;

use super::super::{Paint, Visible};
use super::{ShownDifference, ShownGame};
use crate::report::terminal::numbers::counted;
use crate::report::terminal::visible::Escaped;
use crate::report::terminal::wrap::hanging;

/// The longest value that is shown whole, in characters.
const MAX_VALUE: usize = 300;

/// How many characters before the first difference are shown of a longer one.
const BEFORE: usize = 40;

pub(super) fn write(difference: &ShownDifference<'_>, paint: &Paint, out: &mut impl Write) -> io::Result<()> {
    let Paint { place, strong, faint, .. } = paint;
    let removed = paint.severity(Severity::Error);
    let added = paint.good;
    match &difference.games {
        [Some(game), None] => headline(
            out,
            &format!("{removed}- only in A{removed:#}  {place}{}{place:#}  {}", at(game), title(game)),
            *paint,
        ),
        [None, Some(game)] => headline(
            out,
            &format!("{added}+ only in B{added:#}  {place}{}{place:#}  {}", at(game), title(game)),
            *paint,
        ),
        [Some(a), Some(b)] => {
            let what = format!("~ {}", difference.kind.title());
            let (at_a, at_b, title) = (at(a), at(b), title(a));
            let line = format!("{strong}{what:<11}{strong:#}  {place}{at_a} | {at_b}{place:#}  {title}");
            headline(out, &line, *paint)?;
            for change in difference.changes {
                let [first, second] = values(change);
                let name = name(change);
                writeln!(out, "    {name}")?;
                let same = common_start(first.as_deref().unwrap_or_default(), second.as_deref().unwrap_or_default());
                writeln!(out, "      {removed}A{removed:#} {}", shown(first.as_deref(), same))?;
                writeln!(out, "      {added}B{added:#} {}", shown(second.as_deref(), same))?;
                if let Some(remark) = remark(change) {
                    writeln!(out, "      {faint}{remark}{faint:#}")?;
                }
            }
            Ok(())
        }
        [None, None] => Ok(()),
    }
}

/// Writes the line about the games. At a terminal it is wrapped.
fn headline(out: &mut impl Write, line: &str, paint: Paint) -> io::Result<()> {
    writeln!(out, "{}", hanging(line, 2, paint.columns))
}

/// Where a game stands: `games.pgn:12`.
fn at(game: &ShownGame<'_>) -> String {
    format!("{}:{}", Visible(game.file), game.line)
}

/// By what people know a game: `Morphy, Paul - Anderssen, Adolf, Paris 1858.12.20`; of a position its fields.
fn title(game: &ShownGame<'_>) -> String {
    if let Some(line) = &game.content.position_line {
        return shown(Some(line), 0);
    }
    let KnownBy { white, black, event, date, round } = &game.content.known_by;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let rest = [event, round, date].into_iter().flatten().filter(|value| *value != "-").cloned();
    let text = [format!("{} - {}", name(white), name(black))].into_iter().chain(rest).collect::<Vec<_>>().join(", ");
    Visible(&text).to_string()
}

pub(super) fn name(change: &GameChange) -> String {
    match change {
        GameChange::Tag { name, .. } => format!("{} (tag)", Visible(name)),
        GameChange::Operation { opcode, .. } => format!("{} (operation)", Visible(opcode)),
        GameChange::Moves(change) => {
            let what = match change.kind {
                MovesKind::AShorter if change.ply == 0 => return "A has no moves".to_owned(),
                MovesKind::BShorter if change.ply == 0 => return "B has no moves".to_owned(),
                MovesKind::AShorter => "A ends before B",
                MovesKind::BShorter => "B ends before A",
                MovesKind::AMissing => "A lacks moves",
                MovesKind::BMissing => "B lacks moves",
                MovesKind::Swapped => "moves in another order",
                MovesKind::Other => "other moves",
                MovesKind::Unplayed => "other text that cannot be played",
            };
            format!("{what} after {}", counted(change.ply as u64, "ply", "plies"))
        }
        GameChange::Result { .. } => "result".to_owned(),
        GameChange::Notes { ply: 0, kind, .. } => format!("{} before the first move", kind.name()),
        GameChange::Rest { .. } => "text after the first 16 MiB (hash)".to_owned(),
        GameChange::Notes { ply, kind, .. } => {
            format!("{} after {}", kind.name(), counted(u64::from(*ply), "ply", "plies"))
        }
    }
}

/// The values of both games; `None` where there is none.
fn values(change: &GameChange) -> [Option<String>; 2] {
    match change {
        GameChange::Tag { values, .. }
        | GameChange::Operation { values, .. }
        | GameChange::Result { values, .. }
        | GameChange::Rest { values }
        | GameChange::Notes { values, .. } => values.clone(),
        GameChange::Moves(change) => [0, 1].map(|at| {
            let moves = &change.moves[at];
            match &change.unplayed[at] {
                Some(unplayed) => Some(format!("{moves} [cannot be played: {unplayed}]").trim_start().to_owned()),
                None => (!moves.is_empty()).then(|| moves.clone()),
            }
        }),
    }
}

/// What else to know about a change.
fn remark(change: &GameChange) -> Option<String> {
    match change {
        GameChange::Moves(change) => {
            let end = match change.common_end {
                0 => String::new(),
                1 => "; the last ply is the same".to_owned(),
                plies => format!("; the last {plies} plies are the same"),
            };
            Some(format!("position: {}{end}", change.fen))
        }
        GameChange::Result { board: Some(board), .. } => Some(format!("by the last position: {board}")),
        _ => None,
    }
}

/// A value, cut around the first difference, which starts at character `same`.
fn shown(value: Option<&str>, same: usize) -> String {
    let Some(value) = value else { return "(none)".to_owned() };
    let skipped = if same < MAX_VALUE / 2 { 0 } else { same - BEFORE };
    let mut rest = value.chars().skip(skipped);
    let mut text: String = rest.by_ref().take(MAX_VALUE).collect();
    if skipped > 0 {
        text.insert(0, '…');
    }
    if rest.next().is_some() {
        text.push('…');
    }
    Visible(&text).to_string()
}

/// The number of characters with which both texts begin.
fn common_start(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}

// Differences as a page for a browser: A on the left, B on the right.

const STYLE: &str = "\
:root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}\
table{border-collapse:collapse;width:100%;table-layout:fixed;margin:.4rem 0 1.4rem}\
td,th{border:1px solid #8886;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}\
th:first-child,td:first-child{width:14rem}h2{font-size:1rem;margin:1.4rem 0 0}\
.a{background:#d5232320}.b{background:#1a9c3e20}small{opacity:.75}";

pub(super) fn begin_page(names: &[&str], out: &mut impl Write) -> io::Result<()> {
    let (title, head, what) = match names {
        [a, b] => {
            let [a, b] = [a, b].map(|name| Escaped(name));
            (format!("{a} | {b}"), "Differences of two archives", format!("A: {a}<br>B: {b}"))
        }
        names => {
            let name = names.concat();
            let name = Escaped(&name).to_string();
            (name.clone(), "Copies in an archive", format!("{name}<br>A: the first one, B: a copy of it"))
        }
    };
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{head}</h1>\n<p>{what}</p>\n"
    )
}

pub(super) fn write_on_page(difference: &ShownDifference<'_>, out: &mut impl Write) -> io::Result<()> {
    match &difference.games {
        [Some(game), None] => writeln!(out, "<h2 class=\"a\">Only in A: {}</h2>\n{}", title_of(game), place(game)),
        [None, Some(game)] => writeln!(out, "<h2 class=\"b\">Only in B: {}</h2>\n{}", title_of(game), place(game)),
        [Some(a), Some(b)] => {
            writeln!(out, "<h2>{}</h2>\n<table>", title_of(a))?;
            writeln!(out, "<tr><th>{}<th>A {}<th>B {}", difference.kind.title(), place(a), place(b))?;
            for change in difference.changes {
                let remark = remark(change).map(|text| format!("<br><small>{}</small>", Escaped(&text)));
                let [a, b] = values(change).map(Option::unwrap_or_default);
                writeln!(
                    out,
                    "<tr><td>{}{}<td class=\"a\">{}<td class=\"b\">{}",
                    Escaped(&name(change)),
                    remark.unwrap_or_default(),
                    Escaped(&a),
                    Escaped(&b)
                )?;
            }
            writeln!(out, "</table>")
        }
        [None, None] => Ok(()),
    }
}

pub(super) fn end_page(summary: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<p>{}</p>\n</html>", Escaped(summary.trim_end()))
}

fn title_of(game: &ShownGame<'_>) -> String {
    Escaped(&title(game)).to_string()
}

fn place(game: &ShownGame<'_>) -> String {
    let what = if game.content.position_line.is_some() { "position" } else { "game" };
    format!("<small>{}, {what} {}, line {}</small>", Escaped(game.file), game.game, game.line)
}
