"""The gate of dreams: hours since the last one, new sessions, and clocks that can't be trusted."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core.knowledge.dream_gate import (
    Anchor,
    Due,
    GateFacts,
    NotDue,
    Why,
    anchor_fields,
    judge_gate,
    last_timestamp,
    read_anchor,
)
from sayso.core.knowledge.moments import moment_text
from sayso.core.limits import CLOCK_TOLERANCE_US, DREAM_INTERVAL_US, HOUR_US

NOW = 1_000 * HOUR_US
LAST = moment_text(NOW)


def facts(hours: float = 0.0, *began: int | None, last: str | None = LAST) -> GateFacts:
    """Look so many hours after the last dream; sessions began so many after it."""
    at_us = tuple(one if one is None else NOW + one for one in began)
    return GateFacts(now_us=NOW + int(hours * HOUR_US), last=last, anchor=None, began=at_us)


def test_the_first_dream_needs_sessions_alone() -> None:
    """Without a dream before, every session is new and no hours have to pass (B155)."""
    assert judge_gate(facts(0, 0, -1, last=None)) == Due(new_sessions=2)
    few = judge_gate(facts(0, 0, last=None))
    assert few == NotDue(why=Why.TOO_FEW_SESSIONS, new_sessions=1, due_at_us=NOW)


@pytest.mark.parametrize(("late_us", "is_due"), [(-1, False), (0, True), (1, True)])
def test_four_hours_have_to_pass(late_us: int, is_due: bool) -> None:
    """A dream is due four hours after the last one, not a microsecond earlier (B154)."""
    at = replace(facts(0, 1, 2), now_us=NOW + DREAM_INTERVAL_US + late_us)
    verdict = judge_gate(at)
    assert isinstance(verdict, Due) is is_due
    if isinstance(verdict, NotDue):
        due_at_us = NOW + 4 * HOUR_US
        assert verdict == NotDue(why=Why.TOO_SOON, new_sessions=2, due_at_us=due_at_us)


def test_two_new_sessions_are_needed() -> None:
    """New is what began strictly after the last dream (B156); others don't count."""
    assert judge_gate(facts(5, 1, 2)) == Due(new_sessions=2)
    assert judge_gate(facts(5, 0, 1, -1)) == NotDue(
        why=Why.TOO_FEW_SESSIONS, new_sessions=1, due_at_us=NOW + 5 * HOUR_US
    )


def test_sessions_without_a_time_or_from_the_future_do_not_count() -> None:
    """What can't be read is ignored, and a clock that ran ahead opens nothing."""
    soon = 5 * HOUR_US + CLOCK_TOLERANCE_US
    assert isinstance(judge_gate(facts(5, 1, soon)), Due)
    assert isinstance(judge_gate(facts(5, 1, soon + 1)), NotDue)
    assert isinstance(judge_gate(facts(5, 1, None)), NotDue)


def test_a_clock_put_back_opens_nothing_and_blocks_nothing() -> None:
    """The last dream lies in the future: the interval runs from the first look after (B189)."""
    back = facts(-50, -10, -20)
    first = judge_gate(back)
    assert isinstance(first, NotDue)
    assert (first.why, first.new_sessions) == (Why.CLOCK_PUT_BACK, 0)
    assert first.anchor == Anchor(at_us=back.now_us, after=LAST)
    assert first.due_at_us == back.now_us + DREAM_INTERVAL_US
    began = (back.now_us + 1, back.now_us + 2)
    waiting = replace(back, anchor=first.anchor, began=began)
    soon = replace(waiting, now_us=first.due_at_us - 1)
    assert isinstance(verdict := judge_gate(soon), NotDue)
    assert verdict.why is Why.TOO_SOON
    assert judge_gate(replace(waiting, now_us=first.due_at_us)) == Due(new_sessions=2)


def test_an_anchor_counts_for_its_dream_and_its_time_alone() -> None:
    """One of another dream, or one that lies in the future itself, is taken anew."""
    back = facts(-50)
    foreign = replace(back, anchor=Anchor(at_us=0, after="another"))
    ahead = replace(back, anchor=Anchor(at_us=back.now_us + 1, after=LAST))
    for one in (foreign, ahead):
        verdict = judge_gate(one)
        assert isinstance(verdict, NotDue)
        assert verdict.anchor == Anchor(at_us=back.now_us, after=LAST)


def test_a_last_dream_without_a_time_is_a_dream() -> None:
    """An entry that says no time doesn't open the gate: the interval runs from now."""
    unreadable = judge_gate(facts(0, 1, 2, last=""))
    assert isinstance(unreadable, NotDue)
    assert unreadable.anchor == Anchor(at_us=NOW, after="")


def test_the_last_entry_of_the_log_counts() -> None:
    """The newest entry's timestamp is taken; what is no entry is passed over."""
    assert last_timestamp([]) is None
    assert last_timestamp(["x"]) is None
    assert last_timestamp([{"timestamp": "a"}, {"timestamp": "b"}, 3]) == "b"
    assert last_timestamp([{"timestamp": "a"}, {}]) == ""


def test_an_anchor_comes_back() -> None:
    """What is noted is read again; what is no anchor is none."""
    anchor = Anchor(at_us=NOW, after=LAST)
    assert read_anchor(anchor_fields(anchor)) == anchor
    assert read_anchor({"at": "yesterday"}) is None


CLOCKS = st.lists(st.integers(0, 14), min_size=2, max_size=14)


@given(CLOCKS)
@rules(max_examples=100)
def test_no_clock_opens_the_gate_twice_in_its_interval(hours: list[int]) -> None:
    """However the clock jumps: between two dreams it was read to go forward by the interval."""
    last, anchor = None, None
    forward_us, before_us = 0, None
    for hour in hours:
        now_us = hour * HOUR_US
        forward_us += max(0, now_us - (now_us if before_us is None else before_us))
        before_us = now_us
        looked = GateFacts(now_us=now_us, last=last, anchor=anchor, began=(), sessions_min=0)
        verdict = judge_gate(looked)
        if isinstance(verdict, NotDue):
            anchor = verdict.anchor or anchor
            continue
        assert last is None or forward_us >= DREAM_INTERVAL_US
        last, anchor, forward_us = moment_text(now_us), None, 0


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20) | st.none())
@rules(max_examples=60)
def test_a_clock_that_runs_again_opens_the_gate(now: int, last: int, anchor: int | None) -> None:
    """Whatever was noted: of two looks an interval apart one finds that a dream is due."""
    timestamp = moment_text(last * HOUR_US)
    noted = None if anchor is None else Anchor(at_us=anchor * HOUR_US, after=timestamp)
    look = GateFacts(now_us=now * HOUR_US, last=timestamp, anchor=noted, began=(), sessions_min=0)
    first = judge_gate(look)
    kept = first.anchor or noted if isinstance(first, NotDue) else noted
    later = [look.now_us + waits * DREAM_INTERVAL_US for waits in (1, 2)]
    looks = [judge_gate(replace(look, now_us=at_us, anchor=kept)) for at_us in later]
    assert any(isinstance(verdict, Due) for verdict in looks)
