//! The counts of agreement with the second library, for `--cross-check`.

use std::fmt::Write as _;

use crate::commands::ExitStatus;
use crate::commands::driver::Run;
use crate::report::terminal::numbers::counted;
use crate::witness::mating::{SecondOpinion, second_views_of_mating, second_views_of_ruling};

use super::Args;
use super::adjudication::VerdictAnswer;

/// The opinions of the second library on these answers; none without `--cross-check`.
pub(super) fn second_opinions(args: &Args, answers: &[VerdictAnswer]) -> Vec<SecondOpinion> {
    let opinions = |answer: &VerdictAnswer| match answer {
        VerdictAnswer::Ruling(ruling) => second_views_of_ruling(ruling),
        VerdictAnswer::Mating(mating) => second_views_of_mating(mating),
    };
    if args.cross_check { answers.iter().flat_map(opinions).collect() } else { Vec::new() }
}

/// The number of second opinions of each kind.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Agreement {
    agreed: u64,
    none: u64,
    disputed: u64,
}

impl Agreement {
    /// Counts the opinions on a game and reports disagreements: one program is wrong, or has not searched far enough.
    pub(super) fn add(&mut self, seconds: &[SecondOpinion], file: &str, game: u64, run: &mut Run) {
        for second in seconds {
            match second {
                SecondOpinion::Agrees => self.agreed += 1,
                SecondOpinion::None => self.none += 1,
                SecondOpinion::Disagrees(dispute) => {
                    self.disputed += 1;
                    run.report(ExitStatus::Failed, format_args!("{file}: game {game}: {dispute}"));
                }
            }
        }
    }

    /// The lines for the end of the summary; empty if nothing was compared.
    pub(super) fn text(self) -> String {
        let Self { agreed, none, disputed } = self;
        if agreed + none + disputed == 0 {
            return String::new();
        }
        let questions = counted(agreed + none + disputed, "question", "questions");
        let mut text = format!("cross-check: chasolver agrees on {agreed} of {questions}\n");
        if none > 0 {
            let _ =
                writeln!(text, "  on {none} it has no opinion: it does not accept the position, or does not decide");
        }
        if disputed > 0 {
            let _ = writeln!(text, "  on {disputed} the two programs disagree");
        }
        text
    }
}
