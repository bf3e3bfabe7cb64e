"""The canned model: careful, or as bad as a provider can be. Every answer carries its number.

What it proposes says `号辛` when it comes from the seventh question, and the run remembers what
that question showed: so a memory that rests on something its question never saw is found out,
whatever the store says about it.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sayso.core.diagnostics import ModelFault
from sayso.core.items import Kind
from sayso.core.limits import REPLY_MAX_BYTES, SECOND_US
from sayso.core.project.consolidation import ConsolidationInput
from tests.sim.speech import title_of
from tests.sim.swarm import OF_OPERATIONS, OF_PROPOSALS, PER_QUESTION

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.items import Candidate
    from sayso.core.project.extraction import ExtractionInput
    from sayso.core.turns import Turn
    from tests.sim.speech import Message, Speech
    from tests.sim.tape import Tape

Question = "ExtractionInput | ConsolidationInput"
STEMS = "甲乙丙丁戊己庚辛壬癸"  # no names and no numbers: those, a model may not add
STAMP = re.compile(f"号([{STEMS}]+)")
WAYS_WITH_TARGET = ("revise", "create", "supersede", "supersede", "reject")
WAYS = ("create", "create", "create", "create", "reject")
NOWHERE = 1_000_000  # a number that no run ever reaches


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One question as the run saw it: its generation, what it showed, and what was answered."""

    number: int
    generation: int
    turn_ids: frozenset[int]
    candidate_ids: frozenset[int]
    kept_operations: int


@dataclass
class CannedModel:
    """Answers both questions of all workers, and remembers every call."""

    tape: Tape
    speech: Speech
    chances: Callable[[str], int]
    turns: Callable[[], list[tuple[int, str]]]
    newest_turn: Callable[[int], int]
    calls: dict[int, Call] = field(default_factory=dict)
    summaries: set[tuple[str, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._earlier: dict[str, list[str]] = {"candidates": [], "operations": []}

    def draw_mood(self, question: ExtractionInput | ConsolidationInput) -> str:
        """Draw what is wrong with the next answer, '' for nothing."""
        unfit = OF_PROPOSALS if isinstance(question, ConsolidationInput) else OF_OPERATIONS
        for kind in PER_QUESTION:
            if kind not in unfit and self.tape.chance(self.chances(kind)):
                return kind
        return ""

    def draw_wait_us(self, mood: str) -> int:
        """Draw how long the answer takes; a slow one comes after its lease."""
        if mood == "slow":
            return (110 + self.tape.draw(300)) * SECOND_US
        return (1 + self.tape.draw(8)) * SECOND_US // 2

    def answer(
        self, question: ExtractionInput | ConsolidationInput, mood: str, generation: int
    ) -> str | ModelFault:
        """Answer one question in some mood; a mood that does not fit the question is a good one."""
        number = len(self.calls) + 1
        if mood == "raises":
            raise RuntimeError(f"the client of call k{number} broke")
        if mood == "error":
            waits = (None, None, 40 * SECOND_US, 3_600 * SECOND_US)
            wait_us = self.tape.pick(waits)
            return ModelFault(kind="Timeout", message="no answer", retry_after_us=wait_us)
        if isinstance(question, ConsolidationInput):
            body = {"operations": self._operations(question, mood, number)}
        else:
            body = self._extraction(question, mood, number)
        text = self._written(body, mood)
        self.calls[number] = _call_of(number, generation, question, text)
        if mood == "replayed":
            self._hand_out_again(text, self.calls[number])
        self._earlier[list(body)[-1]].append(text)
        self._note_summary(text, generation)
        return text

    def _hand_out_again(self, text: str, now: Call) -> None:
        """An old answer is given to a new question, too: it may rest on what that shows."""
        for old in {number for number in map(stamped, text.split('"')) if number is not None}:
            call = self.calls.get(old, now)
            self.calls[old] = replace(
                call,
                generation=now.generation,
                turn_ids=call.turn_ids | now.turn_ids,
                candidate_ids=call.candidate_ids | now.candidate_ids,
            )

    def _note_summary(self, text: str, generation: int) -> None:
        """Remember which summary was answered in which generation: it may be an old one."""
        with suppress(ValueError, KeyError):
            plain = text.removeprefix("```json\n").removesuffix("\n```")
            self.summaries.add((json.loads(plain)["thread_compaction"], generation))

    def _written(self, body: dict[str, Any], mood: str) -> str:
        text = json.dumps(body, ensure_ascii=False)
        last = list(body)[-1]
        match mood:
            case "empty":
                return ""
            case "junk":
                return "I am sorry, I cannot do that."
            case "fenced":
                return f"```json\n{text}\n```"
            case "double_keys":
                return text[:-1] + f', "{last}": []}}'
            case "huge":
                return text[:-1] + " " * REPLY_MAX_BYTES + "}"
            case "replayed" if self._earlier[last]:
                return self.tape.pick(self._earlier[last])
            case _:
                return text

    def _extraction(self, question: ExtractionInput, mood: str, number: int) -> dict[str, Any]:
        found = []
        before = question.previous
        for turn in question.turns:
            message = self.speech.said.get(turn.user_text)
            if message is not None and message.kind is not None:
                found.append(_candidate(turn, message, before, number))
            before = turn
        candidates = [one for one in found if one is not None]
        candidates += self._bad_candidates(question, mood, number)
        quotes = [source["quote"] for one in candidates for source in one["sources"]]
        compaction = f"So far, {stamp(number)}: " + "; ".join(quotes)
        return {"thread_compaction": compaction[:3_000], "candidates": candidates}

    def _bad_candidates(
        self, question: ExtractionInput, mood: str, number: int
    ) -> list[dict[str, Any]]:
        """Give a proposal that no careful model would make."""
        turn = self.tape.pick(question.turns)
        user, assistant = turn.user_text, turn.assistant_text or "Fine."
        bad = {
            "bad_quote": (turn.id, "user", user[:-1].replace("zq", "zq9")),
            "unknown_turn": (NOWHERE, "user", user),
            "spoken_by_the_other": (turn.id, self.tape.pick(("assistant", "user")), assistant),
        }
        before = question.previous
        if before is not None:
            bad["of_the_turn_before"] = (before.id, "user", before.user_text)
        if mood in bad:
            return [_proposal(*bad[mood], number)]
        others = self.turns() if mood == "of_another_thread" else []
        shown = _turn_ids(question)
        foreign = [(turn_id, text) for turn_id, text in others if turn_id not in shown]
        if not foreign:
            return []
        turn_id, text = self.tape.pick(foreign)
        message = self.speech.said.get(text)
        quote = message.quote if message is not None and message.kind is not None else text
        return [_proposal(turn_id, "user", quote, number)]

    def _operations(
        self, question: ConsolidationInput, mood: str, number: int
    ) -> list[dict[str, Any]]:
        taken: set[int] = set()
        operations = [self._operation(one, question, taken, number) for one in question.candidates]
        if mood == "not_every_candidate":
            operations = self.tape.pick((operations[1:], [*operations, operations[0]]))
        elif mood == "foreign_target":
            operations[-1] |= {"operation": "revise", "target_id": NOWHERE}
        return operations

    def _operation(
        self, candidate: Candidate, question: ConsolidationInput, taken: set[int], number: int
    ) -> dict[str, Any]:
        """Keep a candidate in one of the four ways."""
        targets = [
            one.item_id
            for one in question.related
            if one.item_id not in taken
            and (one.kind, one.title) == (candidate.kind, candidate.title)
            and (one.thread_id is None or one.thread_id == candidate.thread_id)
            and candidate.said_at_us is not None  # a log without times counts as earlier
            and self.newest_turn(one.item_id) <= max(said.turn_id for said in candidate.sources)
        ]
        way = self.tape.pick(WAYS_WITH_TARGET if targets else WAYS)
        target = targets[-1] if way in ("revise", "supersede") else None
        if target is not None:
            taken.add(target)
        content = "" if way == "reject" else f"{candidate.content} {stamp(number)}"
        return {
            "operation": way,
            "candidate_ids": [candidate.id],
            "target_id": target,
            "title": "" if way == "reject" else candidate.title,
            "content": content,
            "synopsis": content[:400],
            "aliases": [],
            "keywords": [],
        }


def stamp(number: int) -> str:
    """Write the number of a question as a word."""
    return "号" + "".join(STEMS[int(digit)] for digit in str(number))


def stamped(text: str) -> int | None:
    """Read the last number that a text carries."""
    stamps = STAMP.findall(text)
    return int("".join(str(STEMS.index(stem)) for stem in stamps[-1])) if stamps else None


def _candidate(
    turn: Turn, message: Message, before: Turn | None, number: int
) -> dict[str, Any] | None:
    """Give what a careful model makes of a message, None where what it answers is not shown."""
    sources = [{"turn_id": turn.id, "role": "user", "quote": message.quote}]
    about = message.quote
    if message.proposal:
        if before is None or message.proposal not in before.assistant_text:
            return None
        sources.append({"turn_id": before.id, "role": "assistant", "quote": message.proposal})
        about = message.proposal
    return {
        "kind": message.kind,
        "title": title_of(message.topic),
        "content": f"{about} {stamp(number)}",
        "aliases": [],
        "sources": sources,
    }


def _proposal(turn_id: int, role: str, quote: str, number: int) -> dict[str, Any]:
    return {
        "kind": Kind.PREFERENCE,
        "title": title_of("builds"),
        "content": f"{quote[:200]} {stamp(number)}",
        "aliases": [],
        "sources": [{"turn_id": turn_id, "role": role, "quote": quote[:1_000]}],
    }


def _call_of(
    number: int, generation: int, question: ExtractionInput | ConsolidationInput, text: str
) -> Call:
    shown: dict[str, frozenset[int]] = {"turn_ids": frozenset(), "candidate_ids": frozenset()}
    if isinstance(question, ConsolidationInput):
        shown["candidate_ids"] = frozenset(one.id for one in question.candidates)
    else:
        shown["turn_ids"] = _turn_ids(question)
    return Call(
        number=number,
        generation=generation,
        kept_operations=text.count('"create"') + text.count('"revise"') + text.count('"supersede"'),
        **shown,
    )


def _turn_ids(question: ExtractionInput) -> frozenset[int]:
    before = () if question.previous is None else (question.previous,)
    return frozenset(turn.id for turn in (*before, *question.turns))
