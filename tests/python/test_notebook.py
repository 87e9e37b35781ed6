"""The notebook of the documentation: its cells run, and give what it shows."""

import ast
import json
import pathlib
from typing import Any

import pytest

NOTEBOOK = pathlib.Path(__file__).parents[2] / "docs" / "python.ipynb"


def last_value(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell; returns the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    return None


def test_the_cells_give_what_the_notebook_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(NOTEBOOK.parent)
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    for cell in cells:
        value = last_value("".join(cell["source"]), names)
        shown = [output["data"] for output in cell["outputs"] if output["output_type"] == "execute_result"]
        assert shown and value is not None
        expected = "".join(shown[0]["text/plain"]).rstrip()
        assert repr(value).rstrip() == expected, "".join(cell["source"])
        assert ("image/svg+xml" in shown[0]) == hasattr(value, "_repr_svg_")
    assert len(cells) > 10
