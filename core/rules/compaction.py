"""The rolling extract of a thread: one line per turn, newest kept, without any model.

Input: the previous extract and the turns of a batch in order. Output: 1 to 4,000 characters, one
line per turn, the user's words and the gist of the answer clipped; pasted blocks are left out.
Invariant: a line is whole or gone; the oldest lines go first; equal input gives equal output.
Source: A222.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.text import ELLIPSIS, clip, one_line

if TYPE_CHECKING:
    from sayso.core.turns import Turn

ASK_MAX_CHARS: Final = 240
ANSWER_MAX_CHARS: Final = 200

_ASK: Final = "U: "
_ANSWER: Final = " | A: "
# A fence closes with the same mark; one that never closes runs to the end of the text.
_FENCED: Final = re.compile(
    r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)
_QUOTED: Final = re.compile(r"^[ \t]*>.*$", re.MULTILINE)


def extend_compaction(previous: str, turns: tuple[Turn, ...]) -> str:
    """Add one line per turn to the extract and keep the newest lines within the bound."""
    lines = [clip(line.strip(), limits.COMPACTION_MAX_CHARS) for line in previous.splitlines()]
    lines += [_line(turn) for turn in turns]
    kept: list[str] = []
    room = limits.COMPACTION_MAX_CHARS
    for line in reversed([line for line in lines if line]):
        if len(line) > room:
            break
        kept.append(line)
        room -= len(line) + 1
    return "\n".join(reversed(kept)) or ELLIPSIS


def _line(turn: Turn) -> str:
    ask = _ASK + (_gist(turn.user_text, ASK_MAX_CHARS) or ELLIPSIS)
    answer = _gist(turn.assistant_text, ANSWER_MAX_CHARS)
    return ask + _ANSWER + answer if answer else ask


def _gist(text: str, max_chars: int) -> str:
    """Leave out pasted blocks and put the beginning of the rest on one line."""
    own = _QUOTED.sub("", _FENCED.sub("", text))
    return clip(one_line(own), max_chars)
