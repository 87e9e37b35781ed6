//! `adoube explain`: pages about rules and facts, and lists of both.

use std::io::Write;

use crate::game::facts::{self, FactInfo};
use crate::game::rules::Rule;
use crate::options::{ColorArgs, OutputArgs, TableFormat};
use crate::report::rules::{RuleFormat, list, pages};
use crate::report::{facts_list, facts_pages};

pub use super::explain_topic::ExplainTopic;
use super::explain_topic::TopicParser;
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
    pub format: TableFormat,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
    pub output: OutputArgs,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
    pub color: ColorArgs,
}

/// Writes the pages of rules and facts, or a list of all.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let format = match args.format {
        TableFormat::Text => RuleFormat::Text(args.output.paint(args.color)),
        TableFormat::Jsonl => RuleFormat::Jsonl,
        TableFormat::Csv => RuleFormat::Csv,
    };
    let rules: Vec<Rule> = args.topics.iter().filter_map(ExplainTopic::rule).collect();
    let facts: Vec<&FactInfo> = args.topics.iter().flat_map(ExplainTopic::facts).collect();
    if format == RuleFormat::Csv && !rules.is_empty() && !facts.is_empty() {
        let message = "--format csv writes a single table; explain rules and facts in separate runs";
        return Err(Error::Usage(message.to_owned()));
    }
    let mut output = args.output.open(args.format.content())?;
    let written = match () {
        () if args.list => list(&Rule::all().collect::<Vec<_>>(), format, &mut output),
        () if args.facts => facts_list(&facts::all().collect::<Vec<_>>(), format, &mut output),
        () if rules.is_empty() => facts_pages(&facts, format, &mut output),
        () if facts.is_empty() => pages(&rules, format, &mut output),
        () => pages(&rules, format, &mut output)
            .and_then(|()| if args.format == TableFormat::Text { output.write_all(b"\n\n") } else { Ok(()) })
            .and_then(|()| facts_pages(&facts, format, &mut output)),
    };
    written.and_then(|()| output.commit()).map_err(|error| Error::of_writing(error, ExitStatus::Clean))?;
    Ok(ExitStatus::Clean)
}
