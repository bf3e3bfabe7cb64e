"""memory-recall.v1: what is known layer by layer, how fresh it is, and where it is from."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.knowledge.freshness import Drift, Freshness, Published
from sayso.core.knowledge.json_values import canonical
from sayso.core.knowledge.layers import LAYERS, Layer
from sayso.core.knowledge.recall_values import bounded, fitted
from sayso.core.knowledge.recalling import (
    UNSCOPED,
    RecallRequest,
    Sources,
    answer_recall,
    read_recall,
)
from sayso.core.outcome import is_failure

FRESH = Freshness(summary=Drift())
DRIFTED = Freshness(summary=Drift(causes=frozenset({"code"})))
CODE_LAYERS = {layer.value for layer, policy in LAYERS.items() if policy.rests_on_code}
VALUES: dict[Layer, object] = {
    Layer.PROJECT: "Release on Fridays.",
    Layer.FUNCTION: {"known_issues": ["wear"]},
    Layer.PATTERNS: [
        {"function": "brake", "symptom": name, "keywords": ["late"], "_learned_at": at}
        for name, at in (("one", "2026-01"), ("two", "2026-02"), ("three", "2026-02"))
    ],
    Layer.SESSIONS: [{"case_id": f"brake-{at}", "problem": "late"} for at in range(3)] + ["x"],
    Layer.CASE: {"problem": "late"},
    Layer.CODE_KNOWLEDGE: {"alarm_logic": {"rules": [{"id": "r1"}]}},
    Layer.CONSTANTS: {"LIMIT": 3},
    Layer.SEMANTIC: [
        {"id": "a", "symptom": "late", "metadata": {"function": "BRAKE"}},
        {"id": "b", "symptom": "dim", "metadata": {"function": "LIGHT"}},
    ],
}
PATHS = {layer: f"memory/{layer}.json" for layer in Layer}
SOURCES = Sources(memory_dir="memory", values=VALUES, paths=PATHS, freshness=FRESH)


def request(**arguments: object) -> RecallRequest:
    """Read a request that says which folder it means, unless it says otherwise."""
    whole = {"function": "brake", "query": "late", "memory_dir": "memory", **arguments}
    return read_recall(whole).unwrap()


def answer(sources: Sources = SOURCES, **arguments: object) -> dict[str, object]:
    """Answer a request."""
    given_answer = answer_recall(request(**arguments), sources)
    assert json.loads(json.dumps(given_answer)) == given_answer
    return given_answer


def items(given_answer: dict[str, object]) -> dict[str, dict[str, object]]:
    """Give the items of an answer by their layer."""
    listed = given_answer["items"]
    assert isinstance(listed, list)
    return {str(item["layer"]): item for item in listed}


def statuses(given_answer: dict[str, object]) -> dict[str, set[str]]:
    """Give which layers have which status."""
    found: dict[str, set[str]] = {}
    for layer, item in items(given_answer).items():
        found.setdefault(str(item["status"]), set()).add(layer)
    return found


def test_every_layer_is_given_with_freshness_and_source() -> None:
    """All layers come in order, each with how fresh it is and where it lies (B8-B10)."""
    given_answer = answer()
    found = items(given_answer)
    assert list(found) == [layer.value for layer in Layer]
    assert (given_answer["schema_version"], given_answer["status"]) == ("memory-recall.v1", "ready")
    assert given_answer["summary"] == {"available": 8, "not_available": 0, "blocked_stale": 0}
    assert found["project"]["value"] == "Release on Fridays."
    assert found["project"]["freshness"] == {"state": "not_of_code"}
    assert found["code_knowledge"] == {
        "layer": "code_knowledge",
        "status": "available",
        "value": {"alarm_logic": {"rules": [{"id": "r1"}]}},
        "freshness": {"state": "usable"},
        "provenance": {
            "memory_dir": "memory",
            "path": "memory/code_knowledge.json",
            "source": "layer 6",
        },
        "reason": "",
        "truncated": False,
    }
    assert given_answer["scope"] == {
        "function": "BRAKE",
        "query": "late",
        "case_dir": "",
        "variant_id": "",
        "memory_dir": "memory",
    }


def test_without_a_scope_what_rests_on_code_is_blocked() -> None:
    """Whoever names no variant and no folder gets what people noted, and nothing else (B54)."""
    bare = answer(memory_dir=None)
    assert statuses(bare)["blocked_stale"] == CODE_LAYERS
    for layer in CODE_LAYERS:
        item = items(bare)[layer]
        assert (item["reason"], item["value"]) == (UNSCOPED, None)
    assert bare["status"] == "partial"
    scopes: list[dict[str, object]] = [
        {"variant_id": "v"},
        {"context_path": "x"},
        {"context": {"identity": {}}},
    ]
    for scope in scopes:
        assert "blocked_stale" not in statuses(answer(SOURCES, memory_dir="", **scope))


def test_drift_blocks_what_rests_on_code() -> None:
    """The one rule decides here as for the context: nothing that is withheld is in the answer."""
    drifted = answer(replace(SOURCES, freshness=DRIFTED))
    assert statuses(drifted)["blocked_stale"] == CODE_LAYERS
    for layer in CODE_LAYERS:
        item = items(drifted)[layer]
        assert (item["reason"], item["value"]) == ("drift", None)
        assert item["freshness"] == {"state": "withheld", "reason": "drift", "causes": ["code"]}
    assert "r1" not in canonical(drifted)


def test_each_hit_is_judged_by_its_function() -> None:
    """Of hits some of which are withheld the others are given, and how many are missing is told."""
    scope = "case_history:LIGHT"
    confirmed = Freshness(
        summary=DRIFTED.summary,
        signatures={scope: "s"},
        published={scope: Published(is_fresh=True, signature="s")},
    )
    item = items(answer(replace(SOURCES, freshness=confirmed)))["semantic"]
    hits = item["value"]
    assert isinstance(hits, list)
    assert [hit["id"] for hit in hits] == ["b"]
    assert item["freshness"] == {
        "state": "withheld",
        "reason": "drift",
        "causes": ["code"],
        "hits_withheld": 1,
    }


def test_what_is_not_there_is_not_available() -> None:
    """A layer that is missing, empty or blank says so, and no status is invented."""
    empty = replace(SOURCES, values={Layer.PROJECT: " \n", Layer.FUNCTION: {}, Layer.SEMANTIC: []})
    bare = answer(empty)
    assert statuses(bare) == {"not_available": {layer.value for layer in Layer}}
    assert bare["status"] == "not_available"
    assert {str(item["reason"]) for item in items(bare).values()} == {"nothing_known"}
    untracked = items(answer(replace(SOURCES, freshness=Freshness())))
    assert untracked["constants"]["freshness"] == {"state": "not_tracked"}


def shown(layer: str, **arguments: object) -> list[object]:
    """Give the value of a layer that is a list."""
    value = items(answer(SOURCES, layers=layer, **arguments))[layer]["value"]
    assert isinstance(value, list)
    return value


def test_lists_give_what_fits() -> None:
    """Patterns and sessions are those of the function, the best first, as many as wanted."""
    assert [one["symptom"] for one in shown("patterns") if isinstance(one, dict)][2:] == ["one"]
    asked = [one["symptom"] for one in shown("patterns", query="") if isinstance(one, dict)]
    assert sorted(asked[:2]) == ["three", "two"]
    assert len(shown("patterns", query=None, max_items=2)) == 2
    assert len(shown("sessions", max_items=2)) == 2
    assert len(shown("semantic", max_items=1)) == 1
    assert items(answer(layers="patterns", function="other"))["patterns"]["value"] is None


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"function": 3}, "function must be a text"),
        ({"functions": "x"}, "unknown argument 'functions'"),
        ({"layers": "project,weather"}, "unknown layer 'weather'"),
        ({"layers": [3]}, "unknown layer '3'"),
        ({"layers": []}, "layers must be a list"),
        ({"layers": 7}, "layers must be a list"),
        ({"max_items": 0}, "max_items must be a whole number from 1 to 40"),
        ({"max_items": True}, "max_items must"),
        ({"max_chars": "many"}, "max_chars must"),
        ({"max_chars": 10**6}, "max_chars must be a whole number from 1 to 100000"),
        (
            {"variant_id": "a", "context": {"identity": {"variant_id": "b"}}},
            "the context is of 'b'",
        ),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(arguments: dict[str, object], told: str) -> None:
    """What is wrong is said; nothing is guessed."""
    refused = read_recall(arguments)
    assert is_failure(refused)
    assert told in refused.failure()


def test_a_request_is_read() -> None:
    """Layers may be a list or names with commas; a context may name the variant."""
    asked = read_recall(
        {"project_root": "/p", "layers": "case, project,case", "max_items": 7, "max_chars": 9,
         "context": {"identity": {"variant_id": "v"}}}
    ).unwrap()  # fmt: skip
    assert asked.layers == (Layer.CASE, Layer.PROJECT)
    assert (asked.max_items, asked.max_chars) == (7, 9)
    assert (asked.variant_id, asked.is_scoped) == ("v", True)
    bare = read_recall({"layers": ["project"]}).unwrap()
    assert (bare.max_items, bare.max_chars, bare.is_scoped) == (5, 6_000, False)


def test_values_are_bounded() -> None:
    """Texts have 8,000 characters, maps 80 keys, lists 40 entries, and depth has an end."""
    wide = bounded(
        {"t": "x" * 9_000, "l": [0] * 99, "m": {str(at): at for at in range(99)}, "n": 1}
    )
    assert isinstance(wide, dict)
    assert [len(wide[key]) for key in "tlm"] == [8_000, 40, 80]
    deep: object = "end"
    for _ in range(12):
        deep = (deep,)
    assert canonical(bounded(deep)).count("[") == 12
    assert '"[[[[' in canonical(bounded(deep))


VALUE = st.integers(0, 60).map(lambda size: "x" * size) | st.lists(st.integers(0, 9), max_size=20)


def chars(value: object) -> int:
    """Count the characters of a value: of a text itself, else of its JSON."""
    return len(value) if isinstance(value, str) else len(canonical(value)) * (value is not None)


@given(st.lists(st.none() | VALUE, max_size=6), st.integers(1, 120))
@rules(max_examples=60)
def test_values_share_a_budget(values: list[object], budget: int) -> None:
    """Together they never exceed it, and only where all of them do is anything cut."""
    shares = fitted(values, budget)
    assert sum(chars(one) for one, _ in shares) <= budget
    for (one, is_cut), value in zip(shares, values, strict=True):
        assert (one == value) is not is_cut
    assert any(is_cut for _, is_cut in shares) is (sum(map(chars, values)) > budget)


def test_long_values_get_equal_shares() -> None:
    """What short values leave is halved between two that are too long."""
    shares = fitted(["x" * 10, "y" * 90, "z" * 80], 100)
    assert [chars(one) for one, _ in shares] == [10, 45, 45]


def test_an_answer_keeps_its_budget() -> None:
    """A layer that is too large is cut and says so; the others come whole."""
    big = replace(SOURCES, values={**VALUES, Layer.CASE: {"note": "n" * 50_000}})
    found = items(answer(big, max_chars=3_000))
    assert found["case"]["truncated"] is True
    assert found["function"]["truncated"] is False
    assert 2_990 <= sum(chars(item["value"]) for item in found.values()) <= 3_000
    assert limits.KNOWLEDGE_RECALL_CHARS == 6_000
