"""What keeps a sentence from being the user's lasting say-so.

Input: the clauses of a statement, the clauses that govern it and its sentence. Output: the first
veto that holds, or None. The caller chooses which vetoes it applies; none looks at topics.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.speech import lexicon as lx
from sayso.core.speech import lexicon_commitment as lm
from sayso.core.speech import lexicon_veto as lv
from sayso.core.speech.marks import opening
from sayso.core.speech.questions import inquires

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sayso.core.speech.clauses import Clause, Sentence


class Veto(StrEnum):
    """Why a statement is not remembered, as users read it."""

    TEMPORARY = "temporary"
    UNDECIDED = "undecided"
    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    REPORTED = "reported-speech"
    NEGATED = "never-said"
    NARRATIVE = "complaint-or-habit"
    CODE_FACT = "current-fact"


_OWN_VOICE: Final = re.compile(r"(?<![a-z])(?:we|i|us|our)(?![a-z])|我|咱")
_SET_ASIDE: Final = re.compile("先(?:不|别|放|搁)")
_WITH_US: Final = re.compile(
    r"(?<![a-z])(?:with|to|for) us(?![a-z])|咱|(?:跟|和|与|同|给)我(?!们?(?:说|讲|推荐))"
)
# Somebody's yes to what the user chose is no report of what they want themselves.
_ENDORSES: Final = re.compile(
    r"(?:loves?|likes?|wants?|agrees?|approves?|agreed|approved|accepted|insists?)"
    r" (?:it|that|this|to it|with it|on it|of it)(?: too)?(?=$|,| and )"
    r"|(?:已|已经|都)(?:跟|和|给|向)[^,]{1,6}(?:说|讲|打招呼|通知)了"
    r"|(?:跟|和|与|同|向)(?:他|她|他们|她们|对方)\S{0,2}(?:说好|谈好|讲好|约好|谈妥|说定|商量好"
    r"|确认)"
)
# "What I want is …", "what is certain is …": no question.
_CLEFT: Final = re.compile(
    r"(?:so |and |but )?(?:what|all) (?:i|we)(?:'d)? (?:really |always |only )?(?:want|need|expect"
    r"|like|ask)(?![a-z])|what(?:'s| is) (?:certain|sure|clear|settled|fixed|decided)"
)
_NOT_AHEAD: Final = re.compile(
    r"(?:n't|(?<![a-z])(?:not|dont|never|hardly))(?: (?:really|ever|actually|just|even))?"
    r"(?: (?:want|like|need|expect|wish|ask|prefer|allow|tell)(?: (?:you|us|me|it|him|her|them"
    r"|the [a-z]+))?(?: to)?)?(?:,[^,.;]{3,40},)? *$"
    r"|(?<![a-z])(?:avoid|stop):? *$|(?:不要|别|不想|不希望|不许|不准|不)(?:你|我们|大家)?[ ]*$"
)
# What is denied as a whole: that it is so, or that the user would say so.
_DENIED: Final = re.compile(
    r"(?:it|that|this)(?:'s| is| isn't| was| wasn't) (?:simply |just )?(?:false|untrue|wrong"
    r"|(?:not )?true|(?:not )?the case|(?:not )?so) that(?![a-z])"
    r"|(?:never|not|n't) (?:really |ever )?(?:say|claim|think|believe)(?: that)? (?:i|we)(?![a-z])"
    r"|(?:you|he|she|they) (?:claimed?|said|say|think|thought|believed?)(?: that)? i(?![a-z])"
    r"|我们?(?:并|可|从)?(?:不|没|没有)(?:认为|觉得|说过?|讲过?)我们?"
)
# What others say is named only to be set aside.
_DISMISSES: Final = re.compile(
    r"(?:whatever|no matter what|never mind what|regardless of what|i don't care what)(?![a-z])"
    r"|不管|无论|别管|甭管|随便"
)
_TEAMS: Final = (
    "team|group|board|committee|family|crew|council|choir|band|club|class|staff|jury|panel|troupe"
    "|ensemble|cast|orchestra|parish|vestry|trustees|department|faculty|clinic|practice|co-op"
    "|cooperative|society|association|household|partners|management|collective|residents|members"
)
_OWN_TEAM: Final = re.compile(
    rf"(?:our|the whole|whole) (?:{_TEAMS})|the (?:{_TEAMS})(?! (?:says?|said|thinks?|wrote))"
    r"(?= (?:\w+ )?[a-z]+(?:ed|s|se|ck|nt|te)(?![a-z]))"
    r"|(?:everyone|everybody|all of us|both of us) (?:agreed|decided|voted|settled|chose|picked"
    r"|signed)"
)


def asks(sentence: Sentence, clauses: Sequence[Clause]) -> bool:
    """Tell whether the statement is a question rather than a request in question form."""
    last = sentence.clauses[-1].plain
    if lv.ASKED_FAVOUR.search(sentence.plain):
        return False
    inverted = any(
        lv.WH_START.match(opening(clause.plain))
        for clause in sentence.clauses
        if not clause.plain.endswith(":") and not _is_condition(sentence, clause)
        if lv.SAME_HERE.match(clause.plain) is None
    )
    if not sentence.asks and _CLEFT.match(sentence.plain):
        return False
    if sentence.asks:
        tagged = len(sentence.clauses) > 1 and lv.TAG_QUESTION.fullmatch(last)
        return inverted or not (tagged or lv.TAG_ENDING.search(sentence.plain))
    if inverted or inquires(clauses):
        return True
    return any(
        lv.QUESTION_ZH.search(clause.plain)
        and not lv.TAG_QUESTION.fullmatch(clause.plain)
        and not lv.TOLD_QUESTION.search(clause.plain)
        for clause in clauses
    )


def _is_condition(sentence: Sentence, clause: Clause) -> bool:
    """Tell "should it rain, we …" from a question."""
    several = len(sentence.clauses) > 1 and clause is sentence.clauses[0]
    return several and not sentence.asks and clause.plain.startswith("should ")


def supposes(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses set up a case that is not so, or an example."""
    return any(lv.HYPOTHETICAL.search(clause.plain) for clause in clauses)


def reports(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses hand on what somebody else says, wants or does."""
    heard = tuple(clause for clause in clauses if not lv.CONDITION.match(clause.plain))
    affairs = heard and lm.OTHERS_AFFAIRS.search(heard[0].plain)
    # What the assistant makes for the user is theirs, whoever it is about.
    ours = any(lx.PRODUCT.search(clause.plain) for clause in heard[1:])
    if affairs and not ours and not _WITH_US.search(heard[0].plain):
        return True
    return any(_reports(clause.plain) for clause in heard)


def words_for_others(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses order a text whose words are not the user's own say-so."""
    return any(lv.WORDING.search(clause.plain) for clause in clauses)


def informs(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses give background only: how things are or were, for information."""
    return any(lv.BACKGROUND.search(clause.plain) for clause in clauses)


def ends_soon(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses bind an order to one day or one occasion."""
    return any(lv.DAYBOUND.search(clause.plain) for clause in clauses)


def wavers(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses leave the matter open."""
    return any(lv.UNDECIDED.search(clause.plain) for clause in clauses)


def denies(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses deny that anything was asked or decided."""
    return any(
        lv.NEGATED.search(clause.plain) or _DENIED.search(clause.plain) for clause in clauses
    )


def passes(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses speak of this once or of a while only."""
    return any(lv.TEMPORARY.search(clause.plain) for clause in clauses)


def sets_aside(clause: Clause) -> bool:
    """Tell whether a clause only sets something aside for the time being: vite 先不折腾了."""
    return _SET_ASIDE.search(clause.plain) is not None


def points_at_one(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses speak of one thing that they point at."""
    return any(lv.THIS_ONE.search(clause.plain) for clause in clauses)


def passes_for_good(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses say "this once and no more"."""
    return any(lv.ONLY_NOW.search(clause.plain) for clause in clauses)


def attributes(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses after a statement lay it in somebody else's mouth."""
    return any(
        _reports(clause.plain)
        and lv.SAYING.search(clause.plain)
        and _OWN_VOICE.search(clause.plain) is None
        for clause in clauses
    )


def complains(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses tell how things keep happening, rather than how they shall be."""
    return any(lv.NARRATIVE.search(clause.plain) for clause in clauses)


def vents(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses vent or joke."""
    return any(lv.VENTING.search(clause.plain) for clause in clauses)


def states_fact(clauses: Iterable[Clause]) -> bool:
    """Tell whether clauses describe how an artifact is at present."""
    return any(
        lv.ARTIFACT.search(clause.plain) and lv.CODE_FACT.search(clause.plain) for clause in clauses
    )


def cuts_off_negation(sentences: Sequence[Sentence], start: int) -> bool:
    """Tell whether a quote begins right behind a "not" that governs it: "I don't want you to …"."""
    return any(
        _NOT_AHEAD.search(one.plain[: start - one.start]) is not None
        for one in sentences
        if one.start < start < one.end
    )


def governing(clauses: Sequence[Clause], start: int) -> Sequence[Clause]:
    """Give the clauses before position start that still govern it: those after a contrast."""
    first = start
    while first > 0:
        if lv.CONTRAST.match(clauses[first].plain):
            break
        first -= 1
    return clauses[first:start]


def _reports(plain: str) -> bool:
    if _ENDORSES.search(plain) or _DISMISSES.match(plain):
        return False
    match = lv.REPORTED.search(plain)
    if match is not None:
        return _OWN_TEAM.search(plain) is None
    said = lv.SAY_ZH.search(plain)
    return said is not None and lv.SAY_OWN.search(said.group(1)) is None
