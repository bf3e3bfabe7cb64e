"""Foreign text on a terminal: what could steer it is shown as an escape instead of obeyed.

Escaped are C0 and C1 control characters, DEL, the controls of text direction, line and paragraph
separators, and lone surrogates. Everything else, in any script, stays as it is. Line breaks and
tabs stay in a block and become spaces in a line. The escapes are for reading; they can't be
turned back, since a backslash of the text itself stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.text import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

_DIRECTIONS: Final = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_STEERING: Final = (
    *range(0x20),
    *range(0x7F, 0xA0),
    *_DIRECTIONS,
    0x2028,
    0x2029,
    *range(0xD800, 0xE000),
)
_KEPT_IN_BLOCKS: Final = frozenset(map(ord, "\n\t"))
_BLOCK: Final[Mapping[int, str]] = {
    code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    for code in _STEERING
    if code not in _KEPT_IN_BLOCKS
}
# Inside a JSON text the writer has already escaped C0; a raw line break there is layout.
_JSON: Final[Mapping[int, str]] = {code: f"\\u{code:04x}" for code in _STEERING if code >= 0x20}


def visible_block(text: str) -> str:
    r"""Escape what steers a terminal; line breaks and tabs stay.

    >>> print(visible_block("a\x1b[31mb\r\nc"))
    a\x1b[31mb
    c
    """
    return text.replace("\r\n", "\n").translate(_BLOCK)


def visible_line(text: str) -> str:
    r"""Put a text on one line and escape what steers a terminal.

    >>> print(visible_line("two\nlines \u202e"))
    two lines \u202e
    """
    return one_line(text).translate(_BLOCK)


def visible_json(text: str) -> str:
    """Escape the same characters in a JSON text; it reads back as the same value."""
    return text.translate(_JSON)
