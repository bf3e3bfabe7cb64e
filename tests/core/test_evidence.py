"""The gate: what a model may propose, and why anything else is refused. It never raises."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.evidence import Accepted, EvidenceContext, Reason, Refused, check_proposal
from sayso.core.items import Kind, Tombstone
from sayso.core.proposals import Proposal, Quote
from sayso.core.subjects import subject_hashes, subject_terms
from sayso.core.turns import Origin, Role, Turn
from tests.records import build, make_tombstone, make_turn
from tests.speech import BEFORE_ID, SAID_ID, confirmed, explicit, gate

SAID = "from now on use tabs in every file"


def reason_of(proposal: Proposal, context: EvidenceContext) -> Reason:
    """Give why a proposal is refused; fails where it is accepted."""
    refused = check_proposal(proposal, context)
    assert isinstance(refused, Refused)
    assert refused.proposal is proposal
    return refused.reason


def quoting(*quotes: Quote, kind: Kind = Kind.PREFERENCE, content: str = "use tabs") -> Proposal:
    """Propose something with these quotes."""
    return Proposal(kind=kind, title="tabs", content=content, aliases=(), quotes=quotes)


def test_an_explicit_preference_is_accepted_with_its_exact_source() -> None:
    """The candidate holds the proposal's words and the slice of RAW text that proves it."""
    accepted = check_proposal(explicit(Kind.PREFERENCE, "use tabs"), gate(f"hi.\n{SAID}"))
    assert isinstance(accepted, Accepted)
    (source,) = accepted.candidate.sources
    assert (source.turn_id, source.role) == (SAID_ID, Role.USER)
    assert f"hi.\n{SAID}"[source.start : source.end] == source.quote == "use tabs"
    assert (accepted.candidate.id, accepted.candidate.thread_id) == (0, 1)


@pytest.mark.parametrize(
    ("proposal", "reason"),
    [
        (explicit(Kind.PREFERENCE, "use tabs", content="  "), Reason.EMPTY),
        (explicit(Kind.PREFERENCE, "use tabs", title=" \n"), Reason.EMPTY),
        (quoting(), Reason.NO_SOURCE),
        (quoting(Quote(turn_id=99, role=Role.USER, quote="use tabs")), Reason.UNKNOWN_TURN),
        (quoting(Quote(turn_id=BEFORE_ID, role=Role.USER, quote="hello")), Reason.UNKNOWN_TURN),
        (quoting(Quote(turn_id=SAID_ID, role=Role.USER, quote="use spaces")), Reason.NOT_VERBATIM),
        (quoting(Quote(turn_id=SAID_ID, role=Role.USER, quote="  ")), Reason.NOT_VERBATIM),
        (quoting(Quote(turn_id=SAID_ID, role=Role.ASSISTANT, quote="tabs")), Reason.NOT_VERBATIM),
        (
            quoting(Quote(turn_id=BEFORE_ID, role=Role.ASSISTANT, quote="I always use tabs")),
            Reason.NO_USER_QUOTE,
        ),
        (explicit(Kind.PREFERENCE, "use tabs", content="moon phases"), Reason.NO_SHARED_WORDS),
    ],
)  # fmt: skip
def test_bad_provenance_is_refused(proposal: Proposal, reason: Reason) -> None:
    """Unknown turns, inexact words, a lone assistant and unrelated content are refused."""
    assert reason_of(proposal, gate(SAID, "I always use tabs")) is reason


def test_the_refusal_names_the_turn_it_is_about() -> None:
    """The first known turn is named; none where none is known."""
    known = check_proposal(explicit(Kind.DECISION, "hello there"), gate("hello there"))
    assert isinstance(known, Refused)
    assert known.turn_id == SAID_ID
    unknown = check_proposal(
        quoting(Quote(turn_id=9, role=Role.USER, quote="x")), gate("hello there")
    )
    assert isinstance(unknown, Refused)
    assert unknown.turn_id is None


def test_a_repeated_quote_is_one_source() -> None:
    """The same words cited twice are kept once."""
    quote = Quote(turn_id=SAID_ID, role=Role.USER, quote="use tabs")
    accepted = check_proposal(quoting(quote, quote), gate(SAID))
    assert isinstance(accepted, Accepted)
    assert len(accepted.candidate.sources) == 1


def test_the_first_own_occurrence_is_the_source() -> None:
    """Words that stand in a paste and in the user's own speech are quoted from the latter."""
    said = f"```\nuse tabs\n```\n{SAID}"
    accepted = check_proposal(explicit(Kind.PREFERENCE, "use tabs"), gate(said))
    assert isinstance(accepted, Accepted)
    assert accepted.candidate.sources[0].start == said.rindex("use tabs")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (f"```\n{SAID}\n```", Reason.PASTED),
        (f"> {SAID}", Reason.PASTED),
        (f"<sayso-memory>{SAID}</sayso-memory>", Reason.INJECTED),
    ],
)
def test_foreign_regions_are_no_source(said: str, reason: Reason) -> None:
    """Pasted words and memory that was injected before prove nothing."""
    for kind in Kind:
        assert reason_of(explicit(kind, "use tabs"), gate(said)) is reason


def test_memory_echoed_by_the_assistant_is_no_source() -> None:
    """An answer that repeats injected memory is not a proposal of its own."""
    answer = "<sayso-memory>I suggest tabs</sayso-memory>"
    assert reason_of(confirmed(Kind.DECISION, "ok", "I suggest tabs"), gate("ok", answer)) is (
        Reason.INJECTED
    )


def test_a_confirmation_needs_the_turn_just_before() -> None:
    """Another session, an earlier turn or no turn at all gives nothing to confirm."""
    answer = "I suggest we use tabs."
    proposal = confirmed(Kind.DECISION, "agreed", "use tabs")
    assert isinstance(check_proposal(proposal, gate("agreed", answer)), Accepted)
    first = make_turn(BEFORE_ID, "hi", assistant_text=answer)
    middle = make_turn(5, "and?", assistant_text="Nothing.")
    last = make_turn(SAID_ID, "agreed")
    apart = EvidenceContext(
        thread_id=1, turns=(first, middle, last), previous=None, tombstones=(), subject_key=b"k"
    )
    assert reason_of(proposal, apart) is Reason.NO_PROPOSAL
    together = EvidenceContext(
        thread_id=1, turns=(first, last), previous=None, tombstones=(), subject_key=b"k"
    )
    assert isinstance(check_proposal(proposal, together), Accepted)
    other = EvidenceContext(
        thread_id=1,
        turns=(last,),
        previous=make_turn(BEFORE_ID, "hi", assistant_text=answer, session="b"),
        tombstones=(),
        subject_key=b"k",
    )
    assert reason_of(proposal, other) is Reason.NO_PROPOSAL
    assert reason_of(explicit(Kind.DECISION, "agreed"), gate("agreed")) is Reason.NO_PROPOSAL


def test_turns_that_another_one_came_between_are_no_neighbours() -> None:
    """A turn of the batch that stands apart confirms neither the one before nor the previous."""
    proposal = confirmed(Kind.DECISION, "agreed", "use tabs")
    alone = gate("agreed", "I suggest we use tabs.")
    assert alone.previous is not None
    batch = replace(alone, turns=(alone.previous, *alone.turns), previous=None)
    for context in (alone, batch):
        assert isinstance(check_proposal(proposal, context), Accepted)
        parted = replace(context, apart=frozenset({SAID_ID}))
        assert reason_of(proposal, parted) is Reason.NO_PROPOSAL


def test_a_preference_may_be_confirmed() -> None:
    """A proposal about answers is confirmed like any other."""
    proposal = confirmed(Kind.PREFERENCE, "yes please", "keep answers short from now on")
    answer = "Shall we keep answers short from now on?"
    assert isinstance(check_proposal(proposal, gate("yes please", answer)), Accepted)


def test_one_good_user_source_is_enough() -> None:
    """A second quote that says nothing does no harm; the first reason is told otherwise."""
    turns = (make_turn(SAID_ID, SAID), make_turn(3, "hello there"))
    context = EvidenceContext(
        thread_id=1, turns=turns, previous=None, tombstones=(), subject_key=b"k"
    )
    good = Quote(turn_id=SAID_ID, role=Role.USER, quote="use tabs")
    idle = Quote(turn_id=3, role=Role.USER, quote="hello there")
    assert isinstance(check_proposal(quoting(idle, good), context), Accepted)
    assert reason_of(quoting(idle), context) is Reason.NOT_EXPLICIT


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("we are comparing two halls for the gala", True),
        ("should config.py be read first?", True),
        ("maybe config.py is read from disk", True),
        ("suppose config.py is read from disk", True),
        ("we settled on what config.py reads", True),
        ("config.py reads the port from disk", False),
        ("日志在 logs 目录，线上跑的是旧系统", False),
    ],
)
def test_discussion_holds_all_but_plain_facts(said: str, held: bool) -> None:
    """Anything under discussion may be kept for its thread, save how the code is at present."""
    checked = check_proposal(explicit(Kind.DISCUSSION, said), gate(said))
    assert isinstance(checked, Accepted) is held
    if isinstance(checked, Refused):
        assert checked.reason is Reason.CODE_FACT


def test_discussion_may_cite_the_assistant_alone() -> None:
    """Discussion context needs no user source."""
    quote = Quote(turn_id=BEFORE_ID, role=Role.ASSISTANT, quote="Both halls are free")
    proposal = quoting(quote, kind=Kind.DISCUSSION, content="Both halls are free")
    context = gate("hm", "Both halls are free in May.")
    assert isinstance(check_proposal(proposal, context), Accepted)
    buried = make_tombstone(turn_id=BEFORE_ID, role=Role.ASSISTANT, start=0, end=4)
    context = gate("hm", "Both halls are free in May.", (buried,))
    assert reason_of(proposal, context) is Reason.FORGOTTEN


def subject_of(title: str) -> frozenset[str]:
    """Hash the subject of a title under the key of these tests."""
    return subject_hashes(subject_terms(title, ()), b"key")


@pytest.mark.parametrize(
    ("stone", "turn", "held"),
    [
        ({"turn_id": SAID_ID, "start": 0, "end": 3}, {}, False),
        ({"turn_id": SAID_ID, "start": 30, "end": 34}, {}, True),
        ({"turn_id": 77, "subject": subject_of("use tabs"), "last_turn_id": 2}, {}, False),
        ({"turn_id": 77, "subject": subject_of("use tabs"), "last_turn_id": 1}, {}, True),
        ({"turn_id": 77, "subject": subject_of("moon phases"), "last_turn_id": 9}, {}, True),
        (
            {"turn_id": 77, "subject": subject_of("use tabs"), "forgotten_at_us": 50},
            {"origin": Origin.IMPORT, "said_at_us": 51},
            True,
        ),
        (
            {"turn_id": 77, "subject": subject_of("use tabs"), "forgotten_at_us": 50},
            {"origin": Origin.IMPORT, "said_at_us": 50},
            False,
        ),
        (
            {"turn_id": 77, "subject": subject_of("use tabs"), "forgotten_at_us": 50},
            {"origin": Origin.IMPORT, "said_at_us": None},
            False,
        ),
    ],
)
def test_forgotten_stays_forgotten_until_said_anew(
    stone: dict[str, object], turn: dict[str, object], held: bool
) -> None:
    """Overlap with a tombstone, or its subject at or before the forget, is refused."""
    said = "use tabs from now on in each file"
    plain: dict[str, object] = {"role": Role.USER, "start": 0, "end": 1, "subject": frozenset()}
    context = EvidenceContext(
        thread_id=1,
        turns=(make_turn(SAID_ID, said, **turn),),
        previous=None,
        tombstones=(build(make_tombstone, plain | stone),),
        subject_key=b"key",
    )
    checked = check_proposal(explicit(Kind.PREFERENCE, "use tabs"), context)
    assert isinstance(checked, Accepted) is held
    if isinstance(checked, Refused):
        assert checked.reason is Reason.FORGOTTEN


WORDS = st.sampled_from(
    "use tabs|from now on|以后都用中文|定了|ok|同意|I suggest|？|.|\n|，|```|> |forget what I said"
    "|é|e\u0301|\r\n|\ud800|maybe|“|”|B|第二种".split("|")
)
SPEECH = st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=40)


@given(
    kind=st.sampled_from(Kind),
    texts=st.tuples(SPEECH, SPEECH, SPEECH, SPEECH),
    quotes=st.lists(st.tuples(st.integers(0, 3), st.sampled_from(Role), SPEECH), max_size=4),
)
def test_the_gate_never_raises_and_only_accepts_slices(
    kind: Kind, texts: tuple[str, str, str, str], quotes: list[tuple[int, Role, str]]
) -> None:
    """Any proposal gets a verdict, and every accepted source is an exact slice of its turn."""
    turns = (make_turn(2, texts[1], assistant_text=texts[2]), make_turn(3, texts[3]))
    before = make_turn(1, "hello", assistant_text=texts[0])
    context = EvidenceContext(
        thread_id=1, turns=turns, previous=before, tombstones=(), subject_key=b"k"
    )
    proposal = Proposal(
        kind=kind,
        title=texts[1],
        content=texts[1],
        aliases=(texts[2],),
        quotes=tuple(Quote(turn_id=at, role=role, quote=quote) for at, role, quote in quotes),
    )
    checked = check_proposal(proposal, context)
    if isinstance(checked, Accepted):
        by_id: dict[int, Turn] = {turn.id: turn for turn in (before, *turns)}
        for source in checked.candidate.sources:
            text = by_id[source.turn_id].text_of(source.role)
            assert text[source.start : source.end] == source.quote != ""


def test_a_tombstone_of_another_side_does_no_harm() -> None:
    """A forgotten answer does not bury the user's words at the same offsets."""
    stone: Tombstone = make_tombstone(
        turn_id=SAID_ID, role=Role.ASSISTANT, start=0, end=99, subject=frozenset()
    )
    checked = check_proposal(explicit(Kind.PREFERENCE, "use tabs"), gate(SAID, "", (stone,)))
    assert isinstance(checked, Accepted)
