"""Why there is a memory: quotes in their turns, cut around, masked where others were forgotten."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.items import ItemStatus, Source, Tombstone
from sayso.core.project.explaining import (
    CUT,
    Change,
    Piece,
    ToldRevision,
    passage,
    tell_revisions,
    tell_turn,
)
from sayso.core.project.masks import MASK, UNMASKED, Masks, masks_of
from sayso.core.turns import Role
from tests.records import make_item, make_turn

SAID = "We use tabs. We also use pnpm."


def source(turn_id: int, quote: str, text: str = SAID, role: Role = Role.USER) -> Source:
    """Give a source that quotes a text."""
    start = text.index(quote)
    return Source(turn_id=turn_id, role=role, quote=quote, start=start, end=start + len(quote))


def stone(item_id: int, turn_id: int, quote: str, text: str = SAID) -> Tombstone:
    """Give what forgetting left of a quote."""
    start = text.index(quote)
    return Tombstone(
        id=1,
        item_id=item_id,
        turn_id=turn_id,
        role=Role.USER,
        start=start,
        end=start + len(quote),
        subject=frozenset(),
        last_turn_id=9,
        forgotten_at_us=1,
    )


def hiding(*stones: Tombstone) -> Masks:
    """Give what tombstones hide at their own places."""
    return Masks(stones=stones)


def joined(pieces: tuple[Piece, ...]) -> str:
    """Give the text of pieces, with quotes in brackets."""
    return "".join(f"[{one.text}]" if one.is_quote else one.text for one in pieces)


def test_a_quote_stands_out_in_its_turn() -> None:
    """The side that is quoted shows it; the other side is clipped; the time is that of saying."""
    turn = replace(
        make_turn(4, SAID, assistant_text="Noted. " * 100),
        said_at_us=77,
        created_at_us=99,
        session="s",
    )
    told = tell_turn(turn, 1, [source(4, "use pnpm"), source(5, "use tabs")], UNMASKED)
    assert joined(told.user) == "We use tabs. We also [use pnpm]."
    (answer,) = told.assistant
    assert len(answer.text) <= limits.WHY_BESIDE_CHARS
    assert answer.text.endswith(CUT)
    assert (told.id, told.session, told.at_us, told.is_quoted) == (4, "s", 77, True)


def test_a_turn_beside_it_has_no_quote() -> None:
    """Without a time of saying the time of storing counts; an answer that is none is none."""
    turn = replace(make_turn(4, SAID), said_at_us=None, created_at_us=99)
    told = tell_turn(turn, 1, [], UNMASKED)
    assert (told.is_quoted, told.at_us, told.assistant) == (False, 99, ())
    assert told.user == (Piece(text=SAID),)


def test_forgotten_words_of_another_memory_stay_masked() -> None:
    """Its own stay shown, also once it is forgotten itself; a quote is never masked."""
    turn = make_turn(4, SAID)
    mine = [source(4, "use pnpm")]
    assert joined(tell_turn(turn, 1, mine, hiding(stone(2, 4, "use tabs"))).user) == (
        f"We {MASK}. We also [use pnpm]."
    )
    assert joined(tell_turn(turn, 1, mine, hiding(stone(1, 4, "use pnpm"))).user) == (
        "We use tabs. We also [use pnpm]."
    )
    both = tell_turn(turn, 1, mine, hiding(stone(2, 4, "also use pnpm"), stone(2, 5, "use tabs")))
    assert joined(both.user) == "We use tabs. We also [use pnpm]."
    beside = tell_turn(turn, 1, [], hiding(stone(2, 4, "use tabs")))
    assert joined(beside.user) == f"We {MASK}. We also use pnpm."


def test_an_echo_beside_a_quote_is_masked() -> None:
    """Where an answer is quoted, its other sentences that repeat forgotten words are not shown."""
    gone = make_turn(2, "Answer in zebra French.")
    away = stone(2, 2, "Answer in zebra French", gone.user_text)
    said = "I answer in zebra French. We use pnpm."
    turn = make_turn(4, "Go on.", assistant_text=said)
    at = said.index("use pnpm")
    quote = replace(source(4, "use pnpm"), role=Role.ASSISTANT, start=at, end=at + 8)
    told = tell_turn(turn, 1, [quote], masks_of([away], [gone]))
    assert joined(told.assistant) == f"{MASK} We [use pnpm]."


def test_a_mask_goes_only_where_its_own_words_are_quoted() -> None:
    """A forgotten span beside one that a quote needs stays hidden, though the two touch."""
    assert [one.text for one in passage("abcdef", [(4, 6)], [(0, 3), (3, 5)])] == [MASK, "d", "ef"]


def test_a_long_text_is_cut_around_its_quotes() -> None:
    """Far quotes get a window each, near ones share one; a cut shows."""
    far = "x" * (limits.WHY_AROUND_CHARS + 1)
    text = f"{far}one{far}{far}two three{far}"
    spans = [
        (at, at + len(word)) for word in ("one", "two", "three") if (at := text.index(word)) >= 0
    ]
    told = passage(text, spans, [])
    around = far[1:]
    assert joined(told) == (f"{CUT}{around}[one]{around}{CUT}{around}[two] [three]{around}{CUT}")
    assert passage("abc", [(0, 3)], []) == (Piece(text="abc", is_quote=True),)
    assert passage("abcd", [(0, 2), (1, 3)], []) == (
        Piece(text="abc", is_quote=True),
        Piece(text="d"),
    )
    assert passage("abc", [], []) == ()


def test_a_mask_at_the_border_of_a_window_is_whole() -> None:
    """Nothing forgotten shows because a window begins or ends in the middle of it."""
    around = limits.WHY_AROUND_CHARS
    text = "s" * 20 + "x" * (around - 10) + "quote" + "x" * (around - 10) + "s" * 20
    start = 10 + around
    told = passage(text, [(start, start + 5)], [(0, 20), (len(text) - 20, len(text))])
    assert joined(told).count(MASK) == 2
    assert "s" not in joined(told).replace(MASK, "")


@given(
    st.text(min_size=1, max_size=900),
    st.lists(st.tuples(st.integers(0, 899), st.integers(1, 60)), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 899), st.integers(1, 60)), max_size=4),
)
def test_every_quote_is_shown_and_nothing_else_is_taken_for_one(
    text: str, quotes: list[tuple[int, int]], hidden: list[tuple[int, int]]
) -> None:
    """Whatever the spans are: what is marked as a quote is exactly what was quoted."""
    spans = [
        (start % len(text), min(start % len(text) + size, len(text))) for start, size in quotes
    ]
    told = passage(text, spans, [(start, start + size) for start, size in hidden])
    marked = {at for start, end in spans for at in range(start, end)}
    shown = "".join(one.text for one in told if one.is_quote)
    assert shown == "".join(char for at, char in enumerate(text) if at in marked)


def test_revisions_tell_what_they_changed() -> None:
    """Each field that differs, as it was and as it is; the first revision changes nothing."""
    first = replace(make_item(3), title="Tabs", aliases=("tab",), status=ItemStatus.SUPERSEDED)
    second = replace(
        first, revision=2, title="Spaces", aliases=("tab", "space"), status=ItemStatus.ACTIVE
    )
    one, two = tell_revisions((first, second))
    assert one == ToldRevision(
        revision=1, status="superseded", at_us=first.created_at_us, changes=()
    )
    assert two.changes == (
        Change(field="title", before="Tabs", after="Spaces"),
        Change(field="aliases", before="tab", after="tab, space"),
    )
