"""Layer 6: two sources tell of one function, and merging keeps what both told."""

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core.knowledge.code_merge import (
    META,
    Source,
    Telling,
    merge_code,
    renew_code,
    source_of,
)
from sayso.core.knowledge.code_render import render_code
from sayso.core.outcome import is_failure

NOON = "2026-05-01T12:00:00.000000+00:00"
LATER = "2026-05-01T13:00:00.000000+00:00"
Block = dict[str, object]
Knowledge = dict[str, object]


def told(source: Source, updates: Knowledge, at: str = NOON) -> Telling:
    """Give what a source tells of a function, by focus."""
    return Telling(function="BRAKE", updates=updates, source=source, at=at)


def learned(at: str = NOON, **updates: object) -> Telling:
    """Give what the learner tells."""
    return told(Source.LEARNER, updates, at)


def diagnosed(at: str = NOON, **updates: object) -> Telling:
    """Give what a diagnosis tells."""
    return told(Source.DIAGNOSIS, updates, at)


def merged(*tellings: Telling, base: Knowledge | None = None) -> Knowledge:
    """Merge tellings one after another."""
    known: Knowledge = base or {}
    for telling in tellings:
        known = merge_code(known, telling).unwrap()
    return known


def block_of(known: Knowledge, focus: str = "alarm_logic") -> Block:
    """Give one block."""
    block = known[focus]
    assert isinstance(block, dict)
    return block


def head_of(known: Knowledge) -> Block:
    """Give the head."""
    return block_of(known, META)


def test_the_head_tells_what_was_learned() -> None:
    """The head has function, time, focuses and the hashes of sources (B111)."""
    head = {"source_hashes": {"a.c": "1"}, "function": "FORGED", "extra": 1}
    known = merged(learned(_meta=head, alarm_logic={"rules": []}, output_chain={}))
    assert head_of(known) == {
        "function": "BRAKE",
        "last_updated": NOON,
        "learned_focuses": ["alarm_logic", "output_chain"],
        "source_hashes": {"a.c": "1"},
    }
    more = merged(
        learned(_meta={"source_hashes": {"b.c": "2"}}, state_machine={}),
        diagnosed(_meta={"source_hashes": {"c.c": "3"}}),
        base=known,
    )
    assert head_of(more)["source_hashes"] == {"a.c": "1", "b.c": "2"}
    assert head_of(more)["learned_focuses"] == ["alarm_logic", "output_chain", "state_machine"]


def test_items_are_replaced_by_id_and_others_stay() -> None:
    """A later item takes the place of the one with its id; all others stay as they were (B104)."""
    first = learned(alarm_logic={"rules": [{"id": "r1", "when": "a"}, {"id": 2, "when": "b"}]})
    second = learned(LATER, alarm_logic={"rules": [{"id": "2", "when": "c"}, {"id": "r3"}]})
    known = merged(first, second)
    rules_kept = [{"id": "r1", "when": "a"}, {"id": "2", "when": "c"}, {"id": "r3"}]
    assert block_of(known)["rules"] == rules_kept
    assert head_of(known)["last_updated"] == LATER


def test_two_sources_keep_each_others_items() -> None:
    """What the learner wrote survives a diagnosis and the other way round (B105, B115, B116)."""
    code = learned(alarm_logic={"rules": [{"id": "r1"}], "threshold": 3})
    found = diagnosed(
        alarm_logic={"rules": [{"id": "diag-1"}], "threshold": 5, "suspect": "debounce"}
    )
    known = merged(code, found)
    assert known == merged(found, code)
    assert block_of(known)["rules"] == [{"id": "r1"}, {"id": "diag-1"}]
    assert block_of(known)["threshold"] == 3
    assert block_of(known)["suspect"] == "debounce"


def test_a_diagnosis_changes_its_own_value_and_no_other() -> None:
    """A value that a diagnosis gave it may give anew, until the learner gives it."""
    known = merged(diagnosed(alarm_logic={"n": 1}), diagnosed(alarm_logic={"n": 2}))
    assert block_of(known)["n"] == 2
    known = merged(learned(alarm_logic={"n": 3}), diagnosed(alarm_logic={"n": 4}), base=known)
    assert block_of(known)["n"] == 3
    assert "diagnosed" not in head_of(known)


def test_items_without_id_are_known_by_content() -> None:
    """The same item without an id is kept once, however often it is told."""
    steps = ["read", "filter", {"op": "compare"}, {"id": True, "x": 1}, {"id": "=1"}]
    chain = {"steps": steps}
    once = merged(learned(calculation_chain=chain))
    assert block_of(once, "calculation_chain")["steps"] == steps
    assert merged(learned(calculation_chain=chain), base=once) == once
    assert merged(diagnosed(calculation_chain=chain), base=once) == once


def test_items_of_the_learner_come_first_in_its_order() -> None:
    """What a diagnosis found out goes behind, also where it came first and is confirmed later."""
    found = diagnosed(c={"steps": ["filter", "guess"]})
    code = learned(c={"steps": ["read", "filter"]})
    assert block_of(merged(found, code), "c")["steps"] == ["read", "filter", "guess"]
    assert merged(found, code) == merged(code, found)


def test_of_two_items_with_one_id_the_later_stands() -> None:
    """A list that names an id twice is mended, whichever side it is on."""
    twice = {"rules": [{"id": "a", "n": 1}, {"id": "b"}, {"id": "a", "n": 2}]}
    known = merged(learned(f=twice))
    assert block_of(known, "f")["rules"] == [{"id": "a", "n": 2}, {"id": "b"}]
    assert merged(learned(f={"rules": []}), base={"f": twice})["f"] == known["f"]


@pytest.mark.parametrize(
    ("base", "update", "where"),
    [
        ({}, {"f": [1]}, "f: must be an object"),
        ({"f": "x"}, {"f": {}}, "f: must be an object"),
        ({"f": {"k": [1]}}, {"f": {"k": 1}}, "f.k: "),
        ({"f": {"k": 1}}, {"f": {"k": []}}, "f.k: "),
    ],
)
def test_another_shape_is_refused(base: Knowledge, update: Knowledge, where: str) -> None:
    """A list never takes the place of a value, so that no id is lost: nothing is merged then."""
    for source in Source:
        refused = merge_code(base, told(source, update))
        assert is_failure(refused)
        assert refused.failure().startswith(where)


def test_what_changes_nothing_leaves_the_time() -> None:
    """A telling of what is known already isn't an update."""
    known = merged(learned(alarm_logic={"rules": [{"id": "r1"}]}))
    assert merged(learned(LATER, alarm_logic={"rules": [{"id": "r1"}]}), base=known) == known


def test_renewing_forgets_one_source_alone() -> None:
    """After a change of code the learner's old items go, and the diagnosis's stay."""
    known = merged(
        learned(
            _meta={"source_hashes": {"a.c": "1"}},
            alarm_logic={"rules": [{"id": "r1"}], "n": 1},
            output_chain={"steps": ["old"]},
        ),
        diagnosed(alarm_logic={"rules": [{"id": "diag-1"}, "hint"], "cause": "wear"}),
        base={"note": "no block"},
    )
    fresh = learned(
        LATER, _meta={"source_hashes": {"b.c": "2"}}, alarm_logic={"rules": [{"id": "r2"}]}
    )
    renewed = renew_code(known, fresh).unwrap()
    kept = [{"id": "r2"}, {"id": "diag-1"}, "hint"]
    assert block_of(renewed) == {"rules": kept, "cause": "wear"}
    assert head_of(renewed)["source_hashes"] == {"b.c": "2"}
    assert head_of(renewed)["learned_focuses"] == ["alarm_logic"]
    assert "output_chain" not in renewed
    assert renew_code(renewed, fresh).unwrap() == renewed


def test_renewing_a_diagnosis_keeps_what_was_learned() -> None:
    """The other way round: what was found out before goes, what was read off the code stays."""
    known = merged(
        learned(f={"rules": [{"id": "r1"}], "n": 1}),
        diagnosed(f={"rules": [{"id": "diag-1"}, "hint"], "cause": "wear"}),
    )
    renewed = renew_code(known, diagnosed(f={"rules": [{"id": "diag-2"}]})).unwrap()
    assert block_of(renewed, "f") == {"rules": [{"id": "r1"}, {"id": "diag-2"}], "n": 1}
    assert "diagnosed" not in head_of(renewed)


@pytest.mark.parametrize(
    ("updates", "source"),
    [
        ({"f": {"rules": [{"id": "r1"}]}}, Source.LEARNER),
        ({"f": {"rules": [{"id": "diag-1"}, {"id": "r1"}]}}, Source.LEARNER),
        ({"f": {"rules": [{"id": "diag-1"}, "x"]}}, Source.DIAGNOSIS),
        ({"f": {"n": 1}, "_meta": {"rules": [{"id": "r1"}]}}, Source.DIAGNOSIS),
        ({"f": 3}, Source.DIAGNOSIS),
    ],
)
def test_the_ids_tell_the_source(updates: Knowledge, source: Source) -> None:
    """The learner's ids have no prefix, the diagnosis's begin with `diag-` (B114, B115)."""
    assert source_of(updates) is source


PLAIN = st.sampled_from(["read", "filter", {"op": "x"}, 1])


def updates_of(prefix: str) -> st.SearchStrategy[Knowledge]:
    """Give updates of a source, whose ids have its prefix."""
    item = st.builds(
        lambda number, text: {"id": f"{prefix}{number}", "text": text},
        st.integers(1, 3),
        st.sampled_from("ab"),
    )
    block = st.fixed_dictionaries(
        {},
        optional={"rules": st.lists(item | PLAIN, max_size=4), "n": st.integers(1, 3)},
    )
    return st.dictionaries(st.sampled_from(["alarm_logic", "f"]), block, max_size=2)


def ids_in(known: Knowledge) -> set[tuple[str, str]]:
    """Give every id with its focus."""
    return {
        (focus, item["id"])
        for focus, block in known.items()
        if focus != META and isinstance(block, dict)
        for item in block.get("rules", ())
        if isinstance(item, dict) and "id" in item
    }


@given(updates_of(""), updates_of("diag-"), updates_of("") | updates_of("diag-"))
@rules(max_examples=60)
def test_merging_is_idempotent_commutes_and_drops_no_id(
    code: Knowledge, found: Knowledge, before: Knowledge
) -> None:
    """Whatever is told: telling it again changes nothing, the order of the sources makes no
    difference, and every id that was told or known is there.
    """
    base = merged(told(source_of(before), before))
    one, other = learned(LATER, **code), diagnosed(LATER, **found)
    known = merged(one, other, base=base)
    assert known == merged(other, one, base=base)
    assert merged(one, other, one, base=known) == known
    assert ids_in(known) == ids_in(base) | ids_in(code) | ids_in(found)


def test_knowledge_is_rendered_by_focus() -> None:
    """The known focuses come first, others by name; each item is a line (B110, B112)."""
    known = merged(
        learned(
            zeal={"n": {"deep": [1]}},
            state_machine={"states": ["on", "off"]},
            alarm_logic={"rules": [{"id": "r1", "when": "two\nlines", "n": 2}]},
        ),
        diagnosed(alarm_logic={"rules": [{"id": "diag-1", "why": "wear"}]}, empty={}),
    )
    assert render_code(known) == (
        "### alarm_logic\n- rules: r1; when: two lines; n: 2\n"
        "- rules: (from a diagnosis) diag-1; why: wear\n"
        "### state_machine\n- states: on\n- states: off\n"
        "### zeal\n- n: deep: [1]"
    )
    assert render_code({}) == render_code({"f": "no block"}) == ""


@pytest.mark.parametrize("max_chars", range(0, 130, 7))
def test_a_rendering_keeps_its_budget(max_chars: int) -> None:
    """Whole lines are given as far as they fit, and never a heading without a line."""
    lines = [{"id": f"r{number}"} for number in range(9)]
    known = {"alarm_logic": {"rules": lines}, "output_chain": {"steps": ["x" * 900]}}
    text = render_code(known, max_chars)
    assert len(text) <= max_chars
    assert text in ("", "…") or text.endswith("…")
    assert all(line in render_code(known) for line in text.splitlines()[:-1])
    assert not text.removesuffix("\n…").splitlines()[-1:] or not text.removesuffix(
        "\n…"
    ).splitlines()[-1].startswith("#")
