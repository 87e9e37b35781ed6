"""The types of the extension module, which is written in Rust."""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Any, Literal, TypeAlias, TypeVar, final

__all__ = ["VERSION", "Position", "Table", "can_mate", "main", "options", "perft", "table", "tables", "text"]

VERSION: str

@final
class Position:
    """A chess position, standard or Chess960, from which a game can continue."""

    def __new__(cls, fen: str | None = None) -> Position:
        """Reads a FEN; without one, it is the initial position. An unplayable position raises `AdoubeError`."""

    @property
    def fen(self) -> str: ...
    @property
    def turn(self) -> Literal["white", "black"]: ...
    @property
    def is_check(self) -> bool: ...
    @property
    def is_checkmate(self) -> bool: ...
    @property
    def is_stalemate(self) -> bool: ...
    def legal_moves(self, *, uci: bool = False) -> list[str]:
        """All legal moves in SAN, or in UCI."""

    def push(self, move: str) -> str:
        """Plays a move, given in SAN or UCI; returns its SAN. An illegal one raises `AdoubeError` with the reason."""

    def why_illegal(self, move: str) -> str | None:
        """Why a move, given in SAN or UCI, is illegal; `None` if it is legal."""

    def svg(self, *, flip: bool = False, size: int = 360) -> str:
        """A diagram as SVG, with the last move and a check marked; notebooks show it. `size` is the width in pixels."""

    def copy(self) -> Position: ...
    def __copy__(self) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def _repr_svg_(self) -> str: ...

def perft(position: Position | str, depth: int) -> int:
    """The number of paths of `depth` legal moves. The position is an object, a FEN, or `startpos`."""

def can_mate(position: Position | str, side: Literal["white", "black"]) -> bool | None:
    """Whether a side can still checkmate by any series of legal moves; `None` if a search leaves it open."""

_T = TypeVar("_T")
_Single: TypeAlias = str | int | float | bool | date | datetime | None
_Value: TypeAlias = _Single | list[_Single]

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

    def __iter__(self) -> Iterator[dict[str, _Value]]:
        """The rows as dictionaries."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

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
