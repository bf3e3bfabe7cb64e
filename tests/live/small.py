"""`make live-small`: the live tests on a real, weak model that runs on this machine.

Starts the model's server on loopback, runs the tests of `tests/live` against it as
`SAYSO_LIVE=1` does with any configured model, and ends the server, however the run ended. Its exit
code is that of the tests.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.request import ProxyHandler, build_opener

from sayso.core.limits import MINUTE_US
from sayso.core.model import RequestPolicy
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.extraction import ExtractionInput
from sayso.shell.models.endpoint import Endpoint
from sayso.shell.models.http import HttpModel
from sayso.shell.ports import SystemClock

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PYTHON = ROOT / ".venv-live" / "bin" / "python"
MODEL = "SmolLM2-135M-Instruct.Q4_1"
START_S = 120
END_S = 10
# Reading a prompt for the first time takes longer than a call may; later only what is new is read.
WARM_UP = RequestPolicy(max_output_tokens=1, deadline_us=10 * MINUTE_US)


@contextmanager
def served(command: list[str], model: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a server that prints its port; gives its address and process, and ends it."""
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, cwd=ROOT
        )
        try:
            yield _address(server, model, log), server
        finally:
            _end(server)


def _address(server: subprocess.Popen[bytes], model: str, log: IO[bytes]) -> str:
    """Wait for the port and see that it is our model that answers there."""
    assert server.stdout is not None
    is_ready = select.select([server.stdout], [], [], START_S)[0]
    port = server.stdout.readline().strip() if is_ready else b""
    if not port.isdigit():
        log.seek(0)
        said = log.read()[-2_000:].decode("utf-8", "replace")
        raise SystemExit(f"live-small: the server did not start\n{said}")
    url = f"http://127.0.0.1:{int(port)}/v1"
    with build_opener(ProxyHandler({})).open(f"{url}/models", timeout=START_S) as answer:
        names = [one["id"] for one in json.load(answer)["data"]]
    if names != [model]:
        raise SystemExit(f"live-small: {url} serves {names} instead of {model}")
    return url


def _end(server: subprocess.Popen[bytes]) -> None:
    """Close its input, at which it leaves by itself, and make sure that it did."""
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.close()
    try:
        server.wait(END_S)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
    server.stdout.close()


def warm_up(url: str) -> None:
    """Let the server read both prompts, however long that takes."""
    endpoint = Endpoint(base_url=url, model=MODEL, api_key="")
    for question in (
        ExtractionInput(thread_id=1, compaction="", previous=None, turns=()),
        ConsolidationInput(candidates=(), related=()),
    ):
        sys.stderr.write(f"live-small: the model reads its prompt, {type(question).__name__}\n")
        HttpModel(endpoint, SystemClock()).ask(question, WARM_UP)


def environment(url: str, home: str) -> dict[str, str]:
    """Give what configures the model: nothing of the user's own settings, no key, no limits."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("SAYSO_")}
    return own | {
        "SAYSO_LIVE": "1",
        "SAYSO_HOME": home,
        "SAYSO_PROVIDER": "openai",
        "SAYSO_BASE_URL": url,
        "SAYSO_MODEL": MODEL,
    }


def main() -> int:
    """Run the live tests on the small model; gives their exit code."""
    os.environ["NO_PROXY"] = "127.0.0.1"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    serving = [str(PYTHON), str(HERE / "serve.py"), MODEL]
    testing = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:randomly", "-m", "live"]
    with tempfile.TemporaryDirectory() as home, served(serving, MODEL) as (url, _):
        warm_up(url)
        done = subprocess.run(
            [*testing, str(HERE)], env=environment(url, home), cwd=ROOT, check=False
        )
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
