//! Positions that no legal moves lead to and that stand on the board all the same (Laws 3.10.3, 7.5, A.5.4).
//!
//! Nobody can play from them, but an arbiter is asked about them: a pawn was left on its last rank, or both kings are in
//! check because somebody did not see a check. Under the Competition Rules the illegal move is taken back or the pawn is
//! replaced; in rapid and blitz without an arbiter at every game he waits for the next move, and then declares a draw.

use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::setup::{Refusal, Setup};
use crate::chess::square::Square;

use super::event::{
    Event, IfUnproved, IllegalAction, RulingOptions, illegal_stands, limited, objection, penalty, stands,
};
use super::history::History;
use super::unwinnable::Proof;
use super::verdict::{Certainty, Certificate, Decision, Reason, Verdict};

/// What is illegal about a position, as far as the Laws speak of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionIllegality {
    /// Both kings are in check.
    BothInCheck,
    /// A pawn stands on the rank where it promotes.
    UnpromotedPawn {
        /// Where it stands.
        square: Square,
        /// Whose it is.
        color: Color,
    },
    /// The king of the side that does not have the move is in check.
    LeftInCheck(Color),
}

/// What is illegal about a position, the gravest first; `None` if it is another fault than those the Laws speak of, or
/// none.
#[must_use]
pub fn fault(setup: &Setup) -> Option<PositionIllegality> {
    let is_no_board = |refusal: &Refusal| {
        use Refusal::{NoKing, SeveralKings, TooManyMen, TooManyPawns};
        matches!(refusal, NoKing(_) | SeveralKings { .. } | TooManyMen { .. } | TooManyPawns { .. })
    };
    if setup.position().err()?.iter().any(is_no_board) {
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

/// The position with a queen in place of each pawn on its last rank (7.5.2), if chess can be played from it.
#[must_use]
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

/// What an event comes to in an illegal position. `None` if the Laws do not say what it comes to there.
#[must_use]
pub fn decide(fault: PositionIllegality, event: Event, terms: RulingOptions) -> Option<Verdict> {
    let verdict = |decision, reason| Verdict::new(decision, reason, terms.edition, 0);
    let history = History::new(Position::initial());
    if matches!(event, Event::Illegal { .. } | Event::IllegalPosition) && objection(&history, event, terms).is_some() {
        return Some(verdict(Decision::Undetermined, Reason::IllegalMoves));
    }
    let is_of_pawn = |by: Color| matches!(fault, PositionIllegality::UnpromotedPawn { color, .. } if color == by);
    let found = match event {
        Event::Illegal { by, offense: IllegalAction::Unpromoted, .. } if !is_of_pawn(by) => return None,
        Event::IllegalPosition if limited(terms) && !matches!(fault, PositionIllegality::LeftInCheck(_)) => {
            verdict(Decision::Draw, Reason::IllegalPositionStands)
        }
        Event::IllegalPosition if stands(terms) && !limited(terms) => illegal_stands(terms, 0),
        Event::IllegalPosition => verdict(Decision::Ongoing, Reason::IllegalMove),
        Event::Illegal { by, offense: IllegalAction::Move | IllegalAction::Unpromoted, .. }
            if penalty(event, terms).is_some() =>
        {
            verdict(Decision::Ongoing, Reason::IllegalMove).by(by)
        }
        // The position that counts is the one before the move, which is not known.
        Event::Illegal { by, offense: IllegalAction::Move | IllegalAction::Unpromoted, .. } => {
            let decision = match terms.if_unproved {
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

/// What a pawn that was not replaced comes to where the game would be over with the queen: the illegal move does not end
/// it. If it is one too many, the offender loses, unless the other side's material mates in no placement; if not, no
/// article says how the game goes on.
#[must_use]
pub fn ended_by_queen(history: &History, by: Color, event: Event, terms: RulingOptions) -> Verdict {
    let verdict = |decision, reason| Verdict::new(decision, reason, terms.edition, history.plies()).by(by);
    if penalty(event, terms).is_some() {
        return verdict(Decision::Undetermined, Reason::UnpromotedPawn);
    }
    let rule = terms.edition.book().illegal_rule(terms.class);
    if rule.is_draw_by_material(history.last(), by.other()) {
        let proof = Certificate::Unwinnable(Proof::Material);
        return verdict(Decision::Draw, Reason::IllegalMovesUnwinnable).with_certificate(proof);
    }
    match terms.if_unproved {
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
        fen::read(text.as_bytes()).unwrap().setup
    }

    #[test]
    fn the_faults_of_a_position_are_found() {
        let both = setup("4r2k/8/8/8/8/8/8/B3K3 w - - 0 1");
        assert_eq!(fault(&both), Some(PositionIllegality::BothInCheck));
        let pawn = setup("P6k/8/8/8/8/8/8/4K3 b - - 0 1");
        assert!(matches!(fault(&pawn), Some(PositionIllegality::UnpromotedPawn { color: Color::White, .. })));
        assert_eq!(promoted(&pawn).unwrap().to_fen(), "Q6k/8/8/8/8/8/8/4K3 b - - 0 1");
        let left = setup("7k/8/8/8/8/8/8/B3K3 w - - 0 1");
        assert_eq!(fault(&left), Some(PositionIllegality::LeftInCheck(Color::Black)));
        // A pawn on its own first rank, or a side without a king, is no case of the Laws.
        for text in ["7k/8/8/8/8/8/8/P3K3 w - - 0 1", "P7/8/8/8/8/8/8/4K3 w - - 0 1", "7k/8/8/8/8/8/8/4K3 w - - 0 1"] {
            assert_eq!((fault(&setup(text)), promoted(&setup(text))), (None, None), "{text}");
        }
    }

    #[test]
    fn only_rapid_and_blitz_without_an_arbiter_are_drawn() {
        let terms =
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
                decide(PositionIllegality::BothInCheck, Event::IllegalPosition, terms(class, supervision, edition));
            assert_eq!(verdict.unwrap().decision, decision, "{class:?} {supervision:?} {edition}");
        }
        let blitz = terms(TimeClass::Blitz, limited, Edition::Fide2023);
        let left = decide(PositionIllegality::LeftInCheck(Color::Black), Event::IllegalPosition, blitz).unwrap();
        assert_eq!(left.decision, Decision::Ongoing);
        assert_eq!(decide(PositionIllegality::BothInCheck, Event::Agree, blitz), None);
    }
}
