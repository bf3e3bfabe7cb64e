"""Recall through the real store: whose words are meant, when, what is beside, what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.items import Tombstone
from sayso.core.limits import RECALL_QUERY_MAX_CHARS, RECALL_QUOTE_MAX_CHARS
from sayso.core.outcome import is_failure
from sayso.core.project.masks import masks_of
from sayso.core.recall.asking import Part, RecallRequest, fault_of
from sayso.core.recall.found import Found, Match, Place
from sayso.core.recall.meaning import side_meant
from sayso.core.recall.quoting import passage
from sayso.core.recall.ranking import rank
from sayso.core.recall.showing import Seen, visible
from sayso.core.recall.weighing import Known, weigh
from sayso.core.recall.words import asked, asked_apart
from sayso.core.states import Role
from sayso.shell.admitting import RecordedTurn, record_turn
from sayso.shell.gathering import read_turns
from sayso.shell.ports import system_ports
from sayso.shell.recalling import recall
from sayso.shell.store.opening import open_in_memory

if TYPE_CHECKING:
    from sayso.core.recall.asking import RecallHit
    from sayso.shell.store.store import Store


def talk(*said: tuple[str, str]) -> Store:
    """Give a store in which this was said, each turn user and assistant."""
    ports = system_ports()
    store = open_in_memory(ports)
    for user, assistant in said:
        record_turn(store, ports, RecordedTurn(user_text=user, assistant_text=assistant), "test")
    return store


def hits(store: Store, query: str, **limits: int) -> tuple[RecallHit, ...]:
    """Ask a store."""
    return recall(store, RecallRequest(query=query, **limits)).unwrap().hits


TALK = (
    ("Which cache should we use for sessions?", "I suggest Redis with a short expiry."),
    ("The cache must survive a restart.", "Then Redis needs a snapshot on disk."),
    ("Ann: my parrot bit the postman", ""),
    ("Ben: Ann's parrot is green", ""),
    ("缓存过期时间设成十五分钟。", "好的。"),
)


def test_the_side_that_is_meant_comes_first() -> None:
    """What somebody asks to have suggested stands in the answers, what he said in his own words."""
    store = talk(*TALK)
    assert hits(store, "what did you suggest for the cache")[0].role is Role.ASSISTANT
    assert hits(store, "what did I say about the cache")[0].role is Role.USER
    (first, *_) = hits(store, "what did you suggest for the cache")
    assert Part.ROLE in {one.part for one in first.reasons.parts}
    assert first.reasons.score == sum(one.points for one in first.reasons.parts)


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("what have you recommended", Role.ASSISTANT),
        ("你上次建议的方案", Role.ASSISTANT),
        ("我之前说的端口", Role.USER),
        ("what did I ask and what did you answer", None),
        ("the port", None),
    ],
)
def test_whose_words_are_meant(question: str, role: Role | None) -> None:
    """A question names one side, or none that could be told."""
    assert side_meant(question) is role


def test_lines_beside_a_hit_are_given_in_order() -> None:
    """So many lines before and after, across both sides of turns; a question itself is no hit."""
    (first, *_) = hits(talk(*TALK), "restart survive", neighbours=2)
    assert first.quote == "The cache must survive a restart."
    assert [line.role for line in first.before] == [Role.USER, Role.ASSISTANT]
    assert next(line.text for line in first.after) == "Then Redis needs a snapshot on disk."
    again = hits(talk(*TALK), "Which cache should we use for sessions?")
    assert again
    assert all(hit.quote != "Which cache should we use for sessions?" for hit in again)


def test_limits_hold() -> None:
    """A thread that is none of ours has no hits, nor has what comes after a turn."""
    store = talk(*TALK)
    assert hits(store, "cache", thread_id=99) == ()
    assert {hit.turn_id for hit in hits(store, "cache", before_turn_id=2)} == {1}
    assert hits(open_in_memory(system_ports()), "cache") == ()
    with store.reading() as reading:
        assert recall(reading, RecallRequest(query="cache")).unwrap().pending == 0


@pytest.mark.parametrize(
    ("field", "request_"),
    [
        ("query", RecallRequest(query=" ")),
        ("query", RecallRequest(query="x" * (RECALL_QUERY_MAX_CHARS + 1))),
        ("neighbours", RecallRequest(query="x", neighbours=6)),
        ("limit", RecallRequest(query="x", limit=0)),
        ("until_us", RecallRequest(query="x", since_us=2, until_us=2)),
    ],
)
def test_what_is_refused(field: str, request_: RecallRequest) -> None:
    """A request outside its limits is told which field is at fault."""
    fault = fault_of(request_)
    assert fault is not None
    assert fault.field == field
    refused = recall(open_in_memory(system_ports()), request_)
    assert is_failure(refused)
    assert refused.failure() == fault


def test_a_speaker_and_a_time_that_are_named_lift_a_hit() -> None:
    """What the named one said counts double, and so does what was said at the time named."""
    asked_of = asked("what did Ann say about parrots")
    known = {word: (known_of(at),) for at, word in enumerate(("~ann", "ann", "parrot"), 1)}
    sought = weigh(asked_of, known, 40)
    assert [term.word for term in sought.terms] == ["parrot"]
    assert sought.speaker_ids == (1,)
    window = tuple(place(turn, is_timely=turn == 2) for turn in (1, 2, 3))
    matches = tuple(Match(word_id=3, doc_id=2 * turn, count=1, length=4) for turn in (1, 2, 3))
    found = Found(
        windows=(window,),
        matches=matches,
        average=4.0,
        questions=frozenset({6}),
        spoken=frozenset({2}),
    )
    parts = {one.doc_id: one.parts for one in rank(sought, found)}
    assert Part.SPEAKER in parts[2]
    assert Part.TIME in parts[4]
    assert parts[6][Part.ASKING] < 0


def known_of(number: int) -> Known:
    """Give a word that stands in ten documents."""
    return Known(word_id=number, read=10, first=2, oldest=2, newest=80)


def place(turn_id: int, *, is_timely: bool = False) -> Place:
    """Give the place of a turn without an answer."""
    return Place(
        turn_id=turn_id,
        thread_id=1,
        session="s",
        sequence=turn_id,
        has_answer=False,
        is_timely=is_timely,
    )


def test_a_common_word_is_only_looked_up() -> None:
    """The rarest words are read as far as the budget goes; a word at the edge of it is not."""
    many = Known(word_id=1, read=6_000, first=2, oldest=2, newest=20_000)
    few = Known(word_id=2, read=500, first=2, oldest=2, newest=20_000)
    sought = weigh(asked("parrot cage"), {"parrot": (many,), "cage": (few,)}, 10_000)
    assert [(term.word, term.is_read) for term in sought.terms] == [
        ("cage", True),
        ("parrot", False),
    ]


def test_an_identifier_as_a_whole_weighs_beside_its_parts() -> None:
    """Where the whole is known it is looked for too, and is not demanded."""
    known = {word: (known_of(at),) for at, word in enumerate(("max", "retri", "maxretri"), 1)}
    sought = weigh(asked("maxRetries"), known, 40)
    assert [term.word for term in sought.terms if term.is_extra] == ["maxretri"]
    assert asked_apart("cats in March", "in March").wholes == ("march",)
    assert asked_apart("yesterday", "yesterday") == asked("yesterday")


@pytest.mark.parametrize(
    "text",
    [
        "x " * 400 + ". The parrot is green and loud. " + "y " * 400,
        "x" * 900 + " parrot" + " y" * 400,
        "数" * 900 + "parrot" + "据" * 900,
        "parrot " + "z" * 900,
        "z" * 900 + " the green parrot",
        "green " + "z" * 600 + " parrot " + "z" * 600,
    ],
)
def test_a_quote_shows_the_words(text: str) -> None:
    """Of a long text an exact passage around its words is quoted."""
    quote = passage(text, {"parrot": 5, "green": 2})
    assert "parrot" in quote
    assert quote in text
    assert len(quote) <= RECALL_QUOTE_MAX_CHARS


def test_a_single_character_is_found_in_many_words() -> None:
    """A question of one character finds every place where it stands."""
    store = talk(("我不吃辣", ""), ("辣椒太多", ""), ("Fine", ""))
    assert {hit.turn_id for hit in hits(store, "辣")[:2]} == {1, 2}


HIDDEN = Tombstone(
    id=1,
    item_id=1,
    turn_id=1,
    role=Role.USER,
    start=0,
    end=12,
    subject=frozenset(),
    last_turn_id=9,
    forgotten_at_us=1,
)


def test_what_is_masked_makes_no_hit() -> None:
    """A word that stands at a forgotten place alone counts for nothing, in either script."""
    store = talk(("我们用 Redis 缓存", ""), ("Redis again", ""))
    with store.reading() as reading:
        turns = {turn.id: turn for turn in read_turns(reading, [1])}
    seen = Seen(turns=turns, masks=masks_of([HIDDEN], turns.values()))
    sought = weigh(asked("Redis"), {"redi": (known_of(1),)}, 40)
    found = Found(
        windows=((place(1), place(2)),),
        matches=tuple(Match(word_id=1, doc_id=doc, count=1, length=4) for doc in (2, 4)),
        average=4.0,
    )
    assert [match.doc_id for match in visible(found, sought, seen).matches] == [4]
    single = weigh(asked("缓"), {"缓": (known_of(2),)}, 40)
    of_single = Found(
        windows=((place(1),),),
        matches=(Match(word_id=2, doc_id=2, count=1, length=4),),
        average=4.0,
    )
    assert visible(of_single, single, seen).matches == ()
    both = weigh(asked("Redis 缓存"), {"redi": (known_of(1),), "缓存": (known_of(2),)}, 40)
    of_both = Found(
        windows=((place(1),),),
        matches=tuple(Match(word_id=word, doc_id=2, count=1, length=4) for word in (1, 2)),
        average=4.0,
    )
    assert visible(of_both, both, seen).matches == ()
