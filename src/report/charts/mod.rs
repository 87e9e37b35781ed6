//! Pictures of tables about many games.
//!
//! ```text
//! Grid --suits--> forms --make--> Chart --draw--> shapes in inks --+--picture--> SVG or PNG, a file of its own
//!                                                                 +--figure---> an element of a page
//! ```
//!
//! A [`Chart`] holds words and numbers; where they stand is decided in `draw`. Axes are the plotting library's, which draws
//! on a `canvas` as one of its backends; bars, boards and icicles have none and are drawn straight. Colours are named by
//! what they are for (`ink`), and words can be outlines (`letters`), so that no fonts are needed.

mod backend;
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
pub use ink::{classes_on_page, variables};
pub use make::charts;
pub use picture::{to_png, to_svg};
pub use suits::can_draw;
