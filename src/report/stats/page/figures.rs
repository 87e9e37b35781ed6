//! The charts of a section, as figures of the page.

use std::io::{self, Write};

use crate::report::charts::{Chart, figure};
use crate::report::visible::Escaped;

use super::PageSection;

pub(super) fn write(section: &PageSection, out: &mut impl Write) -> io::Result<()> {
    let PageSection { grid, charts } = section;
    if charts.is_empty() {
        return Ok(());
    }
    let class = if charts.len() > 1 { "charts several" } else { "charts" };
    writeln!(out, "<div class=\"{class}\">")?;
    charts.iter().try_for_each(|chart| self::chart(chart, &grid.title, out))?;
    writeln!(out, "</div>")
}

/// Writes a chart, with its title only if it differs from that of the table.
fn chart(chart: &Chart, table_title: &str, out: &mut impl Write) -> io::Result<()> {
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
