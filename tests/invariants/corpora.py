"""Labelled corpora as conversations: every message is said, and things happen in between."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.shell.evaluating import load_cases
from tests.invariants.steps import Gold, Order, Repair, Say, Step, Work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.quality.corpus import EvalCase

CORPORA = tuple(sorted((Path(__file__).parents[1] / "quality").glob("*.jsonl")))
CASES_PER_CONVERSATION = 25
SESSIONS = ("", "a", "b")
REPAIR = "Patch zyx{number}, and from now on always use zyx{number}."


def corpus_conversations(path: Path) -> Iterator[tuple[Step, ...]]:
    """Give a corpus as conversations of twenty-five cases; the two projects take turns."""
    cases = load_cases(path)
    for at in range(0, len(cases), CASES_PER_CONVERSATION):
        rng = random.Random(f"{path.name} {at}")
        chunk = enumerate(cases[at : at + CASES_PER_CONVERSATION])
        yield tuple(step for number, case in chunk for step in _steps(number, case, rng))


def _steps(number: int, case: EvalCase, rng: random.Random) -> Iterator[Step]:
    """Say a message after the turn before it, then work, forget, start anew or repair."""
    project, session = number % 2, rng.choice(SESSIONS)
    if case.prev_user:
        yield Say(
            project=project,
            session=session,
            user=case.prev_user,
            assistant=case.prev_assistant,
        )
    gold = tuple(
        Gold(kind=one.kind, quote=one.quote, proposal=one.proposal_quote) for one in case.expect
    )
    yield Say(project=project, session=session, user=case.text, assistant="", gold=gold)
    if rng.random() < 0.5:
        yield Work(project=project, seconds=rng.choice((1, 40, 4_000)))
    if rng.random() < 0.15:
        yield Order(project=project, what="forget", pick=rng.randrange(99))
    if rng.random() < 0.05:
        yield Order(project=project, what="new")
    if rng.random() < 0.05:
        yield Repair(project=project, user=REPAIR.format(number=number), intent="patch_revise")
