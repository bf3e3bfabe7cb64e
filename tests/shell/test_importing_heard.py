"""A log of a session that hooks told live: its turns are known again, and nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.shell import importing
from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from tests.kit import World
from tests.shell.hookkit import Agent, turns
from tests.shell.logkit import HERE, claude_line, counts, write_log

if TYPE_CHECKING:
    from pathlib import Path

OFFER = "I suggest we use Redis for the cache. Shall we?"
REMINDER = "<system-reminder>\nNever mention this.\n</system-reminder>"
COMMAND = "<command-message>review</command-message>\n<command-name>/review</command-name>"
PARTS: tuple[tuple[str, str | tuple[str, ...]], ...] = (
    ("Use tabs here.", "Use tabs here."),
    ("\n  Indented, with a blank end. \n\n", "\n  Indented, with a blank end. \n\n"),
    ("把缓存换成 Valkey。\n\n队列也是。", "把缓存换成 Valkey。\n\n队列也是。"),
    (f"Look:\n{REMINDER}\nUse uv.", f"Look:\n{REMINDER}\nUse uv."),
    ("Sort by size.", ("Sort by size.", REMINDER)),
    (
        "按大小排序",
        ("<ide_opened_file>a.py</ide_opened_file>\n按大小排序", "[Image: source: a.png]"),
    ),
)
COMMANDS = (
    ("/review use tabs\nand no spaces", "use tabs\nand no spaces"),
    ("/team:review 用 制表符 ", "用 制表符"),
    ("/review /etc/hosts", "/etc/hosts"),
)
CASES = (
    *(("claude-code", typed, parts) for typed, parts in PARTS),
    *(
        ("claude-code", typed, f"{COMMAND}\n<command-args>{arguments}</command-args>")
        for typed, arguments in COMMANDS
    ),
    *(("codex", typed, parts) for typed, parts in PARTS),
)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Give a project of its own, with no worker started by itself."""
    monkeypatch.setenv("SAYSO_BACKGROUND", "0")
    project = tmp_path / "project"
    project.mkdir()
    (project / ".git").mkdir()
    return World(project)


def said(answer: str, number: int) -> dict[str, object]:
    """Give the agent's answer as Claude Code logs it."""
    content = [{"type": "text", "text": answer}]
    message = {"role": "assistant", "id": f"m{number}", "content": content}
    return {"type": "assistant", "uuid": f"a{number}", "sessionId": "s1", "message": message}


def log_of(world: World, *prompts: str, answer: str = "Fine.", name: str = "s1.jsonl") -> Path:
    """Write a Claude Code log in which each prompt was answered; a longer one has grown."""
    assert world.folder is not None
    rows: list[dict[str, object]] = []
    for number, prompt in enumerate(prompts):
        rows += claude_line(f"u{number}", prompt, world.folder), said(answer, number)
    return write_log(world.folder.parent / "logs" / name, *rows)


def logged_as(world: World, host: str, parts: str | tuple[str, ...]) -> Path:
    """Write a log of one prompt, given as one text or in blocks, as a host does."""
    assert world.folder is not None
    texts = (parts,) if isinstance(parts, str) else parts
    path = world.folder.parent / "logs" / f"{host}.jsonl"
    if host == "claude-code":
        line = claude_line("u1", "", world.folder)
        blocks = [{"type": "text", "text": text} for text in texts]
        content = parts if isinstance(parts, str) else blocks
        return write_log(path, line | {"message": {"role": "user", "content": content}})
    items = [{"type": "input_text", "text": text} for text in texts]
    meta = {"id": "s1", "cwd": str(world.folder), "timestamp": "2023-11-01T10:00:00Z"}
    message = {"type": "message", "role": "user", "content": items}
    return write_log(
        path,
        {"type": "session_meta", "payload": meta},
        {"type": "response_item", "payload": message},
    )


def learning(world: World) -> Memory:
    """Open the project's memory on the embedded model."""
    assert world.folder is not None
    return Memory.open(world.folder, model=EmbeddedModel(), ports=world.ports)


def import_log(world: World, *logs: Path) -> tuple[int, int]:
    """Import logs, which must come to what a dry run has said; gives (turns, known)."""
    with learning(world) as memory:
        tried = counts(import_paths(memory, logs, ImportOptions(dry_run=True)))
        done = counts(import_paths(memory, logs, HERE))
    assert tried == done
    return done


def stored(world: World) -> list[tuple[object, ...]]:
    """Give every stored turn."""
    with world.open(create=False) as memory:
        return turns(memory)


@pytest.mark.parametrize(("host", "typed", "parts"), CASES)
def test_hooks_and_logs_give_the_same_words(
    world: World, host: str, typed: str, parts: str | tuple[str, ...]
) -> None:
    """Whatever a host adds to a prompt in its log, the turn is the one its hook has told."""
    Agent(world, host=host).turn(typed)
    assert import_log(world, logged_as(world, host, parts)) == (0, 1)


def test_a_session_told_live_adds_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a part of it that was given up, in pieces, over threads; nothing is changed."""
    monkeypatch.setattr(importing, "TRANSACTION_MAX_TURNS", 1)
    agent = Agent(world)
    agent.turn("Go on.")
    agent.prompt("And the queue?")
    with world.open() as memory:
        memory.new_thread()
    agent.turn("Go on.")
    agent.prompt("And the index?")
    before = stored(world)
    assert [one[1] for one in before] == ["completed", "interrupted", "completed", "open"]
    log = log_of(world, "Go on.", "And the queue?", "Go on.", "And the index?")
    assert import_log(world, log, log_of(world, "Go on.", name="copy.jsonl")) == (0, 5)
    assert stored(world) == before


def test_only_what_was_not_told_is_added(world: World) -> None:
    """Hooks that came in mid-session and failed once leave to the log what they have not told."""
    agent = Agent(world)
    agent.turn("Use tabs.")
    agent.turn("Go on.")
    log = log_of(world, "Go on.", "Use tabs.", "Use uv.", "Go on.")
    assert import_log(world, log) == (2, 2)
    assert [(one[0], one[2]) for one in stored(world)[2:]] == [
        ("s1", "Go on."),
        ("s1#2", "Use uv."),
    ]
    assert import_log(world, log) == (0, 4)


def test_a_session_imported_and_then_resumed_is_known_whole(world: World) -> None:
    """What hooks tell of a session whose beginning was imported is new once, and known after."""
    assert import_log(world, log_of(world, "Use tabs.", "Go on.")) == (2, 0)
    Agent(world).turn("Go on.")
    assert len(stored(world)) == 3
    assert import_log(world, log_of(world, "Use tabs.", "Go on.", "Go on.")) == (0, 3)


def test_a_session_of_another_name_or_host_is_another(world: World) -> None:
    """The same words in the log of another session, or of another agent, are new."""
    Agent(world, session="s2").turn("Use tabs.")
    Agent(world, host="codex").turn("Use tabs.")
    Agent(world, host="cursor").turn("Use tabs.")
    assert import_log(world, log_of(world, "Use tabs.")) == (1, 0)


def test_copies_in_a_fork_are_known_by_the_session_they_come_from(world: World) -> None:
    """A fork whose log is read first begins with turns that only the other session was told of."""
    Agent(world).turn("Use tabs.")
    Agent(world, session="s2").turn("Use uv.")
    assert world.folder is not None
    logs = world.folder.parent / "logs"
    fork = write_log(
        logs / "a.jsonl",
        claude_line("u0", "Use tabs.", world.folder, "s2"),
        claude_line("u9", "Use uv.", world.folder, "s2"),
    )
    assert import_log(world, fork, log_of(world, "Use tabs.")) == (0, 3)


@pytest.mark.parametrize("is_told", [False, True])
def test_a_yes_answers_nothing_across_a_turn_told_live(world: World, is_told: bool) -> None:
    """A turn told live parts what the log brings before and after it, as if it stood between."""
    between = ["Explain the queue first."] if is_told else []
    import_log(world, log_of(world, "Which cache?", answer=OFFER))
    for prompt in between:
        Agent(world).turn(prompt)
    log = log_of(world, "Which cache?", *between, "Yes, do that.", answer=OFFER)
    assert import_log(world, log) == (1, 1 + len(between))
    with learning(world) as memory:
        memory.work()
        assert [one.title for one in memory.list()] == (
            [] if is_told else ["we use Redis for the cache"]
        )
