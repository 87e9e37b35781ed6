//! Parsing of events from text, such as `flag:white` and `illegal:black:2`.

use std::fmt;
use std::str::FromStr;

use crate::chess::piece::Color;

use super::{Event, IllegalAction, OfferReply, TimePeriod};

/// The error for text that is not an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEvent(String);

impl Event {
    /// The text of events, without the numbers that may follow illegal actions.
    pub const NAMES: [&str; 32] = [
        "flag:white",
        "flag:black",
        "flag:both",
        "flag:both:earlier",
        "resign:white",
        "resign:black",
        "agree",
        "draw-offer:white",
        "draw-offer:white:accepted",
        "draw-offer:white:declined",
        "draw-offer:black",
        "draw-offer:black:accepted",
        "draw-offer:black:declined",
        "illegal:white",
        "illegal:black",
        "unpromoted:white",
        "unpromoted:black",
        "no-move:white",
        "no-move:black",
        "two-hands:white",
        "two-hands:black",
        "illegal-stood:white",
        "illegal-stood:black",
        "illegal-position",
        "wrong-array",
        "colors-reversed",
        "late:white",
        "late:black",
        "late:both",
        "refuse:white",
        "refuse:black",
        "refuse:both",
    ];
}

impl FromStr for Event {
    type Err = UnknownEvent;

    /// Parses an event, ignoring case: `flag:white`, `flag:both`, `resign:black`, `agree`, `draw-offer:white:declined`,
    /// `illegal:white:2`, `unpromoted:white`, `no-move:black`, `two-hands:white:2`, `illegal-stood:white`,
    /// `illegal-position`, `wrong-array`, `colors-reversed`, `late:black`, `refuse:both`. `nobody` is `late:both`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || UnknownEvent(text.to_owned());
        let text = text.trim().to_ascii_lowercase();
        let mut parts = text.split(':');
        let (name, player, detail) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
        let color = match player {
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            _ => None,
        };
        let event = match (name, color, player, detail) {
            ("flag", Some(color), _, None) => Self::Flag(color),
            ("flag", _, Some("both"), None | Some("last")) => Self::BothFlags { period: TimePeriod::Last },
            ("flag", _, Some("both"), Some("earlier")) => Self::BothFlags { period: TimePeriod::Earlier },
            ("resign", Some(color), _, None) => Self::Resign(color),
            ("agree", _, None, None) => Self::Agree,
            ("draw-offer", Some(by), _, None) => Self::Offer { by, reply: OfferReply::Open },
            ("draw-offer", Some(by), _, Some("accepted")) => Self::Offer { by, reply: OfferReply::Accepted },
            ("draw-offer", Some(by), _, Some("declined")) => Self::Offer { by, reply: OfferReply::Declined },
            ("illegal" | "unpromoted" | "no-move" | "two-hands" | "illegal-stood", Some(by), _, detail) => {
                let number = detail.unwrap_or("1").parse().ok().filter(|&number| number > 0).ok_or_else(unknown)?;
                let illegal = |offense| Self::Illegal { by, number, offense };
                match name {
                    "unpromoted" => illegal(IllegalAction::Unpromoted),
                    "no-move" => illegal(IllegalAction::NoMove),
                    "two-hands" => illegal(IllegalAction::TwoHands),
                    "illegal-stood" => Self::IllegalStood { by, number },
                    _ => illegal(IllegalAction::Move),
                }
            }
            ("wrong-array", _, None, None) => Self::WrongArray,
            ("colors-reversed", _, None, None) => Self::ColorsReversed,
            ("illegal-position", _, None, None) => Self::IllegalPosition,
            ("late", Some(color), _, None) => Self::Late(color),
            ("late", _, Some("both"), None) | ("nobody", _, None, None) => Self::BothLate,
            ("refuse", Some(color), _, None) => Self::Refuse(color),
            ("refuse", _, Some("both"), None) => Self::BothRefuse,
            _ => return Err(unknown()),
        };
        if parts.next().is_some() { Err(unknown()) } else { Ok(event) }
    }
}

impl fmt::Display for UnknownEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not an event; events are flag:COLOR, resign:COLOR, agree, draw-offer:COLOR, late:COLOR or refuse:COLOR, \
             where COLOR is white or black (for flag, late and refuse also both); draw-offer:COLOR:accepted or :declined, \
             flag:both:earlier; illegal:COLOR:NUMBER, unpromoted:COLOR, no-move:COLOR, two-hands:COLOR, \
             illegal-stood:COLOR, illegal-position; wrong-array, colors-reversed",
            self.0
        )
    }
}

impl std::error::Error for UnknownEvent {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_an_event_of_its_own() {
        let events: Vec<Event> = Event::NAMES.iter().map(|name| name.parse().unwrap()).collect();
        for (at, event) in events.iter().enumerate() {
            assert!(!events[..at].contains(event), "{}", Event::NAMES[at]);
        }
    }
}
