//! `adoube validate`: checks games and positions and prints the findings.

#[cfg(feature = "cross-check")]
mod agreement;
mod args;
mod copies;
mod fold;
mod run;
mod shown_rules;
mod validation;

pub use args::{Args, FindingFormatArg};
pub use run::run;
pub use shown_rules::{Selector, ShownRules};
