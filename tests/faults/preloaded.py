"""What a warm interpreter has imported before a process is forked from it (`warm.py`): everything.

Importing opens nothing and starts nothing; a module that did would be seen by every test at once.
"""

import importlib
import pkgutil

import httpx  # noqa: F401, TID253 - what the modules load only when it is needed

import sayso.core
import sayso.shell
import tests.faults.halted
import tests.kit  # noqa: F401

for package in (sayso.core, sayso.shell):
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(found.name)
