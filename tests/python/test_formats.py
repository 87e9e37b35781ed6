"""Each row type in each format: other readers see the same rows, types and missing values."""

from __future__ import annotations

import csv
import datetime
import io
import json
import pathlib
import shutil
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures"
CLUB = FIXTURES / "stats" / "club.pgn"
SWISS = FIXTURES / "stats" / "swiss.pgn"
CLASSICS = FIXTURES / "games" / "classics.pgn"
ANNOTATED = FIXTURES / "replay" / "annotated.pgn"
POSITIONS = FIXTURES / "mating" / "positions.epd"
OF_POSITIONS = "file,game,fen,side_to_move,castling,ep,halfmove_clock,move_number,material,pieces,legal_moves,check"
OF_POSITIONS += ",ending,eco,opening,position_legality,key,epd,operations,op:id,op:acd"
OF_LISTS = "game,white,san,uci,clk,spent,eval,check,captured,legal_moves,fen,piece"
OF_PLIES = "file,game,ply,san,uci,fen,clk,eval,mate,nags,comment,check,captured,legal_moves,white_elo,date,tag:Event"


class RowType(NamedTuple):
    """The command that writes rows of a type, and the value of `type` of its objects."""

    command: list[object]
    object: str


TABLES = "results lengths openings players events elo difference terminations endings claims timecontrol clocks tags"
TABLES += " material squares moves firstmoves positions identity duplicates"
ROW_TYPES = {
    "findings": RowType(["validate", "--select", "all", FIXTURES / "rules"], "finding"),
    "plies": RowType(["replay", "--fields", OF_PLIES, CLASSICS, ANNOTATED, CLUB], "ply"),
    "variations": RowType(["replay", "--variations", "--at", "all", "--fields", "all", ANNOTATED], "ply"),
    "positions": RowType(["replay", "--fields", OF_POSITIONS, POSITIONS, FIXTURES / "perft" / "standard.epd"], "ply"),
    "games": RowType(["stats", "--per", "game", CLASSICS, ANNOTATED, CLUB], "game"),
    "lists": RowType(["stats", "--per", "game", "--fields", OF_LISTS, CLASSICS, ANNOTATED, CLUB], "game"),
    "tree": RowType(["stats", "--tree", "4", CLASSICS], "stats"),
    "split": RowType(["stats", "--by", "year,base,speed", CLASSICS, CLUB], "stats"),
    "verdicts": RowType(["adjudicate", CLASSICS, CLUB, POSITIONS], "verdict"),
    "answers": RowType(["adjudicate", "--can-mate", "both", "--head", "20", POSITIONS], "can_mate"),
    "differences": RowType(["diff", CLASSICS, CLUB], "difference"),
    "copies": RowType(["diff", FIXTURES / "games"], "difference"),
    "perft": RowType(["perft", "startpos", "3", "--divide", "--expect", "8902"], "perft"),
    "suite": RowType(["perft", "--epd", FIXTURES / "perft", "--max-nodes", "9999"], "perft"),
    "statistics": RowType(["perft", "startpos", "3", "--stats"], "perft_statistics"),
    "prefixes": RowType(["perft", "startpos", "3", "--list-prefixes", "2"], "perft_prefix"),
    "rules": RowType(["explain", "--list"], "rule"),
    "facts": RowType(["explain", "--facts"], "fact"),
}
ROW_TYPES |= {f"table {name}": RowType(["stats", "--table", name, CLASSICS, CLUB, CLUB], "stats") for name in TABLES.split()}
ROW_TYPES |= {
    f"table {name}": RowType(["stats", "--table", name, SWISS], "stats")
    for name in ["standings", "crosstable", "rounds", "pairings"]
}
# Two runs do not take the same time.
TIMES = {"seconds", "nps"}

Row = dict[str, Any]


def run(row_type: RowType, output_format: str) -> bytes:
    command = [sys.executable, "-m", "adoube", *map(str, row_type.command), "--format", output_format]
    output = subprocess.run(command, check=False, capture_output=True)
    # Exit code 1: there are findings.
    assert output.returncode < 2, output.stderr
    return output.stdout


@pytest.fixture(scope="module", params=ROW_TYPES)
def row_type(request: pytest.FixtureRequest) -> RowType:
    return ROW_TYPES[request.param]


@pytest.fixture(scope="module")
def text(row_type: RowType) -> str:
    return run(row_type, "csv").decode()


@pytest.fixture(scope="module")
def rows(text: str) -> list[dict[str, str]]:
    """The rows as the module `csv` reads them."""
    found = list(csv.DictReader(io.StringIO(text), strict=True))
    assert found and all(None not in row and None not in row.values() for row in found)
    return found


@pytest.fixture(scope="module")
def parquet(row_type: RowType, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("formats") / "rows.parquet"
    path.write_bytes(run(row_type, "parquet"))
    return path


@pytest.fixture(scope="module")
def objects(row_type: RowType) -> list[Row]:
    """The objects of this type, one for each row."""
    read = [json.loads(line) for line in run(row_type, "jsonl").splitlines()]
    return [row for one in read if one["type"] == row_type.object for row in rows_of(one)]


def rows_of(one: Row) -> list[Row]:
    """The rows of tables for an object."""
    if one["type"] == "perft" and one["divide"] is not None:
        unknown = {"expected": None, "correct": None, "complete": True, "seconds": None, "nps": None}
        moves = [one | unknown | {"move": move, "nodes": nodes} for move, nodes in one["divide"].items()]
        return [*moves, one | {"move": None}]
    if one["type"] == "difference":
        return [{"kind": one["kind"]} for _ in one["changes"] or [None]]
    return [one]


def as_text(row: Row, name: str) -> str:
    """A value of an object of JSON as CSV has it: facts that are lists as JSON, other lists as text."""
    value = row[name]
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return json.dumps(value, separators=(",", ":")) if row["type"] in ("game", "ply") else " ".join(map(str, value))
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def as_value(value: Any, kind: str) -> Any:
    """A value of JSON as a column of Parquet of this type has it."""
    if isinstance(value, list):
        return value if kind.startswith("list") else " ".join(map(str, value)) or None
    if value is None or kind in ("string", "bool") or isinstance(value, (int, float)):
        return value
    if kind == "double":
        # A fraction that identifies a row is text in JSON.
        return float(value)
    if kind.startswith("date"):
        return None if "?" in value else datetime.datetime.strptime(value, "%Y.%m.%d").date()
    assert kind.startswith("timestamp"), kind
    return datetime.datetime.fromisoformat(value)


def comparable(objects: list[Row], name: str) -> bool:
    """Whether a column is a field of the objects, not a text that sums up several."""
    values = [one[name] for one in objects if name in one]
    return len(values) == len(objects) and name not in TIMES and not any(isinstance(value, dict) for value in values)


def test_csv_has_the_values_of_json_lines(rows: list[dict[str, str]], objects: list[Row]) -> None:
    assert len(rows) == len(objects)
    names = [name for name in rows[0] if comparable(objects, name)]
    # The claims, notes and mates of verdicts are objects and lists of JSON.
    names = [name for name in names if name not in ("claims", "notes")]
    assert names
    for name in names:
        assert [row[name] for row in rows] == [as_text(one, name) for one in objects], name


def test_parquet_has_the_values_and_types_of_json_lines(parquet: pathlib.Path, objects: list[Row]) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    table = pq.read_table(parquet)
    assert table.num_rows == len(objects)
    kinds = {field.name: str(field.type) for field in table.schema}
    names = [name for name in kinds if comparable(objects, name) and name not in ("claims", "notes")]
    for name in names:
        expected = [as_value(one[name], kinds[name]) for one in objects]
        assert table[name].to_pylist() == expected, name
        known = {type(value) for value in (one[name] for one in objects) if value is not None}
        if known == {bool}:
            assert kinds[name] == "bool", name
        elif known == {int}:
            assert kinds[name] in ("int32", "int64", "uint64", "double"), name
        elif known == {str}:
            assert kinds[name] != "bool" and "int" not in kinds[name], name


def test_parquet_has_the_columns_and_gaps_of_csv(parquet: pathlib.Path, rows: list[dict[str, str]]) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    table = pq.read_table(parquet)
    assert table.column_names == list(rows[0]) and table.num_rows == len(rows)
    for name in set(table.column_names) - TIMES:
        # An empty text is a value, and a date that is not complete has none in Parquet.
        gaps = [value is None for value in table[name].to_pylist()]
        allowed = [row[name] == "" or (name == "date" and "?" in row[name]) for row in rows]
        assert all(is_allowed for gap, is_allowed in zip(gaps, allowed) if gap), name
        if str(table.schema.field(name).type) != "string":
            assert gaps == allowed, name


def test_duckdb_reads_the_same_rows(parquet: pathlib.Path, text: str, tmp_path: pathlib.Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    pq = pytest.importorskip("pyarrow.parquet")
    table = pq.read_table(parquet)
    relation = duckdb.read_parquet(str(parquet))
    assert relation.columns == table.column_names
    names = ", ".join(f'"{name}"' for name in table.column_names if "timestamp" not in str(table.schema.field(name).type))
    expected = table.drop_columns([f.name for f in table.schema if "timestamp" in str(f.type)])
    found = relation.select(names).fetchall()
    assert found == list(zip(*(column.to_pylist() for column in expected.columns)))
    path = tmp_path / "rows.csv"
    path.write_text(text)
    connection = duckdb.connect()
    query = "select * from read_csv(?, all_varchar = true, header = true, delim = ',', quote = '\"', escape = '\"', nullstr = '\u0001')"
    read = connection.execute(query, [str(path)]).fetchall()
    assert read == [tuple(row) for row in list(csv.reader(io.StringIO(text)))[1:]]


def test_polars_reads_the_same_rows(parquet: pathlib.Path, text: str) -> None:
    polars = pytest.importorskip("polars")
    pq = pytest.importorskip("pyarrow.parquet")
    table = pq.read_table(parquet)
    frame = polars.read_parquet(parquet)
    assert frame.columns == table.column_names
    for name in frame.columns:
        assert frame[name].to_list() == table[name].to_pylist(), name
    read = polars.read_csv(io.StringIO(text), infer_schema=False)
    assert [tuple(value or "" for value in row) for row in read.rows()] == [tuple(row) for row in list(csv.reader(io.StringIO(text)))[1:]]


def test_jq_reads_the_same_objects(row_type: RowType) -> None:
    jq = shutil.which("jq")
    if jq is None:
        pytest.skip("jq is not installed")
    lines = run(row_type, "jsonl")
    output = subprocess.run([jq, "-c", "."], input=lines, check=True, capture_output=True).stdout
    # Numbers up to 2^53 are exact in jq.
    assert [json.loads(line) for line in output.splitlines()] == [json.loads(line) for line in lines.splitlines()]
