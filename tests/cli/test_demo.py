"""The demonstration: what it promises really happens in it."""

import tempfile
from pathlib import Path

import pytest

from tests.cli.conftest import Sayso


def test_demo_shows_every_promise(sayso: Sayso) -> None:
    """Kept with proof, refused with reasons, superseded, forgotten for good, remembered anew."""
    demo = sayso("demo", "--json").answer
    talk, careless, reversal, forgetting, old_log, anew = demo["scenes"]
    assert [one["kind"] for one in talk["kept"]] == [
        "user_preference",
        "project_decision",
        "project_decision",
        "user_preference",
    ]
    said = {turn["turn_id"]: turn for scene in demo["scenes"] for turn in scene["turns"]}
    for kept in [*talk["kept"], *reversal["kept"], *anew["kept"]]:
        for source in kept["sources"]:
            text = said[source["turn_id"]][source["role"]]
            assert text[source["start"] : source["end"]] == source["quote"]
    roles = [one["role"] for one in talk["kept"][2]["sources"]]
    assert roles == ["assistant", "user"]
    assert careless["kept"] == []
    assert [one["reason"] for one in careless["refused"]] == [
        "quote-not-verbatim",
        "question",
        "no-user-quote",
        "pasted-text",
    ]
    assert reversal["kept"][0]["replaces"] == reversal["replaced"][0]["id"] == "m2"
    assert reversal["replaced"][0]["status"] == "superseded"
    assert forgetting["forgotten"] == ["m1", "m3"]
    assert (old_log["kept"], [one["reason"] for one in old_log["refused"]]) == ([], ["forgotten"])
    assert "metric" in anew["kept"][0]["title"]


def test_demo_ends_with_context_and_search(sayso: Sayso) -> None:
    """The next request is given what is left, and every search finds its memory."""
    demo = sayso("demo", "--json").answer
    assert "UUIDv7" in demo["context"]
    assert "Redis，过期" not in demo["context"]
    assert all(len(one["hits"]) == 1 for one in demo["found"])


def test_demo_reads_well(sayso: Sayso) -> None:
    """The text has a heading per scene, fits into a screen or two, and shows proof."""
    told = sayso("demo")
    assert told.code == 0
    lines = told.out.splitlines()
    assert 60 <= len(lines) <= 100
    for number in range(1, 7):
        assert any(line.startswith(f"{number}. ") for line in lines)
    assert "     proof t5 user: “好，就这么办”" in lines
    assert "     in place of m2 订单表主键用雪花 ID, now superseded" in lines
    assert "   x refused: question (a question taken for a decision)" in lines
    assert max(map(len, lines)) <= 100


def test_demo_leaves_nothing_behind(
    sayso: Sayso, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files are gone afterwards, and neither project nor home ever heard of it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    (tmp_path / "home").write_text("nobody could be known here")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert sayso("demo").code == 0
    assert list(folder.iterdir()) == []
    assert [path.name for path in project.iterdir()] == [".git"]
