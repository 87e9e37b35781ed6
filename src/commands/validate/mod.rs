//! `adoube validate`: checks of games and positions, with findings as output.

mod args;
mod fold;
mod run;
mod shown_rules;

pub use args::{Args, FindingFormatArg};
pub use run::run;
pub use shown_rules::{Selector, ShownRules};
