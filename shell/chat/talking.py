"""A chat on one memory and one model: what is said is a turn, what is answered is stored with it.

    with Memory.open(".", model=model) as memory, memory.background():
        chat = Chat(memory, model)
        match chat.say("Which database did we choose?"):
            case Said(answer=answer):
                print(answer)
            case Unanswered(fault=fault):
                print(fault.kind)

The model may look things up with the memory tools of its turn, in bounded rounds. A fault of the
model fails the turn, and the user's words stay (A133).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import sayso.core
from sayso.core import limits
from sayso.core.chat.exchange import Answer, Question, Wanted, advance, begin, resume
from sayso.core.chat.sitting import Sitting
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.project.intents import INTENTS
from sayso.shell.asking import guarded
from sayso.shell.chat.host import Alone
from sayso.shell.classifying import classify
from sayso.shell.errors import RequestError
from sayso.shell.given import one_of, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import ModelReply, ModelRequest
    from sayso.core.project.classifying import Classified
    from sayso.shell.chat.host import Host
    from sayso.shell.memory import Memory
    from sayso.shell.turn import MemoryTurn
    from sayso.shell.worker import Step, WorkReport

NAME_CHARS = 12


class ChatModel(Protocol):
    """A model that answers whole requests; `HttpModel` is one."""

    @property
    def name(self) -> str:
        """Give the name shown to people."""

    def complete(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        """Ask once within the request's deadline; never raises for what a provider does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An answer as it is stored, its turn (None: of an intent without memory) and its intent.

    Where the classifier was asked in vain, `classified` keeps the reason (A278).
    """

    answer: str
    turn_id: int | None
    classified: Classified


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """Why no answer came. The user's words are stored all the same, unless `turn_id` is None."""

    fault: ModelFault
    turn_id: int | None
    classified: Classified


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewed:
    """A new thread: its number, old jobs that failed in their last chance, a dropped proposal."""

    thread_id: int
    failed: int
    had_pending: bool


class Chat:
    """One conversation, in a session of its own."""

    def __init__(
        self,
        memory: Memory,
        model: ChatModel,
        *,
        host: Host | None = None,
        route: Callable[[str], Classified] | None = None,
    ) -> None:
        """Talk through `model`; `host` is told of /new and /reset.

        `route` tells each intent; by default rules do, and `model` where they are undecided.
        """
        from sayso.shell.memory import Memory

        self._memory = one_of(memory, Memory, "the memory")
        if not callable(getattr(model, "complete", None)):
            raise RequestError(f"a {type(model).__name__} is no chat model", "see remote_model")
        self._model = model
        self._host = host or Alone()
        self._route = route or self._classify
        self.sitting = Sitting(session=f"chat-{memory.ports.ids.token()[:NAME_CHARS]}")
        self.classified: Classified | None = None

    @property
    def memory(self) -> Memory:
        """The memory it talks with."""
        return self._memory

    @property
    def model_name(self) -> str:
        """Who answers."""
        return self._model.name

    @property
    def is_kept(self) -> bool:
        """Whether the words of the last request are stored, whatever came of it."""
        return self.classified is not None and INTENTS[self.classified.intent].persistent

    def say(self, text: str) -> Said | Unanswered:
        """Answer what the user says; `classified` tells its intent, also where no answer came.

        Raises what `Memory.turn` raises, RequestError for what is no text among it. An
        interruption fails the turn like any fault.
        """
        self.classified = None
        classified = self.classified = self._route(text_of(text, "what is said"))
        session = self.sitting.session
        with self._memory.turn(text, intent=classified.intent, session=session) as turn:
            answer = self._answer(turn, text)
            if is_failure(answer):
                return Unanswered(fault=answer.failure(), turn_id=turn.id, classified=classified)
            turn.finish(answer.unwrap())
        return Said(answer=answer.unwrap(), turn_id=turn.id, classified=classified)

    def _classify(self, text: str) -> Classified:
        return classify(
            text,
            self._memory.meter(),
            deadline_us=limits.CHAT_ROUTE_DEADLINE_US,
            model=self._model,
        )

    def _answer(self, turn: MemoryTurn, text: str) -> Result[str, ModelFault]:
        exchange = begin(
            Question(
                prompt=chat_prompt(),
                context=turn.context,
                history=turn.history,
                text=text,
                tools=turn.tools,
            )
        )
        while True:
            reply = self._ask(exchange.request)
            if is_failure(reply):
                return reply
            match advance(exchange, reply.unwrap()):
                case Answer(text=answer):
                    return Success(answer)
                case Wanted() as wanted:
                    calls = wanted.calls
                    texts = tuple(turn.call_tool(one.name, one.arguments) for one in calls)
                    exchange = resume(wanted, texts)
                case fault:
                    return Failure(fault)

    def _ask(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        """Ask within the day's limit, which counts for a chat as for the memory itself."""
        meter = self._memory.meter()
        fault = meter.fault()
        if fault is not None:
            return Failure(fault)
        return meter.counted(lambda: guarded(lambda: self._model.complete(request)))

    def new(self) -> Renewed:
        """Drop what waits for the user's word, give old jobs a chance, begin a new thread.

        Raises what `Memory.new_thread` raises; the proposal is gone then as well.
        """
        had_pending = self._host.drop_pending()
        steps: list[Step] = []
        number = self._memory.new_thread(steps.append)
        failed = sum(len(step.jobs) for step in steps if step.error is not None)
        return Renewed(thread_id=number, failed=failed, had_pending=had_pending)

    def reset(self) -> tuple[str, ...]:
        """Let the host empty what it holds; gives the names. Memory is left as it is."""
        return self._host.reset()

    def end(self, report: Callable[[Step], None] | None = None) -> WorkReport:
        """Try what is unresolved once each (A288-A293); when the model fails, leave the rest.

        Every other job would wait for the same model, for a minute each.
        """
        return self._memory.worker().drain(report=report, is_enough=lambda step: step.model_failed)


@cache
def chat_prompt() -> str:
    """Load what the model is told about its place."""
    folder = next(iter(sayso.core.__path__))
    return Path(folder, "prompts", "chat.md").read_text(encoding="utf-8")
