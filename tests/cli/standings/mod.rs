//! Tests of standings against published tables and a reference implementation.

mod command;
mod engine_match;
mod fixture;
mod reference;
mod trf;

use adoube::stats::standings::crosstable::{CrossTable, CrossTableCell, RoundTable, round_list};
use adoube::stats::standings::event::PairingList;
use adoube::stats::standings::event_players::{EventPlayers, PairingSystem};
use adoube::stats::standings::ranking::{Standing, rank};
use adoube::stats::standings::rating::{WideGap, rate};
use adoube::stats::standings::result::Scoring;
use adoube::stats::standings::tiebreak::TieBreak;
use fixture::{Fixture, Row, add, entrant};

/// The values of a player by the names of the fixture.
fn value(standing: &Standing, asked: &[TieBreak], name: &str) -> String {
    if name == "PTS" {
        return standing.points.to_string();
    }
    let tie_break: TieBreak = name.parse().unwrap();
    let place = asked.iter().position(|asked| *asked == tie_break).unwrap();
    standing.values[place].to_string()
}

/// Asserts that the standings of a fixture match its published values.
fn agrees(name: &str, system: PairingSystem, tie_breaks: &str) -> (EventPlayers, Vec<Standing>) {
    let fixture = Fixture::read(name);
    let asked: Vec<TieBreak> = tie_breaks.split(',').map(|code| code.parse().unwrap()).collect();
    let field = EventPlayers::new(&fixture.event, None).unwrap();
    assert_eq!(field.system, system);
    let standings = rank(&field, &asked, Scoring::default());
    let mut checked = 0;
    for Row { name: player, values } in &fixture.rows {
        let found = |standing: &&Standing| *field.players[standing.player].name == **player;
        let standing = standings.iter().find(found).unwrap();
        for (name, published) in values {
            assert_eq!(&value(standing, &asked, name), published, "{name} of {player}");
            checked += 1;
        }
    }
    assert!(checked >= fixture.rows.len());
    (field, standings)
}

fn order(field: &EventPlayers, standings: &[Standing]) -> Vec<String> {
    standings.iter().map(|standing| format!("{} {}", standing.rank, field.players[standing.player].name)).collect()
}

#[test]
fn a_swiss_with_unplayed_rounds_of_all_kinds() {
    let (field, standings) = agrees("fide-swiss.txt", PairingSystem::Swiss, "BH/C1,BH,SB,PS,WIN,WON,BWG,ARO,TPR");
    let remarks: Vec<String> = field.remarks.iter().map(ToString::to_string).collect();
    assert_eq!(
        remarks,
        [
            "5 byes",
            "2 games without moves by a player: unplayed, points by the result",
            "3 rounds without an entry for a player: counted as absences"
        ]
    );
    let rounds = RoundTable::new(&field, &standings);
    assert_eq!(rounds.rounds, [1, 2, 3, 4, 5]);
    let cells: Vec<String> = rounds.rows[0].iter().map(|cell| cell.iter().map(ToString::to_string).collect()).collect();
    assert_eq!(order(&field, &standings)[..5], ["1 Bruno", "2 Charline", "3 David", "4 Alyx", "5 Stephan"]);
    assert_eq!(cells, ["16b1", "13w1", "4b½", "5w1", "2b½"]);
}

#[test]
fn direct_encounter_in_a_swiss() {
    agrees("fide-direct-encounter.txt", PairingSystem::Swiss, "DE");
}

#[test]
fn a_round_robin_with_a_forfeit() {
    let (field, standings) = agrees("fide-round-robin.txt", PairingSystem::RoundRobin, "DE,SB,TPR");
    assert_eq!(
        order(&field, &standings),
        ["1 Alyx", "2 Charline", "3 Bruno", "4 Helene", "5 Franck", "6 David"],
        "the performance divides those whom nothing else does"
    );
    let table = CrossTable::new(&field, &standings).unwrap();
    let row = |row: &[CrossTableCell]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = table.rows.iter().map(|cells| row(cells)).collect();
    assert_eq!(rows[0], ",1,1,1,½,0");
    assert_eq!(rows[3], "0,0,0,,+,½");
    // Number 4's four games over the board against 2200, 2150, 2100, 2000 and 1950.
    let david = field.players.iter().find(|player| &*player.name == "David").unwrap();
    let rated = rate(&field, david, 20, WideGap::Capped).unwrap();
    let change = rated.change.unwrap();
    // PD by table 8.1.2 for -150, -100, -50, +50 and +100: .30 + .36 + .43 + .57 + .64 = 2.30; (1.5 - 2.30) x 20 = -16.
    assert_eq!((rated.games, rated.performance, change.expected, change.gain), (5, 1931, 230, -1600));
}

#[test]
fn a_double_round_robin() {
    let (field, standings) = agrees("zurich-1953.txt", PairingSystem::RoundRobin, "SB");
    let expected = [
        "1 Smyslov",
        "2 Bronstein",
        "3 Reshevsky",
        "4 Keres",
        "5 Petrosian",
        "6 Najdorf",
        "7 Geller",
        "8 Kotov",
        "9 Taimanov",
        "10 Averbakh",
        "11 Boleslavsky",
        "12 Szabo",
        "13 Gligoric",
        "14 Euwe",
        "15 Stahlberg",
    ];
    assert_eq!(order(&field, &standings), expected);
    let table = CrossTable::new(&field, &standings).unwrap();
    assert_eq!(table.rows[0][2].to_string(), "½1");
    // Without tie-breaks ranks are shared.
    let shared = rank(&field, &[], Scoring::default());
    assert_eq!(
        order(&field, &shared)[..5],
        ["1 Smyslov", "2-4 Bronstein", "2-4 Reshevsky", "2-4 Keres", "5 Petrosian"]
    );
}

#[test]
fn ties_are_divided_by_the_regulations_of_the_event() {
    let (field, standings) = agrees("candidates-2014.txt", PairingSystem::RoundRobin, "DE,WON,SB");
    let published = ["Anand", "Karjakin", "Kramnik", "Mamedyarov", "Andreikin", "Aronian", "Svidler", "Topalov"];
    let published: Vec<String> = (1..).zip(published).map(|(rank, name)| format!("{rank} {name}")).collect();
    assert_eq!(order(&field, &standings), published);
    // The winner's opponents have 2770.3 on average; 8½ of 14 are .61, and dp(.61) = 80 by table 8.1.1.
    let rated = rate(&field, &field.players[standings[0].player], 10, WideGap::Capped).unwrap();
    assert_eq!((rated.games, rated.performance), (14, 2850));
}

/// Each of three players beat the next one by 7 to 6 in a circle, and drew all games with a fourth: each has 1½ on
/// average.
#[test]
fn averages_of_many_meetings_are_exact() {
    let mut event = PairingList::default();
    let player = |name| entrant(name, None);
    for number in 0..13 {
        for (white, black) in [("A", "B"), ("B", "C"), ("C", "A")] {
            add(&mut event, None, player(white), player(black), if number % 2 == 0 { "1-0" } else { "0-1" });
            add(&mut event, None, player("D"), player(white), "1/2-1/2");
        }
    }
    let field = EventPlayers::new(&event, Some(PairingSystem::RoundRobin)).unwrap();
    let standings = rank(&field, &[TieBreak::DirectEncounter], Scoring::default());
    assert!(standings.iter().all(|standing| standing.points.to_string() == "19½"));
    assert_eq!(order(&field, &standings), ["1-4 A", "1-4 B", "1-4 D", "1-4 C"]);
}

#[test]
fn an_unfinished_event() {
    let (field, standings) = agrees("candidates-2016.txt", PairingSystem::RoundRobin, "SB");
    let leaders = ["1 Caruana", "2 Karjakin", "3 Anand", "4 Giri", "5 Svidler", "6 Aronian", "7 Nakamura", "8 Topalov"];
    assert_eq!(order(&field, &standings), leaders);
}

#[test]
fn the_list_of_rounds_is_in_order() {
    let fixture = Fixture::read("fide-swiss.txt");
    let field = EventPlayers::new(&fixture.event, None).unwrap();
    let lines = round_list(&field, &fixture.event).unwrap();
    assert_eq!(lines.len(), (16 * 5 - 3 - 5) / 2 + 5, "5 byes, 3 absences");
    assert!(lines.is_sorted_by_key(|line| line.round));
    let first = lines.first().unwrap();
    assert_eq!(format!("{} {} {}", first.white, first.score, first.black), "Alyx 1-0 Jessica");
}
