"""Runs others' packages apart: without network, with an empty home, and never longer than a limit.

Their own words are taken as the reason where they cannot work.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT: Final = Path(__file__).resolve().parents[1]
TELLS_WHY: Final = re.compile("error|missing|requir|fail|cannot|unable|not found", re.IGNORECASE)
COLOUR: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
REASON_CHARS: Final = 150
NOWHERE: Final = "http://127.0.0.1:9"  # the port that discards, where nobody listens
HELLO: Final = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}


class RivalError(Exception):
    """A package could not do what it was asked for; the text is its own reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a process printed, and what it took by the clock and of the CPU."""

    printed: str
    took_s: float
    worked_s: float


@contextmanager
def empty_home() -> Iterator[Path]:
    """Give a folder to be the home of one package, and take it away with all it wrote."""
    folder = Path(tempfile.mkdtemp(prefix="bench-home-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def without_network() -> tuple[str, ...]:
    """Give what runs a command in a network of its own with nothing in it, where that is allowed.

    Elsewhere the proxies that lead nowhere are all there is.
    """
    alone = ("unshare", "--user", "--map-root-user", "--net")
    if shutil.which(alone[0]) is None:
        return ()
    tried = subprocess.run([*alone, "true"], capture_output=True, check=False)
    return () if tried.returncode else alone


def surroundings(home: Path) -> dict[str, str]:
    """Give the variables of a package's process: none of the user's, no keys among them."""
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOWHERE)
    return {
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": os.defpath,
        "PYTHONPATH": "",
        "SAYSO_BACKGROUND": "0",
        "SAYSO_HOME": str(home / ".sayso"),
        **({} if without_network() else proxies),
    }


def run(command: Sequence[str], home: Path, limit_s: float, given: str = "", path: str = "") -> Ran:
    """Run a command to its end; raises RivalError with its reason, or at the limit."""
    worked_s, begun = _worked_s(), time.perf_counter()
    process = subprocess.Popen(
        [*without_network(), *command],
        stdin=-1,
        stdout=-1,
        stderr=-1,
        cwd=home,
        env=surroundings(home) | {"PYTHONPATH": path},
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        printed, complained = process.communicate(given, timeout=limit_s)
    except subprocess.TimeoutExpired as late:
        raise RivalError(f"no end within {limit_s:.0f} s") from late
    finally:
        _end(process)
    if process.returncode:
        raise RivalError(reason_in(complained or printed))
    return Ran(printed=printed, took_s=time.perf_counter() - begun, worked_s=_worked_s() - worked_s)


def reason_in(complained: str) -> str:
    """Give the last line of what a package said that tells why, or else its last line."""
    lines = [COLOUR.sub("", line).strip() for line in complained.splitlines()]
    said = [line for line in lines if line and not line.startswith(("│", "╰", "╭"))]
    why = [line for line in said if TELLS_WHY.search(line)]
    return (why or said or ["ended without a word"])[-1][:REASON_CHARS]


def _worked_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _end(process: subprocess.Popen[Any]) -> None:
    """End a process with all that it started."""
    with suppress(ProcessLookupError):  # all of them may have ended
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Served:
    """A conversation with an MCP server over stdio."""

    def __init__(self, process: subprocess.Popen[str], limit_s: float) -> None:
        """Talk to a process that was started with pipes."""
        self._process = process
        self._limit_s = limit_s
        self._number = 0

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask something and give the result; raises RivalError with the reason."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while line := _pipe(self._process.stdout).readline():
            answer = _object(line)
            if answer.get("id") != self._number:
                continue  # a notification, or noise
            if "error" in answer:
                raise RivalError(str(answer["error"].get("message"))[:REASON_CHARS])
            result: dict[str, Any] = answer["result"]
            return result
        raise RivalError(f"no answer to {method} within {self._limit_s:.0f} s, or it ended")

    def call(self, name: str, arguments: dict[str, Any]) -> str:
        """Call a tool and give the text of its result; raises RivalError with the reason."""
        result = self.ask("tools/call", {"name": name, "arguments": arguments})
        text = "\n".join(one.get("text", "") for one in result["content"])
        if result.get("isError"):
            raise RivalError((text.splitlines() or ["an error without text"])[0][:REASON_CHARS])
        return text

    def greet(self) -> None:
        """Say what a client says first."""
        self.ask("initialize", HELLO)
        self._send({"method": "notifications/initialized"})

    def _send(self, fields: dict[str, Any]) -> None:
        try:
            asked = _pipe(self._process.stdin)
            asked.write(json.dumps({"jsonrpc": "2.0"} | fields) + "\n")
            asked.flush()
        except BrokenPipeError as ended:
            raise RivalError("the server ended") from ended


def _object(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def _pipe(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:
        raise TypeError("a pipe was asked for")
    return pipe


@contextmanager
def served(command: Sequence[str], home: Path, limit_s: float) -> Iterator[Served]:
    """Start an MCP server, and end it, at the latest at the limit."""
    with subprocess.Popen(
        [*without_network(), *command],
        stdin=-1,
        stdout=-1,
        stderr=subprocess.DEVNULL,
        cwd=home,
        env=surroundings(home),
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        late = threading.Timer(limit_s, lambda: os.killpg(process.pid, signal.SIGKILL))
        late.start()
        try:
            yield Served(process, limit_s)
        finally:
            late.cancel()
            _end(process)
