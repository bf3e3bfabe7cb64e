"""Processes of their own that come from a warm interpreter: what they import has been read already.

A fork server starts once per run of tests, imports what commands and hosts need, opens nothing and
starts no thread; each process is forked from it, so nothing but modules is shared with any other.
It has its own standard streams, environment and signals, and ends as a program ends.
"""

from __future__ import annotations

import multiprocessing
import os
import selectors
import signal
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import reduction
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from multiprocessing.context import ForkServerProcess

Program = Callable[[], int | None]  # gives the exit code, or None where all went well

WARM = multiprocessing.get_context("forkserver")
WARM.set_forkserver_preload(["tests.faults.preloaded"])
CHUNK_BYTES = 65_536


class Duplicate(Protocol):
    """What the standard library makes of a descriptor on its way."""

    def detach(self) -> int: ...


class Descriptor:
    """A file descriptor on its way into a process."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (reduction.DupFd(self.number),)


def _arrived(duplicate: Duplicate) -> Descriptor:
    return Descriptor(duplicate.detach())


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a process begins with; `passed` are descriptors by the variable that will name them."""

    arguments: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    passed: Mapping[str, Descriptor]


def _begin(program: Program, start: Start, streams: tuple[Descriptor, ...]) -> None:
    """Become a program of its own, run it and end with its code."""
    for number, stream in enumerate(streams):
        os.dup2(stream.number, number)
        os.close(stream.number)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding="utf-8", closefd=False)
        for number, mode in enumerate(("r", "w", "w"))
    )
    os.chdir(start.folder)
    numbers = {name: str(one.number) for name, one in start.passed.items()}
    _set_environment({**start.environment, **numbers})
    # Whoever runs the tests may ignore a hangup; a program ignores only what its test tells it to.
    for ending in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(ending, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv[:] = ["sayso", *start.arguments]
    tempfile.tempdir = None  # to be found anew
    sys.exit(program())


def process_of(target: Callable[..., object], *given: object) -> ForkServerProcess:
    """Make a process that calls a function in the environment of here and now; start it."""
    return WARM.Process(target=_call, args=(dict(os.environ), target, given))


def _call(
    environment: Mapping[str, str], target: Callable[..., object], given: tuple[object, ...]
) -> None:
    _set_environment(environment)  # the server's own is that of whoever asked it first
    target(*given)


def _set_environment(environment: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)


class Spawned:
    """A process that was begun so, with the pipes to it; the part of Popen that tests use."""

    def __init__(self, program: Program, start: Start) -> None:
        """Start it."""
        ends = [os.pipe() for _ in range(3)]
        theirs = (ends[0][0], ends[1][1], ends[2][1])
        streams = tuple(Descriptor(number) for number in theirs)
        self.child: ForkServerProcess = WARM.Process(target=_begin, args=(program, start, streams))
        self.child.start()
        for number in theirs:
            os.close(number)
        self.stdin: BinaryIO = os.fdopen(ends[0][1], "wb", 0)
        self.stdout: BinaryIO = os.fdopen(ends[1][0], "rb")
        self.stderr: BinaryIO = os.fdopen(ends[2][0], "rb")

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        assert self.child.pid is not None
        os.kill(self.child.pid, number)

    def communicate(self, timeout: float) -> tuple[bytes, bytes]:
        """Close its input, and give all it prints until it ends."""
        self.stdin.close()
        told: dict[BinaryIO, list[bytes]] = {self.stdout: [], self.stderr: []}
        with selectors.DefaultSelector() as selector:
            for stream in told:
                selector.register(stream, selectors.EVENT_READ)
            while selector.get_map():
                ready = selector.select(timeout)
                assert ready, "the process neither ends nor prints"
                for key, _ in ready:
                    piece = key.fileobj.read1(CHUNK_BYTES)  # type: ignore[union-attr]
                    told[key.fileobj].append(piece)  # type: ignore[index]
                    if not piece:
                        selector.unregister(key.fileobj)
        self.child.join(timeout)
        assert self.child.exitcode is not None, "the process has closed its streams and lives on"
        out, err = (b"".join(pieces) for pieces in told.values())
        for stream in told:
            stream.close()
        return out, err

    @property
    def returncode(self) -> int | None:
        """Its exit code, or the signal that ended it as a negative number."""
        return self.child.exitcode
