//! Bars that lie: a name, a bar, a number.

use super::{LETTERS, LINE, SMALL, WIDTH, draw_legend, height_of_legend};
use crate::report::charts::canvas::{Anchor, Canvas};
use crate::report::charts::chart::{Bar, Bars};
use crate::report::charts::ink::Ink;

/// From one bar to the next.
const STEP: f64 = 26.0;

/// How thick a bar is.
const THICK: f64 = 18.0;

/// Names that are longer are cut.
const WIDEST_NAME: f64 = 190.0;

/// Between a name, a bar and a number.
const GAP: f64 = 8.0;

pub(super) fn height(bars: &Bars) -> f64 {
    head(bars) + bars.rows.iter().map(|_| STEP).sum::<f64>()
}

/// What stands above the bars.
fn head(bars: &Bars) -> f64 {
    height_of_legend(&bars.legend).max(LINE)
}

pub(super) fn draw(bars: &Bars, mut canvas: Canvas<'_>) {
    draw_legend(&bars.legend, &mut canvas);
    let widest = |text: &dyn Fn(&Bar) -> &str| {
        bars.rows.iter().map(|bar| canvas.room_of(text(bar), LETTERS)).fold(0.0, f64::max)
    };
    let names = widest(&|bar| &bar.name).min(WIDEST_NAME);
    let numbers = widest(&|bar| &bar.told).max(canvas.room_of(&bars.unit, SMALL));
    let left = names + GAP;
    let room = (WIDTH - left - GAP - numbers).max(40.0);
    let head = head(bars);
    canvas.text(&bars.unit, (WIDTH - 1.0, 14.0), SMALL, Anchor::End, Ink::Faint);
    let mut top = head;
    for bar in &bars.rows {
        let base = top + STEP / 2.0 + LETTERS * 0.36;
        let name = canvas.fitted(&bar.name, LETTERS, names + 0.1);
        canvas.text(&name, (names, base), LETTERS, Anchor::End, Ink::Text);
        canvas.text(&bar.told, (WIDTH - 1.0, base), LETTERS, Anchor::End, Ink::Text);
        let mut x = left;
        for part in &bar.parts {
            let length = (part.length.clamp(0.0, 1.0) * room).min(left + room - x);
            canvas.area([x, top + (STEP - THICK) / 2.0, length, THICK], part.ink, &part.hint);
            if canvas.room_of(&part.told, SMALL) + 8.0 < length {
                let middle = (x + length / 2.0, base - 0.4);
                canvas.text(&part.told, middle, SMALL, Anchor::Middle, part.ink.on_top());
            }
            x += length;
        }
        top += STEP;
    }
}
