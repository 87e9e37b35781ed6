"""Rows for Polars that compute only what a query asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from . import _tables
from ._tables import Numbers, Path, Source, Words

if TYPE_CHECKING:
    import polars


def scan(
    source: Source,
    *,
    per: Literal["game", "ply"] = "game",
    fields: Words | None = None,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    openings: Path | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    names: Literal["adoube", "lichess"] = "adoube",
) -> polars.LazyFrame:
    """Games or plies as a lazy frame of Polars, which reads the source when it is collected.

    Only the columns that the query uses are computed, and rows that it filters away are not kept. A condition in `where` is faster
    than a filter of Polars, because no row is made for a game that it drops. The other keywords are those of `games` and `plies`; a
    column that is not there by default must be in `fields`. DuckDB reads a lazy frame as well: `duckdb.sql("from frame")`.
    """
    import polars
    from polars.io.plugins import register_io_source

    make: Any = _tables.games if per == "game" else _tables.plies
    options = {
        "where": where, "head": head, "game": game, "sample": sample, "seed": seed, "openings": openings,
        "allow_large_windows": allow_large_windows, "threads": threads, "names": names,
    }  # fmt: skip

    def rows(
        wanted: list[str] | None, predicate: polars.Expr | None, limit: int | None, _batch_size: int | None
    ) -> Iterator[polars.DataFrame]:
        # A query such as `select(len())` uses no column, but counts rows.
        columns = fields if wanted is None else wanted or [_cheapest(table.columns)]
        for batch in make(source, fields=columns, progress=False, **options).batches():
            frame = polars.DataFrame(batch)
            if predicate is not None:
                frame = frame.filter(predicate)
            if limit is not None:
                frame = frame.head(limit)
                limit -= frame.height
            yield frame if wanted is None else frame.select(wanted)
            if limit == 0:
                return

    table = make(source, fields=fields, progress=False, **options)
    return register_io_source(rows, schema=polars.Schema(table), is_pure=True)


def _cheapest(columns: list[str]) -> str:
    """A column that costs next to nothing, if there is one."""
    return "game" if "game" in columns else columns[0]
