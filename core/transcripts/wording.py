"""Small checks of one text of a log, the same for every format.

Text in, text or a reason out. Trimming takes whole blank lines at both ends and nothing else, so
an indented first line and a fence stay byte for byte as they were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.limits import SESSION_MAX_CHARS, TURN_MAX_BYTES
from sayso.core.transcripts.reasons import SkipReason

if TYPE_CHECKING:
    from collections.abc import Mapping


def trim_blank_lines(text: str) -> str:
    r"""Take the blank lines off both ends, and the last line's end.

    >>> trim_blank_lines("\n \n  two\n\nlines \r\n\n")
    '  two\n\nlines '
    """
    first = len(text) - len(text.lstrip())
    if first == len(text):
        return ""
    start = text.rfind("\n", 0, first) + 1
    last = len(text.rstrip())
    end = text.find("\n", last)
    if end < 0:
        return text[start:]
    return text[start:end].removesuffix("\r")


def check_text(text: str) -> SkipReason | None:
    """Say why no store could take a text as one side of a turn; None when it can."""
    try:
        size_bytes = len(text.encode())
    except UnicodeEncodeError:
        return SkipReason.LONE_SURROGATE
    return SkipReason.TOO_LONG if size_bytes > TURN_MAX_BYTES else None


def short_text(fields: Mapping[str, object], name: str) -> str | None:
    """Give a field that can serve as an id, None when it cannot."""
    value = fields.get(name)
    if not isinstance(value, str) or len(value) > SESSION_MAX_CHARS or check_text(value):
        return None
    return value or None


def file_name(path: str) -> str:
    r"""Give the last part of a path of either kind, fit to name a session.

    >>> file_name("logs/a.md"), file_name("C:\\logs\\b.jsonl")
    ('a.md', 'b.jsonl')
    """
    name = path.replace("\\", "/").rpartition("/")[2]
    # A name that is not UTF-8 on disk comes with lone surrogates, which no store can hold.
    return name.encode(errors="replace").decode()[:SESSION_MAX_CHARS]
