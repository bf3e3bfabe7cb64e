"""Long-term memory for LLM agents that remembers only on the user's say-so.

The code lives in core/, shell/ and sql/ at the repository root; src/sayso/ links to them.
`from sayso import Memory` is resolved on first use, so that `import sayso` stays cheap.
"""

import os.path as _p

TYPE_CHECKING = False  # what a type checker takes for true; importing typing would cost 10 ms
if TYPE_CHECKING:
    from sayso.shell.memory import Memory as Memory

__version__ = "0.1.0"
__all__ = ["Memory", "__version__"]

_here = _p.dirname(_p.abspath(__file__))
if not _p.isdir(_p.join(_here, "core")):  # a checkout without symbolic links (Windows)
    __path__.append(_p.dirname(_p.dirname(_here)))


def __getattr__(name: str) -> object:
    """Import the library's front door only when somebody asks for it (PEP 562)."""
    if name == "Memory":
        from sayso.shell.memory import Memory  # noqa: PLC0415 - lazy: apsw and core cost 60 ms

        return Memory
    raise AttributeError(f"module 'sayso' has no attribute {name!r}")
