"""The programs under examples/ run as they stand, offline, and print what is pinned."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

FOLDER = Path(__file__).resolve().parents[2] / "examples"
NAMES = sorted(path.name for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_an_example_prints_what_is_pinned(
    name: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    snapshot: SnapshotAssertion,
) -> None:
    """An example runs as a script, prints the same every time, and leaves no file behind."""
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(FOLDER / name), run_name="__main__")
    assert snapshot == capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def test_there_is_an_example_for_each_way_of_use() -> None:
    """The plain loop, the loop with tools, and the tools as functions are shown."""
    assert {"plain_loop.py", "tool_loop.py", "agent_tools.py"} <= set(NAMES)
