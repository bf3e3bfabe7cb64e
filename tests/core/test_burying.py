"""Operations of stage 2 bring nothing back that the user has taken back (A183-A185)."""

import pytest

from sayso.core.items import Item, Tombstone
from sayso.core.project.applying import ApplyState
from sayso.core.project.burying import Ground, operation_fault
from sayso.core.project.consolidation import Action, Operation
from sayso.core.project.merging import MergeInput, MergeState, plan_merge
from sayso.core.project.retracting import RetractState
from sayso.core.subjects import subject_hashes, subject_terms
from tests.records import (
    NOON_US,
    build,
    make_candidate,
    make_item,
    make_job,
    make_source,
    make_tombstone,
    make_turn,
)

KEY = b"k" * 32
FORGOTTEN = "Use tabs for indentation"
LOGS = make_candidate(1, "Write logs as JSON", sources=(make_source("Write logs as JSON", 3),))
TURNS = {2: make_turn(2, f"{FORGOTTEN}."), 3: make_turn(3, "Write logs as JSON.")}
ABOUT_TABS = subject_hashes(subject_terms(FORGOTTEN, ()), KEY)
TAKEN_BACK = "the create of c1 says what the user has taken back"


def stone(subject: frozenset[str] = ABOUT_TABS) -> Tombstone:
    """Give what is left of the forgotten words, which nobody has said anew."""
    end = len(FORGOTTEN)
    return make_tombstone(turn_id=2, start=0, end=end, subject=subject, last_turn_id=4)


def operation(action: Action = Action.CREATE, **changes: object) -> Operation:
    """Give an operation on the candidate about logs that says no more than it."""
    plain: dict[str, object] = {
        "action": action,
        "candidate_ids": (1,),
        "target_id": None,
        "title": "Logs",
        "content": "Write logs as JSON",
        "synopsis": "Logs as JSON",
    }
    return build(Operation, plain | changes)


def fault_of(done: Operation, *related: Item, left: Tombstone | None = None) -> str | None:
    """Judge one operation while the memory about tabs is forgotten."""
    state = ApplyState(
        scope_id=1,
        candidates={1: LOGS},
        related={one.item_id: one for one in related},
        next_row_id=20,
        now_us=NOON_US,
    )
    return operation_fault(
        (done,), state, Ground(turns=TURNS, tombstones=(left or stone(),), key=KEY)
    )


LEAKS: list[dict[str, object]] = [
    {"title": "Logs, tabs for indentation"},
    {"content": "Write logs as JSON, use tabs for indentation"},
    {"synopsis": "Logs as JSON, tabs for indentation"},
    {"aliases": ("tabs", "indentation")},
    {"keywords": ("tabs", "indentation")},
]


@pytest.mark.parametrize("leak", LEAKS)
def test_an_operation_about_what_was_forgotten_is_named(leak: dict[str, object]) -> None:
    """Whichever of its texts speaks of the forgotten subject, the fault tells whose it is."""
    assert fault_of(operation()) is None
    assert fault_of(build(operation, leak)) == TAKEN_BACK


def test_forgotten_words_are_known_under_any_subject() -> None:
    """The very words of a forgotten place stay away where the memory was about something else."""
    other = stone(subject_hashes(subject_terms("Whitespace", ()), KEY))
    assert fault_of(operation(), left=other) is None
    spelt = operation(content="Write logs as JSON; use  TABS for\nindentation")
    assert fault_of(spelt, left=other) == TAKEN_BACK


@pytest.mark.parametrize("leak", LEAKS)
def test_a_reject_brings_nothing_back(leak: dict[str, object]) -> None:
    """What is rejected is never written, so its texts may be whatever they are."""
    assert fault_of(build(operation, leak | {"action": Action.REJECT})) is None


def test_an_operation_on_a_memory_that_says_it_may_go_on_saying_it() -> None:
    """An active memory of the subject was said anew; only an operation on it may repeat that."""
    anew, other = make_item(7, FORGOTTEN), make_item(8, "Keep answers short")
    content = f"{FORGOTTEN}; write logs as JSON"
    assert fault_of(operation(Action.REVISE, target_id=7, content=content), anew, other) is None
    elsewhere = operation(Action.REVISE, target_id=8, content=content)
    assert fault_of(elsewhere, anew, other) == TAKEN_BACK.replace("create", "revise")
    assert fault_of(operation(content=content), anew, other) == TAKEN_BACK


def test_one_operation_that_brings_something_back_fails_the_whole_merge() -> None:
    """There is no plan where an operation, legal by itself, says what was taken back (A178)."""
    state = MergeState(
        scope_id=1,
        thread_id=1,
        subject_key=KEY,
        candidates=(LOGS,),
        turns=TURNS,
        tombstones=(stone(),),
        withdrawals=(),
        retract=RetractState(candidates=(LOGS,), items=(), previous_turns={}),
    )
    found = MergeInput(related=(), forgotten={}, next_row_id=20, now_us=NOON_US)
    _, merged = plan_merge(make_job(9), (operation(),), state, found).unwrap()
    assert merged.applied.created == (20,)
    leak = operation(content="Write logs as JSON, use tabs for indentation")
    assert plan_merge(make_job(9), (leak,), state, found).failure() == TAKEN_BACK
