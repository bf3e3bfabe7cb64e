"""The program with one promise taken out: each mutant is one change that the oracle must see."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sayso.core import evidence
from sayso.core.items import KIND_POLICIES, Kind, Source
from sayso.core.project import admission, applying, burying, context, forgetting, keeping, merging
from sayso.core.project.intents import GENERAL_CHAT
from sayso.shell import admitting, finding, gathering, memory, proof
from sayso.shell.store import opening, reading, statements, transactions
from tests.invariants.steps import Gold, Log, Order, Say, Work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

    from sayso.core.evidence import Reason
    from sayso.core.jobs import Job
    from sayso.core.project.admission import Admitted, Skipped, TurnRequest
    from sayso.core.project.keeping import ExtractionState
    from sayso.core.project.reading import ItemReading
    from sayso.core.proposals import Quote
    from sayso.shell.searching import Place
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store
    from tests.invariants.steps import Step

    Patch = pytest.MonkeyPatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A change to the program, how the faults it causes begin, and what shows it.

    That is the conversations of some seeds, or the same steps under some seeds. Should a change
    of the program make these seeds harmless, any others will do.
    """

    change: Callable[[Patch], None]
    seen_as: str
    seeds: tuple[int, ...]
    steps: tuple[Step, ...] | None = None


def _never(*_given: object, **_named: object) -> bool:
    return False


def offsets_in_bytes(patch: Patch) -> None:
    """Count the place of a quote in UTF-8 bytes instead of characters."""
    found = evidence._source  # noqa: SLF001

    def in_bytes(quote: Quote, text: str) -> Source | Reason:
        source = found(quote, text)
        if not isinstance(source, Source):
            return source
        start = len(text[: source.start].encode())
        return replace(source, start=start, end=start + len(source.quote.encode()))

    patch.setattr(evidence, "_source", in_bytes)
    patch.setattr(proof, "_check", lambda *_: None)  # it would be found when it is read


def assistant_alone(patch: Patch) -> None:
    """Let a preference or decision rest on the assistant's words alone."""
    lax = {kind: replace(one, needs_user_quote=False) for kind, one in KIND_POLICIES.items()}
    patch.setattr(evidence, "KIND_POLICIES", lax)


def words_of_others(patch: Patch) -> None:
    """Take what the user pasted for the user's own words."""
    patch.setattr(evidence, "foreign_spans", lambda _plain: ())
    patch.setattr(evidence, "injected_spans", lambda _plain: ())


def turns_of_other_threads(patch: Patch) -> None:
    """Let a proposal cite any turn there is, whatever thread and session it belongs to."""
    gather = gathering.read_extraction_state

    def all_turns(
        reading: Reading, guard: Guarded, jobs: tuple[Job, ...], mark: int | None
    ) -> ExtractionState:
        state = gather(reading, guard, jobs, mark)
        others = gathering.read_turns(reading, list(range(1, state.turns[0].id)))
        known = {turn.id for turn in state.turns}
        return replace(state, turns=(*(one for one in others if one.id not in known), *state.turns))

    patch.setattr("sayso.shell.stages.read_extraction_state", all_turns)


def any_neighbour(patch: Patch) -> None:
    """Let a yes answer the turn before it in the batch, whatever came between."""
    patch.setattr(gathering, "_apart", lambda _reading, _turns: ())


def no_tombstones(patch: Patch) -> None:
    """Hold no tombstone against anything."""
    patch.setattr(evidence, "is_buried", _never)
    patch.setattr(burying, "is_buried", _never)
    patch.setattr(keeping, "gives_away", _never)
    patch.setattr(burying, "gives_away", _never)


def any_operation(patch: Patch) -> None:
    """Let stage 2 say what it likes, whatever its candidates say and whatever was forgotten."""
    patch.setattr(applying, "_text_fault", lambda *_given: None)
    patch.setattr(merging, "operation_fault", lambda *_given: None)


def any_summary(patch: Patch) -> None:
    """Take a summary as it comes."""
    patch.setattr(keeping, "gives_away", _never)


def traces_stay(patch: Patch) -> None:
    """Forget an item without looking after what was derived from its words."""
    patch.setattr(forgetting, "_blank_traces", lambda *_given: [])


def no_masks(patch: Patch) -> None:
    """Show turns as they were said, forgotten or not."""
    patch.setattr(context, "masked_text", lambda turn, role, _stones: turn.text_of(role))


def repair_is_ordinary(patch: Patch) -> None:
    """Treat the repair flow as general chat."""

    def admitted(request: TurnRequest) -> Admitted | Skipped:
        return admission.admitted(replace(request, intent=GENERAL_CHAT))

    patch.setattr(admitting, "admitted", admitted)


def one_store_for_all(patch: Patch) -> None:
    """Keep the memory of neighbouring projects in one store."""
    found = opening.find_project

    def shared(folder: Path) -> Path:
        return found(folder).parent

    patch.setattr(memory, "find_project", shared)


def forgotten_stays_listed(patch: Patch) -> None:
    """Leave a forgotten memory in the context."""
    statement_without(patch, "items/active", "AND status = 'active'", "")


def other_threads_in_reach(patch: Patch) -> None:
    """Read the discussions of any thread."""
    read_memory = finding.read_memory

    def read(found: Store, number: int, given: Place) -> ItemReading:
        with found.reading() as reading:
            item = finding.newest_revision(reading, number)
        return read_memory(found, number, replace(given, thread_id=item.thread_id or 0))

    patch.setattr(finding, "read_memory", read)


def revisions_without_roots(patch: Patch) -> None:
    """Let a revision stand on its newest words alone."""
    statement_without(
        patch, "items/inherit_candidates", "item_row_id = :from_row_id", "0 * :from_row_id"
    )


def old_beats_new(patch: Patch) -> None:
    """Let words of an old log supersede what was said later."""
    patch.setattr(applying, "is_older", _never)


def _said(text: str) -> Say:
    """Give a turn in which a decision is made."""
    gold = (Gold(kind=Kind.DECISION, quote=text),)
    return Say(project=0, session="", user=f"{text}.", assistant="Fine.", gold=gold)


def statement_without(patch: Patch, name: str, part: str, instead: str) -> None:
    """Change one statement of sql/ as it is loaded."""
    load = statements.statement.__wrapped__

    def changed(wanted: str) -> str:
        text = load(wanted)
        if wanted != name:
            return str(text)
        assert part in text
        return str(text).replace(part, instead)

    for module in (statements, reading, transactions):
        patch.setattr(module, "statement", changed)


DOCS = "We decided: quokka is our queue"
LATER = "We switch from quokka to kestrel for good, that is decided"
OVERRULED = (
    _said(DOCS),
    Work(project=0, seconds=40),
    Log(project=0, name="old.jsonl", turns=(_said(LATER),), ages=(86_400 * 400,)),
    Work(project=0, seconds=40),
)
PARTED = (
    _said(DOCS),
    _said(LATER),
    Work(project=0, seconds=40),
    Order(project=0, what="new"),
    Work(project=0, seconds=40),
)

MUTANTS: tuple[Mutant, ...] = (
    Mutant(change=offsets_in_bytes, seen_as="proof", seeds=(0, 1)),
    Mutant(change=assistant_alone, seen_as="proof", seeds=(2, 3)),
    Mutant(change=words_of_others, seen_as="proof", seeds=(22, 28)),
    Mutant(change=turns_of_other_threads, seen_as="proof", seeds=(0, 1)),
    Mutant(change=any_neighbour, seen_as="proof", seeds=(2, 8)),
    Mutant(change=no_tombstones, seen_as="forgotten", seeds=(2, 3)),
    Mutant(change=any_operation, seen_as="forgotten", seeds=(2, 4)),
    Mutant(change=any_summary, seen_as="forgotten", seeds=(2, 3)),
    Mutant(change=traces_stay, seen_as="forgotten", seeds=(2, 3)),
    Mutant(change=no_masks, seen_as="surface", seeds=(1, 2)),
    Mutant(change=repair_is_ordinary, seen_as="repair", seeds=(4, 6)),
    Mutant(change=one_store_for_all, seen_as="foreign", seeds=(0, 4)),
    Mutant(change=forgotten_stays_listed, seen_as="surface", seeds=(1, 2)),
    Mutant(change=other_threads_in_reach, seen_as="surface", seeds=(5, 82), steps=PARTED),
    Mutant(change=revisions_without_roots, seen_as="audit", seeds=(23, 24)),
    Mutant(change=old_beats_new, seen_as="audit", seeds=(3, 22), steps=OVERRULED),
)
