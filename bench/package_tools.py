"""Adds texts to a memory package and searches them by the tools of its MCP server."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.packages_apart import Served

    Tool = tuple[str, Callable[..., dict[str, Any]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What adding and searching took, and what was found for each question."""

    added_s: list[float]
    searched_s: list[float]
    found: list[list[str]]


def over_mcp(server: Served, name: str, said: list[str], asked: list[str]) -> Asked:
    """Add and search by the tools of a server."""
    adding, searching = TOOLS[name]
    added_s: list[float] = []
    searched_s: list[float] = []
    found: list[list[str]] = []
    titles = {title(number): text for number, text in enumerate(said)}
    for number, text in enumerate(said):
        begun = time.perf_counter()
        server.call(adding[0], adding[1](number, text))
        added_s.append(time.perf_counter() - begun)
    for question in asked:
        begun = time.perf_counter()
        answer = server.call(searching[0], searching[1](question))
        searched_s.append(time.perf_counter() - begun)
        found.append([text for key, text in titles.items() if key in answer or text in answer])
    return Asked(added_s=added_s, searched_s=searched_s, found=found)


def title(number: int) -> str:
    """Give the title of a note."""
    return f"note {number:05}"


# The tool that adds and the tool that searches, each with what it is given.
TOOLS: Final[dict[str, tuple[Tool, Tool]]] = {
    "basic-memory": (
        (
            "write_note",
            lambda number, text: {
                "title": title(number),
                "content": text,
                "directory": "notes",
                "project": "main",
            },
        ),
        ("search_notes", lambda question: {"query": question, "page_size": 5, "project": "main"}),
    ),
    "mcp-memory-service": (
        # A conversation, so that texts that resemble each other are all kept.
        ("memory_store", lambda _, text: {"content": text, "conversation_id": "bench"}),
        ("memory_search", lambda question: {"query": question, "limit": 5}),
    ),
}
