"""What a project ignores is what git ignores; each line here was tried on git itself."""

import pytest

from sayso.core.knowledge.ignoring import LINE_MAX_CHARS, is_ignored, read_rules
from sayso.core.knowledge.languages import language_of


@pytest.mark.parametrize(
    ("line", "ignored", "kept"),
    [
        ("*.log", ["a.log", "a/b.log"], ["a.log/c", "log"]),
        ("/a", ["a"], ["b/a"]),
        ("a/b", ["a/b"], ["c/a/b"]),
        ("a/**", ["a/b", "a/b/c"], ["a", "b/a/c"]),
        ("**/a", ["a", "b/a", "b/c/a"], ["a/b"]),
        ("a/**/b", ["a/b", "a/c/b", "a/c/d/b"], ["a", "c/a/b"]),
        ("a**c", ["ac", "axc"], ["a/c"]),
        ("?.c", ["a.c"], ["ab.c", ".c"]),
        ("[a-c]x", ["ax", "d/cx"], ["dx"]),
        ("[!a]x", ["bx"], ["ax"]),
        ("[^a]x", ["bx"], ["ax"]),
        ("[]a]x", ["]x", "ax"], ["bx"]),
        ("[a&&[]x", ["ax", "&x", "[x"], ["bx"]),
        ("[z-a]", [], ["z", "a", "-"]),
        ("[a", ["[a"], ["a"]),
        (r"\#a", ["#a"], ["a"]),
        (r"\!a", ["!a"], ["a"]),
        ("# a", [], ["# a", "a"]),
        ("", [], ["a"]),
        ("/", [], ["a"]),
        ("a   ", ["a"], ["a   "]),
        (r"a\ ", ["a "], ["a"]),
        ("a\r", ["a"], ["a\r"]),
        ("a.c", ["a.c"], ["abc"]),
        ("**", ["a", "a/b"], []),
        ("a*b*c", ["abc", "axbxbxc"], ["acb", "abxc/c"]),
        ("[*]a*[*]", ["*ab*"], ["xab*", "*ab"]),
        (r"\*a", ["*a"], ["xa"]),
        ("a/**/**/b", ["a/b", "a/c/b"], ["a/c"]),
        ("/**/b/c", ["b/c", "b/b/c"], ["b/d/c"]),
    ],
)
def test_a_line_ignores_what_git_would(line: str, ignored: list[str], kept: list[str]) -> None:
    """Stars, signs, classes, escapes, anchors and comments mean what they mean to git."""
    rules = read_rules(line, "")
    assert [one for one in ignored + kept if is_ignored(one, rules, is_folder=False)] == ignored


def test_the_last_rule_that_matches_decides() -> None:
    """A later line takes in again what an earlier one left out, and the other way round."""
    rules = read_rules("*.c\n!keep.c\nold/keep.c\n", "")
    kept = [not is_ignored(one, rules, is_folder=False) for one in ("a.c", "keep.c", "old/keep.c")]
    assert kept == [False, True, False]


@pytest.mark.parametrize("line", ["*a" * 60 + "*b", "/".join(["**/a"] * 60) + "/b"])
def test_no_line_takes_long(line: str) -> None:
    """Stars are never tried in all their combinations: those would take longer than anybody has."""
    (rule,) = read_rules(line, "")
    assert not rule.matches("a" * 200)
    assert not rule.matches("/".join("a" * 200))
    assert read_rules("[" * (LINE_MAX_CHARS + 1), "") == ()


def test_rules_of_a_folder_speak_of_it_alone() -> None:
    """A file below the root anchors its lines there; a line with a slash behind means folders."""
    rules = read_rules("/a.c\n*.o\nout/", "lib")
    told = [
        is_ignored(one, rules, is_folder=False)
        for one in ("lib/a.c", "a.c", "lib/x/a.c", "lib/x/b.o", "b.o", "lib/out")
    ]
    assert told == [True, False, False, True, False, False]
    assert is_ignored("lib/x/out", rules, is_folder=True)


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/a.py", "python"),
        ("A.H", "c"),
        ("x/y.tsx", "typescript"),
        ("Makefile", ""),
        ("src.py/notes", ""),
        (".c", ""),
        ("a.", ""),
    ],
)
def test_a_language_is_told_by_the_ending(path: str, language: str) -> None:
    """Source code is what ends like it, in any case; a hidden name alone is no ending."""
    assert language_of(path) == language
