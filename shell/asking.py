"""Asks whatever model a host gave: an exception of its client comes back as a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.diagnostics import read_exception
from sayso.core.outcome import Failure, Result
from sayso.shell.errors import SaysoError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import ModelReply, RequestPolicy
    from sayso.core.project.consolidation import ConsolidationInput
    from sayso.core.project.extraction import ExtractionInput
    from sayso.shell.ports import Model


def ask(
    model: Model, question: ExtractionInput | ConsolidationInput, policy: RequestPolicy
) -> Result[ModelReply, ModelFault]:
    """Ask one of the two memory questions once."""
    return guarded(lambda: model.ask(question, policy))


def guarded(asking: Callable[[], Result[ModelReply, ModelFault]]) -> Result[ModelReply, ModelFault]:
    """Ask once; what a model raises against its contract is a fault like any other.

    Our own errors go on their way: they come from the store that a meter counts in.
    """
    try:
        return _result_of(asking())
    except SaysoError:
        raise
    except Exception as error:  # noqa: BLE001 - a host's model may raise anything, and no job dies
        return Failure(read_exception(error))


def _result_of(answer: object) -> Result[ModelReply, ModelFault]:
    if isinstance(answer, Result):
        return answer
    wrong = f"the model gave a {type(answer).__name__} in place of a Result"
    return Failure(read_exception(TypeError(wrong)))
