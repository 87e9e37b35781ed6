"""The data source of Spark, on Spark itself and on Sail."""

from __future__ import annotations

import datetime
import gzip
import pathlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]
import pytest

import adoube
from adoube import AdoubeError, Table

pytest.importorskip("pyspark", reason="pyspark is not installed")

from pyspark.sql import DataFrame, SparkSession

import adoube.spark
from adoube.spark import PgnDataSource

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures"
pytestmark = pytest.mark.filterwarnings("ignore::adoube.AdoubeWarning")

GAMES = FIXTURES / "games" / "gnuchess-book-sample.pgn"
CLASSICS = FIXTURES / "games" / "classics.pgn"
RULES = FIXTURES / "rules"

FUNCTIONS: dict[str, Callable[..., Table]] = {
    "games": adoube.games,
    "plies": adoube.plies,
    "findings": adoube.validate,
    "verdicts": adoube.adjudicate,
}


@pytest.fixture(scope="module", params=["spark", "sail"])
def spark(request: pytest.FixtureRequest) -> Iterator[SparkSession]:
    if request.param == "spark":
        if shutil.which("java") is None:
            pytest.skip("Spark needs java, which is not installed")
        patch = pytest.MonkeyPatch()
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        # Spark handles Ctrl-C, even when it has ended.
        handler = signal.getsignal(signal.SIGINT)
        builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        session = builder.config("spark.sql.session.timeZone", "America/New_York").getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        adoube.spark.register(session)
        yield session
        session.stop()
        signal.signal(signal.SIGINT, handler)
        patch.undo()
    else:
        sail = pytest.importorskip("pysail.spark", reason="pysail is not installed")
        server = sail.SparkConnectServer("127.0.0.1", 0)
        server.start(background=True)
        session = SparkSession.builder.remote(f"sc://127.0.0.1:{server.listening_address[1]}").create()
        adoube.spark.register(session)
        yield session
        session.stop()
        server.stop()


def load(spark: SparkSession, path: object, **options: object) -> DataFrame:
    return spark.read.format("pgn").options(**options).load(str(path))  # type: ignore[arg-type]


def ordered(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows in an order of their own: Sail collects parts as they come."""
    return sorted(rows, key=repr)


def rows(frame: DataFrame) -> list[dict[str, Any]]:
    return ordered(row.asDict() for row in frame.collect())


@pytest.mark.parametrize("table", FUNCTIONS)
def test_rows_in_parts_are_those_of_one_run(spark: SparkSession, table: str) -> None:
    for path, parts in [(GAMES, 7), (CLASSICS, 1), (RULES, 3)]:
        assert rows(load(spark, path, table=table, parts=parts)) == ordered(FUNCTIONS[table](path)), path


def test_times_are_in_utc(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[UTCDate "2024.07.01"]\n[UTCTime "12:30:00"]\n\n1. e4 *\n')
    frame = load(spark, path, fields="date,utc_timestamp").selectExpr("date", "unix_timestamp(utc_timestamp) as time")
    time = datetime.datetime(2024, 7, 1, 12, 30, tzinfo=datetime.timezone.utc).timestamp()
    assert rows(frame) == [{"date": datetime.date(2024, 7, 1), "time": time}]


def test_the_options_are_the_keywords(spark: SparkSession) -> None:
    frame = load(spark, GAMES, fields="white,white_elo,WhiteElo,eco", where="plies > 100", parts=3)
    assert rows(frame) == ordered(adoube.games(GAMES, fields="white,white_elo,WhiteElo,eco", where="plies > 100"))
    frame = load(spark, RULES, table="findings", profile="export", select="M,S", audit=True)
    assert rows(frame) == ordered(adoube.validate(RULES, profile="export", select="M,S", audit=True))
    assert load(spark, GAMES, names="lichess").columns == adoube.games(GAMES, names="lichess").columns


def test_a_schema_selects_columns(spark: SparkSession) -> None:
    frame = spark.read.format("pgn").schema("eco string, plies bigint, san_moves string").load(str(CLASSICS))
    expected = adoube.games(CLASSICS, fields=["eco", "plies", "san_moves"])
    assert rows(frame) == ordered(expected)
    frame = spark.read.format("pgn").schema("WhiteElo int, eco string").load(str(GAMES))
    elo = [row["tag:WhiteElo"] for row in adoube.games(GAMES, fields="WhiteElo")]
    assert ordered({"elo": row["WhiteElo"]} for row in rows(frame)) == ordered({"elo": text and int(str(text))} for text in elo)
    with pytest.raises(Exception, match="eco: Failed to parse string"):
        spark.read.format("pgn").schema("eco int").load(str(GAMES)).collect()
    frame = spark.read.format("pgn").option("table", "findings").schema("line bigint, code string").load(str(RULES))
    assert rows(frame) == ordered({"line": row["line"], "code": row["code"]} for row in adoube.validate(RULES))


def test_a_frame_can_be_filtered_again(spark: SparkSession) -> None:
    frame = load(spark, CLASSICS, parts=2)
    plies = [row["plies"] for row in adoube.games(CLASSICS)]
    longer = [sum(isinstance(number, int) and number > length for number in plies) for length in (0, 60, 20)]
    assert [frame.count(), frame.filter("plies > 60").count(), frame.filter("plies > 20").count()] == longer
    assert frame.count() == len(plies)


def test_small_files_share_a_task(tmp_path: pathlib.Path) -> None:
    for number in range(100):
        (tmp_path / f"{number:02}.pgn").write_bytes(CLASSICS.read_bytes())
    (tmp_path / "99.pgn.gz").write_bytes(gzip.compress(GAMES.read_bytes()))

    def partitions(**options: str) -> int:
        # Relative paths are those of the driver.
        source = PgnDataSource({"path": tmp_path.as_uri(), **options})
        return len(source.reader(source.schema()).partitions())

    assert (partitions(), partitions(parts="1"), partitions(parts="10")) == (1, 1, 11)
    assert 8 <= partitions(partSize="100K") <= 10


def test_a_plan_that_was_made_before(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    plan = tmp_path / "plan.jsonl"
    plan.write_text("\n".join(adoube.plan([GAMES, CLASSICS], parts=5, count=True)))
    frame = spark.read.format("pgn").option("plan", str(plan)).option("fields", "file,game").load()
    assert rows(frame) == ordered(adoube.games([GAMES, CLASSICS], fields="file,game"))


def test_a_plan_must_be_whole(tmp_path: pathlib.Path) -> None:
    lines = adoube.plan(GAMES, parts=3, count=True)
    plan = tmp_path / "plan.jsonl"
    for text, message in [
        ("", "0 parts of a plan of none"),
        ("\n".join(lines[1:]), "2 parts of a plan of 3"),
        ("\n".join(lines * 2), "line 4: part 1 is there more than once"),
        ("hello", "line 1: not a line of `adoube plan`"),
        ("\n".join(adoube.plan(GAMES, parts=3)), "line 2: the games before this part were not counted"),
    ]:
        plan.write_text(text)
        source = PgnDataSource({"plan": str(plan)})
        with pytest.raises(AdoubeError, match=message):
            source.reader(source.schema()).partitions()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"table": "moves"}, "table: expected one of games, plies, findings, verdicts, not `moves`"),
        ({"head": "3"}, "games has no option `head`; there are fields, where"),
        ({"where": "white_elo >"}, "where"),
        ({"table": "findings", "audit": "yes"}, "audit: expected true or false, not `yes`"),
        ({"parts": "3", "partSize": "1M"}, "give only one of the options"),
        ({"path": "s3://games/a.pgn"}, "s3://games/a.pgn: adoube reads files"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(AdoubeError, match=message):
        PgnDataSource({"path": str(GAMES), **options}).schema()


def test_other_types_are_refused() -> None:
    from pyspark.sql.types import BinaryType, StructField, StructType

    source = PgnDataSource({"path": str(GAMES)})
    with pytest.raises(AdoubeError, match="white: a column cannot have the type binary"):
        source.reader(StructType([StructField("white", BinaryType())]))
    with pytest.raises(AdoubeError, match="no column `colour` in findings; there are file, game"):
        findings = PgnDataSource({"path": str(GAMES), "table": "findings"})
        findings.reader(pyarrow.schema([("colour", pyarrow.string())]))  # type: ignore[arg-type,unused-ignore]


def test_what_cannot_be_read_is_an_error(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    with pytest.raises(Exception, match="there-is-no-such-file: cannot be opened"):
        load(spark, tmp_path / "there-is-no-such-file").collect()
    damaged = tmp_path / "damaged.pgn.gz"
    damaged.write_bytes(gzip.compress(GAMES.read_bytes())[:1000])
    with pytest.raises(Exception, match="damaged gzip data at byte 1000 of the file"):
        load(spark, damaged).collect()


def test_a_parquet_file_has_the_columns_that_pyarrow_sees(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    types = {
        "string": "string", "int32": "int", "int64": "bigint", "double": "double", "bool": "boolean",
        "date32[day]": "date", "timestamp[ms, tz=UTC]": "timestamp", "list<element: int32>": "array<int>",
    }  # fmt: skip
    for per in ("game", "ply"):
        path = tmp_path / f"{per}.parquet"
        command = [sys.executable, "-m", "adoube", "stats", "-q", "--format", "parquet", "--per", per, "-o", str(path)]
        subprocess.run([*command, str(GAMES), str(CLASSICS)], check=True)
        table = pyarrow.parquet.read_table(path)
        names = table.column_names
        frame = spark.read.parquet(str(path))
        assert frame.dtypes == [(field.name, types[str(field.type)]) for field in table.schema]
        counts = ["count(*)", *(f"count(`{name}`)" for name in names)]
        [found] = frame.selectExpr(*counts).collect()
        assert list(found) == [table.num_rows, *(table.num_rows - table[name].null_count for name in names)]
