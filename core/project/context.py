"""What a request is given: recent history as messages, and the routing context as text.

Both are bounded and built from records alone. The routing context holds the notice, an index of
the newest preferences and decisions, the active thread's discussions, and the summary in
whatever of the budget is left (A213-A225). It is fenced as data and carries ids.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.project.masks import masked_text
from sayso.core.states import Role, TurnState
from sayso.core.text import ELLIPSIS, clip, han_runs, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.items import Item
    from sayso.core.project.masks import Masks
    from sayso.core.search import Hit
    from sayso.core.turns import Turn

FENCE_OPEN: Final = "<sayso-memory>"
FENCE_CLOSE: Final = "</sayso-memory>"
# The fence, and those that hosts put around what they are told.
_FENCE_WORD: Final = re.compile(
    "sayso-memory|system-reminder|user-prompt-submit-hook|session-start-hook", re.IGNORECASE
)
_HEADING: Final = re.compile(r"^[ \t]*(?:##+|#(?=\s))[ \t]*", re.MULTILINE)
_LINE_MAX_CHARS: Final = limits.CONTEXT_TITLE_MAX_CHARS + limits.CONTEXT_SYNOPSIS_MAX_CHARS


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryMessage:
    """One message of the history handed to the host."""

    role: Role
    text: str
    turn_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextWords:
    """The fixed words of the routing context in one language; loaded from core/prompts."""

    notice: str
    preferences: str
    decisions: str
    discussions: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextInput:
    """What the routing context is made of. Items come newest first, any number of them."""

    preferences: tuple[Item | Hit, ...]
    decisions: tuple[Item | Hit, ...]
    discussions: tuple[Item | Hit, ...]
    compaction: str


def render_history(turns: Iterable[Turn], masks: Masks) -> tuple[HistoryMessage, ...]:
    """Choose the recent history, oldest first, from the completed turns of one session.

    At most 8 turns and 12,000 characters; the newest are kept, each pair whole. Only a newest
    pair that alone is too long is clipped, about half for each side (A214-A216).
    """
    completed = [turn for turn in turns if turn.state is TurnState.COMPLETED]
    kept: list[tuple[HistoryMessage, ...]] = []
    left_chars = limits.HISTORY_MAX_CHARS
    for turn in reversed(completed[-limits.HISTORY_MAX_TURNS :]):
        pair = _pair(turn, masks)
        size_chars = sum(len(message.text) for message in pair)
        if size_chars > left_chars:
            if not kept:
                kept.append(_clipped(pair, left_chars))
            break
        kept.append(pair)
        left_chars -= size_chars
    return tuple(message for pair in reversed(kept) for message in pair)


def _pair(turn: Turn, masks: Masks) -> tuple[HistoryMessage, ...]:
    texts = ((role, masked_text(turn, role, masks)) for role in Role)
    return tuple(
        HistoryMessage(role=role, text=text, turn_id=turn.id) for role, text in texts if text
    )


def _clipped(pair: tuple[HistoryMessage, ...], budget_chars: int) -> tuple[HistoryMessage, ...]:
    """Share a budget between the sides; what a short or missing one leaves goes to the long one."""
    half = budget_chars // len(pair)
    shares = [half] * len(pair)
    for at, message in enumerate(pair):
        spare = max(0, half - len(message.text))
        shares = [share + spare if other != at else share for other, share in enumerate(shares)]
    return tuple(
        HistoryMessage(role=one.role, text=clip(one.text, share), turn_id=one.turn_id)
        for one, share in zip(pair, shares, strict=True)
    )


def render_context(parts: ContextInput, words: ContextWords) -> str:
    """Render the routing context, at most 4,000 characters, or '' when there is nothing.

    Index lines come before the summary, so a long summary never displaces them (A223). The
    summary is a model's text: it has no headings, so that it never passes for a section.
    """
    sections = [
        _section(words.preferences, _lines(parts.preferences)),
        _section(words.decisions, _lines(parts.decisions)),
        _section(words.discussions, _titles(parts.discussions)),
    ]
    blocks = [section for section in sections if section]
    summary = _HEADING.sub("", unfenced(parts.compaction)).strip()
    if not blocks and not summary:
        return ""
    body = "\n".join((FENCE_OPEN, words.notice, *blocks))
    left_chars = limits.CONTEXT_MAX_CHARS - len(body) - len(FENCE_CLOSE) - 1
    room_chars = left_chars - len(words.summary) - 5
    if summary and room_chars > 0:
        body = f"{body}\n## {words.summary}\n{keep_tail(summary, room_chars)}"
    return f"{body}\n{FENCE_CLOSE}"


def _section(heading: str, lines: list[str]) -> str:
    return "\n".join((f"## {heading}", *lines)) if lines else ""


def _lines(items: tuple[Item | Hit, ...]) -> list[str]:
    return [_line(item) for item in items[: limits.CONTEXT_LINES_PER_KIND]]


def _line(item: Item | Hit) -> str:
    """Give title and synopsis, or the synopsis alone where it says the title anyway."""
    synopsis = unfenced(one_line(item.synopsis))
    if unfenced(one_line(item.title)) in synopsis:
        return f"- m{item.item_id} {clip(synopsis, _LINE_MAX_CHARS)}"
    return f"{_titles((item,))[0]}: {clip(synopsis, limits.CONTEXT_SYNOPSIS_MAX_CHARS)}"


def _titles(items: tuple[Item | Hit, ...]) -> list[str]:
    return [
        f"- m{item.item_id} {clip(unfenced(one_line(item.title)), limits.CONTEXT_TITLE_MAX_CHARS)}"
        for item in items[: limits.CONTEXT_LINES_PER_KIND]
    ]


def unfenced(text: str) -> str:
    """Keep remembered text from closing or opening a fence it stands in, in any spelling."""
    return _FENCE_WORD.sub(lambda word: word[0].replace("-", "_"), text)


def keep_tail(text: str, max_chars: int) -> str:
    """Keep the newest end of a summary, from a line border where one is near."""
    if len(text) <= max_chars:
        return text
    tail = text[len(text) - max_chars + 1 :]
    border = tail.find("\n", 0, 200)
    return ELLIPSIS + tail[border + 1 :]


def choose_words(parts: ContextInput, by_language: Mapping[str, ContextWords]) -> ContextWords:
    """Choose the language of the fixed words: Chinese when most of the memory is Chinese."""
    text = " ".join(
        (
            *(item.title for item in (*parts.preferences, *parts.decisions, *parts.discussions)),
            parts.compaction,
        )
    )
    return by_language[language_of(text)]


def language_of(text: str) -> str:
    """Tell whether a text is Chinese for the most part (`zh`) or not (`en`)."""
    han_chars = sum(len(run) for run in han_runs(text))
    letters = sum(1 for char in text if char.isascii() and char.isalpha())
    return "zh" if han_chars * 3 > letters else "en"
