"""Questions that end without a question mark: 端口怎么定, "remind me what we agreed on".

Input: the clauses of a sentence. Output: whether one of them asks. A word that asks is none where
it stands for anything at all (不管谁…, 什么都…), comes back (怎么…就怎么…), belongs to what is to
be told or shown (写明用了什么), or where the choice is called settled after it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sayso.core.speech import lexicon as lx
from sayso.core.speech import lexicon_choice as lc
from sayso.core.speech.marks import opening

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.speech.clauses import Clause

_ASKS_ZH: Final = re.compile(
    r"(?<![没不])(?P<word>怎么(?!了)|怎样|如何|谁|(?<!有)什么(?!的)|多少(?!有|会|都)|多久|多长|何时"
    r"|(?<!其)哪(?!怕)(?:个|些|种|家|款|里|儿|天|套|版|一\S)?|咋|啥"
    r"|(?<![好没])几(?=[个天次点号月年周位级层版秒])(?=\S{1,2}$))"
    r"(?P<rest>[^,]{0,10})$"
)
# What follows such a word where it stands for anything, or where an order or a choice comes after.
_ANYTHING_AFTER: Final = re.compile(
    r"[都也就再先请必得均才要别]|一律|直接|随时|告诉|由|定(?:了|好|下|死|为|在|成)"
    r"|(?:说|谈|商量|选|想)好|的$"
)
# What stands before it: any case at all, a supposed one, or what is to be told, asked or shown.
_ANYTHING_BEFORE: Final = re.compile(
    r"不管|无论|不论|别管|甭管|不拘|任凭|随便|随(?=谁|你|他)|管他|爱(?=怎|谁|哪|什|啥)"
    r"|凡是|只要|如果|要是|万一|遇到|碰到|有(?:什|啥|谁|哪|几|多)"
    r"|(?<!你)(?<!您)(?<!怎么)(?:说|讲|写|问|教)|告诉|标|注|列|解释|记(?:录|下|住|得)"
    r"|交代|介绍|汇报|提醒|附|显示|展示|打印|输出|体现|看(?:出|清)|区分|明确|确认|检查|核对"
    r"|取决于|根据|按照|清楚|知道|明白"
)
_SETTLED_ZH: Final = re.compile(r"定了|已经?定|说好|谈好|定下|敲定|拍板")
# Asking to be told again what was decided.
_WE_DECIDED: Final = (
    r"(?: that)? (?:it is )?(?:we|i|you and i|the team|our team|they)(?:'ve|'d| have| had| all"
    r"| both| already| just| last| finally| actually)*"
    r" (?:decided|agreed|settled|chose|chosen|picked|landed|opted|voted|went with|signed off)"
    r"(?![a-z])(?P<rest>[^:]*)"
)
_ASKS_AGAIN: Final = re.compile(
    r"(?:(?:let's|let me|let us|i|we|don't|can't|cannot|want to|need to|please|now|also|and|go"
    r"|try to) )*"
    r"(?:(?:tell|remind|show|give|send) (?:me|us)(?: of| about)?|summari[sz]e|sum up|list|recap"
    r"|explain|check|see|recall|repeat|review|look up|look at|find(?: out)?|describe|outline"
    r"|go (?:over|through)|read (?:me|back|out)|search(?: for)?|print|quote|say|restate|confirm"
    r"|verify|remember|pull up|dig up|bring up|forgot|forget|wonder|know)"
    r"(?: (?:again|me|us|for me|for us|once more|quickly|briefly|exactly|just|all|all of))*"
    r" (?:(?:what|which|how|why|where|when|who|whether|if)(?: [\w-]+){0,2}?|everything|anything"
    r"|whatever|the(?: [\w-]+){1,3}?)" + _WE_DECIDED
)
_ONLY_ASKED: Final = re.compile(r"(?:so )?(?:what|which(?: [\w-]+){1,2}?)" + _WE_DECIDED)
_ASKS_AGAIN_ZH: Final = re.compile(
    r"(?:我们|咱们?|大家|之前|上次|昨天|刚才)[^,]{0,12}(?:定|决定|选|商量|说|谈|约)"
    r"(?:好|下|过|定)?了?的?是?(?P<word>什么|啥|哪|多少|怎么|谁)(?P<rest>[^,]{0,8})$"
)
# Where a sentence goes on to say what it was: "what we decided on is tabs".
_SAID_AFTER: Final = re.compile(r"(?<![a-z])(?:is|are|was|were|will be|stays?|remains?)(?![a-z])")


def inquires(clauses: Sequence[Clause]) -> bool:
    """Tell whether a sentence without a question mark asks all the same."""
    return any(
        (_asks_zh(clause.plain) or _recalls(clause.plain)) and not _is_answered(clauses[at + 1 :])
        for at, clause in enumerate(clauses)
    )


def _asks_zh(plain: str) -> bool:
    match = _ASKS_ZH.search(plain.rstrip("。.!~ "))
    if match is None:
        return False
    return not (_is_open(match) or _ANYTHING_BEFORE.search(plain[: match.start("word")]))


def _is_open(match: re.Match[str]) -> bool:
    """Tell whether a word that asks comes back (谁改谁测), or an order or a choice follows it."""
    again = match["word"] in match["rest"] or match["word"] in match.string[: match.start("word")]
    return again or _ANYTHING_AFTER.search(match["rest"]) is not None


def _is_answered(after: Sequence[Clause]) -> bool:
    """Tell whether what follows a question calls it settled."""
    return any(
        _SETTLED_ZH.search(clause.plain) or lc.SETTLED.search(clause.plain)
        for clause in after
        if not (_asks_zh(clause.plain) or _recalls(clause.plain))
    )


def _recalls(plain: str) -> bool:
    if any(table.search(plain) for table in (lx.ONWARD, lx.REGULAR, lx.ALWAYS_WORD)):
        return False  # to be told every time is a wish
    if (again := _ASKS_AGAIN_ZH.search(plain.rstrip("。.!~ "))) is not None:
        return not _is_open(again)
    said = opening(plain)
    match = _ASKS_AGAIN.fullmatch(said) or _ONLY_ASKED.fullmatch(said)
    return match is not None and _SAID_AFTER.search(match["rest"]) is None
