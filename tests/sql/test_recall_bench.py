"""The bench of recall measures the real thing: its stores hold what the product would write."""

import apsw
import pytest

from bench.talks import Talk, documents, talk
from sayso.core.recall.postings import post, sides
from tests.sql.bare_store import statement

POSTED = """
SELECT word.scope_id, word.word, posting.* FROM recall_words AS word
JOIN recall_postings AS posting ON posting.word_id = word.id
ORDER BY word.scope_id, word.word, posting.doc_id
"""
SAID = """
SELECT turn.id, thread.scope_id, turn.user_text, turn.assistant_text
FROM turns AS turn JOIN threads AS thread ON thread.id = turn.thread_id ORDER BY turn.id
"""
SIZES = "SELECT * FROM recall_scopes ORDER BY scope_id"
EMPTY = "DELETE FROM recall_words; DELETE FROM recall_postings; DELETE FROM recall_scopes"


def postings(db: apsw.Connection) -> list[tuple[object, ...]]:
    """Read what turns are posted under, without the numbers of words."""
    return [(*row[:2], *row[3:]) for row in db.execute(POSTED).fetchall()]


@pytest.mark.parametrize("scopes", [1, 3])
def test_talk_is_posted_as_by_the_plans(scopes: int) -> None:
    """In one scope or in many, over several batches, talk is row for row what plans write."""
    db = apsw.Connection(":memory:")
    filled = Talk(db, scopes)
    for first, turns in talk(50, batch=20):
        filled.add(first, turns, documents(turns))
    filled.settle()
    bulk, sizes = postings(db), db.execute(SIZES).fetchall()
    db.execute(EMPTY).fetchall()
    for number, scope, user_text, assistant_text in db.execute(SAID).fetchall():
        said = sides(int(str(number)), str(user_text), str(assistant_text))
        for write in post(int(str(scope)), said):
            db.execute(statement(write.statement), write.params).fetchall()
    assert len({scope for scope, *_ in bulk}) == len(sizes) == scopes
    assert bulk == postings(db)
    assert sizes == db.execute(SIZES).fetchall()


def test_talk_is_the_same_each_time() -> None:
    """Two runs of the bench of recall fill their stores with the same words."""
    assert list(talk(20)) == list(talk(20))
