//! How blocks are looked at: as well as the processor can, or as one is told.

#[cfg(target_arch = "x86_64")]
use super::byte_classes::{Avx2, Avx512};
use super::byte_classes::{Portable, Scanner};

/// How blocks are looked at, if the processor can do it; if not, as the next narrower one. All see the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ScanLevel {
    /// As any processor can; on x86-64 sixteen bytes an instruction.
    Portable,
    /// With AVX2 and the bit operations of such processors.
    Avx2,
    /// A whole block in a register of AVX-512.
    Avx512,
}

/// Something that looks at blocks.
pub(in crate::pgn) trait Look {
    /// What comes of it.
    type Seen;

    /// Looks at blocks with this scanner. Compiled once for each of them, and with its instructions only where it is always
    /// inlined.
    fn look(self, scanner: impl Scanner) -> Self::Seen;
}

impl ScanLevel {
    /// Looks at blocks in this way.
    #[inline]
    pub(in crate::pgn) fn look<L: Look>(self, look: L) -> L::Seen {
        #[cfg(target_arch = "x86_64")]
        {
            if self == Self::Avx512
                && let Some(avx512) = Avx512::of_process()
            {
                // SAFETY: the value proves that the processor has these features.
                return unsafe { look_avx512(look, avx512) };
            }
            if self >= Self::Avx2
                && let Some(avx2) = Avx2::of_process()
            {
                // SAFETY: as above.
                return unsafe { look_avx2(look, avx2) };
            }
        }
        look.look(Portable)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
fn look_avx512<L: Look>(look: L, scanner: Avx512) -> L::Seen {
    look.look(scanner)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn look_avx2<L: Look>(look: L, scanner: Avx2) -> L::Seen {
    look.look(scanner)
}
