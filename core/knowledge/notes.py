"""Layer 1, what people note about a project: one Markdown text that grows by dated entries."""

from __future__ import annotations

from typing import Final

from sayso.core.knowledge.moments import minute_text

TITLE: Final = "# Project memory"


def append_note(notes: str, entry: str, at_us: int) -> str:
    """Append an entry under a heading with its time (B70); the first one gets the title above it.

    >>> print(append_note("", "Release on Fridays.", 0), end="")
    # Project memory
    <BLANKLINE>
    ## [1970-01-01 00:00]
    Release on Fridays.
    """
    before = notes.rstrip() or TITLE
    return f"{before}\n\n## [{minute_text(at_us)}]\n{entry.strip()}\n"
