"""Notes of other memory products are read entry by entry; a bad one costs itself only."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.outcome import Failure, Success
from sayso.core.transcripts.noted import Noted
from sayso.core.transcripts.reading import detect_format, read_entries, read_transcript
from sayso.core.transcripts.records import SkippedLine, SkipReason

if TYPE_CHECKING:
    from typing_extensions import TypeIs

ENTRY: dict[str, object] = {
    "id": "3c90c3cc",
    "memory": "Prefers tabs.",
    "user_id": "dev",
    "metadata": {"tags": [{"a": "]"}]},
    "created_at": "2023-11-07T05:31:56Z",
}
AT_US = 1_699_335_116_000_000
GRAPH = (
    b'{"type":"entity","name":"John","entityType":"person","observations":["Speaks Spanish"]}\n'
    b'{"type":"relation","from":"John","to":"Acme","relationType":"works at"}\n'
)


def mem0(*entries: object, is_bare: bool = False) -> bytes:
    """Write what mem0 hands out, as an object with a list or as the list alone."""
    value: object = list(entries) if is_bare else {"count": len(entries), "results": list(entries)}
    return json.dumps(value).encode()


def read(content: bytes) -> list[Noted | SkipReason]:
    """Read a file of any format in small pieces."""
    form = detect_format("memories.json", content).unwrap()
    pieces = tuple(content[at : at + 7] for at in range(0, len(content), 7))
    found = read_entries(form, "memories.json", pieces)
    return [one.reason if isinstance(one, SkippedLine) else one for one in found if is_note(one)]


def is_note(entry: object) -> TypeIs[Noted | SkippedLine]:
    """Tell a note, or what is none, from a turn, of which no file here has any."""
    assert isinstance(entry, Noted | SkippedLine)
    return True


@pytest.mark.parametrize("is_bare", [False, True])
def test_mem0_hands_out_a_list_or_an_object_with_one(is_bare: bool) -> None:
    """Both shapes give the same notes, with the time at which they were last changed."""
    later = {**ENTRY, "memory": " Likes tea. ", "updated_at": "2023-11-07T05:31:57Z"}
    content = mem0(ENTRY, later, is_bare=is_bare)
    assert detect_format("x.json", content) == Success("mem0")
    assert read(content) == [
        Noted(line=1, product="mem0", text="Prefers tabs.", at_us=AT_US),
        Noted(line=1, product="mem0", text="Likes tea.", at_us=AT_US + 1_000_000),
    ]
    assert read(b"\xef\xbb\xbf" + content) == read(content)


def test_a_printed_object_over_many_lines_is_read_as_well() -> None:
    """Where an entry begins is told by its line."""
    content = json.dumps({"results": [ENTRY]}, indent=2).encode()
    (note,) = read(content)
    assert isinstance(note, Noted)
    assert note.line == 3


def test_what_is_no_note_is_counted() -> None:
    """A bad entry, an empty or overlong text, a bad time and a graph's relation, each by reason."""
    relation = {"source": "dev", "relationship": "works at", "target": "Acme"}
    content = mem0(
        ENTRY,
        {"id": "1"},
        {"id": "2", "memory": 7},
        {"id": "3", "memory": " \n"},
        {"id": "4", "memory": "x" * (limits.NOTE_MAX_CHARS + 1)},
        {"id": "5", "memory": "\ud800"},
        {"id": "6", "memory": "Kept.", "created_at": "soon"},
        relation,
        ["Prefers tabs."],
    )
    assert read(content)[1:] == [
        SkipReason.BAD_MESSAGE,
        SkipReason.BAD_MESSAGE,
        SkipReason.EMPTY_NOTE,
        SkipReason.TOO_LONG,
        SkipReason.LONE_SURROGATE,
        SkipReason.BAD_TIME,
        Noted(line=1, product="mem0", text="Kept.", at_us=None),
        SkipReason.NOT_CONVERSATION,
        SkipReason.NOT_AN_OBJECT,
    ]


def test_a_memory_servers_graph_gives_observations_and_relations() -> None:
    """Each observation names what it is about; a relation is a sentence."""
    assert detect_format("memory.jsonl", GRAPH) == Success("mcp-memory")
    assert read(GRAPH) == [
        Noted(line=1, product="mcp-memory", text="John: Speaks Spanish", at_us=None),
        Noted(line=2, product="mcp-memory", text="John works at Acme", at_us=None),
    ]
    broken = (
        GRAPH
        + b'{"type":"entity","name":"B","observations":[4," "]}\n'
        + b'{"type":"entity"}\nno JSON'
    )
    assert read(broken)[2:] == [
        SkipReason.BAD_MESSAGE,
        SkipReason.EMPTY_NOTE,
        SkipReason.BAD_MESSAGE,
        SkipReason.BROKEN_JSON,
    ]


@pytest.mark.parametrize(
    ("content", "form"),
    [
        (b'[{"id":"1","text":"Prefers tabs."}]', Failure("unknown-format")),
        (b'{"results":[{"text":"Prefers tabs."}]}', Failure("unknown-format")),
        (b'{"memory":"Prefers tabs."}', Failure("unknown-format")),
        (b'{"results":[],"user":"Hi"}', Success("plain")),
        (b'{"results":{}}', Failure("unknown-format")),
        (b' { "results": [ ] }\n', Success("mem0")),
        (b'{"user":"Hi","results":[{"memory":"x"}]}', Success("plain")),
        (b'[{"mapping":{},"memory":"x"}]', Success("chatgpt")),
    ],
)
def test_other_shapes_are_not_guessed(content: bytes, form: object) -> None:
    """A list of texts under another name is none of ours; what shows a log is that log.

    An export without any memory is one all the same.
    """
    assert detect_format("x.json", content) == form


def test_a_transcript_holds_turns_only() -> None:
    """Notes are no turns of anybody: as a conversation such a file is empty."""
    transcript = read_transcript("x.json", mem0(ENTRY)).unwrap()
    assert (transcript.format, transcript.sessions, transcript.skipped) == ("mem0", (), ())


def exported(*notes: dict[str, object]) -> bytes:
    """Write the part of an export that notes lie in."""
    rows = b",\n".join(json.dumps(note).encode() for note in notes)
    return b'{"schema_version":3,"exported_at":5,\n"notes":[\n' + rows + b"],\n" + b'"findings":[]}'


def test_notes_of_an_export_are_notes_again() -> None:
    """Those in use, under the name of their product; a forgotten one has no words any more."""
    note: dict[str, object] = {"id": 1, "product": "mem0", "text": "Tea.", "status": "active"}
    content = exported(
        {**note, "said_at": 7},
        {**note, "said_at": None},
        {**note, "text": "", "status": "forgotten"},
        {**note, "text": 4},
        {**note, "product": ""},
        {**note, "text": " "},
    )
    assert read(content + b"\n") == [
        Noted(line=3, product="mem0", text="Tea.", at_us=7),
        Noted(line=4, product="mem0", text="Tea.", at_us=None),
        SkipReason.FORGOTTEN,
        SkipReason.BAD_FIELD,
        SkipReason.BAD_FIELD,
        SkipReason.EMPTY_NOTE,
    ]


def test_a_broken_note_of_an_export_is_no_gap_in_its_turns() -> None:
    """A line that cannot be read among the notes is told as what it is."""
    content = b'{"schema_version":3,"exported_at":5,\n"notes":[\n{"id":]'
    assert read(content) == [SkipReason.BROKEN_JSON]
