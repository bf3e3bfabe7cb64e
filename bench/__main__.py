"""Runs the benches named on the command line, or every one: each is a module with a `main()`."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench
from tests.own_home import use_own_home


def names() -> tuple[str, ...]:
    """Give the modules beside this one that can be run as a bench, in order of their names."""
    found = (module.name for module in pkgutil.iter_modules(bench.__path__))
    return tuple(name for name in sorted(found) if name != "__main__" and runnable(name))


def runnable(name: str) -> bool:
    """Tell whether a module of this folder has a `main`."""
    return hasattr(importlib.import_module(f"bench.{name}"), "main")


def main(wanted: list[str]) -> int:
    """Run the benches in turn; a name that is none ends with the list of those there are."""
    known = names()
    if unknown := [name for name in wanted if name not in known]:
        print(f"no bench {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    for name in wanted or known:
        importlib.import_module(f"bench.{name}").main()
    return 0


if __name__ == "__main__":
    use_own_home()
    sys.exit(main(sys.argv[1:]))
