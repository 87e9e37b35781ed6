//! Fixes of moves that are legal but not written in SAN.

use crate::chess::position::Position;
use crate::chess::san::{self, Deviations};
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::movetext::split::glued_symbol;
use crate::pgn::nag;
use crate::pgn::text::decode;

use super::{Edit, Faulty};

/// The move in SAN. A symbol that touches it becomes a NAG; a move suffix stays.
pub(super) fn respelled(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    if !faulty.is_sound_before(finding.span.start) {
        return None;
    }
    let position = Position::from_fen(finding.fen.as_deref()?).ok()?;
    let token = faulty.text(&finding.span);
    let parsed = san::parse(token).ok()?;
    let resolved = position.resolve(&parsed).ok()?;
    if resolved.forms.contains(Deviations::LOCALIZED) || resolved.forms.contains(Deviations::NULL_MOVE) {
        return None;
    }
    let mut text = san::write(&position, resolved.mv).to_string();
    let has_promotion = resolved.mv.promotion().is_some();
    let symbol = san::suffix(token).map(|range| range.start).or_else(|| glued_symbol(token).filter(|_| !has_promotion));
    if let Some(at) = symbol {
        let symbol = decode(&token[at..]);
        match &*symbol {
            "!" | "?" | "!!" | "??" | "!?" | "?!" => text.push_str(&symbol),
            _ => text = format!("{text} ${}", nag::from_symbol(&symbol)?),
        }
    }
    Some(Edit::new(finding.span.clone(), text))
}

/// Two tokens with a space between them.
pub(super) fn spaced(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    let Evidence::Instead { found, expected } = &finding.evidence else { return None };
    let text = faulty.text(&finding.span);
    // An excerpt of a long text is cut.
    let is_whole = found.as_bytes() == text;
    // One move in another notation is not two.
    if !faulty.is_sound_before(finding.span.start) || san::parse(text).is_ok() {
        return None;
    }
    let is_spaced = expected.bytes().filter(|byte| *byte != b' ').eq(text.iter().copied());
    (is_whole && is_spaced).then(|| Edit::new(finding.span.clone(), expected.as_bytes()))
}

/// A space in place of another one, behind a move.
pub(super) fn plain_space(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    let first = faulty.game.records().get(1)?.offset;
    let is_behind = finding.span.start > faulty.game.span.start + first as usize;
    (is_behind && faulty.is_sound()).then(|| Edit::new(finding.span.clone(), " "))
}
