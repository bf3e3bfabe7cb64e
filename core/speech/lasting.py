"""Whether a message may hold anything that memory has to keep: asked before one is left out.

Input: a user's message. Output: whether any statement of it would pass the gate as a preference or
a decision, takes something back, or opens with agreement or a choice. The gate's own judgement is
used, which is laxer than the rules of the embedded model: what any model could have made a memory
of is not left out, and neither is what has too many clauses to be looked at while somebody waits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.items import Kind
from sayso.core.speech.replies import leading_reply
from sayso.core.speech.spoken import own_sentences
from sayso.core.speech.statements import statements
from sayso.core.speech.sufficiency import insufficiency
from sayso.core.speech.withdrawals import takes_back

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sayso.core.speech.clauses import Sentence
    from sayso.core.speech.statements import Statement

_CLAUSES_MAX: Final = 40


def may_last(text: str, *, opens_with_request: bool = False) -> bool:
    """Tell whether a message may hold a say-so, a withdrawal or a confirmation.

    Where its very first words are known to be a request it opens with no agreement, however
    politely it asks.

    >>> may_last("Review this diff."), may_last("Yes. Review this diff.")
    (False, True)
    """
    spoken = own_sentences(text)
    agrees = not opens_with_request and _agrees(spoken)
    return agrees or takes_back(spoken) or _states(spoken)


def _agrees(spoken: Sequence[Sentence]) -> bool:
    """Tell whether a message opens with agreement, or takes an option by its label."""
    reply = leading_reply(spoken)
    return reply is not None and (reply.agrees or bool(reply.choice))


def _states(spoken: Sequence[Sentence]) -> bool:
    """Tell whether a statement could pass the gate; where there is too much to look at, it may."""
    if sum(len(sentence.clauses) for sentence in spoken) > _CLAUSES_MAX:
        return True
    return any(
        insufficiency(kind, said.sentences, span) is None
        for said in statements(spoken)
        for span in _spans(said)
        for kind in (Kind.PREFERENCE, Kind.DECISION)
    )


def _spans(said: Statement) -> Iterator[tuple[int, int]]:
    """Give what of a statement could be quoted: all of it, and each clause."""
    yield said.clauses[0].start, said.clauses[-1].end
    for clause in said.clauses:
        yield clause.start, clause.end
