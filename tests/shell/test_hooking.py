"""Hooks of coding agents: what is stored of a session, what it is told, and what is left open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.project.classifying import guess_intent
from sayso.shell.agents.journal import read_journal
from tests.kit import World, column, learn
from tests.records import SECOND_US
from tests.shell.hookkit import Agent, faults, turns

if TYPE_CHECKING:
    from pathlib import Path

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Give a project of its own, with no worker started by itself."""
    monkeypatch.setenv("SAYSO_BACKGROUND", "0")
    return World(tmp_path)


@pytest.fixture
def knowing(world: World) -> World:
    """Give a project that knows one decision."""
    with world.open() as memory:
        learn(world, memory, SAID, QUOTE)
    return world


def test_a_session_becomes_turns(world: World) -> None:
    """Each prompt is stored when it is sent and completed with the last words of its answer."""
    agent = Agent(world)
    assert agent.start() == ""
    agent.turn("把缓存换成 Valkey。", "换好了。")
    agent.prompt("And the queue?")
    with world.open(create=False) as memory:
        assert turns(memory) == [
            ("claude-code:s1", "completed", "把缓存换成 Valkey。", "换好了。"),
            ("claude-code:s1", "open", "And the queue?", ""),
        ]
    agent.stop("The queue too.")
    agent.end()
    with world.open(create=False) as memory:
        assert [one[1] for one in turns(memory)] == ["completed", "completed"]
    assert faults(world.path.parent.parent) == []


def test_reading_events_make_no_store(world: World) -> None:
    """A start, a stop and an end in a project without memory leave no trace."""
    agent = Agent(world)
    assert agent.start() + agent.stop() + agent.end() == ""
    assert not world.path.exists()


def test_two_sessions_side_by_side(world: World) -> None:
    """Each stop ends its own session's turn, and no session is told what another just asks."""
    one, two = Agent(world, session="one"), Agent(world, session="two", host="codex")
    one.prompt("Rename the parser.")
    assert "parser" not in two.start()
    two.prompt("Write the docs.")
    two.stop("Docs written.")
    one.stop("Renamed.")
    with world.open() as memory:
        assert turns(memory) == [
            ("claude-code:one", "completed", "Rename the parser.", "Renamed."),
            ("codex:two", "completed", "Write the docs.", "Docs written."),
        ]


def test_an_agent_that_was_killed(world: World) -> None:
    """Its turn is given up at the next start, with its words queued; later starts tell of it."""
    Agent(world).prompt("Rename the parser.")
    world.clock.advance(limits.HOOK_ALIVE_US / SECOND_US + 1)
    told = Agent(world, session="s2").start()
    assert "asked: Rename the parser.\n- no answer was recorded" in told
    with world.open() as memory:
        assert turns(memory)[0][1] == "interrupted"
        assert column(memory, "kind") == ["extraction"]


def test_an_agent_that_was_not_killed_after_all(world: World) -> None:
    """A turn that another session's start gave up is completed when its own stop comes."""
    one = Agent(world, session="one")
    one.prompt("Rename the parser.")
    Agent(world, session="two").start()
    one.stop("Renamed.")
    one.stop("Once more.")
    with world.open() as memory:
        assert turns(memory) == [("claude-code:one", "completed", "Rename the parser.", "Renamed.")]


def test_a_prompt_after_an_interruption(world: World) -> None:
    """No stop comes when a user interrupts: the next prompt gives the turn up, its own stays."""
    agent = Agent(world)
    agent.prompt("Rename the parser.")
    agent.prompt("No, the lexer.")
    agent.stop("The lexer then.")
    with world.open() as memory:
        assert [one[1:] for one in turns(memory)] == [
            ("interrupted", "Rename the parser.", ""),
            ("completed", "No, the lexer.", "The lexer then."),
        ]


def test_the_end_of_a_session_gives_up_its_own_turn_alone(world: World) -> None:
    """What another session is at is left to it."""
    one, two = Agent(world, session="one"), Agent(world, session="two")
    one.prompt("Rename the parser.")
    two.prompt("Write the docs.")
    one.end("prompt_input_exit")
    with world.open() as memory:
        assert [one[1] for one in turns(memory)] == ["interrupted", "open"]


def test_a_stop_without_a_prompt(world: World) -> None:
    """A stop of a session without a turn, or after its turn, changes nothing and is no fault."""
    agent = Agent(world)
    agent.turn("Hello.")
    agent.stop("Again.")
    agent.send("Stop", stop_hook_active=True, last_assistant_message="And again.")
    Agent(world, session="s2").stop("Never asked.")
    with world.open() as memory:
        assert [one[3] for one in turns(memory)] == ["Fine."]
    assert faults(world.path.parent.parent) == []


def test_a_prompt_that_comes_twice_is_one_turn(knowing: World) -> None:
    """Under its id a prompt is stored once, also where two sets of hooks send it; and told once."""
    agent = Agent(knowing)
    assert agent.prompt("pnpm packages?", prompt_id="p1")
    assert agent.prompt("pnpm packages?", prompt_id="p1") == ""
    agent.stop()
    agent.prompt("pnpm packages?", prompt_id="p1")
    with knowing.open() as memory:
        assert [one[1] for one in turns(memory)] == ["completed", "completed"]


def test_cursor_runs_both_sets_of_hooks(knowing: World) -> None:
    """Cursor's own hooks and those of Claude Code make one turn, told in Cursor's shape."""
    cursor = Agent(knowing, fields={"cursor_version": "3", "generation_id": "g1"})
    assert "m1" in cursor.send("beforeSubmitPrompt", prompt="pnpm packages?")
    assert cursor.send("UserPromptSubmit", prompt="pnpm packages?") == ""
    cursor.send("stop", status="completed")
    with knowing.open() as memory:
        assert turns(memory)[1:] == [("cursor:s1", "completed", "pnpm packages?", "")]
    assert faults(knowing.path.parent.parent) == []


def test_a_session_that_changes_folder_files_each_turn_where_it_was_typed(
    tmp_path: Path, world: World
) -> None:
    """The project is that of the payload's folder, below it too, and never that of another turn."""
    (tmp_path / "other").mkdir()
    other = World(tmp_path / "other")
    below = tmp_path / "src" / "deep"
    below.mkdir(parents=True)
    Agent(world, folder=below).turn("Here.")
    Agent(other).turn("There.")
    with world.open() as memory, other.open() as second:
        assert [one[2] for one in turns(memory)] == ["Here."]
        assert [one[2] for one in turns(second)] == ["There."]


def test_an_older_agent_has_its_answer_in_its_log(world: World, tmp_path: Path) -> None:
    """Without an answer in the payload the log's end has it, where it answers the turn's words."""
    log = tmp_path / "log.jsonl"
    log.write_text(
        "broken\n"
        '{"type":"user","uuid":"1","sessionId":"s1",'
        '"message":{"role":"user","content":"Rename it."}}\n'
        '{"type":"assistant","uuid":"2","sessionId":"s1","message":{"role":"assistant","id":"m",'
        '"content":[{"type":"text","text":"Renamed."}]}}\n'
    )
    agent = Agent(world)
    agent.prompt("Rename it.")
    agent.stop(None, transcript_path=str(log))
    agent.prompt("And the other one.")
    agent.stop(None, transcript_path=str(log))
    with world.open() as memory:
        assert [one[3] for one in turns(memory)] == ["Renamed.", ""]
    assert faults(tmp_path) == ["the agent's answer is neither in the payload nor in its log"]


def test_an_answer_that_cannot_be_stored_costs_the_answer_alone(world: World) -> None:
    """A lone surrogate in it is told; the turn ends all the same."""
    agent = Agent(world)
    agent.prompt("Hello.")
    agent.stop("a\ud800")
    with world.open() as memory:
        assert turns(memory)[0][1:] == ("completed", "Hello.", "")
    assert "lone surrogate at character 1" in faults(world.path.parent.parent)[0]


def test_a_hook_that_fired_is_noted(world: World) -> None:
    """Which hooks fired can be seen afterwards."""
    Agent(world).turn("Hello.")
    fired = read_journal(world.path.parent.parent).fired
    assert sorted(fired) == ["claude-code.Stop", "claude-code.UserPromptSubmit"]


def test_the_worker_starts_where_jobs_wait(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop and the events after it start one; a prompt without anything to do does not."""
    started: list[int] = []
    monkeypatch.setattr(
        "sayso.shell.detached.start_if_due", lambda _project, pending: started.append(pending)
    )
    agent = Agent(world)
    agent.prompt("Hello.")
    assert started == []
    agent.stop()
    agent.end()
    Agent(world, session="s2").start()
    assert started == [1, 1, 1]


def test_a_repair_request_is_not_stored_and_parts_the_session(knowing: World) -> None:
    """It gets no context and no turn, and a yes after it answers nothing before it (A11-A13)."""
    agent = Agent(knowing)
    agent.turn("How about a cache?", "I suggest we use Redis for the cache. Shall we?")
    agent.prompt("And the queue?")
    assert agent.prompt("Explain this patch.") == ""
    agent.stop("It renames a variable. Shall I go on?")
    agent.turn("Yes, do that.", "Done.")
    with knowing.open() as memory:
        assert [one[1:] for one in turns(memory)[1:]] == [
            ("completed", "How about a cache?", "I suggest we use Redis for the cache. Shall we?"),
            ("interrupted", "And the queue?", ""),
            ("completed", "Yes, do that.", "Done."),
        ]
        keys = column(memory, "source_key", "turns")
        assert [str(key).startswith("gap:") for key in keys] == [False, True, True, False]


def test_a_configured_model_is_asked_where_rules_cannot_say(
    knowing: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its fault leaves general chat and a line; settings that make no sense do so too (A277)."""
    undecided = "the patch breaks the build"
    assert not guess_intent(undecided, lambda _text: False).is_sure
    monkeypatch.setenv("SAYSO_PROVIDER", "openai")
    monkeypatch.setenv("SAYSO_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("SAYSO_MODEL", "m")
    agent = Agent(knowing)
    agent.prompt(undecided)
    monkeypatch.setenv("SAYSO_DAILY_CALLS", "many")
    agent.prompt(undecided)
    with knowing.open() as memory:
        assert [one[2] for one in turns(memory)[1:]] == [undecided, undecided]
        assert set(column(memory, "intent", "turns")) == {"general_chat"}
    second, first = faults(knowing.path.parent.parent)
    assert "daily_calls is 'many'" in second
    assert "rules said: ConnectError" in first
