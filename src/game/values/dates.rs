//! Dates in tags: [`read_date`] takes the form of PGN, [`read_days`] any form from which at least the year is known.

use std::ops::RangeInclusive;

use super::formats::{SAME, TO_9, digits};
use crate::laws::edition::{Day, Days};

/// The days that a date in the form of PGN 8.1.1.3 may be: `YYYY.MM.DD`, with `?` for unknown digits.
#[inline]
pub(in crate::game) fn read_date(value: &[u8]) -> Option<Days> {
    read_day(value).map_or_else(|| read_any_date(value), |day| Some(Days { first: day, last: day }))
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
fn read_any_date(value: &[u8]) -> Option<Days> {
    let [year @ .., b'.', m1, m2, b'.', d1, d2] = value else { return None };
    if let (&[y1, y2, y3, y4], b"????") = (year, &[*m1, *m2, *d1, *d2])
        && let number = [y1, y2, y3, y4].map(|digit| u16::from(digit.wrapping_sub(b'0')))
        && number.iter().all(|digit| *digit <= 9)
    {
        // Most dates that are not complete have only a year.
        let year = number.into_iter().fold(0, |year, digit| year * 10 + digit);
        let day = |month, day| Day { year, month, day };
        return (year > 0).then(|| Days { first: day(1, 1), last: day(12, 31) });
    }
    let year = possible_numbers(year, 4, 0..=9999).filter(|(_, last)| *last > 0)?;
    let month = possible_numbers(&[*m1, *m2], 2, 1..=12)?;
    // Any of several years may have a leap day.
    let year_of_month = if year.0 == year.1 { year.0 } else { 2000 };
    let length = if month.0 == month.1 { days_in(year_of_month, month.0) } else { 31 };
    let day = possible_numbers(&[*d1, *d2], 2, 1..=length)?;
    let date = |year, month, day| Day { year, month: month as u8, day: day as u8 };
    Some(Days { first: date(year.0, month.0, day.0), last: date(year.1, month.1, day.1) })
}

/// The smallest and the largest number in a range that these digits may be, with `?` for unknown ones.
fn possible_numbers(digits: &[u8], length: usize, range: RangeInclusive<u16>) -> Option<(u16, u16)> {
    if digits.len() != length {
        return None;
    }
    let number = |unknown: u8| {
        let digit = |byte: u8| if byte == b'?' { unknown } else { byte };
        digits
            .iter()
            .map(|byte| digit(*byte))
            .try_fold(0, |value, byte| byte.is_ascii_digit().then(|| value * 10 + u16::from(byte - b'0')))
    };
    let (least, most) = (number(b'0')?, number(b'9')?);
    let (least, most) = (least.max(*range.start()), most.min(*range.end()));
    (least <= most).then_some((least, most))
}

/// The days that a date in any form may be, if at least its year can be read.
pub(in crate::game) fn read_days(value: &[u8]) -> Option<Days> {
    let read = |date: &String| read_date(date.as_bytes());
    let dates: Vec<Days> = match read_date(value) {
        Some(days) => vec![days],
        None => standard_dates(value).iter().filter_map(read).collect(),
    };
    let first = dates.iter().map(|days| days.first).min();
    let last = dates.iter().map(|days| days.last).max();
    let days = first.zip(last).map(|(first, last)| Days { first, last }).or_else(|| years_in(value))?;
    Some(days).filter(|days| days.first.year > 0)
}

/// A date of which nothing is known.
pub(in crate::game) const UNKNOWN_DATE: &str = "????.??.??";

/// The dates in the form of PGN that a text in another form may mean: with other separators, without a month or day, or with
/// the year last and the day before or after the month. The year has four digits, `0` stands for an unknown part.
pub(in crate::game) fn standard_dates(value: &[u8]) -> Vec<String> {
    let Ok(text) = std::str::from_utf8(value).map(str::trim) else { return Vec::new() };
    if !text.is_empty() && text.bytes().all(|byte| b"?.-/ ".contains(&byte)) {
        return vec![UNKNOWN_DATE.to_owned()];
    }
    let is_separator = |c: char| !c.is_alphanumeric() && c != '?';
    let fields: Vec<&str> = match text.split(is_separator).collect::<Vec<_>>()[..] {
        [compact] if compact.len() == 8 && compact.is_ascii() => vec![&compact[..4], &compact[4..6], &compact[6..]],
        ref fields => fields.to_vec(),
    };
    let orders: &[[&str; 3]] = match fields[..] {
        [year] => &[[year, "", ""]],
        [year, month] if year.len() == 4 && (text.contains('.') || !is_season(year, month)) => &[[year, month, ""]],
        [month, year] => &[[year, month, ""]],
        [year, month, day] if year.len() == 4 => &[[year, month, day]],
        [first, second, year] => &[[year, second, first], [year, first, second]],
        _ => &[],
    };
    let dates = orders.iter().filter_map(|[year, month, day]| {
        let [month, day] = [month, day].map(|part| match part.trim_matches(['?', '0']) {
            "" if part.len() <= 2 => "??".to_owned(),
            _ => format!("{part:0>2}"),
        });
        let is_whole = year.len() == 4 && (month != "??" || day == "??");
        Some(format!("{year}.{month}.{day}")).filter(|date| is_whole && read_date(date.as_bytes()).is_some())
    });
    let mut dates: Vec<String> = dates.collect();
    dates.dedup();
    dates
}

/// Whether a text means a season, `2009/10`, rather than a month: the second part is the next year.
fn is_season(year: &str, next: &str) -> bool {
    let next_year = || year.parse().map(|year: u16| (year + 1) % 100);
    year.len() == 4 && next.len() == 2 && next_year().is_ok_and(|year| next.parse() == Ok(year))
}

/// The days of all years from the first to the last that a text names with four digits, or as a season.
fn years_in(value: &[u8]) -> Option<Days> {
    let text = std::str::from_utf8(value).ok()?;
    let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect();
    let years = || numbers.iter().filter(|digits| digits.len() == 4).filter_map(|digits| digits.parse::<u16>().ok());
    let (first, last) = (years().min()?, years().max()?);
    let ends_later = matches!(numbers[..], [year, next] if is_season(year, next));
    let last = last + u16::from(ends_later);
    Some(Days { first: Day { year: first, month: 1, day: 1 }, last: Day { year: last, month: 12, day: 31 } })
}

/// The date in the form of PGN that a text means, if it has one reading.
pub(in crate::game) fn standard_date(text: &str) -> Option<String> {
    let mut dates = standard_dates(text.as_bytes());
    dates.pop().filter(|_| dates.is_empty())
}

/// What is wrong with a date, as the end of a sentence that begins with it.
pub(in crate::game) fn date_fault(value: &str) -> String {
    let is_number = |part: &str| matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = value.split(['.', '-', '/']).collect();
    match &standard_dates(value.as_bytes())[..] {
        [date] if date == UNKNOWN_DATE => format!(" is not a date `YYYY.MM.DD`; an unknown date is `{date}`"),
        [date] => format!(" is not a date `YYYY.MM.DD`; write `{date}`"),
        [date, other] => format!(" is not a date `YYYY.MM.DD`; it may be `{date}` or `{other}`"),
        _ if parts.len() == 3 && parts.into_iter().all(is_number) && years_in(value.as_bytes()).is_some() => {
            ": there is no such day; write `??` for an unknown month or day".to_owned()
        }
        _ => " is not a date `YYYY.MM.DD`, with `?` for unknown digits".to_owned(),
    }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    properties! {
        #[test]
        fn the_fast_reader_agrees_with_the_reference(
            date in "[012?]?[0-9?]{3}[./][01][0-9?][.-][0-3é][0-9]",
        ) {
            prop_assert_eq!(read_date(date.as_bytes()), read_any_date(date.as_bytes()));
        }
    }

    #[test]
    fn dates() {
        for good in [
            "2020.02.29",
            "1900.01.??",
            "19??.??.??",
            "20?0.01.01",
            "????.??.??",
            "2000.02.29",
            "????.02.29",
            "19??.02.29",
            "1999.1?.3?",
        ] {
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
            "2020.02.3?",
        ] {
            assert!(read_date(bad.as_bytes()).is_none(), "{bad}");
        }
    }

    /// The days of a text, as `first to last`.
    fn days(text: &str) -> String {
        let written = |day: Day| format!("{}.{}.{}", day.year, day.month, day.day);
        read_days(text.as_bytes()).map_or_else(String::new, |days| {
            if days.first == days.last {
                written(days.first)
            } else {
                [days.first, days.last].map(written).join(" to ")
            }
        })
    }

    #[test]
    fn dates_in_any_form_are_read_as_far_as_they_are_certain() {
        for (text, expected) in [
            ("1980.05.03", "1980.5.3"),
            ("1980/05/03", "1980.5.3"),
            (" 1980-5-3 ", "1980.5.3"),
            ("19800503", "1980.5.3"),
            ("31.05.1980", "1980.5.31"),
            ("5/31/1980", "1980.5.31"),
            ("04/04/2000", "2000.4.4"),
            ("03.05.1980", "1980.3.5 to 1980.5.3"),
            ("1980.02.??", "1980.2.1 to 1980.2.29"),
            ("1977/05", "1977.5.1 to 1977.5.31"),
            ("05.1977", "1977.5.1 to 1977.5.31"),
            ("??.05.1977", "1977.5.1 to 1977.5.31"),
            ("2009.10", "2009.10.1 to 2009.10.31"),
            ("2009/10", "2009.1.1 to 2010.12.31"),
            ("1994/95", "1994.1.1 to 1995.12.31"),
            ("1999/2000", "1999.1.1 to 2000.12.31"),
            ("1980", "1980.1.1 to 1980.12.31"),
            ("1980.00.00", "1980.1.1 to 1980.12.31"),
            ("May 1980", "1980.1.1 to 1980.12.31"),
            ("1980.02.31", "1980.1.1 to 1980.12.31"),
            ("19??.??.??", "1900.1.1 to 1999.12.31"),
            ("", ""),
            ("?", ""),
            ("99999999999999999999.05.03", ""),
            ("65535/36", ""),
            ("????.05.03", ""),
            ("0000.00.00", ""),
            ("03.05.80", ""),
            ("spring", ""),
        ] {
            assert_eq!(days(text), expected, "{text}");
        }
    }

    #[test]
    fn dates_with_one_reading_have_a_standard_form() {
        for (text, standard) in [
            ("2010-05-01", "2010.05.01"),
            ("31/12/1999", "1999.12.31"),
            ("1994", "1994.??.??"),
            ("1994.5", "1994.05.??"),
            ("1994-05", "1994.05.??"),
            ("1994.5.?", "1994.05.??"),
            ("1994.?.?", "1994.??.??"),
            ("1994.??.??", "1994.??.??"),
            ("1977/??/??", "1977.??.??"),
            ("1977-05-??", "1977.05.??"),
            ("19??/??/??", "19??.??.??"),
            ("1980.00.00", "1980.??.??"),
            ("?.??.??", "????.??.??"),
            ("????/??/??", "????.??.??"),
            ("-", "????.??.??"),
        ] {
            assert_eq!(standard_date(text).as_deref(), Some(standard), "{text}");
        }
        for text in [
            "05/01/2010",
            "1994/95",
            "2009/10",
            "1994.13",
            "94",
            "199é",
            "",
            "0000.5",
            "1994.5.1.2",
            "May 1994",
            "13/14/2000",
        ] {
            assert_eq!(standard_date(text), None, "{text}");
        }
    }

    #[test]
    fn the_fault_of_a_date_is_named() {
        for (text, fault) in [
            ("1980/05/03", "write `1980.05.03`"),
            ("03.05.1980", "may be `1980.05.03` or `1980.03.05`"),
            ("2021.02.30", "no such day"),
            ("30/02/2021", "no such day"),
            ("2021.13.01", "no such day"),
            ("?", "an unknown date is `????.??.??`"),
            ("spring", "with `?` for unknown digits"),
        ] {
            assert!(date_fault(text).contains(fault), "{text}: {}", date_fault(text));
        }
    }
}
