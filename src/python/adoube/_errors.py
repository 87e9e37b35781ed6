"""The exception and the warning of the package."""

from __future__ import annotations

import sys
import sysconfig
import warnings


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


# The names by which people know them.
AdoubeError.__module__ = AdoubeWarning.__module__ = "adoube"

_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib")})
"""Where libraries are, among them this one and the readers of its tables."""


def warn(message: str) -> None:
    """Emits a warning at the innermost line that is not in a library."""
    frame = outermost = sys._getframe()
    while frame is not None and frame.f_code.co_filename.startswith((*_LIBRARIES, "<")):
        outermost = frame
        frame = frame.f_back  # type: ignore[assignment]
    place = frame or outermost
    warnings.warn_explicit(
        message,
        AdoubeWarning,
        place.f_code.co_filename,
        place.f_lineno,
        module=place.f_globals.get("__name__"),
        registry=place.f_globals.setdefault("__warningregistry__", {}),
    )
