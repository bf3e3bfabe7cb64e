"""A bare interpreter in which nothing outside can be reached, for proving what needs nothing.

Run as `python -S -I sealed.py` with an Errand as JSON on stdin. Two doors close one after another.
While modules load, only the files of imports may be read; clocks, chance and the rest are gone
already. Before the first request the second door closes: no import either, nothing at all. What
the program's `answer` says to each request is written as a JSON list.

A fault of this file would prove nothing, so `test_purity.py` tries both doors.
"""

from __future__ import annotations

import builtins
import datetime as dt
import importlib
import json
import os
import random
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Final, Never, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable


class Errand(TypedDict):
    """What to do. `folder` is on the path, and all that imports may read once a door is closed.

    `beforehand` are modules that load before that, `modules` those that load after it, and
    `program` the module that answers.
    """

    folder: str
    beforehand: list[str]
    modules: list[str]
    program: str
    requests: list[str]


class SealedError(BaseException):
    """Something outside was asked for; no `except Exception` may hide it."""


# What the interpreter tells of itself while it only thinks. All other events are refused.
INWARD: Final = frozenset(
    {"builtins.id", "sys._getframe", "object.__getattr__", "object.__setattr__", "code.__new__"}
)
OF_IMPORTS: Final = frozenset({"import", "compile", "exec", "marshal.loads"})
# What raises no event, and where it lies.
NAMES: Final = (
    *((time, name) for name in dir(time) if callable(getattr(time, name)) and name[0] != "s"),
    *((random, name) for name in ("random", "randint", "choice", "getrandbits", "shuffle")),
    *(
        (os, name)
        for name in ("urandom", "getenv", "getcwd", "stat", "getpid", "get_terminal_size")
    ),
    (threading, "Thread"),
    *((builtins, name) for name in ("open", "print", "input", "breakpoint")),
)
OUTSIDE: Final = (
    *(
        "_socket",
        "_thread",
        "asyncio",
        "ctypes",
        "fcntl",
        "glob",
        "io",
        "locale",
        "logging",
        "mmap",
    ),
    *("multiprocessing", "os", "pathlib", "platform", "posix", "random", "secrets", "select"),
    *(
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "ssl",
        "subprocess",
        "sys",
        "tempfile",
        "time",
        "uuid",
    ),
)


def refused(*asked: object, **named: object) -> Never:
    """Refuse a call, whatever it is given."""
    raise SealedError(f"asked for something outside: {asked} {named}")


def hook_for(folder: str, loading: list[bool]) -> Callable[[str, tuple[Any, ...]], None]:
    """Give the audit hook; it lasts as long as the process. `loading` is emptied to close it."""

    def hear(event: str, given: tuple[Any, ...]) -> None:
        if event in INWARD or (loading and event in OF_IMPORTS):
            return
        below = bool(given) and str(given[0]).startswith(folder)
        if loading and below and event == "os.listdir":
            return
        if loading and below and event == "open" and given[2] & os.O_ACCMODE == os.O_RDONLY:
            return
        raise SealedError(f"{event} {given}")

    return hear


def take_names_away() -> None:
    """Close what no audit hook sees: clocks, chance, the environment, output, late imports."""
    for place, name in NAMES:
        setattr(place, name, refused)

    class Moment(dt.datetime):
        now = utcnow = today = refused

    class Day(dt.date):
        today = refused

    dt.datetime, dt.date = Moment, Day  # type: ignore[misc]
    for name in OUTSIDE:
        sys.modules[name] = None  # type: ignore[assignment] # its import fails from now on


def main() -> None:
    """Run an errand behind closed doors."""
    errand: Errand = json.load(sys.stdin)
    tell, import_module, path = sys.stdout.write, importlib.import_module, sys.path
    sys.dont_write_bytecode = True
    path.insert(0, errand["folder"])
    for name in errand["beforehand"]:
        import_module(name)
    loading = [True]
    take_names_away()
    sys.addaudithook(hook_for(errand["folder"], loading))
    for name in errand["modules"]:
        import_module(name)
    answer = import_module(errand["program"]).answer
    loading.clear()
    tell(json.dumps([answer(request) for request in errand["requests"]]))


if __name__ == "__main__":
    main()
