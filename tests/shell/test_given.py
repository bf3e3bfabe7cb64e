"""What a host hands in wrongly is one RequestError, and a closed memory says that it is closed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

from sayso.shell.errors import RefusedError, RequestError
from sayso.shell.memory import Memory
from tests.kit import World, whole_turn
from tests.shell.lived import lived_in
from tests.shell.test_library import members_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

WRONG: Final[tuple[Any, ...]] = (None, 7, 7.5, b"raw", ["x"], {"x": 1}, object(), True, "a\0b")
NO_IDS: Final[tuple[Any, ...]] = (
    None,
    7.5,
    b"m1",
    ["m1"],
    True,
    "",
    "m0",
    "m1\n",
    "m١",
    "a\nb" * 1_000,
    -1,
    0,
    10**5_000,
)
LONGEST: Final = 200

# Each takes one value that the host got wrong; those it may take are named beside it.
USES: Final[dict[str, tuple[Callable[[Memory, Any], object], tuple[object, ...]]]] = {
    "turn text": (lambda memory, value: memory.turn(value), ("a\0b",)),
    "turn intent": (lambda memory, value: memory.turn("Hi.", intent=value), ()),
    "turn session": (lambda memory, value: memory.turn("Hi.", session=value), ("a\0b",)),
    "turn lease": (lambda memory, value: memory.turn("Hi.", lease_us=value), (7,)),
    "turn id": (lambda memory, value: memory.turn("Hi.", op_id=value), (None,)),
    "record": (lambda memory, value: memory.record(value), ()),
    "record user": (lambda memory, value: memory.record(whole_turn(value)), ("a\0b",)),
    "record answer": (lambda memory, value: memory.record(whole_turn("x", value)), ("a\0b",)),
    "record intent": (lambda memory, value: memory.record(whole_turn("x", intent=value)), ()),
    "propose": (lambda memory, value: memory.propose(value), ("a\0b",)),
    "record id": (lambda memory, value: memory.record(whole_turn("x", op_id=value)), (None,)),
    "work": (lambda memory, value: memory.work(value), (None,)),
    "background": (lambda memory, value: memory.background(value), (None,)),
    "new thread": (lambda memory, value: memory.new_thread(value), (None,)),
    "context": (lambda memory, value: memory.context(value), ("a\0b",)),
    "search": (lambda memory, value: memory.search(value), ("a\0b",)),
    "recall": (lambda memory, value: memory.recall(value), ("a\0b",)),
    "search explained": (lambda memory, value: memory.search_explained(value), ("a\0b",)),
    "notes": (lambda memory, value: memory.notes(value), ("a\0b",)),
    "export": (lambda memory, value: memory.export(value), (None,)),
    "backup": (lambda memory, value: memory.backup(value), ()),
    "clear": (lambda memory, value: memory.clear(confirm=value), (True,)),
    "tool name": (lambda memory, value: memory.turn("Hi.").call_tool(value, "{}"), ("a\0b",)),
    "tool arguments": (
        lambda memory, value: memory.turn("Hi.").call_tool("memory_search", value),
        ("a\0b",),
    ),
    "turn search": (lambda memory, value: memory.turn("Hi.").search(value), ("a\0b",)),
    "finish": (lambda memory, value: memory.turn("Hi.").finish(value), ("a\0b",)),
    "heartbeat": (lambda memory, value: memory.turn("Hi.").heartbeat(value), (7,)),
}
IDS: Final[dict[str, Callable[[Memory, Any], object]]] = {
    "read": lambda memory, value: memory.read(value),
    "show": lambda memory, value: memory.show(value),
    "why": lambda memory, value: memory.why(value),
    "forget": lambda memory, value: memory.forget(value),
    "forget note": lambda memory, value: memory.forget(
        f"n{value}" if isinstance(value, str) else value
    ),
    "retry": lambda memory, value: memory.retry_job(value),
    "drop": lambda memory, value: memory.drop_job(value),
    "turn read": lambda memory, value: memory.turn("Hi.").read(value),
}
OPENINGS: Final[dict[str, tuple[Callable[[Path, Any], Memory], tuple[object, ...]]]] = {
    "folder": (lambda _folder, value: Memory.open(value), ()),
    "create": (lambda folder, value: Memory.open(folder, create=value), (True,)),
    "model": (lambda folder, value: Memory.open(folder, model=value), (None,)),
    "daily": (lambda folder, value: Memory.open(folder, daily=value), (None,)),
    "ports": (lambda folder, value: Memory.open(folder, ports=value), (None,)),
    "model in memory": (lambda _folder, value: Memory.in_memory(model=value), (None,)),
    "daily in memory": (lambda _folder, value: Memory.in_memory(daily=value), (None,)),
}
# What needs no open store: a new memory, plain values, and what is for this package.
NOT_USES: Final = {"open", "in_memory", "close", "ports", "meter"}


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """Give one memory for all wrong requests: none of them changes it."""
    with lived_in(tmp_path_factory.mktemp("project")).open() as opened:
        yield opened


def refusal(use: Callable[[], object]) -> str:
    """Make a wrong request; give what is said about it, which is one short line."""
    with pytest.raises(RequestError) as told:
        use()
    assert len(told.value.message) <= LONGEST
    assert told.value.message.isprintable()
    return told.value.message


@pytest.mark.parametrize("name", USES)
def test_a_value_of_a_wrong_type_is_a_bad_request(memory: Memory, name: str) -> None:
    """Whatever a method cannot use is told in one line, before anything is written."""
    use, taken = USES[name]
    for value in WRONG:
        if not any(value is one or value == one for one in taken if type(one) is type(value)):
            refusal(partial(use, memory, value))


@pytest.mark.parametrize("name", IDS)
def test_what_is_no_id_is_a_bad_request(memory: Memory, name: str) -> None:
    """An id is a number that can have been given, or its text; everything else is told as none."""
    for value in NO_IDS:
        assert " id" in refusal(partial(IDS[name], memory, value))


@pytest.mark.parametrize("name", OPENINGS)
def test_a_memory_is_not_opened_with_what_is_wrong(tmp_path: Path, name: str) -> None:
    """Neither folder nor surroundings of a wrong type are taken, and no store is made."""
    (tmp_path / ".git").mkdir()
    use, taken = OPENINGS[name]
    for value in WRONG:
        if not any(value is one for one in taken):
            if name == "folder" and value == "a\0b":
                assert "NUL" in refusal(partial(use, tmp_path, value))
            else:
                refusal(partial(use, tmp_path, value))
    assert not (tmp_path / ".sayso").exists()


USED: Final[dict[str, Callable[[Memory], object]]] = {
    "turn": lambda memory: memory.turn("Hi.", intent="code_audit"),
    "record": lambda memory: memory.record(whole_turn("Hi.", intent="code_audit")),
    "propose": lambda memory: memory.propose("Hi."),
    "work": lambda memory: memory.work(),
    "worker": lambda memory: memory.worker(),
    "background": lambda memory: memory.background(),
    "context": lambda memory: memory.context(),
    "search": lambda memory: memory.search(""),
    "recall": lambda memory: memory.recall("x"),
    "search_explained": lambda memory: memory.search_explained(""),
    "notes": lambda memory: memory.notes(),
    "read": lambda memory: memory.read("m1"),
    "list": lambda memory: memory.list(),
    "show": lambda memory: memory.show("m1"),
    "why": lambda memory: memory.why("m1"),
    "status": lambda memory: memory.status(),
    "export": lambda memory: memory.export(),
    "backup": lambda memory: memory.backup("copy.db"),
    "forget": lambda memory: memory.forget("m1"),
    "retry_job": lambda memory: memory.retry_job("j4"),
    "drop_job": lambda memory: memory.drop_job("j4"),
    "new_thread": lambda memory: memory.new_thread(),
    "clear": lambda memory: memory.clear(confirm=True),
    "health": lambda memory: memory.health,
}


def test_no_method_is_left_out_below() -> None:
    """Whatever a memory offers is tried on a closed one, or needs no open store."""
    assert {name for name, _ in members_of(Memory)} == {*USED, *NOT_USES}


@pytest.mark.parametrize("kind", ["sound", "damaged", "in memory"])
@pytest.mark.parametrize("name", USED)
def test_a_closed_memory_says_so(tmp_path: Path, name: str, kind: str) -> None:
    """Every method raises the same error, whatever the store was; nothing looks empty or well."""
    world = World(None) if kind == "in memory" else lived_in(tmp_path)
    memory = world.open()
    if kind == "damaged":
        memory.store._connection.execute("DROP TABLE refusals")  # noqa: SLF001 - the damage
        assert memory.status().health == "degraded"
    memory.close()
    memory.close()
    with pytest.raises(RefusedError, match=r"^this memory is closed$"):
        USED[name](memory)


def test_a_turn_of_a_closed_memory_says_so(tmp_path: Path) -> None:
    """Its tools do not tell the model about it: that is for the host."""
    memory = lived_in(tmp_path).open()
    turn = memory.turn("Hi.")
    memory.close()
    for use in (
        lambda: turn.call_tool("memory_search", '{"query": "pnpm"}'),
        lambda: turn.search("pnpm"),
        lambda: turn.read("m1"),
        lambda: turn.history,
        lambda: turn.finish("Hello."),
        turn.fail,
        turn.heartbeat,
    ):
        with pytest.raises(RefusedError, match=r"^this memory is closed$"):
            use()


def test_a_watching_worker_ends_with_its_memory(tmp_path: Path) -> None:
    """Nothing can come of it any more, so it does not look for ever."""
    memory = lived_in(tmp_path).open()
    worker = memory.worker()
    memory.close()
    worker.watch(lambda: False, lambda _step: None)
