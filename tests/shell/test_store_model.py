"""The real store against a plain model: whatever happens in whatever order, the promises hold.

The model knows what was said and what it asked to be remembered; it knows nothing of tables. After
every step the invariants are read from the file by other means than the code under test.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
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

if TYPE_CHECKING:
    from sayso.shell.memory import Memory
    from sayso.shell.turn import MemoryTurn

TOOLS = ("pnpm", "Rust", "Docker", "Postgres", "Redis")
SESSIONS = st.sampled_from(["", "a", "b"])
ACTIONS = st.sampled_from(["create", "revise", "supersede", "reject", "illegal", "rubbish"])


def sentence(tool: str) -> str:
    """Give what a user says to have a tool remembered."""
    return f"We decided: use {tool} for everything."


@dataclass
class Said:
    """What the model knows of one turn."""

    user: str
    assistant: str
    state: str
    thread: int


@dataclass
class Known:
    """Everything the model knows of the store."""

    turns: dict[int, Said] = field(default_factory=dict)
    forgotten: set[int] = field(default_factory=set)
    generation: int = 1
    thread: int = 1


class StoreMachine(RuleBasedStateMachine):
    """Turns, work, forgetting, threads, clears and reopenings in any order."""

    open_turns: Bundle[tuple[int, MemoryTurn]] = Bundle("open_turns")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="sayso-model-")
        self.world = World(Path(self.folder.name))
        self.memory: Memory = self.world.open()
        self.eyes = apsw.Connection(str(self.world.path), flags=apsw.SQLITE_OPEN_READONLY)
        self.known = Known()
        self.action = "create"
        self.world.model.script = _Endless(self.answer)

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
                candidate_of(turn.id, f"use {tool} for everything", kind=kind)
                for turn in question.turns
                for tool in TOOLS
                if sentence(tool) in turn.user_text
                for kind in (Kind.DECISION, Kind.DISCUSSION)
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
        return turn.id, turn

    def remember(self, number: int, said: Said) -> None:
        """Note a turn that the store has acknowledged under a number never seen before."""
        assert number not in self.known.turns
        assert number > max(self.known.turns, default=0)
        self.known.turns[number] = said

    @rule(begun=consumes(open_turns), answer=st.text(max_size=20), good=st.booleans())
    def end(self, begun: tuple[int, MemoryTurn], answer: str, good: bool) -> None:
        number, turn = begun
        said = self.known.turns.get(number)
        try:
            turn.finish(_storable(answer)) if good else turn.fail()
        except Exception as error:
            assert said is None or said.state == "interrupted", error
            return
        assert said is not None
        said.state = "completed" if good else "failed"
        said.assistant = _storable(answer) if good else ""

    @rule(seconds=st.sampled_from([1, 31, 200, 13 * 3_600]), action=ACTIONS)
    def work(self, seconds: int, action: str) -> None:
        self.world.clock.advance(seconds)
        self.action = action
        self.memory.work()
        self.note_interrupted()

    def note_interrupted(self) -> None:
        """Take over which open turns the store gave up, which only time can bring about."""
        for number, state in self.rows("SELECT id, state FROM turns WHERE state = 'interrupted'"):
            assert self.known.turns[int(str(number))].state in ("open", "interrupted")
            self.known.turns[int(str(number))].state = str(state)

    @rule(pick=st.randoms(use_true_random=False))
    @precondition(lambda self: self.memory.list())
    def forget(self, pick: object) -> None:
        items = self.memory.list()
        number = items[hash(repr(pick)) % len(items)].item_id
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

    @rule()
    def clear(self) -> None:
        generation = self.memory.clear(confirm=True)
        assert generation == self.known.generation + 1
        (row,) = self.rows("SELECT id FROM threads")
        self.known = Known(generation=generation, thread=int(str(row[0])))

    @rule()
    def reopen(self) -> None:
        self.memory.close()
        self.memory = self.world.open(create=False)

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """Read past the code under test."""
        return self.eyes.execute(query).fetchall()

    @invariant()
    def turns_are_as_acknowledged(self) -> None:
        found = self.rows(
            "SELECT id, user_text, assistant_text, state, thread_id, user_sha256, "
            "assistant_sha256 FROM turns"
        )
        assert {int(str(row[0])) for row in found} == set(self.known.turns)
        for number, user, assistant, state, thread, user_hash, assistant_hash in found:
            said = self.known.turns[int(str(number))]
            assert (user, assistant, state) == (said.user, said.assistant, said.state)
            assert thread == said.thread
            assert user_hash == hashlib.sha256(said.user.encode()).digest()
            assert assistant_hash == hashlib.sha256(said.assistant.encode()).digest()

    @invariant()
    def the_bootstrap_holds(self) -> None:
        assert self.rows("SELECT id FROM threads WHERE status = 'active'") == [(self.known.thread,)]
        assert self.rows("SELECT id, generation FROM memory_meta") == [(1, self.known.generation)]
        assert self.rows("SELECT * FROM pragma_foreign_key_check") == []
        sequences = self.rows(
            "SELECT thread_id, count(*), min(sequence), max(sequence) FROM turns GROUP BY thread_id"
        )
        assert all(count == last and first == 1 for _, count, first, last in sequences)

    @invariant()
    def every_active_memory_is_proven(self) -> None:
        active = self.rows("SELECT id, kind FROM memory_items WHERE status = 'active'")
        assert self.rows("SELECT id FROM memory_items WHERE status = 'staged'") == []
        for row_id, kind in active:
            sources = self.rows(
                "SELECT source.turn_id, role, quote, start_char, end_char "
                "FROM memory_item_candidates AS link "
                "JOIN candidate_sources AS source ON source.candidate_id = link.candidate_id "
                f"WHERE link.item_row_id = {row_id}"
            )
            for turn_id, role, quote, start, end in sources:
                said = self.known.turns[int(str(turn_id))]
                text = said.user if role == "user" else said.assistant
                assert text[int(str(start)) : int(str(end))] == quote
            if kind != "discussion_context":
                assert any(role == "user" for _, role, *_ in sources)

    @invariant()
    def postings_are_those_of_active_memories(self) -> None:
        active = {
            row[0] for row in self.rows("SELECT id FROM memory_items WHERE status = 'active'")
        }
        for table in ("memory_terms", "memory_content_terms"):
            posted = {row[0] for row in self.rows(f"SELECT item_row_id FROM {table}")}
            assert posted == active
        words = set(self.rows("SELECT reach, term FROM memory_words"))
        assert words == set(self.rows("SELECT DISTINCT reach, term FROM memory_terms"))

    @invariant()
    def the_forgotten_stays_away(self) -> None:
        dead = self.known.forgotten | {
            int(str(row[0]))
            for row in self.rows("SELECT item_id FROM memory_items WHERE status = 'forgotten'")
        }
        self.known.forgotten |= dead
        listed = {one.item_id for one in self.memory.list()}
        assert not listed & dead
        for tool in TOOLS:
            assert not {hit.item_id for hit in self.memory.search(tool)} & dead
        shown = {
            int(line.split()[1][1:])
            for line in self.memory.context().text.splitlines()
            if line.startswith("- m")
        }
        assert not shown & dead
        assert shown <= listed
        for item_id in dead:
            rows = self.rows(
                f"SELECT title, content, aliases FROM memory_candidates WHERE id IN (SELECT "
                f"candidate_id FROM memory_item_candidates WHERE item_row_id IN (SELECT id FROM "
                f"memory_items WHERE item_id = {item_id}))"
            )
            assert set(rows) <= {("", "", "[]")}

    @invariant()
    def one_head_per_chain(self) -> None:
        rows = self.rows(
            "SELECT item_id, revision, status, replaces_id, replaced_by_id FROM memory_items"
        )
        heads = [row[0] for row in rows if row[2] == "active"]
        assert len(heads) == len(set(heads))
        for item_id, _, _, replaces, replaced_by in rows:
            assert replaces is None or int(str(replaces)) < int(str(item_id))
            assert replaced_by is None or int(str(replaced_by)) > int(str(item_id))

    @invariant()
    def jobs_are_in_a_legal_state(self) -> None:
        jobs = self.rows(
            "SELECT status, generation, lease_owner, attempt_count, turn_id FROM memory_jobs"
        )
        assert all(row[0] != "leased" for row in jobs)
        assert all(row[1] == self.known.generation for row in jobs)
        assert all(int(str(row[3])) <= 12 for row in jobs)
        queued = sorted(int(str(row[4])) for row in jobs if row[4] is not None)
        ended = sorted(n for n, said in self.known.turns.items() if said.state != "open")
        assert queued == ended


class _Endless(list):  # type: ignore[type-arg]
    """A script that never ends: every step is the same."""

    def __init__(self, step: object) -> None:
        super().__init__([step])

    def pop(self, at: object = 0) -> object:
        return self[0]


def _storable(text: str) -> str:
    """Drop what no UTF-8 store can hold."""
    return "".join(char for char in text if not "\ud800" <= char <= "\udfff")


TestStoreModel = StoreMachine.TestCase
TestStoreModel.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
_ = json
