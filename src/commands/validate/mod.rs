//! `adoube validate`: is every game chess, is every byte accounted for, is every result defensible?

mod args;
mod shown;

pub use args::{Args, Format};
pub use shown::{Selector, Shown};

use super::{Error, Status};

/// Judges the inputs and reports what is found.
pub fn run(_args: &Args) -> Result<Status, Error> {
    Err(Error::Usage("validate is not part of this build".to_owned()))
}
