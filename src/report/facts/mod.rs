//! Rows whose columns are facts: of plies and of games; and the list of facts.

#[cfg(feature = "parquet")]
pub mod columns;
pub mod epd;
pub mod games;
#[cfg(feature = "parquet")]
mod layout;
mod list;
pub mod plies;
mod text;

#[cfg(feature = "parquet")]
pub use layout::{RowLayout, SharedValues};
#[cfg(feature = "python")]
pub use list::fact_rows;
pub use list::{facts_list, facts_pages};
