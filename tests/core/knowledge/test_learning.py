"""What is learned and when, and what learners give back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core.knowledge.dream_log import PairCounts
from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.learning import (
    RESULT_KEYS,
    LearningState,
    LearnPlan,
    ModuleResult,
    Outcome,
    Pair,
    pair_counts,
    plan_learning,
    read_result,
    read_state,
    result_fields,
    state_after,
    state_fields,
)

AT = "2026-05-01T12:00:00.000000+00:00"


def pairs(text: str) -> list[Pair]:
    """Give pairs of one letter each: `a1 b2` are a with hash 1 and b with hash 2."""
    return [Pair(name=one[0], hash=one[1:]) for one in text.split()]


def names(plan: LearnPlan) -> str:
    """Give the names of what is learned now, in order."""
    return "".join(one.name for one in plan.now)


def test_only_what_changed_is_learned() -> None:
    """A pair whose hash is what it was is left alone (B188)."""
    state = LearningState(pair_hashes={"a": "1", "b": "1"})
    plan = plan_learning(state, pairs("c1 b2 a1"), budget=9)
    assert (names(plan), plan.waiting, plan.unchanged) == ("bc", 0, 1)


def test_a_budget_bounds_a_run_and_the_next_goes_on() -> None:
    """What doesn't fit waits, and comes first the next time (B188); each run moves the cursor."""
    there = pairs("a1 b1 c1 d1")
    state = LearningState()
    runs = []
    for _ in range(3):
        plan = plan_learning(state, there, budget=2)
        runs.append((names(plan), plan.waiting))
        state = state_after(state, there, plan, [one.name for one in plan.now], AT)
    assert runs == [("ab", 2), ("cd", 0), ("", 0)]
    assert (state.cursor, state.total_learned, state.warmup_done) == ("d", 4, True)
    assert plan_learning(state, there, budget=-1).now == ()


def test_a_pair_that_fails_keeps_nobody_waiting() -> None:
    """What fails is tried again only after all others had their turn."""
    there = pairs("a1 b1 c1")
    state, tried = LearningState(), ""
    for _ in range(4):
        plan = plan_learning(state, there, budget=1)
        tried += names(plan)
        learned = [one.name for one in plan.now if one.name != "a"]
        state = state_after(state, there, plan, learned, AT)
    assert tried == "abca"
    assert not state.warmup_done
    assert state.pair_hashes == {"b": "1", "c": "1"}


def test_what_is_gone_is_forgotten_and_warm_stays_warm() -> None:
    """A pair that is no longer there leaves the state; having known all once stays true."""
    there = pairs("a1 b1")
    state = LearningState(pair_hashes={"a": "1", "x": "1"})
    after = state_after(state, there, plan_learning(state, there, 9), ["b", "stranger"], AT)
    assert (after.pair_hashes, after.warmup_done) == ({"a": "1", "b": "1"}, True)
    grown = pairs("a1 b1 c1")
    later = state_after(after, grown, plan_learning(after, grown, 0), [], "later")
    assert (later.warmup_done, later.last_learn_at) == (True, AT)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8), st.integers(1, 3))
@rules(max_examples=40)
def test_every_changed_pair_gets_its_turn(hashes: list[int], budget: int) -> None:
    """However small the budget: after enough runs every pair has been learned, each once."""
    there = [Pair(name=f"p{at}", hash=str(one)) for at, one in enumerate(hashes)]
    state = LearningState()
    for _ in range(-(-len(there) // budget)):
        plan = plan_learning(state, there, budget)
        state = state_after(state, there, plan, [one.name for one in plan.now], AT)
    assert plan_learning(state, there, budget).now == ()
    assert state.total_learned == len(there)


def test_the_state_comes_back() -> None:
    """The file has the six fields (B113), and is read again; what is no state is the beginning."""
    state = LearningState(
        cursor="b", warmup_done=True, pair_hashes={"b": "1"}, total_learned=7, last_learn_at=AT
    )
    assert state_fields(state) == {
        "cursor": "b",
        "warmup_done": True,
        "pair_hashes": {"b": "1"},
        "learned_pairs": ["b"],
        "total_learned_pairs": 7,
        "last_learn_at": AT,
    }
    assert read_state(state_fields(state)) == state
    other = {
        "cursor": 1,
        "warmup_done": "yes",
        "pair_hashes": {"a": 1},
        "total_learned_pairs": True,
    }
    assert read_state(other) == LearningState() == read_state({})


RESULT = ModuleResult(
    category=Category.CODE_KNOWLEDGE,
    outcome=Outcome.LEARNED,
    published={"code_knowledge": "now"},
    failed=("code_knowledge:F",),
    learned=4,
    skipped=5,
    warmup_done=True,
    error="F: no such file",
    notes=("2 files of lua are known by their hashes alone",),
)


def test_four_modules_have_results_of_their_own() -> None:
    """A dream's result tells of each of them under a key of its own (B45-B48)."""
    assert [RESULT_KEYS[category] for category in RESULT_KEYS] == [
        "_code_learning",
        "_variable_chains",
        "_conditions",
        "_codegraph",
    ]


def test_a_result_is_a_contract() -> None:
    """What a learner gives back is what a dream reads and the log notes (B194)."""
    assert read_result(result_fields(RESULT)) == RESULT
    assert pair_counts(RESULT) == PairCounts(learned=4, skipped=5, warmup_done=True)
    assert pair_counts(replace(RESULT, outcome=Outcome.ABSENT)) is None


@pytest.mark.parametrize(
    "change",
    [
        {"category": "weather"},
        {"status": "done"},
        {"published": {"conditions": 3}},
        {"pairs_learned": "4"},
        {"pairs_skipped": -1},
        {"warmup_done": 1},
        {"failed": [3]},
        {"failed": "F"},
        {"notes": "none"},
    ],
)
def test_a_result_that_is_not_the_contract_is_none(change: dict[str, object]) -> None:
    """One field that is something else makes it no result, so that nothing is published."""
    assert read_result({**result_fields(RESULT), **change}) is None
