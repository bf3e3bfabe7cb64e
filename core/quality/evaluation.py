"""What the pipeline kept of labelled cases -> precision, recall and the cases that went wrong.

A kept preference or decision counts when a quote of the user lies in the message. It is correct
when the case expects one of its kind, that quote holds at least half of the expected quote and
is at most three times as long, and a search for each `about` word finds the memory. Every
expectation is met once: a second memory for it is one too many.

    precision = correct / kept    recall = correct / expected    false = kept, nothing expected

A ratio of nothing is 1.0, since nothing went wrong. A `withdraw` case is right when the turn
before it made a memory, the message made none, and that memory is no longer active.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.quality.corpus import WITHDRAW, EvalCase, ExpectedMemory
from sayso.core.quoting import quote_places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sayso.core.items import Kind, Source

MISSED: Final = "missed"  # something expected was not kept
FALSE: Final = "false"  # something was kept although nothing was expected
WRONG: Final = "wrong"  # something else, or more, was kept than expected
ONE_SIDED: Final = "one-sided"  # a confirmation was kept without the words it confirms
UNFINISHED: Final = "unfinished"  # the pipeline did not come to its end
NOT_WITHDRAWN: Final = "not-withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptMemory:
    """An active preference or decision with the sources that lie in the message.

    `two_sided` tells that words of the assistant are a source as well; `found_by` are the
    `about` words of the case whose search finds it.
    """

    item_id: int
    kind: Kind
    content: str
    sources: tuple[Source, ...]
    two_sided: bool
    found_by: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What the pipeline made of one case.

    `before` are the memories active before the message, `active` those after it, by number;
    `finished` is False when jobs failed or were left over.
    """

    case: EvalCase
    kept: tuple[KeptMemory, ...]
    before: frozenset[int]
    active: frozenset[int]
    finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Counts of one group of cases, with the two ratios."""

    cases: int
    expected: int
    kept: int
    correct: int
    false: int

    @property
    def precision(self) -> float:
        """Correct of kept."""
        return ratio(self.correct, self.kept)

    @property
    def recall(self) -> float:
        """Correct of expected."""
        return ratio(self.correct, self.expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """A case that went wrong: why, what was kept, and what was expected."""

    case: EvalCase
    why: str
    kept: tuple[KeptMemory, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalReport:
    """All figures of a corpus. `one_sided` are confirmations kept without both sources."""

    total: Figures
    by_label: Mapping[str, Figures]
    by_lang: Mapping[str, Figures]
    withdraw_cases: int
    withdraw_right: int
    one_sided: int
    failures: tuple[Wrong, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Score:
    """One case, scored; `met` pairs expectations with the memories that meet them."""

    seen: Observation
    met: tuple[tuple[ExpectedMemory, KeptMemory], ...]

    @property
    def one_sided(self) -> int:
        """Met confirmations that rest on the user's words alone."""
        return sum(1 for wanted, kept in self.met if wanted.proposal_quote and not kept.two_sided)


def score(observations: Iterable[Observation]) -> EvalReport:
    """Score a whole corpus."""
    scores = tuple(_Score(seen=one, met=_match(one)) for one in observations)
    withdrawals = [one for one in scores if one.seen.case.label == WITHDRAW]
    wrongs = ((one, _why_wrong(one)) for one in scores)
    return EvalReport(
        total=_figures(scores),
        by_label=_grouped(scores, lambda case: case.label),
        by_lang=_grouped(scores, lambda case: case.lang),
        withdraw_cases=len(withdrawals),
        withdraw_right=sum(_is_withdrawn(one.seen) for one in withdrawals),
        one_sided=sum(one.one_sided for one in scores),
        failures=tuple(
            Wrong(case=one.seen.case, why=why, kept=one.seen.kept)
            for one, why in wrongs
            if why is not None
        ),
    )


def ratio(part: int, whole: int) -> float:
    """Give a share; of nothing it is 1.0."""
    return part / whole if whole else 1.0


def meets(wanted: ExpectedMemory, kept: KeptMemory, text: str) -> bool:
    """Tell whether a kept memory is what a case expects of its message."""
    return (
        kept.kind is wanted.kind
        and kept.found_by.issuperset(wanted.about)
        and any(_covers(source, wanted.quote, text) for source in kept.sources)
    )


def _covers(source: Source, wanted: str, text: str) -> bool:
    """Tell whether a source holds half of the wanted words and is not much longer than they."""
    shared = (
        min(source.end, end) - max(source.start, start) for start, end in quote_places(wanted, text)
    )
    return 2 * max(shared, default=0) >= len(wanted) and len(source.quote) <= 3 * len(wanted)


def _match(seen: Observation) -> tuple[tuple[ExpectedMemory, KeptMemory], ...]:
    """Give each expectation a memory of its own, the least fitting memories first."""
    wanted = list(seen.case.expect)
    fits = {
        kept.item_id: [one for one in wanted if meets(one, kept, seen.case.text)]
        for kept in seen.kept
    }
    met: list[tuple[ExpectedMemory, KeptMemory]] = []
    for kept in sorted(seen.kept, key=lambda one: len(fits[one.item_id])):
        free = next((one for one in fits[kept.item_id] if one in wanted), None)
        if free is not None:
            wanted.remove(free)
            met.append((free, kept))
    return tuple(met)


def _figures(scores: Iterable[_Score]) -> Figures:
    group = tuple(scores)
    return Figures(
        cases=len(group),
        expected=sum(len(one.seen.case.expect) for one in group),
        kept=sum(len(one.seen.kept) for one in group),
        correct=sum(len(one.met) for one in group),
        false=sum(len(one.seen.kept) for one in group if not one.seen.case.expect),
    )


def _grouped(scores: Iterable[_Score], name: Callable[[EvalCase], str]) -> dict[str, Figures]:
    groups: defaultdict[str, list[_Score]] = defaultdict(list)
    for one in scores:
        groups[name(one.seen.case)].append(one)
    return {key: _figures(groups[key]) for key in sorted(groups)}


def _is_withdrawn(seen: Observation) -> bool:
    made_one = bool(seen.before)
    return made_one and not seen.kept and not seen.active


def _why_wrong(one: _Score) -> str | None:
    seen = one.seen
    if not seen.finished:
        return UNFINISHED
    if seen.case.label == WITHDRAW and not _is_withdrawn(seen):
        return NOT_WITHDRAWN
    if one.one_sided:
        return ONE_SIDED
    if len(seen.kept) > len(one.met):
        return WRONG if seen.case.expect else FALSE
    return MISSED if len(seen.case.expect) > len(one.met) else None
