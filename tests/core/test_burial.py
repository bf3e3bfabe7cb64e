"""Burial: what a tombstone stands against, and what lifts it (A183-A185)."""

import pytest

from sayso.core.burial import (
    Claim,
    Spoken,
    burial_subjects,
    claim_of,
    gives_away,
    hidden_words,
    is_buried,
    is_lifted,
)
from sayso.core.items import Source
from sayso.core.subjects import anchors, subject_hashes
from sayso.core.turns import Origin, Role, Turn
from tests.records import NOON_US, make_candidate, make_source, make_tombstone, make_turn

KEY = b"k" * 32
SUBJECT = frozenset({"tabs", "indent"})
STONE = make_tombstone(turn_id=1, subject=SUBJECT, last_turn_id=5)


def span(start: int, end: int, turn_id: int = 1, role: Role = Role.USER) -> tuple[Source, ...]:
    """Give one source at some place."""
    return (make_source("x" * (end - start), turn_id, start=start, end=end, role=role),)


def claim(sources: tuple[Source, ...] = (), *said: Turn, **changes: frozenset[str]) -> Claim:
    """Give a claim about the forgotten subject, of which the user spoke in some turns."""
    subject = changes.get("subject", SUBJECT)
    words = changes.get("words", frozenset({"tabs"}))
    return Claim(
        sources=sources,
        subjects=(subject,),
        stated=(changes.get("stated", subject),),
        spoken=tuple(Spoken(turn=turn, words=words) for turn in said),
    )


@pytest.mark.parametrize(
    ("sources", "buried"),
    [
        (span(10, 20), True),
        (span(12, 13), True),
        (span(0, 11), True),
        (span(19, 30), True),
        (span(0, 40), True),
        (span(0, 10), False),
        (span(20, 30), False),
        (span(10, 20, turn_id=2), False),
        (span(10, 20, role=Role.ASSISTANT), False),
        ((), False),
    ],
)
def test_overlap_with_a_forgotten_span_buries(sources: tuple[Source, ...], buried: bool) -> None:
    """One shared character is enough; neighbours, other turns and the other side are not."""
    stone = make_tombstone(turn_id=1, start=10, end=20, last_turn_id=5)
    other = frozenset[str]()
    assert is_buried(claim(sources, make_turn(9), subject=other), (stone,)) is buried


def test_the_same_subject_said_before_the_forget_is_buried() -> None:
    """Other words of an earlier turn about the forgotten thing stay away too."""
    for number in (2, 5):
        assert is_buried(claim(span(0, 4, turn_id=number), make_turn(number)), (STONE,))


def test_the_same_subject_said_anew_is_not_buried() -> None:
    """A live turn after the forget may speak of the subject again (A62, A185)."""
    assert not is_buried(claim(span(0, 4, turn_id=6), make_turn(6)), (STONE,))


def test_a_later_word_about_something_else_lifts_nothing() -> None:
    """The user must have spoken of the very subject; a model's title or content is no word."""
    silent = frozenset({"german"})
    assert is_buried(claim((), make_turn(6), words=silent), (STONE,))
    assert not is_buried(claim((), make_turn(6), words=silent, stated=silent), (STONE,))
    assert not is_buried(claim((), make_turn(6), make_turn(2), subject=silent), (STONE,))


def test_words_of_an_earlier_turn_do_not_count_as_said_anew() -> None:
    """What was said of the subject before the forget does not lend itself to a later turn."""
    both = Claim(
        sources=(),
        subjects=(SUBJECT,),
        stated=(SUBJECT,),
        spoken=(
            Spoken(turn=make_turn(4), words=SUBJECT),
            Spoken(turn=make_turn(6), words=frozenset({"german"})),
        ),
    )
    assert is_buried(both, (STONE,))


def test_the_assistant_alone_lifts_nothing() -> None:
    """A discussion that rests on answers alone has no word of the user to lift a tombstone."""
    assert is_buried(claim(span(0, 4, turn_id=6, role=Role.ASSISTANT)), (STONE,))


def test_new_words_do_not_lift_a_forgotten_span() -> None:
    """A memory that rests partly on the forgotten words stays buried whoever confirms it later."""
    stone = make_tombstone(turn_id=1, start=0, end=8, subject=SUBJECT, last_turn_id=5)
    sources = (*span(0, 8, turn_id=1), *span(0, 4, turn_id=6))
    assert is_buried(claim(sources, make_turn(6)), (stone,))


def test_another_subject_is_not_buried() -> None:
    """Less than half of the smaller subject in common is another subject."""
    stone = make_tombstone(turn_id=1, subject=frozenset({"a", "b", "c"}), last_turn_id=5)
    said = span(0, 4, turn_id=2)
    for subject, buried in (({"a", "x", "y"}, False), ({"a", "b", "y"}, True), (set(), False)):
        one = claim(said, make_turn(2), subject=frozenset[str](subject))
        assert is_buried(one, (stone,)) is buried


def test_any_one_of_many_tombstones_is_enough() -> None:
    """Tombstones are held against a memory one by one."""
    said = claim(span(0, 4, turn_id=2), make_turn(2))
    assert is_buried(said, (make_tombstone(1, turn_id=7), STONE))
    assert not is_buried(said, ())


@pytest.mark.parametrize(
    ("turn", "lifted"),
    [
        (make_turn(5), False),
        (make_turn(6), True),
        (make_turn(6, said_at_us=NOON_US - 99), True),
        (make_turn(6, origin=Origin.EDIT), True),
        (make_turn(9, origin=Origin.IMPORT, said_at_us=NOON_US), False),
        (make_turn(9, origin=Origin.IMPORT, said_at_us=NOON_US + 1), True),
        (make_turn(4, origin=Origin.IMPORT, said_at_us=NOON_US + 1), True),
        (make_turn(9, origin=Origin.IMPORT, said_at_us=None), False),
    ],
)
def test_what_was_said_later_lifts_a_tombstone(turn: Turn, lifted: bool) -> None:
    """A live turn counts by its number, an imported one by its own time, none being earlier."""
    stone = make_tombstone(last_turn_id=5, forgotten_at_us=NOON_US)
    assert is_lifted(stone, turn) is lifted


def test_a_claim_is_about_its_title_its_content_and_its_quotes() -> None:
    """A name that a model made up hides nothing of what is remembered."""
    source = make_source("indent with tabs", 2)
    one = make_candidate(1, "Use spaces", title="A note", aliases=("misc",), sources=(source,))
    found = claim_of(one, {2: make_turn(2)}, {}, KEY)
    for text in ("Use spaces", "indent with tabs"):
        assert any(hashes(text) <= subject for subject in found.subjects)
    assert hashes("misc") <= found.subjects[0]
    assert not any(hashes("misc") & subject for subject in found.stated)
    assert found.spoken[0].words >= hashes("indent with tabs")


def hashes(text: str) -> frozenset[str]:
    """Give the hashed words of a text."""
    return subject_hashes(anchors(text), KEY)


def test_a_yes_speaks_of_what_it_answers() -> None:
    """The assistant's words count for the turn that agrees to them, and for no other one."""
    sources = (
        make_source("Shall we use tabs?", 3, role=Role.ASSISTANT),
        make_source("yes", 4),
    )
    one = make_candidate(1, "Use tabs", sources=sources)
    turns = {3: make_turn(3), 4: make_turn(4)}
    tab = subject_hashes(frozenset({"tab"}), KEY)
    assert claim_of(one, turns, {4: 3}, KEY).spoken[0].words >= tab
    assert not claim_of(one, turns, {4: 2}, KEY).spoken[0].words & tab


def test_a_mere_reply_is_no_subject() -> None:
    """Forgetting one agreement does not bury every other "go with the second"."""
    proposal = make_source("Shall we use tabs?", 3, role=Role.ASSISTANT)
    with_yes = burial_subjects("T", (), "C", (proposal, make_source("行，就用第二个", 4)), KEY)
    alone = burial_subjects("T", (), "C", (make_source("行，就用第二个", 4),), KEY)
    assert with_yes[2] >= hashes("Shall we use tabs?")
    assert alone[2] >= hashes("行，就用第二个")
    assert len(with_yes) == len(alone) == 3


def test_hidden_words_are_those_at_forgotten_places_that_nobody_was_shown() -> None:
    """What was said anew stands in the question; what is too short says nothing."""
    turns = (make_turn(1, "Use  TABS always. ok"), make_turn(2, "Use spaces."))
    stones = (
        make_tombstone(1, turn_id=1, start=0, end=16),
        make_tombstone(2, turn_id=2, start=0, end=10),
        make_tombstone(3, turn_id=1, start=18, end=20),
        make_tombstone(4, turn_id=9),
    )
    hidden = hidden_words(turns, stones, ("He said: use\nspaces.",))
    assert hidden == {"use tabs always"}
    assert gives_away(hidden, "So far:", "they USE tabs\nalways")
    assert not gives_away(hidden, "They use tabs.", "always")
    assert not gives_away(frozenset(), "use tabs always")
