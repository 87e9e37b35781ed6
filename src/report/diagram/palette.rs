//! Few colours in place of many.

use std::collections::HashMap;

use super::raster::Picture;

/// At most this many colours; one more number stands for *as before*.
const MOST: usize = 255;

/// The colours of a moving picture, and where each other colour is put.
#[derive(Clone, Debug)]
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The colours of these pictures, those that are frequent first; colours near to one that is there are left out, and
    /// *near* is made wider until all fit. So squares and men keep their own colours, and only the blends at their edges
    /// are put together.
    pub(super) fn of(pictures: impl Iterator<Item = Picture>) -> Self {
        let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
        for picture in pictures {
            for (color, length) in picture.runs() {
                *counts.entry(color).or_default() += length as u64;
            }
        }
        let mut frequent: Vec<([u8; 3], u64)> = counts.into_iter().collect();
        frequent.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let colors = (0..=442).map(|step| chosen(&frequent, step * step)).find(|colors| colors.len() <= MOST);
        Self { colors: colors.unwrap_or_default(), nearest: HashMap::new() }
    }

    /// The number that means *as before*.
    pub(super) fn transparent(&self) -> u8 {
        self.colors.len() as u8
    }

    /// Red, green and blue of each number, *as before* included.
    pub(super) fn bytes(&self) -> Vec<u8> {
        [self.colors.as_flattened(), &[0; 3]].concat()
    }

    /// The numbers of a picture's pixels.
    pub(super) fn numbers(&mut self, picture: &Picture) -> Vec<u8> {
        let runs = picture.runs().flat_map(|(color, length)| std::iter::repeat_n(self.number(color), length));
        runs.collect()
    }

    /// The colour that is nearest to this one.
    fn number(&mut self, color: [u8; 3]) -> u8 {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let nearest = (0..).zip(colors).min_by_key(|(_, other)| distance(color, **other));
            nearest.map_or(0, |(number, _)| number)
        })
    }
}

/// Colours that are all farther than this from each other, or one more than are wanted.
fn chosen(frequent: &[([u8; 3], u64)], apart: u32) -> Vec<[u8; 3]> {
    let mut colors: Vec<[u8; 3]> = Vec::new();
    for &(color, _) in frequent {
        if colors.len() <= MOST && colors.iter().all(|other| distance(color, *other) > apart) {
            colors.push(color);
        }
    }
    colors
}

/// The square of how far two colours are from each other.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.into_iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_colours_stay_and_rare_ones_go_to_their_neighbours() {
        let pixel = |step: u32| [(step % 40) as u8 * 6, (step / 40) as u8 * 6, 0];
        let mut rgb: Vec<u8> = (0..1600).flat_map(pixel).collect();
        rgb.extend([7, 9, 250].repeat(400));
        let picture = Picture { width: 2000, height: 1, rgb };
        let mut palette = Palette::of([picture.clone()].into_iter());
        assert!(palette.colors.len() <= MOST);
        assert_eq!(palette.colors[0], [7, 9, 250]);
        assert_eq!(usize::from(palette.transparent()), palette.colors.len());
        let numbers = palette.numbers(&picture);
        for (number, color) in numbers.into_iter().zip(picture.colors().iter().copied()) {
            let shown = palette.colors[usize::from(number)];
            assert!(distance(shown, color) <= 30 * 30, "{color:?} {shown:?}");
        }
    }

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let picture = Picture { width: 3, height: 1, rgb: vec![1, 2, 3, 1, 2, 4, 1, 2, 3] };
        let mut palette = Palette::of([picture.clone()].into_iter());
        assert_eq!(palette.bytes(), [1, 2, 3, 1, 2, 4, 0, 0, 0]);
        assert_eq!(palette.numbers(&picture), [0, 1, 0]);
    }
}
