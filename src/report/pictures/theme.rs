//! The color themes of boards.

/// A color as red, green and blue: `0xRRGGBB`.
pub(super) type Rgb = u32;

/// The colors of the squares of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    /// Light and dark wood.
    #[default]
    Brown,
    /// Ivory and green, as on tournament boards.
    Green,
    /// Pale and dark blue.
    Blue,
    /// Gray, for paper.
    Gray,
}

/// The fill colors of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    /// A light and a dark square.
    pub(super) plain: [Rgb; 2],
    /// The same two if the last move began or ended there.
    pub(super) moved: [Rgb; 2],
}

/// The background around the board.
pub(super) const PAPER: Rgb = 0xff_ff_ff;

/// Letters, digits and lines around the board.
pub(super) const INK: Rgb = 0x40_40_40;

/// The highlight of a king in check.
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
