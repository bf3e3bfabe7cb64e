"""The prompts say what the program then checks: every bound, key, kind and rule, and no other."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from sayso.core import limits
from sayso.core.evidence import Accepted, EvidenceContext, check_proposal
from sayso.core.items import Kind, Source
from sayso.core.model import RequestPolicy
from sayso.core.outcome import is_failure
from sayso.core.project.applying import ApplyState, plan_operations
from sayso.core.project.asking import request_consolidation, request_extraction
from sayso.core.project.consolidation import (
    CONSOLIDATION_CONTRACT,
    Action,
    ConsolidationInput,
    read_consolidation,
)
from sayso.core.project.context import FENCE_CLOSE, FENCE_OPEN
from sayso.core.project.extraction import EXTRACTION_CONTRACT, ExtractionInput, read_extraction
from sayso.core.project.masks import MASK
from sayso.core.shapes import schema_of
from sayso.core.turns import Role
from sayso.shell.models.http import load_prompt
from tests.prompt_rules import RULES
from tests.records import NOON_US, make_candidate, make_item, make_turn

if TYPE_CHECKING:
    from sayso.core.items import Candidate, Item
    from sayso.core.turns import Turn

NAMES = ("extraction", "consolidation")
EXAMPLE = "\n## An example\n"
# Examples of speech stand in quotation marks; what is code stands in backticks.
QUOTED = re.compile(r'"[^"\n]*"|“[^”\n]*”|`[^`\n]*`')
# "2,200", but not the 3 of "m3".
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*")

BOUNDS = {
    "extraction": (
        f"must fit into {limits.EXTRACTION_OUTPUT_MAX_TOKENS:,} tokens",
        f"`thread_compaction`: 1 to {limits.COMPACTION_MAX_CHARS:,} characters",
        f"`candidates`: a list of 0 to {limits.PROPOSALS_MAX} objects",
        f"`title`: 1 to {limits.TITLE_MAX_CHARS} characters",
        f"`content`: 1 to {limits.CONTENT_MAX_CHARS:,} characters",
        f"`aliases`: a list of 0 to {limits.CANDIDATE_ALIASES_MAX} other",
        f", each 1 to {limits.ALIAS_MAX_CHARS} characters",
        f"`sources`: a list of 1 to {limits.SOURCES_MAX} objects",
        f"`quote`: 1 to {limits.QUOTE_MAX_CHARS:,} characters",
    ),
    "consolidation": (
        f"must fit into {limits.CONSOLIDATION_OUTPUT_MAX_TOKENS:,} tokens",
        f"a list of at most {limits.OPERATIONS_MAX} objects",
        f"`candidate_ids`: a list of 1 to {limits.CONSOLIDATION_MAX_CANDIDATES} numbers",
        f"`title`: 1 to {limits.TITLE_MAX_CHARS} characters",
        f"`content`: 1 to {limits.CONTENT_MAX_CHARS:,} characters",
        f"`synopsis`: 1 to {limits.SYNOPSIS_MAX_CHARS} characters",
        f"only the first {limits.CONTEXT_SYNOPSIS_MAX_CHARS} characters are shown",
        f"`aliases`: a list of 0 to {limits.ITEM_ALIASES_MAX} other names",
        f", each 1 to {limits.ALIAS_MAX_CHARS} characters",
        f"`keywords`: a list of 0 to {limits.KEYWORDS_MAX} words",
        f", each 1 to {limits.ALIAS_MAX_CHARS} characters",
    ),
}


def rules_of(name: str) -> str:
    """Give a prompt without its example."""
    return load_prompt(name).partition(EXAMPLE)[0]


def examples_of(name: str) -> tuple[dict[str, Any], str]:
    """Give the example of a prompt: the question as a value and the answer as its text."""
    example = load_prompt(name).partition(EXAMPLE)[2]
    given, answer = example.split("Given:")[1].split("Answer:")
    question: dict[str, Any] = json.loads(given)
    return question, answer


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_tells_every_bound_and_no_other_number(name: str) -> None:
    """What a prompt promises and what the readers check come from the same limits."""
    left = rules_of(name)
    for bound in BOUNDS[name]:
        assert bound in left
        left = left.replace(bound, "", 1)
    assert NUMBER.findall(QUOTED.sub("", left)) == []


@pytest.mark.parametrize(
    ("name", "rule"), [(name, rule) for name, rules in RULES.items() for rule in rules]
)
def test_a_prompt_says_every_rule(name: str, rule: str) -> None:
    """No rule that an answer is held to is missing from what the model is told."""
    assert RULES[name][rule] in rules_of(name)


def test_the_prompts_name_what_there_is() -> None:
    """Kinds, roles, operations and the marks in a text are called as the program calls them."""
    extraction, consolidation = map(rules_of, NAMES)
    assert all(f"- `{kind}`: " in extraction for kind in Kind)
    assert all(f"`{role}`" in extraction for role in Role)
    assert all(f"`{mark}`" in extraction for mark in (MASK, FENCE_OPEN, FENCE_CLOSE))
    assert re.findall(r"^- `(\w+)`: (?:a new memory|the target says|the user has|nothing new)",
                      consolidation, re.MULTILINE) == list(Action)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_explains_every_key_it_gives(name: str) -> None:
    """No key of a question is left for the model to guess."""
    keys = set(keys_of(questions()[name] | {"refused_because": ""}))
    assert {key for key in keys if f"`{key}`" not in rules_of(name)} == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_names_every_key_it_wants(name: str) -> None:
    """Every key of the contract that the reader and the schema hold to is told, and no other."""
    contract = {"extraction": EXTRACTION_CONTRACT, "consolidation": CONSOLIDATION_CONTRACT}[name]
    wanted = set(properties_of(schema_of(contract)))
    assert {key for key in wanted if f"`{key}`" not in rules_of(name)} == set()
    assert set(keys_of(json.loads(examples_of(name)[1]))) == wanted


def properties_of(schema: object) -> list[str]:
    """Give the keys that a schema asks for, at every depth."""
    if isinstance(schema, dict):
        own = list(schema["properties"]) if schema.get("type") == "object" else []
        return own + [key for part in schema.values() for key in properties_of(part)]
    return []


@pytest.mark.parametrize("name", NAMES)
def test_an_example_asks_as_the_program_asks(name: str) -> None:
    """The question of the example has exactly the keys of a real one, at every depth."""
    assert list(keys_of(examples_of(name)[0])) == list(keys_of(questions()[name]))


def questions() -> dict[str, dict[str, Any]]:
    """Give the questions of the examples as the program puts them."""
    policy = RequestPolicy(max_output_tokens=1)
    candidates, related = example_of_stage_2()
    asked = {
        "extraction": request_extraction(example_of_stage_1(), "", policy),
        "consolidation": request_consolidation(
            ConsolidationInput(candidates=candidates, related=related), "", policy
        ),
    }
    return {name: json.loads(request.messages[1].text) for name, request in asked.items()}


def keys_of(value: object) -> list[str]:
    """Give the keys of a JSON value in order, those inside it too."""
    if isinstance(value, dict):
        return [key for name, part in value.items() for key in (name, *keys_of(part))]
    if isinstance(value, list):
        return [key for part in value for key in keys_of(part)]
    return []


def example_of_stage_1() -> ExtractionInput:
    """Give the question of the example of stage 1."""
    given = examples_of("extraction")[0]
    return ExtractionInput(
        thread_id=given["thread_id"],
        compaction=given["previous_compaction"],
        previous=turn_of(given["adjacent_previous_turn"]),
        turns=tuple(map(turn_of, given["turns"])),
    )


def turn_of(fields: dict[str, Any]) -> Turn:
    """Give the turn that an example shows."""
    return make_turn(
        fields["turn_id"],
        fields["user"],
        sequence=fields["sequence"],
        assistant_text=fields["assistant"],
    )


def example_of_stage_2() -> tuple[tuple[Candidate, ...], tuple[Item, ...]]:
    """Give the candidates and the related items of the example of stage 2."""
    given = examples_of("consolidation")[0]
    candidates = tuple(
        make_candidate(
            one["id"],
            one["content"],
            thread_id=one["thread_id"],
            kind=Kind(one["kind"]),
            title=one["title"],
            aliases=tuple(one["aliases"]),
            said_at_us=one["said_at"],
            sources=tuple(
                Source(**source | {"role": Role(source["role"])}, start=0, end=len(source["quote"]))
                for source in one["sources"]
            ),
        )
        for one in given["candidates"]
    )
    items = tuple(
        make_item(
            one["id"],
            one["content"],
            kind=Kind(one["kind"]),
            title=one["title"],
            synopsis=one["synopsis"],
            aliases=tuple(one["aliases"]),
            keywords=tuple(one["keywords"]),
            said_at_us=one["said_at"],
        )
        for one in given["active_items"]
    )
    return candidates, items


def test_the_example_of_stage_1_passes_every_check() -> None:
    """The reader takes the example's answer, and the gate accepts all that it proposes."""
    asked = example_of_stage_1()
    reply = read_extraction(examples_of("extraction")[1]).unwrap()
    context = EvidenceContext(
        thread_id=asked.thread_id,
        turns=asked.turns,
        previous=asked.previous,
        tombstones=(),
        subject_key=bytes(32),
    )
    assert len(reply.proposals) == 2
    verdicts = [check_proposal(proposal, context) for proposal in reply.proposals]
    assert all(isinstance(verdict, Accepted) for verdict in verdicts), verdicts


def test_the_example_of_stage_2_passes_every_check() -> None:
    """The reader takes the example's answer, and every operation of it is legal."""
    candidates, items = example_of_stage_2()
    state = ApplyState(
        scope_id=1,
        candidates={one.id: one for one in candidates},
        related={one.item_id: one for one in items},
        next_row_id=20,
        now_us=NOON_US,
    )
    operations = read_consolidation(examples_of("consolidation")[1]).unwrap()
    plan, applied = plan_operations(operations, state).unwrap()
    assert applied.superseded == (20,)
    assert plan
    twice = (operations[0], replace(operations[1], candidate_ids=operations[0].candidate_ids))
    assert is_failure(plan_operations(twice, state))
