//! Amounts of memory: `64M`, `1G`, `off`.

use std::fmt;
use std::str::FromStr;

/// How much memory a table may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HashSize {
    Off,
    /// A number of bytes, at least 1.
    Bytes(u64),
}

/// The error for text that is not an amount of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HashSizeError {
    /// It is neither `off` nor a number with a unit.
    Malformed(String),
    /// It is larger than the maximum.
    TooLarge(String),
}

/// The maximum size of a table: 256 GiB.
const MAX_BYTES: u64 = 1 << 38;

impl FromStr for HashSize {
    type Err = HashSizeError;

    /// Parses `off`, or a number and a unit: `K`, `M`, `G` (powers of 1024), in either case, with or without `B` or
    /// `iB`. Without a unit it is megabytes, as in the UCI option `Hash`. The number 0 means `off`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("off") {
            return Ok(Self::Off);
        }
        let malformed = || HashSizeError::Malformed(text.to_owned());
        let end = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(end);
        let shift = match unit.trim_start().to_ascii_lowercase().as_str() {
            "k" | "kb" | "kib" => 10,
            "" | "m" | "mb" | "mib" => 20,
            "g" | "gb" | "gib" => 30,
            _ => return Err(malformed()),
        };
        if number.is_empty() {
            return Err(malformed());
        }
        let bytes = number.parse().ok().and_then(|number: u64| number.checked_mul(1 << shift));
        match bytes.filter(|&bytes| bytes <= MAX_BYTES) {
            Some(0) => Ok(Self::Off),
            Some(bytes) => Ok(Self::Bytes(bytes)),
            None => Err(HashSizeError::TooLarge(text.to_owned())),
        }
    }
}

impl fmt::Display for HashSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(text) => write!(f, "`{text}` is not a size; write `64M`, `1G`, or `off`"),
            Self::TooLarge(text) => write!(f, "`{text}` is more than 256 GB"),
        }
    }
}

impl std::error::Error for HashSizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("off", HashSize::Off),
            ("0", HashSize::Off),
            ("64", HashSize::Bytes(64 << 20)),
            ("64k", HashSize::Bytes(64 << 10)),
            ("64 MiB", HashSize::Bytes(64 << 20)),
            ("1GB", HashSize::Bytes(1 << 30)),
            ("256G", HashSize::Bytes(1 << 38)),
        ] {
            assert_eq!(text.parse(), Ok(size), "{text}");
        }
        for text in ["", "M", "-1", "1.5G", "1 x", "+4", "on", "1MM"] {
            assert!(matches!(text.parse::<HashSize>(), Err(HashSizeError::Malformed(_))), "{text}");
        }
        for text in ["257G", "99999999999999999999", "18446744073709551615G"] {
            assert!(matches!(text.parse::<HashSize>(), Err(HashSizeError::TooLarge(_))), "{text}");
        }
    }
}
