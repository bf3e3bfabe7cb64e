"""What a question says of whom it means, beside the words it looks for, or instead of any.

Input: the question, and the wording of the time it names. Output: the side of a conversation, or
None; whether it asks for nothing but what was said then; whether a text is the question itself.
"""

from __future__ import annotations

import re
from typing import Final

from sayso.core.recall.words import ordered
from sayso.core.spelling import spelled
from sayso.core.states import Role

_SAYING: Final = (
    r"say|said|tell|told|suggest\w*|propos\w+|recommend\w*|advis\w+|answer\w*|explain\w*|mention\w*"
    r"|write|wrote|claim\w*|promis\w+|ask\w*|want\w*|decid\w+|prefer\w*|request\w*|point\w*"
)
_OF_ASSISTANT: Final = re.compile(
    rf"(?i)\byou(?:'ve)? (?:\w+ )?(?:{_SAYING})\b|\bdid (?:the )?(?:assistant|agent|claude|codex)\b"
    r"|\byour (?:\w+ )?(?:suggestion|answer|advice|recommendation|proposal|explanation)\b"
    r"|你(?:上次|之前|当时|曾经?|给我?|跟我|对我)*(?:说|建议|推荐|提议|回答|解释|讲|告诉|答)"
)
_NO_WORD: Final = re.compile(r"[\W_]+")
_OF_USER: Final = re.compile(
    rf"(?i)\bI(?:'ve)? (?:\w+ )?(?:{_SAYING})\b|\bmy (?:\w+ )?(?:question|request|instruction)s?\b"
    r"|我(?:上次|之前|当时|曾经?|给你|跟你|对你)*(?:说|问|提|要求|讲|告诉|决定|想要)"
)
# What asks for whatever was said, and names nothing of it: English by stems, Chinese as it stands.
_OF_ANYTHING: Final = frozenset(
    """
    advis all answer anyth ask chat convers convo dialog discuss els everyth explain happen histori
    let list log mention messag recap recommend propos said say show someth suggest summar summari
    talk tell thing time topic turn us work
    """.split()
)
_HAN_ANYTHING: Final = re.compile(
    "我们|咱们|大家|什么|哪些|关于|一起|一下|列出|总结|回顾|内容|事情|对话|聊天|记录|话题|讨论"
    "|建议|推荐|提到|时候|[我你您他她都还又聊谈说讲问提做干了过些啥的吗呢事有是在跟和请帮看到给]"
)


def asks_only_when(query: str, told: str) -> bool:
    """Tell whether a question names nothing but a time, told in this wording or not at all.

    >>> asks_only_when("what did we say last Tuesday?", "last Tuesday"), asks_only_when("cats", "")
    (True, False)
    """
    rest = rest_of(query, told)
    words = [word for word in ordered(_HAN_ANYTHING.sub(" ", rest)) if word not in _OF_ANYTHING]
    return not words


def rest_of(query: str, told: str) -> str:
    """Give what a question says beside the wording of a time."""
    plain = spelled(query)
    return plain.replace(told, " ", 1) if told else plain


def is_the_question(text: str, query: str) -> bool:
    """Tell whether a text is a question, word for word.

    >>> is_the_question("Which cache? ", "which cache"), is_the_question("cache", "which cache")
    (True, False)
    """
    return _bare(text) == _bare(query)


def _bare(text: str) -> str:
    return " ".join(_NO_WORD.sub(" ", spelled(text).casefold()).split())


def side_meant(query: str) -> Role | None:
    """Tell whose words a question means, None where it names neither side or both.

    >>> side_meant("what did you suggest for caching"), side_meant("我上次说的端口")
    (<Role.ASSISTANT: 'assistant'>, <Role.USER: 'user'>)
    """
    plain = spelled(query)
    of_assistant = _OF_ASSISTANT.search(plain) is not None
    of_user = _OF_USER.search(plain) is not None
    if of_assistant == of_user:
        return None
    return Role.ASSISTANT if of_assistant else Role.USER
