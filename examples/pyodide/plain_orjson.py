"""What Sayso's core uses of orjson, on Python's own json, byte for byte alike.

For runtimes that have no compiled orjson: put it into `sys.modules` under that name before the
core is imported. What orjson does beyond this is not here, and asking for it fails.
"""

from __future__ import annotations

import json
from typing import Any

JSONDecodeError = json.JSONDecodeError
OPT_INDENT_2 = 1
_STEP = 2


class Fragment:
    """JSON that is written already."""

    def __init__(self, contents: bytes | str) -> None:
        """Hold it as it is."""
        self.text = contents if isinstance(contents, str) else contents.decode()


def dumps(value: object, option: int = 0) -> bytes:
    """Write dicts, lists, tuples, texts, integers, booleans, None and fragments as UTF-8."""
    return _written(value, 0 if option & OPT_INDENT_2 else None).encode()


def loads(text: bytes | str) -> Any:  # noqa: ANN401 - a value of any kind, as orjson gives it
    """Read one JSON value; NaN and the infinities are none."""
    return json.loads(text, parse_constant=_refuse)


def _written(value: object, depth: int | None) -> str:
    inner = None if depth is None else depth + _STEP
    if isinstance(value, Fragment):
        return value.text
    if isinstance(value, dict):
        colon = ":" if depth is None else ": "
        named = (f"{json.dumps(key, ensure_ascii=False)}{colon}" for key in value)
        whole = zip(named, value.values(), strict=True)
        return _laid_out("{}", [name + _written(one, inner) for name, one in whole], depth)
    if isinstance(value, list | tuple):
        return _laid_out("[]", [_written(one, inner) for one in value], depth)
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _laid_out(brackets: str, entries: list[str], depth: int | None) -> str:
    if depth is None or not entries:
        return brackets[0] + ",".join(entries) + brackets[1]
    line = "\n" + " " * depth
    inside = line + " " * _STEP
    return brackets[0] + inside + f",{inside}".join(entries) + line + brackets[1]


def _refuse(name: str) -> None:
    raise JSONDecodeError("not JSON", name, 0)
