//! The difference between two frames of an animation.

/// A rectangle of a frame: its place in pixels, and the palette indexes of its pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Patch {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    /// Row by row; unchanged pixels are transparent.
    pub(super) numbers: Vec<u8>,
}

/// The smallest rectangle that contains all changes; one pixel if there are none.
pub(super) fn changes(before: &[u8], after: &[u8], width: u32, transparent: u8) -> Patch {
    let line = width as usize;
    let rows: Vec<(&[u8], &[u8])> = before.chunks_exact(line).zip(after.chunks_exact(line)).collect();
    let differs = |row: &(&[u8], &[u8])| row.0 != row.1;
    let top = rows.iter().position(differs).unwrap_or(0);
    let bottom = rows.iter().rposition(differs).unwrap_or(0) + 1;
    let rows = &rows[top..bottom];
    let first = |(old, new): &(&[u8], &[u8])| old.iter().zip(*new).position(|(old, new)| old != new);
    let last = |(old, new): &(&[u8], &[u8])| old.iter().zip(*new).rposition(|(old, new)| old != new);
    let left = rows.iter().filter_map(first).min().unwrap_or(0);
    let right = rows.iter().filter_map(last).max().unwrap_or(0) + 1;
    let kept = |(old, new): (&u8, &u8)| if old == new { transparent } else { *new };
    let numbers = rows.iter().flat_map(|(old, new)| old[left..right].iter().zip(&new[left..right]).map(kept)).collect();
    Patch { left: left as u32, top: top as u32, width: (right - left) as u32, height: (bottom - top) as u32, numbers }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_rectangle_contains_all_changes() {
        let before = [0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0];
        let after = [0, 0, 0, 0, 0, 3, 2, 0, 0, 0, 4, 0];
        let patch = changes(&before, &after, 4, 9);
        assert_eq!(patch, Patch { left: 1, top: 1, width: 2, height: 2, numbers: vec![3, 9, 9, 4] });
    }

    #[test]
    fn equal_frames_differ_by_one_transparent_pixel() {
        let picture = [5, 6, 7, 8];
        let patch = changes(&picture, &picture, 2, 9);
        assert_eq!(patch, Patch { left: 0, top: 0, width: 1, height: 1, numbers: vec![9] });
    }
}
