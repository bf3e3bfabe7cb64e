"""Sources of other languages as parts, by tree-sitter: the extra `[code]`.

One table serves all grammars, since they call alike things alike. A grammar that is not installed
gives no parser; its files are then known by their hashes alone, and the report says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.outline import Kind, Part
from sayso.core.outcome import Success
from sayso.core.text import clip, one_line
from sayso.shell.knowledge.learning import tree_words as words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tree_sitter import Node, Parser

    from sayso.core.outcome import Result

# By language: the module of its grammar, and the function in it that gives it.
GRAMMARS: Final = {
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "go": ("tree_sitter_go", "language"),
    "java": ("tree_sitter_java", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
}


@dataclass(frozen=True, slots=True)
class TreeParser:
    """Reads one language; what is between things it does not understand is read all the same."""

    name: str
    parser: Parser

    def parts(self, source: bytes) -> Result[tuple[Part, ...], str]:
        """Give what is in a file."""
        return Success(_parts([self.parser.parse(source).root_node], 0))


def tree_parser(language: str) -> TreeParser | None:
    """Give the parser of a language, None where its grammar is not installed or there is none."""
    if language not in GRAMMARS:
        return None
    module, giver = GRAMMARS[language]
    distribution = module.replace("_", "-")
    try:
        from tree_sitter import Language, Parser

        give: Callable[[], object] = getattr(import_module(module), giver)
        version = metadata.version(distribution)
    except ImportError:
        return None
    return TreeParser(f"{distribution} {version}", Parser(Language(give())))


def _parts(nodes: Iterable[Node], depth: int) -> tuple[Part, ...]:
    """Give the parts in some nodes, in order; what is no part itself is looked into."""
    found: list[Part] = []
    waiting = list(nodes)[::-1]
    while waiting:
        node = waiting.pop()
        may_hold = depth < limits.CODE_DEPTH_MAX
        if may_hold and node.type in words.ANONYMOUS:
            found += _without_results(_parts(node.named_children, depth + 1))
            continue
        holders = list(_holding(node, depth)) if may_hold else []
        if holders:
            found += holders
            continue
        found += _said(node)
        waiting += node.named_children[::-1]
    return tuple(found)


def _holding(node: Node, depth: int) -> Iterator[Part]:
    """Give the parts that a node is and that hold others; nothing for another node."""
    kind = node.type
    if kind in words.FUNCTIONS or kind in words.NAMED_VALUES:
        yield from _functions(node, depth)
    elif kind in words.SCOPES and node.child_by_field_name("body"):
        name = _field(node, words.SCOPES[kind])
        yield Part(kind=Kind.SCOPE, name=name, inner=_parts(node.named_children, depth + 1))
    elif kind in words.BRANCHES:
        yield from _branches(node, depth)
    elif kind in words.LOOPS and (condition := node.child_by_field_name("condition")):
        yield from _parts([condition], depth)
        body = [one for one in node.named_children if one != condition]
        yield _branch(f"while {_bare(_text(condition))}", body, depth)
    elif kind in words.CAUGHT:
        caught = _field(node, "parameters") or _field(node, "parameter")
        caught = caught or _text_of(_first(node, words.CATCHING))
        yield _branch(f"catch {_bare(caught)}".strip(), node.named_children, depth)
    elif kind in words.SWITCHES:
        subject = node.child_by_field_name("value") or node.child_by_field_name("condition")
        yield from _parts([subject] if subject else [], depth)
        text = _bare(_text_of(subject))
        cases = tuple(_cases(node, depth + 1))
        yield Part(kind=Kind.SWITCH, text=text, inner=cases)


def _functions(node: Node, depth: int) -> Iterator[Part]:
    """Give the function that a node defines: by itself, or as the value of a name."""
    whole, name_node = node, node.child_by_field_name("name")
    if node.type in words.NAMED_VALUES:
        name_field, value_field = words.NAMED_VALUES[node.type]
        value = node.child_by_field_name(value_field)
        if value is None or value.type not in words.ANONYMOUS:
            return
        node, name_node = value, whole.child_by_field_name(name_field)
    body = node.child_by_field_name("body")
    if body is None:
        return
    declarator = _declarator(node)
    if declarator is not None:
        name_node = declarator.child_by_field_name("declarator")
    name = _text_of(name_node)
    if not name:
        return  # a macro, or another language, that looks like a function
    parameters = (declarator or node).child_by_field_name("parameters")
    yield Part(
        kind=Kind.FUNCTION,
        name=_receiver(node) + name,
        text=_bare(_text_of(parameters)) or _field(node, "parameter"),
        source=(whole.text or b"").decode("utf-8", "replace"),
        first_line=whole.start_point.row + 1,
        last_line=whole.end_point.row + 1,
        inner=(*_parts([body], depth + 1), *_given_at_the_end(body)),
    )


def _declarator(node: Node) -> Node | None:
    """Give the part of a C definition that has name and parameters, however it is wrapped."""
    found = node.child_by_field_name("declarator")
    while found is not None and found.type != "function_declarator":
        found = found.child_by_field_name("declarator") or _first(found, words.WRAPPED)
    return found


def _receiver(node: Node) -> str:
    """Give the type that a Go method belongs to, with a dot behind it."""
    receiver = node.child_by_field_name("receiver")
    if receiver is None:
        return ""
    return _bare(_text(receiver)).split()[-1].lstrip("*").partition("[")[0] + "."


def _given_at_the_end(body: Node) -> Iterator[Part]:
    """Give what a body gives without a word for it: Rust's last expression, a bare arrow's."""
    if body.parent is not None and body.parent.type == "arrow_function":
        if body.type != "statement_block":
            yield Part(kind=Kind.RESULT, text=_text(body))
        return
    last = body.named_children[-1] if body.type == "block" and body.named_children else None
    is_go = body.parent is not None and body.parent.type in words.GO_FUNCTIONS
    if last and not is_go and last.type.endswith(words.EXPRESSIONS):
        yield Part(kind=Kind.RESULT, text=_text(last))


def _branches(node: Node, depth: int) -> Iterator[Part]:
    """Give the branches of a condition side by side, however many there are."""
    first = text = _bare(_field(node, "condition"))
    while True:
        condition = node.child_by_field_name("condition")
        yield from _parts([condition] if condition else [], depth)
        then = node.child_by_field_name("consequence")
        yield _branch(text, [then] if then else [], depth)
        other = node.child_by_field_name("alternative")
        following = (
            _first(other, words.BRANCHES) if other and other.type == "else_clause" else other
        )
        if other is None:
            return
        if following is None or following.type not in words.BRANCHES:
            yield _branch(f"else of {first}", [other], depth)
            return
        node = following
        text = f"else if {_bare(_field(node, 'condition'))}"


def _without_results(parts: Iterable[Part]) -> Iterator[Part]:
    """Give what a function without a name does, without what it gives: that is for its caller."""
    for part in parts:
        if part.kind is not Kind.RESULT:
            yield replace(part, inner=tuple(_without_results(part.inner)))


def _cases(node: Node, depth: int) -> Iterator[Part]:
    """Give the cases of a switch, which may lie in a block."""
    for child in node.named_children:
        if child.type in words.BLOCKS:
            yield from _cases(child, depth)
        elif child.type in words.CASES:
            label = child.child_by_field_name("value") or child.child_by_field_name("pattern")
            label = label or child.child_by_field_name("type") or _first(child, words.LABELS)
            if child.type == "match_arm":
                label = child.child_by_field_name("pattern")
            text = _text_of(label).removeprefix("case ").strip() or "default"
            inner = [one for one in child.named_children if one != label]
            yield Part(kind=Kind.CASE, text=text, inner=_parts(inner, depth + 1))


def _branch(text: str, body: Iterable[Node], depth: int) -> Part:
    return Part(kind=Kind.BRANCH, text=text, inner=_parts(body, depth + 1))


def _said(node: Node) -> Iterator[Part]:
    """Give the part that a node is by itself."""
    kind = node.type
    if kind in words.CALLS:
        yield Part(kind=Kind.CALL, name=_called(node), text=_text(node))
    elif kind in words.CHANGES:
        left, right = words.CHANGES[kind]
        value = node.child_by_field_name(right)
        if value is not None:
            sign = _field(node, "operator")
            before = f"{sign} " if sign not in ("", "=", ":=") else ""
            yield Part(kind=Kind.CHANGE, name=_field(node, left), text=before + _text(value))
    elif kind in words.STEPS:
        text = _text(node)
        yield Part(
            kind=Kind.CHANGE,
            name=text.strip("+-; "),
            text=text[-2:] if text[-1] in "+-" else text[:2],
        )
    elif kind in words.RESULTS and node.named_children:
        yield Part(kind=Kind.RESULT, text=_after_word(node))
    elif kind in words.FAILURES:
        yield Part(kind=Kind.FAILURE, text=_after_word(node) or "what was caught")


def _called(node: Node) -> str:
    """Name what is called, with the thing it is called on."""
    field = words.CALLS[node.type]
    on = _field(node, "object") if node.type == "method_invocation" else ""
    return f"{on}.{_field(node, field)}" if on else _field(node, field)


def _after_word(node: Node) -> str:
    """Give a statement without its first word and its end."""
    return clip(_text(node).partition(" ")[2].rstrip(";"), limits.CODE_TEXT_MAX_CHARS)


def _first(node: Node | None, kinds: Iterable[str]) -> Node | None:
    """Give the first child of one of these kinds."""
    children = node.named_children if node else []
    return next((one for one in children if one.type in kinds), None)


def _field(node: Node, name: str) -> str:
    return _text_of(node.child_by_field_name(name))


def _text_of(node: Node | None) -> str:
    return _text(node) if node else ""


def _bare(text: str) -> str:
    """Give a text without the brackets around all of it.

    >>> _bare("(a > b)"), _bare("(a) > (b)")
    ('a > b', '(a) > (b)')
    """
    inside = text[1:-1]
    is_whole = text[:1] == "(" and text[-1:] == ")" and _is_closed(inside)
    return inside.strip() if is_whole else text


def _is_closed(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return True


def _text(node: Node) -> str:
    text = one_line((node.text or b"").decode("utf-8", "replace"))
    return clip(text, limits.CODE_TEXT_MAX_CHARS)
