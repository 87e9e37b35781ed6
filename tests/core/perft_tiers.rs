//! Every tier of perft returns the counts of the reference implementation, and so do two threads with a shared table.
//!
//! The positions are random. `ADOUBE_PERFT_POSITIONS` is their number (default 300), `ADOUBE_PERFT_SEED` the first
//! seed. A failure prints the seed, which determines the position.

use std::sync::atomic::{AtomicBool, AtomicU64};

use adoube::chess::perft::hashed::Counter;
use adoube::chess::perft::table::{DEFAULT_BITS, PerftTable};
use adoube::chess::perft::{PerftTier, perft_with};
use adoube::chess::piece::{Color, Piece, PieceType};
use adoube::chess::position::Position;
use adoube::chess::setup::Setup;
use adoube::chess::square::{File, Rank, Square};
use adoube::chess::{fen, perft};
use adoube::cpu::CpuLevel;

use crate::support::chess::{random_game, random_start};
use crate::support::{Random, say};

#[test]
fn all_tiers_agree_on_random_positions() {
    let number = |name, default| std::env::var(name).map_or(default, |text| text.parse().unwrap());
    let (first, positions) = (number("ADOUBE_PERFT_SEED", 1), number("ADOUBE_PERFT_POSITIONS", 300));
    let tiers = PerftTier::ALL.into_iter().filter(|tier| *tier != PerftTier::Plain);
    assert!(CpuLevel::tested("the tiers of perft, which run portable code then").count() < CpuLevel::ALL.len());
    let (mut traits, mut leaves) = (Traits::default(), 0);
    let mut references = Vec::new();
    for seed in first..first + positions {
        let position = random_position(seed);
        traits.note(&position);
        let expected = perft::reference_perft(&position, 3);
        leaves += expected;
        for tier in tiers.clone() {
            let fen = position.to_fen();
            for depth in [1, 2] {
                let (counted, expected) =
                    (perft_with(tier, &position, depth), perft::reference_perft(&position, depth));
                assert_eq!(counted, expected, "seed {seed}, {tier}, depth {depth}: {fen}");
            }
            assert_eq!(perft_with(tier, &position, 3), expected, "seed {seed}, {tier}, depth 3: {fen}");
        }
        references.push((seed, position, expected));
    }
    with_a_shared_table(&references);
    say(&format!(
        "seeds {first}..{}: {positions} positions, {leaves} leaves at depth 3; {traits:?}",
        first + positions
    ));
}

/// Two threads count all positions with one table, from both ends, so that each finds entries of the other. The table
/// is too small for all entries, so that many are replaced.
fn with_a_shared_table(references: &[(u64, Position, u64)]) {
    let memory: Vec<AtomicU64> = (0..1 << 16).map(|_| AtomicU64::new(0)).collect();
    let table = PerftTable::new(&memory, DEFAULT_BITS).unwrap();
    let never = AtomicBool::new(false);
    let count = |entries: &mut dyn Iterator<Item = &(u64, Position, u64)>| {
        let mut counter = Counter::new(PerftTier::best(), Some(&table), &never);
        for (seed, position, expected) in entries {
            assert_eq!(counter.count(position, 3), Ok(*expected), "seed {seed}, with a table: {}", position.to_fen());
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| count(&mut references.iter()));
        scope.spawn(|| count(&mut references.iter().rev()));
    });
    let usage = table.usage();
    assert!(usage.hits > 0 && usage.hits < usage.probes, "{usage:?}");
}

#[test]
fn deep_counts_do_not_exhaust_the_stack() {
    // Only the kings can move, and each has only one square to move to.
    let text = "5b1k/4p1p1/4P1P1/1p4p1/1P3pP1/1p1p1P1p/1P1P3P/K1B5 w - - 0 1";
    let position = fen::parse(text.as_bytes()).unwrap().setup.position().unwrap();
    for tier in PerftTier::ALL {
        assert_eq!(perft_with(tier, &position, 200_000), 1, "{tier}");
    }
}

#[test]
fn tiers_have_names() {
    for tier in PerftTier::ALL {
        assert_eq!(tier.to_string().parse(), Ok(tier));
    }
    assert_eq!("avx".parse::<PerftTier>().unwrap_err().0, "avx");
    assert!(PerftTier::Plain.is_available() && PerftTier::Scalar.is_available());
    assert_ne!(PerftTier::best(), PerftTier::Plain);
}

/// The numbers of positions of kinds that are easy to count wrongly.
#[derive(Default, Debug)]
struct Traits {
    checks: u32,
    double_checks: u32,
    pins: u32,
    promotions: u32,
    en_passant: u32,
    castling_rights: u32,
    chess960: u32,
}

impl Traits {
    fn note(&mut self, position: &Position) {
        let promotes = position.legal_moves().into_iter().any(|m| m.promotion().is_some());
        self.checks += u32::from(position.is_check());
        self.double_checks += u32::from(position.checkers().has_several());
        self.pins += u32::from(!position.pinned().is_empty());
        self.promotions += u32::from(promotes);
        self.en_passant += u32::from(position.legal_en_passant().is_some());
        self.castling_rights += u32::from(!position.castling().is_empty());
        self.chess960 += u32::from(!position.has_standard_castling());
    }
}

/// Half of the positions come from random games of standard chess and Chess960; the others have pieces on random
/// squares. Random moves then lead to a special position, if one is near.
fn random_position(seed: u64) -> Position {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let start = match seed % 4 {
        0 => Position::initial(),
        1 => random_start(seed),
        2 => random_setup(&mut random, Kings::Anywhere),
        _ => random_setup(&mut random, Kings::WithRooks),
    };
    let plies = if seed % 4 < 2 { 10 + random.below(150) } else { random.below(8) };
    let mut last = start.clone();
    let mut special = None;
    random_game(start, seed, plies, |position, _| {
        // The rarest kind is kept.
        let is_kept = special.as_ref().is_some_and(|special: &Position| special.legal_en_passant().is_some());
        if is_special(position) && !is_kept {
            special = Some(position.clone());
        }
        last = position.clone();
    });
    match special {
        Some(special) if random.below(3) > 0 => special,
        _ => last,
    }
}

fn is_special(position: &Position) -> bool {
    let promotes = || position.legal_moves().into_iter().any(|m| m.promotion().is_some());
    position.is_check() || position.legal_en_passant().is_some() || !position.pinned().is_empty() || promotes()
}

/// The placement of the kings.
#[derive(Clone, Copy, PartialEq)]
enum Kings {
    Anywhere,
    /// On their back ranks, with rooks that have the right to castle.
    WithRooks,
}

/// Places pieces at random until the setup is playable.
fn random_setup(random: &mut Random, kings: Kings) -> Position {
    loop {
        let mut setup = Setup::empty();
        for color in Color::BOTH {
            place_side(random, &mut setup, color, kings);
        }
        setup.turn = Color::BOTH[random.below(2)];
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}

fn place_side(random: &mut Random, setup: &mut Setup, color: Color, kings: Kings) {
    let put = |setup: &mut Setup, random: &mut Random, kind: PieceType, ranks: [u8; 2]| loop {
        let rank = Rank::from_index(ranks[0] + random.below(usize::from(ranks[1] - ranks[0]) + 1) as u8);
        let square = Square::new(File::from_index(random.below(8) as u8), rank);
        if setup.squares[square.index()].is_none() {
            setup.squares[square.index()] = Some(Piece { color, kind });
            return square;
        }
    };
    let home = color.back_rank().index() as u8;
    if kings == Kings::WithRooks {
        let king = put(setup, random, PieceType::King, [home, home]);
        for _ in 0..=random.below(2) {
            let rook = put(setup, random, PieceType::Rook, [home, home]);
            let outer = setup.castling.into_iter().find(|&other| {
                setup.squares[other.index()].is_some_and(|piece| piece.color == color)
                    && (other.index() < king.index()) == (rook.index() < king.index())
            });
            if outer.is_none() {
                setup.castling |= rook.into();
            }
        }
    } else {
        put(setup, random, PieceType::King, [0, 7]);
    }
    for _ in 0..random.below(9) {
        put(setup, random, PieceType::Pawn, [1, 6]);
    }
    for _ in 0..random.below(5) {
        let kind = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen][random.below(4)];
        put(setup, random, kind, [0, 7]);
    }
}
