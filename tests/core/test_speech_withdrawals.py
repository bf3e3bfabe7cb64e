"""Taking back what was said: found with its exact words, and told from reversals and tasks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.evidence import Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.speech.withdrawals import find_withdrawals
from tests.records import make_turn
from tests.speech import explicit, found_in, gate

WITHDRAWN = [
    ("刚才说的表格那条作废，不算数了", True),
    ("hm no, I take back the Supabase thing, treat it as if I hadn't said it", True),
    ("please drop that rule about short answers, it no longer applies", False),
    ("scratch the tabs rule, I take that back", True),
    ("MongoDB 那个决定我收回，你就当我没说过", True),
    ("forget what I said about tabs", False),
    ("forget the tabs rule, I never asked that we go with it", False),
    ("ignore my bullet point rule", False),
    ("抄送那条取消吧，不用了", False),
    ("繁體那個要求不算了", False),
    ("emoji 前缀那条 rule 不要了，revert 掉吧", False),
    ("我刚说的作废", True),
    ("ok. 之前定的那条规矩，收回", False),
]

KEPT = [
    "scrap what we said about Mongo, we're moving the orders service to MySQL after all",
    "前端框架最终选 Vue3，React 方案作废",
    "推翻昨天的结论，状态管理不用 redux 了，最终选 zustand",
    "don't forget what I said about tabs",
    "should I take back the tabs rule?",
    "what if I take back the tabs rule",
    "he said he takes that back, forget what I said",
    "delete the last comment in the file",
    "取消订单功能怎么做",
    "use tabs from now on",
    "```\nforget what I said about tabs\n```",
    "",
]


@pytest.mark.parametrize(("said", "anaphoric"), WITHDRAWN)
def test_a_withdrawal_is_found(said: str, anaphoric: bool) -> None:
    """The withdrawing clauses are an exact slice, and no new memory is made of them."""
    turn = make_turn(3, said)
    (found,) = find_withdrawals(turn)
    assert found.quote == said[found.start : found.end]
    assert (found.turn_id, found.anaphoric) == (3, anaphoric)
    assert found_in(said) == ()
    for kind in (Kind.PREFERENCE, Kind.DECISION):
        assert isinstance(check_proposal(explicit(kind, said), gate(said)), Refused)


@pytest.mark.parametrize("said", KEPT)
def test_other_speech_takes_nothing_back(said: str) -> None:
    """Reversals, questions, tasks, suppositions and words of others withdraw nothing."""
    assert find_withdrawals(make_turn(3, said)) == ()


def test_a_replacement_in_the_next_sentence_is_a_reversal() -> None:
    """Taking back and choosing anew in one breath is a decision."""
    said = "Forget the marble decision. The counters will be quartz, that's final."
    assert find_withdrawals(make_turn(3, said)) == ()
    assert len(found_in(said)) == 1


@given(
    st.text(
        alphabet=st.sampled_from("take that back. forget what I said 那条作废，规矩 收回\n"),
        max_size=80,
    )
)
def test_every_withdrawal_is_a_slice(said: str) -> None:
    """Whatever is said, a withdrawal quotes it exactly."""
    for found in find_withdrawals(make_turn(1, said)):
        assert found.quote == said[found.start : found.end] != ""


@pytest.mark.parametrize(
    ("said", "quotes"),
    [
        ("那条不算了：接口返回的时间一律用 UTC", ["那条不算了：接口返回的时间一律用 UTC"]),
        ("那条决定作废：图表都用蓝色", ["那条决定作废：图表都用蓝色"]),
        ("那条不算了：统一改用本地时间", []),
        ("那条不算了，接口时间一律用 UTC", []),
    ],
)
def test_a_withdrawal_may_repeat_what_it_means(said: str, quotes: list[str]) -> None:
    """Behind a colon stands what is off, by its name; what takes its place is a choice."""
    found = find_withdrawals(make_turn(2, said))
    assert [taken.quote for taken in found] == quotes
    assert not any(taken.anaphoric for taken in found)
    assert bool(found_in(said)) is not bool(quotes)
