"""Conversations that once broke a promise, each with its seed, shortened to what it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.items import Kind
from tests.invariants.steps import End, Gold, Order, Say, Work

if TYPE_CHECKING:
    from tests.invariants.steps import Step

KEPT: tuple[tuple[int, tuple[Step, ...]], ...] = (
    # A memory said forgotten words beside a later statement about something else.
    (
        2,
        (
            Say(
                project=0,
                session="b",
                user="Going forward, name every branch after kestrel. Now look at the test.",
                assistant="Done, the test passes.",
                gold=(
                    Gold(
                        kind=Kind.PREFERENCE, quote="Going forward, name every branch after kestrel"
                    ),
                ),
            ),
            Work(project=0, seconds=6),
            Say(
                project=0,
                session="b",
                user="还有一件事。记住，以后例子都用obsidian来写。",
                assistant="Done, the test passes.",
                gold=(Gold(kind=Kind.PREFERENCE, quote="记住，以后例子都用obsidian来写"),),
            ),
            Work(project=0, seconds=4000),
            Order(project=0, what="forget", pick=98),
            Say(
                project=0,
                session="a",
                user="One more thing. Going forward, name every branch after marimba. What next?",
                assistant="Noted: One more thing. Going forward, name every branch after marim.",
                gold=(
                    Gold(
                        kind=Kind.PREFERENCE, quote="Going forward, name every branch after marimba"
                    ),
                ),
            ),
            Work(project=0, seconds=40),
        ),
    ),
    # A summary held forgotten words that its question had not shown.
    (
        4,
        (
            Say(
                project=0,
                session="a",
                user="One more thing. "
                "Please never write saffron into a commit message from now on.",
                assistant="",
                gold=(
                    Gold(
                        kind=Kind.PREFERENCE,
                        quote="Please never write saffron into a commit message from now on",
                    ),
                ),
            ),
            Work(project=0, seconds=1),
            Say(
                project=0,
                session="",
                user="不用saffron了，改用琥珀，这个定了",
                assistant="",
                intent="code_explain",
                gold=(Gold(kind=Kind.DECISION, quote="不用saffron了，改用琥珀，这个定了"),),
            ),
            Order(project=0, what="forget", pick=58),
            Work(project=0, seconds=1),
        ),
    ),
    # Words forgotten while a model was asked came back in its answer.
    (
        5,
        (
            Say(
                project=0,
                session="",
                user="From now on always mention clickhouse first in your answers.",
                assistant="Fine.",
                gold=(
                    Gold(
                        kind=Kind.PREFERENCE,
                        quote="From now on always mention clickhouse first in your answers",
                    ),
                ),
            ),
            Work(project=0, seconds=4000),
            Say(
                project=0,
                session="b",
                user="好的",
                assistant="Noted: 好的.",
                intent="code_explain",
                gold=(Gold(kind=Kind.DECISION, quote="好的", proposal="建议缓存统一用marimba"),),
            ),
            Order(project=0, what="forget", pick=36, meanwhile=True),
            Work(project=0, seconds=1),
            Say(
                project=0,
                session="b",
                user="We decided: 雪莲 is our queue.",
                assistant="Noted: We decided: 雪莲 is our queue..",
                gold=(Gold(kind=Kind.DECISION, quote="We decided: 雪莲 is our queue"),),
            ),
            Work(project=0, seconds=40),
            Work(project=0, seconds=60),
        ),
    ),
    # A late answer of the same batch passed for what the yes meant.
    (
        8,
        (
            Say(
                project=1,
                session="a",
                user="还有一件事。我们定了，CI 统一用纺车。",
                assistant="",
                gold=(Gold(kind=Kind.DECISION, quote="我们定了，CI 统一用纺车"),),
            ),
            Say(
                project=1,
                session="a",
                user="What would you do?",
                assistant="Noted: What would you do?.",
                pause=True,
            ),
            Say(
                project=1,
                session="a",
                user="Is it green?",
                assistant="It is. Anything else?",
                intent="code_explain",
            ),
            Work(project=1, seconds=40),
            End(
                project=1,
                pick=-1,
                fails=False,
                answer="I suggest we use 玄武 for the cache. Shall we?",
            ),
            Say(
                project=1,
                session="a",
                user="Sounds good",
                assistant="Done, the test passes.",
                intent="code_explain",
                gold=(
                    Gold(
                        kind=Kind.DECISION,
                        quote="Sounds good",
                        proposal="I suggest we use 玄武 for the cache",
                    ),
                ),
            ),
            Work(project=1, seconds=60),
        ),
    ),
)
