"""What is found by meaning: hashed features, records, their order, and hits that help."""

import hashlib
import math

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core.knowledge.hashing import cosine, embed, unit
from sayso.core.knowledge.meaning import (
    Place,
    Record,
    asked_for,
    choose_hits,
    metadata_of_case,
    question,
    rank,
    record_of_case,
)
from sayso.core.knowledge.settings import Identity, SemanticSettings, read_identity, read_semantic

DIM = 256
PLACE = Place(
    case_id="C7",
    case_dir="cases/C7",
    case_memory_path="cases/C7/memory.json",
    report_path="cases/C7/report.md",
)


def test_an_embedding_is_made_of_hashed_words() -> None:
    """Each word counts at the place and with the sign that its hash names (B19)."""
    digest = hashlib.md5(b"brake").digest()
    place = int.from_bytes(digest[:4], "big") % DIM
    vector = embed("Brake, BRAKE!", DIM)
    assert vector[place] == (1.0 if digest[4] & 1 else -1.0)
    assert sum(map(abs, vector)) == 1.0
    assert len(vector) == DIM


@given(st.text(alphabet="ab 刹車灯,.", max_size=30))
@rules(max_examples=50)
def test_embeddings_are_units_and_equal_texts_are_alike(text: str) -> None:
    """A text with words has length 1 and is wholly like itself; one without is like nothing."""
    vector = embed(text, DIM)
    size = math.hypot(*vector)
    assert size == pytest.approx(1.0) or not any(vector)
    assert cosine(vector, embed(text, DIM)) == pytest.approx(size)


def test_likeness_is_that_of_words() -> None:
    """Texts that share words are more alike than others, in both scripts of Chinese."""
    asked = embed("刹车灯延迟", DIM)
    alike = cosine(asked, embed("剎車燈 延遲 late", DIM))
    assert cosine(asked, embed("刹车灯很快", DIM)) > cosine(asked, embed("engine noise", DIM))
    assert alike > 0.3
    assert embed("", DIM) == (0.0,) * DIM


def test_vectors_that_cannot_be_compared_have_nothing_in_common() -> None:
    """Zero vectors and vectors of different length have a cosine of 0."""
    assert cosine((0.0, 0.0), (1.0, 0.0)) == 0.0
    assert cosine((1.0,), (1.0, 0.0)) == 0.0
    assert cosine((2.0, 0.0), (-3.0, 0.0)) == -1.0
    assert unit((3.0, 4.0)) == (0.6, 0.8)


def test_a_record_is_known_by_its_four_texts() -> None:
    """They are joined by lines, and the id is twelve digits of the SHA-1 (B28-B30)."""
    record = Record(symptom="late", signal="PEDAL", code_line="a.c:3", conclusion="debounce")
    assert record.composed == "late\nPEDAL\na.c:3\ndebounce"
    assert record.id == hashlib.sha1(record.composed.encode()).hexdigest()[:12]
    assert Record(symptom="late").composed == "late\n\n\n"


@pytest.mark.parametrize(
    ("k", "min_score", "ids"),
    [
        (9, 0.0, ["b", "a", "c", "z"]),
        (2, 0.0, ["b", "a"]),
        (9, 0.5, ["b", "a", "c"]),
        (9, -1.0, ["b", "a", "c", "z", "n"]),
        (0, 0.0, []),
        (-1, 0.0, []),
    ],
)
def test_records_are_ordered_by_score_then_id(k: int, min_score: float, ids: list[str]) -> None:
    """Best first, equal ones by id; what scores too low and what is too many goes (B32-B34)."""
    scored = [("z", 0.0), ("c", 0.5), ("n", -0.2), ("a", 0.5), ("b", 0.9)]
    assert [name for name, _ in rank(scored, k, min_score)] == ids


def test_a_case_becomes_a_record_that_leads_back_to_it() -> None:
    """Fields come from the names that cases give them, and the case and its report stay known
    (B98, B140-B142).
    """
    case = {"func_name": "brake", "symptom": "late", "fix": "shorten", "result_summary": "done",
            "_updated": "now"}  # fmt: skip
    record = record_of_case(case, PLACE)
    assert record == Record(symptom="late", signal="brake", code_line="shorten", conclusion="done")
    assert record_of_case({}, PLACE).symptom == "C7"
    metadata = metadata_of_case(case, PLACE)
    assert (metadata["function"], metadata["updated_at"]) == ("BRAKE", "now")
    assert [metadata[key] for key in ("case_id", "case_memory_path", "report_path")] == [
        "C7",
        "cases/C7/memory.json",
        "cases/C7/report.md",
    ]
    assert metadata["provenance"] == {
        "source": "case_memory",
        "case_id": "C7",
        "case_dir": "cases/C7",
        "case_memory_path": "cases/C7/memory.json",
        "report_path": "cases/C7/report.md",
    }


def hit(name: str, score: object, function: str = "", case_dir: str = "") -> dict[str, object]:
    """Give a hit of a search."""
    return {
        "id": name,
        "score": score,
        "metadata": {"function": function, "case_dir": case_dir},
    }


def test_hits_of_the_function_come_first_and_the_case_itself_never() -> None:
    """Hits of the case at hand and those without any likeness are dropped (B35, B36)."""
    hits = [
        hit("other", 0.9, "LIGHT", "cases/C1"),
        hit("same", 0.4, "brake", "cases/C2"),
        hit("itself", 0.8, "BRAKE", "cases/C7"),
        hit("unlike", 0.0, "BRAKE", "cases/C3"),
        hit("broken", "high", "BRAKE", "cases/C4"),
        {"id": "bare", "score": 0.3},
    ]
    chosen = choose_hits(hits, "Brake", "cases/C7", 5)
    assert [one["id"] for one in chosen] == ["same", "other", "bare"]
    assert [one["id"] for one in choose_hits(hits, "brake", "", 2)] == ["same", "itself"]
    assert choose_hits(hits, "brake", "", -1) == ()
    assert question("brake", "late") == "BRAKE\nlate"
    assert asked_for(3) == 6


@pytest.mark.parametrize(
    ("told", "settings"),
    [
        ({}, SemanticSettings(is_enabled=True, max_hits=3)),
        ({"enabled": True, "max_hits": 5}, SemanticSettings(max_hits=5)),
        ({"enabled": False, "max_hits": "2"}, SemanticSettings(is_enabled=False, max_hits=2)),
        ({"enabled": " Off ", "max_hits": 0}, SemanticSettings(is_enabled=False, max_hits=1)),
        ({"enabled": None, "max_hits": -5}, SemanticSettings(max_hits=1)),
        ({"enabled": "yes", "max_hits": 10**30}, SemanticSettings(max_hits=10)),
        ({"max_hits": True}, SemanticSettings()),
        ({"max_hits": "many"}, SemanticSettings()),
        ({"max_hits": 2.5}, SemanticSettings()),
        ({"max_hits": "--3"}, SemanticSettings()),
        ("off", SemanticSettings()),
    ],
)
def test_semantic_settings(told: object, settings: SemanticSettings) -> None:
    """On by default with three hits (B136, B138); what makes no sense is the default."""
    assert read_semantic({"memory": {"semantic_index": told}}) == settings
    assert read_semantic({}) == SemanticSettings()


def test_the_identity_is_read() -> None:
    """Variant and drift stand under `identity` (B184); without them nothing is told."""
    told = read_identity({"identity": {"variant_id": " v1 ", "freshness": {"code_changed": True}}})
    assert told.variant_id == "v1"
    assert "code" in repr(told.summary)
    assert read_identity({}) == read_identity({"identity": {"freshness": None}})
    assert isinstance(read_identity({}), Identity)
