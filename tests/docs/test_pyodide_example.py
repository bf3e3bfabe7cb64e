"""examples/pyodide: the gate answers in a browser runtime as it does here.

The run in Pyodide itself is `make browser`: it fetches the runtime from the npm registry, and takes
some seconds. That core needs nothing outside is proven at every run, by
tests/architecture/test_purity.py.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from runpy import run_path
from typing import TYPE_CHECKING
from zipfile import ZipFile

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.architecture.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from syrupy.assertion import SnapshotAssertion

FOLDER = ROOT / "examples" / "pyodide"
PYODIDE = os.environ.get("SAYSO_PYODIDE", "")  # the folder of the npm package
STAND_IN = run_path(str(FOLDER / "plain_orjson.py"))
PLAIN = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text()
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)


def answers() -> list[object]:
    """Give what the example answers to its own requests, here."""
    answer = run_path(str(FOLDER / "judging.py"))["answer"]
    requests = json.loads((FOLDER / "requests.json").read_text("utf-8"))
    return [json.loads(answer(json.dumps(request))) for request in requests]


def test_the_answers_are_pinned(snapshot: SnapshotAssertion) -> None:
    """The rules' own proposals, a reply with three false proofs in it, and one that is no reply."""
    assert snapshot == json.dumps(answers(), ensure_ascii=False, indent=2) + "\n"


@pytest.mark.skipif(not PYODIDE, reason="`make browser` fetches Pyodide and runs this with Node")
def test_a_browser_runtime_gives_the_same_answers(tmp_path: Path) -> None:
    """Packed as for a page and run in Pyodide, the core gives the very same answers."""
    archive = tmp_path / "sayso-core.zip"
    subprocess.run([sys.executable, FOLDER / "archive.py", archive], check=True)
    command = ["node", str(FOLDER / "run.mjs"), PYODIDE, str(archive)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout) == answers()


def test_the_archive_holds_the_core_and_no_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page gets every module of core, and nothing that opens a file or a database."""
    monkeypatch.setattr(sys, "argv", ["archive.py", str(tmp_path / "core.zip")])
    run_path(str(FOLDER / "archive.py"), run_name="__main__")
    with ZipFile(tmp_path / "core.zip") as archive:
        packed = set(archive.namelist())
    core = {f"sayso/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("core/**/*.py")}
    assert core <= packed
    assert {name.partition("/")[0] for name in packed - core} == {
        "sayso", "returns", "snowballstemmer", "judging.py", "plain_orjson.py",
        "typing_extensions.py",
    }  # fmt: skip
    assert {name for name in packed - core if name.startswith("sayso/")} == {"sayso/__init__.py"}


@settings(max_examples=25)
@given(VALUES)
def test_the_stand_in_writes_and_reads_as_orjson_does(value: object) -> None:
    """Where a page has no orjson, Python's json takes its place without a byte of difference."""
    plain = STAND_IN["dumps"](value)
    assert plain == orjson.dumps(value)
    assert STAND_IN["loads"](plain) == orjson.loads(plain) == value
    indented = orjson.OPT_INDENT_2
    assert STAND_IN["dumps"](value, option=indented) == orjson.dumps(value, option=indented)
    fragments = [maker["Fragment"](plain) for maker in (STAND_IN, vars(orjson))]
    ours, theirs = ({"key": (one, [one])} for one in fragments)
    assert STAND_IN["dumps"](ours) == orjson.dumps(theirs)


@pytest.mark.parametrize("text", ["", "{", "[1,]", "NaN", "-Infinity", "{} {}", "'a'", b"\xff"])
def test_the_stand_in_refuses_what_orjson_refuses(text: str | bytes) -> None:
    """What is no JSON raises the same kind of exception."""
    assert issubclass(STAND_IN["JSONDecodeError"], ValueError)
    with pytest.raises(orjson.JSONDecodeError):
        orjson.loads(text)
    with pytest.raises(ValueError, match=r"."):
        STAND_IN["loads"](text)


def test_the_stand_in_has_all_that_core_uses() -> None:
    """No module of core asks orjson for more than the stand-in knows."""
    texts = [path.read_text("utf-8") for path in ROOT.glob("core/**/*.py")]
    used = {name for text in texts for name in re.findall(r"\borjson\.(\w+)", text)}
    assert {"dumps", "loads"} <= used <= set(STAND_IN)
