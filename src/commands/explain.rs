//! `adoube explain`: pages about rules and facts, and lists of both.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::io::Write;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::game::facts::{self, FactInfo};
use crate::game::rules::Rule;
use crate::game::suggestions;
use crate::options::{ColorArgs, OutputArgs, RowFormat};
use crate::report::rules::{list, pages};
use crate::report::{facts_list, facts_pages};

use super::{Error, ExitStatus};

/// The arguments of `adoube explain`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Rule codes or names, such as M101 or illegal-move; names of facts, such as min_elo
    #[arg(value_name = "CODE|FACT", required_unless_present_any = ["list", "facts"], value_parser = TopicParser, hide_possible_values = true)]
    pub topics: Vec<ExplainTopic>,

    /// List all rules, one per line
    #[arg(long, conflicts_with = "topics")]
    pub list: bool,

    /// List all facts about games, plies and tables, one per line: the names for --where, --by, --fields and --sort
    #[arg(long, conflicts_with_all = ["topics", "list"])]
    pub facts: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: RowFormat,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
    pub output: OutputArgs,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
    pub color: ColorArgs,
}

/// Writes the pages of rules and facts, or a list of all.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let format = args.format.shown(args.output.paint(args.color));
    let rules: Vec<Rule> = args.topics.iter().filter_map(ExplainTopic::rule).collect();
    let facts: Vec<&FactInfo> = args.topics.iter().flat_map(ExplainTopic::facts).collect();
    if !matches!(args.format, RowFormat::Text | RowFormat::Jsonl) && !rules.is_empty() && !facts.is_empty() {
        let message = "this format has a single table; explain rules and facts in separate runs, or use --format jsonl";
        return Err(Error::Usage(message.to_owned()));
    }
    let mut output = args.output.open(args.format.content())?;
    let written = match () {
        () if args.list => list(&Rule::all().collect::<Vec<_>>(), format, &mut output),
        () if args.facts => facts_list(&facts::all().collect::<Vec<_>>(), format, &mut output),
        () if rules.is_empty() => facts_pages(&facts, format, &mut output),
        () if facts.is_empty() => pages(&rules, format, &mut output),
        () => pages(&rules, format, &mut output)
            .and_then(|()| if args.format == RowFormat::Text { output.write_all(b"\n\n") } else { Ok(()) })
            .and_then(|()| facts_pages(&facts, format, &mut output)),
    };
    written.and_then(|()| output.commit()).map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}

// The argument of `adoube explain`: a rule code, rule name or fact name. Errors for unknown ones suggest similar ones.

/// The maximum number of rules that an error message suggests.
const MAX_SUGGESTIONS: usize = 3;

/// The minimum similarity of a suggested rule, in thousandths.
const MIN_SIMILARITY: u32 = 800;

/// A topic of `adoube explain`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplainTopic {
    Rule(Rule),
    /// The name of a fact. Facts about games and about plies may share a name.
    Fact(&'static str),
}

impl ExplainTopic {
    pub(super) fn rule(&self) -> Option<Rule> {
        match self {
            Self::Rule(rule) => Some(*rule),
            Self::Fact(_) => None,
        }
    }

    /// The facts with this name; empty if the topic is a rule.
    pub(super) fn facts(&self) -> Vec<&'static FactInfo> {
        match self {
            Self::Rule(_) => Vec::new(),
            Self::Fact(name) => facts::named(name),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let rule = Rule::from_code(text).or_else(|| Rule::from_name(text)).map(Self::Rule);
        rule.or_else(|| facts::named(text).first().map(|info| Self::Fact(info.name)))
    }
}

/// The clap parser of a topic. Its possible values are used for shell completion.
#[derive(Clone, Copy, Debug)]
struct TopicParser;

impl TypedValueParser for TopicParser {
    type Value = ExplainTopic;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<ExplainTopic, clap::Error> {
        let text = value.to_string_lossy();
        ExplainTopic::parse(text.trim()).ok_or_else(|| unknown_topic(command, &text))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let codes = Rule::all().map(|rule| PossibleValue::new(rule.code()).help(rule.name()));
        let names = Rule::all().map(|rule| PossibleValue::new(rule.name()));
        let mut fact_names: Vec<&str> = facts::all().map(|info| info.name).collect();
        fact_names.sort_unstable();
        fact_names.dedup();
        Some(Box::new(codes.chain(names).chain(fact_names.into_iter().map(PossibleValue::new))))
    }
}

/// The error for text that names neither a rule nor a fact.
fn unknown_topic(command: &Command, text: &str) -> clap::Error {
    let is_code = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.len() > 1
        && text[1..].bytes().all(|byte| byte.is_ascii_digit());
    let kind = if is_code { "rule" } else { "rule or fact" };
    let rules = similar_rules(text).into_iter().map(|rule| format!("{} {}", rule.code(), rule.name()));
    let fact = suggestions::similar(text, facts::all().map(|info| info.name)).map(|fact| format!("the fact `{fact}`"));
    let similar: Vec<String> = rules.chain(fact).collect();
    let next = match similar.as_slice() {
        [] if is_code => "`adoube explain --list` lists all rules".to_owned(),
        [] => "`adoube explain --list` lists all rules, `adoube explain --facts` all facts".to_owned(),
        [one] => format!("did you mean {one}?"),
        [first @ .., last] => format!("did you mean {} or {last}?", first.join(", ")),
    };
    command.clone().error(ErrorKind::InvalidValue, format!("no {kind} is called `{text}`; {next}"))
}

/// The rules with similar codes or names, most similar first.
fn similar_rules(text: &str) -> Vec<Rule> {
    let text = text.to_lowercase();
    let similarity = |rule: &Rule| {
        let (code, name) = (rule.code().to_lowercase(), rule.name());
        let by_code = match strsim::damerau_levenshtein(&text, &code) {
            _ if text.len() > 1 && code.starts_with(&text) => 950,
            1 if code.starts_with(text.chars().next().unwrap_or_default()) => 900,
            1 => 850,
            _ => 0,
        };
        let by_name =
            if text.len() > 2 && name.contains(&text) { 900 } else { thousandths(strsim::jaro_winkler(&text, name)) };
        by_code.max(by_name)
    };
    let rules = Rule::all().filter(|_| suggestions::may_be_a_name(&text));
    let mut rules: Vec<(Rule, u32)> = rules.map(|rule| (rule, similarity(&rule))).collect();
    rules.retain(|&(_, similarity)| similarity >= MIN_SIMILARITY);
    rules.sort_by_key(|&(rule, similarity)| (Reverse(similarity), rule));
    rules.into_iter().map(|(rule, _)| rule).take(MAX_SUGGESTIONS).collect()
}

/// Converts a similarity between 0 and 1 to thousandths.
#[expect(clippy::cast_sign_loss, reason = "a similarity is not negative")]
fn thousandths(similarity: f64) -> u32 {
    (similarity * 1000.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_rule_comes_first() {
        let first = |text: &str| similar_rules(text).first().map(|rule| rule.code());
        assert_eq!(first("M01"), Some("M101"));
        assert_eq!(first("M1O1"), Some("M101"));
        assert_eq!(first("M011"), Some("M101"));
        assert_eq!(first("ilegal-move"), Some("M101"));
        assert_eq!(first("missing-tag"), Some("T101"));
        assert_eq!(first("qqqqqq"), None);
        assert!(similar_rules("").is_empty());
        assert_eq!(similar_rules("é"), []);
    }
}
