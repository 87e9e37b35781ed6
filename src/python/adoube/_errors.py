"""The exception and the warning of the package."""

from __future__ import annotations


class AdoubeError(ValueError):
    """What adoube cannot do, and where: an unreadable input, a wrong option, an illegal move."""

    path: str | None
    """The input, as in the column `file` of a table."""

    offset: int | None
    """The byte of the file on disk up to which it could be read."""

    line: int | None
    """The line of its text, from 1, if a line is what is wrong."""

    def __init__(
        self, message: str, *, path: str | None = None, offset: int | None = None, line: int | None = None
    ) -> None:
        super().__init__(message)
        self.path = path
        self.offset = offset
        self.line = line


class AdoubeWarning(UserWarning):
    """What a reader of a table should know: games with errors, a condition that no game matches."""
