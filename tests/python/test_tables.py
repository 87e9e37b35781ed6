"""Tables of games, plies, findings, verdicts and counts, as their consumers read them."""

import datetime
import functools
import gc
import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import duckdb
import pandas  # type: ignore[import-untyped,unused-ignore]
import polars
import pyarrow  # type: ignore[import-untyped,unused-ignore]
import pytest
from interrupting import interrupted

import adoube
from adoube import AdoubeError, AdoubeWarning, Table

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures"
GAMES = FIXTURES / "games" / "gnuchess-book-sample.pgn"
CLUB = FIXTURES / "stats" / "club.pgn"
BAD = FIXTURES / "rules" / "M101-illegal-move" / "bad.pgn"


def count_in_duckdb(rows: Any) -> list[tuple[Any, ...]]:
    # With several threads, DuckDB may read in one that gets no signals.
    connection = duckdb.connect(config={"threads": 1})
    return connection.sql("select count(*), max(game), min(file) from rows").fetchall()


READERS: list[Callable[[Any], Any]] = [
    polars.DataFrame,
    pyarrow.table,
    pandas.DataFrame.from_arrow,
    count_in_duckdb,
    list,
]


def program(*arguments: object) -> list[dict[str, Any]]:
    """The rows that the program writes as JSON Lines."""
    command = [sys.executable, "-m", "adoube", *map(str, arguments), "--format", "jsonl", "-q"]
    output = subprocess.run(command, capture_output=True, check=False).stdout
    return [json.loads(line) for line in output.splitlines()]


def test_every_reader_sees_the_same_games() -> None:
    table = adoube.games(GAMES)
    frame = polars.DataFrame(table)
    assert frame.height == pyarrow.table(table).num_rows == len(pandas.DataFrame.from_arrow(table)) == 400
    assert count_in_duckdb(table) == [(400, 400, str(GAMES))]
    assert list(table) == frame.to_dicts()
    assert table.columns == frame.columns and repr(table).startswith("Table(file: LargeUtf8, game: Int64, ")


def test_rows_of_games_are_those_of_the_program() -> None:
    fields = ["game", "white", "date_tag", "result", "plies", "valid", "eco", "ending", "WhiteElo"]
    rows = [row | {"type": "game"} for row in adoube.games(GAMES, fields=fields)]
    assert rows == program("stats", "--per", "game", "--fields", ",".join(fields), GAMES)


def test_rows_of_plies_are_those_of_the_program() -> None:
    table = adoube.plies(CLUB, fields=["game", "ply", "san", "uci", "fen", "clk"])
    rows = [row for row in program("replay", CLUB) if row["type"] == "ply" and row["ply"] is not None]
    names = table.columns
    assert list(table) == [{name: row[name] for name in names} for row in rows]


def test_findings_are_those_of_the_program() -> None:
    for name in sorted(path for path in (FIXTURES / "rules").glob("*/bad.pgn"))[::5]:
        expected = [row for row in program("validate", "--profile", "export", name) if row.pop("type") == "finding"]
        for row in expected:
            row.pop("fix", None)
        assert list(adoube.validate(name, profile="export")) == expected


def test_verdicts_are_those_of_the_program() -> None:
    rows = list(adoube.adjudicate(CLUB))
    expected = program("adjudicate", CLUB)
    same = ["game", "line", "verdict", "reason", "article", "edition", "ply", "fen", "stated", "agrees", "answer"]
    assert [[row[name] for name in same] for row in rows] == [[row[name] for name in same] for row in expected]
    flag = adoube.adjudicate(fen="5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", event="flag:white")
    assert [row["verdict"] for row in flag] == ["black-wins"]
    mating = list(adoube.adjudicate(fen="8/8/8/4k3/8/8/8/3NK3 w - - 0 1", can_mate="both", shortest=True))
    assert [(row["side"], row["answer"]) for row in mating] == [("white", "no"), ("black", "no")]


def test_counts_are_those_of_the_program() -> None:
    [results] = adoube.stats(CLUB, table="results")
    [expected] = program("stats", "--table", "results", CLUB)
    assert {"type": "stats", "table": "results", **results} == expected
    summary = adoube.stats(CLUB)
    assert list(summary)[:2] == ["summary", "results"]
    assert next(iter(summary["summary"]))["games"] == results["games"]
    both = adoube.stats(CLUB, table=["openings", "players"], top=3, min_count=1)
    assert {name: len(list(table)) for name, table in both.items()} == {"openings": 3, "players": 3}
    assert len(list(adoube.stats(CLUB, tree=2)["tree"])) == len(program("stats", "--tree", "2", CLUB))
    with pytest.raises(AdoubeError, match="same name"):
        adoube.stats(CLUB, table=["elo:100", "elo:200"])


COUNTED = [
    *("results", "lengths", "openings", "players", "events", "elo", "difference", "terminations", "endings", "claims"),
    *("timecontrol", "clocks", "tags", "material", "squares", "moves", "firstmoves", "positions", "identity", "duplicates"),
]
OF_EVENT = ["standings", "crosstable", "rounds", "pairings"]
SPLITS = ["year", "month", "date", "eco", "elo", "elo_band", "color", "plies", "valid", "tag:Round", "tag:plies"]


@pytest.mark.parametrize("name", [*COUNTED, *OF_EVENT])
def test_every_table_has_the_values_of_the_program(name: str) -> None:
    where = 'Event = "Club evening"'
    # Two copies of an event are no event, and one has no duplicates.
    archives = [CLUB, CLUB] if name == "duplicates" else [CLUB]
    expected = program("stats", "--table", name, "--where", where, *archives)
    table = adoube.stats(archives, table=name, where=where)
    assert [{"type": "stats", "table": name, **row} for row in table] == expected
    assert expected


@pytest.mark.parametrize("by", SPLITS)
def test_every_split_has_the_values_of_the_program(by: str) -> None:
    for archive in (CLUB, GAMES):
        expected = program("stats", "--table", "results", "--by", by, archive)
        table = adoube.stats(archive, table="results", by=by)
        assert [{"type": "stats", "table": "results", **row} for row in table] == expected


def test_the_types_of_tables_do_not_depend_on_the_games() -> None:
    nothing = b'[Event "?"]\n\n*\n'
    for name in COUNTED:
        for by in (None, *SPLITS, "base", "increment"):
            some, none = (adoube.stats(source, table=name, by=by) for source in (CLUB, nothing))
            assert repr(some) == repr(none), (name, by)
    one, other = (adoube.stats(source) for source in (CLUB, nothing))
    assert {name: repr(table) for name, table in one.items()} == {name: repr(table) for name, table in other.items()}
    assert repr(adoube.stats(CLUB, tree=1)["tree"]) == repr(adoube.stats(nothing, tree=1)["tree"])
    types = {field.name: str(field.type) for field in pyarrow.schema(adoube.stats(nothing, table="elo", by="base"))}
    assert (types["base"], types["elo_from"], types["games"]) == ("double", "int64", "int64")
    assert (types["score"], types["few"]) == ("double", "bool")
    times = b'[TimeControl "180+0.5"]\n\n1. e4 *\n\n[TimeControl "60+2"]\n\n1. e4 *\n'
    assert {row["increment"] for row in adoube.stats(times, table="results", by="increment")} == {0.5, 2.0}


def test_a_column_keeps_its_gaps() -> None:
    text = b'[White "A"]\n[WhiteElo "2000"]\n[Date "2000.01.02"]\n[TimeControl "60+1"]\n\n1. e4 *\n\n*\n\n[White "B"]\n\n*\n'
    table = pyarrow.table(adoube.games(text, fields="white,white_elo,date,base,game"))
    assert table.to_pydict() == {
        "white": ["A", None, "B"],
        "white_elo": [2000, None, None],
        "date": [datetime.date(2000, 1, 2), None, None],
        "base": [60.0, None, None],
        "game": [1, 2, 3],
    }
    assert [table[name].null_count for name in table.column_names] == [1, 2, 2, 2, 0]
    verdicts = pyarrow.table(adoube.adjudicate(text))
    assert verdicts["agrees"].to_pylist() == [row["agrees"] for row in adoube.adjudicate(text)]
    assert pyarrow.types.is_boolean(verdicts.schema.field("agrees").type)
    nothing = pyarrow.table(adoube.validate(b'[Event "?"]\n[Result "*"]\n\n*\n', select="M101"))
    assert (nothing.num_rows, nothing.schema.field("line").type) == (0, pyarrow.int64())


def test_values_have_the_types_of_python() -> None:
    text = b'[UTCDate "2013.01.31"]\n[UTCTime "12:34:56"]\n[TimeControl "180+2"]\n[White "\xe9"]\n\n1. e4 {[%clk 0:02:59.5]} *\n'
    [game] = adoube.games(text, fields="date,utc_timestamp,base,valid,white,round,game")
    assert game == {
        "date": datetime.date(2013, 1, 31),
        "utc_timestamp": datetime.datetime(2013, 1, 31, 12, 34, 56, tzinfo=datetime.timezone.utc),
        "base": 180.0,
        "valid": True,
        "white": "é",
        "round": None,
        "game": 1,
    }
    [ply] = adoube.plies(text, fields=["clk", "side", "check"])
    assert ply == {"clk": 179.5, "side": "white", "check": False}
    frame = polars.DataFrame(adoube.games(text, fields="date,utc_timestamp"))
    assert frame.dtypes == [polars.Date, polars.Datetime("ms", "UTC")]


def test_everything_that_can_be_read_is_a_source(tmp_path: pathlib.Path) -> None:
    data = GAMES.read_bytes()
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(data))
    sources: list[adoube.Source] = [
        GAMES, str(GAMES), path, str(tmp_path), [GAMES], (GAMES,), data, gzip.compress(data), bytearray(data),
        memoryview(data), io.BytesIO(data), io.StringIO(data.decode()), open(GAMES, "rb"), open(GAMES), [data],
    ]  # fmt: skip
    for source in sources:
        assert sum(1 for _ in adoube.games(source, fields="plies")) == 400
    twice = adoube.games([data, gzip.compress(data)], fields="file,game")
    assert [row["game"] for row in twice] == [*range(1, 401), *range(1, 401)]
    positions = adoube.validate(b"8/8/8/8/8/8/8/K7 w - - 0 1\n", input_format="fen")
    assert [row["code"] for row in positions] == ["F102"]


def test_a_file_object_is_read_once() -> None:
    table = adoube.games(io.BytesIO(GAMES.read_bytes()))
    assert len(list(table)) == 400
    with pytest.raises(AdoubeError, match="read only once"):
        list(table)

    class Broken:
        def read(self, size: int) -> bytes:
            raise RuntimeError("out of tape")

    with pytest.raises(AdoubeError, match="RuntimeError: out of tape") as raised:
        list(adoube.games(Broken()))  # type: ignore[arg-type]
    assert isinstance(raised.value.__cause__, RuntimeError) and raised.value.path == "<file>"


class Interrupted(io.BytesIO):
    """A file object that is interrupted after its first block."""

    def __init__(self, exception: BaseException) -> None:
        super().__init__()
        self.exception = exception
        self.blocks = [GAMES.read_bytes()]

    def read(self, size: int | None = -1, /) -> bytes:
        if self.blocks:
            return self.blocks.pop()
        raise self.exception


class Endless(io.BytesIO):
    """A file object without an end."""

    def read(self, size: int | None = -1, /) -> bytes:
        return b"1. e4 *\n\n" * 1000


@pytest.mark.parametrize("exception", [KeyboardInterrupt("now"), SystemExit(3), GeneratorExit()])
def test_an_exception_that_is_no_error_ends_the_run_as_it_is(exception: BaseException) -> None:
    calls: list[Callable[[Any], object]] = [
        lambda source: list(adoube.games(source)),
        lambda source: list(adoube.validate(source)),
        lambda source: adoube.games(source).to(polars.DataFrame),
        lambda source: adoube.stats(source, table="results"),
        lambda source: list(adoube.plies([source, Endless()])),
        lambda source: adoube.stats([source, Endless()]),
    ]
    for call in calls:
        with pytest.raises(type(exception)) as raised:
            call(Interrupted(exception))
        assert raised.value is exception


def test_a_table_can_be_read_again_after_an_interrupt() -> None:
    table = adoube.games(Interrupted(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        list(table)
    with pytest.raises(AdoubeError, match="read only once"):
        list(table)


@pytest.mark.parametrize("reader", READERS)
def test_an_unreadable_input_is_an_error_with_its_place(reader: Callable[[Any], Any]) -> None:
    cut = gzip.compress(GAMES.read_bytes())[:30_000]
    with pytest.raises(AdoubeError, match="^<bytes>: damaged gzip data at byte 30000") as raised:
        adoube.games(cut).to(reader)
    assert (raised.value.path, raised.value.offset) == ("<bytes>", 30_000)
    with pytest.raises(Exception, match="damaged gzip data at byte 30000"):
        reader(adoube.games(cut))


def test_an_error_about_a_line_names_it() -> None:
    position = b"4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
    long = adoube.validate(position + b"x" * (2 << 20), input_format="fen")
    with pytest.raises(AdoubeError, match="^<bytes>:2: only the first") as raised:
        list(long)
    assert (raised.value.path, raised.value.line, raised.value.offset) == ("<bytes>", 2, None)
    with pytest.raises(AdoubeError, match="--at: the game has no such position") as raised:
        list(adoube.adjudicate(CLUB, game=2, at="400"))
    line = CLUB.read_text().split("[Event")[0:2]
    assert (raised.value.path, raised.value.line) == (str(CLUB), "".join(line).count("\n") + 1)
    with pytest.raises(AdoubeError, match="`plies` is about games, not about positions") as raised:
        list(adoube.validate(position, input_format="fen", where="plies > 3"))
    assert (raised.value.path, raised.value.line) == ("<bytes>", None)


def test_rows_before_an_error_are_read() -> None:
    cut = gzip.compress(GAMES.read_bytes())[:30_000]
    games = iter(adoube.games(cut))
    read = 0
    with pytest.raises(AdoubeError):
        for _ in games:
            read += 1
    assert read > 100
    with pytest.raises(RuntimeError, match="ended with an error"):
        next(games)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: adoube.games("there-is-no-such.pgn"), "there-is-no-such.pgn: cannot be opened: No such file"),
        (lambda: adoube.games(GAMES, where="elo >"), "invalid value 'elo >' for `where`: a value is missing"),
        (lambda: adoube.games(GAMES, fields=["plies", "plies"]), "fields: duplicate column `plies`"),
        (lambda: adoube.games(GAMES, fields="nags"), "a row is a game"),
        (lambda: adoube.games(GAMES, head=0), "for `head`"),
        (lambda: adoube.stats(GAMES, table="opening"), "did you mean `openings`"),
        (lambda: adoube.games([]), "the list of sources is empty"),
        (lambda: adoube.games(GAMES, input_format="fen"), "takes only `pgn`, not `fen`"),  # type: ignore[arg-type]
        (lambda: adoube.plies(GAMES, input_format="epd"), "takes only `pgn`, not `epd`"),  # type: ignore[arg-type]
        (lambda: adoube.stats(GAMES, input_format="fen"), "takes only `pgn`, not `fen`"),  # type: ignore[call-overload]
        (lambda: adoube.games([GAMES, b""]), "either paths or data"),  # type: ignore[arg-type]
        (lambda: list(adoube.adjudicate(b"1. e4 *\n\n1. d4 *", event="flag:white")), "there is more than one game"),
    ],
)
def test_wrong_usage_is_an_error(call: Callable[[], object], message: str) -> None:
    with pytest.raises(AdoubeError) as raised:
        call()
    assert message in str(raised.value) and "Usage" not in str(raised.value)


def test_wrong_types_are_type_errors() -> None:
    calls: list[Callable[[], object]] = [
        lambda: adoube.games(3),  # type: ignore[arg-type]
        lambda: adoube.games(GAMES, where=object()),  # type: ignore[arg-type]
        lambda: adoube.games(GAMES, wher="plies > 3"),  # type: ignore[call-arg]
        lambda: adoube.games(GAMES, head=True, allow_large_windows="yes"),  # type: ignore[arg-type]
        lambda: adoube.validate(),
        lambda: adoube.validate(GAMES, fen="8/8/8/8/8/8/8/K7 w - - 0 1"),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_messages_are_warnings() -> None:
    with pytest.warns(AdoubeWarning, match=r"11 games have errors.*line 10: \[M101\]"):
        list(adoube.games(BAD))
    with pytest.warns(AdoubeWarning, match="none of the 400 games matches"):
        assert list(adoube.games(GAMES, where="plies > 999")) == []
    with pytest.warns(AdoubeWarning, match="contains no games"):
        assert list(adoube.games(b"")) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(AdoubeWarning):
            list(adoube.games(BAD))


def test_columns_can_have_the_names_of_lichess() -> None:
    table = adoube.games(GAMES, names="lichess", fields="game,white,date,eco_tag,eco,white_elo")
    names = ["game", "White", "UTCDate", "ECO", "EcoByMoves", "WhiteElo"]
    frame = polars.DataFrame(table)
    assert table.columns == names == frame.columns == list(next(iter(table)))
    assert frame["White"][0] == "Barden, Leonard W"
    with pytest.raises(AdoubeError, match="names: expected"):
        adoube.games(GAMES, names="chess.com")  # type: ignore[arg-type]


def test_every_option_is_a_keyword_or_has_a_reason_not_to_be() -> None:
    of_output = {"output", "take-ownership", "csv-safe", "format", "color", "quiet", "verbose", "exit-zero", "files-from"}
    of_rows = {"per", "fields"}
    of_plies = {"plies", "per-game"}
    of_tables = {"table", "tree", "by", "top", "min-count", "sort", "tie-break", "points", "system", "aliases", "k", "sprt"}
    of_files = {"partial", "merge", "plot", "partition-by", "compression-level"}
    of_exit_codes = {"fail-on", "require-checked", "concise", "all", "baseline"}
    of_pictures = {"flip", "no-coordinates", "board", "theme", "size", "columns", "delay"}
    of_baseline = {"update-baseline", "prune-baseline", "keep-stale"}
    cases: list[tuple[Callable[..., object], str, set[str]]] = [
        (adoube.games, "stats", {"per", "fail-on", "baseline"} | of_plies | of_tables | of_files),
        (adoube.plies, "stats", {"per", "fail-on", "baseline"} | of_tables | of_files),
        (adoube.stats, "stats", {"fail-on", "baseline"} | of_rows | of_plies | of_files),
        (adoube.validate, "validate", of_exit_codes | of_baseline | {"partial", "merge"}),
        (adoube.adjudicate, "adjudicate", {"self-check", "disagreements", "official", "all", "baseline", "partial", "merge"}),
        (adoube.plan, "plan", set()),
        (adoube.diff, "diff", {"input-format", "files-from"}),
        (adoube.replay, "replay", of_pictures | {"as", "to-pgn", "from", "until", "interactive", "partial", "merge", "fail-on"}),
    ]
    for function, command, without in cases:
        keywords = dict(function.__kwdefaults__ or {})
        assert keywords.pop("names", "adoube") == "adoube"
        assert all(value in (None, False) for value in keywords.values())
        options = {option.replace("-", "_") for option in adoube._adoube.options(command)}
        assert set(keywords) == options - {option.replace("-", "_") for option in of_output | without}
    of_texts: list[tuple[Callable[..., object], str, set[str]]] = [
        (adoube.adjust, "adjust", {"check"}),
        (adoube.filter, "filter", {"count", "fail-on"}),
    ]
    for function, command, without in of_texts:
        options = {option.replace("-", "_") for option in adoube._adoube.options(command)}
        without |= of_output - {"output", "take-ownership"}
        assert set(function.__kwdefaults__ or {}) == options - {option.replace("-", "_") for option in without}


def test_the_parts_of_a_plan_have_all_rows() -> None:
    program = [sys.executable, "-m", "adoube", "plan", "--parts", "5", "--count", str(GAMES)]
    parts = adoube.plan(GAMES, parts=5, count=True)
    assert parts == subprocess.run(program, check=True, capture_output=True, text=True).stdout.splitlines()
    assert len(parts) > 2
    for rows in (adoube.games, adoube.validate, adoube.adjudicate):
        options: dict[str, Any] = {"select": "all"} if rows is adoube.validate else {}
        function: Callable[..., Table] = functools.partial(rows, **options)
        of_parts = [row for part in parts for row in function(part=part)]
        assert of_parts == list(function(GAMES))
        assert of_parts
    with pytest.raises(TypeError, match="give either a source or a part"):
        adoube.games(GAMES, part=parts[0])
    with pytest.raises(AdoubeError, match="required arguments were not provided"):
        adoube.plan(GAMES)
    assert list(adoube.games(part=parts[1:])) == [row for part in parts[1:] for row in adoube.games(part=part)]
    with pytest.raises(AdoubeError, match="the list of parts is empty"):
        adoube.games(part=[])
    with pytest.raises(AdoubeError, match="no/such/file: cannot be opened"):
        adoube.plan("no/such/file", parts=2)


def loop(rows: Any) -> None:
    """Reads the rows without keeping them: to free millions takes time, too."""
    for _ in rows:
        pass


@pytest.mark.parametrize("reader", [*READERS[:-1], loop])
def test_ctrl_c_ends_a_reading(reader: Callable[[Any], Any]) -> None:
    endless = adoube.plies([GAMES.read_bytes()] * 2000)
    # DuckDB also watches for Ctrl-C; it may be the first to see it, and has an exception of its own for it.
    with pytest.raises((KeyboardInterrupt, RuntimeError), match="^$|^Query interrupted$") as raised:
        interrupted(lambda: endless.to(reader))
    assert raised.type is KeyboardInterrupt or reader is count_in_duckdb


def test_ctrl_c_ends_a_count() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(lambda: adoube.stats([GAMES.read_bytes()] * 2000))


def test_a_table_that_is_dropped_ends_its_run() -> None:
    games = [GAMES.read_bytes()] * 50
    before = len(os.listdir("/proc/self/task"))
    for _ in range(2):
        assert next(iter(adoube.plies(games)))["ply"] == 0
    deadline = datetime.datetime.now() + datetime.timedelta(seconds=20)
    while len(os.listdir("/proc/self/task")) > before and datetime.datetime.now() < deadline:
        pass
    assert len(os.listdir("/proc/self/task")) <= before


def test_a_fork_does_not_hang() -> None:
    rows = iter(adoube.plies([GAMES.read_bytes()] * 100))
    next(rows)
    # What other libraries left behind may need their threads, which the child has not.
    gc.collect()
    child = os.fork()
    if child == 0:
        gc.disable()
        code = 3
        try:
            for _ in rows:
                pass
        except RuntimeError:
            del rows
            code = 0 if len(list(adoube.games(GAMES))) == 400 else 4
        os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert next(rows)["game"] == 1


def test_progress_moves_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    moves: list[int] = []
    totals: list[int | None] = []

    class Bar:
        def __init__(self, total: int | None, **_: object) -> None:
            totals.append(total)

        def update(self, more: int) -> None:
            moves.append(more)

        def close(self) -> None:
            moves.append(-1)

    monkeypatch.setattr("tqdm.auto.tqdm", Bar)
    size = GAMES.stat().st_size
    assert len(list(adoube.games(GAMES, progress=True))) == 400
    assert totals == [size] and sum(moves[:-1]) == size and moves[-1] == -1
    list(adoube.games(io.BytesIO(GAMES.read_bytes()), progress=True))
    assert totals == [size, None]
    adoube.stats(GAMES, progress=False)
    assert len(totals) == 2


def test_tables_are_annotated() -> None:
    one: Table = adoube.stats(CLUB, table="results")
    many: dict[str, Table] = adoube.stats(CLUB, table=["results"])
    assert isinstance(one, Table) and list(many) == ["results"]


FAULTY = b'[Event "a"]\n\n1. e4+ {x} e5 *\n'


def test_games_are_adjusted(tmp_path: pathlib.Path) -> None:
    assert adoube.adjust(FAULTY) == b'[Event "a"]\n\n1. e4 {x} e5 *\n'
    mated = b"1. f3 e5 2. g4 Qh4# 3. Nc3 0-1\n"
    assert adoube.adjust(mated, unsafe_fixes=True) == b"1. f3 e5 2. g4 Qh4# {3. Nc3} 0-1\n"
    edited = adoube.adjust(FAULTY, strip=["comments"], set_tag={"Site": "b", "Round": "1"}, no_fixes=True)
    assert edited == b'[Event "a"]\n[Site "b"]\n[Round "1"]\n\n1. e4+ e5 *\n'
    both: list[Any] = [FAULTY, io.BytesIO(FAULTY)]
    assert adoube.adjust(both, head=1) == b'[Event "a"]\n\n1. e4 {x} e5 *\n\n' + FAULTY
    assert b"-1. e4+ {x} e5 *\n+1. e4 {x} e5 *\n" in (adoube.adjust(FAULTY, diff=True) or b"")
    path, log, out = tmp_path / "a.pgn", tmp_path / "log", tmp_path / "out.pgn.gz"
    path.write_bytes(FAULTY)
    assert adoube.adjust(path, output=out, rename_tag={"Event": "Section"}) is None
    assert gzip.decompress(out.read_bytes()) == b'[Section "a"]\n\n1. e4 {x} e5 *\n'
    assert adoube.adjust(path, in_place=True, log=log) is None
    assert path.read_bytes() == b'[Event "a"]\n\n1. e4 {x} e5 *\n'
    assert adoube.adjust(undo=log) is None and path.read_bytes() == FAULTY
    with pytest.raises(AdoubeError, match="game 1: not edited: a comment is not closed"):
        adoube.adjust(b"1. e4 {x", strip="comments")
    with pytest.raises(AdoubeError, match="did you mean `comments`"):
        adoube.adjust(FAULTY, strip="coments")
    with pytest.raises(TypeError, match="either a source or the log"):
        adoube.adjust()


def test_ctrl_c_ends_an_adjustment() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(lambda: adoube.adjust([GAMES.read_bytes()] * 2000, strip="comments"))
