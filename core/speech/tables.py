"""How markers of speech are written down and looked up: tables of alternatives by script.

Input: alternatives of a regular expression, one a line; a line that begins with a bar continues
the one before it. Output: a table that finds them in plain text (see `clauses`). Latin ones match
between word borders, Han ones anywhere. Invariant: a text without a script costs nothing for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table, compiled by script, so that a text without the script costs nothing."""

    latin: re.Pattern[str] | None
    han: re.Pattern[str] | None

    def search(self, plain: str) -> re.Match[str] | None:
        """Find the first marker; a Latin one is looked for before a Han one."""
        found = self.latin.search(plain) if self.latin is not None else None
        if found is not None or self.han is None or plain.isascii():
            return found
        return self.han.search(plain)

    def match(self, plain: str, at: int = 0) -> re.Match[str] | None:
        """Find a marker that stands exactly at an offset."""
        found = self.latin.match(plain, at) if self.latin is not None else None
        if found is not None or self.han is None:
            return found
        return self.han.match(plain, at)

    def blank(self, plain: str) -> str:
        """Replace every marker by one blank."""
        for table in (self.latin, self.han):
            plain = table.sub(" ", plain) if table is not None else plain
        return plain


def pattern(latin: str = "", han: str = "") -> Table:
    """Compile a table of alternatives."""
    words, runs = _lines(latin), _lines(han)
    # A marker that ends in a blank or a sign needs no word border after it.
    return Table(
        latin=re.compile(rf"(?<![a-z0-9_])(?:{'|'.join(words)})(?:(?<![a-z0-9_])|(?![a-z0-9_]))")
        if words
        else None,
        han=re.compile("|".join(runs)) if runs else None,
    )


def _lines(table: str) -> list[str]:
    """Give the alternatives; a line that begins with a bar continues the one before it."""
    lines: list[str] = []
    for line in table.splitlines():
        if line.startswith("|"):
            lines[-1] += line
        elif line.strip():
            lines.append(line.strip())
    return lines
