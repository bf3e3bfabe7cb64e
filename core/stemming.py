"""The stem of an English word: what its forms have in common, as a key for comparison.

Input: one word, case folded. Output: its stem by the Snowball algorithm for English, after forms
that no rule leads back (`wrote`, `children`) were put in their base form. Words with digits or
signs, and words of other scripts, are names and stay as they are. Invariant: the same word always
has the same stem, in every thread; postings rest on it, so a change here raises the versions of
the extractors that use it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sayso.core.snowball import english

if TYPE_CHECKING:
    from collections.abc import Mapping

_CACHED_WORDS: Final = 1 << 15
_STEM_MAX_CHARS: Final = 40  # a longer run of letters is no word, and would take long

# Each line: the base form, then its forms. Left out are forms that are more often another word:
# bore, bound, ground, rose, wound.
_FORMS: Final = """
    alias aliases aliased aliasing
    analysis analyses
    arise arose arisen
    awake awoke awoken
    axis axes
    become became
    begin began begun
    bend bent
    bite bitten
    bleed bled
    blow blew blown
    break broke broken
    breed bred
    bring brought
    build built
    burn burnt
    bus buses
    buy bought
    canvas canvases
    catch caught
    child children
    choose chose chosen
    cling clung
    come came
    creep crept
    crisis crises
    criterion criteria
    deal dealt
    diagnosis diagnoses
    dig dug
    draw drew drawn
    dream dreamt
    drink drank drunk
    drive drove driven
    eat ate eaten
    fall fell fallen
    feed fed
    feel felt
    fight fought
    find found
    flee fled
    fling flung
    fly flew flown
    foot feet
    forbid forbade forbidden
    forget forgot forgotten
    forgive forgave forgiven
    freeze froze frozen
    gas gases
    get got gotten
    give gave given
    go went gone
    grow grew grown
    half halves
    hang hung
    hear heard
    hide hid hidden
    hold held
    hypothesis hypotheses
    index indices
    keep kept
    knife knives
    know knew known
    lead led
    leaf leaves
    learn learnt
    leave left
    lend lent
    lens lenses
    life lives
    lose lost
    make made
    man men
    matrix matrices
    mean meant
    meet met
    mistake mistook mistaken
    mouse mice
    override overrode overridden
    overwrite overwrote overwritten
    parenthesis parentheses
    pay paid
    person people
    quiz quizzes
    rebuild rebuilt
    rerun reran
    rewrite rewrote rewritten
    ride rode ridden
    ring rang rung
    rise risen
    run ran
    schema schemata
    see saw seen
    seek sought
    sell sold
    send sent
    shake shook shaken
    shelf shelves
    shoot shot
    show shown
    shrink shrank shrunk
    sing sang sung
    sink sank sunk
    sit sat
    sleep slept
    slide slid
    speak spoke spoken
    speed sped
    spend spent
    spin spun
    stand stood
    steal stole stolen
    stick stuck
    strike struck
    swear swore sworn
    sweep swept
    swim swam swum
    swing swung
    synopsis synopses
    take took taken
    teach taught
    tear tore torn
    tell told
    thesis theses
    think thought
    throw threw thrown
    tooth teeth
    undergo underwent undergone
    understand understood
    vertex vertices
    wake woke woken
    wear wore worn
    weave wove woven
    weep wept
    wife wives
    win won
    withdraw withdrew withdrawn
    woman women
    write wrote written
"""


@lru_cache(_CACHED_WORDS)
def stem(word: str) -> str:
    """Give the stem of a word; it needn't be a word itself.

    >>> [stem(word) for word in ("caching", "caches", "wrote", "writing", "policies", "v2")]
    ['cach', 'cach', 'write', 'write', 'polici', 'v2']
    """
    if not (word.isascii() and word.isalpha()) or len(word) > _STEM_MAX_CHARS:
        return word
    # A stemmer holds the word it works on, so that two threads must not share one.
    return english()().stemWord(_base_forms().get(word, word))


@cache
def _base_forms() -> Mapping[str, str]:
    lines = (line.split() for line in _FORMS.strip().splitlines())
    return MappingProxyType({form: base for base, *forms in lines for form in forms})
