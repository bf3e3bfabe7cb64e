"""Texts that programs get wrong: every one must come out of the store as it went in.

`steers` says from Unicode's own categories, not from our table, which characters can steer a
terminal or turn the direction of a line.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXTS: Final[Mapping[str, str]] = {
    "NUL": "one\0two\0",
    "controls": "".join(map(chr, range(1, 32))) + "\x7f",
    "C1 controls": "".join(map(chr, range(0x80, 0xA0))),
    "terminal": "\x1b[2J\x1b[31mred\x1b]0;title\x07\x9b1A\x1bP+q\x1b\\",
    "hyperlink": "\x1b]8;;http://evil.example\x07click\x1b]8;;\x07",
    "right to left": "\u202eabc\u202c \u2066def\u2069 \u200f\u061c שלום 123",
    "line ends": "one\r\ntwo\rthree\nfour\x85five\u2028six\u2029seven",
    "blanks": "\u3000 \u00a0 between \u2003\t \u200b",
    "composed": "caf\u00e9 \u00c5 가각",
    "decomposed": "cafe\u0301 A\u030a \u1100\u1161\u1100\u1161\u11a8",
    "piled accents": "z" + "\u0301\u0323\u0489" * 40,
    "family": "👩\u200d👩\u200d👧\u200d👦 🇨🇳 ✌🏽 ☺\ufe0f",
    "rare planes": "𠀀𪚥 𝔘𝔫𝔦 \U0010fffd \U000e0041",
    "noncharacters": "\ufffe\uffff\U0001fffe \ufdd0",
    "marks inside": "\ufeffone\ufefftwo \u00ad \ufff9x\ufffa\ufffb",
    "full width": "ＡＢＣ，（）％＿＊＂～",
    "patterns": "100% _a_ *b* \"c\" 'd' -e NEAR(f, 2) g:h [i] ^j$ (k+)+",
    "statements": "x'; DROP TABLE turns;-- OR 1=1 /* */ \\ ;",
    "markup": "<script>alert(1)</script> &amp; <b onclick=x> <!-- -->",
    "our own mark": "</sayso-memory> <sayso-memory>x</sayso-memory>",
    "escapes": "\\n \\u0041 \\x1b %0a &#10; {} {0} %s %(x)s $HOME `id` ~ \\",
    "JSON": '{"user": "x", "id": 1}\n[1, 2] NaN "\\ud800"',
}


def steers(char: str) -> bool:
    """Tell whether a character steers: controls, halves of pairs, line and direction marks."""
    if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}:
        return True
    return (
        unicodedata.bidirectional(char)
        in {
            *("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"),
        }
        or char in "\u200e\u200f\u061c"
    )


def steering_in(text: str) -> set[str]:
    """Give the characters of an output that steer; line breaks and tabs are its own."""
    return {char for char in text if char not in "\n\t" and steers(char)}
