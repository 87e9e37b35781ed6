//! A digest of games that does not depend on their order, and checksums of files that machines hand to each other.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// A digest of games: the sum of the 128-bit hashes ([XXH3](https://xxhash.com)) of their texts, each without the white
/// space around it, modulo 2^128. So the digest of an archive is the sum of the digests of its parts, in any order. It
/// proves that no game was lost, read twice, or changed by accident; it does not protect against an attacker.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Digest(u128);

impl Digest {
    /// Adds a game, or text between games.
    pub fn add(&mut self, text: &[u8]) {
        let text = text.trim_ascii();
        if !text.is_empty() {
            self.0 = self.0.wrapping_add(xxh3_128(text));
        }
    }

    /// Adds other games.
    pub const fn merge(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl fmt::Display for Digest {
    /// 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

// Checksums of files that machines hand to each other.

/// A checksum of bytes as they come: [XXH3](https://xxhash.com) of 128 bits.
#[derive(Clone, Default)]
pub struct Checksum(Xxh3);

impl Checksum {
    pub fn of(bytes: &[u8]) -> Self {
        let mut checksum = Self::default();
        checksum.add(bytes);
        checksum
    }

    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Its [`DIGITS`] hexadecimal digits.
    pub fn text(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

pub const DIGITS: usize = 32;

impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Ends a line, and appends another with its checksum.
pub fn seal(mut line: Vec<u8>) -> Vec<u8> {
    let checksum = Checksum::of(&line).text();
    line.extend_from_slice(format!("\n{checksum}\n").as_bytes());
    line
}

/// The line that was sealed; `None` if the text is incomplete, or was changed.
pub fn unseal(text: &[u8]) -> Option<&[u8]> {
    let (rest, digits) = text.strip_suffix(b"\n")?.split_last_chunk::<DIGITS>()?;
    let line = rest.strip_suffix(b"\n")?;
    (Checksum::of(line).text().as_bytes() == digits).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(games: &[&str]) -> Digest {
        let mut digest = Digest::default();
        for game in games {
            digest.add(game.as_bytes());
        }
        digest
    }

    #[test]
    fn the_digest_depends_on_the_games_only() {
        assert_eq!(of(&["1. e4 *\n\n", "1. d4 *"]), of(&["1. d4 *\n", "", " \n", "\n1. e4 *"]));
        assert_ne!(of(&["1. e4 *", "1. e4 *"]), of(&["1. e4 *"]));
        assert_ne!(of(&["1. e4 *", "1. d4 *"]), of(&["1. e4 * 1. d4 *"]));
        let mut sum = of(&["1. e4 *"]);
        sum.merge(of(&["1. d4 *"]));
        assert_eq!(sum, of(&["1. e4 *", "1. d4 *"]));
    }

    #[test]
    fn it_is_the_published_hash() {
        // XXH3 of 128 bits without a seed, of "a", from the reference implementation's command line.
        assert_eq!(of(&[]).to_string(), "0".repeat(32));
        assert_eq!(of(&["a"]).to_string(), "a96faf705af16834e6c632b61e964e1f");
        let text = of(&["1. e4 *"]).to_string();
        assert_eq!(text.parse(), Ok(of(&["1. e4 *"])));
    }

    #[test]
    fn a_sealed_line_that_was_changed_is_noticed() {
        let sealed = seal(b"{\"games\":1}".to_vec());
        assert_eq!(unseal(&sealed), Some(&b"{\"games\":1}"[..]));
        for at in 0..sealed.len() {
            assert_eq!(unseal(&sealed[..at]), None, "{at}");
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(unseal(&changed), None, "{at}");
        }
        assert_eq!(unseal(&seal(Vec::new())), Some(&b""[..]));
    }
}
