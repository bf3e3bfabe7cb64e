"""What is kept of a failed job: what the provider said and how it was asked, not what was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.shell.errors import StageFaultError
from sayso.shell.memory import Memory
from sayso.shell.models.endpoint import Endpoint
from sayso.shell.models.http import HttpModel, load_prompt
from sayso.shell.stages import Stages
from tests.kit import FAULT, QUOTE, SAID, World, column, fail_with, remember, say, whole_turn
from tests.provider import completion_of, respond, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

    from sayso.core.diagnostics import ModelFault
    from sayso.core.jobs import Job
    from tests.kit import Question
    from tests.provider import Provider

KEY = "sk-quokka-key"
WORDS = ("wombat words of the user", "numbat words of the answer")


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def hang_up(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Close the connection without a word."""
    del provider
    handler.close_connection = True


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (respond(500, b'{"error": "down"}'), 'body: {"error": "down"}'),
        (respond(401, b"no such key"), "body: no such key"),
        (respond(400, b"[red]bad[/red]"), "body: [red]bad[/red]"),
        (respond(302, b"", location="http://elsewhere.example/"), "status: 302"),
        (respond(200, b"<html>", content_type="text/html"), "body: <html>"),
        (respond(200, completion_of("no JSON")), "not one JSON value"),
        (respond(200, completion_of("")), "the answer holds no text"),
        (hang_up, "RemoteProtocolError"),
    ],
)
def test_a_diagnostic_holds_nothing_of_the_request(
    tmp_path: Path, answer: Callable[[BaseHTTPRequestHandler, Provider], None], told: str
) -> None:
    """Over a real wire: no key, no header, no prompt, no words of the conversation (A265-A266)."""
    world = World(tmp_path)
    with serving(answer) as provider:
        model = HttpModel(Endpoint(base_url=provider.url, model="small", api_key=KEY), world.clock)
        with Memory.open(tmp_path, model=model, ports=world.ports) as memory:
            memory.record(whole_turn(*WORDS))
            memory.work()
            error = str(memory.status().last_error)
            assert memory.export().read_text("utf-8").count(KEY) == 0
    assert WORDS[0] in str(provider.bodies[0])
    assert told in error
    assert "purpose: memory_extraction" in error
    assert "policy: max_output_tokens=1800" in error
    prompt = [line for line in load_prompt("extraction").splitlines() if len(line) > 20]
    for kept_out in (*WORDS, KEY, "Bearer", "authorization", *prompt):
        assert kept_out not in error


def test_what_a_client_raised_is_a_fault_of_the_model(world: World) -> None:
    """It is recorded like any other: type, message, purpose and policy (A261, A276)."""

    def crash(_question: Question) -> str:
        raise ValueError("half a character: \udc80")

    world.model.script = [crash]
    with world.open() as memory:
        memory.record(whole_turn("Words?"))
        assert memory.work().model_failed
        first, purpose, policy = str(memory.status().last_error).splitlines()
        assert first == "ValueError: half a character: \\udc80"
        assert purpose == "purpose: memory_extraction"
        assert policy.startswith("policy: max_output_tokens=1800")


def test_no_diagnostic_is_stored_unbounded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever made it: what reaches the store is cut (A260)."""

    def fail(_stages: Stages, _jobs: tuple[Job, ...]) -> object:
        raise StageFaultError("x" * 99_999)

    monkeypatch.setattr(Stages, "extract", fail)
    with world.open() as memory:
        memory.record(whole_turn("Words?"))
        memory.work()
        assert [len(str(error)) for error in column(memory, "last_error")] == [20_000]


@pytest.mark.parametrize(
    ("script", "purpose"),
    [
        ([say("no JSON")], "memory_extraction"),
        ([remember(QUOTE), say("no JSON")], "memory_consolidation"),
        ([remember(QUOTE), say('{"operations":[]}')], "memory_consolidation"),
        ([remember(QUOTE), fail_with(FAULT)], "memory_consolidation"),
    ],
)
def test_every_failed_call_names_its_purpose_and_policy(
    world: World, script: list[Callable[[Question], str | ModelFault]], purpose: str
) -> None:
    """No reply, one that is not the contract, one that is not legal: all say what was asked."""
    world.model.script = list(script)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        assert memory.work().failed == 1
        _, call, policy = str(memory.status().last_error).splitlines()
        assert call == f"purpose: {purpose}"
        tokens = 1_800 if purpose == "memory_extraction" else 2_200
        assert policy == (
            f"policy: max_output_tokens={tokens} deadline_us=60000000 temperature=0.0 "
            "reasoning=False streaming=False"
        )
        assert SAID not in str(memory.status().last_error)
