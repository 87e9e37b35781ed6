"""The functions that make tables. A keyword is an option of the program; what it means, `adoube COMMAND --help` says."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Mapping
from typing import IO, Any, Literal, TypeAlias, cast, overload

from . import _adoube, _progress
from ._adoube import Table
from ._errors import AdoubeError

Path: TypeAlias = "str | os.PathLike[str]"
Data: TypeAlias = "bytes | bytearray | memoryview | IO[bytes] | IO[str]"
Source: TypeAlias = "Path | Data | Iterable[Path] | Iterable[Data]"
"""What a function reads: a file, a directory, a pattern such as `archive/*.pgn`, an address such as `https://…` or `s3://…` (with
fsspec), `-` for standard input, text as bytes, a file object, or several of them. Compressed or not."""

Words: TypeAlias = "str | Iterable[str]"
"""One word, or several: in a list, or separated by commas."""

Numbers: TypeAlias = "int | str | Iterable[int] | Iterable[str]"
"""Numbers and ranges of games: `3`, `"5-9"`, `[1, 4]`, `range(10, 20)`."""


def games(
    source: Source | None = None,
    *,
    fields: Words | None = None,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    openings: Path | None = None,
    part: Words | None = None,
    input_format: Literal["pgn"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    names: Literal["adoube", "lichess"] = "adoube",
    progress: bool | None = None,
) -> Table:
    """One row for each game, with facts about it: `adoube stats --per game`.

    `fields` selects columns: facts (`adoube explain --facts` lists them) and tags. Without it there are all facts about a
    game but its moves. `where` selects games by a condition such as `"white_elo >= 2500 and result = 1-0"`, `head` the
    first ones, `game` those with these numbers, `sample` some at random. `part` is one or several of the parts that `plan`
    returns, in place of a source. `names="lichess"` names columns as the Parquet files of lichess.org do, if these have them.
    `progress` shows a bar; by default a notebook does, if it has tqdm.
    """
    return _rows("stats", ["--format=parquet", "--per=game"], _one_of(source, part), locals())


def plies(
    source: Source | None = None,
    *,
    fields: Words | None = None,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    plies: str | None = None,
    per_game: int | None = None,
    openings: Path | None = None,
    part: Words | None = None,
    input_format: Literal["pgn"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    names: Literal["adoube", "lichess"] = "adoube",
    progress: bool | None = None,
) -> Table:
    """One row for each move of the main lines, with facts about it: `adoube stats --per ply`.

    `fields` selects columns: facts about plies, about their game, and tags. `plies` is a condition about plies, and `per_game`
    takes at most so many of each game. The other keywords are those of `games`.
    """
    return _rows("stats", ["--format=parquet", "--per=ply"], _one_of(source, part), locals())


def validate(
    source: Source | None = None,
    *,
    fen: str | None = None,
    profile: Literal["archive", "import", "export", "lichess", "book"] | None = None,
    select: Words | None = None,
    extend_select: Words | None = None,
    ignore: Words | None = None,
    audit: bool = False,
    budget: int | str | None = None,
    level: int | None = None,
    chess960: bool = False,
    cross_check: bool = False,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    max_findings: int | None = None,
    split_to: tuple[Path, Path] | None = None,
    part: Words | None = None,
    input_format: Literal["pgn", "epd", "fen", "trf"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Table:
    """One row for each finding about games or positions: `adoube validate`. No rows: nothing was found.

    Reads `source`, or the position `fen`. `select`, `extend_select` and `ignore` choose rules by code, prefix or name.
    """
    keywords = _keywords(locals(), "source", "progress")
    return _adoube.table("validate", [], keywords, _opened(_one_of(source, fen, part)), _progress.bars(progress))


def adjudicate(
    source: Source | None = None,
    *,
    fen: str | None = None,
    moves: str | None = None,
    laws: str | None = None,
    compare: Words | None = None,
    time_class: str | None = None,
    supervision: str | None = None,
    if_unproved: str | None = None,
    budget: int | str | None = None,
    event: str | None = None,
    claim: str | None = None,
    by: Literal["white", "black"] | None = None,
    intended: str | None = None,
    can_mate: Literal["white", "black", "both"] | None = None,
    shortest: bool = False,
    short_lines: bool = False,
    why: bool = False,
    at: str | None = None,
    touched: Words | None = None,
    touched_unclear: bool = False,
    adjusted: bool = False,
    released: str | None = None,
    engine_rules: str | None = None,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    part: Words | None = None,
    input_format: Literal["pgn", "epd", "fen"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Table:
    """One row for each verdict on a game or position under the Laws of Chess: `adoube adjudicate`.

    Reads `source`, or the position `fen`, or the game `moves`. With `can_mate`, a row says whether a side can still mate.
    """
    keywords = _keywords(locals(), "source", "progress")
    given = fen if moves is None else moves
    return _adoube.table("adjudicate", [], keywords, _opened(_one_of(source, given, part)), _progress.bars(progress))


@overload
def stats(
    source: Source | None = None,
    *,
    table: str,
    by: Words | None = None,
    openings: Path | None = None,
    top: int | None = None,
    min_count: int | None = None,
    sort: str | None = None,
    tie_break: Words | None = None,
    points: str | None = None,
    system: str | None = None,
    aliases: Path | None = None,
    k: str | int | None = None,
    sprt: str | None = None,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    part: Words | None = None,
    input_format: Literal["pgn", "trf"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Table: ...
@overload
def stats(
    source: Source | None = None,
    *,
    table: list[str] | tuple[str, ...] | None = None,
    tree: int | None = None,
    by: Words | None = None,
    openings: Path | None = None,
    top: int | None = None,
    min_count: int | None = None,
    sort: str | None = None,
    tie_break: Words | None = None,
    points: str | None = None,
    system: str | None = None,
    aliases: Path | None = None,
    k: str | int | None = None,
    sprt: str | None = None,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    part: Words | None = None,
    input_format: Literal["pgn", "trf"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> dict[str, Table]: ...
def stats(
    source: Source | None = None,
    *,
    table: str | list[str] | tuple[str, ...] | None = None,
    tree: int | None = None,
    by: Words | None = None,
    openings: Path | None = None,
    top: int | None = None,
    min_count: int | None = None,
    sort: str | None = None,
    tie_break: Words | None = None,
    points: str | None = None,
    system: str | None = None,
    aliases: Path | None = None,
    k: str | int | None = None,
    sprt: str | None = None,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    part: Words | None = None,
    input_format: Literal["pgn", "trf"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Table | dict[str, Table]:
    """Counts of an archive: `adoube stats`. Reads everything before it returns.

    The name of one table gives that table: `stats(source, table="openings")`. A list of names gives a dictionary of
    tables, and so do `tree`, which adds the table `tree`, and no names at all: the tables of the summary, with general
    numbers in `summary`.
    """
    keywords = _keywords(locals(), "source", "progress")
    _only_games(input_format, "trf")
    tables = _adoube.tables("stats", [], keywords, _opened(_one_of(source, part)), _progress.bars(progress))
    by_name = dict(tables)
    if len(by_name) < len(tables):
        raise AdoubeError("table: two of these tables have the same name; ask for them one at a time")
    return tables[0][1] if isinstance(table, str) and len(tables) == 1 else by_name


def adjust(
    source: Source | None = None,
    *,
    output: Path | None = None,
    in_place: bool = False,
    backup: str | None = None,
    diff: bool = False,
    log: Path | None = None,
    undo: Path | None = None,
    strip: Words | None = None,
    rename_tag: Mapping[str, str] | None = None,
    set_tag: Mapping[str, str] | None = None,
    names: Path | None = None,
    add: Words | None = None,
    overwrite: bool = False,
    overwrite_tags: bool = False,
    follow: bool = False,
    take_ownership: bool = False,
    no_fixes: bool = False,
    unsafe_fixes: bool = False,
    baseline: Path | None = None,
    profile: Literal["archive", "import", "export", "lichess", "book"] | None = None,
    select: Words | None = None,
    extend_select: Words | None = None,
    ignore: Words | None = None,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    input_format: Literal["pgn"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> bytes | None:
    """Repairs games, edits them on request, and returns their text: `adoube adjust`. With `diff`, returns a unified diff.

    `output` writes the text to a file instead, `in_place` replaces the files, and `undo` restores those of a log; then there is
    nothing to return. `baseline` is a file of known findings, which stay. `follow` also adjusts files that links of a folder lead
    to outside of it, and `take_ownership` files whose owner cannot be kept. `set_tag` and `rename_tag` are dictionaries:
    `set_tag={"Source": "TWIC"}`. `where`, `head`, `game` and
    `sample` choose the games to adjust; all others are copied.
    """
    keywords = _keywords(locals(), "source", "progress")
    for name, pairs in (("rename_tag", rename_tag), ("set_tag", set_tag)):
        keywords[name] = None if pairs is None else [f"{key}={value}" for key, value in pairs.items()]
    if (source is None) == (undo is None):
        raise TypeError("give either a source or the log to undo")
    _only_games(input_format)
    return _adoube.text("adjust", keywords, _opened(source), _progress.bars(progress))


def replay(
    source: Source | None = None,
    *,
    moves: str | None = None,
    uci: str | None = None,
    fen: str | None = None,
    fields: Words | None = None,
    at: Words | None = None,
    variations: bool = False,
    chess960: bool = False,
    ep: Literal["legal", "always"] | None = None,
    lang: str | None = None,
    plies: str | None = None,
    per_game: int | None = None,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    part: Words | None = None,
    input_format: Literal["pgn", "epd", "fen"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Table:
    """One row for each position: of games, with `variations` also of those, or of a file of EPD or FEN: `adoube replay`.

    Reads `source`, or the moves `moves` (in SAN) or `uci`, from the position `fen` if it is given. `fields` are facts about plies and
    positions, facts about their games, and tags. `at` selects positions: `"23w"`, `"last"`, `"all"`; `plies` those that fulfill a
    condition such as `"check and clk < 10"`, of which `per_game` takes at most this many.
    """
    given = moves if moves is not None else uci if uci is not None else fen
    return _rows("replay", ["--format=parquet"], _one_of(source, given, part), locals())


def filter(
    source: Source,
    *,
    output: Path | None = None,
    where: str | None = None,
    invert: bool = False,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    per: Words | None = None,
    unique: Literal["exact", "shorter", "twins", "position", "fen", "moves"] | bool | None = None,
    keep: Words | None = None,
    removed: Path | None = None,
    merge_comments: bool = False,
    sort: Words | None = None,
    split: int | str | None = None,
    overwrite: bool = False,
    temp_dir: Path | None = None,
    take_ownership: bool = False,
    input_format: Literal["pgn"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> bytes | None:
    """The text of chosen games, as it is in the source: `adoube filter`.

    `where`, `head`, `game` and `sample` (with `per`, of each group) choose games, `unique` drops copies (`True`, or a kind of copies such as `"twins"`), `sort` orders
    them. `output` writes the text to a file instead, or with `split` to several; then there is nothing to return.
    """
    keywords = _keywords(locals(), "source", "progress")
    if isinstance(unique, bool):
        keywords["unique"] = "exact" if unique else None
    return _adoube.text("filter", keywords, _opened(source), _progress.bars(progress))


def diff(
    first: Path,
    second: Path | None = None,
    *,
    ignore: Words | None = None,
    against_moves_only: bool = False,
    where: str | None = None,
    head: int | None = None,
    game: Numbers | None = None,
    sample: int | None = None,
    seed: int | None = None,
    temp_dir: Path | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> Table:
    """One row for each difference between the games of two archives, or for each copy within one: `adoube diff`."""
    keywords = _keywords(locals(), "first", "second", "progress")
    archives = [_plain(path) for path in (first, second) if path is not None]
    return _adoube.table("diff", archives, keywords, None, _progress.bars(progress))


def facts() -> Table:
    """All facts: `name`, what it is a fact `of`, `kind`, `unit`, `cost`, what it `needs`, and its `meaning`: `adoube explain --facts`."""
    return _adoube.facts_table()


def plan(
    source: Path | Iterable[Path],
    *,
    parts: int | None = None,
    part_size: int | str | None = None,
    count: bool = False,
    input_format: Literal["pgn", "epd", "fen"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> list[str]:
    """Cuts files into parts that many processes can read at the same time: `adoube plan`.

    Each part is a line of JSON, for the keyword `part` of the other functions. There are about `parts` parts, or parts of about
    `part_size` (a number of MiB, or a text such as `"64M"`). `count` reads the files once to number their games; tables of
    rows need that.
    """
    keywords = _keywords(locals(), "source", "progress")
    rows = _adoube.table("plan", [], keywords, _opened(source), _progress.bars(progress))
    return [str(row["part"]) for row in rows]


def _plain(path: Path) -> str:
    """A path that is not taken for an option."""
    text = os.fspath(path)
    return os.path.join(os.curdir, text) if text.startswith("-") and text != "-" else text


def _lines(part: Words | None) -> str | None:
    """Some parts as the option takes them."""
    if part is None or isinstance(part, str):
        return part
    lines = list(part)
    if not lines:
        raise AdoubeError("there is nothing to read: the list of parts is empty")
    return "\n".join(lines)


def _only_games(input_format: str | None, *others: str) -> None:
    """Tables about games have no rows of positions."""
    if input_format not in (None, "pgn", *others):
        raise AdoubeError(f"input_format: this table is about games, so it takes only `pgn`, not `{input_format}`")


def _rows(command: str, fixed: list[str], source: Source | None, local: dict[str, object]) -> Table:
    """Rows whose columns are facts."""
    if command == "stats":
        _only_games(cast("str | None", local["input_format"]))
    keywords = _keywords(local, "source", "names", "progress", "given")
    names = cast(str, local.get("names", "adoube"))
    if names == "lichess" and keywords["fields"] is not None:
        keywords["fields"] = [_adoube.fact_named_at_lichess(name) or name for name in _words(cast(Words, keywords["fields"]))]
    bars = _progress.bars(cast("bool | None", local["progress"]))
    return _adoube.table(command, fixed, keywords, _opened(source), bars, names=names)


def _words(words: Words) -> list[str]:
    return words.split(",") if isinstance(words, str) else list(words)


def _again(command: str, fixed: list[str], keywords: dict[str, object], source: Any, names: str) -> Table:
    """A table that was pickled. A bar stays behind."""
    return _adoube.table(command, fixed, keywords, source, None, names=names)


def _position(fen: str, chess960: bool) -> _adoube.Position:
    """A position that was pickled."""
    return _adoube.Position(fen, chess960=chess960)


def _names_in(capsule: object) -> list[str]:
    """The names of the columns that a consumer asks for; none if nobody can read what it asks."""
    try:
        import pyarrow  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return []
    return list(pyarrow.Schema._import_from_c_capsule(capsule).names)


def _narrowed(recipe: tuple[str, list[str], dict[str, object], Any, str], wanted: list[str]) -> Table:
    """The table with only these columns."""
    command, fixed, keywords, source, names = recipe
    if names == "lichess":
        wanted = [_adoube.fact_named_at_lichess(name) or name for name in wanted]
    return _adoube.table(command, fixed, {**keywords, "fields": wanted}, source, None, names=names)


def _opened(source: Source | None) -> Any:
    """The source with the files of patterns and addresses."""
    if source is None or isinstance(source, (bytes, bytearray, memoryview)) or hasattr(source, "read"):
        return source
    if isinstance(source, (str, os.PathLike)):
        return _files(source)
    opened: list[Any] = []
    for one in source:
        files = _files(one) if isinstance(one, (str, os.PathLike)) else one
        opened.extend(files if isinstance(files, list) else [files])
    return opened


def _files(path: Path) -> Any:
    text = os.fspath(path)
    if "://" in text:
        try:
            import fsspec  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError as error:
            raise AdoubeError(f"{text}: to read an address, install fsspec") from error
        return [file.open() for file in fsspec.open_files(text, "rb")]
    if any(sign in text for sign in "*?[") and not os.path.exists(text):
        found = sorted(glob.glob(text, recursive=True))
        if not found:
            raise AdoubeError(f"{text}: no file has such a name", path=text)
        return found
    return path


def _keywords(local: dict[str, object], *others: str) -> dict[str, object]:
    """The arguments of the calling function that are options of the program."""
    keywords = {name: value for name, value in local.items() if name not in others}
    if "part" in keywords:
        keywords["part"] = _lines(cast("Words | None", keywords["part"]))
    return keywords


def _one_of(source: Source | None, *given: Words | None) -> Source | None:
    count = sum(one is not None for one in (source, *given))
    if count == 0:
        raise TypeError("nothing to read: give a source, a part or a position")
    if count > 1:
        raise TypeError("give either a source or a part or a position")
    return source
