//! Where a text can be cut into parts, and where the first game of a part starts.
//!
//! Both are guesses, by the same patterns that cut a text into chunks: see [`split::likely_starts`].

use std::io::{self, Read};

use crate::input::{Content, InputError, OpenedPart};
use crate::parts::Unit;
use crate::pgn::split;

/// How many bytes before a part are read, to see how the games of the text start.
const LOOK_BEHIND: u64 = 64 << 10;

/// The number of bytes after a window that show whether a game starts at its end.
const LOOK_AHEAD: usize = 8;

/// How many bytes are searched at once for the start of a game.
const WINDOW: u64 = 1 << 20;

/// Returns offsets at which games probably start, each near one of `targets`, which must ascend, in a text of this length.
/// `read` returns bytes of the text from an offset on. There are fewer cuts than targets if no start is found between
/// two of them.
pub fn cuts(
    length: u64,
    targets: impl Iterator<Item = u64>,
    mut read: impl FnMut(u64, u64) -> Result<Vec<u8>, InputError>,
) -> Result<Vec<u64>, InputError> {
    let mut cuts: Vec<u64> = Vec::new();
    let mut targets = targets.peekable();
    // Up to where the text was searched. Its first byte is no cut.
    let mut searched = 1;
    while let Some(&target) = targets.peek() {
        let from = target.max(searched);
        if from >= length {
            break;
        }
        let first = from.saturating_sub(LOOK_BEHIND);
        let bytes = read(first, from - first + WINDOW + LOOK_AHEAD as u64)?;
        searched = from + WINDOW;
        let starts = split::likely_starts(&bytes, first == 0).map(|at| first + at as u64);
        for start in starts.skip_while(|start| *start < from).take_while(|start| *start < searched) {
            if targets.peek().is_none_or(|target| *target >= searched) {
                break;
            }
            if targets.next_if(|target| *target <= start).is_some() {
                cuts.push(start);
                while targets.next_if(|target| *target <= start).is_some() {}
            }
        }
    }
    Ok(cuts)
}

/// The beginning of a part of a text.
pub struct Beginning {
    /// The number of bytes of the part before the first game that starts in it; `None` if none does.
    pub lead: Option<u64>,
    /// The text from this game on.
    pub rest: Content,
}

/// Finds the first game that starts in a part of a text: where the plan says, otherwise by a guess. At the beginning of a
/// text, that is the first byte.
pub fn first_game(content: Content, name: &str, part: &OpenedPart) -> Result<Beginning, InputError> {
    let OpenedPart { part, start, end } = part;
    let failed = |at: u64, error: io::Error| InputError::from_read(name, at, error);
    let known = if part.start == 0 { Some(0) } else { part.before.map(|before| before.lead) };
    // Only the frames of a part are unpacked.
    let is_cut_here = part.unit == Unit::Frame;
    let behind = if is_cut_here || known.is_some() { 0 } else { (*start).min(LOOK_BEHIND) };
    let first = start - behind;
    let stream = if is_cut_here { Ok(content.into_read()) } else { content.into_read_from(first) };
    let mut stream = stream.map_err(|error| failed(first, error))?;
    if let Some(lead) = known {
        let passed = io::copy(&mut (&mut stream).take(lead), &mut io::sink()).map_err(|error| failed(first, error))?;
        let is_within = part.length() > 0 && passed == lead && start + lead < end.get();
        return Ok(Beginning { lead: is_within.then_some(lead), rest: Content::Stream(stream) });
    }
    let behind = behind as usize;
    let mut bytes = Vec::new();
    // The number of bytes of the part that were searched and dropped.
    let mut dropped = 0;
    loop {
        let at = first + dropped + bytes.len() as u64;
        let wanted = WINDOW + (behind + LOOK_AHEAD - bytes.len()) as u64;
        let count = (&mut stream).take(wanted).read_to_end(&mut bytes).map_err(|error| failed(at, error))?;
        let left = usize::try_from(end.get().saturating_sub(start + dropped)).unwrap_or(usize::MAX);
        let has_more = count as u64 == wanted;
        let window = if has_more { bytes.len() - LOOK_AHEAD } else { bytes.len() };
        let is_beginning = dropped == 0 && (first == 0 || is_cut_here);
        let found = split::likely_starts(&bytes, is_beginning).find(|at| *at >= behind);
        if let Some(found) = found.filter(|found| found - behind < left) {
            let lead = Some(dropped + (found - behind) as u64);
            let rest = io::Cursor::new(bytes.split_off(found)).chain(stream);
            return Ok(Beginning { lead, rest: Content::Stream(Box::new(rest)) });
        }
        if found.is_some() || !has_more || window.saturating_sub(behind) >= left {
            return Ok(Beginning { lead: None, rest: Content::Stream(stream) });
        }
        bytes.drain(..window - behind);
        dropped += (window - behind) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Bytes, TextEnd};
    use crate::parts::InputPart;

    fn games(count: usize) -> Vec<u8> {
        let game = |number| format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n");
        (0..count).map(game).collect::<String>().into_bytes()
    }

    fn cuts_of(text: &[u8], targets: &[u64]) -> Vec<u64> {
        let read = |from: u64, count: u64| Ok(text.iter().skip(from as usize).take(count as usize).copied().collect());
        cuts(text.len() as u64, targets.iter().copied(), read).unwrap()
    }

    fn begin(text: &[u8], start: u64, length: u64) -> (Option<u64>, Vec<u8>) {
        let content = Content::Whole(Bytes::from(text.to_vec()));
        let (end, size) = (start + length, text.len() as u64);
        let (input, unit) = ("text".to_owned(), Unit::Byte);
        let part = InputPart { input, unit, start, end, size, index: 1, of: 1, before: None };
        let opened = OpenedPart { part: part.into(), start, end: TextEnd::at(end) };
        let Beginning { lead, rest } = first_game(content, "text", &opened).unwrap();
        let mut bytes = Vec::new();
        rest.into_read().read_to_end(&mut bytes).unwrap();
        (lead, bytes)
    }

    #[test]
    fn cuts_are_at_the_next_game() {
        let text = games(10);
        let game = text.len() as u64 / 10;
        assert_eq!(cuts_of(&text, &[1, game, game + 1, 5 * game - 1]), [game, 2 * game, 5 * game]);
        assert_eq!(cuts_of(&text, &[9 * game + 1]), [] as [u64; 0]);
        assert_eq!(cuts_of(b"no games", &[3]), [] as [u64; 0]);
    }

    #[test]
    fn many_cuts_read_the_text_once() {
        let text = games(60_000);
        let game = text.len() as u64 / 60_000;
        let mut bytes_read = 0;
        let read = |from: u64, count: u64| {
            let read = text.iter().skip(from as usize).take(count as usize).copied().collect::<Vec<u8>>();
            bytes_read += read.len();
            Ok(read)
        };
        let targets = (1..60_000).map(|number| number * game - 10);
        assert!(cuts(text.len() as u64, targets, read).unwrap().len() > 50_000);
        assert!(bytes_read < 2 * text.len(), "{bytes_read} of {}", text.len());
    }

    #[test]
    fn a_part_begins_with_its_first_game() {
        let text = games(10);
        let game = text.len() as u64 / 10;
        assert_eq!(begin(&text, 0, 1), (Some(0), text.clone()));
        for start in 1..=9 * game {
            let lead = (game - start % game) % game;
            let (found, rest) = begin(&text, start, text.len() as u64 - start);
            assert_eq!((found, &rest[..]), (Some(lead), &text[(start + lead) as usize..]), "{start}");
            // A game that starts at the end of the part is not in it.
            assert_eq!(begin(&text, start, lead).0, None, "{start}");
        }
    }

    #[test]
    fn a_game_after_a_long_one_is_found() {
        let mut text = b"[Event \"long\"]\n\n1. e4 {".to_vec();
        text.resize(3 << 20, b'x');
        text.extend_from_slice(b"} *\n\n");
        let second = text.len() as u64;
        text.extend_from_slice(&games(1));
        for start in [1, 100, (1 << 20) - 4, 1 << 20, (2 << 20) + 3, second - 5, second] {
            let (lead, rest) = begin(&text, start, text.len() as u64 - start);
            assert_eq!((lead, &rest[..]), (Some(second - start), &text[second as usize..]), "{start}");
            assert_eq!(cuts_of(&text, &[start]), [second], "{start}");
        }
        assert_eq!(begin(&text, 100, second - 100).0, None);
    }
}
