"""The golden review as a command: `python -m tests.golden_review`, or `make golden`.

    python -m tests.golden_review                      make golden/ anew, tell what changed
    python -m tests.golden_review --check              write nothing; exit code 1 on any change
    python -m tests.golden_review --base main          compare with another commit than HEAD
    python -m tests.golden_review --figures OLD NEW    compare two answers of `sayso eval --json`

Exit codes: 0 done, 1 a test failed or --check found something, 2 nothing to compare with.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.golden_review.colours import coloured
from tests.golden_review.figures import Cases
from tests.golden_review.review import Versions, render_figures, render_review, render_verdict
from tests.golden_review.snapshots import (
    FOLDER,
    ReviewError,
    cases_on_disk,
    committed,
    committed_cases,
    make_anew,
    on_disk,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT: Final = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run one review and give its exit code."""
    asked = _parser().parse_args(arguments)
    try:
        return _figures(*asked.figures) if asked.figures else _review(root, asked)
    except ReviewError as error:
        sys.stderr.write(f"golden review: {error}\n")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.golden_review")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on any change")
    parser.add_argument("--base", metavar="REV", default="HEAD", help="the commit to compare with")
    parser.add_argument("--jobs", metavar="N", type=int, default=2, help="test processes")
    parser.add_argument(
        "--figures", nargs=2, metavar=("OLD", "NEW"), help="compare two eval reports instead"
    )
    return parser


def _figures(old: str, new: str) -> int:
    before, after = (Path(path).read_text("utf-8") for path in (old, new))
    told = render_figures(before, after)
    if told is None:
        raise ReviewError("one of the files is no answer of 'sayso eval --json'")
    _show(told)
    return 0


def _review(root: Path, asked: argparse.Namespace) -> int:
    before = committed(root, asked.base)
    stored = on_disk(root / FOLDER)
    cases = Cases(before=committed_cases(root, asked.base), after=cases_on_disk(root))
    with tempfile.TemporaryDirectory() as folder:
        passed = make_anew(root, Path(folder), asked.jobs)
        made = on_disk(Path(folder))
    # A test that failed may not have come to its snapshot, so nothing counts as unused then.
    after = made if passed else stored | made
    versions = Versions(before=before, after=after, cases=cases)
    _show(render_review(versions, f"what the tests make now against {asked.base}"))
    if not passed:
        _show("A test failed. Snapshots that it did not come to are left as they are.\n")
    if asked.check:
        verdict = render_verdict(versions, stored)
        _show(f"\n{verdict}" if verdict else "")
        return 0 if passed and not verdict else 1
    write(root / FOLDER, stored, after)
    return 0 if passed else 1


def _show(text: str) -> None:
    is_watched = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    sys.stdout.write(coloured(text) if is_watched else text)


if __name__ == "__main__":
    sys.exit(main())
