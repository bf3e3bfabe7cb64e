"""What a plain yes answers: the last question of the assistant's answer, and that may be another.

Input: the sentences of an answer and the span of a proposal in it. Output: whether the last
question leaves that proposal open, so that a yes to it settles nothing: because it offers
alternatives ("Or yarn?", 选哪个？), or because it asks leave for something else, as
先跑一下测试可以吗？ does. A question that only points ("Shall I?", 要这样做吗？) asks about the
proposal.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sayso.core.speech import lexicon_offer as lf
from sayso.core.speech import lexicon_reply as lr
from sayso.core.subjects import anchors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.speech.clauses import Sentence

_WHICH: Final = re.compile(
    r"(?<![a-z])(?:which|pick one|choose one)(?![a-z])|哪(?:个|种|一|款|家|条|套|边)|二选一"
)
# Words that offer another thing to choose, and what only sounds like it: "two or more", "or not".
_OR: Final = re.compile(
    r"(?<![a-z])or(?![a-z]| (?:not|no|so|more|less|fewer|later|earlier|newer|older|higher|lower"
    r"|above|below|better|similar|otherwise|equivalent|two|three|\d)(?![a-z]))|或者|或是|抑或"
    r"|(?<=.)(?<!我们)(?<!咱们)(?<!那)(?<!要不)(?<!我看)(?<!最好)还是"
)
_OR_FIRST: Final = re.compile(r"or (?!not|else)|或者|或是|要么|还是")
_OR_ANY: Final = re.compile(
    r"(?<![a-z])(?:never|without|no|not|don't|any|every|all|each|whenever|if|before|after|whether)"
    r"(?![a-z])[^,]* or(?![a-z])|[都均]|不(?=[用许准得能再该])|任何|凡是|禁止"
)
_OWN_ACT: Final = re.compile(
    r"(?:先|现在|顺便|要我|我|要不要|需要)[^,]{0,8}?(?P<act>跑|运行|执行|测|试|查|看|读|打开|删|发"
    r"|装|下载|重启|提交|推|部署|备份|清|生成|更新|写"
    r"|建|画|翻|拉|合并|继续|开始|改)"
)
_POINTS: Final = re.compile(r"[这那]|(?<![a-z])(?:this|that|it|these|those|them)(?![a-z])")


def leaves_open(spoken: Sequence[Sentence], part: tuple[int, int]) -> bool:
    """Tell whether a plain yes to an answer says nothing about what stands at a span of it."""
    if any(_has_another(one) for one in spoken if _holds(one, part)):
        return True
    # Of a proposal cited in part, the whole sentence tells what it is about.
    told = " ".join(one.plain for one in spoken if _holds(one, part))
    question = _last_question(spoken)
    if question is None or question.end <= part[0]:
        return False
    if any(_recommends(one) for one in spoken if one.start >= question.end):
        return False
    if _WHICH.search(question.plain):
        return not _is_about(question, told) or not any(_recommends(one) for one in spoken)
    return _offers_choice(question, part) or _is_elsewhere(question, told, part)


def _last_question(spoken: Sequence[Sentence]) -> Sentence | None:
    asking = (one for one in reversed(spoken) if one.asks or lf.SEEKS_YES.search(one.plain))
    return next(asking, None)


def _holds(sentence: Sentence, part: tuple[int, int]) -> bool:
    return part[0] < sentence.end and sentence.start < part[1]


def _has_another(sentence: Sentence) -> bool:
    """Tell whether a proposing sentence goes on with another one: 用 A 库，或者用 B 库."""
    return any(_OR_FIRST.match(clause.plain) for clause in sentence.clauses[1:])


def _recommends(sentence: Sentence) -> bool:
    """Tell whether a sentence recommends one thing, and asks nothing."""
    several = any(_OR_FIRST.match(clause.plain) for clause in sentence.clauses)
    return not sentence.asks and not several and lf.OWN_PROPOSAL.search(sentence.plain) is not None


def _offers_choice(question: Sentence, part: tuple[int, int]) -> bool:
    if question.start >= part[1] and _OR_FIRST.match(question.plain):
        return True
    return any(
        _OR.search(clause.plain) and not _OR_ANY.search(clause.plain) for clause in question.clauses
    )


def _is_elsewhere(question: Sentence, told: str, part: tuple[int, int]) -> bool:
    """Tell whether a question asks leave for an act, or opens a matter, of its own."""
    if question.start < part[1] or _is_about(question, told):
        return False
    act = _OWN_ACT.search(question.plain)
    if act is not None:
        return act["act"] not in told
    aside = lr.ASIDE.match(question.plain) is not None
    return aside or lf.PERMISSION.search(question.plain) is not None


def _is_about(question: Sentence, told: str) -> bool:
    """Tell whether a question points at a proposal, or shares a word with it."""
    said = anchors(lf.POINTER_WORDS.blank(question.plain))
    shared = said & anchors(told)
    return not said or bool(shared) or _POINTS.search(question.plain) is not None
