//! Sample findings, shared by the tests of the formats.

use std::sync::LazyLock;

use crate::chess::piece::Color;
use crate::game::finding::tally::Tally;
use crate::game::finding::{Edit, Excerpt, Fix, MoveContext};
use crate::game::rules::{Applicability, FixInfo, Rule, Severity};

use super::record::Record;
use crate::report::{Failure, FailureKind};

/// A line of movetext with the finding on `Nxd5`.
pub(super) static EXCERPT: LazyLock<Excerpt> =
    LazyLock::new(|| Excerpt { text: "14. Re1 Nxd5 15. cxd5".to_owned(), lead: 8, length: 4 });

/// An illegal move.
pub(super) fn record(excerpt: &Excerpt) -> Record<'_> {
    Record {
        file: "games.pgn",
        game: 3,
        line: 7,
        column: 9,
        offset: 1042,
        length: 4,
        ply: Some(27),
        code: "M101",
        name: "illegal-move",
        severity: Severity::Error,
        message: "illegal move `Nxd5`: the knight on e7 is pinned to its king on e8 by the rook on e1".into(),
        article: Some("3.9"),
        fen: Some("4k3/4n3/8/3P4/8/8/8/4R1K1 b - - 0 14"),
        white: Some("Bronstein"),
        black: Some("Averbakh"),
        date: Some("1959.02.12"),
        rule: Rule::IllegalMove,
        moment: Some(MoveContext { ply: 27, number: 14, turn: Color::Black }),
        is_position: false,
        excerpt,
        fix: None,
        start: 42,
    }
}

/// A finding without a move and without an article of the Laws.
pub(super) fn record_of_a_tag(excerpt: &Excerpt) -> Record<'_> {
    Record {
        line: 1,
        column: 1,
        offset: 0,
        length: 0,
        ply: None,
        code: "T101",
        name: "missing-roster-tag",
        severity: Severity::Style,
        message: "the tag Round is missing".into(),
        article: None,
        fen: None,
        rule: Rule::MissingRosterTag,
        moment: None,
        ..record(excerpt)
    }
}

pub(super) fn fix(applicability: Applicability) -> Fix {
    let edits = vec![Edit { span: 38..42, text: b"14... ".to_vec() }];
    let (edits, readings) = match applicability {
        Applicability::Shown => (Vec::new(), vec![edits, vec![Edit { span: 42..46, text: b"\xff".to_vec() }]]),
        _ => (edits, Vec::new()),
    };
    let info = &FixInfo { applicability: Applicability::Safe, edit: "Writes it.", proof: "It is so." };
    Fix { rule: Rule::IllegalMove, at: 42, applicability, info, edits, readings }
}

/// An input that is damaged in the middle.
pub(super) fn damaged() -> Failure<'static> {
    Failure {
        file: "b.pgn.zst",
        kind: FailureKind::Damaged,
        offset: Some(4096),
        message: "damaged zstd data at byte 4096 of the file: checksum".into(),
    }
}

/// A run over two files.
pub(super) fn tally() -> Tally {
    let findings = [("M101", 212), ("M104", 2), ("N101", 1204), ("T101", 5)];
    Tally {
        files: 2,
        games: 12_345,
        valid: 12_000,
        invalid: 300,
        unchecked: 45,
        plies: 987_654,
        bytes: 12_345_678,
        findings: findings.into_iter().filter_map(|(code, count)| Some((Rule::from_code(code)?, count))).collect(),
        safe_fixes: 1206,
        unsafe_fixes: 3,
        ..Tally::default()
    }
}
