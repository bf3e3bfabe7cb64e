"""What of the learners' results is published, and how drift is measured."""

from dataclasses import replace

import pytest

from sayso.core.knowledge.freshness import (
    Category,
    Drift,
    Freshness,
    Reason,
    Unusable,
    Usable,
    Withheld,
    judge,
)
from sayso.core.knowledge.learning import ModuleResult, Outcome
from sayso.core.knowledge.publishing import (
    Manifest,
    Publication,
    manifest_fields,
    measure_drift,
    publish,
    read_manifest,
    settle,
    signature,
)
from sayso.core.outcome import is_failure

AT = "2026-05-01T12:00:00.000000+00:00"
NOW = {"code_knowledge": "now", "conditions": "now", "code_knowledge:F": "now"}
BY = Publication(producer="dream", at=AT, signatures=NOW)
RESULT = ModuleResult(
    category=Category.CODE_KNOWLEDGE,
    outcome=Outcome.LEARNED,
    published={"code_knowledge": "now"},
    failed=("code_knowledge:F",),
)


def fresh(*scopes: str, made_from: str = "now") -> Manifest:
    """Give a manifest in which scopes are published."""
    category = Category(scopes[0].partition(":")[0])
    published = dict.fromkeys(scopes, made_from)
    result = ModuleResult(category=category, outcome=Outcome.LEARNED, published=published)
    return publish(Manifest(), [result], BY)


def verdict(manifest: Manifest, category: Category, function: str = "") -> object:
    """Judge a scope under a drift of code, with what a manifest says."""
    drift = Drift(causes=frozenset({"code"}))
    published = manifest.published
    known = Freshness(summary=drift, signatures=NOW, published=published)
    return judge(category, function, known)


def test_only_what_succeeded_is_published() -> None:
    """A failed module is marked stale, an absent one isn't spoken of (B49-B51)."""
    failed = ModuleResult(category=Category.CONDITIONS, outcome=Outcome.FAILED, error="x")
    absent = ModuleResult(category=Category.CODE_GRAPH, outcome=Outcome.ABSENT)
    manifest = publish(Manifest(), [RESULT, failed, absent], BY)
    assert {scope: one.is_fresh for scope, one in manifest.entries.items()} == {
        "code_knowledge": True,
        "code_knowledge:F": False,
        "conditions": False,
    }
    assert verdict(manifest, Category.CODE_KNOWLEDGE) == Usable(is_tracked=True)
    stale = Withheld(reason=Reason.NOT_REFRESHED)
    assert verdict(manifest, Category.CONDITIONS) == stale
    assert verdict(manifest, Category.CODE_KNOWLEDGE, "f") == stale


def test_what_failed_stays_stale_until_it_succeeds() -> None:
    """A later success of others changes nothing for it; its own does (B50)."""
    failed = ModuleResult(category=Category.CONDITIONS, outcome=Outcome.FAILED)
    manifest = publish(publish(Manifest(), [failed], BY), [RESULT], BY)
    assert not manifest.entries["conditions"].is_fresh
    again = replace(failed, outcome=Outcome.UNCHANGED, published={"conditions": "now"})
    assert publish(manifest, [again], BY).entries["conditions"].is_fresh


def test_a_whole_category_speaks_for_its_functions() -> None:
    """What was said of single functions before is replaced, of this category alone."""
    before = fresh("code_knowledge:F", "code_knowledge:G", made_from="old")
    before = replace(before, entries={**before.entries, **fresh("conditions:F").entries})
    assert publish(before, [RESULT], BY).entries.keys() == {
        "code_knowledge",
        "code_knowledge:F",
        "conditions:F",
    }


def test_what_is_fresh_for_now_survives_a_failure() -> None:
    """A learner that fails though nothing changed takes nothing away."""
    failed = ModuleResult(category=Category.CODE_KNOWLEDGE, outcome=Outcome.FAILED)
    kept = publish(fresh("code_knowledge"), [failed], BY)
    assert kept == fresh("code_knowledge")
    gone = publish(fresh("code_knowledge", made_from="old"), [failed], BY)
    assert gone.entries["code_knowledge"].signature == "old"
    assert not gone.entries["code_knowledge"].is_fresh


@pytest.mark.parametrize(
    ("cause", "stale"),
    [
        ("requirements", {"requirements"}),
        ("interfaces", {"interfaces"}),
        ("weather", set(Category) - {"code_knowledge"}),
        ("code", set(Category) - {"code_knowledge", "interfaces", "requirements"}),
    ],
)
def test_settling_marks_what_a_drift_leaves_behind(cause: str, stale: set[str]) -> None:
    """Before the baseline moves, whatever was not refreshed is marked, and nothing else."""
    settled = settle(fresh("code_knowledge"), Drift(causes=frozenset({cause})), BY)
    assert {scope for scope, one in settled.entries.items() if not one.is_fresh} == stale
    assert settled.entries["code_knowledge"].is_fresh
    later = replace(BY, at="later")
    assert settle(settled, Drift(causes=frozenset({cause})), later) == settled


def test_after_settling_nothing_is_usable_by_forgetting() -> None:
    """With the new baseline there is no drift, and what was not refreshed is still withheld."""
    older = fresh("conditions", made_from="old")
    settled = settle(older, Drift(causes=frozenset({"code"})), BY)
    calm = Freshness(summary=Drift(), signatures=NOW, published=settled.published)
    for category in (Category.CONDITIONS, Category.CODE_KNOWLEDGE, Category.CASE_HISTORY):
        assert judge(category, "F", calm) == Withheld(reason=Reason.NOT_REFRESHED)


def test_drift_is_measured_by_signatures() -> None:
    """What differs from the baseline, or is on one side alone, has changed; without a baseline
    nothing is known.
    """
    assert measure_drift({"code": "a"}, {"code": "a"}) == Drift()
    assert measure_drift({"code": "a", "constants": "b"}, {"code": "c"}) == Drift(
        causes=frozenset({"code", "constants"})
    )
    assert measure_drift(None, {"code": "a"}) == Unusable(reason=Reason.SUMMARY_UNAVAILABLE)


def test_a_signature_is_that_of_all_parts() -> None:
    """Another name, hash or part gives another signature; the order doesn't."""
    signed = {
        signature(one) for one in ({}, {"a": "1"}, {"a": "2"}, {"b": "1"}, {"a": "1", "b": "1"})
    }
    assert len(signed) == 5
    assert {len(one) for one in signed} == {24}


def test_a_manifest_comes_back() -> None:
    """It is read as it was written; of another version or variant it is refused."""
    manifest = replace(publish(Manifest(), [RESULT], BY), variant_id="v")
    written = manifest_fields(manifest)
    assert read_manifest(written, "v").unwrap() == manifest
    changes: list[dict[str, object]] = [
        {"schema_version": 2},
        {"variant_id": "w"},
        {"categories": []},
    ]
    for change in changes:
        assert is_failure(read_manifest({**written, **change}, "v"))


@pytest.mark.parametrize(
    "entry", [3, {}, {"status": "fresh"}, {"status": "Fresh", "input_signature": "now"}]
)
def test_an_entry_that_cannot_be_read_is_stale(entry: object) -> None:
    """Damage never makes anything fresh."""
    value = {"schema_version": 1, "variant_id": "", "categories": {"conditions": entry}}
    assert not read_manifest(value, "").unwrap().entries["conditions"].is_fresh
