//! Family V: variations and their parentheses.

use super::{Rule, RuleInfo, Severity, row};

pub(super) const VARIATIONS: [RuleInfo; 5] = [
    row!(V101 "unclosed-variation": UnclosedVariation, Error, pgn "8.2.5",
        "a variation is not closed before the game ends",
        "Moves of the game may have become part of the analysis: after a `(` without `)`, no reader can tell the two \
        apart, and some programs throw all these moves away.\n\n\
        Close the variation where it ends. adoube closes it at the end of the game, takes the result that stands \
        there for the game's, and reports the place where it opened."),
    row!(V102 "stray-parenthesis": StrayParenthesis, Error, pgn "8.2.5",
        "a `)` closes no variation",
        "The opening `(` was lost, so that moves of a variation are in the main line, or there is one `)` too many.\n\n\
        Look at the moves before it. adoube skips the parenthesis and plays on."),
    row!(V103 "empty-variation": EmptyVariation, Warning, pgn "8.2.5",
        "a variation without a move",
        "A variation has one or more moves. `()` and parentheses around a comment alone are remains of deleted \
        analysis. Some programs write the time of a move in parentheses, `(0:05)`.\n\n\
        Delete the parentheses and keep the comment. Write times in braces, with `[%clk …]` or `[%emt …]` for programs."),
    row!(V104 "variation-before-move": VariationBeforeMove, Error, pgn "8.2.5",
        "a variation before the first move has no move to replace",
        "A variation follows the move that it replaces. Before the first move there is none, and at least one \
        common reader plays such a variation as the game.\n\n\
        Move it after the move it is about. adoube does not play it."),
    row!(V105 "result-in-variation": ResultInVariation, Warning, pgn "8.2.6",
        "a result inside a variation",
        "The termination marker ends the game, and some readers end it there, in the middle of the analysis.\n\n\
        Say `$18` (White wins) or `$19` (Black wins), or use a comment. adoube skips the marker."),
];
