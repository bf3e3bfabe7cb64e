"""The dream by rules: what is alike is joined, what contradicts is named, nothing is invented."""

import json

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.knowledge.dream_changes import patterns_after
from sayso.core.knowledge.dream_plan import DreamPlan, read_plan
from sayso.core.knowledge.dream_question import Material, compose_question
from sayso.core.knowledge.dream_rules import ALIKE, answer_by_rules, share
from sayso.core.knowledge.patterns import add_pattern, id_of

SEEN = "the brake light turns on late after the pedal is pressed"
WHY = "debounce of the pedal signal is too long"


def pattern(*keywords: str, **changes: object) -> dict[str, object]:
    """Give a pattern."""
    said = {"symptom": SEEN, "root_cause": WHY, "fix_hint": "shorten it"}
    return {"function": "BRAKE", **said, "keywords": list(keywords), **changes}


def dream(*patterns: object) -> tuple[DreamPlan, tuple[object, ...]]:
    """Dream over patterns by rules; give the plan and what is left."""
    kept: tuple[object, ...] = ()
    for one in patterns:
        kept = add_pattern(kept, one, "t").patterns if isinstance(one, dict) else (*kept, one)
    question = compose_question(Material(patterns=kept))
    plan = read_plan(answer_by_rules(question.text), question.shown).unwrap()
    return plan, patterns_after(kept, plan, "later").patterns


def keywords_of(patterns: tuple[object, ...]) -> list[object]:
    """Give the keywords of each pattern."""
    return [one["keywords"] for one in patterns if isinstance(one, dict)]


def test_alike_patterns_become_one() -> None:
    """Nearly the same symptom and cause: one pattern with all keywords takes their place."""
    near = pattern("pedal", symptom=f"{SEEN} down", function="brake")
    plan, left = dream(pattern("late"), near, pattern("noise", function="LIGHT"))
    assert sorted(map(str, keywords_of(left))) == ["['noise']", "['pedal', 'late']"]
    assert len(plan.remove) == 2
    assert plan.summary == "2 alike patterns joined, 0 contradictions."
    assert (plan.notes, plan.functions, plan.conflicts) == (None, (), ())


def test_what_says_all_already_stays_as_it_is() -> None:
    """Where one has every keyword the others just go, and its own notes are kept."""
    whole = pattern("late", "pedal", case_id="C7", fix_hint="shorten it to 20 ms")
    plan, left = dream(pattern("late"), whole)
    assert plan.add == ()
    assert [one["case_id"] for one in left if isinstance(one, dict)] == ["C7"]


@pytest.mark.parametrize(
    "other",
    [
        {"function": "LIGHT"},
        {"symptom": "it makes a noise"},
        {"root_cause": f"{WHY} and the bulb is slow to light up when cold"},
    ],
)
def test_what_differs_stays_apart(other: dict[str, object]) -> None:
    """Another function, another symptom or another cause: both stay."""
    plan, left = dream(pattern("late"), pattern("pedal", **other))
    assert (plan.remove, plan.add, len(left)) == ((), (), 2)


def test_four_fifths_are_not_more_than_four_fifths() -> None:
    """The bound is open: exactly four of five words are not enough."""
    words = frozenset("abcde")
    assert share(words, words - {"a"}) == ALIKE
    assert share(frozenset(), frozenset()) == 1
    plan, _ = dream(pattern("x", symptom="a b c d"), pattern("y", symptom="a b c d e"))
    assert plan.remove == ()
    plan, _ = dream(pattern("x", symptom="a b c d e"), pattern("y", symptom="a b c d e f"))
    assert len(plan.remove) == 2


def test_contradictions_are_named() -> None:
    """One symptom with causes that share nothing is told, and both stay (B180)."""
    plan, left = dream(pattern("late"), pattern("late", root_cause="worn wires"))
    assert len(left) == 2
    (told,) = plan.conflicts
    assert told.endswith("give different causes of one symptom")
    assert all(id_of(one) in told for one in left if isinstance(one, dict))


def test_what_is_not_sound_is_left_alone() -> None:
    """Patterns of another shape, too long or without words are neither joined nor removed."""
    odd = [
        pattern("late", symptom=3),
        pattern("late", keywords="late"),
        pattern("late", symptom=" "),
        pattern("late", fix_hint="x" * (limits.DREAM_TEXT_MAX_CHARS + 1)),
        pattern("late", fix_hint="y" * (limits.DREAM_PATTERN_MAX_CHARS + 1)),
        "no object",
    ]
    plan, left = dream(*odd, *odd)
    assert (plan.remove, plan.add) == ((), ())
    assert len(left) == len(odd) + 1


def test_too_many_keywords_join_nothing() -> None:
    """What could only be joined by losing a keyword stays apart."""
    many = [f"k{at}" for at in range(limits.KEYWORDS_MAX)]
    assert dream(pattern(*many), pattern("more"))[0].remove == ()
    assert dream(pattern("a"), pattern("k" * (limits.DREAM_NAME_MAX_CHARS + 1)))[0].remove == ()


PATTERNS = st.lists(
    st.builds(
        lambda symptom, cause, keywords, function: pattern(
            *keywords, symptom=symptom, root_cause=cause, function=function
        ),
        st.sampled_from([SEEN, f"{SEEN} down", "noise", ""]),
        st.sampled_from([WHY, f"{WHY} now", ""]),
        st.lists(st.sampled_from(["late", "pedal", " ", "灯"]), max_size=3),
        st.sampled_from(["BRAKE", "brake", "LIGHT"]),
    ),
    max_size=6,
)


@given(PATTERNS)
@rules(max_examples=40)
def test_no_keyword_is_lost_and_dreaming_again_changes_nothing(
    given_patterns: list[dict[str, object]],
) -> None:
    """Whatever there is: the answer is the contract, every keyword is still there, and the next
    dream finds nothing to do.
    """
    _, left = dream(*given_patterns)
    before = {str(one) for patterns in given_patterns for one in _list(patterns["keywords"])}
    assert {str(one) for keywords in keywords_of(left) for one in _list(keywords)} == before
    again, after = dream(*(one for one in left if isinstance(one, dict)))
    assert (again.remove, again.add, len(after)) == ((), (), len(left))


def _list(value: object) -> list[object]:
    """Give a value that is a list."""
    assert isinstance(value, list)
    return value


def test_a_question_without_patterns_has_an_answer() -> None:
    """Where there is nothing to join, the answer changes nothing and says so."""
    answer = json.loads(answer_by_rules("{}"))
    assert answer["summary"] == "0 alike patterns joined, 0 contradictions."
