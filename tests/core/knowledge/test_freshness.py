"""Freshness: one rule decides what learned from code may be used, and it fails closed."""

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core.knowledge.freshness import (
    CONCERNS,
    Category,
    Cause,
    Drift,
    Freshness,
    Published,
    Reason,
    Untold,
    Unusable,
    Usable,
    Withheld,
    judge,
    read_summary,
    scope_of,
    summary_fields,
)
from sayso.core.knowledge.layers import LAYERS, Layer

CODE_DRIFT = Drift(causes=frozenset({Cause.CODE}))
FRESH = Published(is_fresh=True, signature="now")
STALE = Published(is_fresh=False, signature="now")
OLDER = Published(is_fresh=True, signature="before")
LEARNED = Category.CODE_KNOWLEDGE


def facts(summary: object = None, variant_id: str = "", **published: Published) -> Freshness:
    """Give what is known: drift as a host tells it, and what is published by scope."""
    by_scope = {scope.replace("__", ":"): one for scope, one in published.items()}
    signatures = dict.fromkeys(by_scope, "now")
    told = read_summary(summary)
    return Freshness(variant_id=variant_id, summary=told, signatures=signatures, published=by_scope)


@pytest.mark.parametrize("cause", [Cause.CODE, Cause.CONSTANTS, Cause.IDENTITY])
@pytest.mark.parametrize("layer", list(Layer))
def test_drift_withholds_what_rests_on_code(layer: Layer, cause: Cause) -> None:
    """Code, constants and identity take out layers 3 and 6 and semantic hits (B128-B130); what
    people noted in layers 1, 2, 4 and 5 rests on no code, and stays (B132).
    """
    category = LAYERS[layer].category
    assert LAYERS[layer].rests_on_code is (LAYERS[layer].number not in (1, 2, 4, 5))
    if category is not None:
        verdict = judge(category, "F", facts({f"{cause}_changed": True}))
        assert verdict == Withheld(reason=Reason.DRIFT, causes=(cause,))


def test_there_are_six_layers() -> None:
    """The six layers are numbered; constants and semantic hits stand beside them (B2)."""
    numbers = [policy.number for policy in LAYERS.values()]
    assert [number for number in numbers if number] == [1, 2, 3, 4, 5, 6]
    assert LAYERS.keys() == set(Layer)


@pytest.mark.parametrize("category", list(Category))
@pytest.mark.parametrize("cause", list(Cause))
def test_a_cause_withholds_only_what_it_concerns(category: Category, cause: Cause) -> None:
    """Requirements that changed say nothing about code, and code nothing about requirements."""
    verdict = judge(category, "", Freshness(summary=Drift(causes=frozenset({cause}))))
    assert isinstance(verdict, Withheld) is (cause in CONCERNS[category])


def test_without_drift_everything_is_usable() -> None:
    """A summary that tells no change lets everything through, watched; no summary, unwatched."""
    for category in Category:
        assert judge(category, "F", facts({"code_changed": False})) == Usable(is_tracked=True)
        assert judge(category, "F", facts()) == Usable(is_tracked=False)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (facts(variant_id="v"), Reason.SUMMARY_MISSING),
        (facts({"available": False}, variant_id="v"), Reason.SUMMARY_UNAVAILABLE),
        (facts({"available": False}), Reason.SUMMARY_UNAVAILABLE),
        (facts({}, variant_id="v"), Reason.SUMMARY_UNREADABLE),
        (facts({}), Reason.SUMMARY_UNREADABLE),
        (facts("fresh"), Reason.SUMMARY_UNREADABLE),
        (facts({"code_changed": "no"}), Reason.SUMMARY_UNREADABLE),
        (facts({"code_changed": 0}), Reason.SUMMARY_UNREADABLE),
        (facts({"available": "yes", "code_changed": False}), Reason.SUMMARY_UNREADABLE),
        (facts({"any_changed": True}), Reason.SUMMARY_UNREADABLE),
        (facts({"any_changed": True, "code_changed": False}), Reason.SUMMARY_UNREADABLE),
    ],
)
def test_what_is_not_known_is_withheld(given: Freshness, reason: Reason) -> None:
    """A variant nobody tells about, and a summary that tells nothing, hold back everything; even
    what was published for it (B54).
    """
    for category in Category:
        assert judge(category, "F", given) == Withheld(reason=reason)
    published = Freshness(
        variant_id=given.variant_id,
        summary=given.summary,
        signatures={LEARNED: "now"},
        published={LEARNED: FRESH},
    )
    assert judge(LEARNED, "", published) == Withheld(reason=reason)


def test_an_unknown_category_is_withheld() -> None:
    """What the table doesn't name may rest on anything."""
    assert judge("weather", "F", facts()) == Withheld(reason=Reason.UNKNOWN_CATEGORY)
    assert judge("weather", "", facts({"code_changed": False}, weather=FRESH)) == Withheld(
        reason=Reason.UNKNOWN_CATEGORY
    )


def test_an_unknown_cause_concerns_everything() -> None:
    """A change of something the rule doesn't know may concern any category."""
    given = facts({"board_changed": True, "code_changed": False, "any_changed": True})
    for category in Category:
        assert judge(category, "", given) == Withheld(reason=Reason.DRIFT, causes=("board",))


def test_what_was_published_for_the_sources_as_they_are_is_usable_under_drift() -> None:
    """A scope that was refreshed is usable by itself, whatever became of the others (B51)."""
    given = facts({"code_changed": True}, code_knowledge=FRESH)
    assert judge(LEARNED, "F", given) == Usable(is_tracked=True)
    assert judge(Category.CONDITIONS, "F", given) == Withheld(
        reason=Reason.DRIFT, causes=(Cause.CODE,)
    )


def test_what_was_not_refreshed_stays_withheld_without_drift() -> None:
    """A module that failed is stale until it is published, also when the baseline moves (B50)."""
    given = facts({"code_changed": False}, code_knowledge=STALE)
    assert judge(LEARNED, "F", given) == Withheld(reason=Reason.NOT_REFRESHED)


def test_what_was_published_for_other_sources_is_withheld() -> None:
    """A publication counts for the sources it was made from, and no others."""
    given = facts({"code_changed": False}, code_knowledge=OLDER)
    assert judge(LEARNED, "F", given) == Withheld(reason=Reason.SOURCES_DIFFER)


def test_a_function_speaks_for_itself_before_its_category() -> None:
    """What was published of one function counts for it alone, either way."""
    drifted = {"code_changed": True}
    fresh = facts(drifted, code_knowledge__BRAKE=FRESH)
    assert judge(LEARNED, "brake", fresh) == Usable(is_tracked=True)
    assert isinstance(judge(LEARNED, "light", fresh), Withheld)
    assert isinstance(judge(LEARNED, "", fresh), Withheld)
    stale = facts(drifted, code_knowledge__BRAKE=STALE, code_knowledge=FRESH)
    assert judge(LEARNED, "brake", stale) == Withheld(reason=Reason.NOT_REFRESHED)
    assert judge(LEARNED, "light", stale) == Usable(is_tracked=True)


def test_a_publication_without_a_signature_to_compare_says_nothing() -> None:
    """Where the sources of a scope are not known, drift alone decides."""
    given = Freshness(summary=CODE_DRIFT, published={LEARNED: FRESH})
    assert judge(LEARNED, "", given) == Withheld(reason=Reason.DRIFT, causes=(Cause.CODE,))
    calm = Freshness(summary=Drift(), published={LEARNED: OLDER})
    assert judge(LEARNED, "", calm) == Usable(is_tracked=True)


def test_scopes_are_named_in_capitals() -> None:
    """A function's scope bears its name as its file does."""
    assert scope_of(LEARNED, "brake") == "code_knowledge:BRAKE"
    assert scope_of(LEARNED, "") == "code_knowledge"


@pytest.mark.parametrize(
    ("told", "summary"),
    [
        (None, Untold()),
        ({"available": True}, Drift()),
        ({"available": True, "code_changed": True}, CODE_DRIFT),
        ({"code_changed": True, "changed_keys": ["x"], "note": 3}, CODE_DRIFT),
        ([], Unusable(reason=Reason.SUMMARY_UNREADABLE)),
    ],
)
def test_a_summary_is_read_as_the_host_gives_it(told: object, summary: object) -> None:
    """Flags become causes; what is no flag is passed over (B184)."""
    assert read_summary(told) == summary


def test_a_dream_notes_what_has_changed() -> None:
    """What goes into the log: whether anything changed, and what; nothing without a summary."""
    both = Drift(causes=frozenset({Cause.CONSTANTS, Cause.CODE}))
    assert summary_fields(both) == {
        "freshness_any_changed": True,
        "freshness_changed_keys": ["code", "constants"],
    }
    assert summary_fields(Drift())["freshness_any_changed"] is False
    assert summary_fields(Untold()) == {}


FLAGS = st.dictionaries(
    st.sampled_from([*(f"{cause}_changed" for cause in Cause), "board_changed", "available"]),
    st.booleans() | st.sampled_from([None, "true", 1]),
    max_size=4,
)
PUBLISHED = st.dictionaries(
    st.sampled_from(["code_knowledge", "code_knowledge:F"]),
    st.sampled_from([FRESH, STALE, OLDER]),
)


@given(FLAGS, PUBLISHED, st.sampled_from(["", "v"]))
@rules(max_examples=60)
def test_more_drift_never_frees_anything(
    told: dict[str, object], published: dict[str, Published], variant: str
) -> None:
    """With one more cause told, nothing becomes usable that was not before."""

    def verdict(summary: dict[str, object]) -> bool:
        known = Freshness(
            variant_id=variant,
            summary=read_summary(summary),
            signatures=dict.fromkeys(published, "now"),
            published=published,
        )
        return isinstance(judge(LEARNED, "F", known), Usable)

    if told.get("available", True) is True and "code_changed" in told:
        assert verdict({**told, "code_changed": True}) <= verdict(told | {"code_changed": False})
