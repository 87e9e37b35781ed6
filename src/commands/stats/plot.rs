//! `--plot`: one table as a chart, in a file in addition to the output.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use crate::commands::{Error, ExitStatus};
use crate::input::{OutputError, Sink};
use crate::report::Diagnostics;
use crate::report::charts::{can_draw, can_draw_counts, to_png, to_svg};
use crate::report::stats::PageSection;
use crate::stats::Plan;

use super::Args;

/// The picture that is wanted.
pub(super) struct Plot<'a> {
    pub(super) path: &'a Path,
    kind: Kind,
}

/// How a picture is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
}

impl<'a> Plot<'a> {
    /// The picture, if one is wanted. There must be one table, and one that can be drawn.
    pub(super) fn check(args: &'a Args, plan: &Plan) -> Result<Option<Self>, Error> {
        let Some(path) = args.plot.as_deref() else { return Ok(None) };
        let refused = |why: String| Err(Error::Usage(format!("--plot: {why}")));
        let kind = match path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Kind::Svg,
            Some("png") => Kind::Png,
            _ => return refused(format!("{}: the name of a chart must end in .svg or .png", path.display())),
        };
        if plan.tree.is_some() {
            return refused("a tree cannot be drawn; use --table openings".to_owned());
        }
        if plan.is_summary || plan.tables.len() + plan.of_event.len() != 1 {
            return refused("a chart shows one table; choose it with --table".to_owned());
        }
        let of_event = plan.of_event.first().filter(|table| !can_draw(**table)).map(|table| table.name());
        let counted =
            plan.tables.first().filter(|table| !can_draw_counts(table.kind)).map(|table| table.kind.info().name);
        if let Some(name) = of_event.or(counted) {
            return refused(format!("the table {name} has no chart"));
        }
        Ok(Some(Self { path, kind }))
    }

    /// Draws the table. The caller commits the file. If there is nothing to draw, reports it, and there is no file.
    pub(super) fn draw(
        &self,
        sections: &[PageSection],
        diagnostics: &Diagnostics,
    ) -> Result<(Option<Sink>, ExitStatus), Error> {
        let Some(section) = sections.first().filter(|section| !section.charts.is_empty()) else {
            diagnostics
                .error(format_args!("--plot: there are no rows to draw, and {} was not written", self.path.display()));
            return Ok((None, ExitStatus::Findings));
        };
        let writing = |error| Error::of_writing(error, ExitStatus::Clean);
        let bytes = match self.kind {
            Kind::Svg => to_svg(&section.charts).into_bytes(),
            Kind::Png => to_png(&section.charts).map_err(|error| OutputError::new(self.path, error))?,
        };
        let mut sink = Sink::create(self.path)?;
        sink.write_all(&bytes).map_err(writing)?;
        Ok((Some(sink), ExitStatus::Clean))
    }
}
