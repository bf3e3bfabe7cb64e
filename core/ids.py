"""Ids as users write them: a letter for what it is and a number, such as `m12` or `j3`."""

from __future__ import annotations

import re
from typing import Final

from sayso.core.outcome import Failure, Result, Success

MEMORY: Final = "m"
JOB: Final = "j"
_NUMBER: Final = re.compile(r"([a-z]?)([1-9][0-9]{0,17})", re.ASCII)


def read_id(letter: str, text: str) -> Result[int, str]:
    """Read an id with its letter or bare; the failure repeats what was written.

    >>> read_id(MEMORY, "m12").unwrap(), read_id(MEMORY, "12").unwrap()
    (12, 12)
    """
    match = _NUMBER.fullmatch(text)
    if match is None or match.group(1) not in ("", letter):
        return Failure(f"{text!r} is no id of this kind: it looks like {letter}12")
    return Success(int(match.group(2)))
