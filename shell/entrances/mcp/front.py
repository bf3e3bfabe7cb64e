"""The first second of a connection: greetings are answered while the SDK is being loaded."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.greeting import Era, Greeting, greet
from sayso.shell.entrances.mcp.wire import Event

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.shell.entrances.mcp.wire import Message, Wire


@dataclass(slots=True)
class Front:
    """What came in before the SDK was there: the lines it still needs, in order.

    `greeted` is the id of a request among them that is answered already.
    """

    lines: list[str] = field(default_factory=list)
    era: Era = Era.UNKNOWN
    greeted: object = None


def stand_in(wire: Wire, greeting: Greeting, load: Callable[[], object]) -> Front | None:
    """Answer what can be answered until `load` has done its work in a thread; raises its error.

    None when the client has gone meanwhile: nobody waits for an answer then.

    It begins with the first message: until then nobody waits, and after it the client has its
    answer before the loading slows this process down.
    """
    front, loading = Front(), _Loading(load, wire)
    while True:
        incoming = wire.inbox.get()
        if incoming is Event.LOADED:
            if loading.error is not None:
                raise loading.error
            return front
        if incoming is Event.GONE:
            return None
        _answer(incoming, front, wire, greeting)
        loading.begin()


def _answer(message: Message, front: Front, wire: Wire, greeting: Greeting) -> None:
    greeted = greet(message.fields, front.era, greeting)
    front.era = greeted.era
    if greeted.answer is not None:
        wire.write(greeted.answer)
    if greeted.is_replayed:
        front.lines.append(message.line)
    if greeted.is_replayed and greeted.answer is not None:
        front.greeted = message.fields["id"]


class _Loading:
    """A call in a thread of its own, begun once; the inbox hears of its end."""

    def __init__(self, load: Callable[[], object], wire: Wire) -> None:
        self._load = load
        self._wire = wire
        self._has_begun = False
        self.error: Exception | None = None

    def begin(self) -> None:
        """Begin, unless it has begun."""
        if not self._has_begun:
            self._has_begun = True
            threading.Thread(target=self._run, name="sayso-mcp-load", daemon=True).start()

    def _run(self) -> None:
        try:
            self._load()
        except Exception as error:  # noqa: BLE001 - raised again where it is waited for
            self.error = error
        self._wire.inbox.put(Event.LOADED)
