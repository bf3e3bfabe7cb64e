"""Conversations from a seed: who says what, in which project and session, and what happens between.

A conversation is a tuple of steps and nothing else, so that it can be printed, shortened and
played again. What a careful reader would remember of a message stands beside it as `Gold`.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.core.items import Kind
from sayso.shell.evaluating import load_cases
from tests.invariants import phrases
from tests.invariants.steps import End, Gold, Log, Order, Repair, Say, Step, Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.quality.corpus import EvalCase

CORPORA = ("corpus.jsonl", "other_trades.jsonl")
STEPS = (14, 26)
SESSIONS = ("", "", "a", "b")
INTENTS = ("general_chat", "general_chat", "code_explain")
REPAIR_INTENTS = ("code_audit", "patch_explain", "patch_revise")


def converse(seed: int) -> tuple[Step, ...]:
    """Give the conversation of a seed: always the same one."""
    return _Writer(random.Random(f"conversation {seed}")).written()


@cache
def _cases() -> tuple[EvalCase, ...]:
    folder = Path(__file__).parents[1] / "quality"
    return tuple(case for name in CORPORA for case in load_cases(folder / name))


def _first_part(proposal: str) -> str:
    """Give what a proposal proposes, without the question behind it."""
    return re.split(r"\. |，", proposal)[0]


class _Writer:
    """Writes one conversation; everything it needs comes of its generator."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._steps: list[Step] = []
        self._said: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])

    def written(self) -> tuple[Step, ...]:
        weighted: list[tuple[int, Callable[[int], None]]] = [
            (22, self._statement),
            (6, self._confirmation),
            (6, self._idle),
            (8, self._case),
            (5, self._again),
            (6, self._withdrawal),
            (3, self._reversal),
            (4, self._repair),
            (3, self._log),
            (3, self._end),
            (2, self._crossed),
            (5, self._haunted),
            (14, self._work),
            (16, self._order),
        ]
        weights, acts = zip(*weighted, strict=True)
        for act in (self._statement, self._statement, self._work):
            act(0)
        while len(self._steps) < self._rng.randint(*STEPS):
            act = self._rng.choices(acts, weights)[0]
            act(self._rng.choice((0, 0, 0, 1)))
        self._steps += [Work(project=0, seconds=60), Work(project=1, seconds=60)]
        return tuple(self._steps)

    def _topic(self, project: int) -> str:
        latin, han = phrases.TOPICS[project]
        return self._rng.choice((self._rng.choice(latin), self._rng.choice(han)))

    def _say(self, project: int, user: str, assistant: str = "", **more: object) -> Say:
        answer = assistant or self._rng.choice(phrases.ANSWERS).format(s=user[:60])
        session = self._rng.choice(SESSIONS)
        intent = self._rng.choice(INTENTS)
        fields: dict[str, object] = {"session": session, "intent": intent, "gold": ()} | more
        return Say(project=project, user=user, assistant=answer, **fields)  # type: ignore[arg-type]

    def _stated(self, project: int) -> Say:
        """Give a lasting statement, among other words or alone, some of them pasted."""
        rng, lang = self._rng, self._rng.choice(("en", "zh"))
        kind = rng.choice((Kind.PREFERENCE, Kind.DECISION))
        table = phrases.PREFERENCES if kind is Kind.PREFERENCE else phrases.DECISIONS
        template, topic = rng.choice(table[lang]), self._topic(project)
        statement = template.format(t=topic)
        self._said[project].append((statement, topic))
        lead = rng.choice(("", "", *phrases.LEADS[lang]))
        tail = rng.choice(("", "", *phrases.TAILS[lang]))
        text = f"{lead}{statement}{phrases.ENDS[lang]}{tail}"
        gold = (Gold(kind=kind, quote=statement),)
        if rng.random() > 0.2:
            return self._say(project, text, gold=gold, pause=rng.random() < 0.05)
        other = rng.choice(table[lang]).format(t=self._topic(project))
        pasted = rng.choice(phrases.PASTED).format(s=other)
        return self._say(project, f"{text}\n\n{pasted}\n", gold=gold, pasted=(pasted,))

    def _statement(self, project: int) -> None:
        self._steps.append(self._stated(project))
        if self._rng.random() < 0.4:
            self._work(project)

    def _confirmation(self, project: int) -> None:
        """Write a proposal and the answer to it; now and then something comes in between."""
        rng, lang = self._rng, self._rng.choice(("en", "zh"))
        proposal = rng.choice(phrases.PROPOSALS[lang]).format(t=self._topic(project))
        session = rng.choice(SESSIONS)
        self._steps.append(self._say(project, "What do you suggest?", proposal, session=session))
        if rng.random() < 0.3:
            between = rng.choice((self._idle, self._work, self._end, self._statement))
            between(project)
        ack = rng.choice(phrases.ACKS[lang])
        gold = (Gold(kind=Kind.DECISION, quote=ack, proposal=_first_part(proposal)),)
        self._steps.append(self._say(project, ack, session=session, gold=gold))

    def _idle(self, project: int) -> None:
        lang = self._rng.choice(("en", "zh"))
        text = self._rng.choice(phrases.IDLE[lang]).format(t=self._topic(project))
        pause = self._rng.random() < 0.15
        self._steps.append(self._say(project, text, pause=pause))

    def _case(self, project: int) -> None:
        """Take a labelled message; odd ones belong to one project, even ones to the other."""
        case = self._rng.choice(_cases()[project::2])
        session = self._rng.choice(SESSIONS)
        if case.prev_user:
            before = self._say(project, case.prev_user, case.prev_assistant, session=session)
            self._steps.append(before)
        gold = tuple(
            Gold(kind=one.kind, quote=one.quote, proposal=one.proposal_quote) for one in case.expect
        )
        self._steps.append(self._say(project, case.text, session=session, gold=gold))

    def _again(self, project: int) -> None:
        """Say something once more, in the same words."""
        if self._said[project]:
            statement, _ = self._rng.choice(self._said[project])
            gold = (Gold(kind=Kind.PREFERENCE, quote=statement),)
            self._steps.append(self._say(project, statement, gold=gold))

    def _withdrawal(self, project: int) -> None:
        if self._said[project]:
            lang = self._rng.choice(("en", "zh"))
            _, topic = self._rng.choice(self._said[project][-4:])
            text = self._rng.choice(phrases.WITHDRAWALS[lang]).format(t=topic)
            self._steps.append(self._say(project, text))

    def _reversal(self, project: int) -> None:
        if self._said[project]:
            _, old = self._rng.choice(self._said[project])
            self._steps.append(self._reversed(project, old))

    def _reversed(self, project: int, old: str) -> Say:
        text = phrases.REVERSALS[self._rng.choice(("en", "zh"))]
        text = text.format(t=old, u=self._topic(project))
        return self._say(project, text, gold=(Gold(kind=Kind.DECISION, quote=text),))

    def _repair(self, project: int) -> None:
        text = self._rng.choice(phrases.REPAIRS).format(t=f"zyx{self._rng.randrange(10**6)}")
        intent = self._rng.choice(REPAIR_INTENTS)
        self._steps.append(Repair(project=project, user=text, intent=intent))

    def _log(self, project: int) -> None:
        """Import a short log; some of its turns repeat what was said here."""
        rng = self._rng
        turns = [self._stated(project) for _ in range(rng.randint(1, 3))]
        if self._said[project] and rng.random() < 0.5:
            statement, _ = rng.choice(self._said[project])
            gold = (Gold(kind=Kind.PREFERENCE, quote=statement),)
            turns.append(self._say(project, statement, gold=gold))
        elif self._said[project]:
            _, old = rng.choice(self._said[project])
            turns.append(self._reversed(project, old))
        ages = [rng.choice((None, 3_600, 86_400 * 400, -3_600)) for _ in turns]
        name = f"log-{rng.randrange(4)}.jsonl"
        self._steps.append(Log(project=project, name=name, turns=tuple(turns), ages=tuple(ages)))

    def _end(self, project: int) -> None:
        rng = self._rng
        answers = [*phrases.ANSWERS[:2], *phrases.PROPOSALS["en"], *phrases.PROPOSALS["zh"]]
        answer = rng.choice(answers).format(t=self._topic(project))
        fails = rng.random() < 0.3
        self._steps.append(End(project=project, pick=rng.randrange(9), fails=fails, answer=answer))

    def _crossed(self, project: int) -> None:
        """Let an answer come late, after another turn, and then a yes that is not meant for it.

        Who is shown the two turns alone takes it for an agreement; that is the gold here.
        """
        session, lang = self._rng.choice(SESSIONS), self._rng.choice(("en", "zh"))
        late, ack = phrases.PROPOSALS[lang][0], self._rng.choice(phrases.ACKS[lang])
        answer = late.format(t=self._topic(project))
        gold = (Gold(kind=Kind.DECISION, quote=ack, proposal=_first_part(answer)),)
        self._steps += [
            self._say(project, "What would you do?", session=session, pause=True),
            self._say(project, "Is it green?", "It is. Anything else?", session=session),
            Work(project=project, seconds=40),
            End(project=project, pick=-1, fails=False, answer=answer),
            self._say(project, ack, session=session, gold=gold),
        ]

    def _haunted(self, project: int) -> None:
        """Say something, once or twice, have it forgotten, and go on about other things."""
        first = self._stated(project)
        self._steps += [first, Work(project=project, seconds=40)]
        if self._rng.random() < 0.5:
            again = self._say(project, first.gold[0].quote, gold=first.gold)
            self._steps.append(again)
        self._steps.append(Order(project=project, what="forget", pick=0))
        self._steps += [self._stated(project), Work(project=project, seconds=40)]

    def _work(self, project: int) -> None:
        self._steps.append(Work(project=project, seconds=self._rng.choice((1, 6, 40, 4_000))))

    def _order(self, project: int) -> None:
        orders = {"forget": 12, "new": 3, "restart": 2, "full-disk": 3, "drop": 1, "clear": 0.3}
        what = self._rng.choices(tuple(orders), tuple(orders.values()))[0]
        late = what in ("forget", "new", "clear") and self._rng.random() < 0.3
        self._steps.append(
            Order(project=project, what=what, pick=self._rng.randrange(99), meanwhile=late)
        )
