"""Modules of the standard library that are imported long before anything of them is used.

`dataclasses` imports `inspect`, and with it the parser, the disassembler and the tokenizer, for a
case that never comes up here: a class without a docstring. That is half of what it costs.
"""

from __future__ import annotations

import sys
from types import ModuleType


class _Later(ModuleType):
    """A module that is loaded when something of it is asked for."""

    def __getattr__(self, name: str) -> object:
        """Load it, once: from then on it is a module like any other."""
        if self.__spec__ is None or self.__spec__.loader is None:
            raise AttributeError(name)
        self.__class__ = ModuleType  # type: ignore[assignment]
        self.__spec__.loader.exec_module(self)
        return getattr(self, name)


def put_off(name: str) -> None:
    """Let a module of the standard library be loaded when it is used, not when it is imported.

    What importlib's own LazyLoader gives would be loaded by the second `import` of it already.
    """
    if name in sys.modules:
        return
    found = (finder.find_spec(name, None) for finder in sys.meta_path)
    spec = next((spec for spec in found if spec is not None and spec.origin), None)
    if spec is None:
        return
    module = _Later(name)
    module.__spec__, module.__loader__, module.__file__ = spec, spec.loader, spec.origin
    sys.modules[name] = module
