//! The flat record of a ruling: the keys of JSONL and the columns of CSV.

use serde::Serialize;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::verdict::error_summary::ErrorSummary;
use crate::game::verdict::note::VerdictNote;
use crate::game::verdict::ruling::Ruling;
use crate::laws::claim::{ClaimVerdict, ClaimWindow, Difference, NearMiss, Rejection};
use crate::laws::history::History;
use crate::laws::touch_move::Obligation;
use crate::laws::verdict::Decision;

use super::VerdictEntry;
use super::answer::answer;
use crate::report::certificate::{CertificateRecord, color};
use crate::report::rows::ColumnType::{Flag, Integer, Long, Text};
use crate::report::rows::{RecordColumn, RowRecord, joined};

/// A ruling.
#[derive(Serialize, Debug)]
pub(in crate::report) struct Record {
    file: String,
    game: u64,
    line: u64,
    verdict: &'static str,
    reason: &'static str,
    answer: String,
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
    claim: Option<JudgmentRecord>,
    penalty: Option<PenaltyRecord>,
    touched: Option<ObligationRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    broken_duty: Option<ObligationRecord>,
    complaint: Option<ComplaintRecord>,
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
struct JudgmentRecord {
    accepted: Option<bool>,
    why: Option<&'static str>,
    at_most: Option<u32>,
    must_play: Option<String>,
    candidates: Vec<String>,
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
    article: Option<&'static str>,
    article_edition: Option<&'static str>,
    moves: Vec<String>,
}

#[derive(Serialize, Debug)]
struct ComplaintRecord {
    by: &'static str,
    in_time: bool,
    article: Option<&'static str>,
    article_edition: Option<&'static str>,
}

#[derive(Serialize, Debug)]
struct EngineRecord {
    ply: Option<u32>,
    verdict: Option<&'static str>,
    fastchess_ply: Option<u32>,
    agrees: Option<bool>,
    scored: u32,
}

impl Record {
    pub(super) fn new(entry: &VerdictEntry<'_>) -> Self {
        let &VerdictEntry { file, game, line, answer: ruling, errors, .. } = entry;
        let Ruling { verdict, history, .. } = ruling;
        let at = history.position_at(verdict.ply);
        let penalty = ruling.judgment.as_ref().and_then(|judgment| judgment.penalty);
        let penalty = penalty.map(|penalty| (penalty.to, penalty.minutes)).or(ruling.penalty);
        Self {
            file: file.to_owned(),
            game,
            line,
            verdict: verdict.decision.name(),
            reason: verdict.reason.name(),
            answer: answer(ruling).with_penalty_articles(),
            article: verdict.article.map(|article| article.number),
            article_edition: verdict.article.map(|article| article.edition.name()),
            edition: verdict.edition.name(),
            ply: verdict.ply,
            fen: (verdict.decision != Decision::NotAGame && ruling.fault.is_none()).then(|| at.to_fen()),
            certainty: verdict.certainty.name(),
            by: verdict.by.map(color),
            stated: ruling.stated.map(crate::report::outcome_text),
            agrees: ruling.agrees,
            also: verdict.also.iter().map(|reason| reason.name()).collect(),
            moves_after: ruling.moves_after,
            claims: claims(history, &ruling.claims),
            near_misses: ruling.near_misses.iter().map(near_miss).collect(),
            certificate: CertificateRecord::new(&verdict.certificate, &at),
            claim: ruling.judgment.as_ref().map(|judgment| judgment_record(history, judgment)),
            penalty: penalty.map(|(to, minutes)| PenaltyRecord { to: color(to), minutes }),
            touched: ruling.obligation.as_ref().map(|duty| obligation(history.last(), duty)),
            broken_duty: ruling.broken.as_ref().map(|duty| obligation(history.last(), duty)),
            complaint: ruling.complaint.map(|complaint| ComplaintRecord {
                by: color(complaint.by),
                in_time: complaint.is_in_time,
                article: complaint.article.map(|article| article.number),
                article_edition: complaint.article.map(|article| article.edition.name()),
            }),
            engine: ruling.engine.map(|managed| EngineRecord {
                ply: managed.end.map(|end| end.0),
                verdict: managed.end.map(|end| end.1.name()),
                fastchess_ply: managed.end_by_fastchess.map(|end| end.0),
                agrees: managed.agrees(ruling.stated),
                scored: managed.scored,
            }),
            errors: errors.map(ErrorsRecord::new),
            notes: ruling.remarks.iter().map(VerdictNote::to_string).collect(),
        }
    }
}

/// In CSV, the elements of lists are separated by spaces.
impl RowRecord for Record {
    const TABLE: &'static str = "verdicts";

    fn columns() -> impl Iterator<Item = RecordColumn<Self>> {
        let columns: [RecordColumn<Self>; 25] = [
            RecordColumn("file", Text, |record| Some(record.file.as_str().into())),
            RecordColumn("game", Long, |record| Some(record.game.into())),
            RecordColumn("line", Long, |record| Some(record.line.into())),
            RecordColumn("verdict", Text, |record| Some(record.verdict.into())),
            RecordColumn("reason", Text, |record| Some(record.reason.into())),
            RecordColumn("article", Text, |record| record.article.map(Into::into)),
            RecordColumn("article_edition", Text, |record| record.article_edition.map(Into::into)),
            RecordColumn("edition", Text, |record| Some(record.edition.into())),
            RecordColumn("ply", Integer, |record| Some(record.ply.into())),
            RecordColumn("fen", Text, |record| record.fen.as_deref().map(Into::into)),
            RecordColumn("certainty", Text, |record| Some(record.certainty.into())),
            RecordColumn("by", Text, |record| record.by.map(Into::into)),
            RecordColumn("stated", Text, |record| record.stated.map(Into::into)),
            RecordColumn("agrees", Flag, |record| record.agrees.map(Into::into)),
            RecordColumn("moves_after", Integer, |record| Some(record.moves_after.into())),
            RecordColumn("claims", Text, |record| {
                let claims: Vec<String> = record.claims.iter().map(ClaimRecord::text).collect();
                joined(&claims, " ")
            }),
            RecordColumn("certificate", Text, |record| {
                Some(record.certificate.text()).filter(|text| !text.is_empty()).map(Into::into)
            }),
            RecordColumn("claim", Text, |record| record.claim.as_ref().map(|claim| claim.text().into())),
            RecordColumn("penalty", Text, |record| {
                record.penalty.as_ref().map(|PenaltyRecord { to, minutes }| format!("{to} {minutes}").into())
            }),
            RecordColumn("must_play", Text, |record| record.claim.as_ref()?.must_play.as_deref().map(Into::into)),
            RecordColumn("touched", Text, |record| {
                record.touched.as_ref().map(|duty| format!("{} {}", duty.duty, duty.moves.join(" ")).into())
            }),
            RecordColumn("engine", Text, |record| record.engine.as_ref().map(|engine| engine.text().into())),
            RecordColumn("errors", Text, |record| record.errors.as_ref().map(|errors| errors.text().into())),
            RecordColumn("notes", Text, |record| joined(&record.notes, "; ")),
            RecordColumn("answer", Text, |record| Some(record.answer.as_str().into())),
        ];
        columns.into_iter()
    }
}

impl ClaimRecord {
    fn text(&self) -> String {
        let Self { ground, how, from, to, .. } = self;
        format!("{ground}/{how}:{from}-{to}")
    }
}

impl JudgmentRecord {
    fn text(&self) -> String {
        match self.why {
            None => "accepted".to_owned(),
            Some(why) if self.accepted.is_none() => format!("undetermined {why}"),
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

/// The SAN of alternative moves in one position.
pub(super) fn moves(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| san::write(position, mv).to_string()).collect()
}

fn claims(history: &History, claims: &[ClaimWindow]) -> Vec<ClaimRecord> {
    let mut walk = history.walk();
    let record = |open: &ClaimWindow| ClaimRecord {
        ground: open.ground.name(),
        how: open.basis.name(),
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

fn judgment_record(history: &History, judgment: &ClaimVerdict) -> JudgmentRecord {
    let last = history.last();
    JudgmentRecord {
        accepted: match judgment.rejection {
            Some(rejection) if rejection.is_open() => None,
            rejection => Some(rejection.is_none()),
        },
        at_most: match judgment.rejection {
            Some(Rejection::NeedsHistory { most, .. }) => most,
            Some(Rejection::TooFew { most, .. }) => Some(most),
            _ => None,
        },
        why: judgment.rejection.map(rejection),
        must_play: judgment.must_play.map(|mv| san::write(last, mv).to_string()),
        candidates: moves(last, &judgment.candidates),
        right: claims(history, &judgment.right),
    }
}

/// The name of a rejection in data.
const fn rejection(rejection: Rejection) -> &'static str {
    match rejection {
        Rejection::NotToMove => "not-to-move",
        Rejection::Over => "game-over",
        Rejection::NoSuchClaim(_) => "no-such-claim",
        Rejection::Touched => "touched",
        Rejection::IllegalMove => "illegal-move",
        Rejection::Ambiguous => "ambiguous-move",
        Rejection::TooFew { .. } => "too-few",
        Rejection::NeedsHistory { .. } => "needs-history",
        Rejection::NoClock { .. } => "no-clock",
        Rejection::TooSoon { .. } => "too-soon",
        Rejection::Zeroes => "capture-or-pawn-move",
    }
}

fn obligation(position: &Position, duty: &Obligation) -> ObligationRecord {
    ObligationRecord {
        duty: duty.duty.name(),
        article: duty.article.map(|article| article.number),
        article_edition: duty.article.map(|article| article.edition.name()),
        moves: moves(position, &duty.moves),
    }
}

/// The errors of a game that is adjudicated.
#[derive(Serialize, Debug)]
pub(super) struct ErrorsRecord {
    count: u64,
    code: &'static str,
    line: u64,
    column: u64,
    source: &'static str,
    message: String,
}

impl ErrorsRecord {
    pub(super) fn new(errors: &ErrorSummary) -> Self {
        let ErrorSummary { count, rule, severity: _, of_moves, line, column, message } = errors;
        let source = if *of_moves { "moves" } else { "record" };
        let (code, message) = (rule.info().code, message.clone());
        Self { count: *count, code, line: *line, column: *column, source, message }
    }

    /// The errors as text for a CSV column.
    pub(super) fn text(&self) -> String {
        let Self { count, code, line, message, .. } = self;
        format!("{count} {code} line {line}: {message}")
    }
}
