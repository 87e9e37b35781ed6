//! Checksums of files that machines hand to each other.

use std::fmt;

use xxhash_rust::xxh3::Xxh3;

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

/// The length of a checksum as text.
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
