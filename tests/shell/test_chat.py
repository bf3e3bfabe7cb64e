"""A chat on a memory: each request a turn, tools in bounded rounds, and a host that is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.core.metering import DailyLimits
from sayso.core.model import Message, Purpose
from sayso.core.project.classifying import Classified, Route
from sayso.shell.chat.talking import Chat, Said, Unanswered
from sayso.shell.errors import MemoryStorageError, RequestError
from sayso.shell.memory import Memory
from tests.kit import FAULT, QUOTE, SAID, World, column, fail_with, learn, remember, whole_turn
from tests.talk import Reviewer, Talker, call, fault, interrupt, speak

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.model import ModelReply, ModelRequest


def by_rules(intent: str) -> Classified:
    """Give an intent that a rule was sure of."""
    return Classified(intent=intent, route=Route.RULES)


def answered(said: Said | Unanswered) -> Said:
    """Give the answer that came."""
    assert isinstance(said, Said)
    return said


def fault_of(said: Said | Unanswered) -> ModelFault:
    """Give the fault in the place of an answer."""
    assert isinstance(said, Unanswered)
    return said.fault


def states(memory: Memory) -> list[object]:
    """Give the state of every turn."""
    return column(memory, "state", "turns")


def test_what_is_said_is_a_turn_with_the_answer_that_was_shown() -> None:
    """The words are stored before the model is asked, the answer when it is there (A130, A132)."""
    world = World(None)
    with world.open() as memory:

        def look(request: ModelRequest) -> ModelReply:
            assert states(memory) == ["open"]
            return speak("Fine, pnpm.")(request)

        chat = Chat(memory, Talker(script=[look]))
        said = answered(chat.say(SAID))
        assert (said.answer, said.turn_id) == ("Fine, pnpm.", 1)
        assert states(memory) == ["completed"]
        assert column(memory, "user_text", "turns") == [SAID]
        assert column(memory, "assistant_text", "turns") == ["Fine, pnpm."]


def test_history_and_context_go_along() -> None:
    """The model gets what is remembered in its system prompt and what was said as messages."""
    world = World(None)
    with world.open() as memory:
        learn(world, memory)
        talker = Talker()
        chat = Chat(memory, talker)
        chat.say("First.")
        chat.say("Second.")
        system, *rest = talker.asked[-1].messages
        assert QUOTE in system.text
        assert rest[-3:] == [
            Message(role="user", text="First."),
            Message(role="assistant", text="You said: First."),
            Message(role="user", text="Second."),
        ]


def test_the_model_looks_things_up_in_rounds() -> None:
    """Search, read, a wrong id and an unknown tool: each call has its answer, then come words."""
    world = World(None)
    with world.open() as memory:
        learn(world, memory)
        talker = Talker(
            script=[
                call("memory_search", query="pnpm"),
                call("memory_read", "memory_delete", memory_id="m1"),
                call("memory_read", memory_id="m9"),
                speak("pnpm, as you said."),
            ]
        )
        assert answered(Chat(memory, talker).say("Which one?")).answer == "pnpm, as you said."
        found, read, unknown, missing = map(json.loads, talker.results)
        assert [one["id"] for one in found["hits"]] == ["m1"]
        assert read["sources"][0]["quote"] == QUOTE
        assert "there is no tool 'memory_delete'" in unknown["error"]
        assert "m9" in missing["error"]
        assert column(memory, "assistant_text", "turns")[-1] == "pnpm, as you said."


def test_a_model_that_only_ever_calls_tools_comes_to_an_end() -> None:
    """After a few rounds the request fails like any other."""
    talker = Talker(script=[call("memory_search", query="x")] * 20)
    with World(None).open() as memory:
        assert fault_of(Chat(memory, talker).say("Well?")).kind == "only_calls"
        assert len(talker.asked) == 6
        assert states(memory) == ["failed"]


@pytest.mark.parametrize("intent", ["code_audit", "patch_explain", "patch_revise"])
def test_a_repair_request_is_alone_and_leaves_nothing(intent: str) -> None:
    """No history, context, tools or turn, and a yes after it confirms nothing (A144-A146)."""
    offer = "I suggest we use Redis for the cache. Shall we?"
    talker = Talker(script=[speak("Noted."), speak(offer)])
    routes = ["general_chat", "general_chat", intent, "general_chat"]
    with Memory.in_memory(ports=World(None).ports) as memory:  # of the rules
        chat = Chat(
            memory, talker, route=lambda _text: Classified(intent=routes.pop(0), route=Route.RULES)
        )
        chat.say(SAID)
        memory.work()
        chat.say("Which cache?")
        assert QUOTE in talker.asked[-1].messages[0].text
        assert answered(chat.say("Audit this.")).turn_id is None
        request = talker.asked[-1]
        assert [one.role for one in request.messages] == ["system", "user"]
        assert QUOTE not in request.messages[0].text
        assert request.tools == ()
        chat.say("Yes, do that.")
        assert column(memory, "user_text", "turns") == [SAID, "Which cache?", "Yes, do that."]
        memory.work()
        assert [one.title for one in memory.list()] == [QUOTE]


@pytest.mark.parametrize(
    ("answer", "intent", "is_stored"),
    [('{"intent": "code_audit"}', "code_audit", False), ("no JSON", "general_chat", True)],
)
def test_the_model_is_asked_where_rules_are_undecided(
    answer: str, intent: str, is_stored: bool
) -> None:
    """Its word counts; where it gives none the safe route is taken and the reason kept (A278)."""
    talker = Talker(script=[speak(answer), speak("Looks fine.")])
    with World(None).open() as memory:
        said = answered(Chat(memory, talker).say("Can you review the login flow?"))
        assert (said.classified.intent, said.answer) == (intent, "Looks fine.")
        assert (said.turn_id is not None, bool(said.classified.reason)) == (is_stored, is_stored)
        assert [one.purpose for one in talker.asked] == [Purpose.CLASSIFICATION, Purpose.CHAT]
        usage = memory.status().usage
        assert usage is not None
        assert usage.calls == 2


@pytest.mark.parametrize(
    "broken", [fault(ModelFault(kind="deadline", message="no answer")), fault(FAULT)]
)
def test_a_fault_of_the_model_fails_the_turn(broken: object) -> None:
    """The words are kept and queued, and the next request goes through (A133)."""
    with World(None).open() as memory:
        chat = Chat(memory, Talker(script=[broken]))  # type: ignore[list-item]
        assert fault_of(chat.say("Hello?")).kind in ("deadline", FAULT.kind)
        assert (states(memory), len(column(memory, "id"))) == (["failed"], 1)
        assert answered(chat.say("Again.")).answer == "You said: Again."


def test_an_exception_of_a_client_is_a_fault_and_ours_are_not() -> None:
    """A model that breaks its contract fails its request alone; a store that fails is told."""

    def crash(_request: ModelRequest) -> ModelReply:
        raise ValueError("broken client")

    def lose(_request: ModelRequest) -> ModelReply:
        raise MemoryStorageError("disk full")

    with World(None).open() as memory:
        chat = Chat(memory, Talker(script=[crash, lose]))
        assert fault_of(chat.say("One.")).kind == "ValueError"
        with pytest.raises(MemoryStorageError):
            chat.say("Two.")
        assert states(memory) == ["failed", "failed"]


def test_an_interruption_fails_the_turn_and_keeps_the_words() -> None:
    """Ctrl-C goes on its way to whoever typed it."""
    with World(None).open() as memory:
        chat = Chat(memory, Talker(script=[interrupt]))
        with pytest.raises(KeyboardInterrupt):
            chat.say("Never mind.")
        assert (states(memory), column(memory, "user_text", "turns")) == (
            ["failed"],
            ["Never mind."],
        )


def test_a_text_that_cannot_be_stored_is_refused_before_anybody_is_asked() -> None:
    """A lone surrogate is named with its place, and nothing is written."""
    talker = Talker()
    with World(None).open() as memory, pytest.raises(RequestError, match="at character 3"):
        Chat(memory, talker).say("caf\udce9")
    assert talker.asked == []


def test_a_chat_is_counted_and_bounded_like_the_memory_itself() -> None:
    """Calls and tokens stand in the meter; over the day's limit nobody is asked."""
    world = World(None)
    daily = DailyLimits(calls=2, tokens=0)
    talker = Talker(
        script=[speak("a", tokens=7), fault(ModelFault(kind="x", message="", tokens=5))]
    )
    with Memory.in_memory(model=world.model, daily=daily, ports=world.ports) as memory:
        chat = Chat(memory, talker)
        chat.say("One.")
        chat.say("Two.")
        usage = memory.status().usage
        assert usage is not None
        assert (usage.calls, usage.tokens) == (2, 12)
        assert fault_of(chat.say("Three.")).kind == "daily_limit"
        assert len(talker.asked) == 2


def test_new_drops_what_waits_and_gives_old_jobs_one_chance() -> None:
    """The host's proposal goes, the old thread's job is tried, then a new one begins (A40-A42)."""
    world = World(None, fail_with(FAULT))
    host = Reviewer()
    with world.open() as memory:
        chat = Chat(memory, Talker(), host=host)
        chat.say("Hello.")
        renewed = chat.new()
        assert (renewed.thread_id, renewed.failed, renewed.had_pending) == (2, 1, True)
        assert host.pending is None
        assert host.held
        assert len(world.model.asked) == 1
        assert not chat.new().had_pending
        chat.say("And now?")
        assert column(memory, "thread_id", "turns") == [1, 3]


def test_reset_empties_the_host_and_leaves_memory_alone() -> None:
    """Workspace, scan, index and caches go; not one row of the memory changes (A48, A50)."""
    world = World(None)
    host = Reviewer()
    with world.open() as memory:
        learn(world, memory)
        before = [column(memory, "id", table) for table in ("turns", "memory_items")]
        chat = Chat(memory, Talker(), host=host)
        assert chat.reset() == ("workspace", "scan", "index", "requests")
        assert (host.held, host.pending) == ({}, "a patch")
        assert [column(memory, "id", table) for table in ("turns", "memory_items")] == before
        assert Chat(memory, Talker()).reset() == ()


def test_the_end_waits_for_a_model_that_hangs_once_and_no_more() -> None:
    """The first request that times out ends the drain; the other jobs stay (A289, A294-A295)."""
    hanging = fail_with(ModelFault(kind="deadline", message="no answer within 60 s"))
    world = World(None, hanging, hanging, hanging)
    with world.open() as memory:
        chat = Chat(memory, Talker())
        for session in ("a", "b", "c"):
            memory.record(whole_turn("Words?", session=session))
        report = chat.end()
        assert (report.processed, report.failed, report.pending) == (1, 1, 3)
        assert len(world.model.asked) == 1
        assert column(memory, "status") == ["retry_wait", "pending", "pending"]


def test_the_end_goes_on_after_a_job_that_fails_by_itself(tmp_path: Path) -> None:
    """A reply that is refused is that job's own fault: the next one is still tried (A288-A290)."""
    world = World(tmp_path, lambda _question: "rubbish", remember(QUOTE))
    with world.open() as memory:
        chat = Chat(memory, Talker())
        memory.record(whole_turn("Words?", session="a"))
        memory.record(whole_turn(SAID, session="b"))
        report = chat.end()
        assert (report.processed, report.failed, report.pending) == (3, 1, 1)
        assert [one.title for one in memory.list()] == [QUOTE]
