//! `validate --audit` and `adjudicate` agree on every game: a wrong result in the audit contradicts the verdict, and
//! both are undecided in the same games. Both apply the current Laws to a game without a date.

use std::fs;
use std::path::{Path, PathBuf};

use adoube::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use adoube::game::rules::{Rule, RuleSet, Severity};
use adoube::game::verdict::ruling::{Ruling, RulingQuestion, rule_on_game};
use adoube::laws::event::RulingOptions;
use adoube::laws::unwinnable::BUDGET;
use adoube::laws::verdict::{Decision, Reason};

use crate::support::games::fixtures;

/// Rules by which the Laws give a game another result than the one stated.
const CONTRADICTIONS: [Rule; 5] = [
    Rule::ResultContradictsBoard,
    Rule::DecisiveAfterDraw,
    Rule::FlagWithoutMaterial,
    Rule::ResignationUnwinnable,
    Rule::FlagDrawWinnable,
];

/// The assessment of a game.
#[derive(PartialEq, Eq, Debug)]
struct Assessment {
    /// The stated result is wrong.
    contradicts: bool,
    /// Whether a side can mate is undecided.
    is_undecided: bool,
    /// The draw was agreed too early.
    is_too_early: bool,
}

fn of_audit(game: &Game) -> Assessment {
    let has = |rule: Rule| {
        game.report.findings.iter().any(|finding| finding.rule == rule && finding.severity >= Severity::Warning)
    };
    Assessment {
        contradicts: CONTRADICTIONS.into_iter().any(has),
        is_undecided: game.report.findings.iter().any(|finding| finding.rule == Rule::UndecidedMate),
        is_too_early: has(Rule::EarlyAgreement),
    }
}

fn of_verdict(ruling: &Ruling) -> Assessment {
    let verdict = &ruling.verdict;
    let is_open = verdict.decision == Decision::Undetermined;
    // A draw on time although both can mate is a win for an unknown side.
    let is_flag = is_open && verdict.reason == Reason::Flag && verdict.by.is_none();
    let is_too_early = is_open && verdict.reason == Reason::Agreement;
    Assessment {
        contradicts: ruling.agrees == Some(false) || is_flag,
        is_undecided: is_open && !is_flag && !is_too_early,
        is_too_early,
    }
}

fn pgn_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files.extend(pgn_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "pgn") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The assessments by the audit and by the verdict, for every game that can be replayed to its end.
fn both(bytes: &[u8], budget: u32) -> Vec<(Assessment, Assessment)> {
    let (mut at, mut assessments) = (0, Vec::new());
    let options = ReplayOptions { rules: RuleSet::ALL, budget, ..ReplayOptions::default() };
    while at < bytes.len() {
        let game = read_game_as(bytes, at, &options);
        at = game.span.end;
        let is_replayed = game.status != Validity::NoGame && game.is_complete() && game.has_start();
        if is_replayed && game.moves().count() == game.history().moves().len() {
            let question = RulingQuestion {
                terms: RulingOptions { budget, ..RulingOptions::default() },
                ..RulingQuestion::default()
            };
            assessments.push((of_audit(&game), of_verdict(&rule_on_game(&game, bytes, &question)[0])));
        }
    }
    assessments
}

#[test]
fn audit_and_verdict_agree_on_every_fixture() {
    let (mut games, mut wrong) = (0, Vec::new());
    for path in pgn_files(&fixtures("")) {
        let bytes = fs::read(&path).unwrap();
        for budget in [BUDGET, 40] {
            for (number, (audit, verdict)) in both(&bytes, budget).into_iter().enumerate() {
                games += 1;
                if audit != verdict {
                    wrong.push(format!("{} game {number} ({budget}): {audit:?} {verdict:?}", path.display()));
                }
            }
        }
    }
    assert!(games > 1_000, "only {games} games");
    assert!(wrong.is_empty(), "{} of {games}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn undated_game_is_ruled_by_current_laws() {
    let wall = "[SetUp \"1\"]\n[FEN \"8/6k1/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/K7 w - - 0 1\"]\n";
    let bare = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K1B1 w - - 0 1\"]\n";
    for (tags, moves) in [("", "1. e4 1/2-1/2"), (wall, "1. Kb1 1-0"), (bare, "1. Bf2 1-0"), (bare, "1. Bf2 0-1")] {
        for date in ["", "[Date \"????.??.??\"]\n", "[Date \"2024.01.01\"]\n"] {
            let text = format!("{date}{tags}\n{moves}\n");
            let assessments = both(text.as_bytes(), BUDGET);
            assert_eq!(assessments.len(), 1, "{text}");
            assert_eq!(assessments[0].0, assessments[0].1, "{text}");
            let today = format!("[Date \"2024.01.01\"]\n{tags}\n{moves}\n");
            assert_eq!(assessments, both(today.as_bytes(), BUDGET), "{text}");
        }
    }
}
