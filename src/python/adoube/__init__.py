"""Games, moves and verdicts from chess archives, as tables for Polars, DuckDB, pandas and pyarrow."""

from ._adoube import VERSION as __version__
from ._adoube import Position, Table, can_mate, perft
from ._errors import AdoubeError, AdoubeWarning
from ._scan import scan
from ._tables import Source, adjudicate, adjust, diff, facts, filter, games, plan, plies, replay, stats, validate

__all__ = [
    "AdoubeError",
    "AdoubeWarning",
    "Position",
    "Source",
    "Table",
    "__version__",
    "adjudicate",
    "adjust",
    "can_mate",
    "diff",
    "facts",
    "filter",
    "games",
    "perft",
    "plan",
    "plies",
    "replay",
    "scan",
    "stats",
    "validate",
]
