"""Puts the questions of conversations to us, to FTS5, and to the packages of .venv-bench.

Everybody gets the same messages and the same questions, and each is asked in the way that serves
it best (decision 40). The packages run in an environment and a process of their own.
"""

from __future__ import annotations

import json
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import apsw

from bench.filling import bench_statement
from bench.recall_quality import DEPTH, ours
from sayso.core.recall.words import LATIN_STOP
from sayso.core.stemming import stem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bench.conversations import Conversation

    Search = Callable[[str], list[str]]

ROOT: Final = Path(__file__).resolve().parents[1]
PYTHON: Final = ROOT / ".venv-bench/bin/python"
WORD: Final = re.compile(r"[\u3400-\u9fff]+|[^\W\u3400-\u9fff]+")
PACKAGES: Final = {
    "rank_bm25": "rank_bm25",
    "ripgrep over an export": "ripgrep",
    "MiniLM, numpy": "minilm",
    "MiniLM, LanceDB": "lancedb",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What a contender found for each question, with the times, or why it could not be asked."""

    found: tuple[tuple[str, ...], ...] = ()
    times_s: tuple[float, ...] = ()
    built_s: float = 0.0
    missing: str = ""


def contenders(asked: tuple[Conversation, ...]) -> Iterable[tuple[str, Answers]]:
    """Ask everybody in turn, ourselves first."""
    yield "sayso", _answers(asked, ours)
    yield "FTS5 porter", _answers(asked, lambda one: fts5(one, "porter unicode61", porter_words))
    yield "FTS5 trigram", _answers(asked, lambda one: fts5(one, "trigram", trigram_words))
    for name, way in PACKAGES.items():
        yield name, asked_apart(way, asked)


def _answers(asked: tuple[Conversation, ...], way: Callable[[Conversation], Search]) -> Answers:
    built_s = 0.0
    times_s: list[float] = []
    found: list[tuple[str, ...]] = []
    for conversation in asked:
        begun = time.perf_counter()
        search = way(conversation)
        built_s += time.perf_counter() - begun
        for question, _ in conversation.asked:
            begun = time.perf_counter()
            found.append(tuple(search(question)))
            times_s.append(time.perf_counter() - begun)
    return Answers(found=tuple(found), times_s=tuple(times_s), built_s=built_s)


def fts5(conversation: Conversation, tokenizer: str, cut: Callable[[str], list[str]]) -> Search:
    """Index a conversation with FTS5, and ask for any word of a question, ranked by bm25."""
    connection = apsw.Connection(":memory:")
    connection.execute(bench_statement("recall_fts5").replace("TOKENIZER", tokenizer))
    connection.executemany(
        bench_statement("recall_fts5_insert"),
        [{"key": one.key, "text": one.text} for one in conversation.said],
    )
    ask = bench_statement("recall_fts5_ask")

    def search(question: str) -> list[str]:
        match = " OR ".join(f'"{word}"' for word in cut(question))
        if not match:
            return []
        rows = connection.execute(ask, {"match": match, "limit_rows": DEPTH})
        return [row[0] for row in rows]

    return search


def asked_apart(way: str, asked: tuple[Conversation, ...], python: Path = PYTHON) -> Answers:
    """Ask a package in its own environment and process."""
    if not python.exists():
        return Answers(missing="not installed: .ci/set-up-bench")
    given = {"way": way, "depth": DEPTH, "indexes": [_index(one) for one in asked]}
    ended = subprocess.run(
        [python, "-m", "bench.rival"],
        input=json.dumps(given),
        capture_output=True,
        check=False,
        cwd=ROOT,
        encoding="utf-8",
    )
    if ended.returncode:
        return Answers(missing=f"failed: {(ended.stderr.splitlines() or ['no word'])[-1]}")
    told = json.loads(ended.stdout.splitlines()[-1])
    return Answers(
        found=tuple(map(tuple, told["found"])),
        times_s=tuple(told["times_s"]),
        built_s=sum(told["built_s"]),
    )


def _index(conversation: Conversation) -> dict[str, Any]:
    return {
        "documents": [
            {"key": one.key, "text": one.text, "stems": stems(words_of(one.text))}
            for one in conversation.said
        ],
        "asked": [_question(question) for question, _ in conversation.asked],
    }


def _question(text: str) -> dict[str, Any]:
    words = asked_words(text)
    return {"text": text, "words": words, "stems": stems(words)}


def stems(words: list[str]) -> list[str]:
    """Stem English words, as whoever ranks them would with a package for it; by ours, here."""
    return [stem(word) for word in words]


def words_of(text: str) -> list[str]:
    """Give the lower-case words of a text; Chinese, which has no spaces, in pairs."""
    return [part for word in WORD.findall(text.lower()) for part in parts(word, 2)]


def asked_words(question: str) -> list[str]:
    """Give the words of a question but for those that say nothing, if others are left."""
    words = list(dict.fromkeys(words_of(question)))
    return [word for word in words if word not in LATIN_STOP] or words


def porter_words(question: str) -> list[str]:
    """Give the words of a question as unicode61 cuts them, but for those that say nothing."""
    words = list(dict.fromkeys(re.findall(r"\w+", question.lower())))
    return [word for word in words if word not in LATIN_STOP] or words


def trigram_words(question: str) -> list[str]:
    """Give what trigrams can be asked for: words of three characters, Chinese three by three."""
    words = [word for word in WORD.findall(question.lower()) if word not in LATIN_STOP]
    cut = [part for word in words for part in parts(word, 3)]
    return list(dict.fromkeys(part for part in cut if len(part) > 2))


def parts(word: str, length: int) -> list[str]:
    """Cut a Chinese word into overlapping parts of a length; others stay whole."""
    if word.isascii() or not "\u3400" <= word[0] <= "\u9fff" or len(word) <= length:
        return [word]
    return [word[at : at + length] for at in range(len(word) - length + 1)]
