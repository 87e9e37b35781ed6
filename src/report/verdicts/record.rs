//! A ruling, flat: the keys of JSONL and the columns of CSV.

use serde::Serialize;

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece};
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::remark::Remark;
use crate::game::ruling::Ruling;
use crate::laws::claim::{Difference, Judgement, NearMiss, Open, Rejection};
use crate::laws::edition::Citation;
use crate::laws::history::History;
use crate::laws::touch::Obligation;
use crate::laws::unwinnable::{Man, Proof, Roamer};
use crate::laws::verdict::{Certificate, Decision};

use super::Entry;

/// The columns of CSV.
pub(super) const COLUMNS: [&str; 24] = [
    "file",
    "game",
    "line",
    "verdict",
    "reason",
    "article",
    "article_edition",
    "edition",
    "ply",
    "fen",
    "certainty",
    "by",
    "stated",
    "agrees",
    "moves_after",
    "claims",
    "certificate",
    "claim",
    "penalty",
    "must_play",
    "touched",
    "engine",
    "errors",
    "notes",
];

/// A ruling.
#[derive(Serialize, Debug)]
pub(super) struct Record {
    file: String,
    game: u64,
    line: u64,
    verdict: &'static str,
    reason: &'static str,
    article: Option<&'static str>,
    article_edition: Option<&'static str>,
    edition: &'static str,
    ply: u32,
    fen: Option<String>,
    certainty: &'static str,
    by: Option<&'static str>,
    stated: Option<&'static str>,
    agrees: Option<bool>,
    also: Vec<&'static str>,
    moves_after: u32,
    claims: Vec<ClaimRecord>,
    near_misses: Vec<NearMissRecord>,
    certificate: CertificateRecord,
    claim: Option<JudgementRecord>,
    penalty: Option<PenaltyRecord>,
    touched: Option<ObligationRecord>,
    engine: Option<EngineRecord>,
    errors: Option<ErrorsRecord>,
    notes: Vec<String>,
}

#[derive(Serialize, Debug)]
struct ClaimRecord {
    ground: &'static str,
    how: &'static str,
    by: Option<&'static str>,
    from: u32,
    to: u32,
    moves: Vec<String>,
    plies: Vec<u32>,
}

#[derive(Serialize, Debug)]
struct NearMissRecord {
    ply: u32,
    times: u32,
    others: Vec<OtherRecord>,
}

#[derive(Serialize, Debug)]
struct OtherRecord {
    ply: u32,
    why: &'static str,
    detail: Option<String>,
    since: Option<u32>,
}

#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum CertificateRecord {
    None,
    Helpmate { line: Vec<String> },
    Material,
    TooFewMen,
    TooFewMenUnlessForced,
    Lines { positions: u32 },
    Closed { men: Vec<ReachRecord> },
    Scenes { scenes: usize, roamers: Vec<String> },
    Searched { positions: u32, closed: u32 },
    Repetition { plies: Vec<u32> },
    Quiet { from: u32, to: u32, count: u32 },
    Undecided { positions: u32 },
}

#[derive(Serialize, Debug)]
struct JudgementRecord {
    accepted: bool,
    why: Option<&'static str>,
    must_play: Option<String>,
    right: Vec<ClaimRecord>,
}

#[derive(Serialize, Debug)]
struct PenaltyRecord {
    to: &'static str,
    minutes: u8,
}

#[derive(Serialize, Debug)]
struct ObligationRecord {
    duty: &'static str,
    article: &'static str,
    article_edition: &'static str,
    moves: Vec<String>,
}

#[derive(Serialize, Debug)]
struct EngineRecord {
    ply: Option<u32>,
    verdict: Option<&'static str>,
    agrees: Option<bool>,
    scored: u32,
}

#[derive(Serialize, Debug)]
struct ErrorsRecord {
    count: u64,
    code: &'static str,
    line: u64,
    message: String,
}

impl Record {
    pub(super) fn new(entry: &Entry<'_>) -> Self {
        let &Entry { file, game, line, ruling, faults } = entry;
        let Ruling { verdict, history, .. } = ruling;
        let at = history.position_at(verdict.ply);
        let penalty = ruling.judgement.as_ref().and_then(|judgement| judgement.penalty);
        let penalty = penalty.map(|penalty| (penalty.to, penalty.minutes)).or(ruling.penalty);
        Self {
            file: file.to_owned(),
            game,
            line,
            verdict: verdict.decision.name(),
            reason: verdict.reason.name(),
            article: verdict.article.map(|article| article.number),
            article_edition: verdict.article.map(|article| article.edition.name()),
            edition: verdict.edition.name(),
            ply: verdict.ply,
            fen: (verdict.decision != Decision::NotAGame).then(|| at.to_fen()),
            certainty: verdict.certainty.name(),
            by: verdict.by.map(color),
            stated: ruling.stated.map(crate::report::outcome_text),
            agrees: ruling.agrees,
            also: verdict.also.iter().map(|reason| reason.name()).collect(),
            moves_after: ruling.moves_after,
            claims: claims(history, &ruling.claims),
            near_misses: ruling.near_misses.iter().map(near_miss).collect(),
            certificate: certificate(&verdict.certificate, &at),
            claim: ruling.judgement.as_ref().map(|judgement| judged(history, judgement)),
            penalty: penalty.map(|(to, minutes)| PenaltyRecord { to: color(to), minutes }),
            touched: ruling.obligation.as_ref().map(|duty| obligation(history.last(), duty)),
            engine: ruling.engine.map(|managed| EngineRecord {
                ply: managed.end.map(|end| end.0),
                verdict: managed.end.map(|end| end.1.name()),
                agrees: managed.agrees(ruling.stated),
                scored: managed.scored,
            }),
            errors: faults.map(|faults| ErrorsRecord {
                count: faults.count,
                code: faults.rule.info().code,
                line: faults.line,
                message: faults.message.clone(),
            }),
            notes: ruling.remarks.iter().map(Remark::to_string).collect(),
        }
    }

    /// The columns of CSV; lists are joined by blanks.
    pub(super) fn row(&self) -> [String; 24] {
        let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
        let claims: Vec<String> = self
            .claims
            .iter()
            .map(|claim| format!("{}/{}:{}-{}", claim.ground, claim.how, claim.from, claim.to))
            .collect();
        [
            self.file.clone(),
            self.game.to_string(),
            self.line.to_string(),
            self.verdict.to_owned(),
            self.reason.to_owned(),
            text(self.article),
            text(self.article_edition),
            self.edition.to_owned(),
            self.ply.to_string(),
            text(self.fen.as_deref()),
            self.certainty.to_owned(),
            text(self.by),
            text(self.stated),
            self.agrees.map_or(String::new(), |agrees| agrees.to_string()),
            self.moves_after.to_string(),
            claims.join(" "),
            self.certificate.text(),
            self.claim.as_ref().map_or(String::new(), JudgementRecord::text),
            self.penalty.as_ref().map_or(String::new(), |penalty| format!("{} {}", penalty.to, penalty.minutes)),
            text(self.claim.as_ref().and_then(|claim| claim.must_play.as_deref())),
            self.touched.as_ref().map_or(String::new(), |duty| format!("{} {}", duty.duty, duty.moves.join(" "))),
            self.engine.as_ref().map_or(String::new(), EngineRecord::text),
            self.errors.as_ref().map_or(String::new(), |errors| {
                format!("{} {} line {}: {}", errors.count, errors.code, errors.line, errors.message)
            }),
            self.notes.join("; "),
        ]
    }
}

impl JudgementRecord {
    fn text(&self) -> String {
        match self.why {
            None => "accepted".to_owned(),
            Some(why) => format!("rejected {why}"),
        }
    }
}

impl EngineRecord {
    fn text(&self) -> String {
        match (self.verdict, self.ply) {
            (Some(verdict), Some(ply)) => format!("{verdict} {ply}"),
            _ => "none".to_owned(),
        }
    }
}

/// Where a man may ever be.
#[derive(Serialize, Debug)]
pub(super) struct ReachRecord {
    /// Its letter in a FEN.
    man: char,
    home: String,
    reach: Vec<String>,
    promoted: Vec<String>,
    mortal: bool,
}

impl ReachRecord {
    fn new(man: &Man) -> Self {
        let names = |squares: Bitboard| squares.into_iter().map(|square| square.to_string()).collect();
        let piece = Piece { color: man.color, kind: man.kind };
        Self {
            man: piece.fen_letter(),
            home: man.home.to_string(),
            reach: names(man.reach),
            promoted: names(man.promoted),
            mortal: man.is_mortal,
        }
    }

    /// `Kc3` for a man that never moves, `Kc3:12` for one that has twelve squares; `!` for one that may be captured.
    fn text(&self) -> String {
        let squares = self.reach.len() + self.promoted.len();
        let squares = if squares > 1 { format!(":{squares}") } else { String::new() };
        format!("{}{}{squares}{}", self.man, self.home, if self.mortal { "!" } else { "" })
    }
}

impl CertificateRecord {
    fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Helpmate { line } => format!("helpmate {}", line.join(" ")),
            Self::Material => "material".to_owned(),
            Self::TooFewMen => "too-few-men".to_owned(),
            Self::TooFewMenUnlessForced => "too-few-men-unless-forced".to_owned(),
            Self::Lines { positions } => format!("lines {positions}"),
            Self::Closed { men } => {
                format!("closed {}", men.iter().map(ReachRecord::text).collect::<Vec<_>>().join(" "))
            }
            Self::Scenes { scenes, roamers } => format!("scenes {scenes} roamers {}", roamers.join(" ")),
            Self::Searched { positions, closed: 0 } => format!("searched {positions}"),
            Self::Searched { positions, closed } => format!("searched {positions} closed {closed}"),
            Self::Repetition { plies } => {
                format!("repetition {}", plies.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
            }
            Self::Quiet { from, to, count } => format!("quiet {count} {from}-{to}"),
            Self::Undecided { positions } => format!("undecided {positions}"),
        }
    }
}

pub(super) const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Moves in SAN, each from the same position.
pub(super) fn moves(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| san::write(position, mv).to_string()).collect()
}

/// Moves in SAN, one after the other.
pub(super) fn line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(san::write(&position, mv).to_string());
        position.advance(mv);
    }
    words
}

fn claims(history: &History, claims: &[Open]) -> Vec<ClaimRecord> {
    let mut walk = history.walk();
    let record = |open: &Open| ClaimRecord {
        ground: open.ground.name(),
        how: open.how.name(),
        by: open.by.map(color),
        from: open.from,
        to: open.to,
        moves: if open.moves.is_empty() { Vec::new() } else { moves(walk.at(open.from), &open.moves) },
        plies: open.occurrences.clone(),
    };
    claims.iter().map(record).collect()
}

fn near_miss(miss: &NearMiss) -> NearMissRecord {
    let other = |&(ply, difference): &(u32, Difference)| match difference {
        Difference::CastlingRightLost { color: whose, at, .. } => {
            OtherRecord { ply, why: "castling-right-lost", detail: Some(color(whose).to_owned()), since: Some(at) }
        }
        Difference::EnPassantWasLegal { square } => {
            OtherRecord { ply, why: "en-passant-was-legal", detail: Some(square.to_string()), since: None }
        }
        Difference::OtherSideToMove => OtherRecord { ply, why: "other-side-to-move", detail: None, since: None },
    };
    NearMissRecord { ply: miss.ply, times: miss.times, others: miss.others.iter().map(other).collect() }
}

fn certificate(certificate: &Certificate, at: &Position) -> CertificateRecord {
    match certificate {
        Certificate::None => CertificateRecord::None,
        Certificate::Helpmate(moves) => CertificateRecord::Helpmate { line: line(at, moves) },
        Certificate::Unwinnable(Proof::Material) => CertificateRecord::Material,
        Certificate::TooFewMen => CertificateRecord::TooFewMen,
        Certificate::TooFewMenUnlessForced => CertificateRecord::TooFewMenUnlessForced,
        &Certificate::Unwinnable(Proof::Lines { positions }) => CertificateRecord::Lines { positions },
        Certificate::Unwinnable(Proof::Closed(walls)) => {
            CertificateRecord::Closed { men: walls.men.iter().map(ReachRecord::new).collect() }
        }
        Certificate::Unwinnable(Proof::Scenes(scenes)) => {
            let roamer = |roamer: &Roamer| {
                let piece = Piece { color: roamer.color, kind: roamer.kind };
                format!("{}{}", piece.fen_letter(), roamer.home)
            };
            let roamers = scenes.roamers.iter().map(roamer).collect();
            CertificateRecord::Scenes { scenes: scenes.scenes.len(), roamers }
        }
        &Certificate::Unwinnable(Proof::Searched { positions, closed }) => {
            CertificateRecord::Searched { positions, closed }
        }
        Certificate::Repetition(plies) => CertificateRecord::Repetition { plies: plies.clone() },
        &Certificate::Quiet { from, to, count } => CertificateRecord::Quiet { from, to, count },
        &Certificate::Undecided { positions } => CertificateRecord::Undecided { positions },
    }
}

fn judged(history: &History, judgement: &Judgement) -> JudgementRecord {
    let last = history.last();
    JudgementRecord {
        accepted: judgement.rejection.is_none(),
        why: judgement.rejection.map(rejection),
        must_play: judgement.must_play.map(|mv| san::write(last, mv).to_string()),
        right: claims(history, &judgement.right),
    }
}

/// The word for a rejection.
const fn rejection(rejection: Rejection) -> &'static str {
    match rejection {
        Rejection::NotToMove => "not-to-move",
        Rejection::Over => "game-over",
        Rejection::NoSuchClaim => "no-such-claim",
        Rejection::Touched => "touched",
        Rejection::IllegalMove => "illegal-move",
        Rejection::TooFew { .. } => "too-few",
        Rejection::TooSoon { .. } => "too-soon",
        Rejection::Zeroes => "capture-or-pawn-move",
    }
}

fn obligation(position: &Position, duty: &Obligation) -> ObligationRecord {
    let Citation { number, edition, .. } = duty.article;
    ObligationRecord {
        duty: duty.duty.name(),
        article: number,
        article_edition: edition.name(),
        moves: moves(position, &duty.moves),
    }
}
