//! Illegal positions that arise in play, and their rulings (Laws 3.10.3, 7.5, A.5.4).
//!
//! Examples are a pawn left on its last rank, and both kings in check after an overlooked check. Under the Competition
//! Rules the players take back the illegal move or replace the pawn. In rapid and blitz without full supervision, the
//! arbiter waits for the next move and then declares a draw.

use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::setup::{Refusal, Setup};
use crate::chess::square::Square;

use super::event::{
    Event, IfUnproved, IllegalAction, RulingOptions, illegal_moves_stand, illegal_stands, is_limited, objection,
    penalty,
};
use super::history::History;
use super::unwinnable::Proof;
use super::verdict::{Certainty, Certificate, Decision, Reason, Verdict};

/// What is illegal about a position, in the cases that the Laws cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionIllegality {
    /// Both kings are in check.
    BothInCheck,
    /// A pawn is on its promotion rank.
    UnpromotedPawn { square: Square, color: Color },
    /// The king of the side that does not have the move is in check.
    LeftInCheck(Color),
}

/// Returns what is illegal about a position, the gravest case if there are several; `None` if the position is legal or
/// the Laws do not cover the case.
pub fn fault(setup: &Setup) -> Option<PositionIllegality> {
    let is_uncovered = |refusal: &Refusal| {
        use Refusal::{NoKing, SeveralKings, TooManyPawns, TooManyPieces};
        matches!(refusal, NoKing(_) | SeveralKings { .. } | TooManyPieces { .. } | TooManyPawns { .. })
    };
    if setup.position().err()?.iter().any(is_uncovered) {
        return None;
    }
    let checks = setup.sides_in_check();
    if checks.len() == 2 {
        return Some(PositionIllegality::BothInCheck);
    }
    if let Some(&(square, color)) = setup.unpromoted_pawns().first() {
        return Some(PositionIllegality::UnpromotedPawn { square, color });
    }
    checks.into_iter().find(|&color| color != setup.turn).map(PositionIllegality::LeftInCheck)
}

/// The position with a queen in place of each pawn on its last rank (7.5.2), if it is playable.
pub fn promoted(setup: &Setup) -> Option<Position> {
    let mut setup = setup.clone();
    let pawns = setup.unpromoted_pawns();
    for &(square, color) in &pawns {
        setup.squares[square.index()] = Some(Piece { color, kind: PieceType::Queen });
    }
    if pawns.is_empty() {
        return None;
    }
    setup.position_without_impossible_rights().ok().map(|(position, _)| position)
}

/// Decides an event in an illegal position. `None` if the Laws do not cover it.
pub fn decide(fault: PositionIllegality, event: Event, options: RulingOptions) -> Option<Verdict> {
    let verdict = |decision, reason| Verdict::new(decision, reason, options.edition, 0);
    let history = History::new(Position::initial());
    if matches!(event, Event::Illegal { .. } | Event::IllegalPosition) && objection(&history, event, options).is_some()
    {
        return Some(verdict(Decision::Undetermined, Reason::IllegalMoves));
    }
    let is_owner_of_pawn = |by: Color| matches!(fault, PositionIllegality::UnpromotedPawn { color, .. } if color == by);
    let found = match event {
        Event::Illegal { by, offense: IllegalAction::Unpromoted, .. } if !is_owner_of_pawn(by) => return None,
        Event::IllegalPosition if is_limited(options) && !matches!(fault, PositionIllegality::LeftInCheck(_)) => {
            verdict(Decision::Draw, Reason::IllegalPositionStands)
        }
        Event::IllegalPosition if illegal_moves_stand(options) && !is_limited(options) => illegal_stands(options, 0),
        Event::IllegalPosition => verdict(Decision::Ongoing, Reason::IllegalMove),
        Event::Illegal { by, offense: IllegalAction::Move | IllegalAction::Unpromoted, .. }
            if penalty(event, options).is_some() =>
        {
            verdict(Decision::Ongoing, Reason::IllegalMove).by(by)
        }
        // The position before the move counts, and it is unknown.
        Event::Illegal { by, offense: IllegalAction::Move | IllegalAction::Unpromoted, .. } => {
            let decision = match options.if_unproved {
                IfUnproved::Undetermined => return Some(verdict(Decision::Undetermined, Reason::IllegalMoves).by(by)),
                IfUnproved::Loss => Decision::Win(by.other()),
                IfUnproved::Draw => Decision::Draw,
            };
            return Some(verdict(decision, Reason::IllegalMoves).by(by).with_certainty(Certainty::Assumed));
        }
        _ => return None,
    };
    Some(found.with_certainty(Certainty::Claimed))
}

/// Decides an unpromoted pawn when the replacing queen would end the game: the illegal move does not end it. If it is
/// the illegal move that loses, the offender loses, unless the opponent lacks mating material. Otherwise no article
/// says how the game continues.
pub fn ended_by_queen(history: &History, by: Color, event: Event, options: RulingOptions) -> Verdict {
    let verdict = |decision, reason| Verdict::new(decision, reason, options.edition, history.plies()).by(by);
    if penalty(event, options).is_some() {
        return verdict(Decision::Undetermined, Reason::UnpromotedPawn);
    }
    let rule = options.edition.rules().illegal_rule(options.class);
    if rule.is_draw_by_material(history.last(), by.other()) {
        let proof = Certificate::Unwinnable(Proof::Material);
        return verdict(Decision::Draw, Reason::IllegalMovesUnwinnable).with_certificate(proof);
    }
    match options.if_unproved {
        IfUnproved::Undetermined => verdict(Decision::Undetermined, Reason::IllegalMoves),
        IfUnproved::Loss => verdict(Decision::Win(by.other()), Reason::IllegalMoves).with_certainty(Certainty::Assumed),
        IfUnproved::Draw => verdict(Decision::Draw, Reason::IllegalMovesUnwinnable).with_certainty(Certainty::Assumed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;
    use crate::laws::edition::{Edition, Supervision, TimeClass};

    fn setup(text: &str) -> Setup {
        fen::parse(text.as_bytes()).unwrap().setup
    }

    #[test]
    fn illegal_positions_are_classified() {
        let both = setup("4r2k/8/8/8/8/8/8/B3K3 w - - 0 1");
        assert_eq!(fault(&both), Some(PositionIllegality::BothInCheck));
        let pawn = setup("P6k/8/8/8/8/8/8/4K3 b - - 0 1");
        assert!(matches!(fault(&pawn), Some(PositionIllegality::UnpromotedPawn { color: Color::White, .. })));
        assert_eq!(promoted(&pawn).unwrap().to_fen(), "Q6k/8/8/8/8/8/8/4K3 b - - 0 1");
        let left = setup("7k/8/8/8/8/8/8/B3K3 w - - 0 1");
        assert_eq!(fault(&left), Some(PositionIllegality::LeftInCheck(Color::Black)));
        // The Laws do not cover a pawn on its own first rank or a side without a king.
        for text in ["7k/8/8/8/8/8/8/P3K3 w - - 0 1", "P7/8/8/8/8/8/8/4K3 w - - 0 1", "7k/8/8/8/8/8/8/4K3 w - - 0 1"] {
            assert_eq!((fault(&setup(text)), promoted(&setup(text))), (None, None), "{text}");
        }
    }

    #[test]
    fn illegal_positions_draw_only_in_unsupervised_rapid_and_blitz() {
        let options =
            |class, supervision, edition| RulingOptions { edition, class, supervision, ..RulingOptions::default() };
        let (limited, full) = (Supervision::Limited, Supervision::Full);
        for (class, supervision, edition, decision) in [
            (TimeClass::Blitz, limited, Edition::Fide2023, Decision::Draw),
            (TimeClass::Rapid, limited, Edition::Fide2018, Decision::Draw),
            (TimeClass::Rapid, full, Edition::Fide2023, Decision::Ongoing),
            (TimeClass::Standard, limited, Edition::Fide2023, Decision::Ongoing),
            (TimeClass::Blitz, limited, Edition::Fide2014, Decision::Draw),
            (TimeClass::Blitz, limited, Edition::Fide2001, Decision::Ongoing),
        ] {
            let verdict =
                decide(PositionIllegality::BothInCheck, Event::IllegalPosition, options(class, supervision, edition));
            assert_eq!(verdict.unwrap().decision, decision, "{class:?} {supervision:?} {edition}");
        }
        let blitz = options(TimeClass::Blitz, limited, Edition::Fide2023);
        let left = decide(PositionIllegality::LeftInCheck(Color::Black), Event::IllegalPosition, blitz).unwrap();
        assert_eq!(left.decision, Decision::Ongoing);
        assert_eq!(decide(PositionIllegality::BothInCheck, Event::Agree, blitz), None);
    }
}
