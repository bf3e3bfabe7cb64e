"""Loads the statements below sql/ by name, once each.

A name is the path below sql/ without `.sql`, such as `turns/insert`. This works the same from a
checkout, an editable install and a wheel.
"""

from __future__ import annotations

from functools import cache
from os.path import join

import sayso.sql

_FOLDER = next(iter(sayso.sql.__path__))


@cache
def statement(name: str) -> str:
    """Give the text of one statement; an unknown name is a broken program, not bad input."""
    with open(join(_FOLDER, f"{name}.sql"), encoding="utf-8") as file:
        return file.read()
