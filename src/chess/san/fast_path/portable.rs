//! The portable board, which plays on a [`Position`]. It is the reference implementation of the other boards.

use super::super::Disambiguation;
use super::canonical::CanonicalSan;
use super::{BatchBoard, BoardVisitor, Played, SanToken, SuffixBits};
use crate::chess::attacks;
use crate::chess::piece::Color;
use crate::chess::position::Position;

/// Runs a visitor on the portable board, with the decoder for any processor.
#[inline(never)]
pub(super) fn drive<D: BoardVisitor>(position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    drive_with(Scalar, position, in_check, drive)
}

/// Runs a visitor on the portable board, with this decoder of tokens.
#[inline(always)]
pub(super) fn drive_with<D: BoardVisitor>(
    decoder: impl Decoder,
    position: &mut Position,
    in_check: &mut bool,
    drive: D,
) -> D::Output {
    let mut board = Portable { position, in_check: *in_check, decoder };
    let output = drive.drive(&mut board);
    *in_check = board.in_check;
    output
}

pub(super) trait Decoder: Copy {
    fn decode_tokens(self, tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]);
}

/// The decoder for any processor.
#[derive(Clone, Copy)]
struct Scalar;

impl Decoder for Scalar {
    #[inline(always)]
    fn decode_tokens(self, tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
        decode_tokens(tokens, starts, ends, text);
    }
}

/// Decodes tokens. It is not inlined, so that its constants do not occupy registers that making moves needs.
#[inline(never)]
fn decode_tokens(tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    super::batch::decode_tokens(super::batch::Sse2, tokens, starts, ends, text);
    #[cfg(not(target_arch = "x86_64"))]
    super::read_scalar(tokens, starts, ends, text);
}

/// A board on the position itself.
struct Portable<'p, R> {
    position: &'p mut Position,
    /// Whether the side to move is in check.
    in_check: bool,
    decoder: R,
}

impl<R: Decoder> BatchBoard for Portable<'_, R> {
    type State = (Position, bool);

    fn state(&self) -> Self::State {
        (self.position.clone(), self.in_check)
    }

    fn restore(&mut self, state: &Self::State) {
        self.position.clone_from(&state.0);
        self.in_check = state.1;
    }

    #[inline(always)]
    fn decode_tokens(&self, tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
        self.decoder.decode_tokens(tokens, starts, ends, text);
    }

    #[inline(always)]
    fn play(&mut self, us: Color, token: SanToken) -> Option<Played> {
        let (kind, to) = (token.kind(), token.to());
        let position = &*self.position;
        debug_assert_eq!(us, position.turn());
        let (ours, theirs) = (position.by_color(us), position.by_color(us.other()));
        if theirs.0 >> to.index() & 1 != token.captures() || ours.contains(to) {
            return None;
        }
        let from = (ours & position.kinds[kind] & token.possible_origins(us) & token.origin_mask()).single()?;
        if !(attacks::between(to, from) & (ours | theirs)).is_empty() {
            return None;
        }
        let (mv, check) = self.position.play_from(self.in_check, us, token, from)?;
        self.in_check = check;
        Some(Played { mv, key: self.position.key() })
    }

    #[inline(always)]
    fn play_any(
        &mut self,
        us: Color,
        token: SanToken,
        text: u64,
        accepted: Disambiguation,
    ) -> Option<(Played, SuffixBits)> {
        debug_assert_eq!(us, self.position.turn());
        let CanonicalSan { mv, suffix, check } = self.position.play_token(token, text, self.in_check, accepted)?;
        self.in_check = check;
        Some((Played { mv, key: self.position.key() }, suffix))
    }

    #[inline(always)]
    fn is_check(&self, _: Color) -> bool {
        self.in_check
    }

    fn is_mate(&mut self) -> bool {
        self.in_check && self.position.is_checkmate()
    }

    #[inline(always)]
    fn number(&self) -> u32 {
        self.position.fullmove_number()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u16 {
        self.position.halfmove_clock() as u16
    }
}
