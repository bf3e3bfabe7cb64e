"""Runs the benches named on the command line, or every one, and prints their figures as tables.

A bench is a module of this folder with a text `SUBJECT` and `figures(quick)`, which gives what it
measures; one that has a `main()` instead prints for itself.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import pkgutil
import sys
import traceback
from typing import TYPE_CHECKING

import bench
from bench.tables import Figure, in_json, machine, table
from tests.own_home import use_own_home

if TYPE_CHECKING:
    from types import ModuleType


def names() -> tuple[str, ...]:
    """Give the modules beside this one that can be run as a bench, in order of their names."""
    found = (module.name for module in pkgutil.iter_modules(bench.__path__))
    return tuple(name for name in sorted(found) if name != "__main__" and runnable(module_of(name)))


def module_of(name: str) -> ModuleType:
    """Load a module of this folder."""
    return importlib.import_module(f"bench.{name}")


def runnable(module: ModuleType) -> bool:
    """Tell whether a module is a bench."""
    return hasattr(module, "figures") or hasattr(module, "main")


def main(arguments: list[str]) -> int:
    """Run the benches in turn; with --json, what they print by themselves goes to stderr.

    One that fails does not keep those after it from running, but the run has failed then.
    """
    asked = read(arguments)
    if asked.data:
        os.environ["BENCH_LOCOMO"] = asked.data
    measured: list[Figure] = []
    broken: list[str] = []
    with contextlib.redirect_stdout(sys.stderr if asked.json else sys.stdout):
        print(machine(), flush=True)
        for name in asked.names or names():
            try:
                measured += run(name, quick=asked.quick)
            except Exception:  # noqa: BLE001 - the benches after it are run, and the end tells
                traceback.print_exc()
                broken.append(name)
    if asked.json:
        print(in_json(measured))
    if broken:
        print(f"broken off: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


def read(arguments: list[str]) -> argparse.Namespace:
    """Read the command line; a name that is none ends with the list of those there are."""
    known = names()
    given = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    given.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(known)}")
    given.add_argument("--quick", action="store_true", help="less of everything: a try, no figures")
    given.add_argument("--json", action="store_true", help="print the figures as one line of JSON")
    given.add_argument("--data", metavar="FILE", help="conversations in the format of LoCoMo")
    asked = given.parse_args(arguments)
    if unknown := [name for name in asked.names if name not in known]:
        given.error(f"no bench {', '.join(unknown)}; there are: {', '.join(known)}")
    return asked


def run(name: str, *, quick: bool) -> list[Figure]:
    """Run one bench, print its table and give its figures."""
    module = module_of(name)
    if not hasattr(module, "figures"):
        print(f"\n== {name}\n", flush=True)
        module.main()
        return []
    print(f"\n== {name}\n{module.SUBJECT}\n", flush=True)
    found = list(module.figures(quick))
    print(table(found), flush=True)
    return found


if __name__ == "__main__":
    use_own_home()
    sys.exit(main(sys.argv[1:]))
