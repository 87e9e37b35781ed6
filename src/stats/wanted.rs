//! A requested table by its name: one that counts games, or one of an event.

use std::str::FromStr;

use super::kind::TableKind;
use super::standings::table::EventTable;
use super::table::Asked;

/// A requested table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A table of counts.
    Counted(Asked),
    /// A table of an event.
    OfEvent(EventTable),
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, width) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let of_event = EventTable::ALL.into_iter().find(|table| table.name() == name);
        match of_event {
            Some(table) if text.trim() == name => Ok(Self::OfEvent(table)),
            Some(_) => Err(format!("the table {name} has no bands; leave `:{width}` out")),
            None if TableKind::ALL.iter().any(|kind| kind.spec().name == name) => text.parse().map(Self::Counted),
            None => Err(format!("no table is called `{name}`; there are {}", names().join(", "))),
        }
    }
}

/// The names of all tables.
fn names() -> Vec<&'static str> {
    let counted = TableKind::ALL.iter().map(|kind| kind.spec().name);
    counted.chain(EventTable::ALL.iter().map(|table| table.name())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read() {
        assert!(names().iter().all(|name| name.parse::<Wanted>().is_ok()));
        assert_eq!(" rounds ".parse(), Ok(Wanted::OfEvent(EventTable::Rounds)));
        assert_eq!("rounds:".parse::<Wanted>().unwrap_err(), "the table rounds has no bands; leave `:` out");
        assert!(
            "round".parse::<Wanted>().unwrap_err().ends_with("firstmoves, standings, crosstable, rounds, pairings")
        );
    }
}
