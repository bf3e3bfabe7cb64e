"""Ids as users write them: a letter for what it is and a number, such as `m12` or `j3`."""

from __future__ import annotations

import re
from typing import Final

from sayso.core import outcome

MEMORY: Final = "m"
JOB: Final = "j"
NOTE: Final = "n"
_NUMBER: Final = re.compile(r"([a-z]?)([1-9][0-9]{0,17})", re.ASCII)
_STORE_ID: Final = re.compile(r"[0-9a-f]{32}")


def read_id(letter: str, text: str) -> outcome.Result[int, str]:
    """Read an id with its letter or bare; the failure repeats what was written.

    >>> read_id(MEMORY, "m12").unwrap(), read_id(MEMORY, "12").unwrap()
    (12, 12)
    """
    match = _NUMBER.fullmatch(text)
    if match is None or match.group(1) not in ("", letter):
        return outcome.Failure(f"{text!r} is no id of this kind: it looks like {letter}12")
    return outcome.Success(int(match.group(2)))


def is_store_id(text: str) -> bool:
    """Tell whether a text has the shape of the ids that stores get; nothing else names a file.

    >>> is_store_id("0123456789abcdef" * 2), is_store_id("../" + "a" * 29)
    (True, False)
    """
    return _STORE_ID.fullmatch(text) is not None
