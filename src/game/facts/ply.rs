//! The facts about a ply and the position after it.

use super::info::facts;

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
    Fen "fen" always Text "", Replay "the moves", "The position after the move.";
    FenBefore "fen_before" perhaps Text "", Replay "the moves", "The position before the move.";
    Epd "epd" always Text "", Replay "the moves", "The position after the move as EPD, its counters as `hmvc` and `fmvn`.";
    Key "key" always Text "", Replay "the moves", "The key of the position, equal for positions that are the same by Article 9.2.3.";
    Clk "clk" perhaps Real "seconds", Comments "`%clk`", "What the mover's clock showed after the move, to hundredths.";
    Spent "spent" perhaps Real "seconds", Comments "`%emt`, else `%clk` and `TimeControl`", "How long the move took, if the clock and the periods of the time control say so.";
    Eval "eval" perhaps Integer "centipawns", Comments "`%eval`, or the comment of an engine tournament manager", "The evaluation, from White's side.";
    Mate "mate" perhaps Integer "moves", Comments "`%eval`, or the comment of an engine tournament manager", "The evaluation as mate in so many moves, negative if Black mates.";
    Nags "nags" always List "", Comments "the NAGs", "The NAGs after the move, suffixes such as `!?` included.";
    Comment "comment" perhaps Text "", Comments "the comments", "The comments after the move, or before the first move of the game or of a variation.";
    Check "check" always Flag "", Replay "the moves", "Whether the side to move is in check.";
    Checkmate "checkmate" always Flag "", Replay "the moves", "Whether the side to move is checkmated.";
    Captured "captured" perhaps Text "", Replay "the moves", "The FEN letter of the piece or pawn that the move captured.";
    HalfmoveClock "halfmove_clock" always Integer "plies", Replay "the moves", "How many plies were played since the last capture or pawn move.";
    Repetitions "repetitions" always Integer "", Replay "the moves", "How often the position has stood on the board in its line of play, this time included.";
    Material "material" always Text "", Replay "the moves", "The pieces and pawns of White and Black: `KRPvKR`.";
    Eco "eco" perhaps Text "", Replay "the moves", "The ECO code of the position.";
    Opening "opening" perhaps Text "", Replay "the moves", "The name of the position.";
    Piece "piece" perhaps Text "", Replay "the moves", "The letter of the piece that moved, `K` in castling, `P` for a pawn.";
    From "from" perhaps Text "", Replay "the moves", "The square from which it moved.";
    To "to" perhaps Text "", Replay "the moves", "The square to which it moved; in castling, the king's.";
    Promotion "promotion" perhaps Text "", Replay "the moves", "The letter of the piece to which the pawn was promoted.";
    LineId "line_id" always Text "", Replay "the moves", "The id of the line up to the position, 32 hexadecimal digits; after the last ply of a game its `play_id`.";
    WhiteMaterialValue "white_material_value" always Integer "pawns", Replay "the moves", "The value of White's pieces and pawns: a queen 9, a rook 5, a bishop or knight 3, a pawn 1.";
    BlackMaterialValue "black_material_value" always Integer "pawns", Replay "the moves", "The value of Black's pieces and pawns.";
    MaterialBalance "material_balance" always Integer "pawns", Replay "the moves", "The value of White's material minus that of Black's.";
}

impl PlyFact {
    /// Whether Parquet files contain it without `--fields`. They omit long duplicates of other facts, facts about
    /// variations, since their rows are main-line plies, ids, which cost time, and the values of the material, which they have.
    pub const fn is_default_column(self) -> bool {
        !matches!(
            self,
            Self::Variation
                | Self::Parent
                | Self::Played
                | Self::Lan
                | Self::FenBefore
                | Self::Epd
                | Self::LineId
                | Self::WhiteMaterialValue
                | Self::BlackMaterialValue
                | Self::MaterialBalance
        )
    }
}
