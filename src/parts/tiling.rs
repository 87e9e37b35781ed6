//! What a result covers, and the proof that results cover each game once.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Before, Digest, InputPart, Unit};

/// Why results do not fit together. Results are named by the files that hold them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TilingError {
    /// Two results cover the same games.
    Doubled {
        /// The two results.
        files: [String; 2],
        input: String,
        /// The number of the part, if it is a part of the input.
        index: Option<u64>,
    },
    /// Parts of the plan are missing.
    Missing {
        indices: Vec<u64>,
        /// The number of parts in the plan.
        of: u64,
    },
    /// Two results are parts of different plans, or of different files with one name.
    OtherPlan {
        /// The two results.
        files: [String; 2],
    },
    /// The range of a part does not begin where the part before it ends, although the plan says so.
    Gap(PartPlace),
    /// What was read before a part is not what the plan counted there: the plan or the file was changed.
    OtherCount {
        place: PartPlace,
        /// What is before it by the plan, and what was read there.
        counts: Box<[Before; 2]>,
    },
    /// A part begins with a game at another place than where the last game before it ends: the guess was wrong.
    WrongStart {
        place: PartPlace,
        /// Where it starts in the text of the input, if that is known.
        start: Option<u64>,
        /// The number of bytes of its text that belong to the game before it.
        overhang: u64,
    },
}

/// The number of missing parts that a message lists.
const MOST_NUMBERS: usize = 1000;

/// A part, and the result that covers it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartPlace {
    pub file: String,
    pub input: String,
    pub index: u64,
}

impl fmt::Display for PartPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: part {} of {}", self.file, self.index, self.input)
    }
}

impl fmt::Display for TilingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Doubled { files: [first, second], input, index } => {
                let part = index.map_or(String::new(), |index| format!("part {index} of "));
                write!(f, "{first} and {second} both cover {part}{input}")?;
                if index.is_none() { f.write_str(", with the same games; leave one out") } else { Ok(()) }
            }
            Self::Missing { indices, of } => {
                let numbers: Vec<String> = indices.iter().take(MOST_NUMBERS).map(ToString::to_string).collect();
                let more = if indices.len() > MOST_NUMBERS { ",…" } else { "" };
                let (parts, are) = if indices.len() == 1 { ("part", "is") } else { ("parts", "are") };
                write!(f, "{parts} {}{more} of {of} {are} missing", numbers.join(","))
            }
            Self::OtherPlan { files: [first, second] } => {
                write!(f, "{first} and {second} are not parts of one plan, or the files changed between them")
            }
            Self::Gap(place) => write!(f, "{place} does not begin where the part before it ends"),
            Self::OtherCount { place, counts } => {
                let [planned, read] = &**counts;
                write!(f, "{place}: the plan counted {planned} before it, but there are {read}")?;
                f.write_str(": the plan or the file was changed; make the plan again")
            }
            Self::WrongStart { place, start, overhang } => {
                write!(f, "{place} does not begin with a game, but within one that ends ")?;
                match start {
                    Some(start) => write!(f, "at byte {}", start.saturating_add(*overhang))?,
                    None => write!(f, "after {overhang} bytes of its text")?,
                }
                f.write_str("; make the plan with --count")
            }
        }
    }
}

impl std::error::Error for TilingError {}

/// A result in a file of this name covers this.
#[derive(Clone, Copy, Debug)]
pub struct Covered<'a> {
    pub file: &'a str,
    pub cover: &'a Cover,
}

/// Checks that results cover no game twice, and that parts are all parts of their plan.
///
/// Two inputs with one name are different if their games are.
pub fn prove(results: &[Covered<'_>]) -> Result<(), TilingError> {
    whole_inputs(results)?;
    let mut parts: Vec<(&CoveredPart, Covered<'_>)> =
        results.iter().filter_map(|result| Some((result.cover.part.as_ref()?, *result))).collect();
    parts.sort_by_key(|(covered, _)| covered.part.index);
    let Some(of) = parts.first().map(|(covered, _)| covered.part.of) else { return Ok(()) };
    for pair in parts.windows(2) {
        let [(CoveredPart { part, .. }, result), (CoveredPart { part: next, .. }, of_next)] = pair else { continue };
        if part.of != next.of || part.index == next.index && part.input != next.input {
            return Err(TilingError::OtherPlan { files: [result.file.into(), of_next.file.into()] });
        }
        if part.index == next.index {
            let input = next.input.clone();
            let files = [result.file.into(), of_next.file.into()];
            return Err(TilingError::Doubled { files, input, index: Some(next.index) });
        }
    }
    let present: HashSet<u64> = parts.iter().map(|(covered, _)| covered.part.index).collect();
    let missing = (1..=of).filter(|index| !present.contains(index));
    let indices: Vec<u64> = missing.take(MOST_NUMBERS + 1).collect();
    if !indices.is_empty() {
        return Err(TilingError::Missing { indices, of });
    }
    let mut before = None;
    for (covered, result) in parts {
        before = Some(Boundary::pass(before, covered, result)?);
    }
    match before.filter(|boundary| !boundary.is_end()) {
        Some(boundary) => Err(TilingError::Gap(boundary.place())),
        None => Ok(()),
    }
}

/// No two results cover the same whole input.
fn whole_inputs(results: &[Covered<'_>]) -> Result<(), TilingError> {
    let mut whole: Vec<&Covered<'_>> =
        results.iter().filter(|result| result.cover.part.is_none() && result.cover.games > 0).collect();
    whole.sort_by_key(|result| (&result.cover.input, result.cover.digest.to_string()));
    for pair in whole.windows(2) {
        let [result, next] = pair else { continue };
        if (&result.cover.input, result.cover.digest) == (&next.cover.input, next.cover.digest) {
            let files = [result.file.into(), next.file.into()];
            return Err(TilingError::Doubled { files, input: next.cover.input.clone(), index: None });
        }
    }
    Ok(())
}

/// The end of the parts so far.
struct Boundary<'a> {
    covered: &'a CoveredPart,
    file: &'a str,
    /// What is before the next part of the input.
    reached: Before,
}

impl<'a> Boundary<'a> {
    /// Whether the input ends here.
    fn is_end(&self) -> bool {
        self.covered.part.end == self.covered.part.size && self.reached.lead == 0
    }

    fn place(&self) -> PartPlace {
        let InputPart { input, index, .. } = &self.covered.part;
        PartPlace { file: self.file.to_owned(), input: input.clone(), index: *index }
    }

    /// Adds the next part.
    fn pass(last: Option<Self>, covered: &'a CoveredPart, result: Covered<'a>) -> Result<Self, TilingError> {
        let Covered { file, cover } = result;
        let part = &covered.part;
        let (start, before) = match last.filter(|last| !last.is_end()) {
            Some(last) => {
                let InputPart { input, size, end, .. } = &last.covered.part;
                if (input, size) != (&part.input, &part.size) {
                    return Err(TilingError::OtherPlan { files: [last.file.to_owned(), file.to_owned()] });
                }
                (*end, last.reached)
            }
            None => (0, Before::default()),
        };
        let boundary = Self { covered, file, reached: before.next(covered, cover.games) };
        if part.start != start {
            return Err(TilingError::Gap(boundary.place()));
        }
        let overhang = before.lead;
        let is_joined = match covered.lead {
            Some(lead) => lead == overhang,
            // The last game before it goes on beyond it.
            None => overhang >= covered.length || part.unit == Unit::File,
        };
        if !is_joined || part.before.is_some_and(|planned| planned.lead != overhang) {
            let start = (part.unit != Unit::Frame).then_some(start);
            return Err(TilingError::WrongStart { place: boundary.place(), start, overhang });
        }
        if let Some(planned) = part.before.filter(|planned| *planned != before) {
            return Err(TilingError::OtherCount { place: boundary.place(), counts: Box::new([planned, before]) });
        }
        Ok(boundary)
    }
}

// What a result covers.

/// What a result covers of one input.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    pub input: String,
    pub games: u64,
    /// The digest of these games, and of text between them.
    pub digest: Digest,
    /// The range, if it is a part of the input.
    pub part: Option<CoveredPart>,
}

/// What a result covers of all its inputs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Covers(pub Vec<Cover>);

impl Covers {
    /// Adds what was read of a text. The members of an archive that is a part are one.
    pub fn add(&mut self, cover: Cover) {
        let same = self.0.last_mut().filter(|last| last.part.is_some() && last.part == cover.part);
        if let Some(last) = same {
            last.games += cover.games;
            last.digest.merge(cover.digest);
        } else {
            self.0.push(cover);
        }
    }

    /// Whether a part of this input is not the first one that is read of it.
    pub fn continues(&self, part: &InputPart) -> bool {
        part.start > 0 && self.0.last().is_some_and(|last| last.input == part.input)
    }

    pub fn digest(&self) -> Digest {
        let mut sum = Digest::default();
        self.0.iter().for_each(|cover| sum.merge(cover.digest));
        sum
    }
}

/// The number of inputs of which these have later parts, but not the first one.
pub fn continued(covers: &[Cover]) -> u64 {
    let is_first = |at: usize| at == 0 || covers[at - 1].input != covers[at].input;
    let is_later = |cover: &Cover| cover.part.as_ref().is_some_and(|covered| covered.part.start > 0);
    (0..covers.len()).filter(|at| is_first(*at) && is_later(&covers[*at])).count() as u64
}

/// What was read of a part.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct CoveredPart {
    pub part: InputPart,
    /// The number of bytes of text before the first game that starts in the range; `None` if none does.
    pub lead: Option<u64>,
    /// The number of bytes of text in the range.
    pub length: u64,
    /// The number of bytes after the range that belong to its last game.
    pub overhang: u64,
    /// The number of line ends from its first game to the end of its last one.
    pub lines: u64,
    /// The number of characters after the last of these line ends.
    pub columns: u64,
}

impl From<&InputPart> for CoveredPart {
    /// The whole part, if it is a whole file.
    fn from(part: &InputPart) -> Self {
        Self { part: part.clone(), lead: Some(0), length: part.length(), overhang: 0, lines: 0, columns: 0 }
    }
}

#[cfg(test)]
mod tests {
    use crate::parts::Digest;

    use super::*;

    fn digest(text: &str) -> Digest {
        let mut digest = Digest::default();
        digest.add(text.as_bytes());
        digest
    }

    /// InputPart `index` of 3 of 100 bytes, with its lead and overhang.
    fn part(index: u64, lead: Option<u64>, overhang: u64) -> Cover {
        let (start, end) = [(0, 40), (40, 70), (70, 100)][index as usize - 1];
        let length = end - start;
        let input = "a.pgn".to_owned();
        let part =
            InputPart { input: input.clone(), unit: Unit::Byte, start, end, size: 100, index, of: 3, before: None };
        let part = CoveredPart { part, lead, length, overhang, lines: 2, columns: 0 };
        Cover { input, games: 1, digest: Digest::default(), part: Some(part) }
    }

    fn whole(input: &str, text: &str) -> Cover {
        Cover { input: input.to_owned(), games: u64::from(!text.is_empty()), digest: digest(text), part: None }
    }

    fn proved(covers: &[Cover]) -> Result<(), String> {
        let names: Vec<String> = (0..covers.len()).map(|at| format!("f{at}")).collect();
        let results: Vec<Covered<'_>> = names.iter().zip(covers).map(|(file, cover)| Covered { file, cover }).collect();
        prove(&results).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_before_a_part_is_what_the_plan_counted() {
        let planned = |index: u64, before: Before| {
            let mut parts = [part(1, Some(0), 0), part(2, Some(0), 0), part(3, Some(0), 0)];
            parts[index as usize - 1].part.as_mut().unwrap().part.before = Some(before);
            proved(&parts)
        };
        let third = Before { games: 2, lines: 4, columns: 0, bytes: 70, lead: 0 };
        assert_eq!(planned(1, Before::default()), Ok(()));
        assert_eq!(planned(3, third), Ok(()));
        for wrong in [
            Before { games: 1, ..third },
            Before { games: u64::MAX, ..third },
            Before { lines: 5, ..third },
            Before { columns: 1, ..third },
            Before { bytes: 69, ..third },
        ] {
            let error = planned(3, wrong).unwrap_err();
            let read = "before it, but there are 2 games in 70 bytes, up to line 5, column 1: the plan or the file was changed";
            assert!(error.contains(read), "{error}");
        }
        assert!(planned(3, Before { lead: 3, ..third }).unwrap_err().contains("does not begin with a game"));
        assert!(planned(1, third).unwrap_err().contains("was changed"));
    }

    #[test]
    fn parts_that_tile_their_input_are_accepted_in_any_order() {
        let parts = [part(1, Some(0), 5), part(2, Some(5), 0), part(3, Some(0), 0)];
        assert_eq!(proved(&parts), Ok(()));
        let [first, second, third] = parts;
        assert_eq!(proved(&[third, first, second]), Ok(()));
        // The last game of the first part goes on to the third.
        assert_eq!(proved(&[part(1, Some(0), 42), part(2, None, 0), part(3, Some(12), 0)]), Ok(()));
    }

    #[test]
    fn missing_and_doubled_parts_are_named() {
        let [first, second, third] = [part(1, Some(0), 0), part(2, Some(0), 0), part(3, Some(0), 0)];
        let missing = |index| Err(format!("part {index} of 3 is missing"));
        assert_eq!(proved(&[first.clone(), second.clone()]), missing(3));
        assert_eq!(proved(&[first.clone(), third.clone()]), missing(2));
        assert_eq!(proved(&[second.clone(), third.clone()]), missing(1));
        let doubled = proved(&[first.clone(), second.clone(), second.clone(), third.clone()]);
        assert_eq!(doubled, Err("f1 and f2 both cover part 2 of a.pgn".to_owned()));
        let mut other = second;
        other.part.as_mut().unwrap().part.of = 4;
        assert!(proved(&[first.clone(), other, third.clone()]).unwrap_err().contains("one plan"));
        let mut other = part(2, Some(0), 0);
        other.part.as_mut().unwrap().part.size = 101;
        assert!(proved(&[first.clone(), other, third.clone()]).unwrap_err().contains("one plan"));
        let mut other = part(2, Some(0), 0);
        other.part.as_mut().unwrap().part.start = 41;
        assert_eq!(
            proved(&[first, other, third]).unwrap_err(),
            "f1: part 2 of a.pgn does not begin where the part before it ends"
        );
    }

    #[test]
    fn a_wrong_guess_is_an_error() {
        for (parts, end) in [
            ([part(1, Some(0), 5), part(2, Some(4), 0), part(3, Some(0), 0)], 45),
            ([part(1, Some(0), 0), part(2, Some(4), 0), part(3, Some(0), 0)], 40),
            ([part(1, Some(0), 0), part(2, None, 0), part(3, Some(0), 0)], 40),
            ([part(1, Some(0), 29), part(2, None, 0), part(3, Some(0), 0)], 69),
        ] {
            let error = proved(&parts).unwrap_err();
            assert!(
                error.contains(&format!(
                    "part 2 of a.pgn does not begin with a game, but within one that ends at byte {end}"
                )),
                "{error}"
            );
        }
    }

    #[test]
    fn whole_inputs_are_different_if_their_games_are() {
        assert_eq!(proved(&[whole("<stdin>", "1. e4 *"), whole("<stdin>", "1. d4 *")]), Ok(()));
        assert_eq!(proved(&[whole("<stdin>", ""), whole("<stdin>", "")]), Ok(()));
        assert_eq!(proved(&[whole("a.pgn", "1. e4 *"), whole("b.pgn", "1. e4 *")]), Ok(()));
        let doubled = proved(&[whole("a.pgn", "1. e4 *"), whole("b.pgn", ""), whole("a.pgn", "1. e4 *")]);
        assert_eq!(doubled, Err("f0 and f2 both cover a.pgn, with the same games; leave one out".to_owned()));
    }
}
