"""Two versions of a line -> one line that marks what changed, word by word.

Words of Latin and similar scripts are compared whole, Chinese characters one by one, so that a
change inside a Chinese sentence is as small as it reads. `[-gone-]` and `{+new+}` mark a change,
as in git's word diff; unchanged stretches far from any change are left out with an ellipsis.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ELLIPSIS: Final = "…"
# Kept of an unchanged stretch on each side that touches a change.
NEAR_COLUMNS: Final = 40
_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN_CHAR: Final = re.compile(f"[{_HAN}]")
_TOKEN: Final = re.compile(rf"[^\W{_HAN}]+|\s+|.", re.DOTALL)
# An unchanged stretch that says less than this between two changes belongs to the change.
_ISLAND_MIN_WEIGHT: Final = 2
_WIDE: Final = frozenset({"F", "W"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A part of a line: the same in both versions when `gone` equals `new`."""

    gone: str
    new: str

    @property
    def is_same(self) -> bool:
        """Whether nothing changed here."""
        return self.gone == self.new


def tokens(text: str) -> tuple[str, ...]:
    """Cut a text into words, single Chinese characters, spaces and single marks.

    >>> tokens("用 ruff format。")
    ('用', ' ', 'ruff', ' ', 'format', '。')
    """
    return tuple(_TOKEN.findall(text))


def columns(text: str) -> int:
    """Count the columns a text takes in a terminal: a Chinese character takes two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in _WIDE else 1 for char in text)


def likeness(before: str, after: str) -> float:
    """Tell how many of their words two lines have in common, in order, from 0 to 1.

    Lines without any word are compared by their marks.
    """
    old, new = _words(before), _words(after)
    if not (old or new):
        old, new = tokens(before), tokens(after)
    return SequenceMatcher(None, old, new, autojunk=False).ratio()


def compare(before: str, after: str) -> tuple[Stretch, ...]:
    """Cut two versions of a line into stretches that are the same and stretches that changed."""
    old, new = tokens(before), tokens(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    parts = [
        Stretch(gone="".join(old[a:b]), new="".join(new[c:d]))
        for _, a, b, c, d in matcher.get_opcodes()
    ]
    return tuple(_joined(parts))


def mark(before: str, after: str) -> str:
    """Write two versions of a line as one, with its changes marked.

    >>> mark("a lasting wish", "a durable wish")
    'a [-lasting-]{+durable+} wish'
    >>> mark("这次先给结论", "以后先给结论")
    '[-这次-]{+以后+}先给结论'
    """
    parts = compare(before, after)
    return "".join(
        _near(part.new, starts=at > 0, ends=at < len(parts) - 1) if part.is_same else _changed(part)
        for at, part in enumerate(parts)
    )


def _joined(parts: Sequence[Stretch]) -> Iterator[Stretch]:
    """Put changes together that only a stray word or mark parts."""
    held: Stretch | None = None
    for at, part in enumerate(parts):
        between = 0 < at < len(parts) - 1
        if part.is_same and not (held and between and _weight(part.new) < _ISLAND_MIN_WEIGHT):
            if held:
                yield held
            held = None
            yield part
        elif held:
            held = Stretch(gone=held.gone + part.gone, new=held.new + part.new)
        else:
            held = part
    if held:
        yield held


def _weight(text: str) -> int:
    """Weigh a stretch: a Chinese character counts one, any other word two, marks nothing."""
    return sum(1 if _HAN_CHAR.fullmatch(word) else 2 for word in _words(text))


def _words(text: str) -> tuple[str, ...]:
    return tuple(token for token in tokens(text) if any(map(str.isalnum, token)))


def _changed(part: Stretch) -> str:
    gone = f"[-{part.gone}-]" if part.gone else ""
    return gone + (f"{{+{part.new}+}}" if part.new else "")


def _near(text: str, *, starts: bool, ends: bool) -> str:
    """Keep of an unchanged stretch what is near a change before it or after it."""
    head = _head(text) if starts else ""
    tail = _tail(text) if ends else ""
    if columns(head) + columns(tail) + 1 >= columns(text):
        return text
    return f"{head}{ELLIPSIS}{tail}"


def _head(text: str) -> str:
    """Keep the start of a text, up to a border of tokens."""
    taken = _count_near(tokens(text))
    return "".join(tokens(text)[:taken])


def _tail(text: str) -> str:
    """Keep the end of a text, from a border of tokens."""
    run = tokens(text)
    return "".join(run[len(run) - _count_near(run[::-1]) :])


def _count_near(run: Sequence[str]) -> int:
    """Count the tokens at the start of a run that fit into what is kept near a change."""
    width = 0
    for at, token in enumerate(run):
        width += columns(token)
        if width > NEAR_COLUMNS:
            return at
    return len(run)
