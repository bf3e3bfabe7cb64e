"""Marked spans that programs add to a prompt -> the text without them.

A span runs from an opening tag to its closing tag, spans of the same name inside it included.
An opening tag right behind a backtick is someone talking about the tag. A tag that is never
closed takes the rest of the text when it opens a line, else it is talk as well. The text is
passed once plus at most twice per tag name, however the tags are mixed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

# Attributes stay on one line and short, so that a tag without an end is given up at once.
_ATTRIBUTES: Final = r"(?=[\s/>])[^<>\n]{0,200}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class TagSet:
    """The tags to take out, compiled once; build it with `tag_set`."""

    opening: re.Pattern[str]
    either: Mapping[str, re.Pattern[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stripped:
    """What is left of a text, and the names of the tags taken out, in order."""

    text: str
    removed: tuple[str, ...]


def tag_set(names: frozenset[str]) -> TagSet:
    """Compile the patterns for a set of tag names."""
    choice = "|".join(re.escape(name) for name in sorted(names))
    return TagSet(
        opening=re.compile(f"<({choice}){_ATTRIBUTES}"),
        either={name: re.compile(f"<(/?){re.escape(name)}{_ATTRIBUTES}") for name in names},
    )


def strip_spans(text: str, tags: TagSet) -> Stripped:
    """Take every span of these tags out of a text; nothing else of it changes."""
    kept: list[str] = []
    removed: list[str] = []
    unclosed: set[str] = set()
    kept_to = at = 0
    while (tag := tags.opening.search(text, at)) is not None:
        name, start = tag[1], tag.start()
        at = tag.end()
        if name in unclosed or text[start - 1 : start] == "`":
            continue
        end = _span_end(text, start, tags.either[name])
        if end is None:
            unclosed.add(name)
            if not _opens_line(text, start):
                continue
            end = len(text)
        kept.append(text[kept_to:start])
        removed.append(name)
        kept_to = at = end
    kept.append(text[kept_to:])
    return Stripped(text="".join(kept), removed=tuple(removed))


def _span_end(text: str, start: int, either: re.Pattern[str]) -> int | None:
    """Find where the span ends: at its own closing tag, else at the last one there is."""
    depth = 0
    last: int | None = None
    for tag in either.finditer(text, start):
        if not tag[1]:
            depth += 1
            continue
        depth -= 1
        last = tag.end()
        if depth == 0:
            break
    return last


def _opens_line(text: str, start: int) -> bool:
    """Tell whether only white space stands before this place in its line."""
    line_start = text.rfind("\n", 0, start) + 1
    return not text[line_start:start].strip()
