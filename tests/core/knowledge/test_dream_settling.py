"""A plan changes the layers as they are now, and replaces nothing that its model did not see."""

from sayso.core.knowledge.dream_plan import DreamPlan, FunctionUpdate
from sayso.core.knowledge.dream_settling import (
    NOTES,
    Layers,
    functions_in,
    replaced_by,
    settle_plan,
)
from sayso.core.knowledge.patterns import add_pattern, id_of

AT = "2026-05-01T12:00:00.000000+00:00"
PATTERN = {"function": "BRAKE", "symptom": "late", "keywords": ["late"]}
KEPT = add_pattern((), PATTERN, AT)
SHOWN = Layers(
    notes="old\n",
    functions={"BRAKE": {"description": "brakes", "issues": [1], "_updated": "before"}},
    patterns=KEPT.patterns,
)


def plan(notes: str | None = None, *updates: FunctionUpdate, remove: str = "") -> DreamPlan:
    """Make a plan."""
    return DreamPlan(
        notes=notes,
        functions=updates,
        remove=(remove,) if remove else (),
        add=(),
        conflicts=(),
        summary="done",
    )


def update(name: str = "brake", **fields: object) -> FunctionUpdate:
    """Make a change of a function."""
    return FunctionUpdate(function=name, fields=fields)


def test_a_plan_changes_what_it_names() -> None:
    """Notes, fields and patterns change; the old ones are what is kept."""
    made = settle_plan(
        plan("new", update(issues=[1, 2], owner="x"), remove=KEPT.id), SHOWN, SHOWN, AT
    )
    assert (made.notes, made.overtaken, made.patterns.patterns) == ("new\n", (), ())
    assert made.functions == {
        "BRAKE": {"description": "brakes", "issues": [1, 2], "owner": "x", "_updated": AT}
    }
    assert replaced_by(made, SHOWN) == {
        "project_memory": "old\n",
        "functions": {"BRAKE": {"issues": [1]}},
        "patterns": [KEPT.patterns[0]],
    }


def test_a_plan_that_changes_nothing_touches_nothing() -> None:
    """What is already as it should be is not written, and nothing is kept for it."""
    made = settle_plan(plan("old", update(issues=[1])), SHOWN, SHOWN, AT)
    assert (made.notes, dict(made.functions), made.overtaken) == (None, {}, ())
    assert replaced_by(made, SHOWN) == {}


def test_what_others_changed_since_is_not_replaced() -> None:
    """A field with another value than was shown stays, and so do notes that were rewritten; the
    plan's other fields, and those that others added, stand side by side (B190).
    """
    now = Layers(
        notes="theirs\n",
        functions={"BRAKE": {"description": "stops", "issues": [1], "owner": "y"}},
        patterns=KEPT.patterns,
    )
    wanted = plan("new", update(description="slows", issues=[1, 2], unit="ms", owner="z"))
    made = settle_plan(wanted, SHOWN, now, AT)
    assert made.overtaken == (NOTES, "BRAKE.description", "BRAKE.owner")
    assert made.notes is None
    assert made.functions == {
        "BRAKE": {
            "description": "stops",
            "issues": [1, 2],
            "owner": "y",
            "unit": "ms",
            "_updated": AT,
        }
    }
    assert replaced_by(made, now) == {"functions": {"BRAKE": {"issues": [1]}}}


def test_what_others_took_away_does_not_come_back() -> None:
    """A field or a function that has gone since is overtaken; a same change by both is none."""
    gone = Layers(notes="old\n", functions={"BRAKE": {"issues": [1, 2]}})
    made = settle_plan(plan(None, update(description="x", issues=[1, 2])), SHOWN, gone, AT)
    assert (made.overtaken, dict(made.functions)) == (("BRAKE.description",), {})


def test_a_new_function_comes_into_being() -> None:
    """A function of which nothing was known gets its fields, and nothing is replaced."""
    made = settle_plan(plan(None, update("horn", description="loud")), SHOWN, SHOWN, AT)
    assert made.functions == {"HORN": {"description": "loud", "_updated": AT}}
    assert replaced_by(made, SHOWN) == {}


def test_two_spellings_are_one_function() -> None:
    """Updates are joined by the name in capitals; of two values the later one counts."""
    wanted = plan(None, update("brake", a=1, b=1), update("BRAKE", b=2))
    assert functions_in(wanted) == {"BRAKE": {"a": 1, "b": 2}}


def test_patterns_that_others_added_stay() -> None:
    """Only what the plan names goes from the patterns as they are now."""
    grown = add_pattern(KEPT.patterns, {**PATTERN, "symptom": "never"}, AT)
    now = Layers(notes="old\n", functions=SHOWN.functions, patterns=grown.patterns)
    made = settle_plan(plan(remove=KEPT.id), SHOWN, now, AT)
    assert [id_of(one) for one in made.patterns.removed] == [KEPT.id]
    assert len(made.patterns.patterns) == 1
