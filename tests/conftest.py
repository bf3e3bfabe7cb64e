"""What all tests share: how properties are explored, and where `snapshot` keeps its files.

`snapshot == value` compares with golden/<folder>/<test module>/<test name>.txt, one file per
snapshot: a string as it is, any other value in syrupy's notation. `make golden` rewrites them: it
lets the tests that use a snapshot make it in another folder, and tests/golden_review compares.
"""

import gc
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber.serializer import AmberDataSerializer
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import PropertyFilter, PropertyMatcher, SerializableData, SerializedData

from tests.golden_review.kinds import FOLDER_VARIABLE
from tests.own_home import use_own_home

TESTS = Path(__file__).resolve().parent
MAKES_ANEW = FOLDER_VARIABLE in os.environ
GOLDEN = Path(os.environ.get(FOLDER_VARIABLE, TESTS.parent / "golden"))

# No verdict may hang on how fast the machine is: neither per example nor per generation. On a
# CI machine the examples are the same in every run, so that a change is judged by its content.
settings.register_profile(
    "sayso",
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sayso")

# Files of tests lie in memory where there is room, so that a sync costs nothing: what a disk does
# to them is made up where it matters (tests/faults).
MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 * 1024**3
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM_BYTES:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

use_own_home(
    with_settings="SAYSO_LIVE" in os.environ, below=os.environ.get("PYTEST_DEBUG_TEMPROOT")
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run nothing but the tests that use a snapshot while snapshots are made anew."""
    if MAKES_ANEW:
        items[:] = [item for item in items if "snapshot" in getattr(item, "fixturenames", ())]


def pytest_collection_finish() -> None:
    """Spare the garbage collector thousands of tests that live as long as the run does."""
    gc.collect()
    gc.freeze()


class GoldenFile(SingleFileSnapshotExtension):
    """One readable text file per snapshot, in a tree that mirrors tests/."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    def serialize(
        self,
        data: SerializableData,
        *,
        exclude: PropertyFilter | None = None,
        include: PropertyFilter | None = None,
        matcher: PropertyMatcher | None = None,
    ) -> SerializedData:
        """Keep a string as it is, so that a prompt or a help text reads as a person sees it."""
        if isinstance(data, str):
            return data
        text = AmberDataSerializer.serialize(
            data, exclude=exclude, include=include, matcher=matcher
        )
        return text + "\n"

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """Place the snapshots of tests/a/test_b.py into golden/a/test_b/."""
        return str(GOLDEN / Path(test_location.filepath).relative_to(TESTS).with_suffix(""))

    @classmethod
    def discovery_dirname(cls, *, test_location: PyTestLocation) -> str:
        """Look for unused snapshots beside the used ones only: other modules own the rest."""
        return cls.dirname(test_location=test_location)

    @classmethod
    def matches_test_location(
        cls, *, test_location: PyTestLocation, snapshot_location: str
    ) -> bool:
        """Tell by its name a snapshot that no case of a test has made, before paths are resolved.

        Every snapshot is held against every case of its module, and syrupy begins with the paths.
        """
        _, _, name = snapshot_location.rpartition(os.sep)
        if test_location.is_item_parametrized and test_location.methodname not in name:
            return False
        return super().matches_test_location(
            test_location=test_location, snapshot_location=snapshot_location
        )


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Give syrupy's snapshot, kept under golden/."""
    return snapshot.use_extension(GoldenFile)
