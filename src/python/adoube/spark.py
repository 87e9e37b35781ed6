"""PGN as a data source of Spark, and of engines with the same Python API, such as Sail: `spark.read.format("pgn")`.

    import adoube.spark

    adoube.spark.register(spark)
    games = spark.read.format("pgn").option("where", "white_elo >= 2500").load("archive/")

The files are read where they are stored, which every machine must see under the same path. A task reads parts of them,
see `adoube.plan`; a task that runs again gets the same rows.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlparse

import pyarrow  # type: ignore[import-untyped,unused-ignore]
from pyspark.sql import SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DataType,
    DateType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    ShortType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

from . import _tables
from ._adoube import Table
from ._errors import AdoubeError, AdoubeWarning

TABLES: dict[str, Callable[..., Table]] = {
    "games": _tables.games,
    "plies": _tables.plies,
    "findings": _tables.validate,
    "verdicts": _tables.adjudicate,
}
"""The tables, and the functions that make them. The options of a table are the keywords of its function."""

NO_OPTIONS = {
    *("fen", "moves", "part", "progress", "source", "split_to", "threads"),
    *("game", "head", "max_findings", "sample", "seed"),
}
"""Keywords that are no options: those that a task has itself, and those that are about all games together."""

PART_SIZE = "64M"
"""The size of a part, by default: what one core reads in less than a second."""

ARROW_TYPES: dict[type[DataType], pyarrow.DataType] = {
    StringType: pyarrow.string(),
    LongType: pyarrow.int64(),
    IntegerType: pyarrow.int32(),
    ShortType: pyarrow.int16(),
    DoubleType: pyarrow.float64(),
    FloatType: pyarrow.float32(),
    BooleanType: pyarrow.bool_(),
    DateType: pyarrow.date32(),
    TimestampType: pyarrow.timestamp("us", tz="UTC"),
}
"""The types that a column, or an element of a list, can have in Spark, and how it gets their values."""


def register(spark: SparkSession) -> None:
    """Makes `spark.read.format("pgn")` known to a session."""
    spark.dataSource.register(PgnDataSource)


class PgnDataSource(DataSource):
    """The format `pgn`.

    Options: `table` (`games`, `plies`, `findings` or `verdicts`), the keywords of the function that makes it, such as
    `where` and `fields`, and one of `parts`, `partSize` and `plan` (a file with the lines of `adoube plan --count`).
    """

    def __init__(self, options: MutableMapping[str, str]) -> None:
        super().__init__(dict(options))
        given = {name.lower(): value for name, value in options.items()}
        name = given.pop("table", "games")
        if name not in TABLES:
            raise AdoubeError(f"table: expected one of {', '.join(TABLES)}, not `{name}`")
        self._plan = _Plan.from_options(given)
        self._selection = _Selection(name, _keywords(name, given))

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "pgn"

    def schema(self) -> StructType:
        """The columns, as the function of the table has them."""
        return StructType([_field(field) for field in pyarrow.schema(self._selection.rows())])

    def reader(self, schema: StructType) -> DataSourceReader:
        """The reader of these columns: those of the table, or some of them."""
        return _Reader(self._plan, self._selection.of_columns(schema.names), _arrow_schema(schema))


class _Reader(DataSourceReader):
    """The reader of some rows. It takes no conditions from Spark, only those of the option `where`: in Spark 4.1 to 4.3, a
    condition that was pushed down by one query of a data frame stays in force in the next ones."""

    def __init__(self, plan: _Plan, selection: _Selection, schema: pyarrow.Schema) -> None:
        self._plan = plan
        self._selection = selection
        self._schema = schema

    def partitions(self) -> Sequence[InputPartition]:
        """The work of each task."""
        return [InputPartition(part) for part in self._plan.parts()]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        """The rows of some parts."""
        # They would be about a part of the games. What is wrong with a game is in its row.
        warnings.simplefilter("ignore", AdoubeWarning)
        rows = self._selection.rows(partition.value)
        # With `fields`, the columns are those of the schema, perhaps under other names.
        known = rows.columns if self._selection.keywords.get("fields") is None else self._schema.names
        for batch in pyarrow.RecordBatchReader.from_stream(rows):
            columns = [_cast(batch.column(known.index(field.name)), field) for field in self._schema]
            yield pyarrow.RecordBatch.from_arrays(columns, schema=self._schema)


def _cast(column: pyarrow.Array, field: pyarrow.Field) -> pyarrow.Array:
    """A column in the type that is wanted."""
    try:
        return column.cast(field.type)
    except pyarrow.ArrowInvalid as error:
        raise AdoubeError(f"{field.name}: {error}") from error


def _field(field: pyarrow.Field) -> StructField:
    """A column of a table as one of Spark."""
    return StructField(field.name, _spark_type(field.type), field.nullable)


def _spark_type(kind: pyarrow.DataType) -> DataType:
    if pyarrow.types.is_large_list(kind):
        return ArrayType(_spark_type(kind.value_type))
    if pyarrow.types.is_large_string(kind):
        return StringType()
    if pyarrow.types.is_timestamp(kind):
        return TimestampType()
    return next(spark for spark, arrow in ARROW_TYPES.items() if arrow == kind)()


def _arrow_type(kind: DataType) -> pyarrow.DataType | None:
    """How Spark gets the values of a type; `None` for a type that no column can have."""
    if isinstance(kind, ArrayType):
        element = _arrow_type(kind.elementType)
        return None if element is None else pyarrow.list_(element)
    return ARROW_TYPES.get(type(kind))


def _arrow_schema(schema: StructType | pyarrow.Schema) -> pyarrow.Schema:
    """Columns as Spark gets them. Sail has them as Arrow already."""
    if isinstance(schema, pyarrow.Schema):
        return schema
    fields = []
    for field in schema:
        kind = _arrow_type(field.dataType)
        if kind is None:
            raise AdoubeError(f"{field.name}: a column cannot have the type {field.dataType.simpleString()}")
        fields.append(pyarrow.field(field.name, kind, field.nullable))
    return pyarrow.schema(fields)


@dataclass(frozen=True)
class _Plan:
    """How files are cut into the work of tasks."""

    paths: list[str]
    parts_wanted: int | None
    part_size: str
    file: str | None

    @classmethod
    def from_options(cls, options: MutableMapping[str, str]) -> _Plan:
        """Takes what it needs out of some options."""
        path, paths = options.pop("path", None), options.pop("paths", None)
        listed = json.loads(paths) if paths else [path] if path else []
        parts, size, file = options.pop("parts", None), options.pop("partsize", None), options.pop("plan", None)
        if sum(option is not None for option in (parts, size, file)) > 1:
            raise AdoubeError("give only one of the options parts, partSize and plan")
        if listed and file is not None:
            raise AdoubeError("either load paths, or give the option plan, not both")
        try:
            wanted = None if parts is None else int(parts)
        except ValueError:
            raise AdoubeError(f"parts: expected a number, not `{parts}`") from None
        return cls([_local(path) for path in listed], wanted, size or PART_SIZE, None if file is None else _local(file))

    def parts(self) -> list[str]:
        """The work of each task: a part in each line."""
        if self.file is not None:
            return _planned(self.file)
        if not self.paths:
            raise AdoubeError("nothing to read: load paths, or give the option plan")
        size = self.part_size if self.parts_wanted is None else None
        parts = _tables.plan(self.paths, parts=self.parts_wanted, part_size=size, count=True)
        ranges = [json.loads(part) for part in parts]
        sizes = [item["end"] - item["start"] for item in ranges]
        limit = sum(sizes) / self.parts_wanted if self.parts_wanted else _bytes(self.part_size)
        return list(_joined(parts, sizes, limit))


@dataclass(frozen=True)
class _Selection:
    """The rows that are wanted."""

    table: str
    keywords: Mapping[str, Any]

    def rows(self, part: str | None = None) -> Table:
        """The rows of some parts; without one, none."""
        source = b"" if part is None else None
        return TABLES[self.table](source, part=part, threads=1, **self.keywords)

    def of_columns(self, names: list[str]) -> _Selection:
        """The same rows with these columns."""
        columns = self.rows().columns
        if names == columns:
            return self
        if self.table in ("games", "plies") and self.keywords.get("names") is None:
            # Others than those of the option `fields` can be computed, too.
            return _Selection(self.table, {**self.keywords, "fields": names})
        for name in names:
            if name not in columns:
                raise AdoubeError(f"there is no column `{name}` in {self.table}; there are {', '.join(columns)}")
        return self


def _keywords(table: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Options as keywords of the function that makes a table."""
    known = {
        name: parameter
        for name, parameter in inspect.signature(TABLES[table]).parameters.items()
        if name not in NO_OPTIONS
    }
    keywords: dict[str, Any] = {}
    for name, value in options.items():
        if name not in known:
            raise AdoubeError(f"{table} has no option `{name}`; there are {', '.join(known)}")
        is_flag = isinstance(known[name].default, bool)
        if is_flag and value.lower() not in ("true", "false"):
            raise AdoubeError(f"{name}: expected true or false, not `{value}`")
        keywords[name] = value.lower() == "true" if is_flag else value
    return keywords


def _local(path: str) -> str:
    """A path on this machine, as Spark may write it."""
    address = urlparse(path)
    if len(address.scheme) < 2:
        # The tasks may run in other folders.
        return os.path.abspath(path)
    if address.scheme != "file":
        raise AdoubeError(f"{path}: adoube reads files; mount the store, and give the path")
    return os.path.abspath(unquote(address.path))


def _planned(path: str) -> list[str]:
    """The parts of a plan, which must be all there, once."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip()]
    numbers: dict[int, str] = {}
    total = None
    for at, line in enumerate(lines, 1):
        try:
            part = json.loads(line)
            number, total, is_counted = part["index"], part["of"], part["before"] is not None
        except (ValueError, LookupError, TypeError):
            raise AdoubeError(f"{path}: line {at}: not a line of `adoube plan`", path=path, line=at) from None
        if not is_counted:
            message = f"{path}: line {at}: the games before this part were not counted; use adoube plan --count"
            raise AdoubeError(message, path=path, line=at)
        if number in numbers:
            raise AdoubeError(f"{path}: line {at}: part {number} is there more than once", path=path, line=at)
        numbers[number] = line
    if len(numbers) != total:
        raise AdoubeError(f"{path}: {len(numbers)} parts of a plan of {total or 'none'}")
    return lines


def _bytes(size: str) -> int:
    """The number of bytes that a valid size of a part means."""
    digits = re.match("[0-9]*", size)[0]  # type: ignore[index] # it matches any text
    unit = size[len(digits) :].strip()[:1].lower()
    return int(digits) << {"k": 10, "": 20, "m": 20, "g": 30}[unit]


def _joined(parts: list[str], sizes: list[int], limit: float) -> Iterator[str]:
    """Parts for each task: successive small ones are the work of one, because a task takes time to start."""
    group: list[str] = []
    total = 0
    for part, size in zip(parts, sizes, strict=True):
        if group and total + size > limit:
            yield "\n".join(group)
            group, total = [], 0
        group.append(part)
        total += size
    if group:
        yield "\n".join(group)
