"""Progress bars: those of tqdm, if it is installed."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable
from typing import Any


def bars(wanted: bool | None) -> Callable[[int | None], Any] | None:
    """What makes a bar for a total of bytes; `None` for no bars. By default, only notebooks have them."""
    if wanted is None:
        wanted = "ipykernel" in sys.modules
    if not wanted:
        return None
    try:
        with warnings.catch_warnings():
            # In a notebook without widgets, tqdm warns that its bar is one of text.
            warnings.simplefilter("ignore")
            tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return None

    def bar(total: int | None) -> Any:
        return tqdm(total=total, unit="B", unit_scale=True, unit_divisor=1024, desc="adoube", leave=False)

    return bar
