//! A self-contained HTML page with statistics as numbers, tables and, with the feature `pictures`, charts. It loads no
//! other files and has no scripts. It contains no timestamp, so equal statistics give equal pages.
//!
//! Colors are CSS variables with values for light and dark mode; printed pages are always light. Text from files is
//! always escaped.

use std::io::{self, Write};

use crate::report::Visible;
#[cfg(feature = "pictures")]
use crate::report::charts::{Chart, charts, figure};
use crate::report::ink::variables;
use crate::report::terminal::numbers::counted;
use crate::report::terminal::visible::Escaped;
use crate::stats::standings::table::EventError;
use crate::stats::{CellValue, Grid, Plan, RowSelection, Sort, Stats, Table, TableKind};

use super::summary::{Fact, facts_in_words};
use super::text::{self, Layout};

/// The Content-Security-Policy, which allows only inline styles.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

pub fn write_page(stats: &Stats, sections: &[PageSection], out: &mut impl Write) -> io::Result<()> {
    let title = title(stats);
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{} – adoube stats</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        Escaped(&title),
        style()
    )?;
    header(stats, &title, sections, out)?;
    for (index, section) in sections.iter().enumerate() {
        write_section(index, section, out)?;
    }
    let version = env!("CARGO_PKG_VERSION");
    writeln!(out, "<footer>Counted by adoube {version}. Every game was replayed.</footer>")?;
    writeln!(out, "</body>\n</html>")
}

/// The style sheet: the colors, the classes of the charts and the layout of the page.
fn style() -> String {
    let (light, dark) = (variables(false), variables(true));
    let colors = format!(":root{{{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n");
    #[cfg(feature = "pictures")]
    let colors = colors + &crate::report::charts::classes_on_page();
    colors + include_str!("style.css")
}

/// The title of the page: the name of the file, or the number of files.
fn title(stats: &Stats) -> String {
    match &stats.names[..] {
        [only] if stats.counts.files == 1 => Visible(only).to_string(),
        _ => format!("{} files", stats.counts.files),
    }
}

fn header(stats: &Stats, title: &str, sections: &[PageSection], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<header>\n<h1>{}</h1>", Escaped(title))?;
    if stats.counts.files > 1 {
        let names: Vec<String> = stats.names.iter().map(|name| Visible(name).to_string()).collect();
        let more = if stats.counts.files > names.len() as u64 { ", …" } else { "" };
        writeln!(out, "<p>{}{more}</p>", Escaped(&names.join(", ")))?;
    }
    writeln!(out, "<dl>")?;
    for Fact { name, value, more } in facts_in_words(stats) {
        let more = more.trim_start_matches([',', '=', ' ']);
        let more = if more.is_empty() { String::new() } else { format!("<small>{}</small>", Escaped(more)) };
        writeln!(out, "<div><dt>{name}</dt><dd>{}{more}</dd></div>", Escaped(&value))?;
    }
    writeln!(out, "</dl>\n<nav>")?;
    for (index, section) in sections.iter().enumerate().filter(|_| sections.len() > 1) {
        writeln!(out, "<a href=\"#s{index}\">{}</a>", Escaped(&section.grid.title))?;
    }
    writeln!(out, "</nav>\n</header>")
}

fn write_section(index: usize, section: &PageSection, out: &mut impl Write) -> io::Result<()> {
    let grid = &section.grid;
    writeln!(out, "<section id=\"s{index}\">\n<h2>{}</h2>\n<div class=\"body\">", Escaped(&grid.title))?;
    #[cfg(feature = "pictures")]
    figures(section, out)?;
    table(grid, out)?;
    writeln!(out, "</div>\n</section>")
}

#[cfg(feature = "pictures")]
fn figures(section: &PageSection, out: &mut impl Write) -> io::Result<()> {
    let PageSection { grid, charts } = section;
    if charts.is_empty() {
        return Ok(());
    }
    let class = if charts.len() > 1 { "charts several" } else { "charts" };
    writeln!(out, "<div class=\"{class}\">")?;
    for chart in charts {
        write_chart(chart, &grid.title, out)?;
    }
    writeln!(out, "</div>")
}

/// Writes a chart as a figure, with its title only if it differs from that of the table.
#[cfg(feature = "pictures")]
fn write_chart(chart: &Chart, table_title: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<figure>")?;
    if chart.title != table_title {
        writeln!(out, "<figcaption>{}</figcaption>", Escaped(&chart.title))?;
    }
    write!(out, "{}", figure(chart))?;
    if let Some(note) = &chart.note {
        writeln!(out, "<p>{}</p>", Escaped(note))?;
    }
    writeln!(out, "</figure>")
}

/// Writes a table in a box that scrolls horizontally on narrow screens.
fn table(grid: &Grid, out: &mut impl Write) -> io::Result<()> {
    let Layout { headings, is_text, rows } = text::layout(grid);
    writeln!(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">", Escaped(&grid.title))?;
    let wide = if headings.len() > MAX_NORMAL_COLUMNS { " class=\"wide\"" } else { "" };
    writeln!(out, "<table{wide}>\n<caption>{}</caption>\n<thead><tr>", caption(grid))?;
    let class = |is_text: bool| if is_text { " class=\"word\"" } else { "" };
    for (heading, &is_text) in headings.iter().zip(&is_text) {
        write!(out, "<th scope=\"col\"{}>{}</th>", class(is_text), Escaped(heading))?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for row in &rows {
        write!(out, "<tr>")?;
        for (cell, &is_text) in row.iter().zip(&is_text) {
            write!(out, "<td{}>{}</td>", class(is_text), Escaped(cell))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>\n</table>")?;
    for note in &grid.notes {
        writeln!(out, "<p class=\"notes\">{}</p>", Escaped(&Visible(note).to_string()))?;
    }
    writeln!(out, "</div>")
}

/// The maximum number of columns in the normal font size. Wider tables are printed smaller, to fit the paper.
const MAX_NORMAL_COLUMNS: usize = 16;

/// The caption of a table: the number of rows.
fn caption(grid: &Grid) -> String {
    match grid.rows.len() {
        0 => "no rows".to_owned(),
        rows => counted(rows as u64, "row", "rows"),
    }
}

// The sections of the HTML page: one for each table.

/// The maximum number of rows of a default table.
const MAX_DEFAULT_ROWS: usize = 20;

/// The maximum number of rows of a default table in numeric order.
const MAX_DEFAULT_ORDERED_ROWS: usize = 60;

/// The maximum number of rows of a requested table, unless `--top` sets another.
const MAX_ROWS: usize = 1000;

/// A table with its charts.
#[derive(Clone, Debug)]
pub struct PageSection {
    /// The displayed rows.
    pub grid: Grid,
    /// The charts of the table; empty if there is nothing to draw.
    #[cfg(feature = "pictures")]
    pub charts: Vec<Chart>,
}

/// Returns the sections for the tables of a plan. Default tables without data are left out.
pub fn sections(stats: &Stats, plan: &Plan, selection: &RowSelection) -> Result<Vec<PageSection>, EventError> {
    let shown = stats.grids(plan, &RowSelection { top: selection.top.or(Some(MAX_ROWS)), ..selection.clone() })?;
    let full = stats.grids(plan, &RowSelection { top: None, ..selection.clone() })?;
    let mut sections = Vec::with_capacity(full.len());
    for (index, (mut shown, full)) in shown.into_iter().zip(full).enumerate() {
        let table = stats.tables.get(index);
        if let Some(table) = table.filter(|_| plan.is_summary) {
            if TableKind::PAGE.contains(&table.request().kind) && !has_known_label(&full) {
                continue;
            }
            shown = table.grid(&default_selection(table, selection));
        }
        sections.push(PageSection {
            #[cfg(feature = "pictures")]
            charts: charts(&full, &shown, table.map_or(&[], Table::by)),
            grid: shown,
        });
    }
    Ok(sections)
}

/// Whether any row has a known label: not all games lack the value that this table counts.
fn has_known_label(grid: &Grid) -> bool {
    grid.rows.iter().any(|row| row.first().is_some_and(|label| *label != CellValue::Missing))
}

/// The rows to show of a default table. Squares are sorted by the number of moves: in board order the first rows would
/// be those of the first rank, which say little.
fn default_selection(table: &Table, selection: &RowSelection) -> RowSelection {
    let is_squares = table.request().kind == TableKind::Squares;
    let by_moves = || Sort { column: "moves".to_owned(), descending: true };
    let is_ordered = table.info().is_ordered && !is_squares;
    let rows = if is_ordered { MAX_DEFAULT_ORDERED_ROWS } else { MAX_DEFAULT_ROWS };
    let sort = selection.sort.clone().or_else(|| is_squares.then(by_moves));
    RowSelection { sort, top: selection.top.or(Some(rows)), ..selection.clone() }
}
