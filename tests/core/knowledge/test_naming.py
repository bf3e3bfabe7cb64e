"""Names of files, folders and sessions, and times as texts."""

from pathlib import PurePosixPath, PureWindowsPath
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core.knowledge.moments import moment_text, read_moment
from sayso.core.knowledge.naming import (
    STEM_MAX_BYTES,
    file_stem,
    is_function_stem,
    plain_stem,
    session_id,
    variant_folder,
)
from sayso.core.limits import LATEST_US
from sayso.core.outcome import is_failure

NAMES = st.text(max_size=8) | st.text(alphabet="./\\:%~a", max_size=6)


@given(NAMES)
@rules(max_examples=80)
def test_no_name_leads_out_of_its_folder(name: str) -> None:
    """Whatever a function is called: its stem is one plain name on every system."""
    stem = plain_stem(name)
    for path in (PurePosixPath(f"{stem}.json"), PureWindowsPath(f"{stem}.json")):
        assert path.name == f"{stem}.json"
        assert len(path.parts) == 1
    assert stem
    assert stem.isprintable()
    assert len(stem.encode()) <= STEM_MAX_BYTES
    assert is_function_stem(file_stem(name))


@given(st.lists(st.text(alphabet="a/_%.:\u0301e", max_size=3), min_size=2, max_size=2))
@rules(max_examples=80)
def test_different_names_stay_different(names: list[str]) -> None:
    """Two names share a file only when they are one text in its normal form."""
    one, other = names
    same = plain_stem(one) == plain_stem(other)
    assert same is (PurePosixPath(plain_stem(one)) == PurePosixPath(plain_stem(other)))
    if same:
        assert one.replace("e\u0301", "é") == other.replace("e\u0301", "é")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Foo::bar", "FOO%3A%3ABAR"),
        ("../x", "%2E.%2FX"),
        ("x.", "X%2E"),
        (".", "%2E"),
        ("", "%"),
        ("con", "%43ON"),
        ("nul.txt", "%4EUL.TXT"),
        ("com10", "COM10"),
        ("检查", "检查"),
        ("e\u0301", "É"),
        ("a b", "A%20B"),
        ("\ud800", "%ED%A0%80"),
    ],
)
def test_function_names_become_stems(name: str, stem: str) -> None:
    """A stem is in capitals; what a file system may refuse is escaped (B77)."""
    assert file_stem(name) == stem


def test_long_names_keep_a_head_and_a_hash() -> None:
    """A name too long for a file keeps its beginning; two of them stay different."""
    one, other = (file_stem("f" * 200 + end) for end in "ab")
    assert one.startswith("F" * 80 + "%-")
    assert one != other
    assert len(plain_stem("检" * 100).encode()) <= STEM_MAX_BYTES
    assert plain_stem("::" * 60).startswith("%3A" * 26 + "%-")


def test_only_names_in_capitals_are_functions() -> None:
    """The state of the learner lies beside the functions and is none of them (B108)."""
    stems = ["BRAKE", "learning_state", "检查", "Brake"]
    assert [stem for stem in stems if is_function_stem(stem)] == ["BRAKE", "检查"]


@pytest.mark.parametrize(
    ("variant", "folder"),
    [
        ("left/drive\\2027", "left_drive_2027"),
        (SimpleNamespace(variant_id="a/b"), "a_b"),
        ("plain", "plain"),
        ("../up", ".._up"),
    ],
)
def test_a_variant_names_a_folder(variant: object, folder: str) -> None:
    """A variant is a text or has one; both slashes become `_` (B24-B26)."""
    assert variant_folder(variant).unwrap() == folder


@pytest.mark.parametrize(
    "variant", ["", "  ", ".", "..", "C:x", "a\nb", None, 7, SimpleNamespace(variant_id=None)]
)
def test_what_names_no_folder_is_refused(variant: object) -> None:
    """A variant without a name, or with one that leads elsewhere, has no folder."""
    assert is_failure(variant_folder(variant))


def test_a_session_is_named_by_case_and_time() -> None:
    """The id is the case and the second; in the same second a number follows (B86)."""
    at_us = read_moment("2026-05-01T14:30:59.9+00:00")
    assert at_us is not None
    first = session_id("C7", at_us, ())
    assert first == "C7_20260501_143059"
    second = session_id("c7", at_us, {first})
    assert second == "c7_20260501_143059_2"
    assert session_id("C7", at_us, {first, second}) == "C7_20260501_143059_3"


@given(st.integers(0, LATEST_US))
@rules(max_examples=50)
def test_times_come_back(at_us: int) -> None:
    """A moment that is written and read is the same, to the microsecond."""
    assert read_moment(moment_text(at_us)) == at_us


@pytest.mark.parametrize("at_us", [-1, -(10**20), LATEST_US + 1, 10**20])
def test_a_clock_that_is_far_off_still_gives_a_time(at_us: int) -> None:
    """A time before 1970 or after 9999 is told as the nearest that can be."""
    assert read_moment(moment_text(at_us)) in (0, LATEST_US)
    assert read_moment("not a time") is None
