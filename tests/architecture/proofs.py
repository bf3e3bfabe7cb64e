"""How the tables of docs/ name their proofs, and whether such a proof exists, runs and checks.

A proof is tests, written `tests/file.py::test_name` and separated by commas; the file may be left
out when it is that of the test before.
"""

import ast
import re
from functools import cache

from tests.architecture.tree import ROOT, dotted, read_module

REPLACED_FORM = re.compile(r"replaced \(\S[^)]*\):\s*")
PIPE = re.compile(r"(?<!\\)\|")
NEVER_RUN = ("mark.skip", "mark.xfail")


def cells_of(line: str) -> list[str]:
    """Give the cells of one row of a table, without the marks around them."""
    return [cell.strip().strip("`*").strip() for cell in PIPE.split(line.strip())[1:-1]]


def read_proof(proof: str) -> list[tuple[str, str]]:
    """Read a proof as (file, test) pairs; a test without a file belongs to the file before."""
    pairs = []
    path = ""
    for entry in re.split(r"[,;]|<br>", REPLACED_FORM.sub("", proof, count=1).replace("`", "")):
        name = re.sub(r"\[.*", "", entry).strip()
        if "::" in name:
            path, _, name = name.partition("::")
        if name:
            pairs.append((path.strip(), name.strip()))
    return pairs


@cache
def definitions(path: str) -> dict[str, ast.AST]:
    """Give the tests of a file by the names a table may call them, `Class::test` too."""
    found: dict[str, ast.AST] = {}
    for node in read_module(path).tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{one.name}": one for one in node.body if hasattr(one, "name")}
        # hypothesis runs a state machine under a name of its own: TestX = Machine.TestCase
        if isinstance(node, ast.Assign) and dotted(node.value).endswith(".TestCase"):
            machine = dotted(node.value).removesuffix(".TestCase")
            found[dotted(node.targets[0])] = found.get(machine, node)
    return found


@cache
def checking(path: str) -> frozenset[str]:
    """Give the functions a test file may call that check something: its own, and shared ones.

    A function under test may be called `check_…` as well; only functions of tests count.
    """
    names = {
        name
        for name, node in definitions(path).items()
        if isinstance(node, ast.FunctionDef) and any(map(is_plain_assertion, ast.walk(node)))
    }
    for node in read_module(path).tree.body:
        shared = imported_file(node)
        if isinstance(node, ast.ImportFrom) and shared:
            names |= {one.asname or one.name for one in node.names} & checking(shared)
    return frozenset(names)


@cache
def checking_methods(path: str) -> frozenset[str]:
    """Give the methods that check something of the classes a test file has or imports."""
    tree = read_module(path).tree
    names = {
        method.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef) and any(map(is_plain_assertion, ast.walk(method)))
    }
    for shared in map(imported_file, tree.body):
        names |= checking_methods(shared) if shared else frozenset()
    return frozenset(names)


def imported_file(node: ast.stmt) -> str:
    """Give the file of the tests that a statement imports from, "" for any other statement."""
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    path = f"{module.replace('.', '/')}.py"
    return path if module.startswith("tests.") and (ROOT / path).is_file() else ""


def is_plain_assertion(node: ast.AST) -> bool:
    """Tell whether a node checks something by itself; `assert True` checks nothing."""
    if isinstance(node, ast.Assert):
        return not isinstance(node.test, ast.Constant)
    return isinstance(node, ast.Call) and dotted(node.func).endswith("pytest.raises")


def is_assertion(node: ast.AST, path: str) -> bool:
    """Tell whether a node of a test file checks something, or calls what does."""
    called = dotted(node.func) if isinstance(node, ast.Call) else ""
    owner, _, method = called.rpartition(".")
    is_checked = method in checking_methods(path) if owner else called in checking(path)
    return is_plain_assertion(node) or is_checked


def is_never_run(node: ast.AST) -> bool:
    """Tell whether a test is marked so that it is left out, always or on some machines."""
    marks = getattr(node, "decorator_list", [])
    return any(mark in ast.unparse(one) for one in marks for mark in NEVER_RUN)


def fault_of(path: str, name: str) -> str | None:
    """Say what is wrong with one named test, None when it exists, runs and asserts something."""
    if not path.startswith("tests/") or not (ROOT / path).is_file():
        return f"there is no file {path or '(none named)'} for {name}"
    node = definitions(path).get(name)
    if node is None or not name.rpartition("::")[2].startswith(("test_", "Test")):
        return f"{path} has no test {name}"
    if is_never_run(node):
        return f"{path}::{name} is not run everywhere"
    if not any(is_assertion(inner, path) for inner in ast.walk(node)):
        return f"{path}::{name} asserts nothing"
    return None
