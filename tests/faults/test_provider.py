"""The whole way from a turn to its memory beside a provider that does everything but answer.

Whatever happens on the wire ends in the job that asked: its attempt is counted, it waits as long
as it should, its lease is free, its fault is told in one line, the other lanes go on, and the next
sound answer makes the memory. The key is in nothing that is stored, exported, printed or logged.
"""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.metering import DailyLimits, OverLimit
from sayso.shell import stages
from sayso.shell.entrances.cli import lines
from sayso.shell.entrances.cli.running import run
from sayso.shell.errors import RequestError
from sayso.shell.memory import Memory
from sayso.shell.models.endpoint import Endpoint
from sayso.shell.models.http import HttpModel
from sayso.shell.ports import Ports
from tests.faults.provider import (
    CERTIFICATE,
    HOUR_S,
    KEY,
    MISDEEDS,
    USUAL_S,
    drip_body,
    echo_key,
    nobodys_tls,
)
from tests.kit import (
    QUOTE,
    SAID,
    FakeClock,
    FakeIds,
    candidate_of,
    column,
    extraction_text,
    operation_of,
    operations_text,
    whole_turn,
)
from tests.provider import completion_of, respond, serving

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.model import Purpose, RequestPolicy
    from tests.faults.provider import Step
    from tests.provider import Provider

UNLIMITED = DailyLimits(calls=0, tokens=0, over=OverLimit.WAIT)
SHORT_US = 300_000
NOTHING = respond(body=completion_of(extraction_text()))
FOUND = respond(body=completion_of(extraction_text(candidate_of(1, QUOTE))))
KEPT = respond(
    body=completion_of(
        operations_text(
            operation_of("create", [1], title="pnpm", content=QUOTE, synopsis="pnpm for packages")
        )
    )
)


def open_at(url: str, clock: FakeClock) -> Memory:
    """Open a memory of its own whose model is at an address."""
    endpoint = Endpoint(base_url=url, model="small", api_key=KEY)
    ports = Ports(clock=clock, ids=FakeIds())
    return Memory.in_memory(model=HttpModel(endpoint, clock), daily=UNLIMITED, ports=ports)


def short_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask under a short deadline."""
    hasty: dict[Purpose, RequestPolicy] = {
        purpose: replace(policy, deadline_us=SHORT_US)
        for purpose, policy in stages.POLICIES.items()
    }
    monkeypatch.setattr(stages, "POLICIES", hasty)


def told_of(memory: Memory, folder: Path, caught: pytest.LogCaptureFixture) -> str:
    """Give everything that is stored, exported, printed or logged."""
    shown = [
        *lines.status_lines(memory.status(), debug=False),
        *lines.status_lines(memory.status(), debug=True),
        memory.export(folder).read_text("utf-8"),
        caught.text,
    ]
    return "\n".join(shown)


@pytest.mark.parametrize("name", MISDEEDS)
def test_a_misdeed_costs_one_attempt_and_nothing_else(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    """Job state, retry time, status line, other lanes, and the memory after all (P01-P11)."""
    misdeed, clock = MISDEEDS[name], FakeClock()
    caplog.set_level(logging.DEBUG)
    if not misdeed.ends:
        short_of_time(monkeypatch)
    with (
        serving(misdeed.step, NOTHING, NOTHING, FOUND, KEPT) as provider,
        open_at(provider.url, clock) as memory,
    ):
        for session in ("a", "b", "c"):
            memory.record(whole_turn(SAID, session=session))
        report = memory.work()
        assert (report.succeeded, report.failed, report.model_failed) == (2, 1, True)
        assert column(memory, "status") == ["retry_wait", *["succeeded_no_output"] * 2]
        assert column(memory, "attempt_count") == [1, 1, 1]
        assert column(memory, "lease_owner")[0] is None
        wait_us = misdeed.wait_s * limits.SECOND_US
        assert column(memory, "next_retry_at")[0] == clock.now_us() + wait_us
        assert str(memory.status().last_error).startswith(f"{misdeed.kind}: ")
        short = [
            line
            for line in lines.status_lines(memory.status(), debug=False)
            if line.startswith("last error")
        ]
        assert short[0].startswith(f"last error  {misdeed.kind}")
        assert "\n" not in short[0]
        assert KEY not in told_of(memory, tmp_path, caplog)
        clock.advance(misdeed.wait_s - 1)
        assert memory.work().processed == 0
        assert len(provider.bodies) == 3
        clock.advance(1)
        memory.work()
        assert [one.title for one in memory.list()] == ["pnpm"]
        assert memory.status().last_error is None


def test_a_provider_that_is_not_there(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody listens: each lane is tried once, and no faster for being refused at once (P04)."""
    with serving(NOTHING) as provider:
        gone = provider.url
    clock = FakeClock()
    with open_at(gone, clock) as memory:
        for session in ("a", "b"):
            memory.record(whole_turn(SAID, session=session))
        report = memory.work()
        assert (report.processed, report.failed) == (2, 2)
        assert column(memory, "next_retry_at") == [clock.now_us() + USUAL_S * limits.SECOND_US] * 2
        assert str(memory.status().last_error).startswith("ConnectError: ")
        assert KEY not in told_of(memory, tmp_path, caplog)


def test_the_lease_outlasts_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that drips until the deadline is recorded by whoever asked, as no stale one (P05).

    The lease of a job is longer than any question under it, and a second question renews it.
    """
    longest_us = max(policy.deadline_us for policy in stages.POLICIES.values())
    assert longest_us < limits.JOB_LEASE_US
    short_of_time(monkeypatch)
    clock = FakeClock()

    def drip_a_minute(handler: object, provider: Provider) -> None:
        clock.advance(longest_us / limits.SECOND_US)
        drip_body(handler, provider)  # type: ignore[arg-type]

    with serving(drip_a_minute) as provider, open_at(provider.url, clock) as memory:
        memory.record(whole_turn(SAID))
        (step,) = memory.work().steps
        assert (step.stale, step.model_failed) == (False, True)
        assert column(memory, "status") == ["retry_wait"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_leads_nowhere(status: int) -> None:
    """Neither words nor key arrive at the other address, whichever redirect it is (P10)."""
    with serving(NOTHING) as elsewhere:
        step = respond(status, b"", location=f"{elsewhere.url}/chat/completions")
        with serving(step) as provider, open_at(provider.url, FakeClock()) as memory:
            memory.record(whole_turn(SAID))
            assert memory.work().model_failed
            assert str(memory.status().last_error).startswith("redirected: ")
        assert elsewhere.paths == []


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_no_proxy_hears_of_a_model_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """What is asked on loopback, with its key, goes there directly whatever is set (P12)."""
    with serving(NOTHING) as proxy, serving(FOUND, KEPT) as provider:
        monkeypatch.setenv(variable, proxy.url.removesuffix("/v1"))
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        with open_at(provider.url, FakeClock()) as memory:
            memory.record(whole_turn(SAID))
            memory.work()
            assert len(memory.list()) == 1
        assert proxy.paths == []


def test_a_wire_that_is_not_what_it_says_carries_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """No TLS at the other end, or a certificate that nobody vouches for: nothing is said (P11).

    Under one that is vouched for the very same server is asked.
    """
    with serving(FOUND, KEPT) as plain, serving(FOUND, KEPT, tls=nobodys_tls()) as unknown:
        for url in (plain.url.replace("http:", "https:"), unknown.url):
            with open_at(url, FakeClock()) as memory:
                memory.record(whole_turn(SAID))
                assert memory.work().model_failed
                assert str(memory.status().last_error).startswith("ConnectError: ")
                assert KEY not in told_of(memory, tmp_path, caplog)
        assert (plain.paths, unknown.paths) == ([], [])
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        with open_at(unknown.url, FakeClock()) as memory:
            memory.record(whole_turn(SAID))
            memory.work()
            assert len(memory.list()) == 1


def test_an_open_wire_to_elsewhere_is_refused_before_anything_is_said() -> None:
    """A key never goes over plain HTTP to another machine (P12)."""
    with pytest.raises(RequestError, match="unencrypted"):
        open_at("http://models.example/v1", FakeClock())


def test_a_poison_turn_leaves_its_lane_and_the_others_alone() -> None:
    """Twelve attempts, then it is parked, `status` names it, and what stood behind it goes on."""
    clock = FakeClock()

    def poison(handler: object, provider: Provider) -> None:
        asked = json.loads(provider.bodies[-1]["messages"][-1]["content"])
        is_poisoned = "arsenic" in str(asked["turns"])
        step: Step = respond(200, b"{") if is_poisoned else NOTHING
        step(handler, provider)  # type: ignore[arg-type]

    with serving(poison) as provider, open_at(provider.url, clock) as memory:
        memory.record(whole_turn("We decided: arsenic.", session="a"))
        memory.work()
        memory.record(whole_turn("Behind it.", session="a"))
        for number in range(limits.JOB_PARK_ATTEMPTS):
            memory.record(whole_turn("Beside it.", session=f"b{number}"))
            memory.work()
            clock.advance(HOUR_S)
        memory.work()
        statuses = column(memory, "status")
        assert (statuses[0], set(statuses[1:])) == ("parked", {"succeeded_no_output"})
        (parked,) = memory.status().parked
        assert (parked.id, parked.attempts) == (1, limits.JOB_PARK_ATTEMPTS)
        told = lines.status_lines(memory.status(), debug=False)
        advice = "  parked    j1 extraction, tried 12 times: 'sayso retry j1' or 'sayso drop j1'"
        assert [line for line in told if line.startswith("  parked")] == [advice]
        asked = len(provider.bodies)
        clock.advance(HOUR_S)
        memory.work()
        assert len(provider.bodies) == asked


@pytest.mark.parametrize("debug", [False, True])
def test_the_command_line_tells_of_a_refused_key_without_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    debug: bool,
) -> None:
    """Work fails with code 4, status says why, and the key is on no disk and no screen (P01)."""
    (tmp_path / ".git").mkdir()
    with serving(echo_key(401)) as provider:
        for name, value in (
            *(("HOME", str(tmp_path / "home")), ("PROVIDER", "openai"), ("MODEL", "small")),
            *(("BASE_URL", provider.url), ("API_KEY", KEY), ("DEBUG", str(debug).lower())),
        ):
            monkeypatch.setenv(f"SAYSO_{name}", value)
        here = ["--project", str(tmp_path)]
        assert run([*here, "record", "--user", SAID]) == 0
        assert run([*here, "work"]) == 4
        assert run([*here, "status"]) == 0
        assert run([*here, "export"]) == 0
        shown = capsys.readouterr()
    assert provider.headers[0]["authorization"] == f"Bearer {KEY}"
    assert "not_authorised" in shown.out
    assert ("Incorrect API key provided" in shown.out) is debug
    assert KEY not in shown.out + shown.err
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"not_authorised" in stored
    assert KEY.encode() not in stored
