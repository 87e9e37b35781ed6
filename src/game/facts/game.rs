//! The facts about a game, about a ply and the position after it, and about a table row.

use crate::game::values::judgment::Judgment;
use crate::laws::verdict::{Certainty, Decision, Reason};

use super::info::facts;
use super::phase::Phase;
use super::{FactSubject, Speed};

facts! {
    /// A fact about a game. In the order of the columns of a Parquet file.
    GameFact of Game:
    File "file" always Text "", Place "the name of the input", "The input in which the game stands, as the user named it.";
    Game "game" always Integer "", Place "the games before it", "The number of the game in its file, from 1.";
    Event "event" perhaps Text "", Tags "`Event`", "The tournament or match.";
    Site "site" perhaps Text "", Tags "`Site`", "Where the game was played; on lichess, the address of the game.";
    Date "date" perhaps Date "", Tags "`Date`, else `UTCDate`", "The day on which the game began; in Parquet only if all of it is known.";
    DateTag "date_tag" perhaps Text "", Tags "`Date`", "The tag `Date` as it is written.";
    Round "round" perhaps Text "", Tags "`Round`", "The round of the event.";
    White "white" perhaps Text "", Tags "`White`", "The name of the player of the white pieces, as it is written.";
    Black "black" perhaps Text "", Tags "`Black`", "The name of the player of the black pieces, as it is written.";
    Result "result" perhaps Word "", Replay "the game termination marker, else `Result`", "The result as it is written.";
    WhiteElo "white_elo" perhaps Integer "rating points", Tags "`WhiteElo`", "White's rating.";
    BlackElo "black_elo" perhaps Integer "rating points", Tags "`BlackElo`", "Black's rating.";
    WhiteTitle "white_title" perhaps Text "", Tags "`WhiteTitle`", "White's title, such as `GM`; `BOT` on lichess.";
    BlackTitle "black_title" perhaps Text "", Tags "`BlackTitle`", "Black's title, such as `GM`; `BOT` on lichess.";
    EcoTag "eco_tag" perhaps Text "", Tags "`ECO`", "The tag `ECO` as it is written; `eco` is the code by the board.";
    OpeningTag "opening_tag" perhaps Text "", Tags "`Opening`", "The tag `Opening` as it is written; `opening` is the name by the board.";
    TimeControl "time_control" perhaps Text "", Tags "`TimeControl`", "The time control as it is written.";
    Termination "termination" perhaps Text "", Tags "`Termination`", "How the game ended, as its tag says.";
    Variant "variant" perhaps Text "", Tags "`Variant`", "The chess variant, as its tag says.";
    FenTag "fen_tag" perhaps Text "", Tags "`FEN`", "The starting position, if the game states one.";
    Status "status" always Word "", Replay "all errors", "Whether the game has no error, has one, or is of another variant and not checked.";
    Valid "valid" perhaps Flag "", Replay "all errors", "Whether the game has no finding of severity error; missing for games of other variants, which are not checked.";
    FirstError "first_error" perhaps Text "", Replay "all errors", "The code of the first error in the game.";
    Plies "plies" always Integer "plies", Replay "the moves", "How many plies of the main line could be played.";
    FullyReplayed "fully_replayed" always Flag "", Replay "the moves", "Whether the main line could be played to its end.";
    FinalFen "final_fen" perhaps Text "", Replay "the moves", "The position after the last move that could be played.";
    Verdict "verdict" perhaps Word "", Search "the moves, the result and the tags", "Who won by the Laws in force on the day of the game, see `adoube adjudicate`.";
    Ending "ending" perhaps Word "", Search "the moves, the result and the tags", "Why the game ended, by the Laws in force on the day of the game.";
    Certainty "certainty" perhaps Word "", Search "the moves, the result and the tags", "How sure the ending is.";
    ThreefoldClaims "threefold_claims" perhaps Integer "plies", Search "the moves", "At how many plies the player having the move could have claimed a draw by threefold repetition, on the board or with an intended move.";
    FiftyClaims "fifty_claims" perhaps Integer "plies", Search "the moves", "At how many plies the player having the move could have claimed a draw by the 50-move rule, on the board or with an intended move.";
    Eco "eco" perhaps Text "", Replay "the moves", "The ECO code of the last position of the game that has a name.";
    Opening "opening" perhaps Text "", Replay "the moves", "The name of the last position of the game that has one.";
    OpeningPlies "opening_plies" perhaps Integer "plies", Replay "the moves", "How many plies were played when that position stood on the board.";
    UtcTime "utc_time" perhaps Text "", Tags "`UTCTime`", "The time of day at which the game began, as `HH:MM:SS` in UTC.";
    WhiteRatingDiff "white_rating_diff" perhaps Integer "rating points", Tags "`WhiteRatingDiff`", "The change of White's rating by the game.";
    BlackRatingDiff "black_rating_diff" perhaps Integer "rating points", Tags "`BlackRatingDiff`", "The change of Black's rating by the game.";
    Base "base" perhaps Real "seconds", Tags "`TimeControl`", "The time for the first period of the time control.";
    Increment "increment" perhaps Real "seconds", Tags "`TimeControl`", "The time that is added for each move in the first period.";
    Speed "speed" perhaps Word "", Tags "`TimeControl`", "How fast the game was, by the time for forty moves, with the limits of lichess.";
    HasClocks "has_clocks" always Flag "", Comments "`%clk`, or the comment of an engine", "Whether a comment of the main line tells what a clock showed.";
    HasEvals "has_evals" always Flag "", Comments "`%eval`, or the comment of an engine", "Whether a comment of the main line holds an evaluation.";
    Material "material" perhaps Text "", Replay "the moves", "The pieces and pawns of White and Black in the final position: `KRPvKR`.";
    WhiteMaterial "white_material" perhaps Text "", Replay "the moves", "White's pieces and pawns in the final position: `KRP`.";
    BlackMaterial "black_material" perhaps Text "", Replay "the moves", "Black's pieces and pawns in the final position: `KR`.";
    Checkmate "checkmate" always Flag "", Replay "the moves", "Whether the final position is checkmate.";
    Moves "moves" always Integer "moves", Replay "the moves", "The length of the game in moves: 23 plies are 12 moves.";
    Year "year" perhaps Integer "", Tags "`Date`, else `UTCDate`", "The year in which the game began.";
    Decade "decade" perhaps Integer "", Tags "`Date`, else `UTCDate`", "The first year of the decade in which the game began: `1990`.";
    Month "month" perhaps Text "", Tags "`Date`, else `UTCDate`", "The month in which the game began: `1999.01`.";
    Elo "elo" perhaps Integer "rating points", Tags "`WhiteElo`, `BlackElo`", "The mean of both ratings; where tables count sides, the player's own.";
    MinElo "min_elo" perhaps Integer "rating points", Tags "`WhiteElo`, `BlackElo`", "The lower of both ratings; missing unless both are known.";
    MaxElo "max_elo" perhaps Integer "rating points", Tags "`WhiteElo`, `BlackElo`", "The higher of both ratings; missing unless both are known.";
    EloDifference "elo_difference" perhaps Integer "rating points", Tags "`WhiteElo`, `BlackElo`", "White's rating minus Black's.";
    Volume "volume" perhaps Text "", Replay "the moves", "The first letter of `eco`.";
    Family "family" perhaps Text "", Replay "the moves", "The first part of `opening`: `Sicilian Defense`.";
    UtcTimestamp "utc_timestamp" perhaps Timestamp "", Tags "`UTCDate`, `UTCTime`", "When the game began, as `2013-01-31T12:34:56Z`; missing unless date and time are complete.";
    SanMoves "san_moves" perhaps Text "", Replay "the moves", "The moves of the main line that could be played, in SAN, separated by spaces; `--` for a pass.";
    UciMoves "uci_moves" perhaps Text "", Replay "the moves", "The same moves in UCI; `0000` for a pass.";
    PlayId "play_id" perhaps Text "", Replay "the moves and the starting position", "The id of the main line from its starting position, 32 hexadecimal digits; missing unless every move could be played.";
    MeetId "meet_id" perhaps Text "", Tags "`White`, `Black`, `Date`, `Round`, `Event` and others", "The id of the encounter, 32 hexadecimal digits: who met whom, when, in which round of which event; missing unless both players are known.";
    Claims "claims" perhaps Integer "plies", Search "the moves", "At how many plies the player having the move could have claimed a draw, by threefold repetition or by the 50-move rule.";
    WhiteMaterialValue "white_material_value" perhaps Integer "pawns", Replay "the moves", "The value of White's pieces and pawns in the final position: a queen 9, a rook 5, a bishop or knight 3, a pawn 1.";
    BlackMaterialValue "black_material_value" perhaps Integer "pawns", Replay "the moves", "The value of Black's pieces and pawns in the final position.";
    MaterialBalance "material_balance" perhaps Integer "pawns", Replay "the moves", "The value of White's material in the final position minus that of Black's.";
    WhiteAcpl "white_acpl" perhaps Integer "centipawns", Comments "`%eval`, or the comment of an engine", "White's average centipawn loss: the mean `loss` of the moves that have one, rounded.";
    WhiteAccuracy "white_accuracy" perhaps Real "percent", Comments "`%eval`, or the comment of an engine", "White's accuracy in the game, by the formula of lichess; missing if evaluations between others are missing.";
    WhiteInaccuracies "white_inaccuracies" perhaps Integer "moves", Comments "`%eval`, or the comment of an engine", "How many of White's moves have the `judgment` inaccuracy; missing if no move has an evaluation before and after.";
    WhiteMistakes "white_mistakes" perhaps Integer "moves", Comments "`%eval`, or the comment of an engine", "How many of White's moves have the `judgment` mistake.";
    WhiteBlunders "white_blunders" perhaps Integer "moves", Comments "`%eval`, or the comment of an engine", "How many of White's moves have the `judgment` blunder.";
    BlackAcpl "black_acpl" perhaps Integer "centipawns", Comments "`%eval`, or the comment of an engine", "Black's average centipawn loss: the mean `loss` of the moves that have one, rounded.";
    BlackAccuracy "black_accuracy" perhaps Real "percent", Comments "`%eval`, or the comment of an engine", "Black's accuracy in the game, by the formula of lichess; missing if evaluations between others are missing.";
    BlackInaccuracies "black_inaccuracies" perhaps Integer "moves", Comments "`%eval`, or the comment of an engine", "How many of Black's moves have the `judgment` inaccuracy; missing if no move has an evaluation before and after.";
    BlackMistakes "black_mistakes" perhaps Integer "moves", Comments "`%eval`, or the comment of an engine", "How many of Black's moves have the `judgment` mistake.";
    BlackBlunders "black_blunders" perhaps Integer "moves", Comments "`%eval`, or the comment of an engine", "How many of Black's moves have the `judgment` blunder.";
    FirstClaim "first_claim" perhaps Integer "plies", Search "the moves", "How many plies were played when the player having the move could first have claimed a draw, on the board or with an intended move.";
    FirstRepetition "first_repetition" perhaps Integer "plies", Replay "the moves", "How many plies were played when a position stood on the board for the second time.";
    FirstCapture "first_capture" perhaps Integer "plies", Replay "the moves", "How many plies were played up to the first capture, which is included.";
    QueensOff "queens_off" perhaps Integer "plies", Replay "the moves", "How many plies were played when first no queen was on the board.";
    WhiteCastling "white_castling" perhaps Word "", Replay "the moves", "The side to which White castled.";
    BlackCastling "black_castling" perhaps Word "", Replay "the moves", "The side to which Black castled.";
    WhiteCastlingPlies "white_castling_plies" perhaps Integer "plies", Replay "the moves", "How many plies were played when White had castled.";
    BlackCastlingPlies "black_castling_plies" perhaps Integer "plies", Replay "the moves", "How many plies were played when Black had castled.";
    Player "player" perhaps Text "", Tags "`White`, `Black`", "The name of a player: a condition is true if it is true of one of the two players, and tables count each side." of Side;
    Color "color" always Word "", Place "nothing", "Whose side of the game is counted: every game counts for White and for Black." of Side;
    Finding "finding" perhaps Text "", Replay "all findings", "A rule that reports something about the game: its code or name, or with `~` the beginning of its code or a part of its name." of Condition;
    Position "position" perhaps Text "", Replay "the moves", "A position that the game reaches, by any order of moves: a FEN in which fields may be left out." of Condition;
    Pattern "pattern" perhaps Text "", Replay "the moves", "A board with wildcards that the game reaches, as in the option `--fenpattern` of pgn-extract." of Condition;
    FirstMoves "first_moves" perhaps Text "", Replay "the moves", "Moves with which the game begins, from the initial position: `e4 e5 Nf3`." of Condition;
    Line "line" perhaps Text "", Replay "the moves", "Moves from the initial position to a position that the game reaches, by any order of moves: `e4 e5 Nf3`." of Condition;
}

impl GameFact {
    /// The possible values, if the fact has a fixed list.
    pub const fn words(self) -> Option<&'static [&'static str]> {
        Some(match self {
            Self::Result => &["1-0", "0-1", "1/2-1/2", "*"],
            Self::Status => &["valid", "invalid", "unchecked"],
            Self::Verdict => {
                &["white-wins", "black-wins", "draw", "both-lose", "ongoing", "undetermined", "not-a-game"]
            }
            Self::Ending => &Reason::NAMES,
            Self::Certainty => &Certainty::NAMES,
            Self::Speed => &Speed::NAMES,
            Self::Color => &["white", "black"],
            Self::WhiteCastling | Self::BlackCastling => &["kingside", "queenside"],
            _ => return None,
        })
    }

    /// The meaning of each of the [`words`](Self::words); empty for words that explain themselves.
    pub const fn meanings(self) -> &'static [&'static str] {
        match self {
            Self::Status => &[
                "No finding is an error.",
                "A finding is an error.",
                "The game is a chess variant whose moves adoube does not check.",
            ],
            Self::Verdict => &Decision::MEANINGS,
            Self::Ending => &Reason::MEANINGS,
            Self::Certainty => &Certainty::MEANINGS,
            _ => &[],
        }
    }

    /// The name of this fact in the Parquet files that lichess.org publishes, if they have it.
    pub const fn name_at_lichess(self) -> Option<&'static str> {
        Some(match self {
            Self::Event => "Event",
            Self::Site => "Site",
            Self::White => "White",
            Self::Black => "Black",
            Self::Result => "Result",
            Self::WhiteTitle => "WhiteTitle",
            Self::BlackTitle => "BlackTitle",
            Self::WhiteElo => "WhiteElo",
            Self::BlackElo => "BlackElo",
            Self::WhiteRatingDiff => "WhiteRatingDiff",
            Self::BlackRatingDiff => "BlackRatingDiff",
            Self::Date => "UTCDate",
            Self::EcoTag => "ECO",
            Self::OpeningTag => "Opening",
            Self::Termination => "Termination",
            Self::TimeControl => "TimeControl",
            // Not like the tags `ECO` and `Opening` but for the case of letters, which SQL does not see.
            Self::Eco => "EcoByMoves",
            Self::Opening => "OpeningByMoves",
            _ => return None,
        })
    }

    /// Whether `--where` may use it. `--game` selects by place, and a game has both colors.
    pub const fn has_condition(self) -> bool {
        !matches!(self, Self::File | Self::Game | Self::Color)
    }

    /// Whether tables may be split by it. A game's number and its moves are hardly ever those of another game, so they
    /// may not.
    pub const fn splits(self) -> bool {
        !matches!(self, Self::Game | Self::SanMoves | Self::UciMoves) && !self.is_condition_only()
    }

    /// Whether it has no value that rows or tables could show.
    pub const fn is_condition_only(self) -> bool {
        matches!(self.info().of, FactSubject::Condition)
    }

    /// Whether it has one value a game, so that it can be a column.
    pub fn is_column(self) -> bool {
        self.info().of == FactSubject::Game
    }

    /// Whether rows of games contain it without `--fields`. They omit the moves, which are longer than all else together,
    /// the ids, which cost time, `claims`, of which they have the parts, the values of the material, which they have, and what
    /// few games have or a question about plies finds.
    pub fn is_default_column(self) -> bool {
        self.is_column()
            && !matches!(
                self,
                Self::SanMoves
                    | Self::UciMoves
                    | Self::PlayId
                    | Self::MeetId
                    | Self::Claims
                    | Self::WhiteMaterialValue
                    | Self::BlackMaterialValue
                    | Self::MaterialBalance
                    | Self::WhiteAcpl
                    | Self::WhiteAccuracy
                    | Self::WhiteInaccuracies
                    | Self::WhiteMistakes
                    | Self::WhiteBlunders
                    | Self::BlackAcpl
                    | Self::BlackAccuracy
                    | Self::BlackInaccuracies
                    | Self::BlackMistakes
                    | Self::BlackBlunders
                    | Self::FirstClaim
                    | Self::FirstRepetition
                    | Self::FirstCapture
                    | Self::QueensOff
                    | Self::WhiteCastling
                    | Self::BlackCastling
                    | Self::WhiteCastlingPlies
                    | Self::BlackCastlingPlies
            )
    }

    /// Whether it needs all errors of a game.
    pub const fn needs_errors(self) -> bool {
        matches!(self, Self::Status | Self::Valid | Self::FirstError | Self::Ending | Self::Certainty)
    }
}
// The facts about a ply and the position after it.

facts! {
    /// A fact about a ply. In the order in which `--fields all` has them.
    PlyFact of Ply:
    File "file" always Text "", Place "the name of the input", "The input in which the game stands, as the user named it.";
    Game "game" always Integer "", Place "the games before it", "The number of the game in its file, from 1.";
    Variation "variation" perhaps Integer "", Replay "the moves", "The line of play: 0 is the main line, variations count from 1 in the order in which they open.";
    Parent "parent" perhaps Integer "", Replay "the moves", "The line of play that this one leaves; missing for the main line.";
    Ply "ply" perhaps Integer "plies", Replay "the moves", "How many plies were played before the move; missing before the first move, like all facts about a move.";
    Played "played" always Integer "plies", Replay "the moves", "How many plies were played to reach the position.";
    Number "number" perhaps Integer "", Replay "the moves", "The move number as it is printed.";
    Side "side" perhaps Word "", Replay "the moves", "Who moved: `white` or `black`.";
    San "san" perhaps Text "", Replay "the moves", "The move in SAN; `--` for a pass.";
    Lan "lan" perhaps Text "", Replay "the moves", "The move in long algebraic notation: `Ng1-f3`.";
    Uci "uci" perhaps Text "", Replay "the moves", "The move in UCI: `g1f3`; `0000` for a pass.";
    Fen "fen" always Text "", Replay "the moves", "The position after the move." of Position;
    FenBefore "fen_before" perhaps Text "", Replay "the moves", "The position before the move.";
    Epd "epd" always Text "", Replay "the moves", "The position after the move as EPD, its counters as `hmvc` and `fmvn`." of Position;
    Key "key" always Text "", Replay "the moves", "The key of the position, equal for positions that are the same by Article 9.2.3." of Position;
    Clk "clk" perhaps Real "seconds", Comments "`%clk`, or the comment of an engine", "What the mover's clock showed after the move, to hundredths.";
    Spent "spent" perhaps Real "seconds", Comments "`%emt`, or the comment of an engine, else `%clk` and `TimeControl`", "How long the move took, if the clock and the periods of the time control say so.";
    Eval "eval" perhaps Integer "centipawns", Comments "`%eval`, or the comment of an engine", "The evaluation, from White's side; missing where it is a mate, which `mate` has.";
    Mate "mate" perhaps Integer "moves", Comments "`%eval`, or the comment of an engine", "The evaluation as mate in so many moves, negative if Black mates.";
    Depth "depth" perhaps Integer "plies", Comments "the comment of an engine, or `%eval`", "The depth of the engine's search.";
    Seldepth "seldepth" perhaps Integer "plies", Comments "the comment of an engine", "The length of the longest line that it searched.";
    Nodes "nodes" perhaps Integer "nodes", Comments "the comment of an engine", "How many nodes it searched.";
    Nps "nps" perhaps Integer "nodes per second", Comments "the comment of an engine", "The speed of its search.";
    Tbhits "tbhits" perhaps Integer "", Comments "the comment of an engine", "How many positions it found in endgame tablebases.";
    Book "book" perhaps Flag "", Comments "the comment of an engine", "Whether a comment says that the move is from an opening book.";
    Nags "nags" always List "", Comments "the NAGs", "The NAGs after the move, suffixes such as `!?` included.";
    Comment "comment" perhaps Text "", Comments "the comments", "The comments after the move, or before the first move of the game or of a variation.";
    Check "check" always Flag "", Replay "the moves", "Whether the side to move is in check." of Position;
    Checkmate "checkmate" always Flag "", Replay "the moves", "Whether the side to move is checkmated." of Position;
    Captured "captured" perhaps Text "", Replay "the moves", "The FEN letter of the piece or pawn that the move captured.";
    HalfmoveClock "halfmove_clock" always Integer "plies", Replay "the moves", "How many plies were played since the last capture or pawn move." of Position;
    Repetitions "repetitions" always Integer "", Replay "the moves", "How often the position has stood on the board in its line of play, this time included.";
    Material "material" always Text "", Replay "the moves", "The pieces and pawns of White and Black: `KRPvKR`." of Position;
    Eco "eco" perhaps Text "", Replay "the moves", "The ECO code of the position." of Position;
    Opening "opening" perhaps Text "", Replay "the moves", "The name of the position." of Position;
    Piece "piece" perhaps Text "", Replay "the moves", "The letter of the piece that moved, `K` in castling, `P` for a pawn.";
    From "from" perhaps Text "", Replay "the moves", "The square from which it moved.";
    To "to" perhaps Text "", Replay "the moves", "The square to which it moved; in castling, the king's.";
    Promotion "promotion" perhaps Text "", Replay "the moves", "The letter of the piece to which the pawn was promoted.";
    LineId "line_id" always Text "", Replay "the moves", "The id of the line up to the position, 32 hexadecimal digits; after the last ply of a game its `play_id`.";
    WhiteMaterialValue "white_material_value" always Integer "pawns", Replay "the moves", "The value of White's pieces and pawns: a queen 9, a rook 5, a bishop or knight 3, a pawn 1." of Position;
    BlackMaterialValue "black_material_value" always Integer "pawns", Replay "the moves", "The value of Black's pieces and pawns." of Position;
    MaterialBalance "material_balance" always Integer "pawns", Replay "the moves", "The value of White's material minus that of Black's." of Position;
    SideToMove "side_to_move" always Word "", Replay "the moves", "Who is to move: `white` or `black`." of Position;
    Castling "castling" perhaps Text "", Replay "the moves", "The castling rights as in a FEN; missing if there are none." of Position;
    EnPassant "ep" perhaps Text "", Replay "the moves", "The en passant square of the FEN; missing if it has none." of Position;
    MoveNumber "move_number" always Integer "", Replay "the moves", "The number of the next move." of Position;
    Pieces "pieces" always Integer "", Replay "the moves", "How many pieces and pawns are on the board, kings included." of Position;
    LegalMoves "legal_moves" always Integer "moves", Replay "the moves", "How many legal moves there are." of Position;
    PositionLegality "position_legality" always Word "", Search "the moves", "Whether the position can arise: `unreachable` if it is proved that no legal game leads to it, otherwise `possible`." of Position;
    Operations "operations" perhaps Text "", Place "the line of EPD", "The operations of the EPD line that the position comes from." of Position;
    WhiteQueens "white_q" always Integer "", Replay "the moves", "How many queens White has." of Position;
    WhiteRooks "white_r" always Integer "", Replay "the moves", "How many rooks White has." of Position;
    WhiteBishops "white_b" always Integer "", Replay "the moves", "How many bishops White has." of Position;
    WhiteKnights "white_n" always Integer "", Replay "the moves", "How many knights White has." of Position;
    WhitePawns "white_p" always Integer "", Replay "the moves", "How many pawns White has." of Position;
    BlackQueens "black_q" always Integer "", Replay "the moves", "How many queens Black has." of Position;
    BlackRooks "black_r" always Integer "", Replay "the moves", "How many rooks Black has." of Position;
    BlackBishops "black_b" always Integer "", Replay "the moves", "How many bishops Black has." of Position;
    BlackKnights "black_n" always Integer "", Replay "the moves", "How many knights Black has." of Position;
    BlackPawns "black_p" always Integer "", Replay "the moves", "How many pawns Black has." of Position;
    Phase "phase" always Word "", Replay "the moves", "The phase of the game, by the tests of lichess: `endgame` with at most six queens, rooks, bishops and knights, `middlegame` with at most ten, with fewer than four of a side on its first rank or with mixed sides, else `opening`." of Position;
    IsCapture "is_capture" perhaps Flag "", Replay "the moves", "Whether the move captures a piece or pawn.";
    EvalBefore "eval_before" perhaps Integer "centipawns", Comments "`%eval`, or the comment of an engine", "The evaluation before the move, from White's side; 15 before the first move from the initial position, as on lichess.";
    Loss "loss" perhaps Integer "centipawns", Comments "`%eval`, or the comment of an engine", "How much the move lost for the mover, 0 if nothing; evaluations beyond 1,000 and mates count as 1,000.";
    WinPercent "win_percent" perhaps Real "percent", Comments "`%eval`, or the comment of an engine", "White's winning chances after the move, by the formula of lichess.";
    Accuracy "accuracy" perhaps Real "percent", Comments "`%eval`, or the comment of an engine", "The accuracy of the move, by the formula of lichess.";
    Judgment "judgment" perhaps Word "", Comments "`%eval`, or the comment of an engine", "The judgment on the move by the winning chances that it lost, with the limits of lichess; missing if it lost few.";
}

impl PlyFact {
    /// The possible values, if the fact has a fixed list.
    pub const fn words(self) -> Option<&'static [&'static str]> {
        Some(match self {
            Self::Side | Self::SideToMove => &["white", "black"],
            Self::PositionLegality => &["possible", "unreachable"],
            Self::Phase => &Phase::NAMES,
            Self::Judgment => &Judgment::NAMES,
            _ => return None,
        })
    }

    /// Whether Parquet files contain it without `--fields`. They omit long duplicates of other facts, facts about
    /// variations, since their rows are main-line plies, ids, which cost time, and parts of the position, which they have, and
    /// the data of an engine's search, which few games have.
    pub const fn is_default_column(self) -> bool {
        !matches!(
            self,
            Self::Variation
                | Self::Parent
                | Self::Played
                | Self::Lan
                | Self::FenBefore
                | Self::Epd
                | Self::Depth
                | Self::Seldepth
                | Self::Nodes
                | Self::Nps
                | Self::Tbhits
                | Self::Book
                | Self::LineId
                | Self::WhiteMaterialValue
                | Self::BlackMaterialValue
                | Self::MaterialBalance
                | Self::SideToMove
                | Self::Castling
                | Self::EnPassant
                | Self::MoveNumber
                | Self::Pieces
                | Self::LegalMoves
                | Self::PositionLegality
                | Self::Operations
                | Self::WhiteQueens
                | Self::WhiteRooks
                | Self::WhiteBishops
                | Self::WhiteKnights
                | Self::WhitePawns
                | Self::BlackQueens
                | Self::BlackRooks
                | Self::BlackBishops
                | Self::BlackKnights
                | Self::BlackPawns
                | Self::Phase
                | Self::IsCapture
                | Self::EvalBefore
                | Self::Loss
                | Self::WinPercent
                | Self::Accuracy
                | Self::Judgment
        )
    }
}

// The facts about a table row, counted over many games, sides or moves.

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
    MeanSpent "mean_spent" perhaps Real "seconds", Comments "`%emt`, `%clk`, or the comment of an engine", "The mean time that a move took.";
    MeanLeft "mean_left" perhaps Real "seconds", Comments "`%clk`, or the comment of an engine", "The mean time on the mover's clock after the move.";
    Distinct "distinct" always Integer "values", Tags "all tags", "How many different values the tag has.";
    Exact "exact" always Flag "", Tags "all tags", "Whether that number is exact, or an estimate.";
    Example "example" perhaps Text "", Tags "all tags", "One of these values.";
    Id "id" always Word "", Replay "the moves and the tags", "The kind of ids that are added up: `play_id` or `meet_id`.";
    TotalPlies "total_plies" always Integer "plies", Replay "the moves", "How many plies the games have together.";
    Identified "identified" always Integer "games", Replay "the moves and the tags", "How many of the games have such an id.";
    Digest "digest" always Text "", Replay "the moves and the tags", "The sum of these ids modulo 2^128, 32 hexadecimal digits.";
}
