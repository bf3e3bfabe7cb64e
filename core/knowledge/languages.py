"""Which files are source code, and in which language, by the endings of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_ENDINGS: Final[Mapping[str, str]] = {
    "c": "c h",
    "cpp": "cc cpp cxx c++ hh hpp hxx inl ipp",
    "csharp": "cs",
    "dart": "dart",
    "elixir": "ex exs",
    "erlang": "erl hrl",
    "fortran": "f f90 f95 f03",
    "go": "go",
    "haskell": "hs",
    "java": "java",
    "javascript": "js jsx mjs cjs",
    "kotlin": "kt kts",
    "lua": "lua",
    "matlab": "m",
    "ocaml": "ml mli",
    "perl": "pl pm",
    "php": "php",
    "python": "py pyi",
    "r": "r",
    "ruby": "rb",
    "rust": "rs",
    "scala": "scala",
    "shell": "sh bash",
    "sql": "sql",
    "swift": "swift",
    "typescript": "ts tsx mts cts",
    "verilog": "v sv svh",
    "vhdl": "vhd vhdl",
    "zig": "zig",
}
_LANGUAGES: Final = {
    ending: language for language, endings in _ENDINGS.items() for ending in endings.split()
}


def language_of(path: str) -> str:
    """Give the language of a file by its name, '' for one that is no source code.

    >>> language_of("src/brake.C"), language_of("README.md"), language_of(".py")
    ('c', '', '')
    """
    stem, dot, ending = path.rpartition("/")[2].rpartition(".")
    return _LANGUAGES.get(ending.lower(), "") if stem and dot else ""
