"""What the assistant proposed in one answer, and which part of it a reply means.

Input: the assistant's text and a reply. Output: the span of the proposal a reply agrees to, or
None. Reports of work done, facts, and asking leave for one act ("may I run it once?") are no
proposals. A question that only points ("shall we do it that way?") stands for what precedes it; a
recommendation that only names an option ("I lean towards B") stands for that option's text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.speech import lexicon as lx
from sayso.core.speech import lexicon_choice as lc
from sayso.core.speech import lexicon_commitment as lm
from sayso.core.speech import lexicon_offer as lf
from sayso.core.speech.asked import leaves_open
from sayso.core.speech.clauses import plain_copy, sentences_of
from sayso.core.speech.marks import has_han
from sayso.core.speech.replies import label_of
from sayso.core.subjects import anchors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.speech.clauses import Clause, Sentence
    from sayso.core.speech.replies import Reply

_POINTING_MAX_CHARS: Final = 110
_OFFER_MAX_CHARS: Final = 600
_OFFER_WINDOW_CHARS: Final = 20_000
_VERB_ALONE: Final = re.compile(
    r"(?:yes,? |ok,? |please )?(?P<latin>[a-z]{3,}) (?:it|them|those)$"
    r"|(?P<han>[\u4e00-\u9fff]{1,2})吧$"
)
_ASKED_WITHIN: Final = 3  # sentences from the cited one on
_SETTLING: Final = (lc.UNIFORM, lc.PLAN, lc.REVERSAL, lm.CHOSEN)
_POINTS: Final = re.compile(r"[这那]|(?<![a-z])(?:this|that|it|these|those|them)(?![a-z])")
_NOT_BREAK: Final = re.compile(r"[^\n]")
_CODE: Final = re.compile(r"^[ \t]*```.*?(?:^[ \t]*```[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_OPTION_STOP: Final = re.compile(
    r"\n|;|。|\.(?=\s|$)|,? (?:or )?(?=\([a-h]\))|,(?=[二三四五六](?:是|、|:)|第[二三四五六])|\?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A proposal: text[start:end]; `label` is the option's normal form, '' without one."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """All that was proposed: options in order, proposing sentences in order, and the text."""

    text: str
    options: tuple[Offer, ...]
    proposals: tuple[Offer, ...]
    spoken: tuple[Sentence, ...]


def offers_in(text: str) -> Offers:
    """Read what an assistant's answer proposes."""
    plain = _CODE.sub(_blanked, plain_copy(text[-_OFFER_WINDOW_CHARS:]))
    # Offsets stay those of the whole answer, of which only the end is read.
    plain = " " * (len(text) - len(plain)) + plain
    spoken = tuple(sentence for sentence in sentences_of(plain) if sentence.clauses)
    proposals = tuple(_proposals(plain, spoken))
    return Offers(text=text, options=_options(plain), proposals=proposals, spoken=spoken)


def is_put_up(text: str, part: tuple[int, int]) -> bool:
    """Tell whether text[part] is advised in other words, or stands right before a question.

    This is the gate's, laxer than `offers_in`: whoever cites the words has read them.
    """
    spoken = tuple(sentences_of(_CODE.sub(_blanked, plain_copy(text))))
    for at, sentence in enumerate(spoken):
        if not (part[0] < sentence.end and sentence.start < part[1]):
            continue
        near = spoken[at : at + _ASKED_WITHIN]
        if any(lf.DONE.search(clause.plain) for clause in sentence.clauses):
            continue
        if any(_asks_leave(one) for one in near):
            continue
        if lf.ADVICE.search(sentence.plain) or any(lf.SEEKS_YES.search(one.plain) for one in near):
            return True
    return False


def _blanked(match: re.Match[str]) -> str:
    return _NOT_BREAK.sub(" ", match.group())


def offer_meant(offers: Offers, reply: Reply) -> Offer | None:
    """Give the proposal a reply agrees to, or None when it is not clear which."""
    if not offers.proposals and (len(offers.options) < 2 or not reply.choice):
        return None
    if reply.choice and (offers.options or not reply.agrees):
        return _option(offers, reply.choice)
    if reply.agrees and chooses_itself(reply, offers):
        return None
    if reply.named:
        among = offers.options if reply.bare else (*offers.options, *offers.proposals)
        named = _named(offers, reply.named, among)
        if named is not None or _repeats(offers, reply.named):
            return named or _resolved(offers, offers.proposals[-1])
    if not reply.agrees:
        return None
    resolved = (_resolved(offers, offer) for offer in reversed(offers.proposals))
    meant = next((offer for offer in resolved if offer is not None), None)
    return None if meant is None or leaves_open(offers.spoken, (meant.start, meant.end)) else meant


def chooses_itself(reply: Reply, offers: Offers) -> bool:
    """Tell whether an answer goes on to settle what the assistant did not propose.

    "Decided: logs are JSON" opens with a word of agreement and agrees to nothing.
    """
    proposed = anchors(offers.text)
    return any(_settles_other(clause, proposed) for clause in reply.rest)


def _settles_other(clause: str, proposed: frozenset[str]) -> bool:
    said = anchors(clause)
    if not said or _POINTS.search(clause) or not any(table.search(clause) for table in _SETTLING):
        return False
    # In a Chinese clause what is chosen often has a Latin name, beside words both sides share.
    named, offered = (frozenset(filter(str.isascii, words)) for words in (said, proposed))
    renamed = has_han(clause) and named and offered and not named & offered
    return bool(renamed) or not said & proposed


def _proposals(plain: str, spoken: Sequence[Sentence]) -> list[Offer]:
    found: list[Offer] = []
    cheering = "!" in plain
    for at, sentence in enumerate(spoken):
        start = _proposing_clause(sentence, cheering=cheering and not sentence.asks)
        if start is None:
            continue
        if _only_points(sentence, plain):
            before = _pointed_at(spoken, at)
            if before is not None and not (found and found[-1].end >= before.end):
                found.append(before)
            continue
        found.append(_offer(sentence.clauses[start].start, sentence.clauses[-1].end))
    return found


def _proposing_clause(sentence: Sentence, *, cheering: bool) -> int | None:
    """Give the position of the clause that proposes, or None."""
    if sentence.plain.endswith("!"):
        return None  # cheering on is no proposal
    for at, clause in enumerate(sentence.clauses):
        if cheering and lf.CHEER.search(clause.plain):
            continue
        pointing = sentence.asks and (_is_pointer(clause.plain) or _offers_habit(sentence))
        if lf.PROPOSE.search(clause.plain) is None and not pointing:
            continue
        done = lf.DONE.search(clause.plain) and not _is_pointer(clause.plain)
        if _asks_leave(sentence) or done:
            return None
        return _lead_of(sentence.clauses, at)
    return None


def _asks_leave(sentence: Sentence) -> bool:
    # "May I take that as settled?" only points: it asks leave for no act of its own.
    return not _offers_habit(sentence) and any(
        lf.PERMISSION.search(clause.plain)
        and not lf.OWN_PROPOSAL.search(clause.plain)
        and not _is_pointer(clause.plain)
        for clause in sentence.clauses
    )


def _offers_habit(sentence: Sentence) -> bool:
    return sentence.asks and is_own_habit(sentence.clauses)


def is_own_habit(clauses: Sequence[Clause]) -> bool:
    """Tell whether clauses offer to do something every time: "shall I always …?"."""
    lasting = (lx.ONWARD, lx.REGULAR, lx.TAIL, lx.ALWAYS_WORD)
    return any(lf.OWN_OFFER.search(clause.plain) for clause in clauses) and any(
        table.search(clause.plain) for clause in clauses for table in lasting
    )


def _lead_of(clauses: Sequence[Clause], at: int) -> int | None:
    """Go back from a signal that closes a sentence ("…, ok?") to what it proposes."""
    weak = lf.WEAK_POINTER.search(clauses[at].plain) is not None
    while at > 0 and _is_pointer(clauses[at].plain):
        at -= 1
    return None if weak and lf.PROPOSE.search(clauses[at].plain) is None else at


def _is_pointer(plain: str) -> bool:
    return lf.POINTER.fullmatch(plain.rstrip("? 。.!")) is not None


def _only_points(sentence: Sentence, plain: str) -> bool:
    if len(sentence.plain) > _POINTING_MAX_CHARS:
        return False
    return all(_is_pointer(clause.plain) for clause in sentence.clauses) or (
        sentence.asks and not _says_something(sentence, plain)
    )


def _says_something(sentence: Sentence, plain: str) -> bool:
    return bool(anchors(lf.POINTER_WORDS.blank(plain[sentence.start : sentence.end])))


def _pointed_at(spoken: Sequence[Sentence], at: int) -> Offer | None:
    """Give the last sentence before a pointing one that could be a proposal."""
    for sentence in reversed(spoken[:at]):
        if sentence.asks or any(lf.DONE.search(clause.plain) for clause in sentence.clauses):
            return None
        if _asks_leave(sentence):
            return None
        return _offer(sentence.start, sentence.clauses[-1].end)
    return None


def _offer(start: int, end: int) -> Offer:
    return Offer(start=start, end=min(end, start + _OFFER_MAX_CHARS), label="")


def _options(plain: str) -> tuple[Offer, ...]:
    """Read the labelled options, the first of each label, in order."""
    found: dict[str, Offer] = {}
    matches = list(lf.OPTION_LABEL.finditer(plain))
    for at, match in enumerate(matches):
        label = label_of(next(group for group in match.groups() if group))
        limit = matches[at + 1].start() if at + 1 < len(matches) else len(plain)
        stop = _OPTION_STOP.search(plain, match.end() + 1, limit)
        end = stop.start() if stop is not None else limit
        found.setdefault(label, Offer(start=match.start(), end=_trimmed(plain, end), label=label))
    return tuple(found.values())


def _trimmed(plain: str, end: int) -> int:
    while end > 0 and plain[end - 1] in " \t\n,;.。:(":
        end -= 1
    return end


def _option(offers: Offers, choice: str) -> Offer | None:
    if choice == "last":
        return offers.options[-1] if offers.options else None
    for option in offers.options:
        if option.label == choice:
            return option
    at = int(choice) - 1 if choice.isdigit() else ord(choice[0]) - ord("a")
    return offers.options[at] if 0 <= at < len(offers.options) else None


def _named(offers: Offers, named: str, among: Sequence[Offer]) -> Offer | None:
    """Find the option or proposal that shares the words of a choice by name."""
    wanted = anchors(named)
    best: tuple[int, Offer] | None = None
    for offer in among:
        common = len(wanted & anchors(offers.text[offer.start : offer.end]))
        if common and (best is None or common > best[0]):
            best = (common, offer)
    return _resolved(offers, best[1]) if best is not None else None


def _repeats(offers: Offers, named: str) -> bool:
    """Tell whether an answer says no more than the verb of the last proposal: "drop it", 加吧."""
    match = _VERB_ALONE.match(named)
    if match is None:
        return False
    last = offers.proposals[-1]
    return (match["latin"] or match["han"]) in plain_copy(offers.text[last.start : last.end])


def _resolved(offers: Offers, offer: Offer) -> Offer | None:
    """Replace a recommendation that names an option by that option; two open ones stay open."""
    inside = [
        option for option in offers.options if option.start < offer.end and offer.start < option.end
    ]
    if not offers.options or inside:
        return offer if len(inside) < 2 else None
    match = lf.RECOMMENDED.search(plain_copy(offers.text[offer.start : offer.end]))
    if match is None:
        return offer
    return _option(offers, label_of(next(group for group in match.groups() if group)))
