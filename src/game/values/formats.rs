//! The formats of standard tag values (PGN 8.1.1 and 9), and what kind of value each tag has.

use crate::game::values::clocks::hundredths;

/// The highest bit of each byte of a 64-bit word.
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Parses a text of eight bytes in the form of `zeros`, all bytes at once (SWAR). `limits` has for each digit 127 minus
/// its maximum, and 127 for other bytes. Returns the digits.
#[inline]
pub(super) fn digits(text: [u8; 8], zeros: [u8; 8], limits: [u8; 8]) -> Option<[u8; 8]> {
    let digits = u64::from_le_bytes(text) ^ u64::from_le_bytes(zeros);
    // An excess sets the highest bit of its byte. A carry into the next byte needs an excess below, which is set too.
    let excess = digits.wrapping_add(u64::from_le_bytes(limits)) | digits;
    (excess & HIGH_BITS == 0).then_some(digits.to_le_bytes())
}

/// The limits of a digit up to 9, a digit up to 5, and a fixed byte; see [`digits`].
pub(super) const TO_9: u8 = 127 - 9;
const TO_5: u8 = 127 - 5;
pub(super) const SAME: u8 = 127;

/// Whether a value is `HH:MM:SS` (PGN 9.5.1), with `?` for unknown digits, without zone or fraction.
#[inline]
pub(in crate::game) fn is_time(value: &[u8]) -> bool {
    read_time(value).is_some() || is_any_time(value)
}

/// The seconds since midnight for a time without unknown digits.
#[inline]
pub(in crate::game) fn read_time(value: &[u8]) -> Option<u32> {
    let limits = [TO_9, TO_9, SAME, TO_5, TO_9, SAME, TO_5, TO_9];
    let digits = digits(value.try_into().ok()?, *b"00:00:00", limits)?;
    let [h1, h2, _, m1, m2, _, s1, s2] = digits.map(u32::from);
    let hour = h1 * 10 + h2;
    (hour < 24).then_some(hour * 3600 + (m1 * 10 + m2) * 60 + s1 * 10 + s2)
}

/// Like [`is_time`]: the reference implementation.
fn is_any_time(value: &[u8]) -> bool {
    let pair = |pair: &[u8], limit: u8| match pair {
        b"??" => true,
        [a @ b'0'..=b'9', b @ b'0'..=b'9'] => (a - b'0') * 10 + (b - b'0') < limit,
        _ => false,
    };
    matches!(value, [h1, h2, b':', m1, m2, b':', s1, s2]
        if pair(&[*h1, *h2], 24) && pair(&[*m1, *m2], 60) && pair(&[*s1, *s2], 60))
        || value == b"?"
}

/// Whether a value is a rating, or `-` for none (PGN 9.1.2). `?`, `0` and an empty value are common for unknown;
/// servers add `?` to provisional ratings.
#[inline]
pub(in crate::game) fn is_rating(value: &[u8]) -> bool {
    let is_full = match value {
        [b'1'..=b'4', a, b, c] | [a, b, c] => [a, b, c].into_iter().all(u8::is_ascii_digit),
        _ => false,
    };
    is_full || is_any_rating(value)
}

/// The largest rating; anything above is a slip (T118).
pub(in crate::game) const MAX_RATING: u32 = 4999;

/// Like [`is_rating`]: the reference implementation.
fn is_any_rating(value: &[u8]) -> bool {
    let digits = value.strip_suffix(b"?").unwrap_or(value);
    matches!(value, b"-" | b"?" | b"")
        || (digits.len() <= 4
            && !digits.is_empty()
            && digits.iter().all(u8::is_ascii_digit)
            && digits <= b"4999".as_slice())
        || (digits.len() < 4 && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
}

/// Whether a value is a number of plies, or `?` or `-` where it is unknown.
pub(in crate::game) fn is_count(value: &[u8]) -> bool {
    let value = value.trim_ascii();
    matches!(value, b"" | b"?" | b"-") || value.iter().all(u8::is_ascii_digit)
}

/// Whether a value is `A00` to `E99`, with an optional `/` and subcode (PGN 9.4.1); `?`, `-` or empty if unknown.
pub(in crate::game) fn is_eco(value: &[u8]) -> bool {
    match value {
        b"" | b"?" | b"-" => true,
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', rest @ ..] => match rest {
            [] | [b'a'..=b'z'] | [b'a'..=b'z', b'0'..=b'9'] => true,
            [b'/', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a value has one of the six forms of PGN 9.6.1, or several joined by `:`. Fractions of seconds and
/// `moves/seconds+increment` are common in engine matches.
#[inline]
pub(in crate::game) fn is_time_control(value: &[u8]) -> bool {
    is_plain_time_control(value) || is_any_time_control(value)
}

/// Whether a value has one of the most common forms, `300` and `300+5`, of at most nine digits each.
fn is_plain_time_control(value: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let base = digits(value);
    let is_end = |rest: &[u8]| match rest {
        [] => true,
        [b'+', seconds @ ..] => (1..=9).contains(&seconds.len()) && digits(seconds) == seconds.len(),
        _ => false,
    };
    (1..=9).contains(&base) && is_end(&value[base..])
}

/// Like [`is_time_control`]: the reference implementation.
fn is_any_time_control(value: &[u8]) -> bool {
    value.split(|&byte| byte == b':').all(|field| {
        let number = |text: &[u8]| hundredths(text).is_some();
        let timed = |text: &[u8]| match text.iter().position(|&byte| byte == b'+') {
            Some(plus) => number(&text[..plus]) && number(&text[plus + 1..]),
            None => number(text),
        };
        match field {
            b"?" | b"-" | b"" => !field.is_empty() || value.is_empty(),
            [b'*', seconds @ ..] => number(seconds),
            _ => match field.iter().position(|&byte| byte == b'/') {
                Some(slash) => number(&field[..slash]) && timed(&field[slash + 1..]),
                None => timed(field),
            },
        }
    })
}

/// Whether a value is `?`, `-`, or numbers joined by dots (PGN 8.1.1.4).
pub(in crate::game) fn is_round(value: &[u8]) -> bool {
    matches!(value, b"?" | b"-")
        || value.split(|&byte| byte == b'.').all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Variant {
    Standard,
    /// Chess960.
    Chess960,
    /// Another variant.
    Other,
}

/// Reads the Variant tag, ignoring case and all but letters and digits.
pub(in crate::game) fn read_variant(value: &[u8]) -> Variant {
    const STANDARD: [&str; 12] = [
        "standard",
        "",
        "chess",
        "normal",
        "orthodox",
        "fromposition",
        "classical",
        "classic",
        "regular",
        "standardchess",
        "orthodoxchess",
        "classicalchess",
    ];
    const CHESS960: [&str; 14] = [
        "chess960",
        "960",
        "fischerandom",
        "fischerrandom",
        "frc",
        "fischerandomchess",
        "fischerrandomchess",
        "freestyle",
        "freestylechess",
        "c960",
        "chess9lx",
        "fischerchess",
        // FICS and ICC.
        "wildfr",
        "wild22",
    ];
    // The form that the large servers write.
    if value == b"Standard" {
        return Variant::Standard;
    }
    let letters = value.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase);
    let is = |name: &&str| letters.clone().eq(name.bytes());
    match () {
        () if STANDARD.iter().any(is) => Variant::Standard,
        () if CHESS960.iter().any(is) => Variant::Chess960,
        () => Variant::Other,
    }
}

// What kind of value each tag has.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::game) enum TagKind {
    Text,
    Result,
    Date,
    UtcDate,
    OtherDate,
    Time,
    Rating,
    Eco,
    Round,
    TimeControl,
    Termination,
    Variant,
    SetUp,
    PlyCount,
}

impl TagKind {
    pub(in crate::game) const fn from_name(name: &[u8]) -> Self {
        match name {
            b"Result" => Self::Result,
            b"Date" => Self::Date,
            b"UTCDate" => Self::UtcDate,
            b"EventDate" | b"SourceDate" => Self::OtherDate,
            b"Time" | b"UTCTime" => Self::Time,
            b"WhiteElo" | b"BlackElo" => Self::Rating,
            b"ECO" => Self::Eco,
            b"Round" => Self::Round,
            b"TimeControl" => Self::TimeControl,
            b"Termination" => Self::Termination,
            b"Variant" => Self::Variant,
            b"SetUp" => Self::SetUp,
            b"PlyCount" => Self::PlyCount,
            _ => Self::Text,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    properties! {
        #[test]
        fn fast_readers_agree_with_reference(
            time in "[0-2]?[0-9]:[0-6][0-9][:.][0-6][0-9/]",
            rating in "[0-5]?[0-9]{2,3}[0-9?]?",
            control in "[0-9]{0,10}[+/]?[0-9]{0,10}",
        ) {
            let (time, rating) = (time.as_bytes(), rating.as_bytes());
            prop_assert_eq!(is_time(time), is_any_time(time));
            prop_assert_eq!(is_rating(rating), is_any_rating(rating));
            prop_assert_eq!(is_time_control(control.as_bytes()), is_any_time_control(control.as_bytes()));
        }
    }

    #[test]
    fn other_values() {
        assert!(is_time(b"23:59:59") && !is_time(b"24:00:00") && !is_time(b"1:00"));
        assert!(["2800", "0", "-", "?", "1500?", "999"].iter().all(|value| is_rating(value.as_bytes())));
        assert!(["abc", "-5", "12345", "5000"].iter().all(|value| !is_rating(value.as_bytes())));
        assert!(is_eco(b"B90") && is_eco(b"B33/12") && !is_eco(b"Z99") && !is_eco(b"B9"));
        for good in ["?", "-", "40/9000", "300", "4500+60", "*180", "40/7200:3600", "0.5+0.01", "40/60+0.5", "60.0+0.6"]
        {
            assert!(is_time_control(good.as_bytes()), "{good}");
        }
        for bad in ["5 min", "40/", "90'", "+5", "1:", "G/60", "9999999999", "1e3", "300+9999999999"] {
            assert!(!is_time_control(bad.as_bytes()), "{bad}");
        }
        assert!(is_round(b"3.1.2") && is_round(b"?") && !is_round(b"final") && !is_round(b"1."));
        assert_eq!(read_variant(b"Chess 960"), Variant::Chess960);
        assert_eq!([b"wild/fr".as_slice(), b"Wild 22", b"FischerRandom"].map(read_variant), [Variant::Chess960; 3]);
        assert_eq!([b"Atomic".as_slice(), b"wild/1", b"wild/5"].map(read_variant), [Variant::Other; 3]);
        assert_eq!([b"Standard".as_slice(), b"From Position", b"-"].map(read_variant), [Variant::Standard; 3]);
        assert_eq!([b"standardx".as_slice(), b"standar", b"960b"].map(read_variant), [Variant::Other; 3]);
    }
}
