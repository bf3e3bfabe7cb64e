"""Attributes of which one value excludes every other: answer language, indentation, units.

Input: the text of one statement. Output: the attribute and value it sets, in whichever language
it is said, or None. Invariant: only a statement that says nothing else sets an attribute, so that
"answer French clients in French" never speaks about every answer. The tables are data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sayso.core.subjects import content_words
from sayso.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """An exclusive attribute and the value set, by names that are the same in every language."""

    name: str
    value: str


_LANGUAGES: Final = (
    ("chinese", r"(?:simplified |mandarin )?chinese|mandarin|简体中文|中文|汉语|普通话"),
    ("english", r"english|英文|英语"),
    ("german", r"german|德文|德语"),
    ("french", r"french|法文|法语"),
    ("spanish", r"spanish|西班牙文|西班牙语|西语"),
    ("japanese", r"japanese|日文|日语"),
    ("korean", r"korean|韩文|韩语"),
    ("italian", r"italian|意大利文|意大利语"),
    ("portuguese", r"portuguese|葡萄牙文|葡萄牙语"),
    ("russian", r"russian|俄文|俄语"),
)
# Name, what the statement must speak of, the values.
_TABLE: Final = (
    (
        "answer language",
        (
            r"\b(?:answer|reply|replie|respond|response|talk|speak)(?:s|d|ed|ing)?\b(?: to)?"
            r"|回答|回复|答复|回话|应答|跟我说话|和我说话|说话|交流"
        ),
        _LANGUAGES,
    ),
    (
        "indentation",
        r"\bindent(?:s|ed|ing|ation)?\b|缩进",
        (("tabs", r"tabs?|制表符"), ("spaces", r"spaces?|空格")),
    ),
    (
        "quotes",
        r"\bquot(?:e|es|ed|ing|ation marks?)\b|引号",
        (("single", "single|单"), ("double", "double|双")),
    ),
    (
        "units",
        r"\b(?:units?|measurements?|system)\b|单位|制",
        (("metric", "metric|公"), ("imperial", "imperial|英")),
    ),
)
_SEARCH_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "answer language": "answer reply respond english chinese 回答 回复 英文 英语 中文",
        "indentation": "indent indentation 缩进",
        "quotes": "quotes 引号",
        "units": "units metric imperial 单位 公制 英制",
    }
)
_RULES: Final = tuple(
    (
        name,
        re.compile(frame, re.IGNORECASE),
        tuple(
            (value, re.compile(rf"(?<![a-z])(?:{said})(?![a-z])", re.IGNORECASE))
            for value, said in values
        ),
    )
    for name, frame, values in _TABLE
)


def read_attribute(text: str) -> Attribute | None:
    """Give the one exclusive attribute that a statement sets, and sets alone, or None.

    >>> read_attribute("以后都用中文回答我") == read_attribute("Always answer in Chinese")
    True
    """
    folded = fold(text)
    for name, frame, values in _RULES:
        if frame.search(folded) is None:
            continue
        rest = frame.sub(" ", folded)
        said = [(value, pattern) for value, pattern in values if pattern.search(rest)]
        if len(said) == 1 and not content_words(said[0][1].sub(" ", rest)):
            return Attribute(name=name, value=said[0][0])
    return None


def same_attribute(one: str, other: str) -> bool:
    """Tell whether two statements set the same exclusive attribute, to whichever value."""
    first, second = read_attribute(one), read_attribute(other)
    return first is not None and second is not None and first.name == second.name


def attribute_words(text: str) -> str:
    """Give the words by which statements about the same attribute are found in any language."""
    found = read_attribute(text)
    return "" if found is None else _SEARCH_WORDS[found.name]
