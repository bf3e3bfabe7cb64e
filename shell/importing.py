"""Importing logs: files -> turns -> memory, idempotent and resumable.

All files are read first, and their turns wait on disk (spool.py); then the sessions go in, oldest
first, so that what was said later supersedes what was said earlier, whatever the files are called.
However large the logs are, little of them is held. Sessions go in by transactions of many turns,
because postings cost less the more of them are written at once; what a transaction took in is
worked off before the next, so that the backlog stays short however much is imported. A run that is
broken off goes on where it stopped.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core.items import ItemStatus
from sayso.core.project.importing import cut_portions, plan_import
from sayso.shell.fences import transact_fenced
from sayso.shell.known import KeyCount, heard_in, import_state
from sayso.shell.logs import Gathered, LogFault, NamedCount, gather_logs
from sayso.shell.logsessions import FolderRule
from sayso.shell.noting import NoteCount, NoteTaking
from sayso.shell.spool import Spool
from sayso.shell.store.item_rows import item_of
from sayso.shell.worker import count_open

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sayso.core.plans import Plan
    from sayso.core.project.importing import Imported, Portion
    from sayso.core.project.keying import KeyedTurn
    from sayso.core.project.noting import NotesKept
    from sayso.shell.logsessions import WaitingSession
    from sayso.shell.memory import Memory
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.worker import Step

TRANSACTION_MAX_TURNS: Final = 1_000  # others wait for as long as these take, a third of a second
TRANSACTION_MAX_BYTES: Final = 4 * 1024 * 1024
READING: Final = "reading"
LEARNING: Final = "learning"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How to import: `dry_run` writes nothing, `any_folder` takes sessions held elsewhere too.

    Without `learns` the turns are stored and their jobs wait for a worker. `project` is the folder
    that sessions must lie in; None means that of the memory's store.
    """

    dry_run: bool = False
    any_folder: bool = False
    learns: bool = True
    project: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import came to; counts stand in the order of their names.

    `files` are those read as logs. `turns` went in (in a dry run: would go in), `known` were
    there before; so it is with `notes` and `known_notes` of other memory products. `skipped`
    counts lines and turns that were left out, and files of a walked folder that are no logs;
    `notices` counts turns and notes kept without something. `memories` are items made or changed
    by these sessions and active at the end; `refusals` is what the checks refused. `pending` are
    jobs left over. `faults` are files that could not be read.
    """

    files: int
    turns: int
    known: int
    notes: int
    known_notes: int
    skipped: tuple[NamedCount, ...]
    notices: tuple[NamedCount, ...]
    memories: int
    refusals: int
    pending: int
    formats: tuple[NamedCount, ...]
    faults: tuple[LogFault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProgress:
    """How far an import is: `done` of `total` files ('reading') or turns ('learning')."""

    done: int
    total: int
    what: str


def import_paths(
    memory: Memory | None,
    paths: Iterable[str | Path],
    options: ImportOptions,
    report: Callable[[ImportProgress], None] | None = None,
) -> ImportReport:
    """Import every log below some paths and learn from it; a dry run needs no memory.

    A file that cannot be read is a fault of the report and stops nothing. Raises what the store
    raises; what went in before stays.
    """
    show = report or _show_nothing
    rule = FolderRule(
        project=_project(memory, options),
        any_folder=options.any_folder,
        own=None if memory is None else _own(memory),
    )

    def show_file(done: int, total: int) -> None:
        show(ImportProgress(done=done, total=total, what=READING))

    logs = tuple(map(Path, paths))
    if memory is None or options.dry_run:
        keys, notes = KeyCount(), NoteCount(memory)
        counted = gather_logs(logs, rule, (keys, notes), show_file)
        return _report(counted, _count_new(memory, keys, counted.sessions), notes.kept)
    taking = NoteTaking(memory)
    with Spool(memory.store.path and memory.store.path.parent) as spool:
        gathered = gather_logs(logs, rule, (spool, taking), show_file)
        learning = _Learning(memory, gathered.sessions, spool, show, learns=options.learns)
        learning.take_all()
        return _report(gathered, learning.outcome(), taking.kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """The part of the report that the store tells."""

    turns: int
    known: int
    memories: int = 0
    refusals: int = 0
    pending: int = 0


class _Learning:
    """Takes sessions in, and works off what they gave, keeping count."""

    def __init__(
        self,
        memory: Memory,
        sessions: tuple[WaitingSession, ...],
        spool: Spool,
        show: Callable[[ImportProgress], None],
        *,
        learns: bool,
    ) -> None:
        """Count from nothing; all turns of a run are stored as of one time."""
        self._memory = memory
        self._sessions = sessions
        self._spool = spool
        self._show = show
        self._now_us = memory.ports.clock.now_us()
        self._total = sum(len(session.places) for session in sessions)
        self._turns = self._known = self._learned = self._refusals = self._pending = 0
        self._works = learns
        self._heard: frozenset[str] = frozenset()
        self._threads: set[int] = set()
        self._items: set[int] = set()

    def take_all(self) -> None:
        """Store and learn in turns, so that the backlog stays short."""
        with self._memory.store.reading() as reading:
            self._heard = heard_in(reading, self._sessions, self._spool.said)
        for portions in cut_portions(
            self._sessions_read(), TRANSACTION_MAX_TURNS, TRANSACTION_MAX_BYTES
        ):
            if self._store(portions):
                self._work()
        self._work()

    def _sessions_read(self) -> Iterator[tuple[str, str, Iterator[KeyedTurn]]]:
        for session in self._sessions:
            yield session.head.thread_key, session.head.session, self._spool.read(session.places)

    def outcome(self) -> _Outcome:
        """Give the counts, looking up which of the items are still active."""
        with self._memory.store.reading() as reading:
            rows = [reading.row("items/newest", item_id=number) for number in self._items]
        memories = [row for row in rows if row and item_of(row).status is ItemStatus.ACTIVE]
        return _Outcome(
            turns=self._turns,
            known=self._known,
            memories=len(memories),
            refusals=self._refusals,
            pending=self._pending,
        )

    def _store(self, portions: tuple[Portion, ...]) -> int:
        """Store portions in one transaction, and give how many turns that adds."""

        def work(reading: Reading, guard: Guarded) -> tuple[Plan, tuple[Imported, ...]]:
            state = import_state(reading, guard, portions, self._heard)
            return plan_import(portions, state, self._now_us)

        def is_stored(reading: Reading) -> bool:
            return not work(reading, reading.guard())[0]

        imported = transact_fenced(self._memory.store, work, is_stored)
        added, known = sum(one.turns for one in imported), sum(one.known for one in imported)
        self._turns += added
        self._known += known
        self._threads.update(one.thread_id for one in imported if one.thread_id is not None)
        self._show_learned(known)
        return added

    def _work(self) -> None:
        """Work off what has gone in, unless nobody wants that or the model fails at everything."""
        if not self._works:
            self._pending = count_open(self._memory.store)[0]
            return
        worked = self._memory.work(report=self._note)
        self._works = worked.failed == 0 or worked.succeeded > 0
        self._pending = worked.pending

    def _note(self, step: Step) -> None:
        """Count what a step did for the sessions of this import; others may be in the queue."""
        mine = [job for job in step.jobs if job.thread_id in self._threads]
        if not mine:
            return
        if step.kept is not None:
            self._refusals += len(step.kept.refused)
            self._show_learned(len(mine))
        if step.merged is not None:
            applied = step.merged.applied
            self._refusals += step.merged.unmatched
            self._items.update(applied.created, applied.revised, applied.superseded)

    def _show_learned(self, turns: int) -> None:
        self._learned = min(self._learned + turns, self._total)
        self._show(ImportProgress(done=self._learned, total=self._total, what=LEARNING))


def _count_new(
    memory: Memory | None, keys: KeyCount, sessions: tuple[WaitingSession, ...]
) -> _Outcome:
    """Count what would go in, without writing."""
    if memory is None:
        new, known = keys.count(None, sessions)
    else:
        with memory.store.reading() as reading:
            new, known = keys.count(reading, sessions)
    return _Outcome(turns=new, known=known)


def _project(memory: Memory | None, options: ImportOptions) -> Path | None:
    path = None if memory is None else memory.store.path
    return options.project or (None if path is None else path.parent.parent)


def _own(memory: Memory) -> tuple[str, int]:
    """Name the store; one that cannot take anything says so before all the reading."""
    with memory.store.reading() as reading:
        generation = reading.guard().generation
        rows = reading.rows("store/meta")
    return rows[0][0], generation


def _report(gathered: Gathered, outcome: _Outcome, notes: NotesKept) -> ImportReport:
    return ImportReport(
        files=gathered.files,
        turns=outcome.turns,
        known=outcome.known,
        notes=notes.new,
        known_notes=notes.known,
        skipped=gathered.skipped,
        notices=gathered.notices,
        memories=outcome.memories,
        refusals=outcome.refusals,
        pending=outcome.pending,
        formats=gathered.formats,
        faults=gathered.faults,
    )


def _show_nothing(progress: ImportProgress) -> None:
    """Stand in for a progress display that nobody wants."""
