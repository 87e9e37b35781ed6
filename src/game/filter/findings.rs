//! Rules in conditions: `finding = M101`, `finding ~ result`.

use crate::game::rules::{Rule, RuleSet};
use crate::game::suggestions::did_you_mean;

/// The rules that a value names: the one with this code or name; or, if `is_part`, those whose code begins so or whose name
/// contains it.
///
/// # Errors
///
/// That there is no such rule, with a suggestion.
pub(super) fn rules(value: &str, is_part: bool) -> Result<RuleSet, String> {
    if is_part {
        let named = || Rule::all().filter(|rule| rule.name().contains(&value.to_ascii_lowercase())).collect();
        let chosen = RuleSet::select(value).unwrap_or_else(|_| if value.is_empty() { RuleSet::EMPTY } else { named() });
        return if chosen.is_empty() { Err(unknown(value)) } else { Ok(chosen) };
    }
    match Rule::from_code(value).or_else(|| Rule::from_name(value)) {
        Some(rule) => Ok(rule.into()),
        None if RuleSet::select(value).is_ok() => {
            Err(format!("several rules are called `{value}…`; for all of them, write `finding ~ {value}`"))
        }
        None => Err(unknown(value)),
    }
}

fn unknown(value: &str) -> String {
    let names = Rule::all().flat_map(|rule| [rule.code(), rule.name()]);
    format!("no rule is called `{value}`; {}", did_you_mean(value, names, "`adoube explain --list` lists the rules"))
}
