"""Status: health, counts, errors, and where the store is; it changes nothing (A51-A52)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sayso.core import limits
from sayso.core.catalog import Degraded
from sayso.core.checking import UNCHECKED, tell_check
from sayso.core.items import ItemStatus
from sayso.core.jobs import JobStatus
from sayso.core.turns import TurnState
from sayso.shell.reindexing import index_notes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sayso.core.metering import DailyLimits
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.rows import Row
    from sayso.shell.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkedJob:
    """A job that failed too often and waits for the user. `turn_id` is None for stage 2."""

    id: int
    kind: str
    turn_id: int | None
    attempts: int
    last_error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayUsage:
    """What the configured model has cost on the newest UTC day with calls.

    `calls_max` and `tokens_max` are what a day may cost, 0 for any number.
    """

    day: str
    calls: int
    tokens: int
    calls_max: int = 0
    tokens_max: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCounts:
    """How many turns there are, and how many in each state."""

    total: int = 0
    open: int = 0
    completed: int = 0
    failed: int = 0
    interrupted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCounts:
    """How many jobs are in each state; `succeeded` counts those that found nothing too."""

    pending: int = 0
    leased: int = 0
    retry_wait: int = 0
    parked: int = 0
    succeeded: int = 0
    dropped: int = 0

    @property
    def total(self) -> int:
        """All jobs there are."""
        unfinished = self.pending + self.leased + self.retry_wait + self.parked
        return unfinished + self.succeeded + self.dropped


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemCounts:
    """How many revisions of memories are in each state; a memory in use counts once as active."""

    active: int = 0
    superseded: int = 0
    forgotten: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalCount:
    """How often proposals were refused for one reason."""

    reason: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusReport:
    """What `sayso status` tells. `health` is healthy, degraded or absent; counts are rows.

    `foreign_notes` are those of other memory products. `refusals` come most often first.
    `last_error` is RAW and may hold what a provider sent; only a debugging view shows it whole.
    `checked` says when the whole file was last checked, None for a memory that is not healthy or
    has no file; `notes` are worth knowing and no damage.
    """

    health: str
    findings: tuple[str, ...]
    remedy: str
    threads: int
    turns: TurnCounts
    jobs: JobCounts
    items: ItemCounts
    foreign_notes: int
    parked: tuple[ParkedJob, ...]
    refusals: tuple[RefusalCount, ...]
    last_error: str | None
    model: str
    usage: DayUsage | None
    path: str | None
    size_bytes: int
    generation: int | None
    checked: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The health of a store with everything that was found wrong."""

    health: str
    findings: tuple[str, ...] = field(default=())
    remedy: str = ""
    checked: str | None = None
    notes: tuple[str, ...] = field(default=())


_JOB_NAMES = {
    JobStatus.PENDING: "pending",
    JobStatus.LEASED: "leased",
    JobStatus.RETRY_WAIT: "retry_wait",
    JobStatus.PARKED: "parked",
    JobStatus.SUCCEEDED: "succeeded",
    JobStatus.SUCCEEDED_NO_OUTPUT: "succeeded",
    JobStatus.DROPPED: "dropped",
}


# What stands in the columns of each statement; a damaged row may hold anything else.
_MAYBE_NUMBER = (int, type(None))
_MAYBE_TEXT = (str, type(None))
_COLUMNS: Mapping[str, tuple[type | tuple[type, ...], ...]] = {
    "store/meta": (str, str, int, int, _MAYBE_TEXT, _MAYBE_NUMBER, int),
    "status/parked": (int, str, _MAYBE_NUMBER, int, _MAYBE_TEXT),
    "status/usage": (str, int, int),
    "status/refusals": (str, int),
}


class _Sober:
    """Reads rows and leaves out those that make no sense, which become a finding."""

    def __init__(self, reading: Reading, *, by_tallies: bool) -> None:
        self._reading = reading
        self._strange: list[str] = []
        self._by_tallies = by_tallies
        self._tallies: dict[str, list[Row]] = {}
        for subject, state, number in reading.rows("status/tallies") if by_tallies else ():
            self._tallies.setdefault(f"status/{subject}", []).append((state, number))

    @property
    def findings(self) -> tuple[str, ...]:
        """What could not be read, and what could but made no sense."""
        if not self._strange:
            return self._reading.findings
        return (*self._reading.findings, f"makes no sense: {', '.join(self._strange)}")

    def rows(self, name: str, **params: int) -> list[Row]:
        """Give the rows whose every column holds what belongs there."""
        rows = self._reading.rows(name, **params)
        sound = [row for row in rows if all(map(isinstance, row, _COLUMNS[name]))]
        if len(sound) < len(rows):
            self._strange.append(name.rpartition("/")[2])
        return sound

    def row(self, name: str) -> Row | None:
        """Give the first row, if it makes sense."""
        rows = self.rows(name)
        return rows[0] if rows else None

    def counted(self, name: str) -> list[Row]:
        """Give the counts of a statement, from the tallies where these can be trusted."""
        return self._tallies.get(name, []) if self._by_tallies else self._reading.rows(name)

    def counts(self, name: str, names: Mapping[Any, str]) -> dict[str, int]:
        """Add up counts under the names of what was counted."""
        counts = dict.fromkeys(names.values(), 0)
        rows = self.counted(name)
        for key, number in rows:
            if key in names:
                counts[names[key]] += number
        if any(key not in names for key, _ in rows):
            self._strange.append(name.rpartition("/")[2])
        return counts


def report_status(
    reading: Reading, verdict: Verdict, model: str, path: Path | None, *, by_tallies: bool = False
) -> StatusReport:
    """Count everything there is, through a trusted reading or a diagnosis.

    A sound store has counted what is many while it was written; a damaged one is counted now.
    What a diagnosis could not read stands among the findings beside its count of 0 (A81).
    """
    sober = _Sober(reading, by_tallies=by_tallies)
    meta = sober.row("store/meta")
    threads = reading.row("status/threads")
    turns = sober.counts("status/turns", {state: state.value for state in TurnState})
    jobs = sober.counts("status/jobs", _JOB_NAMES)
    items = sober.counts("status/items", {status: status.value for status in ItemStatus})
    items.pop(ItemStatus.STAGED.value)
    noted = reading.row("status/noted")
    parked = tuple(
        ParkedJob(id=row[0], kind=row[1], turn_id=row[2], attempts=row[3], last_error=row[4])
        for row in sober.rows("status/parked", limit_rows=limits.PARKED_SHOWN_MAX)
    )
    usage = sober.row("status/usage")
    name = "status/refusals"
    refused = sober.counted(name) if by_tallies else sober.rows(name)
    refusals = tuple(RefusalCount(reason=row[0], count=row[1]) for row in refused)
    return StatusReport(
        health=verdict.health,
        findings=(*verdict.findings, *sober.findings),
        remedy=verdict.remedy,
        threads=0 if threads is None else threads[0],
        turns=TurnCounts(total=sum(turns.values()), **turns),
        jobs=JobCounts(**jobs),
        items=ItemCounts(**items),
        foreign_notes=0 if noted is None else noted[0],
        parked=parked,
        refusals=refusals,
        last_error=None if meta is None else meta[4],
        model=model,
        usage=None if usage is None else DayUsage(day=usage[0], calls=usage[1], tokens=usage[2]),
        path=None if path is None else str(path),
        size_bytes=0 if path is None or not path.exists() else path.stat().st_size,
        generation=None if meta is None else meta[2],
        checked=verdict.checked,
        notes=verdict.notes,
    )


def report_store(reading: Reading, store: Store, model: str) -> StatusReport:
    """Report on an open store, with the health that was found of it."""
    found, beside = store.health, store.beside
    if isinstance(found, Degraded):
        verdict = Verdict(health="degraded", findings=found.findings, remedy=found.remedy)
    elif beside is None:
        verdict = Verdict(health="healthy")
    else:
        checked = tell_check(beside.check)
        unchecked = () if beside.check else (UNCHECKED,)
        notes = (*beside.notes, *unchecked, *index_notes(reading))
        verdict = Verdict(health="healthy", checked=checked, notes=notes)
    is_sound = not isinstance(found, Degraded)
    return report_status(reading, verdict, model, store.path, by_tallies=is_sound)


def with_limits(report: StatusReport, daily: DailyLimits) -> StatusReport:
    """Put beside what a day has cost what it may cost."""
    if report.usage is None:
        return report
    usage = replace(report.usage, calls_max=daily.calls, tokens_max=daily.tokens)
    return replace(report, usage=usage)


def absent_status(model: str, path: Path) -> StatusReport:
    """Tell that a project has no store; nothing is created (a reading command never does)."""
    return StatusReport(
        health="absent",
        findings=(),
        remedy="",
        threads=0,
        turns=TurnCounts(),
        jobs=JobCounts(),
        items=ItemCounts(),
        foreign_notes=0,
        parked=(),
        refusals=(),
        last_error=None,
        model=model,
        usage=None,
        path=str(path),
        size_bytes=0,
        generation=None,
        checked=None,
        notes=(),
    )
