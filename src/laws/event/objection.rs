//! Why an event cannot decide a game, in any position.

use crate::chess::piece::Color;

use super::super::edition::{IllegalMoves, TimeClass, WinRule};
use super::super::history::History;
use super::super::material::has_mating_material;
use super::super::retro::is_before_the_first_move;
use super::{Event, IllegalAction, OfferReply, RulingOptions, illegal_moves_stand};

/// Why an event does not decide a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// This player has moved, so they cannot have defaulted.
    HasMoved(Color),
    /// The players may agree on a draw only after both have made a move. The player who has not moved, `None` if neither
    /// has.
    AgreedTooEarly(Option<Color>),
    /// What follows from the event under this rule set and time class is not established.
    NotEstablished,
    /// The rule set does not allow illegal moves to be made.
    CannotBeMade,
}

/// Returns why an event cannot decide the game, in any position.
pub fn objection(history: &History, event: Event, options: RulingOptions) -> Option<Objection> {
    let book = options.edition.rules();
    let has_arrived = |&color: &Color| has_moved(history, color);
    match event {
        Event::Late(_) | Event::BothLate | Event::Refuse(_) | Event::BothRefuse if !book.is_over_the_board() => {
            Some(Objection::NotEstablished)
        }
        Event::Flag(by) if book.flag == WinRule::Unknown => {
            (!has_mating_material(history.last(), by.other())).then_some(Objection::NotEstablished)
        }
        Event::Late(color) => has_arrived(&color).then_some(Objection::HasMoved(color)),
        Event::BothLate => Color::BOTH.into_iter().find(has_arrived).map(Objection::HasMoved),
        Event::Agree if book.agreement_needs_moves => agreed_too_early(history),
        Event::Offer { reply: OfferReply::Accepted, .. } => objection(history, Event::Agree, options),
        Event::Illegal { .. }
        | Event::IllegalStood { .. }
        | Event::IllegalPosition
        | Event::WrongArray
        | Event::ColorsReversed
            if book.illegal_moves == IllegalMoves::Impossible =>
        {
            Some(Objection::CannotBeMade)
        }
        Event::BothFlags { .. } => (!book.is_over_the_board()).then_some(Objection::NotEstablished),
        Event::WrongArray | Event::ColorsReversed => (!options.edition.is_fide()).then_some(Objection::NotEstablished),
        Event::Illegal { offense, .. } => (!is_ruled(offense, options)).then_some(Objection::NotEstablished),
        Event::IllegalStood { .. } => {
            let is_ruled = illegal_moves_stand(options) || matches!(book.illegal_moves, IllegalMoves::Cost { .. });
            (!is_ruled).then_some(Objection::NotEstablished)
        }
        _ => None,
    }
}

/// Whether the rule set is known to say what follows from an illegal action.
fn is_ruled(offense: IllegalAction, options: RulingOptions) -> bool {
    match options.edition.rules().illegal_moves {
        IllegalMoves::Cost { .. } => true,
        IllegalMoves::ExtraTime { .. } => offense == IllegalAction::Move && options.class != TimeClass::Blitz,
        IllegalMoves::Unknown | IllegalMoves::Impossible => false,
    }
}

/// The objection that a player who agreed on a draw has not made a move. How many moves led to another position than an
/// initial one is unknown: many editors write the move number 1 in every FEN.
pub(crate) fn agreed_too_early(history: &History) -> Option<Objection> {
    let unmoved = match history.plies() {
        0 => None,
        1 => Some(Color::Black),
        _ => return None,
    };
    is_before_the_first_move(history.start()).then_some(Objection::AgreedTooEarly(unmoved))
}

/// Whether a player has made a move, in the record or before its starting position.
fn has_moved(history: &History, color: Color) -> bool {
    let start = history.start();
    let is_later = start.fullmove_number() > 1 || start.turn() == Color::Black;
    let before = match color {
        Color::White => is_later,
        Color::Black => start.fullmove_number() > 1,
    };
    let first = if start.turn() == color { 1 } else { 2 };
    before || history.plies() >= first
}
