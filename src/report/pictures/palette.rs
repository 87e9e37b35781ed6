//! The color palette of an animation (color quantization).

use std::collections::HashMap;

use super::raster::Picture;

/// The maximum number of colors; one more index means *unchanged*.
const MAX_COLORS: usize = 255;

/// The colors of an animation, and the nearest one of every other color.
#[derive(Clone, Debug)]
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The palette of these pictures, by frequency. Colors near a chosen one are skipped, and the distance grows until
    /// all fit. So squares and pieces keep their colors, and only the blends at their edges are merged.
    pub(super) fn new(pictures: impl Iterator<Item = Picture>) -> Self {
        let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
        for picture in pictures {
            for (color, length) in picture.runs() {
                *counts.entry(color).or_default() += length as u64;
            }
        }
        let mut frequent: Vec<([u8; 3], u64)> = counts.into_iter().collect();
        frequent.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let colors = (0..=442).map(|step| chosen(&frequent, step * step)).find(|colors| colors.len() <= MAX_COLORS);
        Self { colors: colors.unwrap_or_default(), nearest: HashMap::new() }
    }

    /// The index that means *unchanged*.
    pub(super) fn transparent(&self) -> u8 {
        self.colors.len() as u8
    }

    /// Red, green and blue of each index, *unchanged* included.
    pub(super) fn bytes(&self) -> Vec<u8> {
        [self.colors.as_flattened(), &[0; 3]].concat()
    }

    /// The indexes of the pixels of a picture.
    pub(super) fn numbers(&mut self, picture: &Picture) -> Vec<u8> {
        let runs = picture.runs().flat_map(|(color, length)| std::iter::repeat_n(self.number(color), length));
        runs.collect()
    }

    /// The index of the nearest color.
    fn number(&mut self, color: [u8; 3]) -> u8 {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let nearest = (0..).zip(colors).min_by_key(|(_, other)| distance(color, **other));
            nearest.map_or(0, |(number, _)| number)
        })
    }
}

/// Colors that are all farther apart than `apart`; at most one more than the maximum.
fn chosen(frequent: &[([u8; 3], u64)], apart: u32) -> Vec<[u8; 3]> {
    let mut colors: Vec<[u8; 3]> = Vec::new();
    for &(color, _) in frequent {
        if colors.len() <= MAX_COLORS && colors.iter().all(|other| distance(color, *other) > apart) {
            colors.push(color);
        }
    }
    colors
}

/// The squared distance of two colors.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.into_iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_colors_stay_and_rare_ones_are_merged() {
        let pixel = |step: u32| [(step % 40) as u8 * 6, (step / 40) as u8 * 6, 0];
        let mut rgb: Vec<u8> = (0..1600).flat_map(pixel).collect();
        rgb.extend([7, 9, 250].repeat(400));
        let picture = Picture { width: 2000, height: 1, rgb };
        let mut palette = Palette::new([picture.clone()].into_iter());
        assert!(palette.colors.len() <= MAX_COLORS);
        assert_eq!(palette.colors[0], [7, 9, 250]);
        assert_eq!(usize::from(palette.transparent()), palette.colors.len());
        let numbers = palette.numbers(&picture);
        for (number, color) in numbers.into_iter().zip(picture.colors().iter().copied()) {
            let shown = palette.colors[usize::from(number)];
            assert!(distance(shown, color) <= 30 * 30, "{color:?} {shown:?}");
        }
    }

    #[test]
    fn few_colors_are_unchanged() {
        let picture = Picture { width: 3, height: 1, rgb: vec![1, 2, 3, 1, 2, 4, 1, 2, 3] };
        let mut palette = Palette::new([picture.clone()].into_iter());
        assert_eq!(palette.bytes(), [1, 2, 3, 1, 2, 4, 0, 0, 0]);
        assert_eq!(palette.numbers(&picture), [0, 1, 0]);
    }
}
