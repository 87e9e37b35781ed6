//! Tests of the table of rules: rows, examples, selectors and document.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use super::*;

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The rule codes after `; expect` in `bad.pgn`, or in the lines of `bad.expect`.
fn expected(row: &RuleInfo) -> HashSet<String> {
    let beside = project(&format!("fixtures/rules/{}-{}/bad.expect", row.code, row.name));
    let beside = fs::read_to_string(beside).unwrap_or_default();
    let beside = beside.lines().filter_map(|line| line.split_once(' ')).map(|(_, code)| code.to_owned());
    let inline = String::from_utf8_lossy(row.bad).into_owned();
    let inline = inline.lines().filter_map(|line| line.split_once("; expect ")).map(|(_, codes)| codes.to_owned());
    inline.chain(beside).flat_map(|codes| codes.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn finds_rules_by_name_and_code() {
    for row in &RULES {
        assert_eq!(Rule::from_code(row.code), Some(row.rule));
        assert_eq!(Rule::from_code(&row.code.to_lowercase()), Some(row.rule));
        assert_eq!(Rule::from_name(row.name), Some(row.rule));
        assert_eq!(row.rule.family().letter(), row.code.chars().next().unwrap());
    }
    let names: HashSet<&str> = RULES.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), RULE_COUNT);
    assert_eq!(Rule::from_code("M999"), None);
}

#[test]
fn rows_follow_the_style() {
    for row in &RULES {
        let (code, summary) = (row.code, row.summary);
        assert!(!summary.ends_with('.') && !summary.contains('\n') && summary.len() < 110, "{code}: {summary}");
        assert!(row.explanation.contains("\n\n") && row.explanation.ends_with('.'), "{code}: {}", row.explanation);
        assert!(!row.explanation.contains("  "), "{code}: a line break left two spaces");
        assert_eq!(row.source.strip_prefix("Laws "), row.article, "{code}");
        assert!(row.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
    }
}

#[test]
fn bad_examples_expect_their_rule() {
    for row in &RULES {
        let codes = expected(row);
        assert!(codes.contains(row.code), "{}: expected only {codes:?}", row.code);
        assert!(codes.iter().all(|code| Rule::from_code(code).is_some()), "{}: {codes:?}", row.code);
        assert!(!row.good.is_empty() && row.good != row.bad, "{}", row.code);
        assert!(!String::from_utf8_lossy(row.good).contains("; expect"), "{}", row.code);
    }
}

#[test]
fn example_folders_belong_to_rules() {
    for folder in fs::read_dir(project("fixtures/rules")).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        assert!(RULES.iter().any(|row| name == format!("{}-{}", row.code, row.name)), "{name}");
    }
}

#[test]
fn selects_rules_by_code_prefix_name_and_all() {
    assert_eq!(RuleSet::select("M101"), Ok(RuleSet::from(Rule::IllegalMove)));
    assert_eq!(RuleSet::select("illegal-move"), RuleSet::select("m101"));
    assert_eq!(RuleSet::select("M").unwrap().len(), 11);
    assert_eq!(RuleSet::select("N12").unwrap().len(), 7);
    assert_eq!(RuleSet::select("all"), Ok(RuleSet::ALL));
    assert_eq!(RuleSet::ALL.len() as usize, RULE_COUNT);
    assert_eq!(RuleSet::ALL.iter().count(), RULE_COUNT);
    for word in ["", "M9", "X", "illegal", "M1011", "é"] {
        assert_eq!(RuleSet::select(word), Err(UnknownSelector { selector: word.to_owned() }));
    }
    let set: RuleSet = "S, M101".parse().unwrap();
    assert_eq!(set.len(), 21);
    assert_eq!((set - RuleSet::select("S").unwrap()).iter().collect::<Vec<_>>(), [Rule::IllegalMove]);
    assert!("S,,M".parse::<RuleSet>().is_err());
}

#[test]
fn profiles_select_their_rules() {
    for profile in Profile::ALL {
        let info = profile.info();
        assert_eq!((info.profile, Profile::from_name(info.name)), (profile, Some(profile)));
        for &rule in info.hidden {
            assert!(
                rule.severity() >= info.min_severity && rule.severity() != Severity::Error,
                "{profile} hides {rule}"
            );
        }
        assert!((RuleSet::at_least(Severity::Error) - profile.rules()).is_empty(), "{profile} hides an error");
    }
    assert!(!Profile::Archive.rules().contains(Rule::MissingRosterTag));
    assert!(Profile::Export.rules().contains(Rule::MissingRosterTag));
    assert_eq!(Profile::default(), Profile::Archive);
}

#[test]
fn explanations_fit_80_columns() {
    for row in &RULES {
        let text = row.rule.explain();
        assert!(text.starts_with(&format!("{} {}\n{}, {}\n\n", row.code, row.name, row.severity, row.source)));
        assert!(text.chars().all(|character| character == '\n' || !character.is_control()), "{text}");
        let words = text.split("\nBad:\n").next().unwrap();
        assert!(words.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}

/// Checks `docs/rules.md`; `ADOUBE_BLESS=1 cargo test` rewrites it.
#[test]
fn document_matches_the_table() {
    let path = project("docs/rules.md");
    if env::var_os("ADOUBE_BLESS").is_some_and(|value| value == "1") {
        fs::create_dir_all(project("docs")).unwrap();
        fs::write(&path, markdown()).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == markdown(), "docs/rules.md is out of date: run with ADOUBE_BLESS=1");
}
