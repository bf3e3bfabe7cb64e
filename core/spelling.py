"""One spelling for what readers take for the same letters, for the words of both searches.

Accents, soft hyphens, characters of no width and the colours of a terminal are left out, forms of
full width become ASCII, traditional characters simplified, and one apostrophe stands for both.
Case stays, because it shows the borders of names; leading zeros stay, because they tell numbers
apart. Only what searches look up is spelled so: what is stored and shown stays as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from sayso.core.text import fold

ESCAPE: Final = "\x1b"

# What a terminal is told: colours stand within words, moves of the cursor between them.
_COLOUR: Final = re.compile(r"\x1b\[[0-9;:]{0,99}m|\x1b\]8;[^\x07\x1b]{0,4096}(?:\x07|\x1b\\)")
_CONTROL: Final = re.compile(
    r"\x1b\[[0-?]{0,99}[ -/]{0,9}[@-~]|\x1b\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)|\x1b[ -/]{0,9}[0-~]"
)
# Letters with a stroke and joined ones, which Unicode doesn't take apart.
_STROKES: Final = str.maketrans(
    {
        "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i",
        "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE",
    }
)  # fmt: skip


def spelled(text: str) -> str:
    r"""Give the one spelling of a text.

    >>> spelled("na\u00efve Caf\u00e9"), spelled("ca\u00adche\u200b"), spelled("\x1b[31mred\x1b[0m")
    ('naive Cafe', 'cache', 'red')
    """
    if ESCAPE in text:
        text = _CONTROL.sub(" ", _COLOUR.sub("", text))
    if text.isascii():
        return text
    accented, accent, invisible = _patterns()
    plain = unicodedata.normalize("NFKC", invisible.sub("", text)).replace("\u2019", "'")
    if accented.search(plain):
        bare = accent.sub("", unicodedata.normalize("NFD", plain))
        plain = unicodedata.normalize("NFC", bare).translate(_STROKES)
    return fold(plain)


def spelled_at(text: str) -> tuple[str, list[int]]:
    r"""Give the one spelling of a text with the place in the text of each of its characters.

    The place of its end is given, too. Letters that are one only together are spelled alone.

    >>> spelled_at("e\u0301\u00ad\uff11")
    ('e1', [0, 3, 4])
    """
    parts: list[str] = []
    at: list[int] = []
    alone = {char: spelled(char) for char in set(text)}
    hidden = {
        place
        for pattern in ((_COLOUR, _CONTROL) if ESCAPE in text else ())
        for match in pattern.finditer(text)
        for place in range(*match.span())
    }
    for place, char in enumerate(text):
        part = "" if place in hidden else alone[char]
        parts.append(part)
        at.extend([place] * len(part))
    return "".join(parts), [*at, len(text)]


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Give what may bear accents, these, and what no reader sees; made when a text needs them."""
    accents = "\u0300-\u036f"
    letters = "\u00c0-\u024f\u0370-\u0523\u1e00-\u1fff"
    invisible = (
        "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
        "\U000e0000-\U000e01ef"
    )
    return (
        re.compile(f"[{letters}{accents}]"),
        re.compile(f"[{accents}]+"),
        re.compile(f"[{invisible}]+"),
    )
