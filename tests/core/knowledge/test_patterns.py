"""Layer 3: patterns are their content, and are found by function and keywords."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core.knowledge.ids import PATTERN_ID_CHARS, content_of, pattern_id, record_id
from sayso.core.knowledge.patterns import (
    ID,
    LEARNED_AT,
    MATCH_SCORE,
    add_pattern,
    find_similar,
    id_of,
    pattern_of_case,
    remove_patterns,
)
from sayso.core.knowledge.wording import asked_words, forms_of, hits_of, words_of

WHEN = "2026-05-01T00:00:00.000000+00:00"
PATTERNS = st.fixed_dictionaries(
    {"function": st.sampled_from("AB"), "symptom": st.sampled_from(["late", "迟"])}
)


def pattern(function: str = "BRAKE", *keywords: str, **more: object) -> dict[str, object]:
    """Give a pattern with the fields of the document."""
    said = {"symptom": "late", "root_cause": "debounce", "fix_hint": "shorten it"}
    return {"function": function, **said, "keywords": list(keywords), **more}


def test_a_pattern_is_appended_with_its_id_and_time() -> None:
    """A new pattern stands last, as it was said, with its id and when it was learned (B80, B81)."""
    old = {"function": "X", ID: "kept"}
    said = pattern("BRAKE", "late")
    added = add_pattern([old, "no object"], said, WHEN)
    assert added.is_new
    assert added.patterns == (old, "no object", {**said, LEARNED_AT: WHEN, ID: added.id})
    expected = hashlib.md5(content_of(said).encode()).hexdigest()[:PATTERN_ID_CHARS]
    assert added.id == expected
    assert said == pattern("BRAKE", "late")


def test_what_a_pattern_says_of_itself_is_not_taken_over() -> None:
    """An id that comes in is computed anew, so that removing finds what adding gave (B192)."""
    forged = {**pattern(), ID: "00000000", LEARNED_AT: "never", MATCH_SCORE: 1.0}
    added = add_pattern([], forged, WHEN)
    assert added.id == add_pattern([], pattern(), WHEN).id
    (kept,) = added.patterns
    assert kept == {**pattern(), LEARNED_AT: WHEN, ID: added.id}
    assert remove_patterns(added.patterns, [added.id]).patterns == ()


def test_the_same_pattern_is_kept_once() -> None:
    """A pattern of the same content changes nothing, whatever the order of its fields (B80)."""
    first = add_pattern([], pattern(), WHEN)
    backwards = dict(reversed(pattern().items()))
    again = add_pattern(first.patterns, backwards, "later")
    assert again.patterns == first.patterns
    assert (again.id, again.is_new) == (first.id, False)


def test_an_older_entry_without_an_id_is_known_by_its_content() -> None:
    """What was written without an id has the id that it would have got."""
    bare = pattern()
    added = add_pattern([bare], pattern(), WHEN)
    assert not added.is_new
    assert added.id == id_of(bare)
    assert remove_patterns([bare, 3], [added.id]).removed == (bare,)
    assert remove_patterns([bare, 3], [added.id]).patterns == (3,)


def test_ids_that_collide_get_longer() -> None:
    """Two patterns whose ids have the same beginning are both kept, under different ids."""
    content = content_of(pattern())
    digest = hashlib.md5(content.encode()).hexdigest()
    assert pattern_id(content, frozenset({digest[:8]})) == digest[:12]
    every = frozenset(digest[:size] for size in range(8, 33, 4))
    assert pattern_id(content, every) == digest
    other = {"function": "OTHER", ID: digest[:8]}
    added = add_pattern([other], pattern(), WHEN)
    assert [id_of(one) for one in added.patterns if isinstance(one, dict)] == [
        digest[:8],
        digest[:12],
    ]


def test_ids_never_fail_on_a_text() -> None:
    """Even a text that no file can hold has an id; it is refused where it comes in."""
    assert len(record_id("\ud800")) == 12


@given(st.lists(PATTERNS, max_size=6))
@rules(max_examples=50)
def test_adding_is_idempotent_and_knows_no_order(said: list[dict[str, object]]) -> None:
    """Whatever is added, twice and in any order: the same ids, each once, and none is lost."""

    def grown(order: list[dict[str, object]]) -> list[str]:
        patterns: tuple[object, ...] = ()
        for one in order:
            patterns = add_pattern(patterns, one, WHEN).patterns
        return [id_of(one) for one in patterns if isinstance(one, dict)]

    ids = grown(said)
    assert sorted(ids) == sorted(grown([*reversed(said), *said]))
    assert len(ids) == len(set(ids)) == len({content_of(one) for one in said})


def test_removing_goes_by_id_alone() -> None:
    """The named patterns go, the others stay in order, an unknown id changes nothing (B178)."""
    patterns = add_pattern(add_pattern([], pattern("A"), WHEN).patterns, pattern("B"), WHEN)
    removed = remove_patterns(patterns.patterns, [patterns.id, "ffffffff"])
    assert [one["function"] for one in removed.removed] == ["B"]
    assert removed.patterns == patterns.patterns[:1]


def test_similar_patterns_are_of_the_function_and_share_a_keyword() -> None:
    """Another function's pattern, one without keywords and one with others are left out."""
    patterns: list[object] = [
        pattern("brake", "late", "pedal"),
        pattern("LIGHT", "late"),
        pattern("BRAKE"),
        pattern("BRAKE", "noise"),
        "no object",
        {"function": 7, "keywords": ["late"]},
    ]
    (found,) = find_similar(patterns, "Brake", ["LATE release"])
    assert found["keywords"] == ["late", "pedal"]
    assert found[MATCH_SCORE] == 0.5
    assert found[ID] == id_of(pattern("brake", "late", "pedal"))


def test_similar_patterns_come_best_first() -> None:
    """Order: share of keywords that hit, then newest, then id (B84)."""
    half = {**pattern("F", "late", "cold"), LEARNED_AT: "2026-03", ID: "h"}
    full = [
        {**pattern("F", "late"), LEARNED_AT: at, ID: name}
        for at, name in (("2026-01", "a"), ("2026-02", "c"), ("2026-02", "b"))
    ]
    found = find_similar([half, *full], "F", ["late"])
    assert [one[ID] for one in found] == ["b", "c", "a", "h"]


@pytest.mark.parametrize(
    ("keyword", "asked", "stands"),
    [
        ("Late", ["it is late"], True),
        ("late release", ["release", "late"], True),
        ("late release", ["late"], False),
        ("刹车灯", ["按下踏板后刹车灯不亮"], True),
        ("資料庫", ["资料库超时"], True),
        ("灯", ["刹车灯不亮"], True),
        ("车灯", ["车的灯"], False),
        ("E-1042", ["error e-1042 again"], True),
        ("!!", ["!!"], False),
        ("", ["late"], False),
    ],
)
def test_a_keyword_stands_in_a_text(keyword: str, asked: list[str], stands: bool) -> None:
    """Latin keywords are words, Han ones stretches of a sentence; case and script don't count."""
    hits = hits_of(forms_of([keyword]), asked_words(asked))
    assert bool(hits) is stands


def test_keywords_that_are_one_count_once() -> None:
    """A keyword in two spellings is one, so that a score is at most 1."""
    (found,) = find_similar([pattern("F", "資料", "资料")], "F", ["资料"])
    assert found[MATCH_SCORE] == 1.0
    assert words_of("ＡＢ", "刹") == {"ab", "刹"}


def test_a_case_becomes_a_pattern() -> None:
    """Fields come from the names that cases give them; the case's own name fills gaps (B97)."""
    case = {
        "func_name": "brake",
        "problem": "late",
        "conclusion": "debounce",
        "keywords": ["late", 3],
        "fix": "shorten",
        "case_id": "C7",
    }
    assert pattern_of_case(case, "folder") == {
        "function": "brake",
        "symptom": "late",
        "root_cause": "debounce",
        "keywords": ["late"],
        "fix_hint": "shorten",
        "case_id": "C7",
    }
    bare = pattern_of_case({}, "folder")
    assert (bare["function"], bare["symptom"], bare["case_id"]) == ("UNKNOWN", "folder", "folder")
