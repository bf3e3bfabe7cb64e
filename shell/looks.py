"""Looking at a memory: context, search, read, list, show, status, export. Nothing changes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.project.admission import session_fault
from sayso.core.turns import DEFAULT_SESSION
from sayso.shell import context, exporting, finding, reporting, searching
from sayso.shell.errors import RequestError
from sayso.shell.finding import parse_id
from sayso.shell.given import path_of, text_of
from sayso.shell.opened import OpenMemory
from sayso.shell.store.files import own_exports

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.project.explaining import Explanation
    from sayso.core.project.noting import Note
    from sayso.core.project.reading import ItemReading
    from sayso.core.reasons import Explained
    from sayso.core.recall.asking import Recalled, Within
    from sayso.core.search import Hit
    from sayso.shell.context import Context
    from sayso.shell.finding import Listed, Shown
    from sayso.shell.reporting import StatusReport


class Looks(OpenMemory):
    """What an open memory can be asked without changing it."""

    def context(self, session: str = DEFAULT_SESSION) -> Context:
        """Give the history and routing context the next request of a session would get.

        Raises RequestError for a session name that cannot be stored.
        """
        fault = session_fault(session)
        if fault is not None:
            raise RequestError(fault)
        return context.read_context(self._store, self._place(session))

    def search(self, query: str) -> tuple[Hit, ...]:
        """Search memories: at most five hits, best first, none when nothing matches.

        A query that is empty, or over 256 characters once normalised, finds nothing.

        Raises RequestError for what is no text.
        """
        asked = text_of(query, "the query")
        return searching.search(self._store, asked, self._place())

    def recall(
        self,
        query: str,
        *,
        within: Within | None = None,
        neighbours: int = 0,
        limit: int = 5,
    ) -> Recalled:
        """Find the turns of all threads where something was said, best first.

        A query has 1 to 1,000 characters, and `within` bounds what is looked at. Up to 5 neighbours
        are lines before and after each of the up to 50 hits. What nobody talked about finds
        nothing; what is forgotten is neither found nor shown.

        Raises RequestError for what cannot be asked, NotFoundError for an unknown thread.
        """
        from sayso.shell.recalled import Asking, ask_recall

        asking = Asking(
            query=query,
            within=within,
            neighbours=neighbours,
            limit=limit,
        )
        return ask_recall(self._store, self._ports, asking)

    def search_explained(self, query: str) -> Explained:
        """Search as `search` does, and tell why: stages, fields and terms of each hit, words.

        Raises RequestError for what is no text.
        """
        from sayso.shell.explaining import search_explained

        asked = text_of(query, "the query")
        return search_explained(self._store, asked, self._place())

    def read(self, memory_id: int | str) -> ItemReading:
        """Read a memory in use: 4,000 characters at most, with the newest three of its proofs.

        Raises RequestError for what is no id, NotFoundError for an unknown one, RefusedError for
        a memory that is superseded, forgotten or of another thread.
        """
        return finding.read_memory(self._store, parse_id(memory_id), self._place())

    def list(self) -> tuple[Listed, ...]:
        """List the usable memories, newest first, at most 1,000."""
        place = self._place()
        with self._store.reading() as reading:
            return finding.list_memories(reading, place)

    def notes(self, query: str = "") -> tuple[Note, ...]:
        """List what other memory products had noted, newest first, at most 1,000.

        With a query only those that hold all its words. Notes are no memory: nothing proves them,
        and no context or search holds one.

        Raises RequestError for what is no text.
        """
        from sayso.shell.noting import list_notes

        asked = text_of(query, "the query")
        with self._store.reading() as reading:
            return list_notes(reading, asked)

    def show(self, memory_id: int | str) -> Shown:
        """Show a memory in any status, with all revisions and sources; works when degraded.

        Raises RequestError for what is no id, NotFoundError for an unknown one.
        """
        number = parse_id(memory_id)
        return self._diagnose(lambda reading: finding.show_memory(reading, number))

    def why(self, memory_id: int | str) -> Explanation:
        """Explain why there is a memory, in any status; works when degraded.

        Its quotes stand in their turns, with one turn before and one after; who proposed it and
        when, what each revision changed, what it replaced, and by what it was forgotten.

        Raises RequestError for what is no id, NotFoundError for an unknown one.
        """
        from sayso.shell.explaining import explain_memory

        number = parse_id(memory_id)
        return self._diagnose(lambda reading: explain_memory(reading, number))

    def status(self) -> StatusReport:
        """Tell health, counts and the last error; works when degraded and changes nothing."""
        report = self._diagnose(
            lambda reading: reporting.report_store(reading, self._store, self._model.name)
        )
        return reporting.with_limits(report, self._daily)

    def export(self, folder: str | Path | None = None) -> Path:
        """Write a RAW JSON snapshot under a name of its own and give its path; works when degraded.

        It goes to `.sayso/exports/` unless a folder is given, which is made where it is missing.

        Raises RequestError for a memory without a file when no folder is given, and for what is no
        path.
        """
        self._store.check_open()
        if folder is None:
            if self._store.path is None:
                raise RequestError("a memory without a file needs a folder to export to")
            folder = own_exports(self._store.path)
        target = path_of(folder, "the folder to export to")
        return self._diagnose(
            lambda reading: exporting.export_raw(reading, target, self._ports), at_length=True
        )
