"""How markers of speech are written down and looked up: tables of alternatives by script.

Input: alternatives of a regular expression, one a line; a line that begins with a bar continues
the one before it. Output: a table that finds them in plain text (see `clauses`). Latin ones match
between word borders, Han ones anywhere. Invariant: a text without a script, and one that has no
word of a table's (see `hints`), costs next to nothing for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.recent import TEXT_MAX_CHARS
from sayso.core.speech.hints import ALWAYS, bit_of, hints

if TYPE_CHECKING:
    from collections.abc import Callable

EVERY: Final = -1  # all bits: nothing is ruled out


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table, compiled by script; each script has its bit of the hints."""

    latin: re.Pattern[str] | None
    han: re.Pattern[str] | None
    latin_bit: int = ALWAYS
    han_bit: int = ALWAYS

    def search(self, plain: str) -> re.Match[str] | None:
        """Find the first marker; a Latin one is looked for before a Han one."""
        hinted = _hinted(plain)
        if self.latin is not None and hinted & self.latin_bit:
            found = self.latin.search(plain)
            if found is not None:
                return found
        if self.han is None or not hinted & self.han_bit or plain.isascii():
            return None
        return self.han.search(plain)

    def match(self, plain: str, at: int = 0) -> re.Match[str] | None:
        """Find a marker that stands exactly at an offset."""
        hinted = _hinted(plain)
        if self.latin is not None and hinted & self.latin_bit:
            found = self.latin.match(plain, at)
            if found is not None:
                return found
        return self.han.match(plain, at) if self.han and hinted & self.han_bit else None

    def blank(self, plain: str) -> str:
        """Replace every marker by one blank."""
        for table, bit in ((self.latin, self.latin_bit), (self.han, self.han_bit)):
            if table is not None and _hinted(plain) & bit:
                plain = table.sub(" ", plain)
        return plain


def finder(plain: str) -> Callable[[Table], bool]:
    """Give what tells whether a table finds anything in a text, for many tables."""
    hinted = _hinted(plain)

    def finds(table: Table) -> bool:
        return hinted & (table.latin_bit | table.han_bit) != 0 and table.search(plain) is not None

    return finds


def _hinted(plain: str) -> int:
    """Give the hints of a text; of a long one they would cost more than they spare."""
    return hints(plain) if len(plain) <= TEXT_MAX_CHARS else EVERY


def pattern(latin: str = "", han: str = "") -> Table:
    """Compile a table of alternatives."""
    words, runs = _lines(latin), _lines(han)
    # A marker that ends in a blank or a sign needs no word border after it.
    latin_source = (
        rf"(?<![a-z0-9_])(?:{'|'.join(words)})(?:(?<![a-z0-9_])|(?![a-z0-9_]))" if words else ""
    )
    han_source = "|".join(runs)
    return Table(
        latin=re.compile(latin_source) if words else None,
        han=re.compile(han_source) if runs else None,
        latin_bit=bit_of(latin_source) if words else 0,
        han_bit=bit_of(han_source) if runs else 0,
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
