//! `adoube explain`: the book of rules.

use crate::game::rules::Rule;
use crate::options::{ColorArgs, OutputArgs, TableFormat};
use crate::report::rules::{RuleFormat, list, pages};

use super::rule_arg::RuleParser;
use super::{Error, Status};

/// The arguments of `adoube explain`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Rule codes or names, such as M101 or illegal-move
    #[arg(value_name = "CODE", required_unless_present = "list", value_parser = RuleParser, hide_possible_values = true)]
    pub rules: Vec<Rule>,

    /// List all rules, one per line
    #[arg(long, conflicts_with = "rules")]
    pub list: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TableFormat,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a flattened group must not lend its comment to the help")]
    pub output: OutputArgs,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a flattened group must not lend its comment to the help")]
    pub color: ColorArgs,
}

/// Writes the pages of the rules, or the list of all.
pub fn run(args: &Args) -> Result<Status, Error> {
    let format = match args.format {
        TableFormat::Text => RuleFormat::Text(args.output.paint(args.color)),
        TableFormat::Jsonl => RuleFormat::Jsonl,
        TableFormat::Csv => RuleFormat::Csv,
    };
    let mut output = args.output.open()?;
    let written = if args.list {
        list(&Rule::all().collect::<Vec<_>>(), format, &mut output)
    } else {
        pages(&args.rules, format, &mut output)
    };
    written.and_then(|()| output.commit()).map_err(|error| Error::of_writing(error, Status::Clean))?;
    Ok(Status::Clean)
}
