"""The entry of the live run itself: it skips aloud, runs on what is configured, and fails aloud."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.shell.evaluating import load_cases, observe_in
from sayso.shell.models.embedded import EmbeddedModel
from tests.kit import CannedModel, say
from tests.live import running
from tests.live.conversations import SecondStageOnly
from tests.live.recording import RecordedModel
from tests.live.running import LiveReport, TimeBound
from tests.live.serve import bounded, end_with_input
from tests.live.small import environment, served
from tests.provider import ANSWER, completion_of, respond, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler

    from sayso.core.quality.corpus import EvalCase
    from sayso.core.quality.evaluation import Observation
    from sayso.shell.memory import Memory
    from sayso.shell.worker import WorkReport
    from tests.provider import Provider

    Work = Callable[[Memory], WorkReport]

ROOT = Path(__file__).resolve().parents[2]
CASES = load_cases(ROOT / "tests" / "quality" / "corpus.jsonl")
# What a weak model says, one after another: sound, prose, cut off, made up, and nothing.
MADE_UP = (
    '{"thread_compaction":"x","candidates":[{"kind":"project_decision","title":"Rust",'
    '"content":"Use Rust","aliases":[],'
    '"sources":[{"turn_id":1,"role":"user","quote":"Use Rust"}]}]}'
)
WEAK = (
    completion_of(ANSWER, 10),
    completion_of("Sure, I will remember that.", 10),
    completion_of('{"thread_compaction":"and', 10, "length"),
    completion_of(MADE_UP, 10),
    completion_of('{"operations":[]}', 10),
    completion_of(" ", 10),
)


def weak(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Answer the next thing a weak model says."""
    respond(body=WEAK[len(provider.bodies) % len(WEAK)])(handler, provider)


def run_live(settings: dict[str, str]) -> tuple[int, str]:
    """Run the live tests in a process of their own; gives exit code and output."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("SAYSO_")}
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-rs", "-p", "no:randomly"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "tests/live/test_live.py"],
        env=own | {"LIVE_MINUTES": "0"} | settings,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_without_the_switch_it_is_skipped_and_says_how_to_run_it() -> None:
    """The file is collected, so a broken import is seen, and its test says what it needs (A318)."""
    code, told = run_live({})
    assert code == 0
    assert "1 skipped" in told
    assert "SAYSO_LIVE=1" in told


def test_with_the_switch_it_runs_on_the_configured_model(tmp_path: Path) -> None:
    """A weak model is measured over HTTP, its report printed, and no promise is broken (A318)."""
    with serving(weak) as provider:
        code, told = run_live(environment(provider.url, str(tmp_path)))
    assert code == 0, told
    assert "1 passed" in told
    assert "corpus         1 of 150 cases" in told
    assert "conversations  4 turns in two projects" in told
    assert "violations     0" in told
    assert "cut_off" in told
    assert "not one JSON value" in told
    assert len(provider.bodies) > len(WEAK)


def test_a_run_that_tried_nothing_is_no_success(tmp_path: Path) -> None:
    """Neither a model that never answers nor the rules in its place pass for a live run."""
    with serving(respond(503, b"down")) as provider:
        code, told = run_live(environment(provider.url, str(tmp_path)))
    assert (code, "no reply at all" in told) == (1, True)
    code, told = run_live({"SAYSO_LIVE": "1", "SAYSO_HOME": str(tmp_path)})
    assert (code, "no model is configured" in told) == (1, True)


SERVER = """
import json, sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
class Models(BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"data": [{"id": "tiny"}]}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)
server = HTTPServer(("127.0.0.1", 0), Models)
print(server.server_address[1], flush=True)
Thread(target=server.serve_forever, daemon=True).start()
from sayso.shell.evaluating import load_cases, observe_in
from sayso.shell.models.embedded import EmbeddedModel
from tests.kit import CannedModel, say
from tests.live import running
from tests.live.conversations import SecondStageOnly
from tests.live.recording import RecordedModel
from tests.live.running import LiveReport, TimeBound
from tests.live.serve import end_with_input
end_with_input()
"""


def test_the_server_is_ended_however_the_run_ended() -> None:
    """A run that breaks off leaves no server behind."""
    running = served([sys.executable, "-c", SERVER], "tiny")
    url, server = running.__enter__()
    assert url.startswith("http://127.0.0.1:")
    assert server.poll() is None
    stopped = KeyboardInterrupt()
    assert not running.__exit__(KeyboardInterrupt, stopped, None)
    assert server.poll() == 0


def test_what_a_good_model_does_is_counted() -> None:
    """Replies, proposals and memories are counted where they are kept, not where they are asked."""
    wanted = [case for case in CASES if case.expect][:3]
    report = LiveReport(model=RecordedModel(EmbeddedModel()))
    running.run_corpus(report, wanted, TimeBound(minutes=60))
    assert report.violations == []
    assert report.model.extraction.accepted == report.model.extraction.calls >= 3
    assert report.applied["created"] == report.candidates == 3
    assert "all              3        3     3       3     0     1.000  1.000" in list(
        report.lines()
    )


def test_a_model_that_decides_illegally_is_counted() -> None:
    """Operations that leave a candidate out are refused whole, and the report says why."""
    deciding = CannedModel(otherwise=say('{"operations":[]}'))
    report = LiveReport(model=RecordedModel(SecondStageOnly(deciding)))
    wanted = next(case for case in CASES if case.expect and not case.prev_assistant)
    running.run_corpus(report, [wanted], TimeBound(minutes=60))
    assert report.violations == []
    assert report.illegal == {"candidate c1 is not handled": running.ATTEMPTS}
    assert report.applied["created"] == 0
    assert [one.refused_because for one in deciding.consolidations] == [
        "",
        "candidate c1 is not handled",
    ]


def test_a_crash_and_a_broken_promise_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both end in the report as violations, and the run goes on to the next case."""
    cases = CASES[:2]
    report = LiveReport(model=RecordedModel(EmbeddedModel()))
    broken = {cases[0].id: KeyError("a bug"), cases[1].id: None}

    def observing(memory: Memory, case: EvalCase, work: Work) -> Observation:
        fault = broken[case.id]
        if fault is not None:
            raise fault
        return observe_in(memory, case, work)

    monkeypatch.setattr(running, "observe_in", observing)
    monkeypatch.setattr(running, "violations", lambda *_: ["proof: m1 has none"])
    running.run_corpus(report, cases, TimeBound(minutes=60))
    assert len(report.observations) == 1
    crash, proof = sorted(report.violations, key=len, reverse=True)
    assert crash.startswith(f"{cases[0].id}: crash: ")
    assert "KeyError: 'a bug'" in crash
    assert proof == f"{cases[1].id}: proof: m1 has none"
    assert f"violations     {len(report.violations)}" in list(report.lines())


@pytest.mark.parametrize(
    ("program", "model", "said"),
    [
        ("raise SystemExit('no compiler')", "tiny", "did not start"),
        (SERVER, "another", "instead of another"),
    ],
)
def test_a_server_that_is_not_ours_is_not_used(program: str, model: str, said: str) -> None:
    """One that does not start shows its log; one that serves something else is refused."""
    with pytest.raises(SystemExit, match=said), served([sys.executable, "-c", program], model):
        pytest.fail("the server was used")


@pytest.mark.parametrize(("seconds", "tokens"), [(0, [0]), (3_600, [0, 1, 2])])
def test_an_answer_that_takes_too_long_is_cut(seconds: float, tokens: list[int]) -> None:
    """The server stops by itself instead of going on for a client that has left."""
    assert list(bounded(lambda count: iter(range(count)), seconds)(3)) == tokens


def test_the_serving_program_ends_with_its_input() -> None:
    """Without whoever started it, nothing goes on serving."""
    done = subprocess.run(
        [sys.executable, "-c", f"from {end_with_input.__module__} import *; end_with_input()"],
        input=b"",
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
