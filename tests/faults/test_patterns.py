"""No pattern of the program can be driven to more than linear work, whatever a text holds.

Steps are counted, never time (tests/faults/stepping.py), on texts made to hurt each pattern.
"""

from __future__ import annotations

import json
import re
from itertools import islice

import pytest

from tests.architecture.tree import ROOT
from tests.faults.growth import Use, first_blowup
from tests.faults.inventory import Found, made_at_run_time, patterns
from tests.faults.machines import machine_of
from tests.faults.pumps import pumps_of
from tests.faults.stepping import Run

SHARES = 8
BUDGET_STEPS = 1_000_000
EVERY_CASE = 75  # of the quality corpus

# Where a pattern is made while the program runs; what it is made of stands in the source.
MADE_LATER = (
    "core/knowledge/ignoring.py::_glob",  # of a project's ignore rules: no part takes back a step
    "core/speech/tables.py::pattern",
    "core/transcripts/spans.py::tag_set",
)

ENDLESS = {
    "a group around a repeat": (r"(a+)+$", Use.SEARCH),
    "two ways for one letter": (r"(?:a|a)*b", Use.MATCH),
    "one way and its double": (r"^(?:a|aa)+$", Use.MATCH),
    "words with or without a blank": (r"^(\w+\s?)*$", Use.MATCH),
    "three repeats side by side": (r"a*a*a*b", Use.MATCH),
    "space at the end of a line": (r"[ \t]+$", Use.SEARCH),
    "a start that comes again": (r"\bmoved?\b.*\bto\b", Use.SEARCH),
    "an object up to a noun": (r"\b(?:the|my)\s+([^,.;]+?)\s+(?:rule|thing)", Use.SEARCH),
    "laughter": (r"(?:(?:hm+|哈+|好|了)[\s,.!~]*)+", Use.FULLMATCH),
    "a string without an end": (r'"(?:[^"\\]|\\.)*"|[\[\]{}]', Use.SEARCH),
    "dots and no blank": (r"\.+[)\"]?(?=\s|$)", Use.SEARCH),
    "a name that holds a name": (r"<([a-z][\w-]*(?:log|memory)[\w-]*)>", Use.SEARCH),
    "a word up to its ending": (r"(?<![a-z])(?:not|\w+n't)(?![a-z])", Use.SEARCH),
    "a path": (r"[a-z0-9_-]+(?:/[a-z0-9_.-]+)+", Use.SEARCH),
}

BOUNDED = {
    "a repeat with a bound": (r"a{1,40}b", Use.SEARCH),
    "a repeat that gives nothing back": (r"(?:(?:hm+|哈+|好|了)[\s,.!~]*)++", Use.FULLMATCH),
    "a repeat that begins where its letters do": (r"(?<!\.)\.++(?=\s|$)", Use.SEARCH),
    "what can't stand before its end": (r"“[^“”]*”", Use.SEARCH),
    "a block up to its end": (r"^```.*?(?:^```$|\Z)", Use.SEARCH),
}


def uses_of(found: Found) -> frozenset[Use]:
    """Tell how a pattern is used; looking everywhere includes looking at one place."""
    uses = {Use.SEARCH} if found.is_searched_with else set[Use]()
    if "match" in found.methods and not uses:
        uses.add(Use.MATCH)
    if "fullmatch" in found.methods:
        uses.add(Use.FULLMATCH)
    return frozenset(uses)


@pytest.mark.parametrize("share", range(SHARES))
def test_no_pattern_does_more_than_linear_work(share: int) -> None:
    """Every compiled pattern of core and shell, as it is used, on texts made against it (X10)."""
    faults = [
        f"{found.names[0]}: {blowup}"
        for found in patterns()[share::SHARES]
        if (blowup := first_blowup(found.pattern, uses_of(found))) is not None
    ]
    assert not faults, "\n".join(["", *faults])


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_pattern_that_blows_up_is_found(kind: str) -> None:
    """The counter sees exponential and quadratic work, of patterns that we have had too."""
    pattern, use = ENDLESS[kind]
    assert first_blowup(re.compile(pattern, re.MULTILINE), frozenset({use})) is not None


@pytest.mark.parametrize("kind", BOUNDED)
def test_a_pattern_without_choice_passes(kind: str) -> None:
    """What has a bound, gives nothing back or can begin in one place only is no fault."""
    pattern, use = BOUNDED[kind]
    flags = re.MULTILINE | re.DOTALL
    assert first_blowup(re.compile(pattern, flags), frozenset({use})) is None


@pytest.mark.parametrize("share", range(SHARES))
def test_the_counter_matches_as_re_does(share: int) -> None:
    """On sentences of the corpus and on hostile texts: the same places, the same whole matches."""
    lines = (ROOT / "tests" / "quality" / "corpus.jsonl").read_text("utf-8").splitlines()
    said = [str(json.loads(line)["text"]).lower() for line in lines[::EVERY_CASE]]
    for found in patterns()[share::SHARES]:
        machine = machine_of(found.pattern)
        hostile = (pump.text(3) for pump in islice(pumps_of(found.pattern), 3))
        for text in (*said, *hostile, ""):
            spans = list(Run(machine, text, BUDGET_STEPS).spans())
            assert spans == [one.span() for one in found.pattern.finditer(text)], found.names
            whole = Run(machine, text, BUDGET_STEPS).fills()
            assert whole is (found.pattern.fullmatch(text) is not None), found.names


def test_every_pattern_is_seen() -> None:
    """None is made out of sight, and none of a text that a user or a model wrote (X10)."""
    assert tuple(dict.fromkeys(made_at_run_time())) == MADE_LATER
    assert len(patterns()) > 300
