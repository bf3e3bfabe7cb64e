"""What a hook tells its agent: parts of memory to one text, and the text to the host's answer.

Everything is fenced as data and carries ids; remembered text closes no fence. What a session start
and the prompt after it are told has at most 9,000 characters together: hosts show a longer text in
part, or as the name of a file.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.agents.payloads import CURSOR
from sayso.core.checking import moment
from sayso.core.kinds import Kind
from sayso.core.project.context import (
    FENCE_CLOSE,
    FENCE_OPEN,
    ContextInput,
    choose_words,
    keep_tail,
    language_of,
    render_context,
    unfenced,
)
from sayso.core.project.masks import masked_text
from sayso.core.states import Role, TurnState
from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.project.context import ContextWords
    from sayso.core.project.masks import Masks
    from sayso.core.search import Hit
    from sayso.core.turns import Turn


# Stands among what a session was told for the routing context itself, which may show no memory.
ROUTING_ROW: Final = 0


def untold(parts: ContextInput, told: frozenset[int]) -> ContextInput:
    """Leave out what a session was told before; the summary goes with its first telling."""
    if not told:
        return parts
    return ContextInput(
        preferences=tuple(one for one in parts.preferences if one.row_id not in told),
        decisions=tuple(one for one in parts.decisions if one.row_id not in told),
        discussions=tuple(one for one in parts.discussions if one.row_id not in told),
        compaction="",
    )


def parts_of_hits(hits: Iterable[Hit]) -> ContextInput:
    """Put what was found under its kind, in the order in which it was found."""
    by_kind: dict[Kind, list[Hit]] = {kind: [] for kind in Kind}
    for hit in hits:
        by_kind[hit.kind].append(hit)
    return ContextInput(
        preferences=tuple(by_kind[Kind.PREFERENCE]),
        decisions=tuple(by_kind[Kind.DECISION]),
        discussions=tuple(by_kind[Kind.DISCUSSION]),
        compaction="",
    )


def rows_told(parts: ContextInput) -> frozenset[int]:
    """Give the revisions that a context of these parts shows."""
    shown = (parts.preferences, parts.decisions, parts.discussions)
    most = limits.CONTEXT_LINES_PER_KIND
    return frozenset(one.row_id for items in shown for one in items[:most])


def render_parts(parts: ContextInput, words: Mapping[str, ContextWords]) -> str:
    """Render memory under its notice, '' for nothing."""
    return render_context(parts, choose_words(parts, words))


def render_stop(turn: Turn, masks: Masks, words: Mapping[str, Mapping[str, str]]) -> str:
    """Render the last turn of an earlier session: when, what was asked, and how it ended."""
    asked = _line(masked_text(turn, Role.USER, masks))
    told = words[language_of(asked)]
    ended = told["failed"] if turn.state is TurnState.FAILED else told["interrupted"]
    answer = _line(masked_text(turn, Role.ASSISTANT, masks))
    if turn.state is TurnState.COMPLETED and answer:
        ended = f"{told['answered']}: {keep_tail(answer, limits.HOOK_ANSWERED_MAX_CHARS)}"
    began = f"t{turn.id} {moment(turn.created_at_us)} {told['asked']}"
    question = f"- {began}: {clip(asked, limits.HOOK_ASKED_MAX_CHARS)}"
    return "\n".join((FENCE_OPEN, told["stopped"], question, f"- {ended}", FENCE_CLOSE))


def render_answer(host: str, event: str, texts: Iterable[str]) -> str:
    """Write what goes to standard output, '' for nothing to tell.

    Hosts refuse or misread any key they don't know, so there are no others. All of it is ASCII, as
    no encoding of a pipe can spoil that.
    """
    context = "\n".join(text for text in texts if text)
    if not context:
        return ""
    if host == CURSOR:
        return json.dumps({"additional_context": context})
    told = {"hookEventName": event, "additionalContext": context}
    return json.dumps({"hookSpecificOutput": told})


def _line(text: str) -> str:
    return unfenced(one_line(text))
