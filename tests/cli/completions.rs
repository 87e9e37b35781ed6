//! What a shell offers at the cursor: commands, options, and their values.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::skipped;

/// The words for the last of these, as fish gets them.
fn offered(words: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    let output = command.env("ADOUBE_COMPLETE", "fish").args(["--", "adoube"]).args(words).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{words:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

/// Runs a script in a shell, with the program in its path, and returns its lines; nothing without that shell.
fn in_shell(shell: &str, script: &str) -> Option<Vec<String>> {
    let program = Path::new(env!("CARGO_BIN_EXE_adoube"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    if Command::new(shell).arg("--version").stdout(Stdio::null()).status().is_err() {
        skipped(&format!("there is no {shell}"));
        return None;
    }
    let output = Command::new(shell).args(["-c", script]).env("PATH", path).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{shell}");
    Some(String::from_utf8(output.stdout).unwrap().lines().map(ToOwned::to_owned).collect())
}

#[test]
fn commands_options_and_their_values_are_offered() {
    for (words, expected) in [
        (&["val"][..], &["validate"][..]),
        (&["man", "ad"], &["adjudicate", "adjust"]),
        (&["explain", "illegal-m"], &["illegal-move"]),
        (&["explain", "half"], &["halfmove_clock"]),
        (&["validate", "--extend"], &["--extend-select"]),
        (&["validate", "--select", "M101,illegal-m"], &["M101,illegal-move"]),
        (
            &["validate", "--where", "year = 1972 and White"],
            &[
                "year = 1972 and White",
                "year = 1972 and WhiteElo",
                "year = 1972 and WhiteTitle",
                "year = 1972 and WhiteTeam",
            ],
        ),
        (&["validate", "--where", "(white_el"], &["(white_elo"]),
        (&["validate", "--where", "year = 1972 and ending = st"], &["year = 1972 and ending = stalemate"]),
        (&["validate", "--where", "year = 1972 "], &["year = 1972 and", "year = 1972 or"]),
        (&["stats", "--table", "elo,cross"], &["elo,crosstable"]),
        (&["stats", "--by", "elo_"], &["elo_band"]),
        (&["stats", "--tie-break", "BH,S"], &["BH,SB"]),
        (&["replay", "--fields", "game,halfm"], &["game,halfmove_clock"]),
        (&["adjudicate", "--laws", "fide-202"], &["fide-2023"]),
        (&["adjudicate", "--compare", "uscf,fide-200"], &["uscf,fide-2001"]),
        (&["adjudicate", "--event", "resign:"], &["resign:white", "resign:black"]),
        (&["adjudicate", "--event=ag"], &["--event=agree"]),
        (&["filter", "--sort", "Date,Rou"], &["Date,Round"]),
        (&["diff", "--ignore", "comments,na"], &["comments,nags"]),
        (&["adjust", "--strip", "tag:WhiteE"], &["tag:WhiteElo"]),
        (&["adjudicate", "--event", "draw-offer:white:"], &["draw-offer:white:accepted", "draw-offer:white:declined"]),
        (&["perft", "sta"], &["startpos"]),
        (&["filter", "--unique="], &["--unique=exact", "--unique=shorter", "--unique=twins"]),
    ] {
        let offered = offered(words);
        assert!(expected.iter().all(|word| offered.contains(&(*word).to_owned())), "{words:?}: {offered:?}");
    }
    assert_eq!(offered(&["adjudicate", "--fen", ""]), [""; 0]);
    assert_eq!(offered(&["validate", "--where", "year = 1"]), [""; 0]);
    // A kind follows `=`.
    assert!(!offered(&["filter", "--unique", ""]).contains(&"exact".to_owned()));
}

#[test]
fn a_condition_is_completed_by_what_fits() {
    for (typed, expected) in [
        ("eco = B20 and year ", &["=", "!=", "<", "<=", ">", ">="][..]),
        ("not (player ", &["=", "!=", "<", "<=", ">", ">=", "~"]),
        ("WhiteElo >", &[">", ">="]),
        ("position ", &["="]),
        ("speed !", &["!="]),
        ("finding = M10", &["M101", "M102", "M103", "M104", "M105", "M106", "M107", "M108", "M109"]),
        ("finding ~ illegal-m", &["illegal-move"]),
        ("Result = 1", &["1-0", "1/2-1/2"]),
        ("speed = 'bl", &["'blitz'"]),
        ("valid = ", &["true", "false"]),
    ] {
        let before = &typed[..=typed.rfind(' ').unwrap()];
        let expected: Vec<String> = expected.iter().map(|word| format!("{before}{word}")).collect();
        assert_eq!(offered(&["filter", "--where", typed]), expected, "{typed}");
    }
}

#[test]
fn a_list_offers_the_rest() {
    let rest = offered(&["stats", "--tie-break", "BH,SB,"]);
    assert!(rest.contains(&"BH,SB,DE".to_owned()), "{rest:?}");
    assert!(!rest.iter().any(|list| list.ends_with(",BH") || list.ends_with(",SB")), "{rest:?}");
    assert_eq!(offered(&["filter", "--sort", "Round desc,Roun"]), [""; 0]);
    let kinds = offered(&["adjust", "--strip", ""]);
    assert!(!kinds.is_empty() && !kinds.iter().any(|kind| kind.starts_with("tag:")), "{kinds:?}");
}

#[test]
fn an_unknown_shell_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_adoube")).env("ADOUBE_COMPLETE", "nonsense").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = "error: unknown shell `nonsense`, expected one of `bash`, `elvish`, `fish`, `powershell`, `zsh`\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), message);
}

#[test]
fn files_are_offered() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), "").unwrap();
    let start = folder.path().join("ga").display().to_string();
    assert_eq!(offered(&["validate", &start]), [folder.path().join("games.pgn").display().to_string()]);
}

#[test]
fn bash_completes_words_with_colons() {
    let script = r#"
        source <(adoube completions bash)
        offer() { COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2)); _adoube adoube "$1"; echo "${COMPREPLY[*]}"; }
        offer elo,cr        adoube stats --table elo,cr
        offer BH,SB,D       adoube stats --tie-break BH,SB,D
        offer fla           adoube adjudicate --event fla
        offer w             adoube adjudicate --event flag : w
        offer ""            adoube adjudicate --event draw-offer :
        offer b             adoube adjudicate --event = flag : b
        offer "year = 1 and white_e" adoube filter --where "'year = 1 and white_e"
        offer '\ B20\ and\ white_e' adoube filter --where 'eco\ ' = '\ B20\ and\ white_e'
        HOME=$PWD/fixtures
        for folder in fixtures/st '~/st'; do offer "$folder" adoube validate "$folder"; done
        offer "" adoube validate "" | grep -o '^[^ ]*'
    "#;
    let Some(lines) = in_shell("bash", script) else { return };
    assert_eq!(
        lines,
        [
            "elo,crosstable",
            "BH,SB,DE",
            "flag:white flag:black flag:both flag:both:earlier",
            "white",
            "white white:accepted white:declined black black:accepted black:declined",
            "black both both:earlier",
            "year = 1 and white_elo",
            r"\ B20\ and\ white_elo",
            "fixtures/standings fixtures/stats",
            "~/standings ~/stats",
            "CHANGELOG.md",
        ]
    );
}

#[test]
fn fish_completes_words() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("my games")).unwrap();
    std::fs::write(folder.path().join("my games/a.pgn"), "").unwrap();
    let words = [
        "adoube stats --table elo,cr",
        "adoube va",
        "adoube filter --where 'year = 1 and white_e",
        "adoube filter --where \"year = 1 and white_e",
        "adoube validate my\\ games/",
        "adoube validate 'my games/",
    ];
    let quoted = |words: &str| words.replace('\\', "\\\\").replace('\'', "\\'");
    let commands: Vec<String> =
        words.iter().map(|words| format!("complete --do-complete '{}'", quoted(words))).collect();
    let script = format!("cd {}; adoube completions fish | source; {}", folder.path().display(), commands.join("; "));
    let Some(lines) = in_shell("fish", &script) else { return };
    assert!(lines[1].starts_with("validate\tFind errors"), "{lines:?}");
    let values: Vec<&str> = lines.iter().map(|line| line.split('\t').next().unwrap_or_default()).collect();
    let condition = "year = 1 and white_elo";
    assert_eq!(values, ["elo,crosstable", "validate", condition, condition, "my games/a.pgn", "my games/a.pgn"]);
}

#[test]
fn zsh_completes_words() {
    // A shell in a terminal, because completions exist only there. It ends when nothing comes for a while.
    let script = r"
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell 'TMOUT=60; TRAPALRM() { exit }; autoload -U compinit; compinit -D; source <(adoube completions zsh)'
        zpty -w -n shell $'adoube adjudicate --event flag:w\t'
        zpty -r shell line '*flag:white*' && echo flag:white
        zpty -w -n shell $'\C-uadoube stats --where \'year = 1 and white_e\t'
        zpty -r shell line '*white_elo*' && echo white_elo
        zpty -w shell $'\C-uHOME=$PWD/fixtures'
        zpty -w -n shell $'adoube validate ~/diag\t'
        zpty -r shell line '*rams*' && [[ $line != *\\* ]] && echo diagrams
        zpty -w -n shell $'\C-uadoube validate --output=~/diag\t'
        zpty -r shell line '*rams*' && [[ $line != *\\* ]] && echo after =
        zpty -d shell
    ";
    let Some(lines) = in_shell("zsh", script) else { return };
    assert_eq!(lines, ["flag:white", "white_elo", "diagrams", "after ="]);
}
