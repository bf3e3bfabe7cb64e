"""What a model writes over a quote: free in its words, bound in names, numbers and negation."""

from __future__ import annotations

import pytest

from sayso.core.evidence import Accepted, Reason, Refused, check_proposal
from sayso.core.fidelity import added_name, adds_negation, drops_negation
from sayso.core.items import Kind
from sayso.core.outcome import is_failure
from sayso.core.project.applying import plan_operations
from sayso.core.project.consolidation import Action, Operation
from tests.core.test_applying import FIRST, operation, state
from tests.records import make_candidate
from tests.speech import explicit, gate


@pytest.mark.parametrize(
    ("text", "ground", "added"),
    [
        ("Use MySQL for orders", "we decided: PostgreSQL for orders", "MySQL"),
        ("Use PostgreSQL for orders", "postgres for orders, decided", None),
        ("Use postgres for orders", "PostgreSQL for orders, decided", None),
        ("订单库用 MySQL", "订单库定了用 PostgreSQL", "MySQL"),
        ("订单库用 PostgreSQL", "订单库定了用 postgresql", None),
        ("Ask Anna before each release", "ask me before each release", "Anna"),
        ("Anna is asked before each release", "ask anna before each release", None),
        ("Answer in Chinese", "以后用中文回答", None),
        ("Put it in src/app_two", "put it in src/app", "src/app_two"),
        ("Indent with 2 spaces", "indent with two spaces", None),
        ("缩进 4 个空格", "缩进四个空格", None),
        ("Indent with 4 spaces", "indent with two spaces", "4"),
        ("At most 100 columns", "at most 80 columns", "100"),
        ("Ship on 2026-12-01", "ship on 2026-12-01", None),
        ("The timeout stays at 3 seconds", "the timeout stays at 30 seconds", "3"),
        ("Under 20 words", "keep replies under 200 words", "20"),
        ("Sixty seconds", "30 seconds, settled", "sixty"),
        ("Thirty seconds", "30 seconds, settled", None),
        ("Twelve items", "a dozen items", None),
        ("日志保留三十天", "日志保留九十天", "三十"),
        ("日志保留三十五天", "日志保留 35 天", None),
        ("日志保留十天", "日志保留 10 天", None),
        ("保留三天", "保留两天", "三"),
        ("Use C for the core", "we write the core in c", None),
    ],
)
def test_names_and_numbers_come_from_the_grounds(text: str, ground: str, added: str | None) -> None:
    """A name or number nobody said is found, another spelling of one that was said is not."""
    assert added_name(text, [ground]) == added


@pytest.mark.parametrize(
    ("text", "ground", "adds", "drops"),
    [
        ("Never use PostgreSQL", "we decided to use PostgreSQL", True, False),
        ("订单库不用 PostgreSQL", "订单库定了用 PostgreSQL", True, False),
        ("No emojis", "emojis? drop them for good", False, False),
        ("不要写注释", "注释就免了", False, False),
        ("Use tabs", "no tabs, ever", False, True),
        ("使用制表符", "不要使用制表符", False, True),
        ("Use spaces", "don't use tabs, use spaces", False, False),
        ("Write short answers", "don't write long answers", False, False),
        ("Drop tabs", "no tabs", False, False),
        ("Makefiles", "no spaces in Makefiles", False, False),
        ("Tests first, without exceptions", "tests first. no exceptions.", False, False),
    ],
)
def test_a_negation_is_neither_put_in_nor_left_out(
    text: str, ground: str, adds: bool, drops: bool
) -> None:
    """What turns a statement round is found; saying the same in other words is not."""
    assert adds_negation(text, [ground]) is adds
    assert drops_negation(text, [ground]) is drops


@pytest.mark.parametrize(
    ("said", "quote", "kind", "reason"),
    [
        ("It is not true that we decided to use Go.", "we decided to use Go", "decision",
         "never-said"),
        ("If the budget holds, we decided to use Azure.", "we decided to use Azure", "decision",
         "hypothetical"),
        ("如果老板同意，我们就定用 Rust。", "我们就定用 Rust", "decision", "hypothetical"),
        ("如果预算批下来，我们就定用阿里云。", "我们就定用阿里云", "decision", "hypothetical"),
        ("From now on use four spaces, said nobody ever.", "use four spaces", "preference",
         "never-said"),
        ("Bob prefers dark mode and wants tabs everywhere from now on.",
         "tabs everywhere from now on", "preference", "reported-speech"),
        ("如果改了接口，以后都要更新文档。", "以后都要更新文档", "preference", None),
        ("From now on, when the build fails tell me why.", "when the build fails tell me why",
         "preference", None),
    ],
)  # fmt: skip
def test_what_governs_a_quote_is_heard(
    said: str, quote: str, kind: str, reason: str | None
) -> None:
    """A quote cut out of a denial, a condition or somebody else's wish proves nothing."""
    which = Kind.DECISION if kind == "decision" else Kind.PREFERENCE
    verdict = check_proposal(explicit(which, quote), gate(said))
    assert (verdict.reason if isinstance(verdict, Refused) else None) == reason


SAID = "We decided to use PostgreSQL for orders."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("Orders live in PostgreSQL", None),
        ("Use MySQL for orders", Reason.ADDED),
        ("Never use PostgreSQL for orders", Reason.TURNED),
    ],
)
def test_the_gate_refuses_what_the_quote_does_not_say(content: str, reason: Reason | None) -> None:
    """A content with a foreign name, or turned round, is refused although it shares a word."""
    told = explicit(Kind.DECISION, SAID, content=content, title="Orders")
    verdict = check_proposal(told, gate(SAID))
    if reason is None:
        assert isinstance(verdict, Accepted)
    else:
        assert isinstance(verdict, Refused)
        assert verdict.reason is reason


@pytest.mark.parametrize(
    "texts",
    [
        {"content": "Use tabs in Emacs"},
        {"content": "Do not use tabs"},
        {"title": "No tabs"},
        {"synopsis": "Tabs with 8 columns"},
    ],
)
def test_the_second_stage_adds_nothing(texts: dict[str, str]) -> None:
    """An operation with a foreign name or number or a "not" of its own fails the whole plan."""
    plain: dict[str, object] = {"title": "Tabs", "content": "Use tabs", "synopsis": "Tabs"}
    assert not is_failure(plan_operations((replace_texts(plain),), state(FIRST)))
    assert is_failure(plan_operations((replace_texts(plain | texts),), state(FIRST)))


def test_the_second_stage_leaves_no_not_out() -> None:
    """An operation that says plainly what its candidate says not to do fails the plan."""
    forbidden = make_candidate(1, "No tabs, ever")
    told: dict[str, object] = {"title": "Tabs", "content": "Use tabs", "synopsis": "Tabs"}
    refused = plan_operations((replace_texts(told),), state(forbidden))
    assert refused.failure() == "the content says the opposite of its candidates"


def replace_texts(texts: dict[str, object]) -> Operation:
    """Give an operation that keeps the first candidate under these texts."""
    return operation(Action.CREATE, 1, target=None, **texts)
