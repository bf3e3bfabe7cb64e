"""Which files a project ignores: the rules of .gitignore, as git reads them.

Input: the text of such a file and the folder that it lies in. Output: rules; of those that match a
path the last one says whether it is ignored. Paths are within the project, with forward slashes.
Whoever walks does not enter a folder that is ignored, so nothing below it comes back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

# A run of stars with the slashes around it, a sign, a class, an escaped character, or any other.
_PIECE: Final = re.compile(
    r"(?P<through>/\*\*(?=/)/)|(?P<below>/\*\*\Z)|(?P<above>\A\*\*/)|(?P<star>\*+)|(?P<one>\?)"
    r"|\[(?P<not>[!^]?)(?P<class>\]?(?:\\.|[^\]\\])*)\]|\\(?P<escaped>.)|(?P<plain>.)",
    re.DOTALL,
)
_TRAILING: Final = re.compile(r"(?<!\\) +\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One line: what it matches, whether only folders, and whether it takes them in again."""

    pattern: re.Pattern[str]
    only_folders: bool
    takes_in: bool


def read_rules(text: str, folder: str) -> tuple[Rule, ...]:
    """Read a file of rules that lies in a folder of the project ('': at its root), in order.

    >>> rules = read_rules("build/", "")
    >>> is_ignored("a/build", rules, is_folder=True), is_ignored("a/build", rules, is_folder=False)
    (True, False)
    """
    lines = text.removeprefix("\ufeff").split("\n")
    lines = [_TRAILING.sub("", line.removesuffix("\r")) for line in lines]
    return tuple(rule for line in lines if (rule := _rule(line, folder)) is not None)


def is_ignored(path: str, rules: Sequence[Rule], *, is_folder: bool) -> bool:
    r"""Tell whether a path is ignored: what the last rule that matches it says.

    >>> is_ignored("a/b.log", read_rules("*.log\n!b.log", ""), is_folder=False)
    False
    """
    for rule in reversed(rules):
        if (is_folder or not rule.only_folders) and rule.pattern.fullmatch(path):
            return not rule.takes_in
    return False


def _rule(line: str, folder: str) -> Rule | None:
    takes_in = line.startswith("!")
    body = line[takes_in:]
    only_folders = body.endswith("/")
    body = body.removesuffix("/")
    if not body or line.startswith("#"):
        return None
    above = f"{re.escape(folder)}/" if folder else ""
    anywhere = "" if "/" in body else "(?:.*/)?"
    try:
        pattern = re.compile(f"{above}{anywhere}{_expression(body.removeprefix('/'))}", re.DOTALL)
    except re.error:  # such as a class whose ends are the wrong way round: git matches nothing
        return None
    return Rule(pattern=pattern, only_folders=only_folders, takes_in=takes_in)


def _expression(glob: str) -> str:
    return "".join(map(_piece, _PIECE.finditer(glob)))


def _piece(found: re.Match[str]) -> str:
    fixed = {
        "through": "/(?:.*/)?",
        "below": "/.+",
        "above": "(?:.*/)?",
        "star": "[^/]*",
        "one": "[^/]",
    }
    kind = found.lastgroup or ""
    if kind in fixed:
        return fixed[kind]
    if kind == "class":
        inner = found["class"].replace("[", r"\[").replace("&&", r"\&&")
        inner = f"\\{inner}" if inner.startswith("]") else inner
        return f"(?!/)[{'^' if found['not'] else ''}{inner}]"
    return re.escape(found[kind])
