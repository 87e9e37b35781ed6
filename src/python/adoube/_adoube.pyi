"""The types of the extension module, which is written in Rust."""

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar, final

__all__ = [
    "VERSION",
    "Position",
    "Table",
    "can_mate",
    "fact_named_at_lichess",
    "facts_table",
    "main",
    "options",
    "perft",
    "table",
    "tables",
    "text",
]

VERSION: str

@final
class Position:
    """A chess position, standard or Chess960, from which a game can continue."""

    def __new__(cls, fen: str | None = None, *, chess960: bool = False) -> Position:
        """Reads a FEN; without one, it is the initial position. An unplayable position raises `AdoubeError`.

        With `chess960`, UCI moves castle as in Chess960 (`e1h1`), without it as the rooks stand. A board of python-chess has a FEN:
        `Position(board.fen())`, `chess.Board(position.fen)`.
        """

    @property
    def fen(self) -> str:
        """Its FEN, with an en passant square only if a capture is legal."""

    @property
    def turn(self) -> Literal["white", "black"]:
        """The side to move."""

    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""

    @property
    def is_checkmate(self) -> bool:
        """Whether the side to move is checkmated."""

    @property
    def is_stalemate(self) -> bool:
        """Whether the side to move is stalemated."""

    @property
    def is_dead(self) -> bool | None:
        """Whether neither side can checkmate by any series of legal moves (Laws 5.2.2); `None` if a search leaves it open."""

    @property
    def key(self) -> str:
        """The key of the position, as in the column `key`: 16 hexadecimal digits."""

    @property
    def halfmove_clock(self) -> int:
        """The number of plies since the last capture or pawn move."""

    @property
    def fullmove_number(self) -> int:
        """The number of the next move."""

    @property
    def castling(self) -> str:
        """The castling rights, as in a FEN."""

    def piece_at(self, square: str) -> str | None:
        """The piece on a square such as `"e4"`, as in a FEN (White's in capitals); `None` if it is empty."""

    def san(self, move: str) -> str:
        """A legal move, given in SAN or UCI, in SAN."""

    def uci(self, move: str) -> str:
        """A legal move, given in SAN or UCI, in UCI."""

    def legal_moves(self, *, uci: bool = False) -> list[str]:
        """All legal moves in SAN, or in UCI."""

    def push(self, move: str) -> str:
        """Plays a move, given in SAN or UCI; returns its SAN. An illegal one raises `AdoubeError` with the reason."""

    def pop(self) -> str:
        """Takes back the last move; returns its SAN. Without one, it raises `IndexError`."""

    def why_illegal(self, move: str) -> str | None:
        """Why a move, given in SAN or UCI, is illegal; `None` if it is legal."""

    def svg(self, *, flip: bool = False, size: int = 360) -> str:
        """A diagram as SVG, with the last move and a check marked; notebooks show it. `size` is the width in pixels."""

    def copy(self) -> Position:
        """A copy, with the moves that `pop` takes back."""

    def __copy__(self) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

def perft(position: Position | str, depth: int) -> int:
    """The number of paths of `depth` legal moves. The position is an object, a FEN, or `startpos`."""

def can_mate(position: Position | str, side: Literal["white", "black"]) -> bool | None:
    """Whether a side can still checkmate by any series of legal moves; `None` if a search leaves it open."""

_T = TypeVar("_T")
@final
class Table:
    """Rows that are computed while they are read. Each reader begins with the first row.

    Polars, DuckDB, pyarrow, pandas and others read it through the Arrow PyCapsule interface, without a copy:
    `polars.DataFrame(table)`, `duckdb.sql("from table")`, `pyarrow.table(table)`, `pandas.DataFrame.from_arrow(table)`.
    A loop over the table gets dictionaries.
    """

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""

    def to(self, reader: Callable[[Any], _T], /) -> _T:
        """What a function of another library makes of the rows: `table.to(polars.DataFrame)`.

        Without it, an error while rows are read, or Ctrl-C, is raised as an exception of that library. With it, it is
        `AdoubeError`, or `KeyboardInterrupt`.
        """

    @property
    def schema(self) -> dict[str, str]:
        """The names of the columns with the types of Arrow."""

    def head(self, rows: int = 5) -> Table:
        """The first rows, as a table in memory."""

    def batches(self) -> Iterator[Table]:
        """Batches of the rows, each a table in memory."""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows as dictionaries. The types of their values are those of the columns."""

    def __len__(self) -> int:
        """The number of rows of a table in memory; `TypeError` if it is known only when they are read."""

    def __bool__(self) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

def fact_named_at_lichess(name: str) -> str | None: ...
def facts_table() -> Table: ...
def main(arguments: list[str]) -> int: ...
def options(command: str) -> list[str]: ...
def table(
    command: str,
    fixed: list[str],
    keywords: dict[str, object],
    source: object | None,
    make_bar: Callable[[int | None], Any] | None,
    *,
    names: str = "adoube",
) -> Table: ...
def tables(
    command: str,
    fixed: list[str],
    keywords: dict[str, object],
    source: object | None,
    make_bar: Callable[[int | None], Any] | None,
) -> list[tuple[str, Table]]: ...
def text(
    command: str,
    keywords: dict[str, object],
    source: object | None,
    make_bar: Callable[[int | None], Any] | None,
) -> bytes | None: ...
