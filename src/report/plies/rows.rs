//! The rows of a game as bytes, with gaps for the number of the game. The thread that reads the game writes the rows.
//! The number is known only when the results are collected in order, and is filled in then.

use std::io::{self, Write};

use super::super::wrap::shortened;

/// Bytes with gaps for the number of the game.
#[derive(Clone, Default, Debug)]
pub struct RowBuffer {
    bytes: Vec<u8>,
    gaps: Vec<usize>,
    /// The width of the terminal, if longer lines are cut.
    columns: Option<usize>,
}

impl RowBuffer {
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), gaps: Vec::new(), columns: None }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.gaps.is_empty()
    }

    /// The number of bytes, without the filled gaps.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Removes all rows; keeps the allocation.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.gaps.clear();
    }

    /// Leaves a gap for the number of the game.
    pub(in crate::report) fn push_game_number(&mut self) {
        self.gaps.push(self.bytes.len());
    }

    /// Cuts lines that are wider than a terminal.
    pub(super) const fn cut_to(&mut self, columns: Option<usize>) {
        self.columns = columns;
    }

    pub(in crate::report) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Writes the rows with the number of the game.
    pub fn write(&self, game: u64, out: &mut impl Write) -> io::Result<()> {
        self.fill(|_| game, out)
    }

    /// Writes the rows with a number for each gap.
    pub(in crate::report) fn fill(&self, number: impl Fn(usize) -> u64, out: &mut impl Write) -> io::Result<()> {
        let mut filled = Vec::with_capacity(self.bytes.len() + self.gaps.len() * 8);
        let mut from = 0;
        for (gap, &at) in self.gaps.iter().enumerate() {
            filled.extend_from_slice(&self.bytes[from..at]);
            filled.extend_from_slice(digits(number(gap), &mut [0; 20]));
            from = at;
        }
        filled.extend_from_slice(&self.bytes[from..]);
        let Some(columns) = self.columns else { return out.write_all(&filled) };
        let text = String::from_utf8_lossy(&filled);
        text.lines().try_for_each(|line| writeln!(out, "{}", shortened(line, columns)))
    }
}

/// The decimal digits of a number.
pub(super) fn digits(mut number: u64, buffer: &mut [u8; 20]) -> &[u8] {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &buffer[at..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_a_terminal() {
        let mut rows = RowBuffer::default();
        rows.bytes().extend_from_slice("Noir, Émile\ne4\n\n".as_bytes());
        rows.cut_to(Some(10));
        let mut out = Vec::new();
        rows.write(1, &mut out).unwrap();
        assert_eq!(out, "Noir, Émi…\ne4\n\n".as_bytes());
    }

    #[test]
    fn gaps_are_filled() {
        let mut rows = RowBuffer::default();
        rows.bytes().extend_from_slice(b"a,");
        rows.push_game_number();
        rows.bytes().extend_from_slice(b"\n");
        let mut out = Vec::new();
        rows.write(1_234_567, &mut out).unwrap();
        rows.write(0, &mut out).unwrap();
        assert_eq!(out, b"a,1234567\na,0\n");
    }
}
