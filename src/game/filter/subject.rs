//! What conditions are about, and the values of its names.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

use crate::chess::piece::Color;
use crate::game::facts::{
    Cost, FactInfo, FactSubject, FactType, FactValue, Facts, GameFact, PlyFact, PlyStyle, ValueWriter,
};
use crate::game::record::plies::{Ply, PlyView};
use crate::game::values::formats::TagKind;

use super::value::number;

/// A game, or one of its plies.
#[derive(Clone, Copy)]
pub(super) struct Subject<'s, 'a, 'p> {
    pub(super) facts: &'s Facts<'a>,
    /// The ply, with its neighbors if the condition names one of them.
    pub(super) view: Option<PlyView<'s, 'p>>,
}

/// A name in a condition: what is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Name {
    Tag(String),
    Fact(GameFact),
    /// A fact about a ply, or about the one before or after it.
    Ply(Neighbor, PlyFact),
    /// A fact about a position by itself.
    Position(PlyFact),
    /// An operation of the EPD line that a position comes from.
    Operation(String),
}

/// A ply, seen from the one that a condition is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Neighbor {
    This,
    Previous,
    Next,
}

impl Name {
    /// The fact that it names, if it names one.
    pub(super) const fn info(&self) -> Option<&'static FactInfo> {
        match self {
            Self::Fact(fact) => Some(fact.info()),
            Self::Ply(_, fact) | Self::Position(fact) => Some(fact.info()),
            Self::Tag(_) | Self::Operation(_) => None,
        }
    }

    pub(super) fn cost(&self) -> Cost {
        self.info().map_or(Cost::Tags, |info| info.cost)
    }

    /// The possible values, if there is a fixed list.
    pub(super) const fn words(&self) -> Option<&'static [&'static str]> {
        match self {
            Self::Fact(fact) => fact.words(),
            Self::Ply(_, fact) | Self::Position(fact) => fact.words(),
            Self::Tag(_) | Self::Operation(_) => None,
        }
    }

    /// Whether its values are dates.
    pub(super) fn has_dates(&self) -> bool {
        match self {
            Self::Tag(tag) => is_date_tag(TagKind::from_name(tag.as_bytes())),
            name => name.info().is_some_and(|info| info.kind == FactType::Date),
        }
    }

    /// Whether its values are numbers.
    pub(super) fn has_numbers(&self) -> bool {
        match self {
            Self::Tag(tag) => {
                matches!(TagKind::from_name(tag.as_bytes()), TagKind::Rating | TagKind::PlyCount)
            }
            Self::Operation(_) => true,
            name => name.info().is_some_and(|info| matches!(info.kind, FactType::Integer | FactType::Real)),
        }
    }

    /// Whether its values are true and false.
    pub(super) fn is_flag(&self) -> bool {
        self.info().is_some_and(|info| info.kind == FactType::Flag)
    }

    /// Whether `holds` is true of its value; of one of its values if it has several: those of both players, or all NAGs.
    pub(super) fn any(&self, subject: Subject<'_, '_, '_>, mut holds: impl FnMut(&str) -> bool) -> bool {
        let facts = subject.facts;
        match self {
            Self::Tag(name) => facts.game.tags.text(name, facts.bytes).is_some_and(|value| holds(&value)),
            Self::Fact(fact) if fact.info().of == FactSubject::Side => {
                let sides = Color::BOTH.into_iter().filter_map(|side| fact.value(facts, Some(side)));
                sides.into_iter().any(|value| holds(&value.text()))
            }
            Self::Fact(fact) => fact.value(facts, None).is_some_and(|value| holds(&value.text())),
            Self::Position(fact) => fact.of_position(facts).is_some_and(|value| holds(&value.text())),
            Self::Operation(name) => facts.line.and_then(|line| line.operation(name)).is_some_and(holds),
            Self::Ply(neighbor, fact) => {
                let Some(ply) = subject.ply(*neighbor) else { return false };
                let style = PlyStyle { positions: facts.fen_style, ..PlyStyle::default() }.of_line(facts.line);
                let mut each = EachValue { holds, is_true: false };
                fact.write(ply, style, &mut each);
                each.is_true
            }
        }
    }

    /// Its value as a number, if it has one.
    pub(super) fn number(&self, subject: Subject<'_, '_, '_>) -> Option<f64> {
        let mut found = None;
        self.any(subject, |value| {
            found = number(value);
            found.is_some()
        });
        found
    }

    /// Its value as text.
    pub(super) fn text(&self, subject: Subject<'_, '_, '_>) -> Option<String> {
        let mut found = None;
        self.any(subject, |value| {
            found = Some(value.to_owned());
            true
        });
        found
    }
}

impl<'s, 'p> Subject<'s, '_, 'p> {
    /// The ply, or a neighbor of it.
    fn ply(&self, neighbor: Neighbor) -> Option<&'s Ply<'p>> {
        let view = self.view?;
        match neighbor {
            Neighbor::This => Some(view.ply),
            Neighbor::Previous => view.previous,
            Neighbor::Next => view.next,
        }
    }
}

pub(super) fn is_date_tag(kind: TagKind) -> bool {
    matches!(kind, TagKind::Date | TagKind::UtcDate | TagKind::OtherDate)
}

/// A writer that asks about each value whether `holds` is true of it.
struct EachValue<F> {
    holds: F,
    is_true: bool,
}

impl<F: FnMut(&str) -> bool> ValueWriter for EachValue<F> {
    fn missing(&mut self) {}

    fn text(&mut self, value: &str) {
        self.is_true = self.is_true || (self.holds)(value);
    }

    fn word(&mut self, value: impl Display) {
        let mut text = String::new();
        // Writing to a `String` never fails.
        let _ = write!(text, "{value}");
        self.text(&text);
    }

    fn bare(&mut self, value: &[u8]) {
        let text: Cow<'_, str> = String::from_utf8_lossy(value);
        self.text(&text);
    }

    fn list(&mut self, values: &[Option<FactValue<'_>>]) {
        for value in values {
            self.value(value.as_ref());
        }
    }
}
