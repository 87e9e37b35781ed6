//! The summary of `validate` on standard error: what it read and what it found.

use std::fmt::Write;

use crate::game::finding::tally::{BaselineCounts, Tally};
use crate::game::rules::{Profile, Rule, RuleSet, Severity};

use crate::report::terminal::numbers::{counted, digits};
use crate::report::{Paint, Visible};

/// The summary of a run of `validate`. Findings of rules outside `shown` are counted in one line.
///
/// ```text
/// 12,345 games = 12,000 valid + 300 invalid + 45 unchecked
/// 2 files, 12,345,678 bytes, 987,654 plies
///
///   error    M101  illegal-move         212
///   warning  N101  wrong-move-number  1,204
/// 5 findings of T112 are not shown, because the rule is not selected
/// 1,206 findings can be fixed by `adoube adjust`, 3 more with --unsafe-fixes
/// ```
pub fn text(tally: &Tally, shown: RuleSet, paint: &Paint) -> String {
    let mut text = games(tally, paint);
    let Tally { files, bytes, plies, .. } = *tally;
    if !is_position(tally) {
        let _ = write!(text, "{}, ", counted(files, "file", "files"));
    }
    let _ = writeln!(text, "{}, {}", counted(bytes, "byte", "bytes"), counted(plies, "ply", "plies"));
    text += &table(tally, shown, paint);
    let hidden: Vec<(&str, u64)> = (tally.findings.iter().filter(|(rule, _)| !shown.contains(**rule)))
        .map(|(rule, count)| (rule.code(), *count))
        .collect();
    let Paint { faint, .. } = paint;
    if !hidden.is_empty() {
        let count = hidden.iter().map(|(_, count)| count).sum();
        let verb = if count == 1 { "is" } else { "are" };
        let cause = if hidden.len() == 1 { "the rule is" } else { "the rules are" };
        let named = hidden.iter().take(NAMED).map(|(code, _)| *code).collect::<Vec<_>>().join(", ");
        let more = if hidden.len() > NAMED { ", …" } else { "" };
        let count = counted(count, "finding", "findings");
        let _ =
            writeln!(text, "{faint}{count} of {named}{more} {verb} not shown, because {cause} not selected{faint:#}");
    }
    let findings = |count| counted(count, "finding", "findings");
    let rules = if shown == Profile::Archive.rules() { "" } else { " with the same rules" };
    let _ = match (tally.safe_fixes, tally.unsafe_fixes) {
        (0, 0) => Ok(()),
        (safe, 0) => writeln!(text, "{} can be fixed by `adoube adjust`{rules}", findings(safe)),
        (0, more) => writeln!(text, "{} can be fixed by `adoube adjust --unsafe-fixes`{rules}", findings(more)),
        (safe, more) => {
            writeln!(
                text,
                "{} can be fixed by `adoube adjust`{rules}, {} more with --unsafe-fixes",
                findings(safe),
                digits(more)
            )
        }
    };
    text
}

/// How many rules outside the selected ones are named.
const NAMED: usize = 8;

/// Whether the position of `--fen` was read, and no file.
const fn is_position(tally: &Tally) -> bool {
    tally.files == 0 && tally.games > 0
}

/// Games = valid + invalid + unchecked, with a color for each number that is not zero.
fn games(tally: &Tally, paint: &Paint) -> String {
    let part = |count: u64, word: &str, style: anstyle::Style| {
        let style = if count == 0 { anstyle::Style::new() } else { style };
        format!("{style}{} {word}{style:#}", digits(count))
    };
    let [info, _, _, error] = Severity::ALL.map(|severity| paint.severity(severity));
    let strong = paint.strong;
    let known = tally.baseline.map_or(0, |counts| counts.known_invalid);
    let known = if known == 0 { String::new() } else { format!(" ({} known)", digits(known)) };
    format!(
        "{strong}{}{strong:#} = {} + {} + {}\n",
        match (tally.positions, tally.reports) {
            (0, 0) => counted(tally.games, "game", "games"),
            (positions, 0) if positions == tally.games => counted(positions, "position", "positions"),
            (0, reports) if reports == tally.games => counted(reports, "tournament report", "tournament reports"),
            (_, 0) => counted(tally.games, "game or position", "games and positions"),
            (0, _) => counted(tally.games, "game or tournament report", "games and tournament reports"),
            _ => counted(tally.games, "item", "games, positions and tournament reports"),
        },
        part(tally.valid, "valid", paint.good),
        part(tally.invalid, &format!("invalid{known}"), error),
        part(tally.unchecked, "unchecked", info),
    )
}

/// One line per rule with findings: by severity, then by count, then in the order of the rules.
fn table(tally: &Tally, shown: RuleSet, paint: &Paint) -> String {
    let mut rows: Vec<(Rule, u64)> =
        tally.findings.iter().map(|(&rule, &count)| (rule, count)).filter(|&(rule, _)| shown.contains(rule)).collect();
    rows.sort_by_key(|&(rule, count)| (std::cmp::Reverse((tally.highest_severity(rule), count)), rule));
    let name_width = rows.iter().map(|(rule, _)| rule.name().len()).max().unwrap_or(0);
    let count_width = rows.iter().map(|&(_, count)| digits(count).len()).max().unwrap_or(0);
    let mut text = String::from(if rows.is_empty() { "" } else { "\n" });
    for (rule, count) in rows {
        let severity = tally.highest_severity(rule);
        let style = paint.severity(severity);
        let (code, name, count) = (rule.code(), rule.name(), digits(count));
        let _ = writeln!(text, "  {style}{severity:<7}{style:#}  {code}  {name:<name_width$}  {count:>count_width$}");
    }
    text
}

/// The addresses of the pages of the rules with findings, each on a line.
pub fn web_pages(tally: &Tally, shown: RuleSet, site: Option<&str>) -> String {
    let Some(site) = site else { return String::new() };
    let mut rules: Vec<Rule> = tally.findings.keys().copied().filter(|&rule| shown.contains(rule)).collect();
    rules.sort_unstable();
    rules.iter().flat_map(|rule| [rule.web_page(site), "\n".to_owned()]).collect()
}

/// The line about known findings and their baseline.
pub fn of_baseline(counts: BaselineCounts, file: &str) -> String {
    let BaselineCounts { known, new, stale, .. } = counts;
    let (are, entries) = (if known == 1 { "is" } else { "are" }, counted(stale, "stale entry", "stale entries"));
    let stale = if stale == 0 { String::new() } else { format!(", with {entries}") };
    let (known, new) = (counted(known, "finding", "findings"), digits(new));
    format!("{known} {are} known (see {}{stale}), {new} new\n", Visible(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::findings::samples::tally;

    #[test]
    fn the_sum_is_first_and_rules_are_by_severity() {
        assert_eq!(
            text(&tally(), Profile::Archive.rules(), &Paint::PLAIN),
            "\
12,345 games = 12,000 valid + 300 invalid + 45 unchecked
2 files, 12,345,678 bytes, 987,654 plies

  error    M101  illegal-move               212
  error    M104  promotion-piece-missing      2
  warning  N101  wrong-move-number        1,204
5 findings of T101 are not shown, because the rule is not selected
1,206 findings can be fixed by `adoube adjust`, 3 more with --unsafe-fixes
"
        );
    }

    #[test]
    fn rules_with_findings_have_pages() {
        let pages = web_pages(&tally(), Profile::Archive.rules(), Some("https://example.org"));
        let expected = ["M101", "M104", "N101"].map(|code| format!("https://example.org/rules/{code}.html\n"));
        assert_eq!(pages, expected.concat());
        assert_eq!(web_pages(&tally(), RuleSet::ALL, None), "");
    }

    #[test]
    fn without_findings_there_are_only_the_counts() {
        let tally = Tally { files: 1, games: 1, valid: 1, plies: 1, bytes: 999, ..Tally::default() };
        let summary = text(&tally, RuleSet::ALL, &Paint::PLAIN);
        assert_eq!(summary, "1 game = 1 valid + 0 invalid + 0 unchecked\n1 file, 999 bytes, 1 ply\n");
    }

    #[test]
    fn a_position_is_not_a_file() {
        let tally = Tally { games: 1, positions: 1, invalid: 1, bytes: 30, ..Tally::default() };
        let summary = |tally: &Tally| text(tally, RuleSet::ALL, &Paint::PLAIN);
        assert_eq!(summary(&tally), "1 position = 0 valid + 1 invalid + 0 unchecked\n30 bytes, 0 plies\n");
        let suite = Tally { files: 1, games: 20, positions: 20, ..tally.clone() };
        assert!(summary(&suite).starts_with("20 positions = "), "{}", summary(&suite));
        let mixed = Tally { positions: 2, ..suite };
        assert!(summary(&mixed).starts_with("20 games and positions = "), "{}", summary(&mixed));
    }

    #[test]
    fn thousands_have_separators() {
        assert_eq!([0, 999, 1000, 1_234_567].map(digits), ["0", "999", "1,000", "1,234,567"]);
    }
}
