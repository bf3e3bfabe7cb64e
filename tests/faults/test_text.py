"""Text, whatever it holds: the same in and out, offsets that cut it, and queries that are literal.

A text goes in by every entrance and must come out of every exit as it was said. What a terminal
shows of it is in tests/faults/test_terminal.py, what it costs in tests/faults/test_linear_work.py.
"""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Any

import pytest

from sayso.shell.entrances.cli.running import run
from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.memory import Memory
from tests.faults.hostile import TEXTS
from tests.kit import World, candidate_of, extraction_text, say, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# What went in: the two sides of a turn. Log readers leave out blank lines around a text, so each
# text stands between words of its own.
SAID = {name: f"so: {text} :so" for name, text in TEXTS.items()}
ANSWERED = {name: f"ok: {text[::-1]} :ok" for name, text in TEXTS.items()}

OWN_MARK = "our own mark"
Json = Any  # what json.loads gives


def command(folder: Path, *arguments: str) -> int:
    """Run one command line of `sayso` in a project."""
    return run(["--project", str(folder), *arguments])


def by_turn(folder: Path, user: str, assistant: str) -> None:
    """Say it through the library, as a host does."""
    with Memory.open(folder) as memory, memory.turn(user) as turn:
        turn.finish(assistant)


def by_record(folder: Path, user: str, assistant: str) -> None:
    """Store a whole turn through the library."""
    with Memory.open(folder) as memory:
        memory.record(whole_turn(user, assistant))


def by_arguments(folder: Path, user: str, assistant: str) -> None:
    """Say it on the command line."""
    assert command(folder, "record", "--user", user, "--assistant", assistant) == 0


def by_lines(folder: Path, user: str, assistant: str) -> None:
    """Feed a line of JSON to the command line."""
    line = json.dumps({"user": user, "assistant": assistant}, ensure_ascii=False)
    (folder / "turns.jsonl").write_bytes(line.encode() + b"\n")
    assert command(folder, "record", "--from", str(folder / "turns.jsonl")) == 0


def by_escaped_lines(folder: Path, user: str, assistant: str) -> None:
    """Feed the same with every character beyond ASCII escaped, through a pipe."""
    line = json.dumps({"user": user, "assistant": assistant})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", TextIOWrapper(BytesIO(line.encode()), encoding="ascii"))
        assert command(folder, "record", "--from", "-") == 0


def by_import(folder: Path, user: str, assistant: str) -> None:
    """Import a log that holds it."""
    line = json.dumps({"user": user, "assistant": assistant}, ensure_ascii=False)
    (folder / "chat.jsonl").write_bytes(line.encode() + b"\n")
    with Memory.open(folder) as memory:
        import_paths(memory, [folder / "chat.jsonl"], ImportOptions(any_folder=True))


ENTRANCES = (by_turn, by_record, by_arguments, by_lines, by_escaped_lines, by_import)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a project of its own, away from the settings of whoever runs the tests."""
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SAYSO_PROVIDER", raising=False)
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("enter", ENTRANCES)
def test_a_text_is_stored_as_it_was_said(
    project: Path, enter: Callable[[Path, str, str], None]
) -> None:
    """Every entrance takes every text to the last character, and the export gives it (X02, X04).

    An imported log leaves out the block that we put into prompts ourselves.
    """
    names = [name for name in TEXTS if not (enter is by_import and name == OWN_MARK)]
    for name in names:
        enter(project, SAID[name], ANSWERED[name])
    with Memory.open(project) as memory:
        turns = json.loads(memory.export().read_bytes())["turns"]
    stored = {(one["user_text"], one["assistant_text"]) for one in turns}
    assert stored == {(SAID[name], ANSWERED[name]) for name in names}


@pytest.mark.parametrize("name", [name for name in TEXTS if name != OWN_MARK])
def test_a_text_comes_out_as_it_went_in(
    project: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Through history, memory, proof and export, in the library and as JSON (X02, X04)."""
    quote = f"use tabs {TEXTS[name]} for code"
    said = f"We decided: {quote}."
    found = candidate_of(1, quote, title="tabs for code")
    world = World(project, say(extraction_text(found)))
    with world.open() as memory:
        memory.record(whole_turn(said, ANSWERED[name]))
        memory.work()
        assert [one.text for one in memory.context().history] == [said, ANSWERED[name]]
        shown = memory.show("m1")
        assert (shown.item.content, shown.sources[0].quote) == (quote, quote)
        assert said[shown.sources[0].start : shown.sources[0].end] == quote
        assert memory.read("m1").sources[0].quote == quote
        assert memory.search("tabs for code")[0].item_id == 1

    def answer(*arguments: str) -> Json:
        capsys.readouterr()
        assert command(project, *arguments, "--json") == 0
        return json.loads(capsys.readouterr().out)["data"]

    assert [one["text"] for one in answer("context")["history"]] == [said, ANSWERED[name]]
    told = answer("show", "m1")
    assert (told["content"], told["sources"][0]["quote"]) == (quote, quote)
    assert answer("read", "m1")["sources"][0]["quote"] == quote
    exported = json.loads((project / answer("export")["path"]).read_bytes())
    (source,) = exported["candidate_sources"]
    assert exported["turns"][0]["user_text"][source["start_char"] : source["end_char"]] == quote
