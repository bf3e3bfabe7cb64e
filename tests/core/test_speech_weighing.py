"""What words weigh: they decide where no marker does, and hold back what they speak against."""

import re

import pytest

from sayso.core.evidence import Accepted, Reason, Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.speech import sufficiency
from sayso.core.speech.lexicon_weight import POINTS
from sayso.core.speech.spoken import own_sentences
from sayso.core.speech.weighing import weigh, wording
from tests.speech import confirmed, explicit, gate

PREFERENCE, DECISION = Kind.PREFERENCE, Kind.DECISION
TOKEN = re.compile(r"\^|\$|[a-z']+|[\u4e00-\u9fff]|\d+|\ufffc+|[^\w\s]")


def points(text: str) -> float:
    """Weigh all clauses of a text."""
    return weigh(clause for sentence in own_sentences(text) for clause in sentence.clauses)


@pytest.mark.parametrize(
    ("lasting", "passing"),
    [
        ("each recipe you write is for five people", "write a recipe for five people"),
        ("凡是合同都先给我看", "把这份合同给他看一下"),
        ("that's settled, we close on mondays", "would you look at the mondays"),
    ],
)
def test_words_tell_what_lasts_from_what_is_for_once(lasting: str, passing: str) -> None:
    """The same things said for good weigh more than said for once."""
    assert points(lasting) > 0 > points(passing)


def test_words_in_quotation_marks_weigh_nothing() -> None:
    """What is only mentioned does not speak for anything."""
    said = [wording(s.clauses) for s in own_sentences('they wrote "each and every" there')]
    assert not {"each", "every"} & frozenset().union(*said)


def test_words_the_table_does_not_know_weigh_nothing() -> None:
    """Words that were never learned change nothing, however many are said."""
    assert weigh(()) == points("qqxq zzvz qqxq") == points("")


def test_every_entry_of_the_table_can_be_met() -> None:
    """The table holds single words and pairs as they are counted, none of them worth nothing."""
    assert all(POINTS.values())
    for entry in POINTS:
        parts = entry.split(" ")
        assert len(parts) <= 2
        assert all(TOKEN.fullmatch(part) for part in parts), entry


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (DECISION, "each family brings one dish"),
        (DECISION, "主卧铺木地板"),
    ],
)
def test_words_suffice_where_no_marker_is(
    kind: Kind, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words that speak for a lasting say-so carry a proposal; without their weight nothing does."""
    monkeypatch.setattr(sufficiency, "weigh", lambda _clauses: 0.5)
    assert isinstance(check_proposal(explicit(kind, said), gate(said)), Accepted)
    monkeypatch.setattr(sufficiency, "weigh", lambda _clauses: -0.5)
    verdict = check_proposal(explicit(kind, said), gate(said))
    assert isinstance(verdict, Refused)
    assert verdict.reason in (Reason.NO_PROPOSAL, Reason.NOT_EXPLICIT)


def test_a_task_needs_more_words_than_a_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is handed over as a piece of work is taken for lasting only by much weight."""
    said = "draft the invitation, no more than ten lines"
    monkeypatch.setattr(sufficiency, "weigh", lambda _clauses: 1.0)
    assert isinstance(check_proposal(explicit(PREFERENCE, said), gate(said)), Refused)
    monkeypatch.setattr(sufficiency, "weigh", lambda _clauses: 2.0)
    assert isinstance(check_proposal(explicit(PREFERENCE, said), gate(said)), Accepted)


def test_words_hold_back_a_bare_order_but_no_plain_marker(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order alone yields to words against it; "from now on" does not."""
    monkeypatch.setattr(sufficiency, "weigh", lambda _clauses: -5.0)
    bare, plain = "use tabs", "from now on use tabs"
    assert isinstance(check_proposal(explicit(PREFERENCE, bare), gate(bare)), Refused)
    assert isinstance(check_proposal(explicit(PREFERENCE, plain), gate(plain)), Accepted)


@pytest.mark.parametrize(
    ("kind", "said", "other"),
    [
        (PREFERENCE, "tell me when you're not sure instead of guessing", "guessing"),
        (PREFERENCE, "when a guest says no nuts, list what we can serve, every time", "guest"),
        (PREFERENCE, "以后图表标题写成一句话，说明结论是什么", "图表"),
        (
            PREFERENCE,
            "the shop counts in dozens and so do I, count in dozens from now on",
            "dozens",
        ),
        (DECISION, "还是回到老厂房，露台先不装修了", "厂房"),
    ],
)
def test_what_only_sounds_like_a_veto_is_none(kind: Kind, said: str, other: str) -> None:
    """A case, an indirect question, "so do I" and what is set aside stand in no way."""
    assert other in said
    assert isinstance(check_proposal(explicit(kind, said), gate(said)), Accepted)


@pytest.mark.parametrize(
    ("answer", "cited", "yes"),
    [
        ("Heating on from October. Would that suit you?", "Heating on from October", "suits me"),
        ("The shed would be the better place for it.", "The shed would be", "the shed"),
        ("名单按到场顺序排。您看怎么样？", "名单按到场顺序排", "好，按到场顺序"),
        ("要不要把评论先关掉？我倾向关。", "把评论先关掉", "关吧"),
    ],
)
def test_what_is_put_up_may_be_confirmed(answer: str, cited: str, yes: str) -> None:
    """Advice in other words, or words right before a question, are a proposal once cited."""
    assert isinstance(check_proposal(confirmed(DECISION, yes, cited), gate(yes, answer)), Accepted)


@pytest.mark.parametrize(
    ("answer", "cited", "yes"),
    [
        ("The heating is on since October.", "The heating is on since October", "ok, October"),
        ("I have moved the shed. Anything else?", "I have moved the shed", "the shed"),
        ("The log is long. Shall I open it?", "The log is long", "the log please"),
        ("Heating on from October. Would that suit you?", "Heating on from October", "hm"),
        ("Heating on from October. Would that suit you?", "Heating on from October", "too early"),
        (
            "Heating on from October. Would that suit you?",
            "Heating on from October",
            "yes, it has been a long day and the children are asleep at last",
        ),
    ],
)
def test_what_is_not_put_up_or_not_answered_stays_unconfirmed(
    answer: str, cited: str, yes: str
) -> None:
    """Facts, work done and leave asked for are no proposals; a murmur or a remark is no answer."""
    assert isinstance(check_proposal(confirmed(DECISION, yes, cited), gate(yes, answer)), Refused)
