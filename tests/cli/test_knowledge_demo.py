"""`sayso knowledge demo`: what it tells is what the gate and the dream really do."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING

from tests.cli.told import contents

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.cli.conftest import Know

SHOWN = "shown"
WITHHELD = "withheld, as the code has drifted"


def test_the_demonstration(
    know: Know, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Learned, shown, drifted, withheld, dreamt, shown again; and nothing of it stays."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    told = know("demo", "--json")
    assert told.code == 0
    scenes = {one["title"]: one["lines"] for one in told.answer["scenes"]}
    assert len(scenes) == 7
    for title, states in (
        ("What the next diagnosis is told", [SHOWN, SHOWN, SHOWN, SHOWN]),
        ("The code drifts: what rests on it is withheld", [WITHHELD, WITHHELD, WITHHELD, SHOWN]),
        ("What the next diagnosis is told after it", [SHOWN, WITHHELD, SHOWN, SHOWN]),
    ):
        lines = [line for line in scenes[title] if line.startswith("  ")]
        assert [line.split(": ")[1] for line in lines] == states
    learned = "functions learned: 1; alike patterns joined: 0, 2 kept"
    assert scenes["A dream learns anew what changed"][-1] == learned
    joined = "functions learned: 0; alike patterns joined: 1, 2 kept"
    assert scenes["A dream goes through them, by rules alone"][-1] == joined
    assert list((tmp_path / "temporary").iterdir()) == []
    assert contents(project) == {}


def test_the_demonstration_is_told_step_by_step(know: Know) -> None:
    """Numbered scenes between an opening and what to do next."""
    told = know("demo")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0].startswith("sayso knowledge demo: ")
    assert [line[0] for line in lines if line[:1].isdigit()] == list("1234567")
    assert lines[-1].startswith("Now with your own code: sayso knowledge init")
