"""The functions that make tables. A keyword is an option of the program; what it means, `adoube COMMAND --help` says."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import IO, Literal, TypeAlias, cast, overload

from . import _adoube, _progress
from ._adoube import Table
from ._errors import AdoubeError

Path: TypeAlias = "str | os.PathLike[str]"
Data: TypeAlias = "bytes | bytearray | memoryview | IO[bytes] | IO[str]"
Source: TypeAlias = "Path | Data | Sequence[Path] | Sequence[Data]"
"""What a function reads: a file, a directory, `-` for standard input, text as bytes, a file object, or a list of them.
Compressed or not."""

Words: TypeAlias = "str | Sequence[str]"
"""One word, or several: in a list, or separated by commas."""


def games(
    source: Source | None = None,
    *,
    fields: Words | None = None,
    where: str | None = None,
    head: int | None = None,
    game: int | Words | None = None,
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
    return _rows("game", _one_of(source, part), names, progress, locals())


def plies(
    source: Source | None = None,
    *,
    fields: Words | None = None,
    where: str | None = None,
    head: int | None = None,
    game: int | Words | None = None,
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
    """One row for each move of the main lines, with facts about it: `adoube stats --per ply`.

    `fields` selects columns: facts about plies, about their game, and tags. The keywords are those of `games`.
    """
    return _rows("ply", _one_of(source, part), names, progress, locals())


def validate(
    source: Source | None = None,
    *,
    fen: str | None = None,
    profile: Literal["archive", "import", "export", "lichess"] | None = None,
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
    game: int | Words | None = None,
    sample: int | None = None,
    seed: int | None = None,
    max_findings: int | None = None,
    split_to: tuple[Path, Path] | None = None,
    part: Words | None = None,
    input_format: Literal["pgn", "epd", "fen"] | None = None,
    allow_large_windows: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Table:
    """One row for each finding about games or positions: `adoube validate`. No rows: nothing was found.

    Reads `source`, or the position `fen`. `select`, `extend_select` and `ignore` choose rules by code, prefix or name.
    """
    keywords = _keywords(locals(), "source", "progress")
    return _adoube.table("validate", [], keywords, _one_of(source, fen, part), _progress.bars(progress))


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
    game: int | Words | None = None,
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
    return _adoube.table("adjudicate", [], keywords, _one_of(source, given, part), _progress.bars(progress))


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
    game: int | Words | None = None,
    sample: int | None = None,
    seed: int | None = None,
    part: Words | None = None,
    input_format: Literal["pgn"] | None = None,
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
    game: int | Words | None = None,
    sample: int | None = None,
    seed: int | None = None,
    part: Words | None = None,
    input_format: Literal["pgn"] | None = None,
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
    game: int | Words | None = None,
    sample: int | None = None,
    seed: int | None = None,
    part: Words | None = None,
    input_format: Literal["pgn"] | None = None,
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
    _only_games(input_format)
    tables = _adoube.tables("stats", [], keywords, _one_of(source, part), _progress.bars(progress))
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
    profile: Literal["archive", "import", "export", "lichess"] | None = None,
    select: Words | None = None,
    extend_select: Words | None = None,
    ignore: Words | None = None,
    where: str | None = None,
    head: int | None = None,
    game: int | Words | None = None,
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
    return _adoube.text("adjust", keywords, source, _progress.bars(progress))


def plan(
    source: Path | Sequence[Path],
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
    rows = _adoube.table("plan", [], keywords, source, _progress.bars(progress))
    return [str(row["part"]) for row in rows]


def _lines(part: Words | None) -> str | None:
    """Some parts as the option takes them."""
    if part is None or isinstance(part, str):
        return part
    if not part:
        raise AdoubeError("there is nothing to read: the list of parts is empty")
    return "\n".join(part)


def _only_games(input_format: str | None) -> None:
    """Tables about games have no rows of positions."""
    if input_format not in (None, "pgn"):
        raise AdoubeError(f"input_format: this table is about games, so it takes only `pgn`, not `{input_format}`")


def _rows(per: str, source: Source | None, names: str, progress: bool | None, local: dict[str, object]) -> Table:
    _only_games(cast("str | None", local["input_format"]))
    keywords = _keywords(local, "source", "names", "progress")
    fixed = ["--format=parquet", f"--per={per}"]
    return _adoube.table("stats", fixed, keywords, source, _progress.bars(progress), names=names)


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
