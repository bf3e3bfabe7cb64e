"""Fills a store with talk by the million turns, in one scope or in many, as recall has it.

Turn by turn the product would take an hour. Here the words of each side are taken apart as always,
and all rows are written in the order of their keys; a test holds them to what the plans of the core
write. Turn n belongs to scope (n - 1) % scopes + 1, whose only thread has the same number.

What is said are words of this project's own pages and test cases, English and Chinese, each as
often as its rank in them has it; every tenth side names a file or a function of its own.
"""

from __future__ import annotations

import random
import re
from array import array
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.filling import bench_statement
from sayso.core.raw import text_sha256
from sayso.core.recall.postings import doc_id
from sayso.core.recall.words import RECALL_VERSION, Document, document
from sayso.core.states import Role
from sayso.core.text import han_runs
from sayso.shell.store.bootstrap import add_tables
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    import apsw

SESSION_TURNS: Final = 20
MINUTE_US: Final = 60_000_000
SEED: Final = 20_261_202
NAMES: Final = 50_000
_ROOT: Final = Path(__file__).resolve().parents[1]
_LATIN: Final = re.compile(r"[a-z]{2,}")


class Talker:
    """Makes what people say, the same each time."""

    def __init__(self) -> None:
        """Read the words, most frequent first."""
        self._draw = random.Random(SEED)
        pages = [path.read_text("utf-8") for path in sorted((_ROOT / "docs").rglob("*.md"))]
        cases = [path.read_text("utf-8") for path in sorted(_ROOT.glob("tests/quality/*.jsonl"))]
        latin = Counter(word for page in pages for word in _LATIN.findall(page.lower()))
        han = Counter(run[at : at + 2] for case in cases for run in han_runs(case) for at in (0, 2))
        self.latin = [word for word, _ in latin.most_common()]
        self.han = [word for word, _ in han.most_common() if len(word) == 2]

    def side(self) -> str:
        """Say something of 60 to 200 characters."""
        if self._draw.random() < 0.4:
            said = "，".join(
                "".join(self._words(self.han, self._draw.randint(3, 9)))
                for _ in range(self._draw.randint(3, 6))
            )
        else:
            said = " ".join(self._words(self.latin, self._draw.randint(12, 32)))
        return f"{said} {self._name()}." if self._draw.random() < 0.1 else f"{said}."

    def _words(self, known: list[str], count: int) -> list[str]:
        """Draw words as often as their rank has it."""
        return [known[int(len(known) ** self._draw.random()) - 1] for _ in range(count)]

    def _name(self) -> str:
        number = self._draw.randrange(NAMES)
        noun, other = self._words(self.latin[200:], 2)
        if number % 2:
            return f"src/{noun}/{other}_{number}.py"
        return f"{noun}{other.capitalize()}{number}"


class Talk:
    """A store that is being filled; turns come in the order of their numbers."""

    def __init__(self, db: apsw.Connection, scopes: int) -> None:
        """Make the tables, the scopes and their threads in an empty store."""
        self.db = db
        self.scopes = scopes
        self._places: list[defaultdict[str, array[int]]] = [
            defaultdict(lambda: array("q")) for _ in range(scopes)
        ]
        self._docs = [0] * scopes
        self._length = [0] * scopes
        add_tables(db, 0)
        face = "project" if scopes == 1 else "companion"
        db.execute(bench_statement("scale_meta"), {"face": face}).fetchall()
        with db:
            for number in range(1, scopes + 1):
                db.execute(bench_statement("scale_scope"), {"number": number}).fetchall()

    def add(
        self, first: int, turns: list[tuple[str, str]], said: list[tuple[Document, Document]]
    ) -> None:
        """Store turns, the first of which has this number; their words are written in the end."""
        with self.db:
            self.db.executemany(
                statement("turns/insert"),
                (self._turn(first + at, turn) for at, turn in enumerate(turns)),
            )
        for number, (user, answer) in enumerate(said, start=first):
            self._keep(number, Role.USER, user)
            self._keep(number, Role.ASSISTANT, answer)

    def _keep(self, number: int, role: Role, said: Document) -> None:
        at = (number - 1) % self.scopes
        self._docs[at] += 1
        self._length[at] += said.length
        place, places = doc_id(number, role) << 16 | said.length, self._places[at]
        for word, count in said.words:
            places[word].append(place | count << 8)

    def settle(self) -> None:
        """Write the words, their postings and the sizes of the scopes."""
        number = 0
        with self.db:
            for at, places in enumerate(self._places):
                words = sorted(places)
                ids = range(number + 1, number + len(words) + 1)
                number += len(words)
                self.db.executemany(
                    bench_statement("talks_word"),
                    ((word_id, at + 1, word) for word_id, word in zip(ids, words, strict=True)),
                )
                self.db.executemany(
                    bench_statement("talks_posting"),
                    (
                        (word_id, place >> 16, (place >> 8) & 255, place & 255)
                        for word_id, word in zip(ids, words, strict=True)
                        for place in places[word]
                    ),
                )
                self.db.execute(
                    statement("postings/count"),
                    {"scope_id": at + 1, "docs": self._docs[at], "length": self._length[at]},
                ).fetchall()
            self.db.execute(
                statement("postings/insert_edition"),
                {"name": "recall", "version": RECALL_VERSION, "through": None},
            ).fetchall()

    def _turn(self, number: int, turn: tuple[str, str]) -> dict[str, object]:
        user, answer = turn
        place = (number - 1) // self.scopes
        return {
            "id": number,
            "thread_id": (number - 1) % self.scopes + 1,
            "session": f"s{place // SESSION_TURNS}",
            "sequence": place + 1,
            "intent": "general_chat",
            "origin": "live",
            "source_key": None,
            "user_text": user,
            "user_sha256": text_sha256(user),
            "assistant_text": answer,
            "assistant_sha256": text_sha256(answer),
            "state": "completed",
            "lease_owner": None,
            "lease_expires_at": None,
            "said_at": number * MINUTE_US,
            "now": number * MINUTE_US,
        }


def talk(turns: int, batch: int = 10_000) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Make so many turns, some at a time, with the number of the first of them."""
    talker = Talker()
    for first in range(1, turns + 1, batch):
        count = min(batch, turns + 1 - first)
        yield first, [(talker.side(), talker.side()) for _ in range(count)]


def documents(turns: list[tuple[str, str]]) -> list[tuple[Document, Document]]:
    """Take turns apart."""
    return [(document(user), document(answer)) for user, answer in turns]
