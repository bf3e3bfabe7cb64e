"""Contexts and plans as a person reads them, pinned in golden/core/test_pinned_plans/."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.items import Kind
from sayso.core.project.applying import ApplyState, plan_operations
from sayso.core.project.consolidation import Action, Operation
from sayso.core.project.context import ContextInput, choose_words, render_context
from sayso.core.project.ending import Binding, Ending, plan_finish_open
from sayso.core.project.forgetting import Forgetting, plan_forget
from sayso.core.project.lifecycle import plan_clear
from sayso.core.turns import TurnState
from sayso.shell.finding import context_words
from tests.records import NOON_US, make_candidate, make_item, make_source

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from sayso.core.plans import Plan

TABS = make_item(7, "Use tabs", synopsis="Tabs for indentation, not spaces", aliases=("indent",))
CONTEXTS = {
    "en": ContextInput(
        preferences=(make_item(3, "Answer in tables", kind=Kind.PREFERENCE),),
        decisions=(TABS,),
        discussions=(make_item(9, "Which cache", kind=Kind.DISCUSSION, thread_id=1),),
        compaction="The user compares two caches.\nNothing is settled yet.",
    ),
    "zh": ContextInput(
        preferences=(make_item(3, "以后先给结论", kind=Kind.PREFERENCE),),
        decisions=(make_item(7, "数据库统一使用 PostgreSQL", synopsis="所有服务都用它"),),
        discussions=(make_item(9, "缓存方案", kind=Kind.DISCUSSION, thread_id=1),),
        compaction="用户在比较两种缓存方案，还没有定。",
    ),
}


def lines(plan: Plan) -> str:
    """Write a plan one statement a line, with its parameters and the rows it must change."""
    return "".join(
        f"{write.statement} rows={write.expect_rows} "
        + " ".join(f"{name}={value!r}" for name, value in sorted(write.params.items()))
        + "\n"
        for write in plan
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_context(language: str, snapshot: SnapshotAssertion) -> None:
    """The routing context of a small memory in each language."""
    parts = CONTEXTS[language]
    assert snapshot == render_context(parts, choose_words(parts, context_words()))


def test_plan_of_an_ending(snapshot: SnapshotAssertion) -> None:
    """What finishing a turn writes."""
    binding = Binding(scope_id=1, thread_id=1, session="s", sequence=3, turn_id=9, owner="me")
    ending = Ending(state=TurnState.COMPLETED, assistant_text="Done.")
    assert snapshot == lines(plan_finish_open(binding, ending, NOON_US))


@pytest.mark.parametrize("action", [Action.CREATE, Action.REVISE, Action.SUPERSEDE, Action.REJECT])
def test_plan_of_an_operation(action: Action, snapshot: SnapshotAssertion) -> None:
    """What each operation of stage 2 writes."""
    target = 7 if action in (Action.REVISE, Action.SUPERSEDE) else None
    operation = Operation(
        action=action,
        candidate_ids=(1,),
        target_id=target,
        title="Tabs",
        content="Use tabs in Go",
        synopsis="Tabs in Go",
        keywords=("go",),
    )
    state = ApplyState(
        scope_id=1,
        candidates={1: make_candidate(1, "Use tabs in Go")},
        related={7: TABS},
        next_row_id=20,
        now_us=NOON_US,
    )
    assert snapshot == lines(plan_operations((operation,), state).unwrap()[0])


def test_plan_of_a_forget(snapshot: SnapshotAssertion) -> None:
    """What forgetting an item writes."""
    how = Forgetting(
        scope_id=1,
        subject_key=b"k" * 32,
        by_turn_id=None,
        last_turn_id=12,
        forgotten_at_us=NOON_US,
        now_us=NOON_US,
    )
    assert snapshot == lines(plan_forget(TABS, (make_source("Use tabs", 4),), how))


def test_plan_of_a_clear(snapshot: SnapshotAssertion) -> None:
    """What an explicit clear of a healthy store writes."""
    assert snapshot == lines(plan_clear(1, 5, b"n" * 32, NOON_US))
