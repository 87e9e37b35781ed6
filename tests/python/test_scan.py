"""Queries that compute only what they ask for, and what else a table can do."""

import gzip
import io
import pathlib
import pickle
import threading
from typing import Any

import duckdb
import polars
import pyarrow  # type: ignore[import-untyped,unused-ignore]
import pytest

import adoube
from adoube import AdoubeError

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures"
GAMES = FIXTURES / "games"
CLUB = FIXTURES / "stats" / "club.pgn"


def test_a_scan_has_the_rows_of_a_table() -> None:
    frame = adoube.scan(GAMES)
    whole = polars.DataFrame(adoube.games(GAMES))
    assert frame.collect_schema() == whole.schema
    assert frame.collect().equals(whole)
    assert frame.select("result", "plies").collect().equals(whole.select("result", "plies"))
    assert frame.select(polars.len()).collect().item() == whole.height
    long = polars.col("plies") > 100
    assert frame.filter(long).select("white").collect().equals(whole.filter(long).select("white"))
    assert frame.filter(long).head(3).collect().equals(whole.filter(long).head(3))
    assert frame.head(7).collect().equals(whole.head(7))
    counts = frame.group_by("result").len().sort("result").collect()
    assert counts.rows() == duckdb.execute("select result, count(*) from frame group by 1 order by 1").fetchall()


def test_a_scan_of_plies_reads_lists_and_names() -> None:
    plies = adoube.scan(CLUB, per="ply", where="plies > 10")
    assert plies.filter(polars.col("check")).select("san").collect()["san"].str.contains(r"[+#]$").all()
    named = adoube.scan(CLUB, names="lichess", fields=["White", "WhiteElo", "san", "clk"])
    assert named.collect_schema().names() == ["White", "WhiteElo", "san", "clk"]
    lengths = named.select(polars.col("san").list.len() == polars.col("clk").list.len()).collect()
    assert lengths["san"].all()


def test_names_of_lichess_differ_in_more_than_case() -> None:
    columns = adoube.games(CLUB, names="lichess").columns
    assert len({column.lower() for column in columns}) == len(columns)
    table = adoube.games(CLUB, names="lichess", fields="WhiteElo,UTCDate,ECO")
    assert table.columns == ["WhiteElo", "UTCDate", "ECO"]
    assert table.schema["WhiteElo"] == "Int32" and table.schema["UTCDate"] == "Date32"


def test_a_consumer_that_asks_for_columns_gets_them() -> None:
    table = adoube.games(CLUB)
    whole = pyarrow.table(table)
    wanted = whole.select(["result", "white"]).schema
    assert pyarrow.RecordBatchReader.from_stream(table, schema=wanted).read_all().equals(whole.select(["result", "white"]))


def test_fields_may_be_anything_that_has_items() -> None:
    numpy = pytest.importorskip("numpy")
    expected = pyarrow.table(adoube.games(CLUB, fields=["white"]))
    assert pyarrow.table(adoube.games(CLUB, fields={"white"})).equals(expected)
    assert pyarrow.table(adoube.games(CLUB, fields=(name for name in ["white"]))).equals(expected)
    assert [row["game"] for row in adoube.games(CLUB, game=range(3, 5))] == [3, 4]
    assert len(list(adoube.games(CLUB, head=numpy.int64(2)))) == 2
    with pytest.raises(AdoubeError, match="fields: the list is empty"):
        adoube.games(CLUB, fields=[])


def test_sources_may_be_patterns_and_generators(tmp_path: pathlib.Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.pgn").write_bytes(CLUB.read_bytes())
    of_one = len(list(adoube.games(CLUB)))
    assert len(list(adoube.games(str(tmp_path / "*.pgn")))) == 3 * of_one
    assert len(list(adoube.games(path for path in sorted(tmp_path.iterdir())))) == 3 * of_one
    with pytest.raises(AdoubeError, match="no file has such a name"):
        adoube.games(str(tmp_path / "*.txt"))
    packed = io.BytesIO(gzip.compress(CLUB.read_bytes()))
    assert {row["file"] for row in adoube.games(gzip.open(packed), fields="file")} == {"<file>"}


def test_errors_are_in_the_words_of_the_call() -> None:
    with pytest.raises(AdoubeError) as raised:
        adoube.games(CLUB, where="elo > and 3")
    message = str(raised.value)
    above, caret = message.splitlines()[-2:]
    assert "`where`" in message and "--" not in message and above[caret.index("^")] == "a", message
    with pytest.raises(AdoubeError, match="a condition is missing"):
        adoube.games(CLUB, where="")
    with pytest.raises(AdoubeError, match="^fields: duplicate column"):
        adoube.games(CLUB, fields="white,white")
    with pytest.raises(AdoubeError, match="`plies` has rows of moves"):
        adoube.games(CLUB, fields="nags")
    assert AdoubeError.__module__ == "adoube"


def test_a_warning_is_at_the_line_of_the_caller() -> None:
    with pytest.warns(adoube.AdoubeWarning) as caught:
        polars.DataFrame(adoube.games(CLUB, where="White = nobody"))
    assert {warning.filename for warning in caught} == {__file__}
    assert not any("--" in str(warning.message) for warning in caught)


def test_a_table_can_be_looked_at() -> None:
    table = adoube.games(CLUB, fields="game,white,date")
    assert table.schema == {"game": "Int64", "white": "LargeUtf8", "date": "Date32"}
    head = table.head(2)
    assert len(head) == 2 and list(head) == list(table)[:2] and list(table.head(0)) == []
    assert list(table.head(10**6)) == list(table)
    assert table._repr_html_().count("<tr>") == 1 + min(10, len(list(table))) and "<th>white</th>" in table._repr_html_()
    assert "&lt;i>" in adoube.games(b'[White "<i>"]\n\n*\n', fields="white")._repr_html_()
    with pytest.raises(TypeError):
        len(table)
    assert table
    assert [row for batch in table.batches() for row in batch] == list(table)


def test_a_table_is_pickled_by_what_makes_it() -> None:
    table = adoube.games(CLUB, fields="white", where="plies > 20")
    again = pickle.loads(pickle.dumps(table))
    assert list(again) == list(table)
    with pytest.raises(TypeError, match="in memory"):
        pickle.dumps(adoube.stats(CLUB, table="results"))


def test_threads_may_share_an_iterator() -> None:
    rows = iter(adoube.plies(GAMES, fields="game,ply"))
    found: list[tuple[int, int]] = []
    threads = [threading.Thread(target=lambda: found.extend((row["game"], row["ply"]) for row in rows)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted((row["game"], row["ply"]) for row in adoube.plies(GAMES, fields="game,ply"))


def test_columns_have_their_meaning() -> None:
    schema = pyarrow.table(adoube.games(CLUB, fields="white_elo,base")).schema
    meanings = {row["name"]: row for row in adoube.facts() if row["of"] == "game"}
    for field in schema:
        assert field.metadata[b"meaning"].decode() == meanings[field.name]["meaning"]
    assert schema.field("base").metadata[b"unit"] == meanings["base"]["unit"].encode()


def test_other_commands_have_rows_or_text(tmp_path: pathlib.Path) -> None:
    chosen = adoube.filter(GAMES / "classics.pgn", where="result = 1-0", head=2)
    assert chosen is not None and [row["result"] for row in adoube.games(chosen)] == ["1-0", "1-0"]
    assert adoube.filter([CLUB, CLUB], unique=True) == adoube.filter(CLUB, unique=True)
    assert adoube.filter(CLUB, output=tmp_path / "all.pgn") is None
    other = tmp_path / "other.pgn"
    other.write_bytes(CLUB.read_bytes().replace(b"1-0", b"0-1", 2))
    kinds = {row["kind"] for row in adoube.diff(CLUB, other)}
    assert "changed" in kinds
    assert list(adoube.diff(CLUB, CLUB)) == []
    moves = adoube.replay(moves="e4 e5", fields="san,fen")
    assert [row["san"] for row in moves] == ["e4", "e5"]
    of_variations = adoube.replay(FIXTURES / "replay" / "annotated.pgn", variations=True, fields="variation,san")
    assert max(row["variation"] for row in of_variations) > 0
    positions = adoube.replay(FIXTURES / "mating" / "positions.epd", fields="fen,legal_moves")
    assert all(row["legal_moves"] >= 0 for row in positions)


def test_a_position_answers_questions() -> None:
    position = adoube.Position()
    assert position.push("e4") == "e4" and position.push("e7e5") == "e5"
    assert position.pop() == "e5" and position.turn == "black" and position.fullmove_number == 1
    assert position.piece_at("e4") == "P" and position.piece_at("e2") is None and position.piece_at("e8") == "k"
    assert position.san("g8f6") == "Nf6" and position.uci("Nf6") == "g8f6"
    assert position.castling == "KQkq" and position.halfmove_clock == 0
    [ply] = adoube.replay(moves="e4", fields="key,fen")
    assert (position.key, position.fen) == (ply["key"], ply["fen"])
    assert position.pop() == "e4" and position == adoube.Position() and hash(position) == hash(adoube.Position())
    with pytest.raises(IndexError):
        position.pop()
    with pytest.raises(AdoubeError, match="square"):
        position.piece_at("e9")
    with pytest.raises(AdoubeError, match="size"):
        position.svg(size=0)
    assert adoube.Position("8/8/4k3/8/8/3K4/8/2B5 w - - 0 1").is_dead is True
    assert position.is_dead is False
    castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert adoube.Position(castles, chess960=True).uci("O-O") == "e1h1" and adoube.Position(castles).uci("O-O") == "e1g1"
    again = pickle.loads(pickle.dumps(adoube.Position(castles, chess960=True)))
    assert again.uci("O-O") == "e1h1"
    chess: Any = pytest.importorskip("chess")
    board = chess.Board(position.fen)
    board.push_san("d4")
    assert adoube.Position(board.fen()).fen == board.fen()
    for name in ("fen", "turn", "is_dead", "copy", "pop"):
        assert getattr(adoube.Position, name).__doc__, name
