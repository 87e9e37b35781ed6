//! The values in filters, and how they compare: numbers as numbers, dates as dates, regular expressions by a match, all else
//! as text.

use std::borrow::Cow;

use crate::game::values::dates::{read_date, read_day, read_days};
use crate::game::values::formats::read_time;
use crate::laws::edition::{Day, Days};

use super::Operator;

/// A value in a filter.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Literal {
    text: String,
    lower: String,
    number: Option<f64>,
    date: Option<Days>,
    /// Whether it is compared with dates only.
    is_for_dates: bool,
    /// The regular expression that it is, if it is one.
    pattern: Option<TextPattern>,
}

/// A completely unknown date.
const ANY: Days = Days { first: Day { year: 0, month: 1, day: 1 }, last: Day { year: 9999, month: 12, day: 31 } };

impl Literal {
    /// A value that is compared with what the game has under a name, which is always a date or may be any text.
    pub(super) fn new(text: &str, is_for_dates: bool) -> Self {
        let (text, lower) = (text.to_owned(), text.to_lowercase());
        Self { number: number(&text), date: date(&text, is_for_dates), is_for_dates, text, lower, pattern: None }
    }

    /// A regular expression.
    pub(super) fn of_pattern(source: &str, pattern: TextPattern) -> Self {
        Self { pattern: Some(pattern), ..Self::new(source, false) }
    }

    /// The value as written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is a date, complete or not.
    pub(super) fn is_date(&self) -> bool {
        self.date.is_some()
    }

    /// Whether it is a timestamp: `2013-01-31T12:34:56Z`.
    pub(super) fn is_timestamp(&self) -> bool {
        let parts = self.text.strip_suffix('Z').and_then(|text| text.split_once('T'));
        parts.is_some_and(|(day, time)| {
            let is_day = !day.contains('.') && read_day(day.replace('-', ".").as_bytes()).is_some();
            is_day && read_time(time.as_bytes()).is_some()
        })
    }

    /// Whether it is a text in which upper and lower case differ.
    pub(super) fn has_case(&self) -> bool {
        self.pattern.is_none() && self.lower != self.text.to_uppercase()
    }

    pub(super) fn is_number(&self) -> bool {
        self.number.is_some()
    }

    pub(super) fn compares(&self, value: &str, operator: Operator) -> bool {
        if let Some(pattern) = &self.pattern {
            return pattern.matches(value);
        }
        if operator == Operator::Contains {
            return value.to_lowercase().contains(&self.lower);
        }
        if let Some(theirs) = self.date
            && let Some(ours) = self.date_of(value)
        {
            return match operator {
                Operator::Equal if theirs == ANY => ours == theirs,
                Operator::Unequal if theirs == ANY => ours != theirs,
                operator => compares(ours, theirs, operator),
            };
        }
        let ordering = match (number(value), self.number) {
            (Some(ours), Some(theirs)) => ours.total_cmp(&theirs),
            // Text is neither less nor greater than a number.
            (None, Some(_)) if !matches!(operator, Operator::Equal | Operator::Unequal) => return false,
            _ => value.cmp(&self.text),
        };
        operator.is_true_of(ordering)
    }

    /// A game's value as a date. What is no date where one belongs may be any day; elsewhere a year alone is a number.
    fn date_of(&self, value: &str) -> Option<Days> {
        if self.is_for_dates {
            return Some(read_days(value.as_bytes()).unwrap_or(ANY));
        }
        date(value, false).filter(|_| value.contains('.'))
    }
}

/// Whether the comparison holds for all days that both may be.
fn compares(ours: Days, theirs: Days, operator: Operator) -> bool {
    match operator {
        Operator::Equal => ours.first >= theirs.first && ours.last <= theirs.last,
        Operator::Unequal => ours.last < theirs.first || ours.first > theirs.last,
        Operator::Less => ours.last < theirs.first,
        Operator::AtMost => ours.last <= theirs.last,
        Operator::Greater => ours.first > theirs.last,
        Operator::AtLeast => ours.first >= theirs.first,
        Operator::Contains => false,
    }
}

/// Parses a decimal number with an optional sign; -0 becomes 0.
pub(in crate::game) fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let starts_and_ends = digits.starts_with(|c: char| c.is_ascii_digit()) && !digits.ends_with('.');
    (is_number && starts_and_ends).then(|| text.parse::<f64>().ok()).flatten().map(|number| number + 0.0)
}

/// Parses `1999`, `1999.01` or `1999.01.15`, with `?` for unknown digits; with `-` for the points only if `is_for_dates`. A
/// day that its month does not have is no date.
fn date(text: &str, is_for_dates: bool) -> Option<Days> {
    let rest = match text.len() {
        4 => ".??.??",
        7 => ".??",
        _ => "",
    };
    let is_iso = is_for_dates && !text.contains('.');
    let text = if is_iso { Cow::Owned(text.replace('-', ".")) } else { Cow::Borrowed(text) };
    read_date(format!("{text}{rest}").as_bytes())
}

// Regular expressions in conditions: `White ~ /^Carls(e|o)n/i`. The module of the playground is without them: it is downloaded, and
// the page has no conditions.

/// A regular expression that a value must match somewhere.
#[cfg(all(feature = "regex", not(feature = "web")))]
#[derive(Clone, Debug)]
pub(super) struct TextPattern(regex::Regex);

/// Two patterns are equal if they are written alike.
#[cfg(all(feature = "regex", not(feature = "web")))]
impl PartialEq for TextPattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

#[cfg(all(feature = "regex", not(feature = "web")))]
impl TextPattern {
    /// The largest size of a compiled expression, and of the cache of a search in it, in bytes.
    const MAX_SIZE: usize = 1 << 20;

    /// Compiles an expression in the syntax of the crate `regex`, which searches in time linear in the text.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where, as a byte offset.
    pub(super) fn new(source: &str, ignores_case: bool) -> Result<Self, (usize, String)> {
        use regex_syntax::Error;

        // The errors of `regex` itself have no place.
        match regex_syntax::parse(source) {
            Ok(_) => {}
            Err(Error::Parse(error)) => return Err((error.span().start.offset, error.kind().to_string())),
            Err(Error::Translate(error)) => return Err((error.span().start.offset, error.kind().to_string())),
            Err(error) => return Err((0, error.to_string())),
        }
        let source = if ignores_case { format!("(?i){source}") } else { source.to_owned() };
        let mut builder = regex::RegexBuilder::new(&source);
        let built = builder.size_limit(Self::MAX_SIZE).dfa_size_limit(Self::MAX_SIZE).build();
        let too_large = "the regular expression is too large: compiled, it takes more than 1 MB";
        built.map(Self).map_err(|_| (0, too_large.to_owned()))
    }

    /// Whether some part of the text matches.
    pub(super) fn matches(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

/// No regular expression: this program was built without them.
#[cfg(any(not(feature = "regex"), feature = "web"))]
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TextPattern {}

#[cfg(any(not(feature = "regex"), feature = "web"))]
impl TextPattern {
    /// Refuses every expression by the name of the feature.
    pub(super) fn new(_source: &str, _ignores_case: bool) -> Result<Self, (usize, String)> {
        Err((0, "regular expressions need the feature `regex`, which this program was built without".to_owned()))
    }

    /// Never called, since there is no such value.
    pub(super) fn matches(&self, _text: &str) -> bool {
        match *self {}
    }
}
