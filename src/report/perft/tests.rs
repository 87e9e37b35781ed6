use super::*;
use crate::chess::position::Position;
use crate::report::Paint;
use crate::report::rows::TableFormat;
use crate::witness::perft::PerftFault;

const FEN: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

const TEXT: RecordFormat = RecordFormat::Text(Paint::PLAIN);
const CSV: RecordFormat = RecordFormat::Table(TableFormat::Csv);

fn written(format: RecordFormat, table: PerftRows, write: impl FnOnce(&mut PerftReporter<Vec<u8>>)) -> String {
    let mut reporter = PerftReporter::begin(format, table, Vec::new()).unwrap();
    write(&mut reporter);
    String::from_utf8(reporter.finish().unwrap()).unwrap()
}

fn perft<'a>() -> Perft<'a> {
    Perft {
        place: None,
        fen: FEN,
        prefix: &[],
        depth: 2,
        nodes: 66,
        divide: None,
        expected: None,
        complete: true,
        seconds: 0.5,
    }
}

#[test]
fn a_rate_with_a_hash_table_says_so() {
    assert_eq!(
        speed(2_000_000, 2.0, ResumedCount::Nothing, true),
        "2,000,000 nodes in 2.00 s, 1.00 Mnodes/s with a hash table\n"
    );
    assert_eq!(speed(2_000_000, 2.0, ResumedCount::Nothing, false), "2,000,000 nodes in 2.00 s, 1.00 Mnodes/s\n");
}

#[test]
fn text_has_moves_a_blank_line_and_the_sum() {
    let divide = [("e1d1".to_owned(), 40), ("e1g1".to_owned(), 26)];
    let text = |perft: &Perft<'_>| written(TEXT, PerftRows::Counts, |reporter| reporter.count(perft).unwrap());
    assert_eq!(text(&perft()), "nodes 66\n");
    assert_eq!(text(&Perft { divide: Some(&divide), ..perft() }), "e1d1 40\ne1g1 26\n\nnodes 66\n");
    assert_eq!(text(&Perft { expected: Some(66), ..perft() }), "nodes 66\n");
    assert_eq!(text(&Perft { expected: Some(67), ..perft() }), "nodes 66\nexpected 67\n");
    assert_eq!(text(&Perft { complete: false, expected: Some(67), ..perft() }), "unfinished 66\n");
    let line = Perft { place: Some(("a.epd", 3)), expected: Some(67), ..perft() };
    assert_eq!(text(&line), format!("a.epd:3: D2: expected 67, got 66: {FEN}\n"));
    assert_eq!(text(&Perft { expected: Some(66), ..line }), "");
}

#[test]
fn jsonl_keeps_the_order_of_the_moves() {
    let divide = [("e1d1".to_owned(), 40), ("e1g1".to_owned(), 26)];
    let prefix = ["e2e4".to_owned()];
    let perft = Perft { divide: Some(&divide), prefix: &prefix, expected: Some(67), ..perft() };
    assert_eq!(
        written(RecordFormat::Jsonl, PerftRows::Counts, |reporter| reporter.count(&perft).unwrap()),
        format!(
            concat!(
                r#"{{"type":"perft","file":null,"line":null,"fen":"{}","prefix":["e2e4"],"depth":2,"nodes":66,"#,
                r#""divide":{{"e1d1":40,"e1g1":26}},"expected":67,"correct":false,"complete":true,"seconds":0.5,"nps":132.0}}"#,
                "\n"
            ),
            FEN
        )
    );
}

#[test]
fn csv_has_one_header() {
    let divide = [("e1d1".to_owned(), 40)];
    let csv = written(CSV, PerftRows::Counts, |reporter| {
        reporter.count(&Perft { divide: Some(&divide), ..perft() }).unwrap();
        reporter.count(&Perft { place: Some(("a.epd", 3)), expected: Some(66), ..perft() }).unwrap();
    });
    let expected = format!(
        "file,line,fen,prefix,depth,move,nodes,expected,correct,complete,seconds,nps\n\
         ,,{FEN},,2,e1d1,40,,,true,,\n\
         ,,{FEN},,2,,66,,,true,0.5,132\n\
         a.epd,3,{FEN},,2,,66,66,true,true,0.5,132\n"
    );
    assert_eq!(csv, expected);
}

#[test]
fn statistics_are_aligned_in_columns() {
    let rows = [Statistics { nodes: 20, ..Statistics::default() }, Statistics { nodes: 400, ..Statistics::default() }];
    let text = written(TEXT, PerftRows::Statistics, |reporter| reporter.statistics(FEN, &rows).unwrap());
    assert_eq!(
        text,
        concat!(
            "                                       promo-           disc.  double\n",
            "depth  nodes  captures  e.p.  castles   tions  checks  checks  checks  mates\n",
            "    1     20         0     0        0       0       0       0       0      0\n",
            "    2    400         0     0        0       0       0       0       0      0\n",
        )
    );
    let jsonl =
        written(RecordFormat::Jsonl, PerftRows::Statistics, |reporter| reporter.statistics(FEN, &rows).unwrap());
    assert!(jsonl.starts_with(r#"{"type":"perft_statistics","fen":"#), "{jsonl}");
    assert_eq!(jsonl.lines().count(), 2);
    let csv = written(CSV, PerftRows::Statistics, |reporter| reporter.statistics(FEN, &rows).unwrap());
    assert_eq!(csv.lines().count(), 3);
}

#[test]
fn a_difference_names_position_and_moves() {
    let difference = PerftDifference {
        path: vec!["e2e4".to_owned()],
        position: Position::from_fen(FEN).unwrap(),
        depth: 2,
        fault: PerftFault::Moves { missing: vec!["e1g1".to_owned()], extra: vec!["e1c1".to_owned()] },
    };
    assert_eq!(
        difference_text("the engine", &difference),
        format!(
            "disagreement with the engine\nposition {FEN}\nreached by e2e4\n\
             missing e1g1: a legal move that the engine does not generate\nextra e1c1: not a legal move\n"
        )
    );
    let jsonl = written(RecordFormat::Jsonl, PerftRows::Counts, |reporter| {
        assert!(reporter.difference("the engine", &difference).unwrap());
    });
    let object: serde_json::Value = serde_json::from_str(&jsonl).unwrap();
    assert_eq!(object["type"], "perft_disagreement");
    assert_eq!(
        (&object["missing"][0], &object["extra"][0], &object["fen"]),
        (&"e1g1".into(), &"e1c1".into(), &FEN.into())
    );
}
