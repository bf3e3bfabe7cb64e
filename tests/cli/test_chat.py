"""`sayso chat` through a pipe, against a provider on loopback, in both formats and as JSON."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.core import limits
from tests.cli.conftest import Sayso
from tests.cli.told import Json, is_one_line
from tests.provider import Provider, completion_of, message_of, respond, serving

MARKUP = "[bold red]overloaded[/] <b>try later</b> [/]"


def envelopes(out: str) -> list[Json]:
    """Read every line of stdout as an envelope."""
    return [json.loads(line) for line in out.splitlines()]


def is_chat(body: dict[str, Json]) -> bool:
    """Tell a request of the chat from one of the memory."""
    return "tools" in body


def talking(*answers: bytes) -> Callable[..., None]:
    """Give a provider's step: these answers to the chat in turn, and nothing to remember."""
    left = list(answers)
    silent = '{"thread_compaction":"x","candidates":[]}'

    def step(handler: object, provider: Provider) -> None:
        body = provider.bodies[-1]
        if is_chat(body):
            respond(body=left.pop(0))(handler, provider)  # type: ignore[arg-type]
            return
        plain = message_of if "max_tokens" in body and "system" in body else completion_of
        respond(body=plain(silent))(handler, provider)  # type: ignore[arg-type]

    return step


def openai_call(name: str, **arguments: str) -> bytes:
    """Let a model call a tool in OpenAI's form."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    message = {
        "content": None,
        "tool_calls": [{"id": "a", "type": "function", "function": function}],
    }
    return json.dumps({"choices": [{"message": message, "finish_reason": "tool_calls"}]}).encode()


def anthropic_call(name: str, **arguments: str) -> bytes:
    """Let a model call a tool in Anthropic's form."""
    block = {"type": "tool_use", "id": "a", "name": name, "input": arguments}
    return json.dumps({"content": [block], "stop_reason": "tool_use"}).encode()


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> Callable[[Provider, str], None]:
    """Give a function that configures a provider on loopback."""

    def configure(provider: Provider, name: str = "openai") -> None:
        monkeypatch.setenv("SAYSO_PROVIDER", name)
        monkeypatch.setenv("SAYSO_BASE_URL", provider.url)
        monkeypatch.setenv("SAYSO_MODEL", "small")
        monkeypatch.setenv("SAYSO_API_KEY", "secret-key")

    return configure


@pytest.mark.parametrize(
    ("name", "answers", "path"),
    [
        ("openai", (openai_call, completion_of), "/v1/chat/completions"),
        ("anthropic", (anthropic_call, message_of), "/v1/messages"),
    ],
)
def test_a_piped_question_is_answered_from_memory(
    taught: Sayso,
    configured: Callable[[Provider, str], None],
    name: str,
    answers: tuple[Callable[..., bytes], Callable[..., bytes]],
    path: str,
) -> None:
    """In either format the model searches and answers; nobody but the address is asked."""
    calls, says = answers
    script = (calls("memory_search", query="订单表主键"), says("雪花 ID。"))
    with serving(talking(*script)) as provider:
        configured(provider, name)
        told = taught("chat", stdin="订单表用什么主键？\n".encode())
    assert (told.code, told.out) == (0, "雪花 ID。\n")
    assert set(provider.paths) == {path}
    asked, answered = (body for body in provider.bodies if is_chat(body))
    assert "m2" in json.dumps(answered["messages"][len(asked["messages"]) :])
    assert taught("show", "m2", "--json").answer["status"] == "active"


def test_a_chat_as_json(taught: Sayso, configured: Callable[..., None]) -> None:
    """Each line is one envelope, commands and refusals too, and the end tells of all of it."""
    lines = (
        *("Hello.", "/memory list", "/memory show m2", "/memory forget m2", "/memory show m99"),
        *("/memory status", "/quit", "/memory clear", "/new", "/reset", "/help"),
        *("/memory export", "/memory clear --confirm", "", "/memory list"),
    )
    with serving(talking(completion_of("Hi."))) as provider:
        configured(provider)
        told = taught("chat", "--json", stdin="\n".join(lines).encode())
    said = envelopes(told.out)
    good = [one["data"] for one in said if one["status"] == "ok"]
    faults = [one["error"] for one in said if one["status"] == "error"]
    assert good[0] == {"answer": "Hi.", "turn_id": "t3", "intent": "general_chat", "reason": None}
    assert [one["id"] for one in good[1]["items"]] == ["m2", "m1"]
    assert (good[2]["id"], good[3]) == ("m2", {"id": "m2", "changed": True})
    assert good[4]["items"]["active"] == 1
    assert (good[5]["thread"], good[6]) == (2, {"emptied": []})
    assert len(good[7]["commands"]) == 10
    assert Path(good[8]["path"]).is_file()
    assert (good[9]["generation"], good[10]) == (2, {"items": []})
    assert good[11] == {"answers": 1, "failed": 3, "pending": 0, "warnings": []}
    assert [one["code"] for one in faults] == ["not_found", "bad_request", "bad_request"]
    assert "/help lists them" in faults[1]["hint"]
    assert "nothing was deleted" in faults[2]["message"]
    assert told.code == 1
    assert len([body for body in provider.bodies if is_chat(body)]) == 1


def test_an_error_of_the_provider_is_short_and_literal(
    sayso: Sayso, configured: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line without a word of the provider's; with SAYSO_DEBUG all of it (A270-A273, A279)."""
    with serving(respond(529, MARKUP.encode())) as provider:
        configured(provider, "anthropic")
        told = sayso("chat", stdin=b"Hello?\n")
        status = sayso("chat", stdin=b"/memory status\n")
        monkeypatch.setenv("SAYSO_DEBUG", "true")
        whole = sayso("chat", stdin=b"Hello?\n/memory status\n")
    assert told.code == 4
    assert "sayso: no answer: provider_failed: the provider has a fault, try again" in told.err
    assert "SAYSO_DEBUG=true shows it whole" in told.err
    assert "last error  provider_failed: the provider has a fault, it is tried again" in status.out
    assert "SAYSO_DEBUG=true shows it whole" in status.out
    assert "bold red" not in told.out + told.err + status.out + status.err
    assert "memory is not up to date, 1 job left for the next start" in told.err
    assert MARKUP in whole.err
    assert "purpose: chat" in whole.err
    assert MARKUP in whole.out
    assert "secret-key" not in whole.out + whole.err


def test_no_provider_is_one_line(sayso: Sayso, project: Path) -> None:
    """Without a model there is nothing to talk with, and no store is made (exit code 2)."""
    told = sayso("chat", stdin=b"Hello.\n")
    assert told.code == 2
    assert is_one_line(told)
    assert "SAYSO_PROVIDER" in told.err
    assert [path.name for path in project.iterdir()] == [".git"]


def test_lines_that_cannot_be_said(sayso: Sayso, configured: Callable[..., None]) -> None:
    """What is no UTF-8 and what is too long is refused with its reason; the chat goes on."""
    feed = b"\xef\xbb\xbfcaf\xe9\r\n" + b"x" * (limits.TURN_MAX_BYTES + 9) + b"\nHello.\n"
    with serving(talking(completion_of("Hi."))) as provider:
        configured(provider)
        told = sayso("chat", stdin=feed)
    assert (told.code, told.out) == (2, "Hi.\n")
    assert "at character 3" in told.err
    assert f"longer than {limits.TURN_MAX_BYTES} bytes" in told.err


def test_a_chat_recalls_what_was_said(taught: Sayso, configured: Callable[..., None]) -> None:
    """`/recall` shows what `sayso recall` shows, and the same fields to a program."""
    with serving(talking(completion_of("Hi."))) as provider:
        configured(provider)
        plain = taught("chat", stdin=b"/recall pnpm packages\n/recall zebra\n").out
        told = taught("chat", "--json", stdin=b"/recall pnpm packages\n").out
    assert taught("recall", "pnpm", "packages").code == 2
    assert taught("recall", "pnpm packages").out in plain
    assert "nothing found for “zebra”" in plain
    (found, *_) = envelopes(told)
    assert found["data"] == taught("recall", "pnpm packages", "--json").answer
