"""Games, moves and verdicts from chess archives, as tables for Polars, DuckDB, pandas and pyarrow."""

from ._adoube import VERSION as __version__
from ._adoube import Position, can_mate, perft
from ._errors import AdoubeError, AdoubeWarning

__all__ = ["AdoubeError", "AdoubeWarning", "Position", "__version__", "can_mate", "perft"]
