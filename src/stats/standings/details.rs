//! What is known of an event and its players besides the pairings: for reports, and for the rules of its standings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::names::Aliases;
use crate::game::replay::Game;

use super::result::Scoring;
use super::tiebreak::TieBreak;

/// What is known of an event and its players. Of several values, the first counts.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct EventDetails {
    /// The players by name.
    pub players: BTreeMap<Box<str>, PlayerDetails>,
    /// The place; empty if unknown, as every text here.
    pub site: Box<str>,
    pub time_control: Box<str>,
    pub rules: EventRules,
}

/// What is known of a player, as written; empty where it is unknown.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PlayerDetails {
    /// `m` or `w`.
    pub sex: Box<str>,
    pub title: Box<str>,
    pub federation: Box<str>,
    /// The number in FIDE's list.
    pub player_id: Box<str>,
    pub birth_date: Box<str>,
}

/// The rules by which an event ranks its players, as its report states them.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct EventRules {
    /// The codes of its tie-breaks, in their order.
    pub tie_breaks: Vec<Box<str>>,
    /// The points for a win, a draw and a loss, if they are not 1, ½ and 0.
    pub points: Option<Box<str>>,
}

impl EventDetails {
    /// Adds what the tags of a game say.
    pub fn add_game(&mut self, game: &Game, bytes: &[u8]) {
        let text = |name: &str| game.tags.text(name, bytes);
        let value = |name: &str| text(name).map(|text| known(text.trim()).to_owned()).unwrap_or_default();
        for side in ["White", "Black"] {
            let name = value(side);
            if name.is_empty() {
                continue;
            }
            let details = PlayerDetails {
                title: value(&format!("{side}Title")).into(),
                player_id: value(&format!("{side}FideId")).into(),
                ..PlayerDetails::default()
            };
            self.add_player(&name, details);
        }
        fill(&mut self.site, value("Site").into());
        fill(&mut self.time_control, value("TimeControl").into());
    }

    pub fn add_player(&mut self, name: &str, details: PlayerDetails) {
        match self.players.get_mut(name) {
            Some(known) => known.add(details),
            None => {
                self.players.insert(name.into(), details);
            }
        }
    }

    /// Adds what is known from the games that follow.
    pub fn merge(&mut self, next: Self) {
        let Self { players, site, time_control, rules } = next;
        for (name, details) in players {
            self.add_player(&name, details);
        }
        fill(&mut self.site, site);
        fill(&mut self.time_control, time_control);
        if self.rules == EventRules::default() {
            self.rules = rules;
        }
    }

    /// The same event, with aliases replaced by names.
    #[must_use]
    pub fn renamed(&self, aliases: &Aliases) -> Self {
        let mut renamed = Self { players: BTreeMap::new(), ..self.clone() };
        for (name, details) in &self.players {
            renamed.add_player(aliases.name(name), details.clone());
        }
        renamed
    }
}

impl PlayerDetails {
    fn add(&mut self, next: Self) {
        let Self { sex, title, federation, player_id, birth_date } = next;
        let own = [&mut self.sex, &mut self.title, &mut self.federation, &mut self.player_id, &mut self.birth_date];
        for (own, next) in own.into_iter().zip([sex, title, federation, player_id, birth_date]) {
            fill(own, next);
        }
    }
}

impl EventRules {
    /// The tie-breaks that are known here, and the codes of the others.
    pub fn tie_breaks(&self) -> (Vec<TieBreak>, Vec<&str>) {
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for code in &self.tie_breaks {
            match code.parse::<TieBreak>() {
                Ok(tie_break) if known.contains(&tie_break) => {}
                Ok(tie_break) => known.push(tie_break),
                Err(_) => unknown.push(&**code),
            }
        }
        (known, unknown)
    }

    pub fn scoring(&self) -> Option<Scoring> {
        self.points.as_ref()?.parse().ok()
    }
}

/// The value of a tag; empty if it is unknown.
pub(super) fn known(value: &str) -> &str {
    if matches!(value, "?" | "-") { "" } else { value }
}

fn fill(own: &mut Box<str>, next: Box<str>) {
    if own.is_empty() {
        *own = next;
    }
}
