"""The mark's lines, and what they prove."""

from __future__ import annotations

import hashlib

import pytest

from sayso.core import limits
from sayso.core.witness import (
    BLANK_LINE,
    Check,
    CheckResult,
    Sighting,
    inherited,
    missed,
    noted,
    read_check,
    read_sighting,
    render_check,
    render_sighting,
)

OURS, THEIRS, HEIR = "a" * 32, "b" * 32, "c" * 32
SEEN = Sighting(store_id=OURS, commits=7)
HANDED_ON = Sighting(store_id=OURS, commits=7, heir=HEIR)
TAKEN_OVER = Sighting(store_id=HEIR, commits=2, heir=HEIR)
CHECK = Check(result=CheckResult.OK, at_us=5, device=1, inode=2)


def signed(body: bytes) -> bytes:
    """Give a line that has the checksum of its content."""
    return body + b" " + hashlib.sha256(body).hexdigest().encode() + b"\n"


@pytest.mark.parametrize(
    "sighting",
    [SEEN, HANDED_ON, Sighting(store_id=OURS, commits=2**63 - 1, heir=HEIR)],
)
def test_a_sighting_comes_back_as_it_was(sighting: Sighting) -> None:
    """A line has its fixed length and its own meaning, however large the numbers are."""
    line = render_sighting(sighting)
    assert len(line) == limits.WITNESS_LINE_BYTES
    assert line.endswith(b"\n")
    assert read_sighting(line) == sighting


@pytest.mark.parametrize("result", list(CheckResult))
def test_a_check_comes_back_as_it_was(result: CheckResult) -> None:
    """The second line holds result, time and identity of the file."""
    check = Check(result=result, at_us=2**62, device=2**63, inode=2**64 - 1)
    line = render_check(check)
    assert len(line) == limits.WITNESS_LINE_BYTES
    assert read_check(line) == check


@pytest.mark.parametrize("line", [b"", BLANK_LINE])
def test_before_the_first_check_there_is_none(line: bytes) -> None:
    """A blank second line is no fault."""
    assert read_check(line) is None


@pytest.mark.parametrize("at", range(0, 180, 7))
def test_a_changed_line_is_no_line(at: int) -> None:
    """One changed bit anywhere before the padding is noticed."""
    line = bytearray(render_sighting(HANDED_ON))
    line[at] ^= 1
    assert read_sighting(bytes(line)) == "its checksum does not fit"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "it is no JSON"),
        (b"{", "it is no JSON"),
        (b"[1]", "it is no record"),
        (b"{}", "it names no store"),
        (b'{"store_id":1,"commits":2,"heir":null}', "it names no store"),
        (b'{"store_id":"a\\"","commits":2,"heir":null}', "it names no store"),
        (b'{"store_id":"%s","commits":2,"heir":"a"}' % OURS.encode(), "it names no store"),
        (b'{"store_id":"a","commits":"2","heir":null}', "it names no store"),
        (b'{"store_id":"a","commits":2,"heir":3}', "it names no store"),
    ],
)
def test_a_checksum_alone_makes_no_sighting(body: bytes, reason: str) -> None:
    """Anybody can make a checksum: the content is read as strictly as any other."""
    found = read_sighting(signed(body))
    assert found == reason


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b'{"result":"fine","at_us":1,"device":1,"inode":1}',
        b'{"result":"ok","at_us":1.5,"device":1,"inode":1}',
    ],
)
def test_a_checksum_alone_makes_no_check(body: bytes) -> None:
    """What is no check of ours counts as none."""
    found = read_check(signed(body))
    assert found == "it tells no check"


@pytest.mark.parametrize(
    ("known", "store_id", "commits", "written"),
    [
        (None, OURS, 1, Sighting(store_id=OURS, commits=1)),
        (SEEN, OURS, 8, Sighting(store_id=OURS, commits=8)),
        (SEEN, OURS, 7, None),
        (SEEN, OURS, 3, None),
        (SEEN, THEIRS, 9, None),
        (HANDED_ON, OURS, 8, Sighting(store_id=OURS, commits=8, heir=HEIR)),
        (HANDED_ON, HEIR, 1, Sighting(store_id=HEIR, commits=1)),
        (HANDED_ON, THEIRS, 9, None),
        (None, "no id of ours", 1, None),
        (None, OURS.upper(), 1, None),
    ],
)
def test_a_commit_is_noted_unless_the_mark_knows_better(
    known: Sighting | None, store_id: str, commits: int, written: Sighting | None
) -> None:
    """Who writes late overwrites neither a later commit nor another store's mark."""
    assert noted(known, store_id, commits) == written


@pytest.mark.parametrize(
    ("sighting", "store_id", "commits", "loss"),
    [
        (SEEN, OURS, 7, None),
        (SEEN, OURS, 8, None),
        (SEEN, OURS, 6, "1 saved change is gone"),
        (SEEN, OURS, 2, "5 saved changes are gone"),
        (SEEN, THEIRS, 7, "another memory lies"),
        (SEEN, THEIRS, 99, "another memory lies"),
        (HANDED_ON, OURS, 7, None),
        (HANDED_ON, OURS, 6, "1 saved change is gone"),
        (HANDED_ON, HEIR, 0, None),
        (HANDED_ON, THEIRS, 7, "another memory lies"),
        (Sighting(store_id=OURS, commits=7, heir=OURS), OURS, 6, "1 saved change is gone"),
    ],
)
def test_a_loss_is_told(sighting: Sighting, store_id: str, commits: int, loss: str | None) -> None:
    """Fewer commits than were seen, or another store than was seen or announced, is a loss."""
    found = missed(sighting, store_id, commits)
    assert (found is None) is (loss is None)
    assert found is None or found.startswith(str(loss))


@pytest.mark.parametrize(
    ("known", "written"),
    [
        (None, TAKEN_OVER),
        (HANDED_ON, TAKEN_OVER),
        (TAKEN_OVER, TAKEN_OVER),
        (Sighting(store_id=HEIR, commits=3), None),
        (Sighting(store_id=HEIR, commits=3, heir=THEIRS), None),
        (Sighting(store_id=THEIRS, commits=0, heir=THEIRS), None),
        (Sighting(store_id=THEIRS, commits=9), None),
        (
            Sighting(store_id=OURS, commits=7, heir=THEIRS),
            Sighting(store_id=HEIR, commits=2, heir=THEIRS),
        ),
    ],
    ids=[
        "there was no mark",
        "as it was announced",
        "it is said already",
        "others have committed since",
        "and are being replaced",
        "another one came after it",
        "and was committed to",
        "another one has been announced since",
    ],
)
def test_a_store_in_its_place_takes_the_mark_over(
    known: Sighting | None, written: Sighting | None
) -> None:
    """Whoever is slow to say so takes nothing back that others have written meanwhile."""
    assert inherited(known, HEIR, 2) == written
