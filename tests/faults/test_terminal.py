"""Nothing that is stored, named, configured or mistyped steers a terminal, in any command.

A project whose every text is hostile: its folder, files, session, model, memories in each status,
summary, failed and parked jobs, and a trigger in a damaged store. Each command runs in each way
it can end; what it prints for people and as JSON holds no control and no mark of direction.
"""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.diagnostics import ModelFault
from sayso.core.items import Kind
from sayso.shell.entrances.cli.app import COMMANDS
from sayso.shell.entrances.cli.knowledge.commands import COMMANDS as OF_KNOWLEDGE
from sayso.shell.entrances.cli.running import run
from tests.faults.hostile import TEXTS, steering_in
from tests.kit import (
    World,
    candidate_of,
    extraction_text,
    fail_with,
    operation_of,
    operations_text,
    say,
    whole_turn,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

EVIL = "\x1b[31m\x1b]0;t\x07\x9b2J\u202e\u2066\u200f\u2028\x85\r\x7f"
IN_PATHS = "\x1b[31m\x9b\u202e\u2028\r"
QUOTE = f"use tabs {EVIL} for code"
LATER = f"use tabs {EVIL} for all code"
TALK = f"tabs {EVIL} or spaces?"
NAMES = ("title", "content", "synopsis")

# What each command is asked; {file}, {log} and {cases} are files with hostile names and words.
ASKED: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "demo": ((),),
    "import": (("{log}",), ("{log}", "--dry-run"), ("{file}",), ("missing" + IN_PATHS,)),
    "record": (
        ("--user", EVIL, "--session", EVIL),
        ("--user", "x", "--intent", EVIL),
        ("--user", "x", "--op-id", EVIL),
        ("--from", "{log}"),
        ("--from", "{file}"),
        ("--from", "missing" + IN_PATHS),
        (EVIL,),
    ),
    "status": ((),),
    "list": ((),),
    "notes": ((), (EVIL,)),
    "show": (("m1",), ("m2",), ("m3",), ("m9",), (EVIL,)),
    "search": (("tabs",), (EVIL,), ("",), ("tabs", "--explain"), (EVIL, "--explain")),
    "recall": (("tabs",), (EVIL,), ("",), ("tabs", "--explain"), ("tabs", "--neighbours", "5")),
    "why": (("m1",), ("m2",), ("m3",), ("m9",), (EVIL,)),
    "read": (("m1",), ("m2",), (EVIL,)),
    "context": ((), ("--session", EVIL)),
    "forget": (("m3",), ("m3",), (EVIL,)),
    "retry": (("j1",), (EVIL,)),
    "drop": ((EVIL,), ("j1",)),
    "work": ((), ("--watch",), ("--drain", "--watch")),
    "new": ((),),
    "eval": (("{cases}",), ("{cases}", "--gate"), ("{file}",), ("missing" + IN_PATHS,)),
    "export": ((), ("--salvage",), ("--out", "out" + IN_PATHS), ("--out", "{file}")),
    "trust": ((),),
    "connect": (
        ("claude-code", "--dry-run"),
        ("codex",),
        ("cursor",),
        ("cursor", "--remove"),
        ("codex", "--local"),
        (EVIL,),
    ),
    "hook": (("Stop",), (EVIL,), ("Stop", "--host", EVIL)),
    "doctor": ((), ("--accept",)),
    "backup": (("{file}",), ("copy" + IN_PATHS,), (f"missing{IN_PATHS}/a.db",), (EVIL,)),
    "restore": (
        ("{file}",),
        ("{file}", "--confirm"),
        ("copy" + IN_PATHS, "--confirm"),
        ("missing" + IN_PATHS, "--confirm"),
        (EVIL, "--confirm"),
    ),
    "reindex": ((), ("--all",), (EVIL,)),
    "chat": ((), (EVIL,)),
    "clear": ((), ("--confirm",)),
    "mcp": ((EVIL,), ("--aliases", EVIL)),
    "knowledge init": ((), ("--variant", EVIL), ("--variant", "..")),
    "knowledge note": ((EVIL,), (), (EVIL, "--replace"), ("--replace",)),
    "knowledge function": (
        ("brake", "--set", f"x{EVIL}={EVIL}", "--issue", EVIL),
        ("brake", "--set", f"{EVIL}=", "--set", EVIL),
        (EVIL, "--issue", EVIL),
        ("brake",),
        (EVIL,),
        (),
    ),
    "knowledge pattern add": (("brake", EVIL, "--cause", EVIL, "--keyword", "tabs"), ("", EVIL)),
    "knowledge pattern list": ((), (EVIL,)),
    "knowledge pattern similar": (("brake", "tabs"), (EVIL, EVIL)),
    "knowledge pattern remove": ((EVIL,), ("--variant", "none", EVIL)),
    "knowledge session start": ((EVIL, EVIL, "--expected", EVIL),),
    "knowledge session step": ((EVIL, EVIL, EVIL),),
    "knowledge session finding": ((EVIL, EVIL), (EVIL,), (EVIL, "--set", EVIL)),
    "knowledge session finish": ((EVIL, EVIL),),
    "knowledge session list": ((),),
    "knowledge session show": ((EVIL,),),
    "knowledge case write": ((EVIL, "{cases}"), (EVIL, "{file}"), (EVIL, "-"), (EVIL, EVIL)),
    "knowledge case show": ((EVIL,), ("none" + IN_PATHS,)),
    "knowledge context": (("brake", "tabs"), ("brake", EVIL, "--case", EVIL), (EVIL, EVIL)),
    "knowledge recall": (
        ("--function", "brake", "--query", "tabs", "--case", EVIL),
        ("--function", EVIL, "--query", EVIL),
        ("--layers", EVIL),
        ("--case", "../" + IN_PATHS),
    ),
    "knowledge status": ((), ("--variant", EVIL)),
    "knowledge check": ((), ("--variant", EVIL)),
    "knowledge code learn": ((), ("--all",), ("--budget", EVIL), ("--variant", EVIL)),
    "knowledge code show": (("tabs",), ("tabs", "--raw"), (EVIL,)),
    "knowledge code list": ((),),
    "knowledge code callers": ((EVIL,), ("tabs",)),
    "knowledge demo": ((), (EVIL,)),
    "knowledge dream": ((), ("--force", "--reason", EVIL), ("--reason", EVIL)),
}
BESIDE = (
    ("--project", "missing" + IN_PATHS, "list"),
    (f"list{EVIL}",),
    ("list", f"--{EVIL}"),
    ("list", EVIL),
    ("--version",),
    (),
)


class Typing:
    """Standard input on which the same hostile lines are typed, whoever asks."""

    def isatty(self) -> bool:
        """Nobody sits there."""
        return False

    @property
    def buffer(self) -> BytesIO:
        """Give the lines anew."""
        lines = (
            f"tabs {EVIL}",
            f"/{EVIL}",
            f"/memory show {EVIL}",
            "/memory list",
            "/memory status",
        )
        return BytesIO("\n".join(lines).encode() + b"\nno UTF-8 \xff\x1b[31m\n")


def texts_of(words: str) -> dict[str, object]:
    """Give all texts of an operation."""
    return dict.fromkeys(NAMES, words)


def fill(folder: Path) -> None:
    """Make a memory of hostile words: replaced, forgotten, of a discussion, and failing."""
    world = World(folder)
    with world.open() as memory:
        memory.record(whole_turn(f"We decided: {QUOTE}.", EVIL))
        world.model.script = [
            say(extraction_text(candidate_of(1, QUOTE), compaction=f"Tabs {EVIL}.")),
            say(operations_text(operation_of("create", [1], aliases=[EVIL], **texts_of(QUOTE)))),
        ]
        memory.work()
        world.clock.advance(60)
        memory.record(whole_turn(f"We decided: {LATER}.", EVIL))
        memory.record(whole_turn(TALK, EVIL, session=EVIL))
        world.model.script = [
            say(extraction_text(candidate_of(2, LATER))),
            say(extraction_text(candidate_of(3, TALK, kind=Kind.DISCUSSION))),
            say(operations_text(operation_of("supersede", [2], target_id=1, **texts_of(LATER)))),
        ]
        assert memory.work().failed == 0
        fault = ModelFault(
            kind=f"Fault{EVIL}", message=EVIL, status=EVIL, code=EVIL, details=EVIL, body=EVIL
        )
        memory.record(whole_turn(EVIL + "a", session="bad"))
        for _ in range(12):
            world.model.script = [fail_with(fault)]
            memory.work()
            world.clock.advance(3_600)
        memory.record(whole_turn(EVIL + "b", session="bad"))
        world.model.script = [fail_with(fault)]
        memory.work()
        status = memory.status()
        assert (status.jobs.parked, status.items.superseded, status.items.active) == (1, 1, 2)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the hostile project, with a configured model where nobody listens."""
    for name, value in (
        *(("HOME", str(tmp_path / f"home{IN_PATHS}")), ("PROVIDER", "openai")),
        *(("MODEL", f"small{EVIL}"), ("BASE_URL", "http://127.0.0.1:9/v1"), ("API_KEY", "")),
    ):
        monkeypatch.setenv(f"SAYSO_{name}", value)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sayso.shell.ports.SystemClock.sleep_us", interrupt)
    monkeypatch.setattr("sys.stdin", Typing())
    monkeypatch.setenv("HOME", str(tmp_path / f"user{IN_PATHS}"))
    folder = tmp_path / f"pro{IN_PATHS}ject"
    folder.mkdir()
    monkeypatch.chdir(folder)
    fill(folder)
    return folder


def files_of(folder: Path) -> dict[str, str]:
    """Make files whose names and words are hostile."""
    words = "".join(TEXTS.values()).replace("\0", "") + EVIL
    case = {"id": EVIL, "lang": "en", "label": EVIL, "text": f"We decided: {QUOTE}.", "expect": []}
    turns = [{"user": words, "assistant": words, "session": EVIL}, {"user": 1, EVIL: EVIL}]
    made = {
        "file": words.encode(),
        "log": "\n".join(json.dumps(one) for one in turns).encode() + b'\n{"user": "\x1b[31m',
        "cases": json.dumps(case).encode(),
    }
    (folder / f"code{IN_PATHS}.py").write_text(f"def tabs():\n    return {words!r}\n", "utf-8")
    for name, content in made.items():
        (folder / f"{name}{IN_PATHS}.jsonl").write_bytes(content)
    return {name: str(folder / f"{name}{IN_PATHS}.jsonl") for name in made}


def lines_for(folder: Path) -> Iterator[list[str]]:
    """Yield every command line, in an order in which each still finds something."""
    files = files_of(folder)
    for name, ways in ASKED.items():
        for arguments in ways:
            told = [one.format(**files) if one in FILES else one for one in arguments]
            yield [*name.split(), *told]
    yield from map(list, BESIDE)


FILES = ("{file}", "{log}", "{cases}")


def test_every_command_is_asked() -> None:
    """A new command has to be tried here as well."""
    assert set(ASKED) == {*COMMANDS, *(f"knowledge {name}" for name in OF_KNOWLEDGE)}


@pytest.mark.parametrize("way", ["plain", "debug", "json", "debug json"])
def test_no_command_lets_a_text_steer_the_terminal(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    way: str,
) -> None:
    """Answers, notes, errors and tracebacks show escapes instead of obeying them (X04, X12)."""
    monkeypatch.setenv("SAYSO_DEBUG", str("debug" in way).lower())
    faults = []
    escaped = 0
    for line in lines_for(project):
        switch = ["--json"] if "json" in way and line[:1] != ["--version"] else []
        run(["--project", str(project), *switch, *line])
        told = capsys.readouterr()
        shown = told.out + told.err
        escaped += any(mark in shown for mark in ("\\x1b", "\\u001b", "\\u202e"))
        if found := steering_in(shown):
            faults.append(f"{line}: {found} in {shown!r}")
        if switch:
            assert all(json.loads(one) for one in told.out.splitlines()), line
    assert not faults, "\n".join(["", *faults])
    assert escaped > 30


@pytest.mark.parametrize("switch", [[], ["--json"]])
def test_what_is_found_in_a_damaged_store_does_not_steer_either(
    project: Path, capsys: pytest.CaptureFixture[str], switch: list[str]
) -> None:
    """The name of a trigger that somebody put there is shown in escapes (S25, X12)."""
    connection = apsw.Connection(str(project / ".sayso" / "memory.db"))
    name = f"evil{EVIL}".replace('"', "")
    connection.execute(f'CREATE TRIGGER "{name}" AFTER INSERT ON turns BEGIN SELECT 1; END')
    connection.close()
    asked = (["status"], ["list"], ["show", "m1"], ["export"], ["record", "--user", "x"])
    for line in (*asked, ["doctor"], ["doctor", "--accept"], ["backup", "a.db"]):
        run(["--project", str(project), *switch, *line])
        told = capsys.readouterr()
        assert not steering_in(told.out + told.err), line
        if line in (["status"], ["doctor"]):
            assert "evil" in told.out
