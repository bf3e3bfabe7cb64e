"""JSON texts by their places: members with where they stand, so that text is cut and not rewritten.

Input: a text that `check_json` accepted. Only the containers that are asked for are walked; what
lies beside them is passed over whole.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn

from sayso.core import limits
from sayso.core.outcome import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Iterable

TOO_DEEP: Final = f"it has more than {limits.CONNECTION_DEPTH_MAX} levels"
MARK: Final = "\ufeff"  # a byte order mark, which some editors put before the text
_BLANK: Final = frozenset(" \t\r\n")


def _number(text: str) -> tuple[str, str]:
    """Keep a number as it is written, so that it differs from the string of the same digits."""
    return ("number", text)


# Numbers stay as they are written: neither 1.0 and 1 nor 10**20 and its nearest float are one.
_DECODER: Final = json.JSONDecoder(parse_int=_number, parse_float=_number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One member of an object or list: `start` is where its key or, in a list, its value begins."""

    key: str  # empty in a list
    start: int
    at: int  # where the value begins
    end: int
    value: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """An object or list: from its opening bracket to behind its closing one."""

    start: int
    close: int  # where the closing bracket stands
    members: tuple[Member, ...]

    def named(self, key: str) -> Member | None:
        """Give the member of a key."""
        return next((one for one in self.members if one.key == key), None)


def check_json(text: str) -> Result[Any, str]:
    """Give the value of a text that is one strict JSON value, or why it is none.

    Refused are comments, trailing commas, repeated keys, NaN, and more levels than anybody needs.
    """
    if not text.lstrip(MARK).strip():
        return Failure("it is empty, which is no JSON: delete it, or write {} into it")
    try:
        value = json.loads(
            text.removeprefix(MARK),
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_int=_number,
            parse_float=_number,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        return Failure(f"it is no strict JSON at {place} ({error.msg}){_guess(text, error.pos)}")
    except ValueError as error:
        return Failure(f"it is no strict JSON: {error}")
    except RecursionError:
        return Failure(TOO_DEEP)
    return Failure(TOO_DEEP) if _is_too_deep(value) else Success(value)


def plain(value: object) -> object:
    """Give a value of ours as a text of it reads, so that both can be compared."""
    return _DECODER.decode(json.dumps(value))


def root_of(text: str) -> Container | None:
    """Give the object or list a text consists of, None for any other value."""
    return container_at(text, _skip(text, len(MARK) if text.startswith(MARK) else 0))


def container_at(text: str, start: int) -> Container | None:
    """Walk the object or list that begins at a place, None where none begins."""
    return walk(text, start) if text[start] in "{[" else None


def walk(text: str, start: int) -> Container:
    """Walk the object or list that is known to begin at a place."""
    members: list[Member] = []
    at = _skip(text, start + 1)
    while text[at] not in "}]":
        begin, key = at, ""
        if text[start] == "{":
            name, at = _DECODER.raw_decode(text, at)
            key, at = str(name), _skip(text, _skip(text, at) + 1)  # behind the colon
        value, end = _DECODER.raw_decode(text, at)
        members.append(Member(key=key, start=begin, at=at, end=end, value=value))
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return Container(start=start, close=at, members=tuple(members))


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at


def _is_too_deep(value: object) -> bool:
    """Tell whether a value has more levels than the limit, going from level to level."""
    level = [value]
    for _ in range(limits.CONNECTION_DEPTH_MAX):
        dicts = [inner for one in level if isinstance(one, dict) for inner in one.values()]
        level = [inner for one in level if isinstance(one, list) for inner in one] + dicts
        if not level:
            return False
    return True


def _unique(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {json.dumps(key, ensure_ascii=False)} stands there twice")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def _guess(text: str, at: int) -> str:
    """Name what people put into such files though JSON has no such thing."""
    rest = text.removeprefix(MARK)
    if rest[at : at + 2] in ("//", "/*"):
        return ": a comment"
    if rest[:at].rstrip().endswith(",") and rest[at : at + 1] in tuple("}]"):
        return ": a comma too many"
    return ""
