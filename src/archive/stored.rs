//! The stored form of [`Features`]: numbers and texts, each with its length.

use crate::pgn::lex::Outcome;

use super::encounter::Encounter;
use super::portrait::Features;

/// Appends the stored form.
pub(super) fn write(features: &Features, out: &mut Vec<u8>) {
    let Features { start, encounter, line, origins, measurements, plies, text, is_valid } = features;
    let Encounter { players, fide_ids, year, month, day, time, round, places, address, outcome } = encounter;
    out.extend(start.to_le_bytes());
    out.extend(plies.to_le_bytes());
    out.extend(text.to_le_bytes());
    out.extend([u8::from(*is_valid), outcome.map_or(0, |outcome| 1 + outcome as u8), *month, *day]);
    out.extend(year.to_le_bytes());
    out.extend(fide_ids.map(u32::to_le_bytes).as_flattened());
    for text in [time, address] {
        put_text(text, out);
    }
    for words in [&players[0], &players[1], places] {
        put_length(words.len(), out);
        for word in words {
            put_text(word, out);
        }
    }
    put_length(round.len(), out);
    out.extend(round.iter().flat_map(|number| number.to_le_bytes()));
    put_length(line.len(), out);
    out.extend(line.iter().flat_map(|symbol| symbol.to_le_bytes()));
    put_length(origins.len(), out);
    out.extend(origins);
    put_length(measurements.len(), out);
    out.extend(measurements.iter().flat_map(|measured| measured.to_le_bytes()));
}

/// Reads the stored form; `None` if it is damaged.
pub(super) fn read(bytes: &[u8]) -> Option<Features> {
    let mut rest = Reader(bytes);
    let (start, plies, text) =
        (u64::from_le_bytes(rest.take()?), u32::from_le_bytes(rest.take()?), u32::from_le_bytes(rest.take()?));
    let [is_valid, outcome, month, day] = rest.take()?;
    let outcome = match outcome {
        0 => None,
        code => Some(
            *[Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Unknown]
                .iter()
                .find(|known| **known as u8 + 1 == code)?,
        ),
    };
    let year = u16::from_le_bytes(rest.take()?);
    let fide_ids = [u32::from_le_bytes(rest.take()?), u32::from_le_bytes(rest.take()?)];
    let (time, address) = (rest.text()?, rest.text()?);
    let (white, black, places) = (rest.words()?, rest.words()?, rest.words()?);
    let round = (0..rest.length()?).map(|_| rest.take().map(u32::from_le_bytes)).collect::<Option<_>>()?;
    let line = (0..rest.length()?).map(|_| rest.take().map(u16::from_le_bytes)).collect::<Option<_>>()?;
    let origins = (0..rest.length()?).map(|_| rest.take().map(u8::from_le_bytes)).collect::<Option<_>>()?;
    let measurements = (0..rest.length()?).map(|_| rest.take().map(u32::from_le_bytes)).collect::<Option<_>>()?;
    let players = [white, black];
    let encounter = Encounter { players, fide_ids, year, month, day, time, round, places, address, outcome };
    let is_valid = is_valid == 1;
    rest.0.is_empty().then_some(Features { start, encounter, line, origins, measurements, plies, text, is_valid })
}

/// The rest of the bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn length(&mut self) -> Option<usize> {
        self.take().map(u16::from_le_bytes).map(usize::from)
    }

    fn text(&mut self) -> Option<String> {
        let (text, rest) = {
            let length = self.length()?;
            self.0.split_at_checked(length)?
        };
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn words(&mut self) -> Option<Vec<String>> {
        (0..self.length()?).map(|_| self.text()).collect()
    }
}

fn put_length(length: usize, out: &mut Vec<u8>) {
    out.extend(u16::try_from(length).unwrap_or(u16::MAX).to_le_bytes());
}

fn put_text(text: &str, out: &mut Vec<u8>) {
    put_length(text.len(), out);
    out.extend(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::portrait::Portrait;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    #[test]
    fn features_are_restored_and_damage_is_noticed() {
        let text = "[Event \"Ö\"]\n[Site \"https://x.org/a\"]\n[Date \"1999.01.??\"]\n[Round \"3.1\"]\n[White \"Tal, M\"]\n\
                    [Black \"Réti\"]\n[UTCTime \"12:00:00\"]\n[WhiteFideId \"7\"]\n\n1. e4 {0.3/7} c5 {!} 2. Nf6 1-0\n";
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        let features = Portrait::of_game(&game, text.as_bytes(), true).features;
        let mut bytes = Vec::new();
        write(&features, &mut bytes);
        assert_eq!(read(&bytes), Some(features));
        assert!((0..bytes.len()).all(|end| read(&bytes[..end]).is_none()));
    }
}
