"""Who may import whom, and what the pure core may touch.

import-linter guards the arrows between packages; this file guards what it can't: the allow-list
of core, names that need no import (`open`, `print`), and modules that no contract has named yet.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.architecture.tree import CODE, Module, dotted, listed, modules

# The pure parts of the standard library. A module is pure when its functions give the same
# answer for the same arguments and touch nothing else; whoever adds one here vouches for that.
PURE = frozenset(
    {
        "__future__",
        "abc",
        "base64",
        "binascii",
        "bisect",
        "collections",
        "collections.abc",
        "contextlib",
        "dataclasses",
        "datetime",  # for parsing and arithmetic: its clocks are banned below
        "email.utils",  # for the dates of HTTP headers
        "decimal",
        "difflib",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "heapq",
        "hmac",
        "html",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "shlex",
        "string",
        "struct",
        "textwrap",
        "tomllib",
        "types",
        "typing",
        "unicodedata",
        "urllib.parse",
    }
)
# Who may import it. The other package finds one of a third, whose English part alone is loaded.
THIRD_PARTY = {
    "orjson": "core/",
    "returns": "core/outcome.py",
    "importlib": "core/snowball/__init__.py",
}
TYPES_ONLY = frozenset({"typing_extensions"})

# Names that need no import and still reach out of core, or differ from run to run.
IMPURE_CALLS = {
    "open": "files belong to the shell",
    "print": "output belongs to the entrances",
    "input": "input belongs to the entrances",
    "breakpoint": "a debugger is no part of the program",
    "exec": "core runs no text",
    "eval": "core runs no text",
    "__import__": "imports stand at the top",
    "hash": "hash() of a str differs from process to process; use hashlib",
    "id": "id() differs from run to run",
    "datetime.now": "the clock is an argument",
    "datetime.utcnow": "the clock is an argument",
    "datetime.today": "the clock is an argument",
    "date.today": "the clock is an argument",
    "datetime.datetime.now": "the clock is an argument",
    "datetime.datetime.utcnow": "the clock is an argument",
    "datetime.date.today": "the clock is an argument",
}

# The layers of the shell, lowest first; a module may import its own layer and lower ones.
# What is named in no row is a service: memory.py, worker.py, importing.py and their like.
FOUNDATIONS = frozenset({"errors", "ports"})
ADAPTERS = frozenset({"models", "store"})
ENTRANCES = frozenset({"entrances"})
LAYERS = ("core", "foundation", "adapter", "service", "entrance")


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """One imported module, as written; `types_only` inside `if TYPE_CHECKING`."""

    node: ast.stmt
    name: str
    member: str
    types_only: bool


def imports(module: Module) -> Iterator[Import]:
    """Give every import of a file, wherever it stands."""
    guarded = {
        id(inner)
        for node in module.nodes
        if isinstance(node, ast.If) and dotted(node.test).endswith("TYPE_CHECKING")
        for part in node.body
        for inner in ast.walk(part)
    }
    for node in module.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node=node, name=alias.name, member="", types_only=id(node) in guarded)
        elif isinstance(node, ast.ImportFrom):
            name = "." * node.level + (node.module or "")
            for alias in node.names:
                yield Import(
                    node=node, name=name, member=alias.name, types_only=id(node) in guarded
                )


def is_allowed_in_core(module: Module, found: Import) -> bool:
    """Tell whether core may import this: only what is on a list above."""
    top = found.name.partition(".")[0]
    if top == "sayso":
        return f"{found.name}.{found.member}.".startswith("sayso.core.")
    if found.name in TYPES_ONLY:
        return found.types_only
    if top in THIRD_PARTY:
        return module.path.startswith(THIRD_PARTY[top])
    return found.name in PURE or f"{found.name}.{found.member}" in PURE


def layer_of(dotted_name: str) -> str | None:
    """Name the layer of a module of ours, None for what has no place in the order."""
    parts = dotted_name.split(".")
    if parts[:2] == ["sayso", "core"]:
        return "core"
    if parts[:2] != ["sayso", "shell"] or len(parts) == 2:
        return None
    if parts[2] in FOUNDATIONS:
        return "foundation"
    if parts[2] in ADAPTERS:
        return "adapter"
    return "entrance" if parts[2] in ENTRANCES else "service"


def own_name(module: Module) -> str:
    """Turn `shell/store/rows.py` into `sayso.shell.store.rows`."""
    return "sayso." + module.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_core_imports_only_what_is_on_the_allow_list() -> None:
    """Everything core imports is pure standard library, orjson, itself, or one file's own."""
    core = modules("core")
    assert core, "core/ has no files: the walk is broken"
    faults = [
        module.at(found.node, f"core may not import {found.name} ({found.member or 'module'})")
        for module in core
        for found in imports(module)
        if not is_allowed_in_core(module, found)
    ]
    assert not faults, listed(faults)


def test_core_calls_nothing_that_reaches_out() -> None:
    """No clock, id, random number, file, output or environment is reached without an import."""
    faults = [
        module.at(call, f"{name}(): {IMPURE_CALLS[name]}")
        for module in modules("core")
        for call, name in module.calls()
        if name in IMPURE_CALLS
    ]
    assert not faults, listed(faults)


def test_core_has_no_global_state() -> None:
    """Core rebinds no global, and every module-level list, set or dict is declared Final."""
    faults = []
    for module in modules("core"):
        faults += [
            module.at(node, "core has no global state")
            for node in module.nodes
            if isinstance(node, ast.Global)
        ]
        faults += [
            module.at(node, "a module-level list, set or dict is a tuple, frozenset or Final")
            for node in module.tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.List | ast.Set | ast.Dict)
            and dotted(node.targets[0]) != "__all__"
        ]
    assert not faults, listed(faults)


def test_shell_imports_point_downwards() -> None:
    """Entrances use services, services use store and models, those use ports, all may use core."""
    faults = []
    for module in modules("shell"):
        here = layer_of(own_name(module))
        for found in imports(module):
            there = layer_of(f"{found.name}.{found.member}".rstrip("."))
            if here and there and LAYERS.index(there) > LAYERS.index(here):
                faults.append(module.at(found.node, f"{here} imports {there} {found.name}"))
    assert not faults, listed(faults)


def test_store_and_models_do_not_know_each_other() -> None:
    """The two adapters are joined by services alone."""
    faults = [
        module.at(found.node, f"{mine} imports {other}")
        for mine, other in (("store", "models"), ("models", "store"))
        for module in modules("shell")
        if module.path.startswith(f"shell/{mine}/")
        for found in imports(module)
        if f"{found.name}.{found.member}.".startswith(f"sayso.shell.{other}.")
    ]
    assert not faults, listed(faults)


def test_every_import_has_one_spelling() -> None:
    """Nothing is imported relatively or as a top-level core, shell or sql."""
    faults = [
        module.at(found.node, f"write sayso.{found.name.lstrip('.')} in full")
        for module in modules(*CODE)
        for found in imports(module)
        if found.name.partition(".")[0] in {"", "core", "shell", "sql"}
    ]
    assert not faults, listed(faults)
