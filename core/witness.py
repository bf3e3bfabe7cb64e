"""The witness beside a store: what was last seen of it, so that a loss is noticed.

Input: lines of the mark file, as bytes, and what an open database says of itself. Output: the
lines' meaning, and what was lost, as one line of text. SQLite cannot tell a lost or a foreign log
from an empty one. The witness holds the store's id and how many transactions it has committed,
written after each commit, and the result of the last thorough check. One that is older than the
database is fine (the process died in between); a newer one means that commits are gone. It is a
witness, never a source: nothing is restored from it.

The file is two lines of WITNESS_LINE_BYTES each, so that a commit and a check never overwrite
each other: JSON, a space, the JSON's SHA-256 in hexadecimal, and spaces up to the line's end.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sayso.core import limits
from sayso.core.ids import is_store_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """Whose store it was and how many transactions it had committed when it was last seen.

    `heir` is the id of a store that is being put in its place on purpose. The mark of a store
    that has just been made is its own heir until its first commit.
    """

    store_id: str
    commits: int
    heir: str | None = None


class CheckResult(StrEnum):
    """What a thorough check of the file came to; `running` is one that has not ended."""

    OK = "ok"
    FAILED = "failed"
    RUNNING = "running"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The last thorough check: result, when (microseconds since the epoch), and of which file."""

    result: CheckResult
    at_us: int
    device: int
    inode: int


def render_sighting(sighting: Sighting) -> bytes:
    """Write the first line."""
    heir = "null" if sighting.heir is None else f'"{sighting.heir}"'  # an id needs no escaping
    body = f'{{"store_id":"{sighting.store_id}","commits":{sighting.commits},"heir":{heir}}}'
    return _signed(body.encode())


def render_check(check: Check) -> bytes:
    """Write the second line."""
    value = {
        "result": check.result,
        "at_us": check.at_us,
        "device": check.device,
        "inode": check.inode,
    }
    return _signed(json.dumps(value, separators=(",", ":")).encode())


def read_sighting(line: bytes) -> Sighting | str:
    """Read the first line; a text says why it is none."""
    value = _value(line)
    return value if isinstance(value, str) else _sighting(value)


def read_check(line: bytes) -> Check | str | None:
    """Read the second line, which is blank before the first check; a text says why it is none.

    >>> read_check(BLANK_LINE) is None
    True
    """
    if not line.strip(b" \n"):
        return None
    value = _value(line)
    return value if isinstance(value, str) else _check(value)


def noted(known: Sighting | None, store_id: str, commits: int) -> Sighting | None:
    """Give what to write after a commit; None where the mark knows better already.

    Another process may have committed later and written sooner, or have put another store in the
    place of the one that this commit went to. An id that Sayso cannot have given fits no mark.
    """
    if known is None or store_id == known.heir:
        return Sighting(store_id=store_id, commits=commits) if is_store_id(store_id) else None
    if store_id != known.store_id or commits <= known.commits:
        return None
    return Sighting(store_id=store_id, commits=commits, heir=known.heir)


def inherited(known: Sighting | None, store_id: str, commits: int) -> Sighting | None:
    """Give what to write once an announced store is in its place; None where that is known better.

    Others may have gone on with it already, or have put another one in its place since.
    """
    if known is None or known.heir == store_id:
        return Sighting(store_id=store_id, commits=commits, heir=store_id)
    is_settled = known.heir in (None, known.store_id)
    if is_settled or known.store_id == store_id:
        return None
    return Sighting(store_id=store_id, commits=commits, heir=known.heir)


def missed(sighting: Sighting, store_id: str, commits: int) -> str | None:
    """Say what was lost since a sighting, None when the store is at least as new."""
    if store_id == sighting.store_id:
        lost = sighting.commits - commits
        if lost <= 0:
            return None
        what = "1 saved change is" if lost == 1 else f"{lost} saved changes are"
        return f"{what} gone: a log was lost, or an older copy was put in place"
    if store_id == sighting.heir:
        return None
    return "another memory lies where that of this project was, or in its log"


def _signed(body: bytes) -> bytes:
    signed = body + b" " + hashlib.sha256(body).hexdigest().encode()
    return signed.ljust(limits.WITNESS_LINE_BYTES - 1) + b"\n"


BLANK_LINE: Final = b" " * (limits.WITNESS_LINE_BYTES - 1) + b"\n"


def _value(line: bytes) -> dict[str, Any] | str:
    body, _, digest = line.rstrip().rpartition(b" ")
    if hashlib.sha256(body).hexdigest().encode() != digest:
        return "its checksum does not fit"
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return "it is no JSON"
    return value if isinstance(value, dict) else "it is no record"


def _sighting(value: dict[str, Any]) -> Sighting | str:
    match value:
        case {"store_id": str(store_id), "commits": int(commits), "heir": str() | None as heir}:
            if is_store_id(store_id) and (heir is None or is_store_id(heir)):
                return Sighting(store_id=store_id, commits=commits, heir=heir)
        case _:
            pass
    return "it names no store"


def _check(value: dict[str, Any]) -> Check | str:
    match value:
        case {
            "result": "ok" | "failed" | "running" as result,
            "at_us": int(at_us),
            "device": int(device),
            "inode": int(inode),
        }:
            found = CheckResult(result)
            return Check(result=found, at_us=at_us, device=device, inode=inode)
        case _:
            return "it tells no check"
