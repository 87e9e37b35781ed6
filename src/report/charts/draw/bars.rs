//! The layout of horizontal bars: a name, a bar, a number.

use super::{LETTERS, LINE, SMALL, WIDTH, draw_legend, height_of_legend};
use crate::report::charts::canvas::{Anchor, Canvas};
use crate::report::charts::chart::{Bar, Bars};
use crate::report::charts::ink::Ink;

/// The distance from one bar to the next.
const STEP: f64 = 26.0;

/// The thickness of a bar.
const THICK: f64 = 18.0;

/// The maximum width of a name; longer names are cut.
const MAX_NAME_WIDTH: f64 = 190.0;

/// The space between a name, a bar and a number.
const GAP: f64 = 8.0;

pub(super) fn height(bars: &Bars) -> f64 {
    head(bars) + bars.rows.iter().map(|_| STEP).sum::<f64>()
}

/// The height of the legend above the bars.
fn head(bars: &Bars) -> f64 {
    height_of_legend(&bars.legend).max(LINE)
}

pub(super) fn draw(bars: &Bars, mut canvas: Canvas<'_>) {
    draw_legend(&bars.legend, &mut canvas);
    let widest = |text: &dyn Fn(&Bar) -> &str| {
        bars.rows.iter().map(|bar| canvas.width_of(text(bar), LETTERS)).fold(0.0, f64::max)
    };
    let names = widest(&|bar| &bar.name).min(MAX_NAME_WIDTH);
    let numbers = widest(&|bar| &bar.text).max(canvas.width_of(&bars.unit, SMALL));
    let left = names + GAP;
    let space = (WIDTH - left - GAP - numbers).max(40.0);
    let head = head(bars);
    canvas.text(&bars.unit, (WIDTH - 1.0, 14.0), SMALL, Anchor::End, Ink::Faint);
    let mut top = head;
    for bar in &bars.rows {
        let base = top + STEP / 2.0 + LETTERS * 0.36;
        let name = canvas.fitted(&bar.name, LETTERS, names + 0.1);
        canvas.text(&name, (names, base), LETTERS, Anchor::End, Ink::Text);
        canvas.text(&bar.text, (WIDTH - 1.0, base), LETTERS, Anchor::End, Ink::Text);
        let mut x = left;
        for part in &bar.parts {
            let length = (part.length.clamp(0.0, 1.0) * space).min(left + space - x);
            canvas.area([x, top + (STEP - THICK) / 2.0, length, THICK], part.ink, &part.hint);
            if canvas.width_of(&part.text, SMALL) + 8.0 < length {
                let middle = (x + length / 2.0, base - 0.4);
                canvas.text(&part.text, middle, SMALL, Anchor::Middle, part.ink.on_top());
            }
            x += length;
        }
        top += STEP;
    }
}
