"""Which files a project ignores: the rules of .gitignore, as git reads them.

Input: the text of such a file and the folder that it lies in. Output: rules; of those that match a
path the last one says whether it is ignored. Paths are within the project, with forward slashes.
Whoever walks does not enter a folder that is ignored, so nothing below it comes back. No rule
takes longer than its length times that of a path, whatever is written in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    Glob = re.Pattern[str] | None  # None: any number of folders

# A sign, a class, an escaped character, or any other.
_PIECE: Final = re.compile(
    r"(?P<one>\?)|\[(?P<not>[!^]?)(?P<class>\]?(?:\\.|[^\]\\])*)\]|\\(?P<escaped>.)|(?P<plain>.)",
    re.DOTALL,
)
# What stands between stars: a star that is escaped or in a class is none.
_BETWEEN: Final = re.compile(r"(?:\\.|\[[!^]?\]?(?:\\.|[^\]\\])*\]|[^*])+|\*+", re.DOTALL)
_SOME: Final = re.compile(".+", re.DOTALL)
_NONE: Final = re.compile("(?!)")
_THROUGH: Final = "**"
LINE_MAX_CHARS: Final = 4_096  # no path is longer


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One line: the folder below which it speaks, and the names from there on that it matches.

    One that `is_anywhere` has one name, which may stand at any depth.
    """

    below: str
    globs: tuple[Glob, ...]
    is_anywhere: bool
    only_folders: bool
    takes_in: bool

    def matches(self, path: str) -> bool:
        """Tell whether a path is meant."""
        if not path.startswith(self.below):
            return False
        name = path[path.rfind("/") + 1 :] if self.is_anywhere else path[len(self.below) :]
        return _fits(name.split("/"), self.globs)


def read_rules(text: str, folder: str) -> tuple[Rule, ...]:
    """Read a file of rules that lies in a folder of the project ('': at its root), in order.

    >>> rules = read_rules("build/", "")
    >>> is_ignored("a/build", rules, is_folder=True), is_ignored("a/build", rules, is_folder=False)
    (True, False)
    """
    lines = text.removeprefix("\ufeff").split("\n")
    lines = [_without_end(line.removesuffix("\r")) for line in lines]
    below = f"{folder}/" if folder else ""
    return tuple(rule for line in lines if (rule := _rule(line, below)) is not None)


def is_ignored(path: str, rules: Sequence[Rule], *, is_folder: bool) -> bool:
    r"""Tell whether a path is ignored: what the last rule that matches it says.

    >>> is_ignored("a/b.log", read_rules("*.log\n!b.log", ""), is_folder=False)
    False
    """
    for rule in reversed(rules):
        if (is_folder or not rule.only_folders) and rule.matches(path):
            return not rule.takes_in
    return False


def _without_end(line: str) -> str:
    """Give a line without the spaces at its end; one behind a backslash stays."""
    kept = line.rstrip(" ")
    return f"{kept} " if kept != line and kept.endswith("\\") else kept


def _rule(line: str, below: str) -> Rule | None:
    takes_in = line.startswith("!")
    body = line[takes_in:]
    only_folders = body.endswith("/")
    body = body.removesuffix("/")
    if not body or line.startswith("#") or len(line) > LINE_MAX_CHARS:
        return None
    is_anywhere = "/" not in body
    try:
        globs = [_glob(body)] if is_anywhere else _globs(body.removeprefix("/").split("/"))
    except re.error:  # such as a class whose ends are the wrong way round: git matches nothing
        return None
    return Rule(
        below=below,
        globs=tuple(globs),
        is_anywhere=is_anywhere,
        only_folders=only_folders,
        takes_in=takes_in,
    )


def _globs(names: Sequence[str]) -> list[Glob]:
    """Read a line with slashes name by name; two stars at its end mean all that lies below."""
    globs = [None if name == _THROUGH else _glob(name) for name in names]
    return [*globs, _SOME] if globs[-1] is None else globs


def _fits(names: Sequence[str], globs: Sequence[Glob]) -> bool:
    """Match names one by one; what stands between two `None` is taken at its first place."""
    at, glob_at, through, tried = 0, 0, -1, 0
    while at < len(names):
        glob = globs[glob_at] if glob_at < len(globs) else _NONE
        if glob is None:
            through, tried = glob_at, at
            glob_at += 1
        elif glob.fullmatch(names[at]):
            at, glob_at = at + 1, glob_at + 1
        elif through >= 0:
            tried += 1
            at, glob_at = tried, through + 1
        else:
            return False
    return glob_at == len(globs)


def _glob(name: str) -> re.Pattern[str]:
    """Read a name with stars; all but the last take what follows them at its first place."""
    parts = _BETWEEN.findall(name)
    last_star = max((at for at, part in enumerate(parts) if part.startswith("*")), default=-1)
    made = []
    is_after_star = False
    for at, part in enumerate(parts):
        if part.startswith("*"):
            is_after_star = at != last_star
            made.append("" if is_after_star else ".*")
        else:
            one = "".join(map(_piece, _PIECE.finditer(part)))
            made.append(f"(?>.*?{one})" if is_after_star else one)
    return re.compile("".join(made), re.DOTALL)


def _piece(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    if kind == "one":
        return "."
    if kind == "class":
        inner = found["class"].replace("[", r"\[").replace("&&", r"\&&")
        inner = f"\\{inner}" if inner.startswith("]") else inner
        return f"[{'^' if found['not'] else ''}{inner}]"
    return re.escape(found[kind])
