//! Where a file is cut: at guesses, at games that were counted, or between frames.

use std::io;
use std::iter;
use std::ops::ControlFlow;

use crate::commands::driver::{Corner, Extent, Measured, PartReading, read_covering};
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::RuleSet;
use crate::input::{Content, InputError, InputFile, Inputs, OpenOptions};
use crate::parts::{Before, InputPart, Unit};
use crate::pgn::place::Span;
use crate::pipeline::parts::cuts;
use crate::pipeline::{ChunkText, Collected, Digesting, GameSource, GameWork, Pipeline};

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
    if count == 1 {
        return Ok(cuts);
    }
    let mut targets = targets(length, count).peekable();
    let (mut games, mut corner) = (0, Corner::default());
    let mut gap = None;
    let reading = PartReading { name, part: None };
    let read = read_covering(pipeline, GameSource::Unread(content), reading, &COUNTING, |collected| {
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
            cuts.push((offset, Some(Before { games, lines, columns, bytes: offset, lead: 0 })));
        }
        games += counted.games;
        corner.pass(counted.extent);
        Ok(ControlFlow::Continue(()))
    });
    let (error, ..) = read.map_err(|error| InputError::from_read(name, 0, error))?;
    error.or(gap).map_or(Ok(cuts), Err)
}

/// Cuts a compressed file into about `count` parts between its frames. Without frames that can be read apart, the file is
/// one part. Everything from damage on is in the last part, whose reader reports it.
#[cfg(feature = "compression")]
pub(super) fn between_frames(
    file: &InputFile,
    length: u64,
    count: u64,
    options: &OpenOptions,
) -> Result<Vec<Cut>, InputError> {
    let mut cuts = vec![(0, Some(Before::default()))];
    let mut targets = targets(length, count).peekable();
    // The end of the last frame with text: what announces the next frame is before it.
    let mut end = 0;
    for frame in file.frames(options)?.into_iter().flatten().map_while(Result::ok).filter(|frame| frame.text != Some(0))
    {
        let middle = frame.offset + frame.length / 2;
        let is_due = targets.next_if(|target| middle >= *target).is_some();
        while targets.next_if(|target| middle >= *target).is_some() {}
        if is_due && end > 0 {
            cuts.push((end, None));
        }
        end = frame.offset + frame.length;
    }
    Ok(cuts)
}

/// This build does not read compressed files.
#[cfg(not(feature = "compression"))]
#[expect(clippy::unnecessary_wraps, reason = "frames can be unreadable, and this build has none")]
pub(super) fn between_frames(_: &InputFile, _: u64, _: u64, _: &OpenOptions) -> Result<Vec<Cut>, InputError> {
    Ok(vec![(0, Some(Before::default()))])
}

/// Counts what is before the first game of each part but the first, by reading one after the other. The parts begin with
/// frames of the input with this name and size.
pub(super) fn counted_frames(
    cuts: &[Cut],
    name: &str,
    size: u64,
    options: &OpenOptions,
    pipeline: &Pipeline,
) -> Result<Vec<Cut>, InputError> {
    let mut before = Before::default();
    let mut counted = vec![(0, Some(before))];
    for range in cuts.windows(2) {
        let &[(start, _), (end, _)] = range else { continue };
        let (input, unit) = (name.to_owned(), Unit::Frame);
        let part = InputPart { input, unit, start, end, size, index: 1, of: 1, before: Some(before) };
        before = before_next(part, before, options, pipeline)?;
        // Within a line, the bytes before the game would matter.
        if before.columns == 0 {
            counted.push((end, Some(before)));
        }
    }
    Ok(counted)
}

/// What is before the part that follows this one.
fn before_next(
    part: InputPart,
    before: Before,
    options: &OpenOptions,
    pipeline: &Pipeline,
) -> Result<Before, InputError> {
    let name = part.input.clone();
    let inputs = Inputs::of_parts(vec![part]);
    let Some(opened) = inputs.texts(options.clone()).next().transpose()? else { return Ok(before) };
    let reading = PartReading { name: &name, part: opened.part.as_ref() };
    let mut games = 0;
    let mut gap = None;
    let read =
        read_covering(pipeline, GameSource::Unread(opened.content), reading, &COUNTING, |collected| match collected {
            Collected::Games(_, counted) => {
                games += counted.games;
                Ok(ControlFlow::Continue(()))
            }
            Collected::Gap(error) => {
                gap = Some(error);
                Ok(ControlFlow::Break(()))
            }
        });
    let (error, _, covered) = read.map_err(|error| InputError::from_read(&name, 0, error))?;
    if let Some(error) = error.or(gap) {
        return Err(error);
    }
    let covered = covered.unwrap_or_else(|| unreachable!("it is a part"));
    Ok(before.next(&covered, games))
}

/// The size of the chunks in which a file of this length is counted, so that parts can be about equal.
pub(super) fn chunk_bytes(length: u64, count: u64) -> usize {
    const LARGEST: u64 = 512 << 10;
    const SMALLEST: u64 = 256;
    (length / count / 8).clamp(SMALLEST, LARGEST) as usize
}

struct Counting;

const COUNTING: Digesting<Counting> = Digesting { work: Counting, has_digest: false };

/// Successive games.
#[derive(Default)]
struct Counted {
    games: u64,
    extent: Extent,
}

impl Measured for Counted {
    fn extent(&self) -> Extent {
        self.extent
    }
}

impl GameWork for Counting {
    type Part = Counted;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, RuleSet::EMPTY)
    }

    fn absorb(&self, part: &mut Counted, game: &mut Game, _bytes: &ChunkText<'_>, _span: Span) {
        part.games += u64::from(game.status != Validity::NoGame);
    }

    fn close(&self, part: &mut Counted, bytes: &[u8]) {
        part.extent = Extent::new(bytes);
    }
}
