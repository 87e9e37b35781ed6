//! `adoube validate`: is every game chess, is every byte accounted for, is every result defensible?

mod args;
mod fold;
mod run;
mod shown_rules;

pub use args::{Args, FindingFormatArg};
pub use run::run;
pub use shown_rules::{Selector, ShownRules};
