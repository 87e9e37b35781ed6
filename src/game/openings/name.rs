//! The code and name of an opening.

/// A named opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    eco: Box<str>,
    name: Box<str>,
}

impl Opening {
    /// An opening with a valid [code](is_code).
    pub(super) fn new(eco: &str, name: &str) -> Self {
        Self { eco: eco.into(), name: name.into() }
    }

    /// Its code in the Encyclopaedia of Chess Openings, `B90`; or `B90a` with Scid's extension, if the table has it.
    pub fn eco(&self) -> &str {
        &self.eco
    }

    /// The volume of the Encyclopaedia: `A` to `E`.
    pub fn volume(&self) -> char {
        self.eco.chars().next().unwrap_or('A')
    }

    /// Its full name: `Sicilian Defense: Najdorf Variation, English Attack`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The part of its name before the first colon: `Sicilian Defense`.
    pub fn family(&self) -> &str {
        self.name.split_once(':').map_or(&*self.name, |(family, _)| family.trim_end())
    }
}

/// Whether a text is a code: a volume and two digits, optionally with Scid's letter and digit.
pub(super) fn is_code(text: &[u8]) -> bool {
    match text {
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', rest @ ..] => {
            matches!(rest, [] | [b'a'..=b'z'] | [b'a'..=b'z', b'1'..=b'9'])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_family_and_volume() {
        let opening = Opening::new("B90", "Sicilian Defense: Najdorf Variation: English Attack");
        assert_eq!((opening.volume(), opening.family()), ('B', "Sicilian Defense"));
        assert_eq!(Opening::new("A00", "Clemenz Opening").family(), "Clemenz Opening");
    }

    #[test]
    fn recognizes_codes() {
        for good in ["A00", "E99", "B90a", "B90z4"] {
            assert!(is_code(good.as_bytes()), "{good}");
        }
        for bad in ["", "A0", "F00", "a00", "A000", "A00A", "A00aa", "A00a0", "A00 "] {
            assert!(!is_code(bad.as_bytes()), "{bad}");
        }
    }
}
