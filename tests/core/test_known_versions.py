"""Which version's contract a store has to hold."""

from dataclasses import replace

import pytest

from sayso.core.catalog import Healthy, check_store, known_version
from tests.core.test_catalog import MANIFEST, SOUND


@pytest.mark.parametrize(
    ("user_version", "version"),
    [(0, 4), (1, 4), (2, 2), (3, 3), (4, 4), (5, 4), (-1, 4)],
)
def test_a_store_has_to_hold_the_contract_of_a_version_that_is_known(
    user_version: int, version: int
) -> None:
    """An older one its own, whatever else the number says this one's."""
    assert known_version(user_version) == version
    facts = replace(SOUND, user_version=version)
    assert check_store(facts, MANIFEST, version) == Healthy()
