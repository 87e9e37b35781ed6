//! The orders of `--sort`: `Date,Round desc,WhiteElo`, `random`.
//!
//! A game or position gets a key of bytes, and they are in order if their keys are. Dates are compared as dates, numbers as numbers, and
//! text by its letters in any case, with runs of digits as numbers: round 9 comes before round 10. What has no value comes
//! last, in either direction; so does a date that is partly unknown among those of its year or month.

use super::facts::{ByKind, FactColumn, FactValue, Facts, GameFact, ItemKind};
use super::filter::number;
use super::values::dates::read_days;
use super::values::formats::TagKind;
use crate::laws::edition::Days;

use xxhash_rust::xxh3::xxh3_64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    parts: Vec<Part>,
    /// Whether games that are equal in all of these are in random order.
    pub is_random: bool,
}

/// A value that decides if those before it are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    column: FactColumn,
    is_descending: bool,
}

/// Behind all keys of a known value.
const UNKNOWN: u8 = 0xff;

impl Order {
    /// The facts and tags that decide.
    pub fn columns(&self) -> impl Iterator<Item = &FactColumn> {
        self.parts.iter().map(|part| &part.column)
    }

    /// The key of a game or position; of a line that is no position, there are no facts.
    pub fn key(&self, facts: Option<&Facts<'_>>) -> Vec<u8> {
        let mut key = Vec::new();
        for Part { column, is_descending } in &self.parts {
            let Some(value) = facts.and_then(|facts| value_of(column, facts)) else {
                key.push(UNKNOWN);
                continue;
            };
            key.push(0);
            let start = key.len();
            value.add_to(&mut key, *is_descending);
            if *is_descending {
                key[start..].iter_mut().for_each(|byte| *byte = !*byte);
            }
        }
        key
    }
}

/// A value as it is compared.
#[derive(Clone, PartialEq, Debug)]
enum Value {
    Text(String),
    Number(f64),
    /// The operands of an operation of EPD: numbers come before text.
    OperandNumber(f64),
    OperandText(String),
    /// The days that a date may be.
    Days(Days),
    Moment(Days, u32),
}

/// Where something with this number stands in a random order.
pub fn random_place(seed: u64, number: u64) -> [u8; 8] {
    let bytes = [seed.to_le_bytes(), number.to_le_bytes()];
    xxh3_64(bytes.as_flattened()).to_be_bytes()
}

/// The value of a column, if it is known.
fn value_of(column: &FactColumn, facts: &Facts<'_>) -> Option<Value> {
    match column {
        FactColumn::Tag(name) => {
            let text = facts.tag(name)?;
            match TagKind::from_name(name.as_bytes()) {
                TagKind::Date | TagKind::UtcDate | TagKind::OtherDate => read_days(text.as_bytes()).map(Value::Days),
                TagKind::Rating | TagKind::PlyCount => number(text.trim()).map(Value::Number),
                _ if &*text == "-" => None,
                _ => Some(Value::Text(text.into_owned())),
            }
        }
        column => Some(match column.value(facts)? {
            FactValue::Text(text) if *column == FactColumn::Game(GameFact::DateTag) => {
                Value::Days(read_days(text.as_bytes())?)
            }
            FactValue::Text(text) if matches!(column, FactColumn::Operation(_)) => {
                number(&text).map_or(Value::OperandText(text.into_owned()), Value::OperandNumber)
            }
            FactValue::Text(text) => Value::Text(text.into_owned()),
            #[expect(clippy::cast_precision_loss, reason = "no fact has so many digits")]
            FactValue::Integer(number) => Value::Number(number as f64),
            #[expect(clippy::cast_precision_loss, reason = "no fact has so many digits")]
            FactValue::Count(number) | FactValue::Hundredths(number) => Value::Number(number as f64),
            FactValue::Real(number) => Value::Number(number),
            FactValue::Flag(flag) => Value::Number(f64::from(u8::from(flag))),
            FactValue::Day(day) => Value::Days(day.into()),
            FactValue::Timestamp(day, second) => Value::Moment(day.into(), second),
            value @ FactValue::List(_) => Value::Text(value.text().into_owned()),
        }),
    }
}

impl Value {
    /// Adds bytes that compare as the value does. No value is a prefix of another one.
    fn add_to(&self, key: &mut Vec<u8>, is_descending: bool) {
        match self {
            Self::Text(text) => add_text(key, text),
            Self::Number(number) => add_number(key, *number),
            Self::OperandNumber(number) => {
                key.push(0);
                add_number(key, *number);
            }
            Self::OperandText(text) => {
                key.push(1);
                add_text(key, text);
            }
            Self::Days(days) => add_days(key, *days, is_descending),
            Self::Moment(days, second) => {
                add_days(key, *days, is_descending);
                key.extend(second.to_be_bytes());
            }
        }
    }
}

/// The usual order of floating-point numbers as that of integers: all bits of negative ones are inverted.
fn add_number(key: &mut Vec<u8>, number: f64) {
    let bits = number.to_bits();
    let ordered = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
    key.extend(ordered.to_be_bytes());
}

/// The less is known of a date, the later it comes among those that it may be.
fn add_days(key: &mut Vec<u8>, days: Days, is_descending: bool) {
    let [first, last] =
        [days.first, days.last].map(|day| u32::from(day.year) << 9 | u32::from(day.month) << 5 | u32::from(day.day));
    let (end, width) = if is_descending { (first, u32::MAX - (last - first)) } else { (last, last - first) };
    key.extend(end.to_be_bytes());
    key.extend(width.to_be_bytes());
}

/// Letters in lower case; a run of digits as its length and its digits, without leading zeros.
fn add_text(key: &mut Vec<u8>, text: &str) {
    let lower = text.to_lowercase();
    let mut rest = lower.as_bytes();
    while let Some(&byte) = rest.first() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            // 0 ends the text.
            key.push(byte.max(1));
            rest = &rest[1..];
            continue;
        }
        let (run, after) = rest.split_at(digits);
        let run = &run[run.iter().take_while(|byte| **byte == b'0').count()..];
        // Very long runs are compared digit by digit.
        let length = u8::try_from(run.len() + 1).unwrap_or(u8::MAX);
        key.extend([b'0', length]);
        key.extend_from_slice(run);
        rest = after;
    }
    key.push(0);
}

impl Order {
    /// Parses names of facts and tags, each with `asc` or `desc` after a space if it is wanted, separated by commas; `random` may
    /// be the last one. They mean facts of games and of positions.
    ///
    /// # Errors
    ///
    /// Returns a message if a name has no meaning for either.
    pub fn by_kind(text: &str) -> Result<ByKind<Self>, String> {
        ByKind::read(|kind| Self::read(text, kind), |of_games, _| of_games)
    }

    fn read(text: &str, kind: ItemKind) -> Result<Self, String> {
        let part = |text: &str| {
            let text = text.trim();
            let (name, direction) = text.rsplit_once(char::is_whitespace).unwrap_or((text, "asc"));
            let is_descending = match direction.to_ascii_lowercase().as_str() {
                "asc" => false,
                "desc" => true,
                _ => return Err(format!("after `{}`, write `asc` or `desc`, not `{direction}`", name.trim())),
            };
            if name.trim().is_empty() {
                return Err("a name is missing".to_owned());
            }
            match kind.column(name)? {
                FactColumn::Game(GameFact::Game) => {
                    Err("games cannot be sorted by `game`, their number in the file: that is their order".to_owned())
                }
                column => Ok(Part { column, is_descending }),
            }
        };
        let (named, is_random) = match text.trim() {
            "random" => (None, true),
            text => match text.rsplit_once(',') {
                Some((named, last)) if last.trim() == "random" => (Some(named), true),
                _ => (Some(text), false),
            },
        };
        let parts = named.into_iter().flat_map(|named| named.split(',')).map(part).collect::<Result<_, _>>()?;
        Ok(Self { parts, is_random })
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::PositionItem;
    use super::super::replay::position_text::PositionFormat;
    use super::super::replay::read_game;
    use super::super::rules::RuleSet;
    use super::*;

    fn key(order: &str, tags: &str) -> Vec<u8> {
        let text = format!("{tags}\n1. e4 *\n");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        Order::read(order, ItemKind::Game).unwrap().key(Some(&Facts::new(&game, text.as_bytes(), "", None)))
    }

    /// Asserts that these values of a tag are in order, each before the next.
    fn assert_order(order: &str, tag: &str, values: &[&str]) {
        let keys = values.iter().map(|value| key(order, &format!("[{tag} \"{value}\"]\n")));
        let keys: Vec<Vec<u8>> = keys.collect();
        for (at, pair) in keys.windows(2).enumerate() {
            assert!(pair[0] < pair[1], "{order}: {:?} before {:?}", values[at], values[at + 1]);
        }
    }

    #[test]
    fn values_compare_by_their_kind() {
        assert_order("Round", "Round", &["1", "2", "9.1", "9.2", "9.10", "10", "Final", "?"]);
        assert_order("Round desc", "Round", &["Final", "10", "9.10", "9.2", "9", "1", "-"]);
        assert_order("WhiteElo", "WhiteElo", &["800", "1500", "2812", "?"]);
        assert_order("white_elo desc", "WhiteElo", &["2812", "1500", "800", "?"]);
        assert_order("White", "White", &["adams", "Adamson", "Zukertort", "Ångström", "émile"]);
        let dates = ["1999.01.01", "1999.01.31", "1999.01.??", "1999.02.01", "1999.??.??", "2000.01.01", "????.??.??"];
        assert_order("Date", "Date", &dates);
        assert_order("date", "Date", &dates);
        let down = ["2000.01.01", "1999.02.01", "1999.01.31", "1999.01.01", "1999.01.??", "1999.??.??", "????.??.??"];
        assert_order("Date desc", "Date", &down);
        assert_order("tag:Own", "Own", &["a", "a 007", "a 8", "a 10", "b"]);
        assert_eq!(key("tag:Own", "[Own \"A 7\"]\n"), key("tag:Own", "[Own \"a 007\"]\n"));
    }

    #[test]
    fn the_next_name_decides_between_equal_values() {
        let tags = |white: &str, round: &str| format!("[Round \"{round}\"]\n[White \"{white}\"]\n");
        assert!(key("White,Round desc", &tags("a", "2")) < key("White,Round desc", &tags("a", "1")));
        assert!(key("White,Round desc", &tags("a", "1")) < key("White,Round desc", &tags("ab", "2")));
        assert!(key("White,Round", &tags("a", "?")) < key("White,Round", &tags("b", "1")));
    }

    #[test]
    fn errors_name_the_part() {
        let error = |text: &str| Order::by_kind(text).unwrap_err();
        assert_eq!(error("Date up"), "after `Date`, write `asc` or `desc`, not `up`");
        assert_eq!(error("Date,,White"), "a name is missing");
        assert!(error("plie").contains("did you mean `plies`?"));
        assert!(error("player").contains("player"));
    }

    #[test]
    fn positions_have_an_order_of_their_own() {
        let order = Order::by_kind("op:ce desc,legal_moves,random").unwrap();
        assert_eq!(order.of(ItemKind::Game).unwrap_err(), "`op:ce` is about lines of EPD, not about games");
        let order = order.of(ItemKind::Position).unwrap();
        assert!(order.is_random);
        let key = |operations: &str| {
            let line = format!("4k3/8/8/8/8/8/8/4K2R w K - {operations}");
            let item = PositionItem::read(line.as_bytes(), PositionFormat::Epd).unwrap();
            order.key(Some(&item.facts("")))
        };
        let in_order = ["ce soon;", "ce 7;", "ce -12;", "ce -120;", "id \"a\";"].map(key);
        assert!(in_order.is_sorted() && in_order[4] < order.key(None), "{in_order:?}");
        assert_ne!(random_place(1, 2), random_place(2, 1));
    }
}
