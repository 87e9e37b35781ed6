//! The formats of standard tag values (PGN 8.1.1 and 9).

use crate::game::values::clocks::hundredths;
use crate::laws::edition::Day;

/// The highest bit of each byte of a 64-bit word.
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Parses a text of eight bytes in the form of `zeros`, all bytes at once (SWAR). `limits` has for each digit 127 minus
/// its maximum, and 127 for other bytes. Returns the digits.
#[inline]
fn digits(text: [u8; 8], zeros: [u8; 8], limits: [u8; 8]) -> Option<[u8; 8]> {
    let digits = u64::from_le_bytes(text) ^ u64::from_le_bytes(zeros);
    // An excess sets the highest bit of its byte. A carry into the next byte needs an excess below, which is set too.
    let excess = digits.wrapping_add(u64::from_le_bytes(limits)) | digits;
    (excess & HIGH_BITS == 0).then_some(digits.to_le_bytes())
}

/// The limits of a digit up to 9, a digit up to 5, and a fixed byte; see [`digits`].
const TO_9: u8 = 127 - 9;
const TO_5: u8 = 127 - 5;
const SAME: u8 = 127;

/// Reads `YYYY.MM.DD`, with `?` for unknown digits (PGN 8.1.1.3). `None` if malformed or no valid date.
#[inline]
pub(in crate::game) fn read_date(value: &[u8]) -> Option<Day> {
    read_day(value).or_else(|| read_any_date(value))
}

/// Like [`read_date`], for a date without unknown digits.
#[inline]
pub(in crate::game) fn read_day(value: &[u8]) -> Option<Day> {
    let value: &[u8; 10] = value.try_into().ok()?;
    let [text @ .., d1, d2] = *value;
    let limits = [TO_9, TO_9, TO_9, TO_9, SAME, TO_9, TO_9, SAME];
    let [y1, y2, y3, y4, _, m1, m2, _] = digits(text, *b"0000.00.", limits)?.map(u16::from);
    let [d1, d2] = [d1, d2].map(|byte| u16::from(byte.wrapping_sub(b'0')));
    let year = (y1 * 10 + y2) * 100 + y3 * 10 + y4;
    let (month, day) = (m1 * 10 + m2, d1 * 10 + d2);
    let sound = d1 <= 9 && d2 <= 9 && year > 0 && (1..=12).contains(&month) && day > 0;
    // Every month has 28 days.
    let sound = sound && (day <= 28 || day <= days_in(year, month));
    sound.then_some(Day { year, month: month as u8, day: day as u8 })
}

/// Like [`read_date`]: the reference implementation.
fn read_any_date(value: &[u8]) -> Option<Day> {
    let [y @ .., b'.', m1, m2, b'.', d1, d2] = value else { return None };
    if y.len() != 4 {
        return None;
    }
    let number = |digits: &[u8]| -> Option<u16> {
        if digits.iter().all(|&byte| byte == b'?') {
            return Some(0);
        }
        digits.iter().try_fold(0, |value, &byte| byte.is_ascii_digit().then(|| value * 10 + u16::from(byte - b'0')))
    };
    // A known decade or century: `19??`.
    let known = y.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let year = match known {
        0 | 4 => number(y)?,
        _ if y[known..].iter().all(|&byte| byte == b'?') => number(&y[..known])? * 10_u16.pow(4 - known as u32),
        _ => return None,
    };
    let (month, day) = (number(&[*m1, *m2])?, number(&[*d1, *d2])?);
    let written = |digits: &[u8; 2], value: u16| value > 0 || digits == b"??";
    let sound = written(&[*m1, *m2], month)
        && written(&[*d1, *d2], day)
        && (known == 0 || year > 0)
        && month <= 12
        && day <= days_in(year, month);
    sound.then_some(Day { year, month: month as u8, day: day as u8 })
}

/// Reads a date in another order or with other separators, if it has one reading, see [`possible_dates`].
pub(in crate::game) fn read_nonstandard_date(value: &[u8]) -> Option<Day> {
    match possible_dates(value)[..] {
        [day] => Some(day),
        _ => None,
    }
}

/// The dates that a text in another order or with other separators may be. The year has four digits; it is first, or last
/// after day and month, or after month and day.
pub(in crate::game) fn possible_dates(value: &[u8]) -> Vec<Day> {
    let fields = std::str::from_utf8(value).map(|text| text.trim().split(['.', '-', '/']).collect::<Vec<_>>());
    let Ok([first, second, third]) = fields.as_deref() else { return Vec::new() };
    let orders: &[[&str; 3]] = match (first.len(), second.len(), third.len()) {
        (4, 1..=2, 1..=2) => &[[first, second, third]],
        (1..=2, 1..=2, 4) => &[[third, second, first], [third, first, second]],
        _ => &[],
    };
    let dates =
        orders.iter().filter_map(|[year, month, day]| read_day(format!("{year}.{month:0>2}.{day:0>2}").as_bytes()));
    let mut dates: Vec<Day> = dates.collect();
    dates.dedup();
    dates
}

/// The number of days in a month; the maximum if month or year is unknown.
fn days_in(year: u16, month: u16) -> u16 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u16::from(leap),
        _ => 31,
    }
}

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
pub(in crate::game) fn is_time_control(value: &[u8]) -> bool {
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

/// The increment of the most common forms, `300` and `300+5`, in hundredths of a second.
pub(in crate::game) fn plain_increment(value: &[u8]) -> Option<u64> {
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &value[digits..] {
        _ if digits == 0 => None,
        [] => Some(0),
        [b'+', seconds @ ..] if matches!(seconds.len(), 1..=6) => seconds
            .iter()
            .try_fold(0, |value, byte| byte.is_ascii_digit().then(|| value * 10 + 100 * u64::from(byte - b'0'))),
        _ => None,
    }
}

/// The increment of a time control in hundredths of a second; `None` if it may have several periods or a delay.
pub(in crate::game) fn increment(value: &[u8]) -> Option<u64> {
    if value.iter().any(|byte| matches!(byte, b':' | b'/' | b'*')) {
        return None;
    }
    let Some(plus) = memchr::memchr(b'+', value) else { return Some(0) };
    hundredths(&value[plus + 1..])
}

/// Whether a value is `?`, `-`, or numbers joined by dots (PGN 8.1.1.4).
pub(in crate::game) fn is_round(value: &[u8]) -> bool {
    matches!(value, b"?" | b"-")
        || value.split(|&byte| byte == b'.').all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
}

/// The chess variant of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Variant {
    /// Standard chess.
    Standard,
    /// Chess960.
    Chess960,
    /// Another variant.
    Other,
}

/// Reads the Variant tag, ignoring case and all but letters and digits.
pub(in crate::game) fn read_variant(value: &[u8]) -> Variant {
    const STANDARD: [&str; 7] = ["standard", "", "chess", "normal", "orthodox", "fromposition", "classical"];
    const CHESS960: [&str; 8] = [
        "chess960",
        "960",
        "fischerandom",
        "fischerrandom",
        "frc",
        "fischerrandomchess",
        "freestyle",
        "freestylechess",
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn fast_readers_agree_with_reference(
            date in "[012?]?[0-9?]{3}[./][01][0-9?][.-][0-3é][0-9]",
            time in "[0-2]?[0-9]:[0-6][0-9][:.][0-6][0-9/]",
            rating in "[0-5]?[0-9]{2,3}[0-9?]?",
        ) {
            let (date, time, rating) = (date.as_bytes(), time.as_bytes(), rating.as_bytes());
            prop_assert_eq!(read_date(date), read_any_date(date));
            prop_assert_eq!(is_time(time), is_any_time(time));
            prop_assert_eq!(is_rating(rating), is_any_rating(rating));
        }
    }

    #[test]
    fn dates() {
        for good in ["2020.02.29", "1900.01.??", "19??.??.??", "????.??.??", "2000.02.29", "????.02.29"] {
            assert!(read_date(good.as_bytes()).is_some(), "{good}");
        }
        for bad in [
            "2020.13.45",
            "01/02/2020",
            "2021.02.29",
            "1900.02.29",
            "2020.00.01",
            "2020.1.1",
            "0000.01.01",
            "",
            "20?0.01.01",
        ] {
            assert!(read_date(bad.as_bytes()).is_none(), "{bad}");
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
        for plain in ["300", "600+8", "0+1", "180+120"] {
            assert_eq!(plain_increment(plain.as_bytes()), increment(plain.as_bytes()), "{plain}");
            assert!(plain_increment(plain.as_bytes()).is_some() && is_time_control(plain.as_bytes()), "{plain}");
        }
        for other in ["", "?", "-", "+5", "5+", "40/9000", "300+1.5", "300+1234567"] {
            assert_eq!(plain_increment(other.as_bytes()), None, "{other}");
        }
        for bad in ["5 min", "40/", "90'", "+5", "1:", "G/60", "9999999999", "1e3", "300+9999999999"] {
            assert!(!is_time_control(bad.as_bytes()), "{bad}");
        }
        assert!(is_round(b"3.1.2") && is_round(b"?") && !is_round(b"final") && !is_round(b"1."));
        assert_eq!(read_variant(b"Chess 960"), Variant::Chess960);
        assert_eq!(read_variant(b"Atomic"), Variant::Other);
        assert_eq!([b"Standard".as_slice(), b"From Position", b"-"].map(read_variant), [Variant::Standard; 3]);
        assert_eq!([b"standardx".as_slice(), b"standar", b"960b"].map(read_variant), [Variant::Other; 3]);
    }

    #[test]
    fn a_date_in_another_form_is_read_if_it_has_one_reading() {
        for (text, expected) in [
            ("1999-1-31", Some((1999, 1, 31))),
            ("1999/01/05", Some((1999, 1, 5))),
            ("31.01.1999", Some((1999, 1, 31))),
            ("10/31/2000", Some((2000, 10, 31))),
            ("13/14/2000", None),
            ("03/04/2000", None),
            ("04/04/2000", Some((2000, 4, 4))),
            ("1999.02.30", None),
            ("1999", None),
            ("99.1.31", None),
            ("0000.01.01", None),
            ("1999.??.01", None),
        ] {
            let read = read_nonstandard_date(text.as_bytes()).map(|day| (day.year, day.month, day.day));
            assert_eq!(read, expected, "{text}");
        }
    }
}
