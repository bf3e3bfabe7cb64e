"""JSON files of knowledge: a value to the bytes of its file and back, strictly.

The same value always has the same bytes, so that a diff shows what changed. What is read is one
JSON value in UTF-8 as the standard has it, no deeper than what may be written; a file that is
anything else is damaged and told so, with the reason.
"""

from __future__ import annotations

import json
from typing import Final

from sayso.core import limits
from sayso.core.knowledge.json_values import fault_in, is_object
from sayso.core.outcome import Failure, Result, Success, is_failure

_UTF8_MARK: Final = b"\xef\xbb\xbf"


def spell(value: object) -> Result[bytes, str]:
    r"""Write a JSON value as its file has it: sorted keys, two spaces, a line break at the end.

    Fails for what is no JSON value.

    >>> spell({"b": "é", "a": []}).unwrap().decode()
    '{\n  "a": [],\n  "b": "é"\n}\n'
    """
    fault = fault_in(value)
    if fault:
        return Failure(fault)
    text = json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True, allow_nan=False)
    return Success(f"{text}\n".encode())


def read_spelled(raw: bytes) -> Result[object, str]:
    """Read the value of a file; fails with the reason.

    >>> read_spelled(b"[NaN]").failure()
    'NaN is no JSON'
    """
    try:
        value = json.loads(
            raw.removeprefix(_UTF8_MARK).decode(),
            object_pairs_hook=_unique,
            parse_constant=_refuse,
        )
    except UnicodeDecodeError:
        return Failure("is no UTF-8")
    except RecursionError:
        return Failure(f"is nested deeper than {limits.KNOWLEDGE_DEPTH_MAX}")
    except json.JSONDecodeError as error:
        return Failure(f"is no JSON: {error.msg} in line {error.lineno}")
    except ValueError as error:
        return Failure(str(error))
    fault = fault_in(value)
    return Failure(fault) if fault else Success(value)


def read_object(raw: bytes) -> Result[dict[str, object], str]:
    """Read the object of a file; fails for another value."""
    read = read_spelled(raw)
    if is_failure(read):
        return Failure(read.failure())
    value = read.unwrap()
    return Success(dict(value)) if is_object(value) else Failure("is no JSON object")


def read_list(raw: bytes) -> Result[list[object], str]:
    """Read the list of a file; fails for another value."""
    read = read_spelled(raw)
    if is_failure(read):
        return Failure(read.failure())
    value = read.unwrap()
    return Success(value) if isinstance(value, list) else Failure("is no JSON list")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object; two values under one key would leave it open which was meant."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("has a key twice in one object")
    return fields


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is no JSON")
