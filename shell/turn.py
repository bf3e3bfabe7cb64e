"""One request's turn: bound to its thread and session from admission to the end.

What a turn gives follows the policy of its intent, column by column (A142-A146).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Self, assert_never

import sayso.core
from sayso.core import limits
from sayso.core.outcome import is_failure
from sayso.core.project.ending import Ending
from sayso.core.project.intents import GENERAL_CHAT, INTENTS, IntentPolicy
from sayso.core.project.tools import (
    ReadCall,
    SearchCall,
    Tool,
    read_call,
    read_tools,
    render_hits,
    render_reading,
    render_refusal,
)
from sayso.core.turns import TurnState
from sayso.shell import context, finding, searching
from sayso.shell.admitting import extend_lease, finish_turn
from sayso.shell.errors import (
    MemoryLeaseError,
    NotFoundError,
    RefusedError,
    RequestError,
    SaysoError,
    StalePlanError,
)
from sayso.shell.given import text_of

if TYPE_CHECKING:
    from types import TracebackType

    from sayso.core.project.context import HistoryMessage
    from sayso.core.project.ending import Binding
    from sayso.core.project.reading import ItemReading
    from sayso.core.search import Hit
    from sayso.shell.admitting import BegunTurn
    from sayso.shell.heart import Heart
    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Store


class MemoryTurn:
    """An admitted request. For an intent without memory everything is empty and nothing kept.

    Leaving the `with` block without `finish` marks the turn as failed; the user's words stay.
    Every method raises MemorySchemaError on a degraded store and MemoryStorageError when the disk
    or SQLite fails; after `clear` a turn is gone and NotFoundError says so.
    """

    def __init__(
        self,
        store: Store,
        ports: Ports,
        begun: BegunTurn | None,
        policy: IntentPolicy = INTENTS[GENERAL_CHAT],
        heart: Heart | None = None,
    ) -> None:
        """Hold what was begun; `Memory.turn` makes these. A heart keeps the lease meanwhile."""
        self._store = store
        self._ports = ports
        self._policy = policy
        self._binding = None if begun is None else begun.binding
        self._answer = None if begun is None else begun.answer
        self._is_over = begun is None or begun.answer is not None
        self._heart = heart
        self._given: context.Context | None = None

    def __enter__(self) -> Self:
        """Use the turn in a `with` block; while it lasts, its lease is renewed by itself."""
        if self._heart is not None and self._binding is not None and not self._is_over:
            self._heart.keep(self._binding)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End a turn that was not finished as failed (A133); the error goes on its way."""
        if self._heart is not None and self._binding is not None:
            self._heart.let_go(self._binding)
        if self._is_over:
            return
        try:
            self.fail()
        except SaysoError as fault:
            if error is None:
                raise
            error.add_note(f"the turn could not be marked as failed: {fault.message}")

    @property
    def id(self) -> int | None:
        """The turn's number, None for an intent without memory."""
        return None if self._binding is None else self._binding.turn_id

    @property
    def answer(self) -> str | None:
        """The answer it was finished with, under its operation id also by others; None before.

        Where there is one already, no model need be asked again.
        """
        return self._answer

    @property
    def _context(self) -> context.Context:
        """Give what the request starts from; the store may make one request wait, no other."""
        if self._given is None:
            self._given = (
                context.Context(history=(), text="")
                if self._binding is None
                else context.read_context(self._store, self._place(self._binding))
            )
        return self._given

    @property
    def history(self) -> tuple[HistoryMessage, ...]:
        """Recent messages of the session, oldest first, at most 8 turns and 12,000 characters.

        They are messages of their own, no part of the system prompt. Read once and then kept.
        """
        return self._context.history

    @property
    def context(self) -> str:
        """The routing context for the system prompt, at most 4,000 characters; '' for nothing.

        Read once, together with the history, and then kept.
        """
        return self._context.text if self._policy.context else ""

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The memory tools to offer to the model, none for an intent without them.

        `openai_tools` spells them for an OpenAI-compatible model, `tool_schema` for any other.
        """
        return tuple(tool for tool in memory_tools() if tool.name in self._policy.tools)

    def call_tool(self, name: str, arguments: str) -> str:
        """Answer a model's call of one of the tools; arguments and answer are JSON texts.

        A call that the model got wrong, such as an unknown id, is answered with
        `{"error": reason}` for it to act on. Raises RefusedError when the request is over or its
        intent has no tools: such a call should never have been offered. Raises RequestError for
        a name or arguments that are no text.
        """
        self._store.check_open()
        self._tool_binding()
        tool, given = text_of(name, "the tool's name"), text_of(arguments, "the arguments")
        call = read_call(self.tools, tool, given)
        if is_failure(call):
            return render_refusal(call.failure())
        try:
            match call.unwrap():
                case SearchCall(query=query):
                    return render_hits(self.search(query))
                case ReadCall(memory_id=memory_id):
                    return render_reading(self.read(memory_id))
                case other:
                    assert_never(other)
        except (NotFoundError, RefusedError, RequestError) as error:
            return render_refusal(error.message)

    def search(self, query: str) -> tuple[Hit, ...]:
        """Search as this request may, in its scope and its own thread: at most five hits (A139).

        Raises RefusedError when the request is over or its intent has no tools, RequestError for
        what is no text.
        """
        binding = self._tool_binding()
        return searching.search(self._store, text_of(query, "the query"), self._place(binding))

    def read(self, memory_id: int | str) -> ItemReading:
        """Read a memory as this request may (A140); the id is `m12` or 12.

        Raises RequestError for what is no id, NotFoundError for an unknown one, RefusedError for
        a memory that is not in use or belongs to another thread, and as `search` does.
        """
        binding = self._tool_binding()
        return finding.read_memory(self._store, finding.parse_id(memory_id), self._place(binding))

    def heartbeat(self, lease_us: int = limits.TURN_LEASE_US) -> None:
        """Keep the turn while its request still runs; the lease is in microseconds, up to 12 h.

        Inside its `with` block a turn does this by itself, and an intent without memory has
        nothing to keep. Raises MemoryLeaseError when the lease is over: others may take the
        request for dead then, but `finish` still stores its answer. Raises RequestError for a
        lease that cannot hold, RefusedError when the request is over.
        """
        if self._binding is None:
            return
        binding = self._open_binding()
        try:
            extend_lease(self._store, self._ports, binding, lease_us)
        except StalePlanError as stale:
            raise MemoryLeaseError(
                f"the lease of turn t{binding.turn_id} is over", "finish() still stores the answer"
            ) from stale

    def finish(self, answer: str) -> None:
        """Store the answer as the user saw it, durably, and queue the turn for extraction.

        It may be empty, and take up to 8 MiB of UTF-8. It is stored even when others took the
        request for dead meanwhile, since the user saw it; the same answer twice is one end. Raises
        RequestError for an answer that cannot be stored, MemoryLeaseError when the turn has ended
        differently or is somebody else's.
        """
        self._end(Ending(state=TurnState.COMPLETED, assistant_text=answer))
        self._answer = None if self._binding is None else answer

    def fail(self) -> None:
        """Mark the turn as failed; the user's words are kept and queued (A133, A136).

        Raises MemoryLeaseError when the turn has ended otherwise or is somebody else's.
        """
        self._end(Ending(state=TurnState.FAILED))

    def _end(self, ending: Ending) -> None:
        if self._binding is not None:
            finish_turn(self._store, self._ports, self._binding, ending)
        self._is_over = True

    def _tool_binding(self) -> Binding:
        if not self._policy.tools:
            raise RefusedError("this intent has no memory tools", "see the table of intents")
        return self._open_binding()

    def _open_binding(self) -> Binding:
        if self._is_over or self._binding is None:
            raise RefusedError("this request is over", "search through Memory instead")
        return self._binding

    @staticmethod
    def _place(binding: Binding) -> searching.Place:
        return searching.Place(
            scope_id=binding.scope_id,
            thread_id=binding.thread_id,
            session=binding.session,
            before_turn_id=binding.turn_id,
        )


@cache
def memory_tools() -> tuple[Tool, ...]:
    """Load what models are told about the memory tools."""
    folder = next(iter(sayso.core.__path__))
    return read_tools(Path(folder, "prompts", "tools.json").read_text(encoding="utf-8"))
