//! Family E: tournament reports (TRF), which list the players of an event with their results.

use super::{Rule, RuleInfo, Severity, row};

pub(super) const EVENTS: &[RuleInfo] = &[
    row!(trf E101 "malformed-record": MalformedRecord, Error, custom "TRF",
        "a field of a tournament report cannot be read",
        "A report is a table with fixed columns: the points of a player are in columns 81 to 84, the entry of the first round begins in \
        column 92. A letter among the digits, an unknown code, or a line that is shifted by one column makes a program read something else, \
        or nothing.\n\n\
        Correct the field, or the spaces before it. adoube counts columns in characters, or in bytes where only these fit, as in \
        names with accents that were filled up by bytes. A field that cannot be read counts as missing."),
    row!(trf E102 "unknown-record": UnknownRecord, Warning, custom "TRF",
        "a line of a tournament report has an unknown identifier",
        "Columns 1 to 3 say what a line is: `001` is a player, `012` the name of the tournament. Neither TRF16 nor TRF26 has this \
        identifier, so every program skips the line. Identifiers of three capital letters belong to programs and federations, and \
        `###` begins a comment; these are not reported.\n\n\
        Correct the identifier. Text before a record, such as a heading, belongs into a comment."),
    row!(trf E103 "repeated-record": RepeatedRecord, Warning, custom "TRF",
        "a record occurs twice in a tournament report",
        "A report has one name, one city, one number of players. Which of two counts depends on the program.\n\n\
        Delete one of them. adoube goes by the first."),
    row!(trf E104 "repeated-number": RepeatedNumber, Error, custom "TRF",
        "two players have the same starting rank number",
        "Opponents are named by the starting rank number in columns 5 to 8, and players in teams, too. With two players of the same \
        number, nobody knows who is meant. The same applies to the numbers of teams.\n\n\
        Correct the number. adoube counts the first of the two players."),
    row!(trf E105 "repeated-player": RepeatedPlayer, Warning, custom "TRF",
        "a player is twice in a tournament report",
        "Two lines have the same FIDE number, or the same name where the numbers do not tell them apart. Mostly, a late entry was \
        registered a second time, or a number was copied to the wrong line; FIDE rates the games for the owner of the number.\n\n\
        Delete the second line or correct the number. Two players may have the same name; then give both their FIDE numbers."),
    row!(trf E106 "unknown-player": UnknownPlayer, Error, custom "TRF",
        "a number in a tournament report names nobody",
        "The number of an opponent, of a team member or in another record belongs to no player of this report. Its line is missing, or \
        the number is wrong.\n\n\
        Compare with the pairings of the round. adoube does not count the game."),
    row!(trf E107 "opponents-disagree": OpponentsDisagree, Error, custom "TRF",
        "two players of a tournament report disagree on who met whom",
        "Each game is in the lines of both players. Here a player names an opponent who had another one in this round, or none.\n\n\
        Compare with the pairings of the round. The finding is at the player whose entry nobody confirms. adoube does not count the \
        game."),
    row!(trf E108 "results-disagree": ResultsDisagree, Error, custom "TRF",
        "the two players of a game have results that exclude each other",
        "A game has one result: if one player won, the other one lost. A win by forfeit goes with a loss by forfeit. Both may have \
        lost, and one may have half a point against none (Laws 12.9).\n\n\
        Compare with the score sheets. In tables, adoube counts the result of the player who comes first."),
    row!(trf E109 "colors-disagree": ColorsDisagree, Error, custom "TRF",
        "the two players of a game have the same color",
        "One player has `w`, the other one `b`. Pairing programs go by the colors of the rounds before, so a wrong one leads to a \
        wrong pairing. `-` is for rounds without a game, and for games that were forfeited before colors were given.\n\n\
        Correct the color."),
    row!(trf E110 "result-without-game": ResultWithoutGame, Error, custom "TRF",
        "a result of a game without an opponent, or a bye with one",
        "`1`, `=`, `0` and `W`, `D`, `L` are results of games and need an opponent. `H`, `F`, `U` and `Z` are byes and have none: \
        the opponent is `0000` or blank.\n\n\
        Correct the code or the opponent. A game that was not played has `+` and `-`."),
    row!(trf E111 "points-mismatch": PointsMismatch, Error, custom "TRF",
        "points in a tournament report differ from the results",
        "The points in columns 81 to 84 are the sum of the rounds. They decide the standings and the next pairing; FIDE compares them \
        with the results, and refuses a report in which they differ.\n\n\
        Correct the points or the result that is wrong. adoube uses the points for a win, a draw and a bye that records 162, BBW and \
        the like state. If none do, it uses 1, ½ and 0, or other customary ones (3, 1 and 0; half a point or none for a bye) if these \
        explain the points of all players. Players whose points record 299 changes are not compared."),
    row!(trf E112 "rank-mismatch": RankMismatch, Warning, custom "TRF",
        "ranks in a tournament report contradict the points",
        "More points are a better rank. A player with rank 3 has more points than the player with rank 4, or as many.\n\n\
        Correct the rank in columns 86 to 89, or the points. Ranks are not compared in events of teams, and where they repeat the \
        starting rank. Tie-breaks are not compared."),
    row!(trf E113 "count-mismatch": CountMismatch, Warning, custom "TRF",
        "a count in a tournament report differs from its records",
        "Record 062 has the number of players, 072 that of rated players, 082 that of teams. If the report has fewer lines, it may be \
        cut.\n\n\
        Look for the missing lines, or correct the number. A player is rated if columns 49 to 52 have a rating."),
    row!(trf E114 "round-mismatch": RoundMismatch, Warning, custom "TRF",
        "rounds of a tournament report are missing, or more than it states",
        "A round in the middle has no entries, or record 142 or XXR has fewer rounds than the players, or record 132 has dates for \
        fewer.\n\n\
        Look for a missing column, or correct the record. More rounds in the records than in the lines are the rounds to come."),
    row!(trf E115 "open-result": OpenResult, Warning, custom "TRF",
        "a game of a finished round has no result",
        "Column 99 (109 and so on) is blank for both players, although other games of the round have results, or a later round has \
        entries. The game counts as no points for both.\n\n\
        Enter the result. A postponed game is usually paired as a draw until it is played."),
    row!(trf E116 "date-mismatch": DateMismatch, Warning, custom "TRF",
        "dates of a tournament report are out of order",
        "The last day is before the first one, or the date of a round is before that of an earlier round or outside these days. Rating \
        periods go by these dates.\n\n\
        Correct the date. Dates are compared if they are written as `YYYY/MM/DD` or `YY/MM/DD`."),
    row!(trf E117 "team-mismatch": TeamMismatch, Error, custom "TRF",
        "players and teams of a tournament report contradict each other",
        "Records 013 and 310 list the players of each team. A player is in two teams, has games but no team, or meets a player of the \
        same team.\n\n\
        Correct the list, or the opponent."),
];
