//! Charts of statistical tables.
//!
//! ```text
//! Grid --suits--> forms --make--> Chart --draw--> shapes in inks --+--picture--> SVG or PNG, a file of its own
//!                                                                 +--figure---> an element of a page
//! ```
//!
//! A [`Chart`] holds text and numbers; `draw` determines their coordinates, on a `canvas`. Colors are named
//! by purpose (`ink`), and text can be outlines (`letters`), so no fonts are needed.

mod canvas;
mod chart;
mod draw;
mod figure;
mod ink;
mod letters;
mod make;
mod picture;
mod suits;
mod words;

#[cfg(test)]
mod tests;

pub use chart::Chart;
pub use figure::figure;
pub use ink::classes_on_page;
pub use make::charts;
pub use picture::{to_png, to_svg};
pub use suits::{can_draw, can_draw_counts};
