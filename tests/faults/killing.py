"""Real processes that write to one store until a signal kills them at any moment.

    python -m tests.faults.killing FOLDER KILLS SEED

forks four writers and kills one after another, each once it has acknowledged so many turns; another
takes its place. A writer says what it has stored through a pipe, line by line. In the end the last
line says in JSON what was acknowledged, and how often a writer was killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from sayso.shell.memory import Memory
from tests.kit import whole_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

WRITERS: Final = 4
MOST_BEFORE_DEATH: Final = 12


@dataclass
class Tally:
    """What writers acknowledged: number of the turn by operation id."""

    acked: dict[str, int] = field(default_factory=dict)
    kills: int = 0


@dataclass
class Writer:
    """One process, and how many turns it is let live for."""

    process_id: int
    lines: Iterator[str]
    lives_for: int


def said(op_id: str) -> str:
    """Give what the user says under an operation id."""
    return f"Turn {op_id}: 记住这个，请。"


def main(words: list[str]) -> int:
    """Kill as often as asked and tell what was acknowledged."""
    folder, kills, dice = Path(words[0]), int(words[1]), Random(int(words[2]))
    tally, names = Tally(), iter(range(10**9))
    Memory.open(folder).close()
    writers = [_spawn(folder, next(names), dice) for _ in range(WRITERS)]
    try:
        while tally.kills < kills:
            place = tally.kills % WRITERS
            _live(writers[place], tally)
            tally.kills += 1
            writers[place] = _spawn(folder, next(names), dice)
    finally:
        for writer in writers:
            _end(writer, tally)
    sys.stdout.write(json.dumps({"acked": tally.acked, "kills": tally.kills}) + "\n")
    return 0


def _live(writer: Writer, tally: Tally) -> None:
    """Wait until a writer has done so much, and kill it in the middle of something."""
    for _ in range(writer.lives_for):
        _note(next(writer.lines, ""), tally)
    _end(writer, tally)


def _end(writer: Writer, tally: Tally) -> None:
    with suppress(ProcessLookupError):
        os.kill(writer.process_id, signal.SIGKILL)
    os.waitpid(writer.process_id, 0)
    for line in writer.lines:
        _note(line, tally)


def _note(line: str, tally: Tally) -> None:
    """Take an acknowledgement; a line that death cut off is none."""
    if line.endswith("\n"):
        op_id, _, number = line.strip().partition(" ")
        tally.acked[op_id] = int(number)


def _spawn(folder: Path, name: int, dice: Random) -> Writer:
    """Start a writer that goes on until it is killed."""
    lives_for = dice.randrange(1, MOST_BEFORE_DEATH)
    ours, theirs = os.pipe()
    process_id = os.fork()
    if process_id == 0:
        os.close(ours)
        try:
            _write(folder, name, theirs)
        finally:
            os._exit(1)
    os.close(theirs)
    return Writer(process_id, os.fdopen(ours, encoding="utf-8"), lives_for)


def _write(folder: Path, name: int, pipe: int) -> None:
    memory = Memory.open(folder)
    number = 0
    while True:
        number += 1
        op_id = f"op-{name}-{number}"
        turn = memory.record(whole_turn(said(op_id), op_id=op_id))
        os.write(pipe, f"{op_id} {turn}\n".encode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
