"""What tests of crashes share: folders that are quick to write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faults.places import Folders, quick_folders

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def folders() -> Iterator[Folders]:
    """Give one empty folder after another."""
    with quick_folders() as found:
        yield found
