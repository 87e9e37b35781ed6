//! The two files of `--split-to`: games without errors, and the others.

use std::io::{self, Write};
use std::path::Path;

use crate::commands::ExitStatus;
use crate::commands::boundary::TextEnd;
use crate::commands::outputs::{self, OneFormat};
use crate::input::{OutputError, Sink};
use crate::options::InputFormat;
use crate::report::Diagnostics;

/// The files, good and bad.
pub(super) struct Copies {
    files: [Sink; 2],
    ends: [TextEnd; 2],
    pub(super) format: OneFormat,
}

/// Where the last game of a text was copied to, and its number.
pub(super) struct LastCopy {
    is_bad: bool,
    number: u64,
}

impl Copies {
    pub(super) fn create(good: &Path, bad: &Path) -> Result<Self, OutputError> {
        Ok(Self {
            files: [Sink::create(good)?, Sink::create(bad)?],
            ends: [TextEnd::default(); 2],
            format: OneFormat::default(),
        })
    }

    /// Copies a game, or text between games. Only between two games that were apart, line ends are added where the second
    /// would otherwise be read as a part of the first.
    pub(super) fn add(
        &mut self,
        is_bad: bool,
        game: &[u8],
        number: u64,
        format: InputFormat,
        last: &mut Option<LastCopy>,
    ) -> io::Result<()> {
        let (file, end) = (&mut self.files[usize::from(is_bad)], &mut self.ends[usize::from(is_bad)]);
        let follows = last.as_ref().is_some_and(|last| last.is_bad == is_bad && last.number + 1 >= number);
        if !follows {
            file.write_all(end.missing(game, format))?;
        }
        file.write_all(game)?;
        end.pass(game);
        *last = Some(LastCopy { is_bad, number });
        Ok(())
    }

    /// Puts the files in their places; after a failed run, both are left as they were.
    pub(super) fn finish(mut self, status: ExitStatus, diagnostics: &Diagnostics) -> io::Result<()> {
        // A full disk shows here, before one of the two is replaced.
        self.files.iter_mut().try_for_each(Sink::flush)?;
        // So does another run that writes there.
        self.files.iter().try_for_each(Sink::check).map_err(OutputError::into_io)?;
        for file in self.files {
            if status == ExitStatus::Failed && file.is_atomic() {
                outputs::report_unwritten(&file.into_path(), diagnostics);
            } else {
                file.commit().map_err(OutputError::into_io)?;
            }
        }
        Ok(())
    }
}
