"""Adds texts to one memory package and searches them, in the package's own environment.

`python -m bench.package_ways` reads one JSON from stdin (`way`, `texts`, `questions`, `lent` for a
folder of packages with a model) and writes one line of JSON as the last of stdout. Its network is
off and its home is empty; what a package says when it cannot work so ends the process.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Add = Callable[[str], object]
    Search = Callable[[str], list[str]]

HITS: Final = 5


def sayso() -> tuple[Add, Search]:
    """Record each text as a turn, durably, and recall it; the index is kept in the transaction."""
    package: Any = importlib.import_module("sayso")
    memory = package.Memory.open(Path.cwd())
    texts: dict[int, str] = {}

    def add(text: str) -> None:
        turn = package.RecordedTurn(user_text=text, assistant_text="Noted.")
        texts[memory.record(turn)] = text

    def search(question: str) -> list[str]:
        return [texts[hit.turn_id] for hit in memory.recall(question, limit=HITS).hits]

    return add, search


def mem0() -> tuple[Add, Search]:
    """Open it as its documentation begins, without extraction by a model."""
    memory = importlib.import_module("mem0").Memory()

    def add(text: str) -> object:
        return memory.add(text, user_id="bench", infer=False)

    def search(question: str) -> list[str]:
        found = memory.search(question, filters={"user_id": "bench"}, top_k=HITS)
        return [one["memory"] for one in found["results"]]

    return add, search


def langmem(embed: Callable[[list[str]], list[list[float]]] | None = None) -> tuple[Add, Search]:
    """Use its two tools over LangGraph's store in memory, with an embedder if one is lent."""
    package: Any = importlib.import_module("langmem")
    stores: Any = importlib.import_module("langgraph.store.memory")
    index = None if embed is None else {"dims": 384, "embed": embed}
    store = stores.InMemoryStore(index=index)
    adding = package.create_manage_memory_tool(namespace=("bench",), store=store)
    searching = package.create_search_memory_tool(namespace=("bench",), store=store)

    def add(text: str) -> object:
        return adding.invoke({"content": text, "action": "create"})

    def search(question: str) -> list[str]:
        found = json.loads(searching.invoke({"query": question, "limit": HITS}))
        return [one["value"]["content"] for one in found]

    return add, search


def memori() -> tuple[Add, Search]:
    """Open it as its documentation begins."""
    memory = importlib.import_module("memori").Memori()
    return memory.add, memory.recall


def memsearch() -> tuple[Add, Search]:
    """Open it as its documentation begins, with the folder it would index."""
    memory = importlib.import_module("memsearch").MemSearch(paths=["."])
    return memory.add, memory.search


def cognee() -> tuple[Add, Search]:
    """Add and search as its documentation begins."""
    package: Any = importlib.import_module("cognee")

    def add(text: str) -> None:
        asyncio.run(package.add(text))
        asyncio.run(package.cognify())

    def search(question: str) -> list[str]:
        return [str(one) for one in asyncio.run(package.search(question))][:HITS]

    return add, search


def chromadb(embed: Callable[[list[str]], list[list[float]]] | None = None) -> tuple[Add, Search]:
    """Keep the texts in a collection on disk, with its own embedder unless one is lent."""
    package: Any = importlib.import_module("chromadb")
    collection = package.PersistentClient(path="chroma").create_collection("bench")
    numbers = iter(range(sys.maxsize))

    def add(text: str) -> None:
        given = {} if embed is None else {"embeddings": embed([text])}
        collection.add(ids=[str(next(numbers))], documents=[text], **given)

    def search(question: str) -> list[str]:
        asked = {"query_texts": [question]} if embed is None else {}
        given = asked if embed is None else {"query_embeddings": embed([question])}
        found: list[str] = collection.query(n_results=HITS, **given)["documents"][0]
        return found

    return add, search


def lent_model(folder: str) -> Callable[[list[str]], list[list[float]]]:
    """Take all-MiniLM-L6-v2 out of the packages of another environment, after a package's own."""
    sys.path.append(folder)
    vectors = importlib.import_module("bench.rival").vectors
    vectors(["a first text"])

    def embed(texts: list[str]) -> list[list[float]]:
        return [list(map(float, one)) for one in vectors(texts)]

    return embed


WAYS: Final[dict[str, Callable[[], tuple[Add, Search]]]] = {
    "sayso": sayso,
    "mem0": mem0,
    "langmem": langmem,
    "memori": memori,
    "memsearch": memsearch,
    "cognee": cognee,
    "chromadb": chromadb,
}
LENT: Final = {"langmem": langmem, "chromadb": chromadb}


def answer() -> None:
    """Do what stands on stdin, and tell the time of each addition and each search."""
    asked = json.load(sys.stdin)
    if asked["lent"]:
        add, search = LENT[asked["way"]](lent_model(asked["lent"]))
    else:
        add, search = WAYS[asked["way"]]()
    added_s: list[float] = []
    searched_s: list[float] = []
    found: list[list[str]] = []
    for text in asked["texts"]:
        begun = time.perf_counter()
        add(text)
        added_s.append(time.perf_counter() - begun)
    for question in asked["questions"]:
        begun = time.perf_counter()
        found.append(search(question))
        searched_s.append(time.perf_counter() - begun)
    print(json.dumps({"added_s": added_s, "searched_s": searched_s, "found": found}))


if __name__ == "__main__":
    answer()
