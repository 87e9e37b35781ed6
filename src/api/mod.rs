//! The public face of the library: the main types of the core under one roof, and the few that only other programs need.
//!
//! `notation` reads and writes moves and setups, `text` parses the vocabulary, `reader` reads games from bytes and
//! streams, `games` has what can be asked about a game, `rulings` what can be asked under the Laws. Everything else is defined in the core and only named here; the crate re-exports this module at its root.

mod games;
mod notation;
mod reader;
mod rulings;
#[cfg(feature = "serde")]
mod serialize;
mod text;

pub use games::{LocatedFinding, PgnGame};
pub use notation::MoveError;
pub use reader::{PgnGames, PgnReader};
pub use rulings::{ArbiterRuling, Question};
pub use text::ParseError;

pub use crate::chess::bitboard::{Bitboard, Squares};
pub use crate::chess::fen::{
    CastlingStyle, EnPassantMode, FenError, FenFault, FenField, FenNoteKind, FenStyle, PositionError,
};
pub use crate::chess::illegal::{Illegal, PieceOn, Prevention, RightLost};
pub use crate::chess::movegen::MoveList;
pub use crate::chess::moves::{Move, MoveKind};
pub use crate::chess::perft::{divide, perft};
pub use crate::chess::piece::{Color, Piece, PieceType};
pub use crate::chess::play::Undo;
pub use crate::chess::position::{CastlingSide, Position};
pub use crate::chess::san::{San, SanError, SanErrorKind};
pub use crate::chess::setup::{Doubt, Refusal, Setup, Subject};
pub use crate::chess::square::{File, Rank, Square};
pub use crate::chess::uci::UciText;

pub use crate::laws::claim::{
    Claim, ClaimBasis, ClaimGround, ClaimVerdict, ClaimWindow, IntendedMove, Penalty, Rejection,
};
pub use crate::laws::edition::{Citation, Day, Edition, EditionNote, Supervision, TimeClass};
pub use crate::laws::ending::Ending;
pub use crate::laws::event::{Event, IfUnproved, IllegalAction, OfferReply, TimePeriod, UnknownEvent};
pub use crate::laws::history::History;
pub use crate::laws::unwinnable::{CanMate, Helpmate, Proof};
pub use crate::laws::verdict::{Certainty, Certificate, Decision, Reason, Verdict};

pub use crate::pgn::lex::Outcome;
pub use crate::pgn::place::{Place, Span};

pub use crate::game::finding::evidence::Evidence;
pub use crate::game::finding::{Excerpt, Finding, MoveContext};
pub use crate::game::identity::{LineId, MeetId};
pub use crate::game::openings::{GameOpening, Opening};
pub use crate::game::record::plies::{Plies, Ply};
pub use crate::game::record::steps::Step;
pub use crate::game::replay::Validity;
pub use crate::game::rules::{Family, Profile, Rule, RuleInfo, RuleSet, Severity, UnknownSelector};
pub use crate::game::values::comment_values::{CommentValues, Evaluation};
