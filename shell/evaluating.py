"""Evaluation: each case of a corpus through the whole pipeline, in a fresh store in memory.

The turn before the message is recorded and worked off first, as in a live conversation, then the
message with an empty answer. A case that gives the assistant's words but none of the user's gets
a lone ellipsis for them, since an empty user text is refused everywhere: it holds no word, so
nothing can be remembered of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.items import Kind
from sayso.core.outcome import is_failure
from sayso.core.project.intents import GENERAL_CHAT
from sayso.core.quality.corpus import read_cases
from sayso.core.quality.evaluation import KeptMemory, Observation, score
from sayso.core.turns import DEFAULT_SESSION, Role
from sayso.shell.admitting import RecordedTurn
from sayso.shell.errors import NotFoundError, RequestError
from sayso.shell.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.core.quality.corpus import EvalCase
    from sayso.core.quality.evaluation import EvalReport
    from sayso.shell.finding import Shown
    from sayso.shell.ports import Model
    from sayso.shell.worker import WorkReport

UNSAID: Final = "…"
_COUNTED: Final = frozenset({Kind.PREFERENCE, Kind.DECISION})


def load_cases(path: Path) -> tuple[EvalCase, ...]:
    """Read a corpus; raises NotFoundError for no file, RequestError naming the faulty line."""
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise NotFoundError(f"there is no file {path}", "give a file of labelled cases") from error
    except (OSError, ValueError) as error:
        raise RequestError(f"cannot read {path}: {error}", "check path and rights") from error
    cases = read_cases(content)
    if is_failure(cases):
        raise RequestError(
            f"{path}: {cases.failure()}",
            "each line is one case with id, lang, label, text and expect",
        )
    return cases.unwrap()


def evaluate(
    cases: tuple[EvalCase, ...],
    model: Model | None = None,
    report: Callable[[int, int], None] | None = None,
) -> EvalReport:
    """Run every case and score them all; None as model means the embedded one.

    `report` is told (cases done, cases in all).
    """
    observations: list[Observation] = []
    for case in cases:
        observations.append(observe(case, model))
        if report is not None:
            report(len(observations), len(cases))
    return score(observations)


def observe(case: EvalCase, model: Model | None = None) -> Observation:
    """Run one case in a store of its own and see what was kept of its message."""
    with Memory.in_memory(model=model) as memory:
        return observe_in(memory, case, Memory.work)


def observe_in(memory: Memory, case: EvalCase, work: Callable[[Memory], WorkReport]) -> Observation:
    """Run one case in an open memory, where `work` works off what each turn has left to do."""
    finished = True
    if case.prev_assistant:
        _record(memory, case.prev_user or UNSAID, case.prev_assistant)
        finished = _is_done(work(memory))
    before = frozenset(one.item_id for one in memory.list())
    message_id = _record(memory, case.text, "")
    finished = _is_done(work(memory)) and finished
    shown = [memory.show(one.item_id) for one in memory.list()]
    found = _search_all(memory, case)
    kept = (_kept(one, message_id, found) for one in shown if one.item.kind in _COUNTED)
    return Observation(
        case=case,
        kept=tuple(one for one in kept if one.sources),
        before=before,
        active=frozenset(one.item.item_id for one in shown),
        finished=finished,
    )


def _is_done(report: WorkReport) -> bool:
    """Tell whether nothing failed and nothing is left."""
    return not report.failed and not report.pending


def _record(memory: Memory, user_text: str, assistant_text: str) -> int:
    turn = RecordedTurn(
        user_text=user_text,
        assistant_text=assistant_text,
        intent=GENERAL_CHAT,
        session=DEFAULT_SESSION,
    )
    return memory.record(turn) or 0


def _search_all(memory: Memory, case: EvalCase) -> dict[str, frozenset[int]]:
    """Search for each word a memory of the case must be found by."""
    words = {word for wanted in case.expect for word in wanted.about}
    return {word: frozenset(hit.item_id for hit in memory.search(word)) for word in words}


def _kept(shown: Shown, message_id: int, found: dict[str, frozenset[int]]) -> KeptMemory:
    item = shown.item
    return KeptMemory(
        item_id=item.item_id,
        kind=item.kind,
        content=item.content,
        sources=tuple(
            source
            for source in shown.sources
            if source.turn_id == message_id and source.role is Role.USER
        ),
        two_sided=any(source.role is Role.ASSISTANT for source in shown.sources),
        found_by=frozenset(word for word, ids in found.items() if item.item_id in ids),
    )
