//! What the bench `commands` compares.

use adoube::cpu::CpuLevel::{self, Avx2, Avx512, Scalar};

use crate::cozy::POSITIONS;
use crate::inputs::Shape::{
    self, Files, FinalPositions, LongGame, Month, MonthWithoutTags, MonthZst, Perft, Sample, Tiny, TinyWithTags,
};
use crate::programs::Program::{self, Adoube, AdoubeAt, Cozy, Engine, PgnExtract, PythonChess, Reader};
use crate::programs::Run;

/// Which time of a run counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clock {
    /// That of the processor.
    Cpu,
    /// That by the clock on the wall, of a program that needs two processors.
    TwoProcessors,
}

/// A comparison of two runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    /// Claims that belong together share a name.
    pub(crate) name: &'static str,
    pub(crate) ours: Run,
    pub(crate) theirs: Run,
    pub(crate) clock: Clock,
    /// What both runs must count, with the same result.
    pub(crate) same: &'static [&'static str],
}

const fn run(program: Program, words: &'static str, input: Shape) -> Run {
    Run { program, words, input }
}

const fn adoube(words: &'static str, input: Shape) -> Run {
    run(Adoube, words, input)
}

/// Validation in one thread, the yardstick of other work.
const fn validate(input: Shape) -> Run {
    adoube("validate --threads 1", input)
}

const fn validate_in_two(input: Shape) -> Run {
    adoube("validate --threads 2", input)
}

const fn validate_at(level: CpuLevel, input: Shape) -> Run {
    run(AdoubeAt(level), "validate --threads 1", input)
}

/// The peer of validation.
const fn reader(input: Shape) -> Run {
    run(Reader, "", input)
}

const fn cpu(name: &'static str, ours: Run, theirs: Run, same: &'static [&'static str]) -> Claim {
    Claim { name, ours, theirs, clock: Clock::Cpu, same }
}

const fn wall(name: &'static str, ours: Run, theirs: Run, same: &'static [&'static str]) -> Claim {
    Claim { name, ours, theirs, clock: Clock::TwoProcessors, same }
}

/// All claims.
pub(crate) fn claims() -> impl Iterator<Item = Claim> {
    let perft = (0..POSITIONS.len()).map(|position| {
        let input = Perft(position, 0);
        cpu("perft", adoube("perft --threads 1 --hash 0", input), run(Cozy, "", input), LEAVES)
    });
    CLAIMS.iter().copied().chain(perft)
}

const SMALL: Shape = Files(9_000);
const LARGE: Shape = Files(100_000);

/// A position that pgn-extract looks for, too.
const BY_POSITION: &str =
    "filter --threads 1 --where \"position = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -'\"";
const BY_POSITION_PEER: &str = "-s \"-Tfr1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\"";
const BY_TAG: &str = "filter --threads 1 --where Result=1-0";
const BY_MATERIAL: &str = "filter --threads 1 --where \"material = 'RP*vR' for 2 plies for either color\"";

const PNG: &str = "replay --threads 2 --as png -o {out}/{game}.png";
const PNG_ONE: &str = "replay --threads 1 --as png -o {out}/{game}.png";
const GIF: &str = "replay --threads 2 --as gif --at every:10 -o {out}/{game}.gif";
const GIF_ONE: &str = "replay --threads 1 --as gif --at every:10 -o {out}/{game}.gif";

const PLIES: &str = "stats --threads 1 --format parquet --per ply -o {out}/plies.parquet";
const GAMES: &str = "stats --threads 1 --format parquet --per game -o {out}/games.parquet";

const CAN_MATE: &str = "adjudicate --threads 1 --can-mate both --format jsonl";
const CAN_MATE_SHORT: &str = "adjudicate --threads 1 --can-mate both --format jsonl --short-lines";

const VALID: &[&str] = &["games", "valid"];
const LEAVES: &[&str] = &["leaves"];

/// All claims but those about each position of perft.
const CLAIMS: &[Claim] = &[
    cpu("validate", validate(Month), reader(Month), VALID),
    cpu("no-tags", validate(MonthWithoutTags), reader(MonthWithoutTags), VALID),
    cpu("tiny", validate(Tiny), reader(Tiny), VALID),
    cpu("tiny-tags", validate(TinyWithTags), reader(TinyWithTags), VALID),
    cpu("long-game", validate(LongGame), reader(LongGame), VALID),
    cpu("levels", validate_at(Scalar, Month), reader(Month), VALID),
    cpu("levels", validate_at(Avx2, Month), reader(Month), VALID),
    cpu("levels", validate_at(Avx512, Month), reader(Month), VALID),
    wall("threads", validate_in_two(Month), validate(Month), VALID),
    wall("many-files-9k", validate_in_two(SMALL), validate_in_two(Month), VALID),
    wall("many-files-9k", validate_in_two(SMALL), validate(SMALL), VALID),
    wall("many-files-100k", validate_in_two(LARGE), validate_in_two(Month), VALID),
    wall("many-files-100k", validate_in_two(LARGE), validate(LARGE), VALID),
    wall("zst", validate_in_two(MonthZst), validate_in_two(Month), VALID),
    cpu("audit", adoube("validate --threads 1 --audit", Month), validate(Month), VALID),
    cpu("select-all", adoube("validate --threads 1 --select all --format jsonl", Month), validate(Month), &["games"]),
    cpu("stats", adoube("stats --threads 1", Month), validate(Month), VALID),
    cpu("stats-html", adoube("stats --threads 1 --format html", Month), validate(Month), &[]),
    cpu("stats-html", adoube("stats --threads 1 --format html", Month), adoube("stats --threads 1", Month), &[]),
    cpu("stats-tree", adoube("stats --threads 1 --tree 10", Month), validate(Month), &["games"]),
    cpu("adjudicate", adoube("adjudicate --threads 1", Month), validate(Month), &["games"]),
    cpu("can-mate", adoube(CAN_MATE, FinalPositions), run(Engine, "", FinalPositions), &["answers", "yes"]),
    cpu("can-mate", adoube(CAN_MATE_SHORT, FinalPositions), adoube(CAN_MATE, FinalPositions), &["answers", "yes"]),
    cpu("replay-jsonl", adoube("replay --threads 1 --format jsonl", Month), validate(Month), &[]),
    cpu(
        "replay-jsonl",
        adoube("replay --threads 1 --format jsonl", Sample(400)),
        run(PythonChess, "", Sample(400)),
        &["lines"],
    ),
    cpu("parquet-plies", adoube(PLIES, Month), adoube("replay --threads 1 --format jsonl --fields all", Month), &[]),
    cpu("parquet-games", adoube(GAMES, Month), adoube("stats --threads 1 --per game --format jsonl", Month), &[]),
    wall("png", adoube(PNG, Sample(40)), adoube(PNG_ONE, Sample(40)), &["files"]),
    wall("gif", adoube(GIF, Sample(8)), adoube(GIF_ONE, Sample(8)), &["files"]),
    cpu("filter", adoube(BY_TAG, Month), validate(Month), &["games"]),
    cpu("filter", adoube(BY_TAG, Month), run(PgnExtract, "-s -Tr1-0", Month), &["written"]),
    cpu("filter", adoube(BY_POSITION, Month), validate(Month), &["games"]),
    cpu("filter", adoube(BY_POSITION, Month), run(PgnExtract, BY_POSITION_PEER, Month), &["written"]),
    cpu("filter", adoube(BY_MATERIAL, Month), validate(Month), &["games"]),
    cpu(
        "perft-hash",
        adoube("perft --threads 1", Perft(0, 1)),
        adoube("perft --threads 1 --hash 0", Perft(0, 1)),
        LEAVES,
    ),
    cpu(
        "perft-hash",
        adoube("perft --threads 1", Perft(1, 1)),
        adoube("perft --threads 1 --hash 0", Perft(1, 1)),
        LEAVES,
    ),
];
