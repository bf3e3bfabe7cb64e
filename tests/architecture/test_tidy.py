"""The house rules that a program can check, each with the limit it holds the code to.

ruff covers what it can (complexity, imports, style); here stand sizes, names and places. A rule
that is wrong for one file is changed here for all of them: no file has a private exception.
"""

import ast
import re
import statistics
from itertools import takewhile

import pytest

from tests.architecture.tree import CODE, SHIPPED, Function, Module, dotted, listed, modules

FUNCTION_MAX_LINES = 60
FUNCTION_MEDIAN_MAX_LINES = 12
FILE_MAX_LINES = 300
PARAMETERS_MAX = 5
TABLE_SHARE_MIN = 0.9  # share of a file's lines that are literals, for it to be a table

EMPTY_NAMES = frozenset({"manager", "helper", "util", "handler", "processor", "data", "info"})
WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

# Upper-case keywords; lower-case ones only where the words after them make it a statement, since
# "select", "update" and "with" are English too.
SQL = re.compile(
    r"\s*(?:"
    r"(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|REPLACE|WITH|PRAGMA)\s"
    r"|select\s[^.]*\sfrom\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\w+\s+set\s"
    r"|delete\s+from\s|create\s+(?:unique\s+)?(?:table|index|trigger|view)\s"
    r"|pragma\s+\w+\s*(?:=|\(|$))"
)

# Nodes a table of data is made of: literals, containers, and records built from them.
TABLE_NODES = (
    ast.Constant,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.Call,
    ast.keyword,
    ast.Name,
    ast.Attribute,
    ast.Starred,
    ast.UnaryOp,
    ast.BinOp,
    ast.operator,
    ast.unaryop,
    ast.expr_context,
)


def length_lines(function: Function) -> int:
    """Count the lines from `def` to the last one, docstring included, decorators not."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def is_literal(value: ast.expr | None) -> bool:
    """Tell whether an expression is data that stands there as it will be."""
    return value is not None and all(isinstance(node, TABLE_NODES) for node in ast.walk(value))


def is_table(module: Module) -> bool:
    """Tell whether nearly all statements of a file assign literals."""
    body = [
        node
        for node in module.tree.body
        if not isinstance(node, ast.Import | ast.ImportFrom)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    size = [(node.end_lineno or node.lineno) - node.lineno + 1 for node in body]
    literal = [
        lines
        for node, lines in zip(body, size, strict=True)
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_literal(node.value)
    ]
    return bool(body) and sum(literal) >= TABLE_SHARE_MIN * sum(size)


def count_parameters(function: Function) -> int:
    """Count the parameters a caller sees: all but `self` and `cls`."""
    spec = function.args
    names = [arg.arg for arg in (*spec.posonlyargs, *spec.args)]
    bound = len(names[:1]) if names[:1] in (["self"], ["cls"]) else 0
    star = [arg for arg in (spec.vararg, spec.kwarg) if arg is not None]
    return len(names) - bound + len(spec.kwonlyargs) + len(star)


def is_command(module: Module, function: Function) -> bool:
    """Tell whether Typer makes a command of this function: one parameter is one option."""
    return module.path.startswith("shell/entrances/cli/") and any(
        "Annotated" in ast.unparse(arg.annotation)
        for arg in (*function.args.args, *function.args.kwonlyargs)
        if arg.annotation is not None
    )


def docstrings(module: Module) -> set[int]:
    """Give the identities of the constants that are docstrings."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in module.nodes
        if isinstance(node, owners) and node.body and isinstance(node.body[0], ast.Expr)
    }


def named(module: Module) -> list[tuple[ast.AST, str]]:
    """Give the names a file defines: its own, its folder's, its classes' and functions'."""
    found: list[tuple[ast.AST, str]] = [
        (module.tree, part) for part in module.path.removesuffix(".py").split("/")
    ]
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found += [(node, node.name) for node in module.nodes if isinstance(node, kinds)]
    return [(node, name) for node, name in found if not name.startswith("test_")]


def proofs_in(module: Module) -> list[Function]:
    """Give the test functions and methods of a file."""
    if not module.path.rpartition("/")[2].startswith("test_"):
        return []
    return [function for function in module.functions() if function.name.startswith("test_")]


def test_no_function_is_too_long() -> None:
    """A function fits on one screen: at most 60 lines."""
    faults = [
        module.at(function, f"{function.name} has {length_lines(function)} lines")
        for module in modules(*CODE)
        for function in module.functions()
        if length_lines(function) > FUNCTION_MAX_LINES
    ]
    assert not faults, listed(faults)


def test_most_functions_are_short() -> None:
    """Half of the functions of core and shell have at most 12 lines."""
    lengths = [
        length_lines(function)
        for module in modules("core", "shell")
        for function in module.functions()
    ]
    assert statistics.median(lengths) <= FUNCTION_MEDIAN_MAX_LINES


def test_no_file_is_too_long() -> None:
    """A file of code holds one idea: at most 300 lines, tables of data exempt."""
    faults = [
        f"{module.path}: {len(module.text.splitlines())} lines"
        for module in modules(*CODE)
        if len(module.text.splitlines()) > FILE_MAX_LINES and not is_table(module)
    ]
    assert not faults, listed(faults)


def test_no_function_takes_too_many_parameters() -> None:
    """A function takes at most five parameters, or one frozen record; Typer commands aside."""
    faults = [
        module.at(function, f"{function.name} takes {count_parameters(function)} parameters")
        for module in modules(*CODE)
        for function in module.functions()
        if count_parameters(function) > PARAMETERS_MAX and not is_command(module, function)
    ]
    assert not faults, listed(faults)


def test_names_say_something() -> None:
    """No module, class or function is called a manager, helper, util, handler and so on."""
    faults = [
        module.at(node, f"{name} says nothing")
        for module in modules(*CODE)
        for node, name in named(module)
        if EMPTY_NAMES & {word.lower().removesuffix("s") for word in WORDS.findall(name)}
    ]
    assert not faults, listed(faults)


def test_no_sql_in_python() -> None:
    """Statements lie in sql/, where each one is checked; no Python string is one."""
    faults = [
        module.at(node, f"SQL in a string: {node.value[:40]!r}")
        for module in modules(*SHIPPED)
        for texts in [docstrings(module)]
        for node in module.nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in texts
        and SQL.match(node.value)
    ]
    assert not faults, listed(faults)


@pytest.mark.parametrize(
    ("text", "is_sql"),
    [
        ("SELECT id FROM turns", True),
        ("  select id\nfrom turns", True),
        ("insert or ignore into turns values (1)", True),
        ("PRAGMA journal_mode", True),
        ("pragma user_version", True),
        ("Select a folder from the list.", False),
        ("With a model that answers rubbish", False),
        ("update the index", False),
        ("CREATED", False),
    ],
)
def test_sql_is_told_from_prose(text: str, is_sql: bool) -> None:
    """The rule above sees statements in either case and leaves sentences alone."""
    assert bool(SQL.match(text)) is is_sql


def test_every_module_says_what_it_is() -> None:
    """Every module opens with a docstring."""
    faults = [module.path for module in modules(*CODE) if not ast.get_docstring(module.tree)]
    assert not faults, listed(faults)


def test_every_test_says_what_it_proves() -> None:
    """Every test function has a docstring that ends as a sentence does."""
    faults = [
        module.at(function, f"{function.name} needs a sentence")
        for module in modules("tests")
        for function in proofs_in(module)
        if not (ast.get_docstring(function) or "").rstrip().endswith((".", "。"))
    ]
    assert not faults, listed(faults)


def test_nothing_sleeps_and_no_test_reads_the_wall_clock() -> None:
    """Tests wait for events and are given their time; core and bench never wait."""
    banned = {"time.sleep", "asyncio.sleep", "sleep", "time.time", "time.time_ns"}
    banned |= {"datetime.now", "datetime.datetime.now", "date.today", "datetime.date.today"}
    faults = [
        module.at(call, f"{name}()")
        for module in modules("core", "tests", "bench", "examples")
        for call, name in module.calls()
        if name in banned
    ]
    assert not faults, listed(faults)


def test_no_test_is_skipped_without_a_reason() -> None:
    """Whatever is skipped or expected to fail says why."""
    needs = {"pytest.mark.skip", "pytest.mark.skipif", "pytest.mark.xfail", "pytest.importorskip"}
    faults = []
    for module in modules("tests"):
        for call, name in module.calls():
            reasons = [key.value for key in call.keywords if key.arg == "reason"]
            given = reasons or (call.args if name in {"pytest.skip", "pytest.xfail"} else [])
            if (name in needs or name in {"pytest.skip", "pytest.xfail"}) and not given:
                faults.append(module.at(call, f"{name} without a reason"))
        faults += [
            module.at(decorator, "a bare mark without a reason")
            for function in module.functions()
            for decorator in function.decorator_list
            if dotted(decorator) in needs
        ]
    assert not faults, listed(faults)


def test_no_banner_comments() -> None:
    """A comment is a sentence, never a line of dashes."""
    faults = [
        f"{module.path}:{number}: banner"
        for module in modules(*CODE)
        for number, line in enumerate(module.text.splitlines(), start=1)
        if line.lstrip().startswith("#")
        and len(list(takewhile(lambda char: char in "-=#*~ ", line.strip()))) > len("# ---")
    ]
    assert not faults, listed(faults)
