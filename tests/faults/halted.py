"""One `sayso` command in a process of its own that halts at a named place until it is told.

    python -m tests.faults.halted PLACE IGNORED COMMAND …

At the place it closes the descriptor named by SAYSO_HERE, so that whoever reads from the other end
knows; then it waits for a byte on SAYSO_GO. IGNORED is a signal that its parent ignores, or ''.
Nothing else of the command is changed, and nothing is imported that it does not need.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from typing import TYPE_CHECKING

import apsw

from sayso.shell.entrances.hooks import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from sayso.shell.entrances.cli.turnlines import LineFault, TurnLine

LINES = 2


def halt() -> None:
    """Tell that the place is reached, once, and wait for the word to go on."""
    here = os.environ.pop("SAYSO_HERE", None)
    if here is not None:
        os.close(int(here))
        os.read(int(os.environ["SAYSO_GO"]), 1)


def after(owner: object, name: str, is_there: Callable[..., bool] = lambda *_: True) -> None:
    """Halt whenever a function has done its work."""
    usual = getattr(owner, name)

    def halting(*args: object) -> object:
        answer = usual(*args)
        if is_there(*args):
            halt()
        return answer

    setattr(owner, name, halting)


def at_stdin() -> None:
    """Let it wait for a line that does not come, after some that did."""
    from sayso.shell.entrances.cli import turnlines

    read_lines = turnlines.read_lines

    def reading(stream: BinaryIO) -> Iterator[TurnLine | LineFault]:
        for number, line in enumerate(read_lines(stream), start=1):
            yield line
            if number == LINES:
                os.close(int(os.environ.pop("SAYSO_HERE")))

    turnlines.read_lines = reading


def before_commit() -> None:
    """Halt where everything of a transaction is written but the commit."""

    def trace(_cursor: object, sql: str, _bindings: object) -> bool:
        if sql == "COMMIT":
            halt()
        return True

    def watch(connection: apsw.Connection) -> None:
        connection.exec_trace = trace

    apsw.connection_hooks.append(watch)


def after_commit() -> None:
    """Halt inside the statement that commits, once it is durable."""

    def tell(_connection: object, _name: str, _pages: int) -> int:
        halt()
        return apsw.SQLITE_OK

    def watch(connection: apsw.Connection) -> None:
        connection.set_wal_hook(tell)

    apsw.connection_hooks.append(watch)


def while_exporting() -> None:
    """Halt in the middle of a snapshot."""
    from sayso.shell import exporting

    after(exporting, "_write_rows", lambda _file, _reading, table: table == "turns")


def while_exporting_hidden() -> None:
    """The same where the system has no files without a name."""
    del os.O_TMPFILE
    while_exporting()


def while_importing() -> None:
    """Halt between two transactions of an import, which are small here."""
    from sayso.shell import importing

    importing.TRANSACTION_MAX_TURNS = LINES  # type: ignore[misc]
    after(importing._Learning, "_store")  # noqa: SLF001 - the place is inside


def while_backing_up() -> None:
    """Halt where a backup is copied but has no name yet."""
    from sayso.shell.store.store import Store

    after(Store, "copy_into")


def while_copying() -> None:
    """Halt in the middle of a private copy of a store."""
    from sayso.shell.store import files

    after(files, "_copy_file")


def while_closing() -> None:
    """Halt when a store is being closed, whatever for."""
    from sayso.shell.store.store import Store

    usual = Store.close

    def closing(store: Store) -> None:
        halt()
        usual(store)

    Store.close = closing  # type: ignore[method-assign, assignment]


def while_resolving() -> None:
    """Halt in the thread that looks up a model's address, which then never answers."""

    def lookup(*_args: object, **_params: object) -> list[object]:
        halt()
        return []

    socket.getaddrinfo = lookup  # type: ignore[assignment]


PLACES: dict[str, Callable[[], None]] = {
    "nowhere": lambda: None,
    "stdin": at_stdin,
    "before_commit": before_commit,
    "after_commit": after_commit,
    "exporting": while_exporting,
    "exporting_hidden": while_exporting_hidden,
    "importing": while_importing,
    "backing_up": while_backing_up,
    "copying": while_copying,
    "resolving": while_resolving,
    "closing": while_closing,
}


def run(place: str, ignored: str) -> int:
    """Run the command of this process, with its place; gives the exit code."""
    if ignored:
        signal.signal(signal.Signals[ignored], signal.SIG_IGN)
    PLACES[place]()
    return main()


if __name__ == "__main__":
    sys.exit(run(sys.argv.pop(1), sys.argv.pop(1)))
