//! Where a file is cut: at guesses, or at games that were counted.

use std::io;
use std::iter;
use std::ops::ControlFlow;

use crate::commands::driver::{Corner, Extent, PartReading, read_covering};
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::RuleSet;
use crate::input::{Content, InputError};
use crate::parts::Before;
use crate::pgn::place::Span;
use crate::pipeline::parts::cuts;
use crate::pipeline::{Collected, GameWork, Pipeline};

/// The start of a part, and what is before it, if that is known.
pub(super) type Cut = (u64, Option<Before>);

/// The offsets at which `count` equal parts of a text of this length would begin, without the first.
fn targets(length: u64, count: u64) -> impl Iterator<Item = u64> {
    (1..count).map(move |number| (u128::from(length) * u128::from(number) / u128::from(count)) as u64)
}

/// Cuts a text into about `count` parts at places where games probably start.
pub(super) fn guess(content: &Content, name: &str, length: u64, count: u64) -> Result<Vec<Cut>, InputError> {
    let found = cuts(length, targets(length, count), |offset, wanted| match content {
        Content::Whole(bytes) => {
            let end = (offset + wanted).min(bytes.len() as u64);
            Ok(bytes[offset.min(end) as usize..end as usize].to_vec())
        }
        Content::File(file) => file.read(offset, wanted),
        Content::Stream(_) => Err(InputError::from_read(name, offset, io::ErrorKind::Unsupported.into())),
    })?;
    Ok(iter::once((0, Some(Before::default()))).chain(found.into_iter().map(|start| (start, None))).collect())
}

/// Cuts a text into about `count` parts between games, and counts what is before each.
pub(super) fn counted(
    content: Content,
    name: &str,
    length: u64,
    count: u64,
    pipeline: &Pipeline,
) -> Result<Vec<Cut>, InputError> {
    let mut cuts = vec![(0, Some(Before::default()))];
    let mut targets = targets(length, count).peekable();
    let (mut games, mut corner) = (0, Corner::default());
    let mut gap = None;
    let reading = PartReading { name, part: None, has_digest: false };
    let read = read_covering(pipeline, content, reading, &Counting, |collected| {
        let (offset, counted) = match collected {
            Collected::Games(offset, counted) => (offset, counted),
            Collected::Gap(error) => {
                gap = Some(error);
                return Ok(ControlFlow::Break(()));
            }
        };
        // The part begins where the one before it ends. Within a line, the bytes before it would matter.
        let is_due = corner.columns == 0 && targets.peek().is_some_and(|target| offset >= *target);
        if is_due {
            while targets.next_if(|target| offset >= *target).is_some() {}
            let Corner { lines, columns } = corner;
            cuts.push((offset, Some(Before { games, lines, columns })));
        }
        games += counted.games;
        corner.pass(counted.extent);
        Ok(ControlFlow::Continue(()))
    });
    let (error, ..) = read.map_err(|error| InputError::from_read(name, 0, error))?;
    error.or(gap).map_or(Ok(cuts), Err)
}

/// The size of the chunks in which a file of this length is counted, so that parts can be about equal.
pub(super) fn chunk_bytes(length: u64, count: u64) -> usize {
    const LARGEST: u64 = 512 << 10;
    const SMALLEST: u64 = 256;
    (length / count / 8).clamp(SMALLEST, LARGEST) as usize
}

/// Counts games.
struct Counting;

/// Successive games.
#[derive(Default)]
struct Counted {
    games: u64,
    extent: Extent,
}

impl GameWork for Counting {
    type Part = Counted;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, RuleSet::EMPTY)
    }

    fn absorb(&self, part: &mut Counted, game: &mut Game, _bytes: &[u8], _span: Span) {
        part.games += u64::from(game.status != Validity::NoGame);
    }

    fn close(&self, part: &mut Counted, bytes: &[u8]) {
        part.extent = Extent::new(bytes);
    }
}
