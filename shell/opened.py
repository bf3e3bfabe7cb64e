"""An open memory: its store and surroundings, health, diagnosis of a damaged store, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar

from sayso.core.catalog import RECOVER, Degraded, Healthy
from sayso.core.metering import DailyLimits
from sayso.core.turns import DEFAULT_SESSION
from sayso.shell.diagnosis import copied_store
from sayso.shell.errors import MemorySchemaError
from sayso.shell.heart import Heart
from sayso.shell.metered import Meter, MeteredModel
from sayso.shell.models.embedded import EmbeddedModel
from sayso.shell.searching import Place

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from sayso.shell.ports import Model, Ports
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.store import Store

T = TypeVar("T")


class OpenMemory:
    """What every use of a memory rests on; `Memory` adds the uses."""

    def __init__(
        self, store: Store, ports: Ports, model: Model | None, daily: DailyLimits | None
    ) -> None:
        """Take over an open store; use `Memory.open` or `Memory.in_memory`."""
        self._ports = ports
        self._model = model or EmbeddedModel()
        self._daily = daily or DailyLimits()
        self._owner = f"host-{ports.ids.token()}"
        self._store = store
        self.heart = Heart(store, ports)

    def __enter__(self) -> Self:
        """Use the memory in a `with` block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the store."""
        self.close()

    def close(self) -> None:
        """Close the store; a second call does nothing. Whatever is used after it raises."""
        self.heart.stop()
        self._store.close()

    @property
    def store(self) -> Store:
        """The open store, for services of this package."""
        return self._store

    @property
    def ports(self) -> Ports:
        """The clock and ids in use."""
        return self._ports

    @property
    def health(self) -> Healthy | Degraded:
        """The health as far as it is known; raises RefusedError once the memory is closed."""
        return self._store.health

    def meter(self) -> Meter:
        """Give what counts and bounds the cost of models that are asked for this memory."""
        return Meter(self._store, self._ports, self._daily)

    def _asked_model(self) -> Model:
        """Give the embedded model, which costs nothing, or another one with a bound to its cost."""
        if isinstance(self._model, EmbeddedModel):
            return self._model
        return MeteredModel(self._model, self.meter())

    def _place(self, session: str = DEFAULT_SESSION) -> Place:
        with self._store.reading() as reading:
            guard = reading.guard()
        return Place(scope_id=guard.scope_id, thread_id=guard.thread_id, session=session)

    def _is_healthy(self) -> bool:
        return isinstance(self._store.recheck(), Healthy)

    def _degrade(self, error: MemorySchemaError) -> None:
        self._store.degrade(Degraded(findings=(error.message,)))

    def _diagnose(self, look: Callable[[Reading], T], *, at_length: bool = False) -> T:
        """Read from the store while it is healthy, else from a copy that nothing is trusted of.

        A look that takes long gets a copy of a healthy store as well, so that nobody waits for it.
        """
        if self._is_healthy():
            try:
                with self._store.snapshot() if at_length else self._store.reading() as reading:
                    return look(reading)
            except MemorySchemaError as error:
                self._degrade(error)
        if self._store.path is None:
            raise MemorySchemaError("this memory has no file that could be looked at")
        self._store.drop()
        with copied_store(self._store.path) as diagnosis:
            try:
                return look(diagnosis)
            except (ValueError, TypeError) as error:  # a damaged row may hold anything
                raise MemorySchemaError(
                    f"what is left of the store makes no sense: {error}", RECOVER
                ) from error
