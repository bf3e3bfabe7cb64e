"""Exchanges of a session that are not stored: a yes after one agrees with nothing before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.shell.agents.hooking import answer_hook
from sayso.shell.memory import Memory
from tests.kit import World, column
from tests.shell.hookkit import Agent, turns

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OLD = "I suggest we use Vitest for tests. Shall I?"
NEW = "I suggest we drop Vitest and use Jest instead. Shall I?"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Give a project of its own, with no worker started by itself."""
    monkeypatch.setenv("SAYSO_BACKGROUND", "0")
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "home"))
    project = tmp_path / "project"
    project.mkdir()
    return World(project)


def decisions(world: World, agent: Agent) -> list[object]:
    """Agree, have the rules understand everything, and give the titles that memory has then."""
    agent.turn("yes, go ahead", "Done.")
    with Memory.open(world.path.parent.parent, ports=world.ports) as memory:
        memory.work()
        return column(memory, "title", "memory_items")


def exchange(prompt: str, **fields: object) -> Callable[[Agent], object]:
    """Give an exchange that ends with another proposal."""

    def happen(agent: Agent) -> None:
        agent.prompt(prompt, **fields)
        agent.stop(NEW)

    return happen


def _unreadable(agent: Agent) -> None:
    answer_hook("UserPromptSubmit", "claude-code", b"{bad", agent.world.ports)
    agent.stop(NEW)


PARTED: dict[str, Callable[[Agent], object]] = {
    "a command": exchange("/review"),
    "a wrapped command": exchange(
        "<command-name>/review</command-name>\n<command-args></command-args>"
    ),
    "a report": exchange("<task-notification>\n<task-id>b1</task-id>\n</task-notification>"),
    "a reminder": exchange("<system-reminder>x</system-reminder>"),
    "another session": exchange('<cross-session-message from="x">hi</cross-session-message>'),
    "a schedule": exchange("Look at the build.", isMeta=True),
    "no text": lambda agent: (agent.send("UserPromptSubmit"), agent.stop(NEW)),
    "a prompt before its stop": lambda agent: agent.prompt("/review"),
    "no JSON, or a prompt that was lost": _unreadable,
    "a second stop": lambda agent: agent.stop(NEW),
    "a stop hook": lambda agent: agent.send(
        "Stop", stop_hook_active=True, last_assistant_message=NEW
    ),
    "a stop whose words nobody knows": lambda agent: agent.stop(None),
    "a clear": lambda agent: agent.start("clear"),
}
WHOLE: dict[str, Callable[[Agent], object]] = {
    "nothing": lambda agent: agent.stop(OLD),
    "a sub-agent": lambda agent: (
        agent.prompt("/review", agent_id="a1"),
        agent.stop(NEW, agent_id="a1"),
    ),
    "a compaction": lambda agent: agent.start("compact"),
    "a resumption": lambda agent: agent.start("resume"),
}


@pytest.mark.parametrize("what", PARTED)
def test_a_yes_proves_nothing_after_an_exchange_that_is_not_stored(world: World, what: str) -> None:
    """It is an answer to what the agent said last, and that is not known."""
    agent = Agent(world)
    agent.turn("Which test runner?", OLD)
    PARTED[what](agent)
    assert decisions(world, agent) == []


@pytest.mark.parametrize("what", WHOLE)
def test_a_yes_agrees_where_nothing_came_between(world: World, what: str) -> None:
    """The same stop again, a sub-agent and a session that goes on part nothing."""
    agent = Agent(world)
    agent.turn("Which test runner?", OLD)
    WHOLE[what](agent)
    assert len(decisions(world, agent)) == 1


def test_a_stop_ends_the_turn_that_it_names(world: World) -> None:
    """Also one that the next prompt interrupted; what was said last is what a yes agrees with."""
    agent = Agent(world, host="codex")
    agent.prompt("Which storage?", turn_id="t1")
    agent.prompt("Which queue?", turn_id="t2")
    agent.stop("I suggest we use S3. Shall I?", turn_id="t1")
    agent.stop("I suggest we use NATS. Shall I?", turn_id="t2")
    agent.stop("I suggest we use NATS. Shall I?", turn_id="t2")
    with world.open() as memory:
        assert [one[1:] for one in turns(memory)] == [
            ("completed", "Which storage?", "I suggest we use S3. Shall I?"),
            ("completed", "Which queue?", "I suggest we use NATS. Shall I?"),
        ]
        assert column(memory, "source_key", "turns") == [None, None]


def test_stops_may_come_in_another_order(world: World) -> None:
    """Each answer stands with its question, and a yes after that is bound to neither."""
    agent = Agent(world, host="codex")
    agent.prompt("Which storage?", turn_id="t1")
    agent.prompt("Which queue?", turn_id="t2")
    agent.stop("NATS.", turn_id="t2")
    agent.stop("S3.", turn_id="t1")
    with world.open() as memory:
        assert [one[3] for one in turns(memory)] == ["S3.", "NATS."]
        assert column(memory, "source_key", "turns") == [None, "gap:2"]


def test_prompts_that_are_nobodys_words_make_no_store(world: World) -> None:
    """There is nothing that they could part."""
    exchange("/review")(Agent(world))
    assert not world.path.exists()
