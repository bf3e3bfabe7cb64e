"""The rows of a semantic index: how near they are, and their file, read whatever befell it."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core.knowledge.hashing import cosine, embed, unit
from sayso.core.knowledge.meaning import Record
from sayso.core.knowledge.semantic_rows import (
    Row,
    column,
    hit,
    nearest,
    read_rows,
    scaled,
    shortlist,
    spell_row,
    spell_rows,
)

DIM = 8
NUMBERS = st.lists(st.floats(-2, 2, width=32), min_size=3, max_size=3)


def row_of(symptom: str, **metadata: object) -> Row:
    """Give a row whose vector is hashed."""
    record = Record(symptom=symptom)
    return Row(record=record, vector=embed(record.composed, DIM), metadata=metadata)


ROWS = (
    row_of("brake late", case_id="C1", digits=2**80 + 1),
    row_of("灯\n\u2028\x00 off"),
    row_of(""),
)
FILE = spell_rows(DIM, map(spell_row, ROWS))


@given(NUMBERS, NUMBERS)
@rules(max_examples=25)
def test_nearness_is_the_cosine(one: list[float], other: list[float]) -> None:
    """For units it is their cosine, never beyond 1 by rounding; for one of zeros it is 0."""
    ((name, score),) = nearest({"a": unit(other)}, unit(one), 1, -1.0)
    assert name == "a"
    assert score == pytest.approx(cosine(one, other))
    assert -1 <= score <= 1


def test_the_nearest_come_first() -> None:
    """Ids with their scores, best first, of one score by id, within the bounds."""
    rows = {"b": (1.0, 0.0), "a": (1.0, 0.0), "c": (0.0, 1.0), "d": (-1.0, 0.0)}
    assert nearest(rows, (1.0, 0.0), 9, 0.0) == (("a", 1.0), ("b", 1.0), ("c", 0.0))
    assert nearest(rows, (1.0, 0.0), 1, 0.0) == (("a", 1.0),)
    assert nearest(rows, (0.0, 0.0), 2, 0.0) == (("a", 0.0), ("b", 0.0))
    assert nearest(rows, (1.0, 0.0), 0, 0.0) == nearest({}, (1.0, 0.0), 1, 0.0) == ()


WORDS = st.lists(st.sampled_from("abcdef"), max_size=5)


@given(st.lists(WORDS, max_size=8), WORDS, st.integers(0, 4))
@rules(max_examples=25)
def test_a_shortlist_has_the_nearest(texts: list[list[str]], asked: list[str], k: int) -> None:
    """Whoever is among the nearest of all is on the list, where there is one."""
    records = [Record(symptom=" ".join(text)) for text in texts]
    rows = {one.id: Row(record=one, vector=embed(one.composed, 64), metadata={}) for one in records}
    vector = embed(" ".join(asked), 64)
    names = shortlist(lambda at: column(rows, at), vector, k)
    whole = nearest({name: row.vector for name, row in rows.items()}, vector, k, -1.0)
    listed = rows if names is None else names
    assert nearest({name: rows[name].vector for name in listed}, vector, k, -1.0) == whole


def test_a_shortlist_is_short() -> None:
    """It has those that share most with what is asked; there is none where all must be compared."""
    texts = ("brake lamp", "brake", "oil", "pump")
    rows = {
        text: Row(record=Record(symptom=text), vector=embed(text, 64), metadata={})
        for text in texts
    }
    asked = embed("brake", 64)
    assert shortlist(lambda at: column(rows, at), asked, 1) == ("brake",)
    assert shortlist(lambda at: column(rows, at), asked, 3) is None
    assert shortlist(lambda at: column(rows, at), embed("a b c d e f g h i j", 64), 1) is None


def test_a_file_reads_as_it_was_written() -> None:
    """All rows come back as they were, each with its line, and give the same bytes again."""
    read = read_rows(FILE)
    assert (tuple(read.rows.values()), read.fault) == (ROWS, "")
    assert list(read.lines) == [row.id for row in ROWS]
    assert spell_rows(DIM, read.lines.values()) == FILE
    assert json.loads(FILE)["dim"] == DIM
    assert read_rows(spell_rows(DIM, ())).rows == {}


def test_a_file_of_another_layout_is_read() -> None:
    """A file that other software wrote is read by its values; its ids and lengths are not taken
    over, and what is missing of a record is empty.
    """
    record = {"id": "no id", "vector": [3, 4], "symptom": "brake", "other": 1}
    read = read_rows(json.dumps({"records": [record, record], "dim": 2}, indent=1).encode())
    made = Row(record=Record(symptom="brake"), vector=(0.6, 0.8), metadata={})
    assert (list(read.rows.values()), read.lines, read.fault) == ([made], {}, "")
    value = {"symptom": "a", "vector": [1, 0], "metadata": {"digits": 2**80 + 1}}
    line = json.dumps(value, separators=(",", ":"))
    read = read_rows(b'{"dim":2,"records":[\n%s\n]}\n' % line.encode())
    assert [row.metadata for row in read.rows.values()] == [value["metadata"]]
    own = FILE.replace(ROWS[0].id.encode(), b"0123456789ab")
    assert list(read_rows(own).rows) == [row.id for row in ROWS]
    assert list(read_rows(own).lines) == [row.id for row in ROWS[1:]]


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b"", "is no JSON"),
        (b"\xff", "is no UTF-8"),
        (b"[" * 100_000, "is nested too deep"),
        (b"[]", "is no index of records"),
        (b'{"records":{},"dim":2}', "is no index of records"),
        (b'{"records":[],"dim":0}', "is no index of records"),
        (b'{"records":[],"dim":"2"}', "is no index of records"),
        (b'{"records":[],"dim":NaN}', "NaN is none"),
    ],
)
def test_what_is_no_index_is_told(raw: bytes, fault: str) -> None:
    """A file of which nothing can be read says why, and gives no rows."""
    read = read_rows(raw)
    assert read.rows == {}
    assert fault in read.fault


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ("7", "record 2 is no object"),
        ("{", "record 2 is no JSON"),
        ('{"symptom":7}', "record 2 has a text that is none"),
        ('{"symptom":"\\ud800"}', "record 2 can't be kept: text: holds a lone surrogate"),
        ('{"metadata":{"a":1e999}}', "record 2 can't be kept: metadata.a: is no finite number"),
    ],
)
def test_a_record_that_is_damaged_costs_itself_alone(record: str, fault: str) -> None:
    """The others are given, and the first of what is wrong is told with how much more there is."""
    first, *rest = FILE.split(b"\n")
    line = record.encode() + b","
    for often, more in ((1, ""), (3, ", and 2 more")):
        read = read_rows(b"\n".join([first, rest[0], *[line] * often, *rest[1:]]))
        assert tuple(read.rows.values()) == ROWS
        assert read.fault.startswith(fault)
        assert read.fault.endswith(more)


def test_a_file_that_was_cut_gives_its_whole_lines() -> None:
    """Wherever the end is missing, rows whose lines are whole are given and the fault is told."""
    for end in range(FILE.index(b"\n") + 1, len(FILE) - 1):
        read = read_rows(FILE[:end])
        assert read.fault, end
        assert list(read.rows) == [row.id for row in ROWS][: len(read.rows)]
    read = read_rows(FILE[: FILE.rindex(b"\n]}")])
    assert (len(read.rows), read.fault) == (len(ROWS), "has no end")


@pytest.mark.parametrize(
    "vector", [[1, 0], [1e999, *[0] * 7], [10**400, *[0] * 7], [True] * 8, ["1"] * 8, None]
)
def test_words_stand_in_for_a_vector_that_is_none(vector: object) -> None:
    """A record whose vector doesn't fit keeps its texts; its words give it one, which is told."""
    record = {"vector": vector, "symptom": "brake late"}
    read = read_rows(
        json.dumps({"dim": DIM, "records": [record]}).replace("Infinity", "1e999").encode()
    )
    assert list(read.rows.values()) == [row_of("brake late")]
    assert "record 1 has no vector of 8 numbers" in read.fault


def test_scaling_keeps_what_is_a_unit() -> None:
    """Numbers get length 1; units and zeros stay to the last digit, and what is beyond numbers
    gives nothing.
    """
    vector = unit([0.1, 0.7, 0.3])
    assert scaled(vector) == vector
    assert scaled([3.0, 4.0]) == (0.6, 0.8)
    assert scaled([0.0, 0.0]) == (0.0, 0.0)
    for numbers in ([math.inf], [math.nan], [1e200], [10**400]):
        assert scaled(numbers) is None


def test_a_hit_shares_nothing_with_its_row() -> None:
    """What a search gives can be changed without a trace in the index (B31)."""
    row = row_of("brake", provenance={"report": "r.md"})
    told = hit(row, 0.5)
    assert told == {
        "id": row.id,
        "score": 0.5,
        "symptom": "brake",
        "signal": "",
        "code_line": "",
        "conclusion": "",
        "metadata": {"provenance": {"report": "r.md"}},
    }
    told["metadata"]["provenance"]["report"] = ""  # type: ignore[index]
    assert row.metadata == {"provenance": {"report": "r.md"}}
