"""AutoDream: knowledge is put in order while nobody works on it, one dream at a time.

    dream = AutoDream(knowledge, configured_router(), project_folder)
    result = dream.try_dream(print)

A dream is five phases, 0 to 4 (B193): learn from the sources; look at what is known; gather what
was done lately; ask for a plan; do what it says. It ends with an entry in the log, which closes
the gate for some hours. None means that no dream was due, or that somebody dreams already.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Protocol

from sayso.core import limits
from sayso.core.knowledge.dream_log import Dreamt, append_entry, log_entry
from sayso.core.knowledge.freshness import Category, summary_fields
from sayso.core.knowledge.json_values import is_object
from sayso.core.knowledge.learning import pair_counts
from sayso.core.knowledge.moments import moment_text
from sayso.core.outcome import is_failure
from sayso.core.text import clip, lone_surrogate_at, one_line
from sayso.shell.errors import RequestError, SaysoError
from sayso.shell.given import hearer_of, path_of, text_of
from sayso.shell.knowledge.dream_cycle import Cycle
from sayso.shell.knowledge.dream_due import LOG, begin_dream, note_gate
from sayso.shell.knowledge.dream_learning import Learning
from sayso.shell.knowledge.learning.choosing import learners_of
from sayso.shell.knowledge.lease import LOCK, breathing, take_lease
from sayso.shell.knowledge.processes import ThisMachine
from sayso.shell.knowledge.sources import Watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.base import Base
    from sayso.shell.knowledge.dream_cycle import Consolidated
    from sayso.shell.knowledge.dream_learning import LearnersFor
    from sayso.shell.knowledge.lease import Lease
    from sayso.shell.knowledge.processes import Machine
    from sayso.shell.knowledge.routers import Router

REASON_MAX_CHARS: Final = limits.DREAM_TEXT_MAX_CHARS


class Knowing(Protocol):
    """What a dream needs of a MemorySystem."""

    @property
    def base(self) -> Base:
        """Give the open base of knowledge."""

    def invalidate_context_cache(self) -> None:
        """Forget contexts that were built before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a dream works with beside its router: who learns what, and the machine it runs on.

    `learners` gives the learners for the sources as they are seen, by category: those that work
    offline, unless somebody gives others.
    """

    learners: LearnersFor = learners_of
    machine: Machine = field(default_factory=ThisMachine)
    breath_us: int = limits.DREAM_BREATH_US


class AutoDream:
    """Dreams over the knowledge of a project."""

    def __init__(
        self,
        memory_system: Knowing,
        router: Router,
        project_root: str | Path,
        config: JsonObject | None = None,
        *,
        means: Means | None = None,
    ) -> None:
        """Get ready; nothing is read before the first try.

        `config` is what the memory was given, unless something else is said here, such as the
        drift of the code by now (B184).
        """
        base = memory_system.base
        root = path_of(project_root, "the project folder").absolute()
        if root != base.root:
            watch = Watch(root, base.folder.ports.clock)
            base = replace(base, root=root, watch=watch)
        if not is_object(config or {}):
            raise RequestError("the configuration is no object", "give a dictionary")
        if config is not None:
            base = replace(base, config=config)
        self._base = base
        self._memory = memory_system
        self._router = router
        self._means = means or Means()

    @property
    def lock_path(self) -> Path:
        """The file that says who dreams (B147)."""
        return self._base.folder.root / LOCK

    @property
    def log_path(self) -> Path:
        """The log of dreams (B148)."""
        return self._base.folder.root / LOG

    def try_dream(
        self,
        on_status: Callable[[str], None] | None = None,
        force: bool = False,  # noqa: FBT001, FBT002 - its documented place
        reason: str | None = None,
    ) -> dict[str, object] | None:
        """Dream if it is due, or `force`d; None where it is not, or somebody dreams already.

        Gives what was changed, and what each learner came to. Where a dream comes to nothing, the
        result says why as `error`, and the log has no entry, so that the next try dreams.
        """
        status = hearer_of(on_status, "the hearer of steps") or _unheard
        told = _told(reason)
        if not force and not note_gate(self._base.folder):
            return None
        lease = take_lease(self._base.folder, self._means.machine)
        if lease is None:
            return None
        try:
            with breathing(lease.renew, self._means.breath_us):
                if not force and not note_gate(self._base.folder):
                    return None  # somebody dreamt between the look and the lease
                return self._dream(lease, status, told if force else "")
        finally:
            lease.give_back()

    def _dream(self, lease: Lease, status: Callable[[str], None], reason: str) -> dict[str, object]:
        """Go through the phases; what fails is told, and what was learned until then stays."""
        at = moment_text(self._base.folder.ports.clock.now_us())
        result: dict[str, object] = {"timestamp": at, **summary_fields(self._base.identity.summary)}
        if reason:
            result["force_reason"] = reason
            status(f"Forced: {reason}")
        learning = Learning(self._base, self._means.learners)
        cycle = Cycle(self._base, self._router, learning, status, lease.renew)
        try:
            begin_dream(self._base.folder)
            cycle.study()
            result |= learning.fields()
            ended = cycle.consolidate()
            if is_failure(ended):
                return {**result, "error": ended.failure()}
            result |= _fields_of(ended.unwrap())
            self._note(at, reason, learning, ended.unwrap())
        except SaysoError as error:
            return {**result, **learning.fields(), "error": error.message}
        finally:
            self._memory.invalidate_context_cache()
        return result

    def _note(self, at: str, reason: str, learning: Learning, ended: Consolidated) -> None:
        """Append the entry of a dream to the log (B181-B183, B186)."""
        code = learning.results.get(Category.CODE_KNOWLEDGE)
        entry = log_entry(
            Dreamt(
                timestamp=at,
                summary=ended.plan.summary,
                conflicts=len(ended.plan.conflicts),
                patterns_added=ended.written.added,
                patterns_removed=ended.written.removed,
                pairs=None if code is None else pair_counts(code),
                drift=self._base.identity.summary,
                force_reason=reason or None,
                left_out=ended.written.left_out,
            )
        )
        self._base.folder.change_list(LOG, lambda before: (None, append_entry(before, entry)))


def _fields_of(ended: Consolidated) -> dict[str, object]:
    """Give what a dream's result tells of what was changed."""
    return {
        "summary": ended.plan.summary,
        "conflicts_found": list(ended.plan.conflicts),
        "project_memory_changed": ended.written.notes,
        "functions_updated": list(ended.written.functions),
        "patterns_added": ended.written.added,
        "patterns_removed": ended.written.removed,
        "left_out": list(ended.written.left_out),
        "damaged": list(ended.damaged),
    }


def _told(reason: str | None) -> str:
    """Give a reason as one line that the log can hold; raises RequestError for any other."""
    text = one_line(text_of(reason or "", "the reason"))
    at = lone_surrogate_at(text)
    if at is not None:
        raise RequestError(
            f"the reason holds a lone surrogate at character {at}", "decode it again"
        )
    return clip(text, REASON_MAX_CHARS)


def _unheard(_line: str) -> None:
    """Hear a step and do nothing."""
