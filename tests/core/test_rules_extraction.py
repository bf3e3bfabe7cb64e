"""Stage 1 of the embedded model: deterministic, within the contract, and always quotable."""

from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.items import Kind
from sayso.core.project.extraction import ExtractionInput
from sayso.core.rules.extraction import extract
from sayso.core.turns import Role
from tests.records import make_turn
from tests.speech import found_in

WORDS = st.sampled_from(
    "always|use tabs|from now on|以后|都用中文|定了|ok|同意|I suggest|？|.|\n|，|```|> "
    "|forget what I said|we decided|maybe|“|”|B|第二种|(A) x|你写的|请|that's decided|every time"
    "|every file you write".split("|")
)
SPEECH = st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=60)


def test_a_batch_is_read_turn_by_turn() -> None:
    """Each turn may confirm what the one before it proposed, the first what precedes the batch."""
    before = make_turn(1, "hi", assistant_text="I suggest we use tabs.")
    turns = (
        make_turn(2, "agreed", assistant_text="I suggest we keep lines short."),
        make_turn(3, "ok, do that"),
        make_turn(4, "agreed"),
    )
    reply = extract(ExtractionInput(thread_id=1, compaction="", previous=before, turns=turns))
    cited = [[quote.turn_id for quote in proposal.quotes] for proposal in reply.proposals]
    assert cited == [[1, 2], [2, 3]]
    assert reply.compaction


def test_a_turn_of_another_session_is_not_confirmed() -> None:
    """Adjacency stays within a session."""
    before = make_turn(1, "hi", assistant_text="I suggest we use tabs.", session="a")
    asked = ExtractionInput(
        thread_id=1, compaction="", previous=before, turns=(make_turn(2, "agreed", session="b"),)
    )
    assert extract(asked).proposals == ()


def test_content_and_title_are_the_users_words() -> None:
    """What is remembered is the quoted statement itself, or the proposal that was confirmed."""
    (said,) = found_in("from now on put totals first")
    assert said.content == said.quotes[0].quote == "from now on put totals first"
    assert said.title
    assert said.title in said.content
    (agreed,) = found_in("agreed", "I suggest we use tabs.")
    assert agreed.content == agreed.quotes[0].quote


def test_no_candidate_is_a_normal_answer() -> None:
    """Small talk gives an empty list and still a compaction (A24)."""
    asked = ExtractionInput(
        thread_id=1, compaction="", previous=None, turns=(make_turn(1, "good morning"),)
    )
    reply = extract(asked)
    assert reply.proposals == ()
    assert reply.compaction


@given(SPEECH, SPEECH)
def test_any_speech_gives_proposals_that_hold(said: str, answer: str) -> None:
    """Extraction never raises; quotes are slices, kinds are long-term, and it repeats itself."""
    before = make_turn(1, "hello", assistant_text=answer)
    turn = make_turn(2, said)
    asked = ExtractionInput(thread_id=1, compaction="", previous=before, turns=(turn,))
    reply = extract(asked)
    assert reply == extract(asked)
    assert len(reply.proposals) <= limits.PROPOSALS_MAX
    for proposal in reply.proposals:
        assert proposal.kind in (Kind.PREFERENCE, Kind.DECISION)
        assert proposal.content.strip()
        assert len(proposal.content) <= limits.CONTENT_MAX_CHARS
        roles = {quote.role for quote in proposal.quotes}
        assert Role.USER in roles
        for quote in proposal.quotes:
            text = turn.user_text if quote.role is Role.USER else before.assistant_text
            assert quote.quote in text
            assert len(quote.quote) <= limits.QUOTE_MAX_CHARS
