//! The legality engine: squares, pieces, positions, moves, and the rules that decide which moves are legal.
//!
//! Pure: no input or output, no threads, no clock. The text formats are FEN, EPD, SAN and UCI.

/// The bitwise operators of a type, each with the expression that computes it.
macro_rules! bitwise {
    (
        #[$inline:meta]
        impl[$($generics:tt)*] $type:ty;
        $and_a:ident & $and_b:ident = $and:expr;
        $or_a:ident | $or_b:ident = $or:expr;
        $xor_a:ident ^ $xor_b:ident = $xor:expr;
        !$not_a:ident = $not:expr;
    ) => {
        bitwise! { @ #[$inline] impl[$($generics)*] BitAnd::bitand for $type, $and_a, $and_b => $and }
        bitwise! { @ #[$inline] impl[$($generics)*] BitOr::bitor for $type, $or_a, $or_b => $or }
        bitwise! { @ #[$inline] impl[$($generics)*] BitXor::bitxor for $type, $xor_a, $xor_b => $xor }

        impl<$($generics)*> std::ops::Not for $type {
            type Output = Self;
            #[$inline]
            fn not(self) -> Self {
                let $not_a = self;
                $not
            }
        }
    };
    (@ #[$inline:meta] impl[$($generics:tt)*] $operator:ident::$name:ident for $type:ty, $a:ident, $b:ident => $result:expr) => {
        impl<$($generics)*> std::ops::$operator for $type {
            type Output = Self;
            #[$inline]
            fn $name(self, $b: Self) -> Self {
                let $a = self;
                $result
            }
        }
    };
}

pub mod attacks;
pub mod bitboard;
pub mod epd;
pub mod fen;
pub mod illegal;
pub mod internal;
pub mod legality;
pub mod movegen;
pub mod moves;
pub mod packed;
pub mod perft;
pub mod piece;
pub mod play;
pub mod position;
#[cfg(test)]
pub(crate) mod random;
mod refusal;
pub mod san;
pub mod setup;
pub mod square;
pub mod uci;
mod zobrist;
