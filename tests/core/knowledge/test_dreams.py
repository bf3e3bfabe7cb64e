"""A dream's plan is read strictly, applied to what is there now, and logged."""

import json

import pytest

from sayso.core import limits
from sayso.core.knowledge.dream_changes import (
    NotesChange,
    NotesOvertaken,
    NotesStay,
    function_after,
    notes_after,
    patterns_after,
)
from sayso.core.knowledge.dream_log import Dreamt, PairCounts, append_entry, log_entry
from sayso.core.knowledge.dream_plan import DreamPlan, FunctionUpdate, Shown, read_plan
from sayso.core.knowledge.freshness import Drift
from sayso.core.knowledge.patterns import add_pattern, id_of
from sayso.core.outcome import is_failure

AT = "2026-05-01T12:00:00.000000+00:00"
SHOWN = Shown(text="## Functions\nBRAKE_check: …", pattern_ids=frozenset({"aaaaaaaa", "bbbbbbbb"}))
PATTERN = {
    "function": "brake_check",
    "symptom": "late",
    "root_cause": "debounce",
    "keywords": ["late"],
    "fix_hint": "",
}
NOTHING: dict[str, object] = {
    "project_memory_update": None,
    "function_updates": {},
    "patterns_to_remove": [],
    "patterns_to_add": [],
    "conflicts_found": [],
    "summary": "Nothing new.",
}
FULL: dict[str, object] = {
    "project_memory_update": "# Notes\n\n  indented\n",
    "function_updates": {"BRAKE_CHECK": {"known_issues": ["wear"]}},
    "patterns_to_remove": ["bbbbbbbb", "bbbbbbbb"],
    "patterns_to_add": [PATTERN],
    "conflicts_found": ["3 ms against 5 ms"],
    "summary": " One pattern. ",
}


def plan(reply: dict[str, object]) -> DreamPlan:
    """Read a reply that is the contract."""
    return read_plan(json.dumps(reply), SHOWN).unwrap()


def fault(**changes: object) -> str:
    """Give what is wrong with a reply in which some fields are others."""
    refused = read_plan(json.dumps({**FULL, **changes}), SHOWN)
    assert is_failure(refused)
    return str(refused.failure())


def test_a_plan_is_read() -> None:
    """The six fields become a plan (B175); a pattern that is named twice goes once."""
    assert plan(FULL) == DreamPlan(
        notes="# Notes\n\n  indented\n",
        functions=(FunctionUpdate(function="BRAKE_CHECK", fields={"known_issues": ["wear"]}),),
        remove=("bbbbbbbb",),
        add=(PATTERN,),
        conflicts=("3 ms against 5 ms",),
        summary="One pattern.",
    )


def test_a_plan_may_change_nothing() -> None:
    """Empty lists, and notes that are null or blank, change nothing."""
    for notes in (None, "", " \n"):
        assert plan({**NOTHING, "project_memory_update": notes}) == DreamPlan(
            notes=None, functions=(), remove=(), add=(), conflicts=(), summary="Nothing new."
        )


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "Here you are: " + json.dumps(NOTHING),
        json.dumps(NOTHING) + json.dumps(NOTHING),
        json.dumps(NOTHING) + " and that is all",
        json.dumps([NOTHING]),
        json.dumps(NOTHING)[:-1] + ', "summary": "twice"}',
        "{" + json.dumps(NOTHING) + "}",
    ],
)
def test_anything_but_one_object_is_refused(reply: str) -> None:
    """Prose around it, a second object or a doubled key is no plan, and nothing is cut out of
    it (B191).
    """
    assert is_failure(read_plan(reply, SHOWN))


@pytest.mark.parametrize("key", list(FULL))
def test_every_key_is_needed_and_no_other(key: str) -> None:
    """A missing field and one too many are both refused."""
    missing = {one: value for one, value in FULL.items() if one != key}
    for reply in (missing, {**FULL, f"{key}_": 1}):
        assert is_failure(read_plan(json.dumps(reply), SHOWN))


LONG = "x" * (limits.DREAM_NOTES_MAX_CHARS + 1)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"project_memory_update": 3}, "project_memory_update: must be a string"),
        ({"project_memory_update": LONG}, "project_memory_update: longer than 20000"),
        ({"summary": " "}, "summary: must not be empty"),
        ({"conflicts_found": "none"}, "conflicts_found: must be a list"),
        ({"conflicts_found": [1]}, "conflicts_found[0]: must be a string"),
        ({"conflicts_found": ["x"] * 51}, "conflicts_found: must hold 0 to 50"),
        ({"function_updates": []}, "function_updates: must be an object"),
        ({"function_updates": {str(at): {} for at in range(51)}}, "holds more than 50"),
        ({"function_updates": {"BRAKE_CHECK": []}}, "function_updates.BRAKE_CHECK: must be an ob"),
        ({"function_updates": {"STEERING": {}}}, "names a function that nothing tells of"),
        ({"function_updates": {" ": {}}}, "must not be empty"),
        ({"function_updates": {"brake_check": {"_updated": 1}}}, "'_updated' is not yours to set"),
        ({"function_updates": {"brake_check": {"k": "\ud800"}}}, "holds a lone surrogate"),
        ({"function_updates": {"brake_check": {"k": LONG}}}, "is longer than 8000 characters"),
        ({"patterns_to_remove": "all"}, "patterns_to_remove: must be a list"),
        ({"patterns_to_remove": ["cccccccc"]}, "there is no pattern 'cccccccc'"),
        ({"patterns_to_remove": [7]}, "there is no pattern '7'"),
        ({"patterns_to_add": {}}, "patterns_to_add: must be a list"),
        ({"patterns_to_add": [{**PATTERN, "_id": "x"}]}, "has the unknown key '_id'"),
        ({"patterns_to_add": [{**PATTERN, "function": "STEERING"}]}, "that nothing tells of"),
        ({"patterns_to_add": [{**PATTERN, "function": 3}]}, "[0].function: must be a string"),
        ({"patterns_to_add": [{**PATTERN, "symptom": ""}]}, "[0].symptom: must not be empty"),
        ({"patterns_to_add": [{**PATTERN, "keywords": []}]}, "keywords: must hold 1 to 24"),
        ({"patterns_to_add": [{**PATTERN, "keywords": [1]}]}, "keywords: must be a string"),
    ],
)
def test_a_breach_is_told_with_its_place(changes: dict[str, object], told: str) -> None:
    """Whatever deviates refuses the whole plan, with a reason that a model can act on."""
    assert told in fault(**changes)


def noted(text: str | None) -> DreamPlan:
    """Give a plan that rewrites the notes."""
    return plan({**NOTHING, "project_memory_update": text})


@pytest.mark.parametrize(
    ("new", "shown", "now", "verdict"),
    [
        (None, "a", "b", NotesStay()),
        ("a\n", "b", "a", NotesStay()),
        ("new\n", "old\n", "old", NotesChange(text="new\n")),
        ("new", "", "", NotesChange(text="new\n")),
        ("new", "old\n", "old\n\n## later\nx\n", NotesChange(text="new\n\n## later\nx\n")),
        ("new", "", "mine\n", NotesChange(text="new\n\nmine\n")),
        ("new", "old", "other", NotesOvertaken()),
        ("new", "old", "older", NotesOvertaken()),
        ("new", "old\n", "", NotesOvertaken()),
    ],
)
def test_notes_that_others_wrote_meanwhile_are_kept(
    new: str | None, shown: str, now: str, verdict: object
) -> None:
    """What was appended stays behind the new notes; after a rewrite the dream asks again (B176,
    B190).
    """
    assert notes_after(noted(new), shown, now) == verdict


def test_a_function_gets_new_values_and_keeps_the_others() -> None:
    """Fields that are told change in what is there now (B177), and the time is set (B73)."""
    known = {"description": "checks", "known_issues": [], "_updated": "before"}
    update = FunctionUpdate(function="F", fields={"known_issues": ["wear"]})
    after = function_after(known, update, AT)
    assert after == {"description": "checks", "known_issues": ["wear"], "_updated": AT}


def test_patterns_go_and_come_by_their_ids() -> None:
    """Ids in a plan are those that adding gave (B178, B179, B192); what was added meanwhile
    stays, and what went or came already is not counted.
    """
    kept = {"function": "LIGHT", "symptom": "dim"}
    before = add_pattern(add_pattern([], kept, AT).patterns, {"symptom": "old"}, AT)
    shown = Shown(text="brake_check", pattern_ids=frozenset({before.id, "00000000"}))
    asked = {**NOTHING, "patterns_to_remove": [before.id, "00000000"], "patterns_to_add": [PATTERN]}
    wanted = read_plan(json.dumps(asked), shown).unwrap()
    after = patterns_after(before.patterns, wanted, AT)
    assert [one.get("symptom") for one in after.patterns if isinstance(one, dict)] == [
        "dim",
        "late",
    ]
    assert (after.added, [id_of(one) for one in after.removed]) == (1, [before.id])
    again = patterns_after(after.patterns, wanted, AT)
    assert (again.patterns, again.added, again.removed) == (after.patterns, 0, ())


def test_an_entry_has_five_fields_always() -> None:
    """Time, summary and three counts are always noted, and nothing that isn't known (B181)."""
    dreamt = Dreamt(timestamp=AT, summary="x", conflicts=1, patterns_added=2, patterns_removed=3)
    assert log_entry(dreamt) == {
        "timestamp": AT,
        "summary": "x",
        "conflicts": 1,
        "patterns_added": 2,
        "patterns_removed": 3,
    }


def test_an_entry_tells_what_was_learned_drifted_and_forced() -> None:
    """What the learner did, what drifted and why the dream was forced are noted (B182, B186)."""
    dreamt = Dreamt(
        timestamp=AT,
        summary="x",
        conflicts=0,
        patterns_added=0,
        patterns_removed=0,
        pairs=PairCounts(learned=4, skipped=5, warmup_done=False),
        drift=Drift(causes=frozenset({"code"})),
        force_reason="",
        left_out=("project notes",),
    )
    entry = log_entry(dreamt)
    assert [entry[f"code_{key}"] for key in ("pairs_learned", "pairs_skipped", "warmup_done")] == [
        4,
        5,
        False,
    ]
    assert entry["freshness_any_changed"] is True
    assert entry["freshness_changed_keys"] == ["code"]
    assert entry["force_reason"] == ""
    assert entry["left_out"] == ["project notes"]


def test_the_log_keeps_its_newest_hundred() -> None:
    """The hundred-and-first entry displaces the oldest (B183)."""
    log: list[object] = []
    for number in range(limits.DREAM_LOG_MAX + 1):
        log = append_entry(log, {"n": number})
    assert len(log) == limits.DREAM_LOG_MAX == 100
    assert (log[0], log[-1]) == ({"n": 1}, {"n": 100})
