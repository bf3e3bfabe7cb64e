"""The embedder that needs no model: each word is hashed to a place and a sign (B19).

Input: a text and how many dimensions. Output: a vector of length 1, or of zeros for a text without
words. Words are Latin ones and single Han characters, in simplified form. Equal texts have equal
vectors on every machine, and a text shares weight with those it shares words with.
"""

from __future__ import annotations

import hashlib
import math
import re
from operator import mul
from typing import TYPE_CHECKING, Final

from sayso.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN: Final = re.compile("[a-z0-9]+|[\u4e00-\u9fff]")
_PLACE_BYTES: Final = 4
Vector = tuple[float, ...]


def embed(text: str, dim: int) -> Vector:
    """Embed a text into `dim` dimensions.

    >>> cosine(embed("brake late", 64), embed("late brake", 64)) > 0.99
    True
    """
    sums = [0.0] * dim
    for token in _TOKEN.findall(fold(text).lower()):
        digest = hashlib.md5(token.encode(), usedforsecurity=False).digest()
        place = int.from_bytes(digest[:_PLACE_BYTES], "big") % dim
        sums[place] += 1.0 if digest[_PLACE_BYTES] & 1 else -1.0
    return unit(sums)


def unit(vector: Sequence[float]) -> Vector:
    """Scale a vector to length 1; one of zeros stays as it is."""
    size = math.sqrt(dot(vector, vector))
    return tuple(value / size for value in vector) if size else tuple(vector)


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    """Give the scalar product of two vectors of one length: of units, their cosine."""
    product: float = sum(map(mul, one, other))
    return product


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Give the cosine of two vectors, 0 where one of them is zero or they differ in length."""
    if len(one) != len(other):
        return 0.0
    sizes = math.sqrt(dot(one, one)) * math.sqrt(dot(other, other))
    return dot(one, other) / sizes if sizes else 0.0
