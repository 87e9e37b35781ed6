//! The selection of findings that are reported and count for the exit code.

use std::str::FromStr;

use clap::builder::PossibleValue;

use crate::game::rules::{Applicability, Family, Profile, Rule, RuleSet, Severity, UnknownSelector};

/// An item of `--select` or `--ignore`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selector {
    rules: RuleSet,
    /// Its specificity: 0 for `all`, otherwise the number of fixed characters of the code; 4 for a name.
    closeness: usize,
}

/// The selected rules. The tally counts the findings of all rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownRules {
    /// Explicitly selected rules: their findings are reported whatever their severity.
    selected: RuleSet,
    /// Rules whose findings are reported at or above a severity.
    by_severity: RuleSet,
    min_severity: Severity,
}

impl Selector {
    /// The specificity for a rule; `None` if it does not select the rule.
    fn names(self, rule: Rule) -> Option<usize> {
        self.rules.contains(rule).then_some(self.closeness)
    }
}

impl Selector {
    /// A group of rules that an option adds or removes. Any selector that names one of them is more specific.
    pub const fn group(rules: RuleSet) -> Self {
        Self { rules, closeness: 0 }
    }
}

impl Selector {
    /// The values for shell completion: all, the letters of the families, codes and names.
    pub fn offers() -> Vec<PossibleValue> {
        let first =
            |family: Family| Rule::all().find(|rule| rule.family() == family).map(|rule| (rule, family.title()));
        let families = Family::ALL.into_iter().filter_map(first);
        let families = families.map(|(rule, title)| PossibleValue::new(&rule.code()[..1]).help(title));
        let codes = Rule::all().map(|rule| PossibleValue::new(rule.code()).help(rule.name()));
        let names = Rule::all().map(|rule| PossibleValue::new(rule.name()));
        [PossibleValue::new("all")].into_iter().chain(families).chain(codes).chain(names).collect()
    }
}

impl FromStr for Selector {
    type Err = UnknownSelector;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let word = word.trim();
        let rules = RuleSet::select(word)?;
        let by_code = |rule: Rule| rule.code().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let closeness = match rules {
            RuleSet::ALL => 0,
            rules if rules.iter().all(by_code) => word.len(),
            _ => Rule::IllegalMove.code().len(),
        };
        Ok(Self { rules, closeness })
    }
}

impl ShownRules {
    /// The rules that a profile, the selection, and a failure threshold report together:
    ///
    /// 1. Without `select`, the rules of the profile, by the severity of each finding, and those that it adds. With `select`, the selected rules
    ///    instead, whatever their severity.
    /// 2. `extend` adds rules to either, whatever their severity.
    /// 3. `ignore` removes rules. The more specific selector wins: `--select M --ignore M101` excludes M101, and
    ///    `--select M101 --ignore M` includes it. If both are equally specific, `ignore` wins.
    /// 4. Findings that make a run fail are reported: a `fail_on` below the lowest severity of the profile lowers it.
    pub fn new(
        profile: Profile,
        select: &[Selector],
        extend: &[Selector],
        ignore: &[Selector],
        fail_on: Severity,
    ) -> Self {
        let min_severity = profile.info().min_severity.min(fail_on);
        let by_severity =
            RuleSet::at_least(min_severity) - profile.info().hidden.iter().copied().collect() - RuleSet::on_request();
        let by_severity = if select.is_empty() { by_severity } else { RuleSet::EMPTY };
        let added = if select.is_empty() { profile.added() } else { RuleSet::EMPTY };
        let of_profile = [Selector::group(added)];
        let closest = |words: &[Selector], rule| words.iter().filter_map(|word| word.names(rule)).max();
        let is_selected = |rule: &Rule| {
            let named = closest(select, *rule).max(closest(extend, *rule)).max(closest(&of_profile, *rule));
            named.is_some() && named > closest(ignore, *rule)
        };
        let ignored: RuleSet = Rule::all().filter(|rule| closest(ignore, *rule).is_some()).collect();
        Self { selected: Rule::all().filter(is_selected).collect(), by_severity: by_severity - ignored, min_severity }
    }

    /// Whether a finding of this rule and severity is reported.
    pub fn shows(&self, rule: Rule, severity: Severity) -> bool {
        self.selected.contains(rule) || (self.by_severity.contains(rule) && severity >= self.min_severity)
    }

    /// The rules that have a fix that changes no more than this, and whose findings of their own severity are reported.
    pub fn fixable(&self, most: Applicability) -> RuleSet {
        let is_fixable = |rule: &Rule| rule.has_fix(most) && self.shows(*rule, rule.severity());
        let rules: RuleSet = Rule::all().filter(is_fixable).collect();
        // A byte order mark at the start of a file is S108, one behind it S109; a game does not know which it has.
        let marks = RuleSet::from(Rule::ByteOrderMark) | RuleSet::from(Rule::StrayByteOrderMark);
        if rules.iter().any(|rule| marks.contains(rule)) { rules | marks } else { rules }
    }

    /// All rules that can be reported.
    pub fn rules(&self) -> RuleSet {
        self.selected | self.by_severity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ILLEGAL: Rule = Rule::IllegalMove;
    const AFTER_DRAW: Rule = Rule::MoveAfterDraw;
    const ROSTER: Rule = Rule::MissingRosterTag;

    fn words(text: &str) -> Vec<Selector> {
        text.split_whitespace().map(|word| word.parse().unwrap()).collect()
    }

    fn shown(profile: Profile, select: &str, extend: &str, ignore: &str) -> ShownRules {
        ShownRules::new(profile, &words(select), &words(extend), &words(ignore), Severity::Error)
    }

    #[test]
    fn a_selector_is_more_specific_than_a_group() {
        let group = [Selector::group(RuleSet::audit())];
        let shown = |ignore: &str| ShownRules::new(Profile::Import, &[], &group, &words(ignore), Severity::Error);
        assert!(shown("").rules().contains(Rule::ThreefoldClaim));
        assert!(!shown("R").rules().contains(Rule::ThreefoldClaim));
        assert!(!shown("R113").rules().contains(Rule::ThreefoldClaim));
        assert!(shown("R114").rules().contains(Rule::ThreefoldClaim));
    }

    #[test]
    fn a_profile_reports_by_severity() {
        for profile in Profile::ALL {
            assert_eq!(shown(profile, "", "", "").rules(), profile.rules());
        }
        let archive = shown(Profile::Archive, "", "", "");
        assert!(archive.shows(AFTER_DRAW, Severity::Warning) && !archive.shows(AFTER_DRAW, Severity::Info));
    }

    #[test]
    fn a_selected_rule_is_reported_whatever_its_severity() {
        let named = shown(Profile::Archive, "missing-roster-tag M109", "", "");
        assert!(named.shows(ROSTER, Severity::Style) && named.shows(AFTER_DRAW, Severity::Info));
        assert!(!named.shows(ILLEGAL, Severity::Error));
        let added = shown(Profile::Archive, "", "T101", "");
        assert!(added.shows(ROSTER, Severity::Style) && added.shows(ILLEGAL, Severity::Error));
    }

    #[test]
    fn the_more_specific_selector_wins() {
        assert!(!shown(Profile::Archive, "M", "", "M101").rules().contains(ILLEGAL));
        assert!(shown(Profile::Archive, "M101", "", "M").rules().contains(ILLEGAL));
        assert!(shown(Profile::Archive, "illegal-move", "", "M1").rules().contains(ILLEGAL));
        assert!(shown(Profile::Archive, "", "M101", "all").rules().contains(ILLEGAL));
        assert!(shown(Profile::Archive, "M101", "", "M101").rules().is_empty());
        assert!(!shown(Profile::Archive, "", "", "illegal-move").rules().contains(ILLEGAL));
    }

    #[test]
    fn findings_that_fail_the_run_are_reported() {
        let shown = ShownRules::new(Profile::Archive, &[], &[], &[], Severity::Style);
        assert!(shown.shows(ROSTER, Severity::Style));
    }
}
