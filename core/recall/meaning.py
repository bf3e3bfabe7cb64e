"""What a question says of whom it means and of when, beside the words it looks for.

Input: the question, and the moment of asking. Output: the side of a conversation, or None.
"""

from __future__ import annotations

import re
from typing import Final

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
_OF_USER: Final = re.compile(
    rf"(?i)\bI(?:'ve)? (?:\w+ )?(?:{_SAYING})\b|\bmy (?:\w+ )?(?:question|request|instruction)s?\b"
    r"|我(?:上次|之前|当时|曾经?|给你|跟你|对你)*(?:说|问|提|要求|讲|告诉|决定|想要)"
)


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
