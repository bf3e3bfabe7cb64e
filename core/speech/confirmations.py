"""Whether a quoted answer confirms the proposal that is cited with it: the gate's own check.

Input: the user's own sentences with the quoted span, the text of the assistant's turn just before
and the spans cited from it. Output: None when it is a confirmation, else why not. The embedded
model finds its confirmations in `rules.extraction`; this only judges what is claimed.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.speech.asked import leaves_open
from sayso.core.speech.offers import chooses_itself, is_put_up, offer_meant, offers_in
from sayso.core.speech.regions import overlaps
from sayso.core.speech.replies import leading_reply
from sayso.core.subjects import anchors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.speech.clauses import Sentence
    from sayso.core.speech.offers import Offer, Offers
    from sayso.core.speech.replies import Reply


_PARTICLES: Final = re.compile("[吧了啊呀就那,.! ]")


class NoConfirmation(StrEnum):
    """Why an answer confirms nothing."""

    NO_REPLY = "no-reply"
    NO_PROPOSAL = "no-proposal"
    OTHER_PROPOSAL = "other-proposal"


def confirmation_fault(
    spoken: Sequence[Sentence],
    span: tuple[int, int],
    proposed: str,
    cited: Sequence[tuple[int, int]],
) -> NoConfirmation | None:
    """Say why text[span] does not confirm the cited spans of the proposing text, or None."""
    named = [proposed[start:end] for start, end in cited]
    reply = leading_reply(spoken)
    if reply is None or not overlaps((span,), reply.start, reply.end):
        return NoConfirmation.NO_REPLY
    if reply.bare and not cited:
        return NoConfirmation.NO_REPLY
    offers = offers_in(proposed)
    other = reply.agrees and not reply.choice and chooses_itself(reply, offers)
    if other or not any(_is_offered(offers, part) for part in cited):
        return NoConfirmation.NO_PROPOSAL
    if all(_is_open(offers, reply, part) for part in cited):
        return NoConfirmation.NO_PROPOSAL
    meant = offer_meant(offers, reply)
    if meant is None and not _takes_up(reply, named):
        return NoConfirmation.NO_PROPOSAL
    if meant is not None and _picks_another(offers, reply, meant, cited):
        return NoConfirmation.OTHER_PROPOSAL
    return None


def _takes_up(reply: Reply, cited: Sequence[str]) -> bool:
    """Tell whether an answer says yes as such, or in the words that are cited."""
    if reply.agrees and not reply.choice:
        return True
    words = anchors(reply.named)
    return any(words & anchors(text) for text in cited)


def _is_open(offers: Offers, reply: Reply, part: tuple[int, int]) -> bool:
    """Tell whether cited words are left open: the yes is to another question, and names none."""
    if reply.choice or not reply.agrees:
        return False
    named = anchors(reply.named) & anchors(offers.text[part[0] : part[1]])
    return not named and leaves_open(offers.spoken, part)


def _is_offered(offers: Offers, part: tuple[int, int]) -> bool:
    """Tell whether words are proposed, or put up for an answer."""
    offered = any(overlaps((part,), offer.start, offer.end) for offer in _all(offers))
    return offered or is_put_up(offers.text, part)


def _picks_another(
    offers: Offers, reply: Reply, meant: Offer, cited: Sequence[tuple[int, int]]
) -> bool:
    """Tell whether the answer means one option while only others are cited."""
    if any(overlaps((part,), meant.start, meant.end) for part in cited):
        return False
    verb = _PARTICLES.sub("", reply.named)
    if verb and any(verb in offers.text[part[0] : part[1]] for part in cited):
        return False
    named = anchors(reply.named)
    if any(named & anchors(offers.text[part[0] : part[1]]) for part in cited):
        return False
    # A plain yes may also be cited with the recommending sentence instead of the option it names.
    others = offers.options if not (reply.choice or reply.named) else tuple(_all(offers))
    return any(overlaps((part,), offer.start, offer.end) for part in cited for offer in others)


def _all(offers: Offers) -> tuple[Offer, ...]:
    return (*offers.proposals, *offers.options)
