"""How every command ends: envelopes, exit codes, interruptions, and errors that nobody planned."""

import errno
import io
import json
import sys
from pathlib import Path

import pytest

from sayso.shell.entrances.cli import looking, running
from sayso.shell.errors import SaysoError, UnknownCommitError
from sayso.shell.memory import Memory
from tests.cli.conftest import Sayso


def fail_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make `list` run into an error."""

    def raise_it(_: Memory) -> None:
        raise error

    monkeypatch.setattr(Memory, "list", raise_it)


@pytest.mark.parametrize("place", ["before", "after"])
def test_json_is_taken_on_both_sides(taught: Sayso, place: str) -> None:
    """`--json` stands before the command or after it, with the same answer."""
    told = taught("--json", "list") if place == "before" else taught("list", "--json")
    assert len(told.answer["items"]) == 2
    assert told.out.count("\n") == 1


def test_a_text_that_looks_like_an_option(sayso: Sayso) -> None:
    """`--json` as the value of an option, or behind `--`, asks for nothing."""
    told = sayso("record", "--user", "--json")
    assert told.out.startswith("recorded 1 turn: t1\n")
    assert sayso("search", "--", "--json").out == "nothing found for “--json”\n"
    assert sayso("nonsense", "--", "--json").err.startswith("sayso: No such command")


def test_json_survives_a_terminal_without_unicode(
    taught: Sayso, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where stdout can't show a character, JSON escapes it and text shows its escape."""
    for arguments in (["list", "--json"], ["list"]):
        raw = io.BytesIO()
        with monkeypatch.context() as patch, io.TextIOWrapper(raw, encoding="ascii") as stream:
            patch.setattr(sys, "stdout", stream)
            taught(*arguments)
            text = raw.getvalue().decode("ascii")
        assert "\\u8ba2" in text
        if "--json" in arguments:
            assert json.loads(text)["data"]["items"][0]["title"] == "订单表主键用雪花 ID"


@pytest.mark.parametrize(
    ("error", "code", "kind"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (ValueError("two\nlines \x1b[0m"), 1, "internal"),
        (OSError(errno.ENOSPC, "No space left on device", "x"), 5, "storage_failed"),
        (UnknownCommitError("the commit failed", "repeat"), 5, "unknown_commit"),
        (SaysoError("something", "do something"), 1, "error"),
    ],
)
def test_every_error_is_one_line(
    taught: Sayso, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, kind: str
) -> None:
    """Whatever is raised ends as one line and an exit code, or as one envelope."""
    fail_with(monkeypatch, error)
    told = taught("list")
    assert told.code == code
    assert told.out == ""
    assert told.err.startswith("sayso: ")
    assert told.err.count("\n") == 1
    assert "\x1b" not in told.err
    told = taught("list", "--json")
    assert told.code == code
    assert told.error["code"] == kind


@pytest.mark.parametrize(
    ("error", "is_traced"), [(ValueError("why"), True), (KeyboardInterrupt(), False)]
)
def test_a_traceback_needs_the_debug_switch(
    taught: Sayso, monkeypatch: pytest.MonkeyPatch, error: BaseException, is_traced: bool
) -> None:
    """With SAYSO_DEBUG an error shows where it happened, and still ends in its one line."""
    fail_with(monkeypatch, error)
    monkeypatch.setenv("SAYSO_DEBUG", "true")
    told = taught("list")
    assert ("Traceback" in told.err) is is_traced
    assert told.err.splitlines()[-1].startswith("sayso: ")


def test_a_reader_that_has_gone_is_no_error(taught: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed pipe behind stdout ends quietly."""

    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    told = taught("list")
    assert told.code == 0
    assert told.err == ""


def test_a_full_disk_behind_stdout(taught: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that can't be written is an error, even when that can't be written either."""

    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stdout", Full())
    told = taught("list")
    assert told.code == 5
    assert told.err.startswith("sayso: input or output: No space left on device")
    assert taught("list", "--json").code == 5


def test_a_traceback_steers_no_terminal(taught: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an exception quotes is shown escaped when debugging too."""
    fail_with(monkeypatch, ValueError("\x1b[2J \u202e [bold]two\nlines"))
    monkeypatch.setenv("SAYSO_DEBUG", "true")
    err = taught("list").err
    assert "\x1b" not in err
    assert "\u202e" not in err
    assert "ValueError: \\x1b[2J \\u202e [bold]two" in err


def test_a_model_that_cannot_be_reached(sayso: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """A provider this version doesn't know stops what needs a model, and nothing else."""
    monkeypatch.setenv("SAYSO_PROVIDER", "elsewhere")
    assert sayso("record", "--user", "Hello.").code == 0
    assert sayso("work").code == 2
    assert "unknown provider 'elsewhere'" in sayso("work", "--json").error["message"]
    told = sayso("status", "--json")
    assert told.code == 0
    assert told.answer["model"] == "elsewhere (not usable as configured)"


def test_settings_that_are_no_toml(sayso: Sayso, tmp_path: Path) -> None:
    """A broken configuration file is named where settings are needed."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text("provider = ")
    assert sayso("list").code == 0
    told = sayso("status")
    assert told.code == 2
    assert "config.toml" in told.err


def test_a_command_answers_an_answer(taught: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that forgot to answer is a fault of ours and is told as one."""
    monkeypatch.setattr(looking, "Answer", dict)
    assert taught("list", "--json").error["code"] == "internal"


def test_usage_faults_are_recognised() -> None:
    """The class taken from Typer is click's usage error, in whatever package it lies."""
    assert running.UsageFault.__name__ == "UsageError"
