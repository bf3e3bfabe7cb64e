"""The examples in core's docstrings run and give what they show."""

import doctest
import importlib

import pytest

from tests.architecture.tree import modules

NAMES = [
    "sayso." + module.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for module in modules("core")
]


@pytest.mark.parametrize("name", NAMES)
def test_examples_hold(name: str) -> None:
    """Every example of the module gives what it shows."""
    outcome = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert outcome.failed == 0
