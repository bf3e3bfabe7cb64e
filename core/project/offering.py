"""What the MCP server offers and answers, as data: tools with schemas and hints, and fields.

Input: the texts of core/prompts, and records of the other modules. Output: objects for JSON. The
two tools of the request loop are offered under the same descriptions and answer the same fields.
Invariant: no tool deletes anything, and only memory_propose writes at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import orjson

from sayso.core import limits
from sayso.core.model import TextBound, bounded_text, exact_keys
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.project.tools import (
    Tool,
    hit_fields,
    read_tools,
    reading_fields,
    tool_schema,
)
from sayso.core.text import clip

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.project.explaining import Explanation, ToldTurn
    from sayso.core.project.proposing import Proposed
    from sayso.core.project.reading import ItemReading
    from sayso.core.recall.asking import Recalled, RecallHit
    from sayso.core.search import Hit

MEMORY_RECALL: Final = "memory_recall"
MEMORY_STATUS: Final = "memory_status"
MEMORY_PROPOSE: Final = "memory_propose"
KNOWLEDGE_RECALL: Final = "knowledge_recall"
SEARCH: Final = "search"
FETCH: Final = "fetch"
_ANY_TEXT: Final = TextBound(max_chars=limits.QUOTE_MAX_CHARS, may_be_empty=True, keep_space=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A tool as a client is told about it; `answer` is the JSON schema of what comes back.

    `takes` is that of its arguments, None where the tool takes texts alone.
    """

    tool: Tool
    title: str
    answer: Mapping[str, object]
    takes: Mapping[str, object] | None = None

    @property
    def name(self) -> str:
        """The name it is called by."""
        return self.tool.name

    @property
    def reads_only(self) -> bool:
        """Whether a call changes nothing."""
        return self.tool.name != MEMORY_PROPOSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Offering:
    """All a server says of itself: instructions, tools, and the sentences of its answers."""

    instructions: str
    offers: tuple[Offer, ...]
    messages: Mapping[str, str]
    refusals: Mapping[str, str]

    def offer(self, name: str) -> Offer | None:
        """Give a tool by its name, None for one that is not offered."""
        return next((one for one in self.offers if one.name == name), None)


def read_offering(
    text: str, loop_text: str, *, aliases: bool, has_knowledge: bool = False
) -> Offering:
    """Read what is offered from mcp.json and tools.json; aliases come last, if wanted.

    The tool of layered knowledge is offered where there is any.
    """
    data = orjson.loads(text)
    loop = {tool.name: tool for tool in read_tools(loop_text)}
    offers: list[Offer] = []
    others: list[Offer] = []
    for name, extra in data["loop_tools"].items():
        tool = _renamed(loop[name], extra.get("parameter"))
        offers.append(Offer(tool=tool, title=extra["title"], answer=data["answers"][name]))
        alias = replace(tool, name=extra["alias"])
        answer = data["answers"][alias.name]
        others.append(Offer(tool=alias, title=extra["title"], answer=answer))
    titles = {one["name"]: one.pop("title") for one in data["tools"]}
    for tool in read_tools(orjson.dumps(data["tools"]).decode()):
        answer = data["answers"][tool.name]
        offers.append(Offer(tool=tool, title=titles[tool.name], answer=answer))
    if has_knowledge:
        offers.append(_of_knowledge(data["knowledge"]))
    return Offering(
        instructions=data["instructions"],
        offers=(*offers, *(others if aliases else ())),
        messages=data["messages"],
        refusals=data["refusals"],
    )


def _of_knowledge(told: Mapping[str, Any]) -> Offer:
    tool = Tool(name=told["name"], description=told["description"], parameters=())
    return Offer(tool=tool, title=told["title"], answer=told["answer"], takes=told["takes"])


def _renamed(tool: Tool, parameter: str | None) -> Tool:
    if parameter is None:
        return tool
    return replace(tool, parameters=(replace(tool.parameters[0], name=parameter),))


def offer_fields(offer: Offer) -> dict[str, object]:
    """Give a tool as the protocol lists it; hints tell that nothing is destroyed or fetched."""
    return {
        "name": offer.name,
        "title": offer.title,
        "description": offer.tool.description,
        "inputSchema": tool_schema(offer.tool) if offer.takes is None else dict(offer.takes),
        "outputSchema": dict(offer.answer),
        "annotations": {
            "title": offer.title,
            "readOnlyHint": offer.reads_only,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }


def read_argument(tool: Tool, arguments: Mapping[str, object]) -> Result[str, str]:
    """Read the one text a tool takes, '' for a tool that takes none, or say what is wrong."""
    keys = tuple(one.name for one in tool.parameters)
    found = exact_keys(dict(arguments), "arguments", keys)
    if is_failure(found):
        return Failure(f"the arguments of {tool.name} cannot be used: {found.failure()}")
    if not keys:
        return Success("")
    text = bounded_text(found.unwrap()[keys[0]], keys[0], _ANY_TEXT)
    return text.alt(lambda fault: f"the arguments of {tool.name} cannot be used: {fault}")


def read_request(
    offer: Offer, arguments: Mapping[str, object]
) -> Result[Mapping[str, object], str]:
    """Read the arguments of a tool that takes more than texts, as far as their names go."""
    known = (offer.takes or {}).get("properties")
    unknown = sorted(arguments.keys() - (known.keys() if isinstance(known, dict) else ()))
    if unknown:
        return Failure(f"the arguments of {offer.name} cannot be used: unknown {unknown[0]!r}")
    return Success(arguments)


def recalled_fields(hit: RecallHit) -> dict[str, object]:
    """Give one hit of recall; `at` is in microseconds since the epoch, null without a date."""
    return {
        "turn_id": f"t{hit.turn_id}",
        "thread": hit.thread_id,
        "session": hit.session,
        "role": hit.role.value,
        "at": hit.at_us,
        "quote": hit.quote,
        "is_beside": hit.is_beside,
    }


def recall_fields(found: Recalled | None, note: str = "") -> dict[str, object]:
    """Answer memory_recall; None is a project without memory, which a note tells."""
    hits = () if found is None else found.hits
    fields: dict[str, object] = {
        "hits": [recalled_fields(one) for one in hits],
        "pending": 0 if found is None else found.pending,
    }
    return fields | ({"note": note} if note else {})


def search_fields(hits: Iterable[Hit], note: str = "") -> dict[str, object]:
    """Answer memory_search; a note says why there can be no hits."""
    fields: dict[str, object] = {"hits": [hit_fields(one) for one in hits]}
    return fields | ({"note": note} if note else {})


def read_fields(reading: ItemReading, told: Explanation) -> dict[str, object]:
    """Answer memory_read: the reading, and in bounds why the memory is there."""
    newest = -limits.MCP_WHY_STEPS_MAX
    why = {
        "turns": [_turn_fields(one) for one in _near_turns(told.turns)],
        "proposals": [
            {"job": f"j{one.job_id}", "model": one.model, "pointed_at": one.is_pointed_at}
            for one in told.proposals[newest:]
        ],
        "revisions": [
            {
                "revision": one.revision,
                "status": one.status,
                "changed": [change.field for change in one.changes],
            }
            for one in told.revisions[newest:]
        ],
    }
    return reading_fields(reading) | {"why": why}


def _near_turns(turns: tuple[ToldTurn, ...]) -> tuple[ToldTurn, ...]:
    """Give the newest quoted turns, each with its neighbours."""
    quoted = [at for at, one in enumerate(turns) if one.is_quoted][-limits.MCP_WHY_TURNS_MAX :]
    near = {beside for at in quoted for beside in (at - 1, at, at + 1)}
    return tuple(
        one for at, one in enumerate(turns) if at in quoted or (at in near and not one.is_quoted)
    )


def _turn_fields(turn: ToldTurn) -> dict[str, object]:
    sides = {"user": turn.user, "assistant": turn.assistant}
    return {"id": f"t{turn.id}", "is_quoted": turn.is_quoted} | {
        name: clip("".join(piece.text for piece in pieces), limits.MCP_WHY_TEXT_MAX_CHARS)
        for name, pieces in sides.items()
    }


def results_fields(hits: Iterable[Hit]) -> dict[str, object]:
    """Answer `search` in the shape its clients look for."""
    return {
        "results": [
            {
                "id": f"m{one.item_id}",
                "title": one.title,
                "text": one.synopsis,
                "url": _address(one.item_id),
            }
            for one in hits
        ]
    }


def document_fields(reading: ItemReading) -> dict[str, object]:
    """Answer `fetch` in the shape its clients look for; what else is known is metadata."""
    fields = reading_fields(reading)
    return {
        "id": fields["id"],
        "title": fields["title"],
        "text": fields["content"],
        "url": _address(reading.item_id),
        "metadata": {key: fields[key] for key in ("kind", "non_factual", "sources")},
    }


def _address(item_id: int) -> str:
    """Name a memory as an address, which leads nowhere: these clients require one."""
    return f"sayso:m{item_id}"


def proposed_fields(proposed: Proposed, offering: Offering) -> dict[str, object]:
    """Answer memory_propose: the outcome, and a sentence that says what to do."""
    reason = str(proposed.reason)
    message = offering.refusals[reason] if reason else offering.messages[proposed.outcome]
    return {
        "outcome": proposed.outcome.value,
        "turn_id": None if proposed.turn_id is None else f"t{proposed.turn_id}",
        "memory_id": None if proposed.item_id is None else f"m{proposed.item_id}",
        "reason": reason or None,
        "quotes": list(proposed.kept),
        "message": message,
    }
