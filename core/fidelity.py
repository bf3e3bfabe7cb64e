"""Whether a text that a model wrote stays with the words it rests on: no new names, no new "not".

Input: a model's text and the texts it may draw from (its grounds: quotes, what the cited turns
say, what is revised). Output: None, or what the text adds. A model may say things in other words,
so ordinary words are free; what turns a true memory into a false one is a name or a number nobody
said, and a negation that was put in or left out. A judgement on words alone: it cannot see every
wrong paraphrase, which is why the quote always stands beside the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sayso.core.speech.clauses import sentences
from sayso.core.subjects import anchors, content_words
from sayso.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_NOT: Final = re.compile(
    r"(?<![a-z])(?:not|never|no|none|nothing|nobody|neither|nor|without|avoid\w*|cannot|forbid\w*"
    r"|forbidden|prohibit\w*|ban(?:s|ned)?|refuse\w*|refrain\w*|(?<!\w)\w+n't|don't|dont)(?![a-z])"
    r"|[不别勿没莫禁免]|避免|拒绝|停止|非"
)
# What a reader may rightly put as a "not": giving up, replacing, restricting, disliking.
_AGAINST: Final = re.compile(
    r"(?<![a-z])(?:drop\w*|stop\w*|skip\w*|leave|leaving|left|ditch\w*|quit\w*|remove\w*|removing"
    r"|delet\w*|get(?:ting)? rid|instead|rather|over|only|just|hate\w*|dislike\w*|can't|fewer|less"
    r"|free|off|out|against|enough|unless|until|except|rid|kill\w*|disable\w*|exclude\w*|replac\w*"
    r"|switch\w*|mov(?:e|ed|ing)|retire\w*|abandon\w*|scrap\w*|omit\w*|spare|hold|zero|un\w+"
    r"|too|stay\w* away|keep\w* away|sick|tired|allergic|vegan|vegetarian|cut\w*|lose|rule\w* out"
    r"|reject\w*|revert\w*|roll\w* back|back out|turn\w* down|done with|finished with)(?![a-z])"
    r"|取消|去掉|删|弃|拒|讨厌|烦|少|只|仅|而是|代替|替换|替代|换成|改|撤|废|舍|除|省|忌|戒|反对"
    r"|过敏|受够|算了|算啦|免|停|退|下线|关"
)
_NUMBER: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")
_COUNTED: Final = re.compile(
    r"(?<![a-z])(?:two|twice|both|double|pair|couple|three|thrice|triple|four|five|six|seven|eight"
    r"|nine|ten|eleven|twelve|dozen|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    r"|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)(?![a-z])"
    r"|[一二两三四五六七八九]?十[一二三四五六七八九]?"
    r"|[一二两三四五六七八九](?=[百千万个天次行页年月周小分秒条种倍格级层])"
)
_SPELLINGS: Final = {
    "1": "one 一",
    "2": "two twice both double pair couple 二 两",
    "3": "three thrice triple 三",
    "4": "four 四",
    "5": "five 五",
    "6": "six 六",
    "7": "seven 七",
    "8": "eight 八",
    "9": "nine 九",
    "10": "ten",
    "11": "eleven",
    "12": "twelve dozen",
    "13": "thirteen",
    "14": "fourteen",
    "15": "fifteen",
    "16": "sixteen",
    "17": "seventeen",
    "18": "eighteen",
    "19": "nineteen",
    "20": "twenty",
    "30": "thirty",
    "40": "forty",
    "50": "fifty",
    "60": "sixty",
    "70": "seventy",
    "80": "eighty",
    "90": "ninety",
    "100": "hundred",
    "1000": "thousand",
    "1000000": "million",
}
_VALUES: Final = {word: number for number, words in _SPELLINGS.items() for word in words.split()}
_NAME_MIN_CHARS: Final = 2
_STEM_MIN_CHARS: Final = 3
_WORD: Final = re.compile(r"[a-z]+")
_HAN: Final = re.compile("[\u4e00-\u9fff]")


def added_name(text: str, grounds: Sequence[str]) -> str | None:
    """Give a name or number in a text that none of its grounds has, None when there is none.

    A name is a Latin word with a capital inside a sentence, a digit, or a sign of an identifier;
    beside Han text every Latin word is one. "Postgres" and "PostgreSQL" are one name.

    >>> added_name("Use MySQL for orders", ["we decided: PostgreSQL for orders"])
    'MySQL'
    >>> added_name("Indent with 2 spaces", ["two spaces please"]) is None
    True
    """
    said = _plain(" ".join(grounds))
    for name in _names(text, translated=bool(_HAN.search(said)) and not _HAN.search(text)):
        if not _is_said(_plain(name), said):
            return name
    counted = set(_NUMBER.findall(said)).union(_digits_of(one) for one in _COUNTED.findall(said))
    return next(
        (
            one.group()
            for pattern in (_NUMBER, _COUNTED)
            for one in pattern.finditer(_plain(text))
            if _digits_of(one.group()) not in counted
        ),
        None,
    )


def adds_negation(text: str, grounds: Sequence[str]) -> bool:
    """Tell whether a text says "not" where no ground speaks against anything.

    >>> adds_negation("Never use tabs", ["from now on use tabs"])
    True
    >>> adds_negation("No tabs", ["we drop tabs"])
    False
    """
    if not _NOT.search(_plain(text)):
        return False
    said = [_plain(one) for one in grounds]
    return not any(_NOT.search(one) or _AGAINST.search(one) for one in said)


def drops_negation(text: str, grounds: Sequence[str]) -> bool:
    """Tell whether a statement says plainly what every clause that speaks of it says not to do.

    It must say most of what these clauses say: a mere topic turns nothing round.

    >>> drops_negation("Use tabs", ["don't use tabs, use spaces"])
    True
    >>> drops_negation("Use spaces", ["don't use tabs, use spaces"])
    False
    """
    plain = _plain(text)
    if _NOT.search(plain) or _AGAINST.search(plain):
        return False
    meant = anchors(text)
    speaking = [clause for one in grounds for clause in _clauses(one) if anchors(clause) & meant]
    spoken = frozenset[str]().union(*map(anchors, speaking))
    return (
        meant <= spoken
        and 2 * len(meant) > len(spoken)
        and all(_NOT.search(clause) for clause in speaking)
    )


def _plain(text: str) -> str:
    return fold(text).lower().replace("\u2019", "'")


def _clauses(text: str) -> Iterable[str]:
    for sentence in sentences(text):
        for clause in sentence.clauses:
            yield clause.plain


def _names(text: str, *, translated: bool) -> Iterable[str]:
    """Give the names of a text; in one that translates Chinese, "Monday" is a word like others."""
    beside_han = bool(_HAN.search(text))
    starts = {sentence.start for sentence in sentences(text)}
    for word in content_words(text):
        if word.is_han or len(word.text) < _NAME_MIN_CHARS or not word.text[0].isalpha():
            continue
        inner = word.text[1:]
        marked = any(sign.isupper() or sign.isdigit() or sign in "_./#@" for sign in inner)
        capital = word.text[0].isupper() and word.start not in starts and not translated
        if beside_han or marked or capital:
            yield word.text


def _is_said(name: str, said: str) -> bool:
    if name in said:
        return True
    return name.isalpha() and any(
        len(word) >= _STEM_MIN_CHARS and (name.startswith(word) or word.startswith(name))
        for word in _WORD.findall(said)
    )


def _digits_of(number: str) -> str:
    """Give a number as digits: "2" for "two" and 两, "35" for 三十五."""
    if "十" in number:
        tens, _, ones = number.partition("十")
        return (_VALUES[tens] if tens else "1") + (_VALUES[ones] if ones else "0")
    return _VALUES.get(number, number)
