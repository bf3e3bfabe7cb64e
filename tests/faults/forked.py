"""A process that forks with a memory open, and what its child may do (T06); prints JSON.

    python -m tests.faults.forked FOLDER [many]

The child tries everything with what it inherited, then opens a memory of its own and stays in it
while the parent ends its own use and a third process opens and closes the store.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.shell.errors import SaysoError
from sayso.shell.memory import Memory
from tests.kit import whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable

THIRD = "import sys; from sayso import Memory; Memory.open(sys.argv[1], create=False).close()"


def refusals(uses: dict[str, Callable[[], object]]) -> dict[str, str]:
    """Tell what each use came to: the error's class, or what it gave."""
    told: dict[str, str] = {}
    for name, use in uses.items():
        try:
            told[name] = f"gave {use()}"
        except SaysoError as error:
            told[name] = type(error).__name__
    return told


def main(folder: Path) -> None:
    """Fork, and let parent and child take turns."""
    here, there, back = os.pipe(), os.pipe(), os.pipe()
    memory = Memory.open(folder)
    memory.record(whole_turn("One."))
    background = memory.background()
    background.start()
    with memory.turn("Open?") as turn:
        child = os.fork()
        if not child:
            told: dict[str, object] = dict(
                refusals(
                    {
                        "record": lambda: memory.record(whole_turn("Never.")),
                        "status": memory.status,
                        "list": memory.list,
                        "export": memory.export,
                        "clear": lambda: memory.clear(confirm=True),
                        "finish": lambda: turn.finish("Never."),
                        "work": memory.work,
                        "a new turn": lambda: memory.turn("Never?"),
                    }
                )
            )
            told["kept"] = sorted(memory.heart.kept)
            told["working"] = background.is_working
            told["threads"] = threading.active_count()
            own = Memory.open(folder, create=False)
            own.record(whole_turn("Two."))
            background.stop()
            memory.close()
            os.write(here[1], b"x")
            os.read(there[0], 1)
            own.record(whole_turn("Four."))
            own.close()
            os.write(back[1], json.dumps(told).encode())
            os._exit(0)
        os.read(here[0], 1)
        memory.record(whole_turn("Three."))
        turn.finish("Closed.")
    background.stop()
    memory.close()
    subprocess.run([sys.executable, "-c", THIRD, str(folder)], check=True)
    left = sorted(path.name for path in (folder / ".sayso").iterdir())
    os.write(there[1], b"x")
    status = os.waitpid(child, 0)[1]
    told = json.loads(os.read(back[0], 100_000)) if status == 0 else {}
    sys.stdout.write(json.dumps({"child": status, "told": told, "left": left}))


def fork_often(folder: Path) -> None:
    """Fork from three threads at once while a fourth one writes; every child opens its own."""
    over = threading.Event()
    statuses: list[int] = []
    with Memory.open(folder) as memory:

        def write() -> None:
            while not over.is_set():
                memory.record(whole_turn("A parent's."))

        def fork() -> None:
            for _ in range(4):
                child = os.fork()
                if not child:
                    with Memory.open(folder, create=False) as own:
                        own.record(whole_turn("A child's."))
                    os._exit(0)
                statuses.append(os.waitpid(child, 0)[1])

        writer = threading.Thread(target=write)
        forkers = [threading.Thread(target=fork) for _ in range(3)]
        for thread in (writer, *forkers):
            thread.start()
        for thread in forkers:
            thread.join()
        over.set()
        writer.join()
    sys.stdout.write(json.dumps(statuses))


if __name__ == "__main__":
    (fork_often if sys.argv[2:] else main)(Path(sys.argv[1]))
