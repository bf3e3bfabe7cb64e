"""Outlines: what a parser found becomes what is known of a function, the same for all languages."""

from dataclasses import replace
from typing import ClassVar, SupportsIndex

import pytest

from sayso.core import limits
from sayso.core.knowledge.outline import Fact, Kind, Outline, Part, outlines, own_hash
from sayso.core.knowledge.outline_blocks import code_blocks


def call(text: str) -> Part:
    """Give a call of something, by its whole text."""
    return Part(kind=Kind.CALL, name=text.partition("(")[0], text=text)


def sets(name: str, text: str) -> Part:
    """Give a change of a name to a value."""
    return Part(kind=Kind.CHANGE, name=name, text=text)


def branch(text: str, *inner: Part) -> Part:
    """Give what stands under a condition."""
    return Part(kind=Kind.BRANCH, text=text, inner=inner)


def gives(text: str) -> Part:
    """Give a return."""
    return Part(kind=Kind.RESULT, text=text)


def function(name: str, *inner: Part, source: str = "") -> Part:
    """Give a function with what is in it."""
    return Part(
        kind=Kind.FUNCTION, name=name, source=source, first_line=3, last_line=9, inner=inner
    )


def one(*inner: Part, path: str = "a.c") -> Outline:
    """Give the outline of a function with this in it."""
    (found,) = outlines(path, [function("check", *inner)])
    return found


def block(focus: str, key: str, *found: Outline) -> list[dict[str, object]]:
    """Give the items of one list of a focus, without their ids."""
    told = code_blocks(found, {}).get(focus, {})
    assert isinstance(told, dict)
    return [{name: item[name] for name in item if name != "id"} for item in told.get(key, [])]


def test_functions_have_whole_names() -> None:
    """A function bears the names of what it is in, and keeps to itself what it does."""
    inner = function("late", call("late_call()"))
    outer = function("check", call("early_call()"), inner)
    car = Part(kind=Kind.SCOPE, name="Car", inner=(outer,))
    unnamed = Part(kind=Kind.SCOPE, inner=(function("free"),))
    found = outlines("a.cpp", [car, unnamed], "::")
    assert [(each.name, each.calls) for each in found] == [
        ("Car::check", ("early_call",)),
        ("Car::check::late", ("late_call",)),
        ("free", ()),
    ]
    assert (found[0].first_line, found[0].last_line, found[0].path) == (3, 9, "a.cpp")


def test_the_hash_is_of_the_own_text() -> None:
    """White space at ends of lines is no change, any other character is."""
    texts = ["int f() {\n}", "int f() {  \n}\n\n", "int f() {\n }", "int g() {\n}"]
    hashes = [outlines("a.c", [function("f", source=text)])[0].hash for text in texts]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 3
    assert own_hash({"a.c": "1", "b.c": "2"}) == own_hash({"b.c": "2", "a.c": "1"})


def test_conditions_tell_what_they_lead_to() -> None:
    """A rule has what is done right under it, and the conditions around it; an idle one is none."""
    found = one(
        branch(
            "speed > 5",
            call("alarm(LATE)"),
            branch("wet", sets("state", "S_WET"), gives("1")),
            Part(kind=Kind.FAILURE, text="Late()"),
        ),
        branch("idle"),
        call("after()"),
    )
    assert block("alarm_logic", "rules", found) == [
        {"when": "speed > 5", "then": ["calls alarm(LATE)", "raises Late()"]},
        {"when": "wet", "then": ["sets state = S_WET", "returns 1"], "within": ["speed > 5"]},
    ]


def test_a_call_that_is_what_is_given_is_said_once() -> None:
    """What a return calls stands in the return."""
    found = one(branch("ok", gives("go(1)"), call("go(1)"), call("log(2)")))
    (rule,) = block("alarm_logic", "rules", found)
    assert rule["then"] == ["returns go(1)", "calls log(2)"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("+= 1", "sets n += 1"),
        ("++", "sets n ++"),
        ("<<= 2", "sets n <<= 2"),
        ("1", "sets n = 1"),
        ("a == b", "sets n = a == b"),
        ("(a) == b", "sets n = (a) == b"),
        ("'+= '", "sets n = '+= '"),
    ],
)
def test_a_change_is_said_as_it_is_written(text: str, said: str) -> None:
    """An operator before the value stands for itself; anything else is set by =."""
    (rule,) = block("alarm_logic", "rules", one(branch("x", sets("n", text))))
    assert rule["then"] == [said]


def test_what_is_set_and_what_leaves() -> None:
    """Each change is a step; what is given, raised, or written outside of the function leaves."""
    found = one(
        sets("late", "a > b"),
        branch("late", sets("s->count", "++"), gives("1")),
        Part(kind=Kind.FAILURE, text="Bad()"),
    )
    assert block("calculation_chain", "steps", found) == [
        {"sets": "late", "from": "a > b"},
        {"sets": "s->count", "from": "++", "when": ["late"]},
    ]
    assert block("output_chain", "outputs", found) == [
        {"writes": "s->count", "from": "++", "when": ["late"]},
        {"returns": "1", "when": ["late"]},
        {"raises": "Bad()"},
    ]


def test_a_switch_is_a_machine_of_states() -> None:
    """Each case tells what is done in it; what stands beside the cases is none."""
    idle = Part(kind=Kind.CASE, text="IDLE", inner=(sets("state", "RUN"), branch("x", gives("2"))))
    other = Part(kind=Kind.CASE, text="default")
    found = one(Part(kind=Kind.SWITCH, text="state", inner=(idle, call("x()"), other)))
    assert block("state_machine", "cases", found) == [
        {"on": "state", "is": "IDLE", "then": ["sets state = RUN"]},
        {"on": "state", "is": "default"},
    ]


def test_two_definitions_of_one_name_are_told_apart() -> None:
    """With several files each item names its own; the hashes are in the head."""
    found = [one(gives("1")), one(gives("2"), path="b.c")]
    assert block("output_chain", "outputs", *found) == [
        {"returns": "1", "in": "a.c"},
        {"returns": "2", "in": "b.c"},
    ]
    assert block("outline", "definitions", *found) == [
        {"name": "check", "in": "a.c"},
        {"name": "check", "in": "b.c"},
    ]
    told = code_blocks(found, {"a.c": "1", "b.c": "2"})
    assert told["_meta"] == {"source_hashes": {"a.c": "1", "b.c": "2"}}


def test_ids_follow_from_the_content() -> None:
    """The same content has one id wherever it stands and is in once; none has a prefix (B115)."""
    again = code_blocks([one(gives("2"), gives("1"), gives("1"))], {})["output_chain"]
    first = code_blocks([one(gives("1"))], {})["output_chain"]
    assert isinstance(first, dict)
    assert isinstance(again, dict)
    assert first["outputs"] == again["outputs"][1:]
    assert len(again["outputs"]) == 2
    assert len(first["outputs"][0]["id"]) == 8


def test_what_is_beyond_the_bounds_is_counted() -> None:
    """A list ends at its bound and says how many more there are; a text and a rule end, too."""
    many = [sets(f"n{at}", "1") for at in range(limits.CODE_ITEMS_MAX + 2)]
    told = code_blocks([one(*many, branch("x" * 999, *many))], {})
    steps, rules = told["calculation_chain"], told["alarm_logic"]
    assert isinstance(steps, dict)
    assert isinstance(rules, dict)
    assert len(steps["steps"]) == limits.CODE_ITEMS_MAX
    assert steps["steps_left_out"] == limits.CODE_ITEMS_MAX + 4
    assert len(rules["rules"][0]["then"]) == limits.CODE_DONE_MAX
    assert len(rules["rules"][0]["when"]) == limits.CODE_TEXT_MAX_CHARS
    assert "rules_left_out" not in rules


def test_a_function_that_does_nothing_is_known_all_the_same() -> None:
    """Only where it is defined is told of it."""
    assert code_blocks([one()], {}).keys() == {"_meta", "outline"}


class Counted(tuple[Fact, ...]):
    """Facts that count how many of them are looked at by their places."""

    __slots__ = ()
    looks: ClassVar[list[object]] = []

    def __getitem__(self, at: SupportsIndex | slice) -> object:  # type: ignore[override]
        got = super().__getitem__(at)
        self.looks.extend(got if isinstance(at, slice) else [got])
        return got


def test_a_long_function_is_told_in_one_walk() -> None:
    """Each condition looks at what follows until something stands outside of it, and no further."""
    Counted.looks.clear()
    found = one(*(branch(f"x == {at}", call("a()")) for at in range(300)))
    long = replace(found, facts=Counted(found.facts))
    assert len(block("alarm_logic", "rules", long)) == limits.CODE_ITEMS_MAX
    assert 300 <= len(Counted.looks) <= 2 * 300
