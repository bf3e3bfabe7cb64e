"""Which words stand in whatever a pattern matches, read off the pattern's own parts.

Input: a compiled pattern without flags, and what each word costs. Output: the cheapest set of words
that is known to be complete: each match holds one of them. A word is whole (`=x`), or the first
(`^x`), last (`$x`) or any part (`~x`) of a word of small letters, or signs outside of ASCII (`+x`).
Nothing is guessed: where a part of a pattern may be anything, nothing is known of it.

`python -m tests.hinting` writes core/speech/hint_words.py: the words that are rarest in the
labelled messages, since a rare word rules out more texts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sayso.core.speech.clauses import sentences
from sayso.core.speech.hints import digest_of
from sayso.core.speech.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_re: Any = re
OP: Final = _re._constants  # noqa: SLF001 - a pattern's parts are told nowhere else
PARSER: Final = _re._parser  # noqa: SLF001
LEXICONS: Final = (
    *("lexicon", "lexicon_choice", "lexicon_commitment", "lexicon_offer", "lexicon_reply"),
    *("lexicon_request", "lexicon_veto", "lexicon_weight", "lexicon_withdrawal"),
)
LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz")
BORDER: Final = "\0"  # between two signs that aren't both letters
STRINGS_MAX: Final = 400
SET_MAX: Final = 60
QUALITY: Final = Path(__file__).parent / "quality"
WRITTEN: Final = Path(__file__).parents[1] / "core" / "speech" / "hint_words.py"
HEAD: Final = '''"""Words one of which stands in whatever a pattern of the tables matches, as data.

Written by tests/hinting.py and never by hand; see `hints` for what the signs before them mean. The
key of a pattern's words is the digest of its source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

HINT_WORDS: Final[Mapping[str, str]] = {
'''

Words = frozenset[str]


def patterns() -> Iterator[tuple[str, re.Pattern[str], int]]:
    """Give every pattern of the tables with its name and its bit."""
    for lexicon in LEXICONS:
        for name, table in vars(import_module(f"sayso.core.speech.{lexicon}")).items():
            if isinstance(table, Table):
                both = ((table.latin, table.latin_bit), (table.han, table.han_bit))
                for script, (pattern, bit) in zip(("latin", "han"), both, strict=True):
                    if pattern is not None:
                        yield f"{lexicon}.{name}, {script}", pattern, bit


def words_of(pattern: re.Pattern[str], cost: Callable[[str], float]) -> Words | None:
    """Give the cheapest complete set of words of a pattern, None where none is known."""
    return _of_parts(list(PARSER.parse(pattern.pattern)), cost, left=False, right=False)


def _of_parts(
    parts: list[Any], cost: Callable[[str], float], *, left: bool, right: bool
) -> Words | None:
    """Choose among what is known of a sequence; left and right tell that it stands at borders."""
    known: list[Words | None] = []
    run, run_left = {""}, left
    for at, part in enumerate(parts):
        strings = _strings_of(part)
        if strings is not None:
            joined = {before + after for before, after in product(run, strings)}
            if len(joined) <= STRINGS_MAX:
                run = joined
                continue
        known.append(_of_strings(run, cost, left=run_left, right=False))
        if strings is not None:
            run, run_left = strings, False
            continue
        apart = all(one[-1:] not in LETTERS for one in run) if run != {""} else run_left
        apart = apart and all(run)
        last = right and at == len(parts) - 1
        known.append(_of_part(part, cost, left=apart or (run == {""} and run_left), right=last))
        run, run_left = {""}, False
    known.append(_of_strings(run, cost, left=run_left, right=right))
    return min(
        (one for one in known if one),
        key=lambda one: (sum(map(cost, one)), sorted(one)),
        default=None,
    )


def _of_part(
    part: tuple[Any, Any], cost: Callable[[str], float], *, left: bool, right: bool
) -> Words | None:
    kind, held = part
    if kind is OP.SUBPATTERN:
        return _of_parts(list(held[-1]), cost, left=left, right=right)
    if kind is OP.BRANCH:
        ways = [_of_parts(list(way), cost, left=left, right=right) for way in held[1]]
        return None if None in ways else frozenset().union(*(way for way in ways if way))
    if kind in (OP.MAX_REPEAT, OP.MIN_REPEAT, OP.POSSESSIVE_REPEAT) and held[0] > 0:
        return _of_parts(list(held[2]), cost, left=False, right=False)
    return None


def _of_strings(
    strings: Iterable[str], cost: Callable[[str], float], *, left: bool, right: bool
) -> Words | None:
    """Choose one word of each string; a string without any leaves nothing known."""
    chosen: set[str] = set()
    for string in strings:
        words = _words_in(string, left=left, right=right)
        if not words:
            return None
        chosen.add(min(words, key=lambda word: (cost(word), word)))
    return frozenset(chosen)


def _words_in(string: str, *, left: bool, right: bool) -> set[str]:
    words: set[str] = set()
    for match in re.finditer(r"[a-z]+|[^\x00-\x7f]+", string):
        run = match.group()
        if run[0] not in LETTERS:
            pairs = {f"+{run[at : at + 2]}" for at in range(len(run) - 1)}
            words |= pairs or {f"+{run}"}
            continue
        begins = left or match.start() > 0
        ends = right or match.end() < len(string)
        words.add(("=" if begins and ends else "^" if begins else "$" if ends else "~") + run)
    return words


def _strings_of(part: tuple[Any, Any]) -> set[str] | None:
    """Give all strings that a part may match, None for too many of them."""
    kind, held = part
    ways: dict[object, Callable[[Any], set[str] | None]] = {
        OP.LITERAL: lambda sign: {chr(sign)},
        OP.IN: _strings_of_set,
        OP.SUBPATTERN: lambda group: _strings_of_parts(group[-1]),
        OP.BRANCH: lambda branch: _strings_of_ways(branch[1]),
        OP.MAX_REPEAT: _strings_of_times,
        OP.MIN_REPEAT: _strings_of_times,
        OP.POSSESSIVE_REPEAT: _strings_of_times,
        OP.ASSERT: lambda _: {""},
        OP.ASSERT_NOT: lambda look: {BORDER if _holds_letters(look[1]) else ""},
        # A word's border, or an end of the text or of a line.
        OP.AT: lambda place: {"" if place is OP.AT_NON_BOUNDARY else BORDER},
    }
    return ways[kind](held) if kind in ways else None


def _strings_of_ways(ways: list[Any]) -> set[str] | None:
    each = [_strings_of_parts(way) for way in ways]
    joined = set[str]().union(*(way for way in each if way is not None))
    return None if None in each or len(joined) > STRINGS_MAX else joined


def _strings_of_times(held: tuple[int, Any, Any]) -> set[str] | None:
    least, most, parts = held
    one = _strings_of_parts(parts)
    if most is OP.MAXREPEAT or most > 2 or one is None or len(one) ** most > STRINGS_MAX:
        return None
    times = (product(one, repeat=number) for number in range(least, most + 1))
    return {"".join(several) for number in times for several in number}


def _strings_of_parts(parts: Iterable[tuple[Any, Any]]) -> set[str] | None:
    joined = {""}
    for part in parts:
        strings = _strings_of(part)
        if strings is None or len(joined) * len(strings) > STRINGS_MAX:
            return None
        joined = {before + after for before, after in product(joined, strings)}
    return joined


def _strings_of_set(held: list[tuple[Any, Any]]) -> set[str] | None:
    signs: set[str] = set()
    for kind, sign in held:
        if kind is OP.LITERAL:
            signs.add(chr(sign))
        elif kind is OP.RANGE and sign[1] - sign[0] < SET_MAX:
            signs.update(map(chr, range(sign[0], sign[1] + 1)))
        else:
            return None
    return signs if len(signs) <= SET_MAX else None


def _holds_letters(parts: list[tuple[Any, Any]]) -> bool:
    """Tell whether what may not stand here is any letter, and nothing more is asked of it."""
    if len(parts) != 1 or parts[0][0] is not OP.IN:
        return False
    held = parts[0][1]
    if any(kind is OP.NEGATE for kind, _ in held):
        return False
    return (OP.RANGE, (ord("a"), ord("z"))) in held or (OP.CATEGORY, OP.CATEGORY_WORD) in held


def clauses_of_corpora(every_nth: int = 1) -> list[str]:
    """Give the plain clauses of every text of the labelled messages, or of some of these."""
    files = (path.read_bytes().splitlines() for path in sorted(QUALITY.glob("*.jsonl")))
    lines = (line for file in files for line in file[::every_nth])
    texts = (text for line in lines for text in _texts_in(json.loads(line)))
    return [one.plain for text in texts for said in sentences(text) for one in said.clauses]


def _texts_in(held: object) -> Iterator[str]:
    if isinstance(held, str):
        yield held
    elif isinstance(held, dict | list):
        for one in held.values() if isinstance(held, dict) else held:
            yield from _texts_in(one)


def rarity(clauses: Iterable[str]) -> Callable[[str], float]:
    """Make a word cost what it stands in, of some clauses."""
    seen: Counter[str] = Counter()
    signs: Counter[str] = Counter()
    for clause in clauses:
        seen.update(set(re.findall("[a-z]+", clause)))
        signs.update({clause[at : at + size] for at in range(len(clause)) for size in (1, 2)})

    @cache
    def cost(word: str) -> float:
        kind, part = word[0], word[1:]
        tests: dict[str, Callable[[str], bool]] = {
            "=": part.__eq__,
            "^": lambda one: one.startswith(part),
            "$": lambda one: one.endswith(part),
            "~": lambda one: part in one,
        }
        number = signs[part] if kind == "+" else sum(seen[one] for one in seen if tests[kind](one))
        return number + 0.5 + 1 / len(part)

    return cost


def _lines_of(words: Words) -> Iterator[str]:
    line = ""
    for word in sorted(words):
        longer = f"{line} {word}".strip()
        if sum(1 + (sign > "\u2e80") for sign in longer) > 96:
            yield line
            longer = word
        line = longer
    yield line


def main() -> None:
    """Write the words of every pattern of which any are known."""
    cost = rarity(clauses_of_corpora())
    parts = [HEAD]
    for name, pattern, _ in patterns():
        words = words_of(pattern, cost)
        if words is not None:
            body = "\n".join(_lines_of(words))
            parts.append(f'    # {name}\n    "{digest_of(pattern.pattern)}": """\n{body}\n""",\n')
    WRITTEN.write_text("".join([*parts, "}\n"]), "utf-8")


if __name__ == "__main__":
    main()
