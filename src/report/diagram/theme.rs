//! The colours of boards.

/// A colour as red, green and blue.
pub(super) type Rgb = u32;

/// The colours of a board's squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    /// Light and dark wood.
    #[default]
    Brown,
    /// Ivory and green, as boards for tournaments are.
    Green,
    /// Pale and dark blue.
    Blue,
    /// Grey, for paper.
    Gray,
}

/// What squares are filled with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    /// A light and a dark square.
    pub(super) plain: [Rgb; 2],
    /// The same if the last move began or ended there.
    pub(super) moved: [Rgb; 2],
}

/// The paper around the board.
pub(super) const PAPER: Rgb = 0xff_ff_ff;

/// Letters, digits and lines on the paper.
pub(super) const INK: Rgb = 0x40_40_40;

/// Behind a king in check.
pub(super) const CHECK: Rgb = 0xe0_20_20;

impl Theme {
    pub(super) const fn squares(self) -> Squares {
        let [plain, moved] = match self {
            Self::Brown => [[0xf0_d9_b5, 0xb5_88_63], [0xcd_d2_6a, 0xaa_a2_3a]],
            Self::Green => [[0xeb_ec_d0, 0x73_95_52], [0xf5_f6_82, 0xb9_ca_43]],
            Self::Blue => [[0xde_e3_e6, 0x8c_a2_ad], [0xc3_d8_87, 0x92_b1_66]],
            Self::Gray => [[0xf2_f2_f2, 0xb0_b0_b0], [0xc9_dc_ef, 0x86_a6_c6]],
        };
        Squares { plain, moved }
    }
}
