"""Calls of tools: one memory opened for each, used and closed; every failure is an answer.

Nothing in a call names a store: the project is that of the server. Because nothing stays open
between two calls, a server whose session is long over holds nothing, and one that was started
before the memory existed, was cleared or was repaired answers from what is there now.
"""

from __future__ import annotations

import sys
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.outcome import is_failure
from sayso.core.project import offering as offers
from sayso.core.project.intents import MEMORY_READ, MEMORY_SEARCH
from sayso.core.project.proposing import NOT_CAPTURED, Outcome, Proposed
from sayso.shell.detached import start_if_due
from sayso.shell.entrances.cli.fields import status_fields
from sayso.shell.errors import NotFoundError, SaysoError
from sayso.shell.memory import Memory
from sayso.shell.worker import count_open

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sayso.core.project.offering import Offer, Offering

Fields = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a call came to: fields, or one line that says what went wrong and what to do."""

    fields: Fields | None = None
    fault: str = ""


class Calls:
    """Carries out calls on the memory of one project."""

    def __init__(self, project: Path, offering: Offering) -> None:
        """Bind to a project's folder, whatever it holds later."""
        self._project = project
        self._offering = offering

    def answer(self, offer: Offer, arguments: Mapping[str, object]) -> Answered:
        """Carry out one call; never raises."""
        if offer.takes is not None:
            request = offers.read_request(offer, arguments)
            if is_failure(request):
                return Answered(fault=request.failure())
            return self._answered(lambda: self._knowledge(request.unwrap()))
        argument = offers.read_argument(offer.tool, arguments)
        if is_failure(argument):
            return Answered(fault=argument.failure())
        return self._answered(lambda: self._work(offer.name)(argument.unwrap()))

    def _answered(self, work: Callable[[], Fields]) -> Answered:
        try:
            return Answered(fields=work())
        except SaysoError as error:
            advice = f" — {error.hint}" if error.hint else ""
            return Answered(fault=f"{error.message}{advice}")
        except Exception as error:  # noqa: BLE001 - a fault of ours must not end the session
            print("".join(traceback.format_exception(error)), file=sys.stderr, flush=True)
            name = type(error).__name__
            return Answered(fault=f"unexpected {name} — this is a fault of Sayso; its log has more")

    def _work(self, name: str) -> Callable[[str], Fields]:
        work: dict[str, Callable[[str], Fields]] = {
            MEMORY_SEARCH: self._search,
            MEMORY_READ: self._read,
            offers.MEMORY_RECALL: self._recall,
            offers.MEMORY_STATUS: self._status,
            offers.MEMORY_PROPOSE: self._propose,
            offers.SEARCH: self._results,
            offers.FETCH: self._document,
        }
        return work[name]

    def _knowledge(self, request: Mapping[str, object]) -> Fields:
        """Recall layered knowledge of this project, or of the variant of it that is named."""
        from sayso.shell.knowledge.own_folder import knowledge_root
        from sayso.shell.knowledge.recall import recall_knowledge

        own = {"project_root": str(self._project)}
        if not request.get("variant_id"):
            folder = knowledge_root(self._project).relative_to(self._project)
            own |= {"memory_dir": str(folder)}
        return recall_knowledge({**request, **own})

    def _memory(self) -> Memory | None:
        """Open the memory; None where there is none, and nothing is created."""
        try:
            return Memory.open(self._project, create=False)
        except NotFoundError:
            return None

    def _search(self, query: str) -> Fields:
        memory = self._memory()
        if memory is None:
            return offers.search_fields((), self._offering.messages["absent"])
        with memory:
            return offers.search_fields(memory.search(query))

    def _recall(self, query: str) -> Fields:
        memory = self._memory()
        if memory is None:
            return offers.recall_fields(None, self._offering.messages["absent"])
        with memory:
            return offers.recall_fields(memory.recall(query))

    def _results(self, query: str) -> Fields:
        memory = self._memory()
        if memory is None:
            return offers.results_fields(())
        with memory:
            return offers.results_fields(memory.search(query))

    def _read(self, memory_id: str) -> Fields:
        with self._present() as memory:
            reading = memory.read(memory_id)
            return offers.read_fields(reading, memory.why(reading.item_id))

    def _document(self, memory_id: str) -> Fields:
        with self._present() as memory:
            return offers.document_fields(memory.read(memory_id))

    def _present(self) -> Memory:
        memory = self._memory()
        if memory is None:
            raise NotFoundError(self._offering.messages["absent"])
        return memory

    def _status(self, _nothing: str) -> Fields:
        from sayso.shell.reporting import absent_status
        from sayso.shell.store.opening import find_project, store_path

        model = _model_name()
        memory = self._memory()
        if memory is None:
            path = store_path(find_project(self._project))
            fields = status_fields(absent_status(model, path), debug=False)
            return fields | {"notes": [self._offering.messages["absent"]]}
        with memory:
            return status_fields(memory.status(), debug=False) | {"model": model}

    def _propose(self, quote: str) -> Fields:
        memory = self._memory()
        if memory is None:
            nobody = Proposed(outcome=Outcome.REFUSED, reason=NOT_CAPTURED)
            fields = offers.proposed_fields(nobody, self._offering)
            return fields | {"message": self._offering.messages["absent"]}
        with memory:
            proposed = memory.propose(quote)
            pending = count_open(memory.store)[0]
        if proposed.outcome in (Outcome.ACCEPTED, Outcome.WAITING):
            self._start_worker(pending)
        return offers.proposed_fields(proposed, self._offering)

    def _start_worker(self, pending: int) -> None:
        """Let a worker in a process of its own merge it; where none can start, one comes later."""
        try:
            start_if_due(self._project, pending)
        except (OSError, SaysoError) as error:
            print(f"sayso: no worker was started: {error}", file=sys.stderr, flush=True)


def _model_name() -> str:
    """Name the model that the settings configure, without making it."""
    from sayso.shell.settings import EMBEDDED, load_settings

    settings = load_settings()
    return EMBEDDED if settings.provider == EMBEDDED else settings.endpoint.model
