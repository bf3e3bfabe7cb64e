"""Names that become names of files and folders: no name leads out of its folder, none is lost.

What a file system may refuse or take for something else is written as `%XX`, byte by byte, so that
different names stay different. Everything else stays readable, in any script.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.moments import stamp
from sayso.core.outcome import Failure, Success

if TYPE_CHECKING:
    from collections.abc import Collection

    from sayso.core.outcome import Result

STEM_MAX_BYTES: Final = 120
_HEAD_MAX_BYTES: Final = 80
_HASH_CHARS: Final = 16
_KEPT: Final = frozenset("_-.")
_SLASH: Final = re.compile(r"[/\\]")
# Windows takes these for devices, with any ending.
_DEVICES: Final = re.compile(r"(?:CON|PRN|AUX|NUL|COM\d|LPT\d)(?:\.|\Z)", re.IGNORECASE | re.ASCII)
_DRIVE: Final = re.compile(r"[A-Za-z]:")


def plain_stem(name: str) -> str:
    """Give the stem of the file of a name, as it is written; at most 120 bytes.

    >>> plain_stem("Foo::bar"), plain_stem("../x"), plain_stem("刹车_检查")
    ('Foo%3A%3Abar', '%2E.%2Fx', '刹车_检查')
    """
    text = unicodedata.normalize("NFC", name)
    pieces = [char if char.isalnum() or char in _KEPT else _escaped(char) for char in text]
    if _DEVICES.match(text) or text.startswith("."):
        pieces[0] = _escaped(text[0])
    if text.endswith("."):
        pieces[-1] = _escaped(".")
    stem = "".join(pieces)
    if len(stem.encode()) <= STEM_MAX_BYTES:
        return stem or "%"
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{_head(pieces)}%-{digest[:_HASH_CHARS].upper()}"


def file_stem(name: str) -> str:
    """Give the stem of the file of a function: in capitals (B77).

    >>> file_stem("brake_check")
    'BRAKE_CHECK'
    """
    return plain_stem(unicodedata.normalize("NFC", name).upper())


def is_function_stem(stem: str) -> bool:
    """Tell whether a file bears a function's name: all of it is in capitals (B108).

    >>> [is_function_stem(stem) for stem in ("BRAKE_CHECK", "检查", "learning_state")]
    [True, True, False]
    """
    return stem == stem.upper()


def variant_folder(variant: object) -> Result[str, str]:
    """Give the name of the folder of a variant; both slashes become `_` (B24-B26).

    A variant is a text, or anything with one in `variant_id`. Fails for what names no folder.

    >>> variant_folder("left/drive/2027").unwrap()
    'left_drive_2027'
    """
    name = getattr(variant, "variant_id", variant)
    if not isinstance(name, str) or not name.strip():
        return Failure("a variant needs a name")
    folder = _SLASH.sub("_", name)
    if folder in (".", "..") or _DRIVE.match(folder) or not folder.isprintable():
        return Failure(f"{name!r} can't be the name of a folder")
    return Success(folder)


def session_id(case_id: str, at_us: int, taken: Collection[str]) -> str:
    """Name a session by its case and the time (B86); one that is taken gets a number behind it.

    Names that differ in capitals alone count as the same, as some file systems have it.

    >>> session_id("C7", 0, ()), session_id("c7", 0, {"C7_19700101_000000"})
    ('C7_19700101_000000', 'c7_19700101_000000_2')
    """
    plain = f"{case_id}_{stamp(at_us)}"
    used = {name.casefold() for name in taken}
    name, number = plain, 2
    while name.casefold() in used:
        name, number = f"{plain}_{number}", number + 1
    return name


def _escaped(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))


def _head(pieces: list[str]) -> str:
    """Give as many whole pieces of a long stem as fit."""
    ends_bytes = accumulate(len(piece.encode()) for piece in pieces)
    fitting = zip(pieces, ends_bytes, strict=True)
    return "".join(piece for piece, end_bytes in fitting if end_bytes <= _HEAD_MAX_BYTES)
