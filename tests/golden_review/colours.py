"""A report in the colours of a terminal: what is gone in red, what is new in green."""

from __future__ import annotations

import re
from typing import Final

_PLAIN: Final = "\x1b[0m"
_RED: Final = "\x1b[31m"
_GREEN: Final = "\x1b[32m"
_BOLD: Final = "\x1b[1m"
_COLOURS: Final = (
    (re.compile(r"\[-[^\0]*?-\]"), _RED),
    (re.compile(r"\{\+[^\0]*?\+\}"), _GREEN),
    (re.compile(r"^[ \d]{6} - .*$", re.MULTILINE), _RED),
    (re.compile(r"^[ \d]{6} \+ .*$", re.MULTILINE), _GREEN),
    (re.compile(r"^== .*$", re.MULTILINE), _BOLD),
)


def coloured(report: str) -> str:
    """Colour a report; without the colours it is the same text."""
    for pattern, colour in _COLOURS:
        report = pattern.sub(rf"{colour}\g<0>{_PLAIN}", report)
    return report
