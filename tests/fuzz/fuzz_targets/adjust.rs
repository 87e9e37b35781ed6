//! A text of games, each with all of its fixes: the safe ones, or also the unsafe ones. What must hold:
//!
//! * No fix is withdrawn: none would change the game.
//! * With safe fixes, the game has the same moves. A game without errors has none afterwards.
//! * The text between the changes is that of before.
//! * A second time, nothing is left to fix.

#![no_main]

use adoube::RuleSet;
use adoube::game::fix::adjust::adjust;
use adoube::game::replay::{Validity, read_game};
use adoube::game::rules::{Applicability, Severity};
use adoube::pgn::place::Span;
use adoube::pgn::split::games;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    for span in games(text).take(10) {
        check(text, &span, Applicability::Safe);
        check(text, &span, Applicability::Unsafe);
    }
});

fn check(text: &[u8], span: &Span, most: Applicability) {
    let Some(adjusted) = adjust(text, span.clone(), RuleSet::ALL, most) else { return };
    let after = [&adjusted.text[..], &text[span.end..]].concat();
    let shown = || String::from_utf8_lossy(&after).into_owned();
    assert!(adjusted.withdrawn == RuleSet::EMPTY, "{:?} withdrawn:\n{}", adjusted.withdrawn, shown());

    let read = |text, start| read_game(text, start, RuleSet::at_least(Severity::Error));
    let (before, now) = (read(text, span.start), read(&after[..], 0));
    assert_eq!(now.span.end, adjusted.text.len(), "{}", shown());
    if most == Applicability::Safe {
        assert_eq!(now.moves().collect::<Vec<_>>(), before.moves().collect::<Vec<_>>(), "{}", shown());
    }
    assert!(before.status != Validity::Valid || now.status == Validity::Valid, "{}", shown());

    let (mut rebuilt, mut at) = (Vec::new(), 0);
    for change in &adjusted.changes {
        rebuilt.extend_from_slice(&adjusted.before[at..change.span.start]);
        rebuilt.extend_from_slice(&change.text);
        at = change.span.end;
    }
    rebuilt.extend_from_slice(&adjusted.before[at..]);
    assert!(rebuilt == adjusted.text, "the changes are not the difference:\n{}", shown());
    assert!(adjust(&after, 0..adjusted.text.len(), RuleSet::ALL, most).is_none(), "a second time:\n{}", shown());
}
