"""Python sources as parts, by Python's own parser: it needs nothing that is not there already."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from sayso.core import limits
from sayso.core.knowledge.outline import Kind, Part
from sayso.core.outcome import Failure, Success
from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.outcome import Result

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_LINE_END: Final = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class PythonParser:
    """Reads Python."""

    name: str = "ast"

    def parts(self, source: bytes) -> Result[tuple[Part, ...], str]:
        """Give what is in a file; fails with the reason for what is no Python."""
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
            text = source.decode(encoding)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what a strange escape means is not our concern
                tree = ast.parse(text)
            return Success(_Reading(_LINE_END.split(text.encode())).parts([tree], 0))
        except SyntaxError as error:
            return Failure(f"is no Python: {error.msg} in line {error.lineno or 1}")
        except (ValueError, LookupError) as error:
            return Failure(f"is no Python: {error}")
        except (RecursionError, MemoryError):
            return Failure("is no Python: nested too deeply")


@dataclass(frozen=True, slots=True)
class _Reading:
    """One file while it is read: its lines, as the parser counts them."""

    lines: list[bytes]

    def parts(self, nodes: Iterable[ast.AST], depth: int) -> tuple[Part, ...]:
        """Give the parts in some nodes, in order; what is no part itself is looked into."""
        found: list[Part] = []
        waiting = list(nodes)[::-1]
        while waiting:
            node = waiting.pop()
            holder = self._holding(node, depth) if depth < limits.CODE_DEPTH_MAX else None
            if holder is not None:
                found += holder
                continue
            found += self._said(node)
            waiting += list(ast.iter_child_nodes(node))[::-1]
        return tuple(found)

    def _holding(self, node: ast.AST, depth: int) -> list[Part] | None:
        """Give the parts that a node is and that hold others, None for another node."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                outside = self.parts([*node.decorator_list, node.args], depth)
                return [*outside, self._function(node, depth)]
            case ast.ClassDef():
                inner = self.parts(node.body, depth + 1)
                return [Part(kind=Kind.SCOPE, name=node.name, inner=inner)]
            case ast.If():
                return list(self._branches(node, depth))
            case ast.While():
                body = self._branch(f"while {self._text(node.test)}", node.body, depth)
                return [*self.parts([node.test], depth), body, *self.parts(node.orelse, depth)]
            case ast.ExceptHandler():
                caught = self._text(node.type) if node.type else ""
                return [self._branch(f"except {caught}".strip(), node.body, depth)]
            case ast.Match():
                cases = tuple(self._case(one, depth + 1) for one in node.cases)
                subject = self._text(node.subject)
                guards = [one.guard for one in node.cases if one.guard]
                return [
                    *self.parts([node.subject, *guards], depth),
                    Part(kind=Kind.SWITCH, text=subject, inner=cases),
                ]
            case _:
                return None

    def _function(self, node: Function, depth: int) -> Part:
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        last = node.end_lineno or node.lineno
        return Part(
            kind=Kind.FUNCTION,
            name=node.name,
            text=clip(ast.unparse(node.args), limits.CODE_TEXT_MAX_CHARS),
            source=b"\n".join(self.lines[first - 1 : last]).decode(),
            first_line=first,
            last_line=last,
            inner=self.parts(node.body, depth + 1),
        )

    def _branches(self, node: ast.If, depth: int) -> Iterator[Part]:
        """Give the branches of a condition side by side, however many there are."""
        text, first = self._text(node.test), self._text(node.test)
        while True:
            yield from self.parts([node.test], depth)
            yield self._branch(text, node.body, depth)
            match node.orelse:
                case []:
                    return
                case [ast.If() as following]:
                    node, text = following, f"else if {self._text(following.test)}"
                case others:
                    yield self._branch(f"else of {first}", others, depth)
                    return

    def _branch(self, text: str, body: Iterable[ast.AST], depth: int) -> Part:
        return Part(kind=Kind.BRANCH, text=text, inner=self.parts(body, depth + 1))

    def _case(self, node: ast.match_case, depth: int) -> Part:
        guard = f" if {self._text(node.guard)}" if node.guard else ""
        inner = self.parts(node.body, depth + 1)
        return Part(kind=Kind.CASE, text=f"{self._text(node.pattern)}{guard}", inner=inner)

    def _said(self, node: ast.AST) -> list[Part]:
        """Give the part that a node is by itself."""
        match node:
            case ast.Call():
                called = self._text(node.func)
                return [Part(kind=Kind.CALL, name=called, text=self._text(node))]
            case ast.Return() | ast.Yield() | ast.YieldFrom() if node.value is not None:
                return [Part(kind=Kind.RESULT, text=self._text(node.value))]
            case ast.Raise():
                raised = self._text(node.exc) if node.exc else "what was caught"
                return [Part(kind=Kind.FAILURE, text=raised)]
            case ast.Assert():
                failing = f"AssertionError unless {self._text(node.test)}"
                return [Part(kind=Kind.FAILURE, text=failing)]
            case _:
                return self._changes(node)

    def _changes(self, node: ast.AST) -> list[Part]:
        """Give what a node sets, if it does."""
        match node:
            case ast.Assign():
                names, text = ", ".join(map(self._text, node.targets)), self._text(node.value)
            case ast.AnnAssign() if node.value is not None:
                names, text = self._text(node.target), self._text(node.value)
            case ast.AugAssign():
                names, text = self._text(node.target), self._increment(node)
            case ast.NamedExpr():
                names, text = self._text(node.target), self._text(node.value)
            case _:
                return []
        return [Part(kind=Kind.CHANGE, name=names, text=text)]

    def _increment(self, node: ast.AugAssign) -> str:
        """Say what is added to something, or done to it otherwise."""
        sign = ast.unparse(ast.BinOp(ast.Name("a"), node.op, ast.Name("b")))[1:-1].strip()
        return f"{sign}= {self._text(node.value)}"

    def _text(self, node: ast.expr | ast.pattern) -> str:
        """Give what stands in the source for a node, on one line."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        end = node.end_col_offset or 0
        if first == last:
            raw = self.lines[first][node.col_offset : end]
        else:
            between = self.lines[first + 1 : last]
            raw = b"\n".join(
                (self.lines[first][node.col_offset :], *between, self.lines[last][:end])
            )
        return clip(one_line(raw.decode()), limits.CODE_TEXT_MAX_CHARS)
