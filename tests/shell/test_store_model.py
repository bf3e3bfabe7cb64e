"""The real store against a plain model: whatever happens in whatever order, the promises hold.

The model knows what was said and what it asked to be remembered; it knows nothing of tables. After
every step the invariants are read from the file by other means than the code under test.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    precondition,
    rule,
)

from sayso.core.items import Kind
from sayso.core.project.consolidation import ConsolidationInput
from sayso.shell.errors import NotFoundError, RefusedError
from tests.kit import (
    Question,
    World,
    candidate_of,
    create_of,
    extraction_text,
    operation_of,
    operations_text,
    texts_of,
    whole_turn,
)
from tests.shell.store_promises import (
    Known,
    Said,
    check_bootstrap,
    check_chains,
    check_forgotten,
    check_jobs,
    check_postings,
    check_proof,
    check_turns,
    number_of,
    rows_of,
)

if TYPE_CHECKING:
    from sayso.shell.memory import Memory
    from sayso.shell.turn import MemoryTurn

TOOLS = ("pnpm", "Docker")
SESSIONS = st.sampled_from(["", "a", "b"])
MERGES = st.sampled_from(["create", "revise", "supersede"])
ACTIONS = st.sampled_from(["create", "revise", "supersede", "reject", "illegal", "rubbish"])


def sentence(tool: str) -> str:
    """Give what a user says to have a tool remembered."""
    return f"We decided: use {tool} for everything."


class StoreMachine(RuleBasedStateMachine):
    """Turns, work, forgetting, threads, clears and reopenings in any order."""

    open_turns: Bundle[tuple[int, MemoryTurn]] = Bundle("open_turns")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="sayso-model-")
        self.world = World(Path(self.folder.name))
        self.memory = self.opened()
        self.numbers_used = 0
        self.eyes = apsw.Connection(str(self.world.path), flags=apsw.SQLITE_OPEN_READONLY)
        self.known = Known()
        self.action = "create"
        self.world.model.otherwise = self.answer

    def teardown(self) -> None:
        self.eyes.close()
        self.memory.close()
        self.folder.cleanup()

    def answer(self, question: Question) -> str:
        """Play a model: propose what was said, and decide as the rule under way wants it."""
        if self.action == "rubbish":
            return '{"operations": [], "thread_compaction": 7}'
        if not isinstance(question, ConsolidationInput):
            found = [
                proposal
                for turn in question.turns
                for tool in TOOLS
                if sentence(tool) in turn.user_text
                for proposal in (
                    candidate_of(turn.id, f"use {tool} for everything"),
                    candidate_of(turn.id, "We decided", kind=Kind.DISCUSSION),
                )
            ]
            summary = "; ".join(turn.user_text for turn in question.turns)
            return extraction_text(*found[:32], compaction=f"Summary: {summary}")
        return operations_text(*self.operations(question))

    def operations(self, question: ConsolidationInput) -> list[dict[str, object]]:
        """Give one operation for each candidate, with a related item of its kind as target."""
        if self.action == "illegal":
            return [operation_of("reject", [999_999])]
        taken: set[int] = set()
        operations = []
        for one in question.candidates:
            target = next(
                (
                    item.item_id
                    for item in question.related
                    if item.kind is one.kind
                    and item.title == one.title
                    and item.item_id not in taken
                ),
                None,
            )
            if self.action == "reject":
                operations.append(operation_of("reject", [one.id]))
            elif self.action in ("revise", "supersede") and target is not None:
                taken.add(target)
                operations.append(
                    operation_of(self.action, [one.id], target_id=target, **texts_of(one))
                )
            else:
                operations.append(create_of(one))
        return operations

    @rule(tool=st.sampled_from((*TOOLS, "")), answer=st.text(max_size=20), session=SESSIONS)
    def record(self, tool: str, answer: str, session: str) -> None:
        text = sentence(tool) if tool else "What time is it? 😀\0"
        number = self.memory.record(whole_turn(text, _storable(answer), session=session))
        assert number is not None
        self.remember(number, Said(text, _storable(answer), "completed", self.known.thread))

    @rule(target=open_turns, tool=st.sampled_from(TOOLS), session=SESSIONS)
    def begin(self, tool: str, session: str) -> tuple[int, MemoryTurn]:
        turn = self.memory.turn(sentence(tool), session=session, lease_us=12 * 3_600_000_000)
        assert turn.id is not None
        self.remember(turn.id, Said(sentence(tool), "", "open", self.known.thread))
        self.known.living.add(turn.id)
        return turn.id, turn

    def remember(self, number: int, said: Said) -> None:
        """Note a turn that the store has acknowledged under a number never seen before."""
        assert number > max((self.numbers_used, *self.known.turns))
        self.known.turns[number] = said

    @rule(begun=consumes(open_turns), answer=st.text(max_size=20), good=st.booleans())
    def end(self, begun: tuple[int, MemoryTurn], answer: str, good: bool) -> None:
        number, turn = begun
        text = _storable(answer) if good else ""
        if number not in self.known.living:
            with pytest.raises((NotFoundError, RefusedError)):
                turn.finish(text)
            return
        if good:
            turn.finish(text)
        else:
            turn.fail()
        said = self.known.turns[number]
        said.state, said.assistant = ("completed" if good else "failed"), text

    @rule(tool=st.sampled_from(TOOLS), session=SESSIONS, action=MERGES)
    def learn(self, tool: str, session: str, action: str) -> None:
        self.record(tool, "Fine.", session)
        self.work(1, action)

    @rule(seconds=st.sampled_from([1, 31, 200, 13 * 3_600]), action=ACTIONS)
    def work(self, seconds: int, action: str) -> None:
        self.world.clock.advance(seconds)
        self.action = action
        self.memory.work()
        self.note_interrupted()

    def note_interrupted(self) -> None:
        """Take over which open turns the store gave up, which only time can bring about."""
        for row in rows_of(self.eyes, "SELECT id FROM turns WHERE state = 'interrupted'"):
            said = self.known.turns[number_of(row[0])]
            assert said.state in ("open", "interrupted")
            said.state = "interrupted"

    @rule(pick=st.integers(min_value=0, max_value=99))
    @precondition(lambda self: self.memory.list())
    def forget(self, pick: int) -> None:
        items = self.memory.list()
        number = items[pick % len(items)].item_id
        assert self.memory.forget(number) is True
        self.known.forgotten.add(number)

    @rule(tool=st.sampled_from(TOOLS))
    def withdraw(self, tool: str) -> None:
        text = f"Forget what I said about {tool}."
        number = self.memory.record(whole_turn(text))
        assert number is not None
        self.remember(number, Said(text, "Fine.", "completed", self.known.thread))

    @rule(action=ACTIONS)
    def new_thread(self, action: str) -> None:
        self.action = action
        self.known.thread = self.memory.new_thread()
        self.note_interrupted()

    @rule(chance=st.integers(min_value=0, max_value=3))
    def clear(self, chance: int) -> None:
        if chance:
            return
        generation = self.memory.clear(confirm=True)
        assert generation == self.known.generation + 1
        self.numbers_used = max((self.numbers_used, *self.known.turns))
        ((thread,),) = rows_of(self.eyes, "SELECT id FROM threads")
        self.known = Known(generation=generation, thread=number_of(thread))

    @rule()
    def reopen(self) -> None:
        self.memory.close()
        self.memory = self.opened()
        self.known.living.clear()

    def opened(self) -> Memory:
        """Open the store without waiting for the disk, which no step here depends on."""
        memory = self.world.open()
        memory.store._connection.pragma("synchronous", "off")  # noqa: SLF001 - for speed only
        return memory

    @invariant()
    def promises_hold(self) -> None:
        check_turns(self.eyes, self.known)
        check_bootstrap(self.eyes, self.known)
        check_proof(self.eyes, self.known)
        check_postings(self.eyes)
        check_forgotten(self.eyes, self.known, self.memory, list(TOOLS))
        check_chains(self.eyes)
        check_jobs(self.eyes, self.known)


def _storable(text: str) -> str:
    """Drop what no UTF-8 store can hold."""
    return "".join(char for char in text if not "\ud800" <= char <= "\udfff")


TestStoreModel = StoreMachine.TestCase
TestStoreModel.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
