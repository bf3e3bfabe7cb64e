"""Which memory a withdrawal means, and that nothing unrelated is ever taken back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.rules.naming import name_memory
from sayso.core.speech.withdrawals import Withdrawal
from sayso.core.subjects import anchors
from sayso.core.withdrawing import WithdrawalTarget, match_withdrawal
from tests.records import make_source

PREVIOUS = 5


def target(key: int, text: str, *turn_ids: int) -> WithdrawalTarget:
    """Give a memory named as the embedded model names it."""
    named = name_memory(text, "")
    return WithdrawalTarget(
        key=key,
        title=named.title,
        aliases=named.aliases,
        content=text,
        sources=tuple(make_source(text, number) for number in turn_ids or (0,)),
    )


def withdrawal(quote: str, *, anaphoric: bool = False) -> Withdrawal:
    """Give a withdrawing clause that is a whole message."""
    return Withdrawal(turn_id=6, start=0, end=len(quote), quote=quote, anaphoric=anaphoric)


NEAR = target(1, "以后都用表格回答我", PREVIOUS)
TABS = target(2, "from now on use tabs for everything", 1)
TWO_SENTENCES = target(3, "keep all your answers to two sentences from now on", PREVIOUS)
MONGO = target(4, "数据库就定 MongoDB", 2)
BILLING = target(5, "from now on, bill translations per word", 1)
INVOICES = target(6, "always send invoices by mail", 1)


@pytest.mark.parametrize(
    ("quote", "anaphoric", "targets", "key"),
    [
        ("刚才说的表格那条作废，不算数了", True, (NEAR, TABS), 1),
        ("刚才那条不算", True, (NEAR, TABS), 1),
        ("forget what I just said", True, (NEAR, TABS), 1),
        ("no wait, what I just said was stupid, ignore it", True, (TWO_SENTENCES,), 3),
        ("scratch the tabs rule, I take that back", False, (TABS, MONGO), 2),
        ("forget what I said about tabs", False, (NEAR, TABS, MONGO), 2),
        ("please drop that rule about short answers", False, (TWO_SENTENCES, TABS), 3),
        ("MongoDB 那个决定我收回，你就当我没说过", False, (MONGO, NEAR), 4),
        ("关于表格的要求取消", False, (NEAR, MONGO), 1),
        ("I take back MongoDB", False, (NEAR, MONGO), 4),
        ("那条不算了", False, (NEAR, TABS), 1),
        ("那条不算了，忘掉吧", False, (NEAR, TABS), 1),
        ("這條作廢", False, (NEAR, TABS), 1),
        ("cancel that", True, (NEAR, MONGO), 1),
        ("that no longer applies", False, (NEAR, MONGO), 1),
        ("Forget what I said about billing", False, (BILLING, TABS), 5),
        ("Forget what I said about invoicing", False, (INVOICES, BILLING), 6),
        ("forget the planning rule", False, (target(7, "always plan trips early", 1), TABS), 7),
    ],
)
def test_the_one_clear_match_is_found(
    quote: str, anaphoric: bool, targets: tuple[WithdrawalTarget, ...], key: int
) -> None:
    """A shared word or form of one, or being the only memory of the turn pointed at, decides."""
    assert match_withdrawal(withdrawal(quote, anaphoric=anaphoric), PREVIOUS, targets) == key


@pytest.mark.parametrize(
    ("quote", "anaphoric", "targets"),
    [
        ("forget what I said about tabs", False, (NEAR, MONGO)),
        ("forget what I just said about tabs", True, (NEAR,)),
        ("刚才那条不算", True, (NEAR, TWO_SENTENCES)),
        ("刚才那条不算", True, (TABS,)),
        ("please drop that rule about short answers", False, (target(7, "answers in English", 1),)),
        ("forget about the tabs", False, (TABS, target(8, "use tabs in code", 2))),
        ("那条不算了", False, (TABS,)),
        ("那条不算了", False, (NEAR, TWO_SENTENCES)),
        ("那条数据库的不算了", False, (NEAR,)),
        ("that rule about tabs no longer applies", False, (NEAR,)),
        ("forget what I said about billing", False, (BILLING, target(7, "bill edits per hour", 1))),
        ("forget what I said about billing", False, (INVOICES, NEAR)),
        ("forget what I said about the building", False, (target(7, "build the docs daily", 1),)),
        ("forget what I said about caring", False, (target(7, "wash the car on Sundays", 1),)),
        ("forget what I said about tabs", False, ()),
    ],
)
def test_no_clear_match_takes_nothing_back(
    quote: str, anaphoric: bool, targets: tuple[WithdrawalTarget, ...]
) -> None:
    """Without a shared word, or with two equally good matches, nothing is withdrawn."""
    assert match_withdrawal(withdrawal(quote, anaphoric=anaphoric), PREVIOUS, targets) is None


def test_the_turn_before_breaks_a_tie() -> None:
    """Of two equally good matches, the memory of the directly preceding turn is meant."""
    near = target(7, "use tabs in Makefiles", PREVIOUS)
    far = target(8, "use tabs in Python", 1)
    said = withdrawal("forget the tabs rule")
    assert match_withdrawal(said, PREVIOUS, (far, near)) == 7
    assert match_withdrawal(said, None, (far, near)) is None


@given(
    st.text(max_size=60),
    st.booleans(),
    st.lists(st.tuples(st.text(max_size=40), st.integers(4, 6)), max_size=4),
)
def test_a_match_is_shared_or_pointed_at(
    quote: str, anaphoric: bool, memories: list[tuple[str, int]]
) -> None:
    """Any match shares a word with the clause or comes from the turn it points at."""
    targets = tuple(target(at, text, turn) for at, (text, turn) in enumerate(memories))
    key = match_withdrawal(withdrawal(quote, anaphoric=anaphoric), PREVIOUS, targets)
    if key is None:
        return
    meant = targets[key]
    heads = {anchor[:4] for anchor in anchors(quote)}
    shared = heads & {anchor[:4] for anchor in anchors(f"{meant.title} {meant.content}")}
    assert shared or PREVIOUS in meant.user_turn_ids
