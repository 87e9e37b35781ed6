//! Tournament reports: a text that is one item, recognized by its name or by its content.

use std::io::Read;
use std::sync::Arc;

use crate::commands::Error;
use crate::game::facts::ItemKind;
use crate::input::{Content, InputError};
use crate::options::{InputFormat, Match};
use crate::parts::Digest;
use crate::pipeline::GameSource;
use crate::trf::is_report;

use super::{Command, Cursor, Driver, Fold, Source, Text};

/// The number of bytes at the start of a text by which a report is recognized.
pub(super) const RECOGNIZED: usize = 64 << 10;

/// The maximum length of a report, in bytes: more than 9999 players with 64 rounds take.
const MAX_REPORT: usize = 8 << 20;

impl<C: Command> Driver<'_, C> {
    /// The text with the format that its content shows.
    pub(super) fn recognized(&self, text: &Arc<Text<C::Fold>>, games: Source<C>) -> (Arc<Text<C::Fold>>, Source<C>) {
        let content = match games {
            GameSource::Unread(content) if self.args.inputs.may_be_report(text.format) => content,
            games => return (Arc::clone(text), games),
        };
        let (is_one, content) = content.decide(RECOGNIZED, is_report);
        let text = if is_one {
            Arc::new(Text { name: text.name.clone(), format: InputFormat::Trf, fold: self.command.fold(&text.name) })
        } else {
            Arc::clone(text)
        };
        (text, GameSource::Unread(content))
    }

    /// Reads a report; returns its digest.
    pub(super) fn report(&mut self, content: Content, cursor: &mut Cursor<C>) -> Result<Digest, Error> {
        let mut bytes = Vec::new();
        let read = content.into_read().take(MAX_REPORT as u64 + 1).read_to_end(&mut bytes);
        self.bytes += bytes.len() as u64;
        let mut digest = Digest::default();
        if bytes.len() > MAX_REPORT {
            let message = format_args!("not read, because a tournament report has at most {} MiB", MAX_REPORT >> 20);
            self.run.failed_at(&cursor.text.name, None, message);
            cursor.is_cut = true;
            return Ok(digest);
        }
        if let Err(error) = read {
            let error = InputError::from_read(&cursor.text.name, bytes.len() as u64, error);
            self.cut(&error, cursor)?;
            return Ok(digest);
        }
        if bytes.trim_ascii().is_empty() {
            return Ok(digest);
        }
        digest.add(&bytes);
        cursor.games += 1;
        let item = cursor.fold().report(&bytes);
        let chosen = cursor.chosen(item, 0);
        let taken = if self.selector.selects(cursor.games, Match::SELECTED, ItemKind::Game) {
            match self.selector.keep(chosen, Match::SELECTED) {
                Ok(Some(chosen)) => self.command.game(chosen, &mut cursor.state, &mut self.run),
                Ok(None) => Ok(()),
                Err(refused) => Err(refused.into()),
            }
        } else {
            self.command.other(chosen, &mut self.run)
        };
        taken.map(|()| digest).map_err(|error| self.run.writing(error))
    }
}
