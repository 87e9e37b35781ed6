"""Parquet files: the values of the rows that the program writes as JSON Lines, as every reader sees them."""

from __future__ import annotations

import datetime
import json
import pathlib
import subprocess
import sys
from typing import Any

import duckdb
import polars
import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]
import pytest

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures"
ARCHIVES = [FIXTURES / "games" / "gnuchess-book-sample.pgn", FIXTURES / "games" / "classics.pgn"]
ARCHIVES += [FIXTURES / "stats" / "club.pgn", FIXTURES / "replay" / "annotated.pgn"]


def run(*arguments: object) -> bytes:
    command = [sys.executable, "-m", "adoube", *map(str, arguments)]
    output = subprocess.run(command, check=False, capture_output=True)
    # Exit code 1: there are games with errors.
    assert output.returncode < 2, output.stderr
    return output.stdout


@pytest.fixture(scope="module", params=["game", "ply"])
def parquet(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, pathlib.Path]:
    """What a row is, and a file of such rows."""
    path = tmp_path_factory.mktemp("parquet") / f"{request.param}.parquet"
    facts = map(json.loads, run("explain", "--facts", "--format", "jsonl").splitlines())
    # A rating is that of a player, of whom a game has two.
    subjects = {"game": ["game"], "ply": ["ply", "position"]}[request.param]
    fields = [fact["name"] for fact in facts if fact["of"] in subjects and fact["name"] != "elo"]
    run("stats", "--format", "parquet", "--per", request.param, "--fields", ",".join(fields), "-o", path, *ARCHIVES)
    return request.param, path


def as_json(value: Any) -> Any:
    """A value of Parquet as JSON has it."""
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, datetime.date):
        return value.strftime("%Y.%m.%d")
    return value


def as_parquet(name: str, value: Any) -> Any:
    """A value of JSON as Parquet has it: only complete dates."""
    if name == "date" and value is not None and "?" in value:
        return None
    return value


def test_rows_are_those_of_the_program(parquet: tuple[str, pathlib.Path]) -> None:
    per, path = parquet
    table = pyarrow.parquet.read_table(path)
    names = table.column_names
    arguments = ["stats", "--per", "game"] if per == "game" else ["replay"]
    lines = run(*arguments, "--fields", ",".join(names), "--format", "jsonl", *ARCHIVES).splitlines()
    expected = [json.loads(line) for line in lines]
    if per == "ply":
        # JSON has a row for the starting position, too.
        expected = [row for row in expected if row["type"] == "ply" and row["ply"] is not None]
    assert table.num_rows == len(expected) > 400
    for name in names:
        values = [as_json(value) for value in table[name].to_pylist()]
        assert values == [as_parquet(name, row[name]) for row in expected], name


def test_every_reader_sees_the_same_columns(parquet: tuple[str, pathlib.Path]) -> None:
    _, path = parquet
    table = pyarrow.parquet.read_table(path)
    names = table.column_names
    gaps = [table[name].null_count for name in names]
    counts = [table.num_rows - gap for gap in gaps]
    distinct = [len({str(value) for value in table[name].drop_null().to_pylist()}) for name in names]

    frame = polars.read_parquet(path)
    assert (frame.height, frame.columns) == (table.num_rows, names)
    assert [frame[name].null_count() for name in names] == gaps
    assert [frame[name].drop_nulls().n_unique() for name in names] == distinct
    assert [polars_type(kind) for kind in frame.dtypes] == [arrow_type(field.type) for field in table.schema]

    relation = duckdb.read_parquet(str(path))
    assert relation.columns == names
    assert [duckdb_type(str(kind)) for kind in relation.types] == [arrow_type(field.type) for field in table.schema]
    quoted = [f'count("{name}"), count(distinct "{name}")' for name in names]
    [found] = relation.aggregate(f"count(*), {', '.join(quoted)}").fetchall()
    assert found == (table.num_rows, *(number for pair in zip(counts, distinct, strict=True) for number in pair))


def arrow_type(kind: Any) -> str:
    return {
        "string": "text", "large_string": "text", "int32": "integer", "int64": "long", "double": "real",
        "bool": "flag", "date32[day]": "date", "timestamp[ms, tz=UTC]": "timestamp", "list<element: int32>": "integers",
    }[str(kind)]  # fmt: skip


def polars_type(kind: Any) -> str:
    return {
        "String": "text", "Int32": "integer", "Int64": "long", "Float64": "real", "Boolean": "flag", "Date": "date",
        "Datetime(time_unit='ms', time_zone='UTC')": "timestamp", "List(Int32)": "integers",
    }[str(kind)]  # fmt: skip


def duckdb_type(kind: str) -> str:
    return {
        "VARCHAR": "text", "INTEGER": "integer", "BIGINT": "long", "DOUBLE": "real", "BOOLEAN": "flag", "DATE": "date",
        "TIMESTAMP WITH TIME ZONE": "timestamp", "INTEGER[]": "integers",
    }[kind]  # fmt: skip
