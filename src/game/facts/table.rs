//! The facts about a table row, counted over many games, sides or moves.

use super::info::facts;

facts! {
    /// A column of the tables of `adoube stats` that is not a fact about one game: a label, or a count.
    TableFact of Table:
    Draw "draw" always Word "", Replay "the moves", "A draw that came up: `threefold`, `fifty`, `fivefold`, `seventy-five`.";
    Kind "kind" always Word "", Replay "the moves", "A kind of move: `all`, `capture`, `check`, `promotion-queen` and so on.";
    Tag "tag" always Text "", Tags "all tags", "The name of a tag.";
    Square "square" always Text "", Replay "the moves", "A square to which pieces and pawns move, castling rooks included.";
    FirstMoves "first_moves" perhaps Text "", Replay "the moves", "The moves with which games begin, in SAN with move numbers.";
    Games "games" always Integer "games", Replay "the games", "How many games, or sides of games, are counted.";
    Share "share" perhaps Real "", Replay "the games", "The number of games as a part of the whole, from 0 to 1.";
    WhiteWins "white_wins" always Integer "games", Tags "the results", "How many of them White won.";
    Draws "draws" always Integer "games", Tags "the results", "How many of them were drawn.";
    BlackWins "black_wins" always Integer "games", Tags "the results", "How many of them Black won.";
    Wins "wins" always Integer "games", Tags "the results", "How many of them the player won, where sides are counted.";
    Losses "losses" always Integer "games", Tags "the results", "How many of them the player lost, where sides are counted.";
    NoResult "no_result" always Integer "games", Tags "the results", "How many of them have no result.";
    Score "score" perhaps Real "", Tags "the results", "The points as a part of the games with a result, from 0 to 1: White's, or the player's where sides are counted.";
    ScoreLow "score_low" perhaps Real "", Tags "the results", "The lower end of the interval that holds the true score with a probability of 95 %.";
    ScoreHigh "score_high" perhaps Real "", Tags "the results", "The upper end of that interval.";
    Few "few" always Flag "", Tags "the results", "Whether the games are too few to say much about the score.";
    MeanPlies "mean_plies" perhaps Real "plies", Replay "the moves", "The mean length of the games.";
    MeanDepth "mean_depth" perhaps Real "plies", Replay "the moves", "The mean number of plies after which the named position stood on the board.";
    Moves "moves" always Integer "moves", Replay "the moves", "How many moves are counted.";
    Captures "captures" always Integer "moves", Replay "the moves", "How many of them are captures.";
    MeanSpent "mean_spent" perhaps Real "seconds", Comments "`%emt`, `%clk`", "The mean time that a move took.";
    MeanLeft "mean_left" perhaps Real "seconds", Comments "`%clk`", "The mean time on the mover's clock after the move.";
    Distinct "distinct" always Integer "values", Tags "all tags", "How many different values the tag has.";
    Exact "exact" always Flag "", Tags "all tags", "Whether that number is exact, or an estimate.";
    Example "example" perhaps Text "", Tags "all tags", "One of these values.";
    Id "id" always Word "", Replay "the moves and the tags", "The kind of ids that are added up: `play_id` or `meet_id`.";
    TotalPlies "total_plies" always Integer "plies", Replay "the moves", "How many plies the games have together.";
    Identified "identified" always Integer "games", Replay "the moves and the tags", "How many of the games have such an id.";
    Digest "digest" always Text "", Replay "the moves and the tags", "The sum of these ids modulo 2^128, 32 hexadecimal digits.";
}
