"""The types of the extension module, which is written in Rust."""

from typing import Literal, final

__all__ = ["VERSION", "Position", "can_mate", "perft"]

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
