"""What of ranked documents is shown: nothing of which nothing may be seen."""

from sayso.core.project.masks import masks_of
from sayso.core.recall.asking import Part
from sayso.core.recall.found import Place
from sayso.core.recall.ranking import Ranked
from sayso.core.recall.showing import Seen, with_phrases
from sayso.core.states import Role
from tests.core.test_indexing import stone, turn


def ranked(doc_id: int) -> Ranked:
    """Give a document that ranks by what stands beside it."""
    place = Place(turn_id=doc_id >> 1, thread_id=1, session="", sequence=1, has_answer=True)
    return Ranked(doc_id=doc_id, place=place, parts={Part.NEIGHBOURS: 5.0}, words=(), share=0.0)


def test_a_document_that_is_masked_as_a_whole_is_no_hit() -> None:
    """A mask alone tells nobody anything; what says more than the mask stays."""
    said = turn(7, "Use tabs.", "Fine.")
    whole = Seen(turns={7: said}, masks=masks_of([stone(7, Role.USER, 0, 8)], [said]))
    assert [one.doc_id for one in with_phrases([ranked(14), ranked(15)], "tabs", whole)] == [15]
    part = Seen(turns={7: said}, masks=masks_of([stone(7, Role.USER, 4, 8)], [said]))
    assert [one.doc_id for one in with_phrases([ranked(14)], "tabs", part)] == [14]
