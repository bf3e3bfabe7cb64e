"""Whatever a text is made of, reading it costs in proportion to its length.

Counted are characters touched and lines run (tests/faults/counting.py), on a text of one piece
repeated, at three lengths: twice the text may add twice what the text before it added. Patterns
have the same proof in tests/faults/test_patterns.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core import fidelity, printing, quoting, text
from sayso.core.agents import prompting
from sayso.core.model import read_object
from sayso.core.project.context import keep_tail
from sayso.core.project.extraction import ExtractionInput
from sayso.core.raw import text_fault
from sayso.core.rules.extraction import extract
from sayso.core.search import plan_search
from sayso.core.speech import clauses, offers, regions, spoken
from sayso.core.subjects import anchors, content_words
from sayso.core.terms import content_terms, metadata_terms, query_terms
from sayso.core.transcripts import typed
from tests.faults.counting import work_of
from tests.kit import World, remember, whole_turn
from tests.records import make_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROUNDS = (40, 80, 160)
FAR = (240, 480, 960)  # where a bound on sentences and windows has been reached
GROWTH_MAX = 2.35  # 2 for linear work, 4 for quadratic
NOISE_MAX = 300  # so little more is no growth, whatever it is a multiple of

PIECES = (
    *"x \n\t\0.,!;:-_*~'\"`<([“的，…？哈…\u0301\\",
    *(
        "\r\n",
        "e\u0301",
        "👩\u200d",
        "\u0f73",
        "\u11a8",
        '\\"',
        "a-",
        "a'",
        "1a",
        "Aa",
        "1,",
        "a_",
        "中a",
        "好,",
    ),
    *("    a\n", "```\n", "> a\n", "# a\n", "1. ", "A. go\n", "a: ", "option a: x\n"),
    *("<a ", "<log", "<think>", "<sayso-memory>", "2024-01-01 10:00 ERROR x\n"),
    *("On x wrote:\n", "translate this: ", "no. ", "yes ", "or ", "never ", "from now on "),
    *("We decided: use tabs. ", "Shall we use it? Yes. ", "我们决定用表格。", "we moved to it "),
)

TASKS: Mapping[str, Callable[[str], object]] = {
    "plain copy": clauses.plain_copy,
    "masked copy": clauses.masked_copy,
    "sentences": lambda said: list(clauses.sentences_of(said)),
    "foreign regions": regions.foreign_spans,
    "injected regions": regions.injected_spans,
    "open block": lambda said: regions.open_block_before(said, len(said) - 1),
    "own sentences": spoken.own_sentences,
    "surroundings": lambda said: spoken.surroundings(said, len(said) // 2, len(said) // 2 + 1),
    "offers": offers.offers_in,
    "put up": lambda said: offers.is_put_up(said, (0, len(said))),
    "quote": lambda said: list(quoting.quote_places("z\u00e9", said)),
    "long quote": lambda said: list(quoting.quote_places(said[: len(said) // 2] + "é", said)),
    "respelled quote": lambda said: list(quoting.quote_places("\u00e9 x", said + "e\u0301 x")),
    "content terms": content_terms,
    "metadata terms": lambda said: metadata_terms(said, (said,), (said,)),
    "query terms": query_terms,
    "search": lambda said: plan_search(said, 1, 2),
    "content words": lambda said: list(content_words(said)),
    "anchors": anchors,
    "added name": lambda said: fidelity.added_name(said, [said]),
    "negation": lambda said: fidelity.adds_negation(said, [said]),
    "fold": text.fold,
    "normal form": text.normalise,
    "clip": lambda said: text.clip(said, len(said) - 5),
    "one line": text.one_line,
    "block on a terminal": printing.visible_block,
    "line on a terminal": printing.visible_line,
    "JSON on a terminal": printing.visible_json,
    "reply": read_object,
    "raw text": lambda said: text_fault(said, "it", may_be_empty=True),
    "tail": lambda said: keep_tail(said, 100),
    "typed prompt": typed.read_plain,
    "prompt of an agent": lambda said: typed.read_typed((said,)),
    "what a prompt asks for": lambda said: prompting.plan_queries(prompting.looked_at(said)),
}


def stage_1(said: str) -> object:
    """Read a turn by rules, behind an answer of the same words."""
    before = make_turn(1, "Hello.", assistant_text=said)
    return extract(
        ExtractionInput(thread_id=1, compaction="", previous=before, turns=(make_turn(2, said),))
    )


def whole_way(said: str) -> object:
    """Take a turn in, let a model cite its beginning, and give the next request its context."""
    world = World(None, remember(str(said)[:400]))
    with world.open() as memory:
        memory.record(whole_turn(said, said))
        memory.work()
        return memory.context(), memory.search(said[:250])


def grows(task: Callable[[str], object], piece: str) -> tuple[int, ...] | None:
    """Give the work at growing lengths where it grows faster than they do, else None.

    Where a bound is not reached yet the growth may be that of the work below the bound.
    """
    counted: tuple[int, ...] = ()
    for rounds in (ROUNDS, FAR):
        counted = tuple(work_of(task, f"a{piece * times}") for times in rounds)
        added, more = counted[1] - counted[0], counted[2] - counted[1]
        if more <= NOISE_MAX or more <= GROWTH_MAX * added:
            return None
    return counted


@pytest.mark.parametrize("task", TASKS)
def test_a_text_costs_in_proportion_to_its_length(task: str) -> None:
    """No piece of text makes a step of reading do more than linear work (X03, X09)."""
    faults = [
        f"{piece!r}: {counted}"
        for piece in PIECES
        if (counted := grows(TASKS[task], piece)) is not None
    ]
    assert not faults, "\n".join(["", *faults])


@pytest.mark.parametrize("piece", [piece for piece in PIECES if len(piece) > 2])
@pytest.mark.parametrize("way", [stage_1, whole_way])
def test_the_whole_way_is_linear_too(way: Callable[[str], object], piece: str) -> None:
    """Rules, gate, store, context and search together cost no more than their parts (X03)."""
    assert grows(way, piece) is None


def looks_again(said: str) -> int:
    """Look for what is not there from every full stop on."""
    return sum(said.find("never", at) for at in range(len(said)) if said[at] == ".")


def copies_again(said: str) -> int:
    """Copy all that came before, at every place."""
    return sum(len(said[:at]) for at in range(len(said)))


def compares_all(said: str) -> int:
    """Compare every place with every other one."""
    places = str(said)[::8]
    return sum(one == other for one in places for other in places)


@pytest.mark.parametrize("task", [looks_again, copies_again, compares_all])
def test_quadratic_work_is_seen(task: Callable[[str], object]) -> None:
    """The counters see looking again, copying again and loops in loops."""
    assert grows(task, "a. ") is not None
