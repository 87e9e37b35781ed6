//! A requested table by its name: one that counts games, or one of an event.

use std::str::FromStr;

use crate::game::suggestions::did_you_mean;

use super::standings::table::EventTable;
use super::table::{TableRequest, names};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyTable {
    Counted(TableRequest),
    OfEvent(EventTable),
}

impl FromStr for AnyTable {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, width) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let of_event = EventTable::ALL.into_iter().find(|table| table.name() == name);
        match of_event {
            Some(table) if text.trim() == name => Ok(Self::OfEvent(table)),
            Some(_) => Err(format!("the table {name} has no bands; remove `:{width}`")),
            None if names().any(|known| known == name) => text.parse().map(Self::Counted),
            None => {
                let all = format!("expected one of: {}", Self::names().collect::<Vec<_>>().join(", "));
                Err(format!("unknown table `{name}`; {}", did_you_mean(name, Self::names(), &all)))
            }
        }
    }
}

impl AnyTable {
    pub fn names() -> impl Iterator<Item = &'static str> {
        names().chain(EventTable::ALL.iter().map(|table| table.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read() {
        assert!(AnyTable::names().all(|name| name.parse::<AnyTable>().is_ok()));
        assert_eq!(" rounds ".parse(), Ok(AnyTable::OfEvent(EventTable::Rounds)));
        assert_eq!("rounds:".parse::<AnyTable>().unwrap_err(), "the table rounds has no bands; remove `:`");
        let error = |text: &str| text.parse::<AnyTable>().unwrap_err();
        assert_eq!(error("player"), "unknown table `player`; did you mean `players`?");
        assert!(error("qqqq").ends_with("firstmoves, identity, duplicates, standings, crosstable, rounds, pairings"));
    }
}
