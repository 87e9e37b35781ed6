//! `adoube explain`: pages about rules, facts and other topics, and lists of them.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::io::{self, Write};

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::game::facts::{self, FactInfo};
use crate::game::rules::Rule;
use crate::game::suggestions;
use crate::options::{ColorArgs, OutputArgs, RowFormat};
use crate::report::rules::{list, pages};
use crate::report::{facts_list, facts_pages};

use super::help::Help;
use super::{Error, ExitStatus, topics};

/// The arguments of `adoube explain`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// A rule (M101, illegal-move), a fact (min_elo) or one of its values (stated), an article of the Laws (9.2,
    /// fide-2018:9.2), or a subject such as `where`; without one, the list of topics
    #[arg(value_name = "TOPIC", value_parser = TopicParser, hide_possible_values = true)]
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

/// Writes the pages of the topics, or a list.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let is_text = args.format == RowFormat::Text;
    let format = args.format.shown(args.output.paint(args.color));
    let rules: Vec<Rule> = args.topics.iter().filter_map(|topic| topic.rule).collect();
    let facts: Vec<&FactInfo> = args.topics.iter().flat_map(ExplainTopic::facts).collect();
    args.check_format(!rules.is_empty() && !facts.is_empty())?;
    let mut output = args.output.open(args.format.content())?;
    let written = match () {
        () if args.list => list(&Rule::all().collect::<Vec<_>>(), format, &mut output),
        () if args.facts => facts_list(&facts::all().collect::<Vec<_>>(), format, &mut output),
        () if args.topics.is_empty() => output.write_all(topics::list().as_bytes()),
        () if is_text => text_pages(args, &rules, &facts, &mut output),
        () if rules.is_empty() => facts_pages(&facts, format, &mut output),
        () if facts.is_empty() => pages(&rules, format, &mut output),
        () => pages(&rules, format, &mut output).and_then(|()| facts_pages(&facts, format, &mut output)),
    };
    written.and_then(|()| output.commit()).map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}

/// Writes the pages of rules, then of facts, then of other topics.
fn text_pages(args: &Args, rules: &[Rule], facts: &[&FactInfo], out: &mut (impl Write + Send)) -> io::Result<()> {
    let format = || args.format.shown(args.output.paint(args.color));
    let mut is_first = true;
    let mut separate = |out: &mut dyn Write| {
        if std::mem::take(&mut is_first) { Ok(()) } else { out.write_all(b"\n\n") }
    };
    if !rules.is_empty() {
        separate(out)?;
        pages(rules, format(), out)?;
    }
    if !facts.is_empty() {
        separate(out)?;
        facts_pages(facts, format(), out)?;
    }
    for text in args.topics.iter().filter_map(|topic| topic.text.as_deref()) {
        separate(out)?;
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

impl Args {
    /// Checks that the format has a place for the topics.
    fn check_format(&self, is_mixed: bool) -> Result<(), Error> {
        if self.format == RowFormat::Text || self.list || self.facts {
            return Ok(());
        }
        let has_rows = |topic: &ExplainTopic| topic.rule.is_some() || topic.fact.is_some();
        let message = if self.topics.is_empty() || !self.topics.iter().all(has_rows) {
            "only rules and facts have this format; articles, values and other topics are text: leave out --format"
        } else if is_mixed && self.format != RowFormat::Jsonl {
            "this format has a single table; explain rules and facts in separate runs, or use --format jsonl"
        } else {
            return Ok(());
        };
        Err(Error::Usage(message.to_owned()))
    }
}

// The argument of `adoube explain`. Errors for unknown topics suggest similar ones.

/// The maximum number of rules that an error message suggests.
const MAX_SUGGESTIONS: usize = 3;

/// The minimum similarity of a suggested rule, in thousandths.
const MIN_SIMILARITY: u32 = 800;

/// A topic of `adoube explain`. A rule, a fact and a value may share a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainTopic {
    rule: Option<Rule>,
    /// The name of a fact. Facts about games and about plies may share a name.
    fact: Option<&'static str>,
    /// The page about anything else of this name.
    text: Option<String>,
}

impl ExplainTopic {
    /// The facts with this name.
    fn facts(&self) -> Vec<&'static FactInfo> {
        self.fact.map_or_else(Vec::new, facts::named)
    }

    fn parse(text: &str) -> Option<Self> {
        let rule = Rule::from_code(text).or_else(|| Rule::from_name(text));
        let fact = facts::named(text).first().map(|info| info.name);
        let topic = Self { rule, fact, text: topics::page(text) };
        (rule.is_some() || fact.is_some() || topic.text.is_some()).then_some(topic)
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
        let others = fact_names.into_iter().chain(topics::names());
        Some(Box::new(codes.chain(names).chain(others.map(PossibleValue::new))))
    }
}

/// The error for text that names no topic.
fn unknown_topic(command: &Command, text: &str) -> clap::Error {
    let is_code = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.len() > 1
        && text[1..].bytes().all(|byte| byte.is_ascii_digit());
    let kind = if is_code { "rule" } else { "topic" };
    let rules = similar_rules(text).into_iter().map(|rule| format!("{} {}", rule.code(), rule.name()));
    let fact = suggestions::similar(text, facts::all().map(|info| info.name));
    let other = suggestions::similar(text, topics::names()).filter(|name| fact != Some(*name));
    let fact = fact.map(|fact| format!("the fact `{fact}`"));
    let similar: Vec<String> = rules.chain(fact).chain(other.map(|name| format!("`{name}`"))).collect();
    let next = match similar.as_slice() {
        _ if Help::is_command(text) => format!("`adoube {text} --help` describes the command"),
        [] if is_code => "`adoube explain --list` lists all rules".to_owned(),
        [] => "`adoube explain` lists the topics".to_owned(),
        [one] => format!("did you mean {one}?"),
        [first @ .., last] => format!("did you mean {} or {last}?", first.join(", ")),
    };
    let next = Help::of_tried(text).unwrap_or(next);
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
