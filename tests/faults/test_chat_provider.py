"""A chat beside a provider that does everything but answer: each misdeed fails one request."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sayso.core.chat import exchange
from sayso.core.completions import COMPLETIONS
from sayso.core.messages_api import MESSAGES
from sayso.shell.chat.talking import Chat, Said, Unanswered
from sayso.shell.models.endpoint import Endpoint
from sayso.shell.models.http import HttpModel
from tests.faults.provider import KEY, MISDEEDS
from tests.kit import World, column
from tests.provider import completion_of, message_of, respond, serving

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.wire import Api

APIS: dict[str, tuple[Api, Callable[[str], bytes]]] = {
    "completions": (COMPLETIONS, completion_of),
    "messages": (MESSAGES, message_of),
}
SHORT_US = 300_000
# One misdeed of each kind; tests/faults/test_provider.py tries them all in the other form.
KINDS = {misdeed.kind: name for name, misdeed in reversed(MISDEEDS.items())}


@pytest.mark.parametrize(
    ("form", "name"),
    [*(("messages", name) for name in KINDS.values()), ("completions", "P03 500")],
)
def test_a_misdeed_costs_one_request(monkeypatch: pytest.MonkeyPatch, form: str, name: str) -> None:
    """It is told by its kind and without the key, the words are kept, and the chat goes on."""
    misdeed = MISDEEDS[name]
    api, says = APIS[form]
    if not misdeed.ends:
        monkeypatch.setattr(exchange, "POLICY", replace(exchange.POLICY, deadline_us=SHORT_US))
    world = World(None)
    with serving(misdeed.step, respond(body=says("Here."))) as provider, world.open() as memory:
        endpoint = Endpoint(base_url=provider.url, model="small", api_key=KEY)
        chat = Chat(memory, HttpModel(endpoint, world.clock, api))
        said = chat.say("Hello?")
        assert isinstance(said, Unanswered)
        assert said.fault.kind == misdeed.kind
        assert KEY not in repr(said)
        assert isinstance(chat.say("Still there?"), Said)
        assert column(memory, "state", "turns") == ["failed", "completed"]
