"""Overviews tell what is in each top folder, within bounds."""

from sayso.core import limits
from sayso.core.knowledge.graph import CodeGraph, Defined, FileNode
from sayso.core.knowledge.overview import MARK, overviews


def node(*names: str) -> FileNode:
    """Give a file with functions of these names."""
    functions = (Defined(name=name, first_line=1, last_line=2, hash="1") for name in names)
    return FileNode(hash="h", parser="p", functions=tuple(functions))


def test_each_top_folder_has_an_overview() -> None:
    """Files are named with their functions, counted by language; those of no folder together."""
    files = {"car/b.c": node("go", "stop"), "car/x/a.py": node("f"), "main.rs": node()}
    found = overviews(CodeGraph(files=files))
    assert found == {
        "car": f"{MARK}\n# car\n\nFiles: 1 c, 1 python. Functions: 3.\n\n"
        "- car/b.c: go, stop\n- car/x/a.py: f\n",
        "project": f"{MARK}\n# project\n\nFiles: 1 rust. Functions: 0.\n\n- main.rs\n",
    }


def test_an_overview_keeps_its_bounds() -> None:
    """A long line is cut, and what files are beyond the bound is counted."""
    many = {f"a/{at:04}.c": node("x" * 999) for at in range(limits.OVERVIEW_FILES_MAX + 3)}
    lines = overviews(CodeGraph(files=many))["a"].splitlines()
    assert lines[-1] == "- and 3 more files"
    assert max(map(len, lines)) == limits.OVERVIEW_LINE_MAX_CHARS
    assert len(lines) == limits.OVERVIEW_FILES_MAX + 6
