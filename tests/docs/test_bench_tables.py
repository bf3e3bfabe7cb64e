"""The tables that docs/performance.md keeps: ours beside others, nobody left out."""

import json
import math
import sys
from types import SimpleNamespace

import pytest

import bench.__main__ as command
from bench.tables import (
    OURS,
    Figure,
    absent,
    compared,
    in_json,
    machine,
    one_number,
    table,
    taken,
    timed,
)

FIGURES = (
    taken([0.002, 0.004], subject="turn recall", who="a rival", size=1_000),
    taken([0.001, 0.002], subject="turn recall", who=OURS, size=1_000),
    one_number(0.5, subject="turn recall", who="a rival", size=1_000, unit="recall@5"),
    one_number(0.75, subject="turn recall", who=OURS, size=1_000, unit="recall@5"),
    absent("no weights offline", subject="turn recall", who="another", size=1_000),
    one_number(12, subject="size", who=OURS, size=1, unit="MB", note="with its index"),
)
TABLE = """\
turn recall
who       size  unit        p50    p95  p95 to ours             note
sayso    1,000  ms         1.50   1.95
a rival  1,000  ms         3.00   3.90  2.00x slower than ours
another  1,000  ms            -      -                          no weights offline
sayso    1,000  recall@5  0.750  0.750
a rival  1,000  recall@5  0.500  0.500  1.50x worse than ours

size
who    size  unit  p50  p95  p95 to ours  note
sayso     1  MB     12   12               with its index"""


def test_ours_stand_first_and_who_could_not_run_stands_there_too() -> None:
    """A block per subject has ours before the others of the same unit, ratios, and reasons."""
    assert table(FIGURES) == TABLE


@pytest.mark.parametrize(
    ("unit", "theirs", "words"),
    [
        ("ms", 30.0, "3.00x slower than ours"),
        ("ms", 2.5, "4.00x faster than ours"),
        ("turns/s", 30.0, "3.00x faster than ours"),
        ("turns/s", 5.0, "2.00x slower than ours"),
        ("recall@10", 5.0, "2.00x worse than ours"),
        ("MB", 20.0, "2.00x larger than ours"),
        ("transactions", 20.0, "2.00x more than ours"),
        ("ms", 10.0, "as ours"),
        ("ms", 0.0, ""),
    ],
)
def test_a_ratio_is_said_in_the_words_of_its_unit(unit: str, theirs: float, words: str) -> None:
    """More of a time is slower, more of a rate is faster, more of a share is better."""
    ours = one_number(10.0, subject="s", who=OURS, size=1, unit=unit)
    assert compared(one_number(theirs, subject="s", who="a", size=1, unit=unit), ours) == words


def test_every_run_of_the_work_counts() -> None:
    """The work is done as often as asked for, and its times are no less than nothing."""
    done: list[None] = []
    figure = timed(lambda: done.append(None), 5, subject="s", who=OURS, size=1, unit="µs")
    assert len(done) == 5
    assert 0 < figure.p50 <= figure.p95


def test_figures_are_told_as_json() -> None:
    """One line of JSON names the machine and each figure, with null for who could not run."""
    told = json.loads(in_json(FIGURES))
    assert told["machine"] == machine()
    assert [one["p95"] for one in told["figures"]] == [
        None if math.isnan(one.p95) else one.p95 for one in FIGURES
    ]
    assert told["figures"][4]["note"] == "no weights offline"


@pytest.fixture
def two_benches(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Give the command two benches, one of each form; the list tells how the newer was run."""
    quick: list[bool] = []

    def figures(is_quick: bool) -> list[Figure]:
        quick.append(is_quick)
        return list(FIGURES)

    benches = {
        "newer": SimpleNamespace(SUBJECT="How turns are found.", figures=figures),
        "older": SimpleNamespace(main=lambda: sys.stdout.write("told by itself")),
    }
    monkeypatch.setattr(command, "names", lambda: tuple(benches))
    monkeypatch.setattr(command, "module_of", benches.__getitem__)
    return quick


def test_benches_of_both_forms_run(
    two_benches: list[bool], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a name all are run, the newer as a table under its subject; flags are no names."""
    assert command.main(["--quick"]) == 0
    shown = capsys.readouterr().out
    assert machine() in shown
    assert f"How turns are found.\n\n{TABLE}\n" in shown
    assert "told by itself" in shown
    assert two_benches == [True]


@pytest.mark.usefixtures("two_benches")
def test_a_bench_that_fails_is_told_in_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The benches after it are run all the same, and the command has failed."""

    def fail(name: str, *, quick: bool) -> list[Figure]:
        if name == "newer":
            raise OSError(28, "No space left on device")
        sys.stdout.write(f"{name} was run, {quick}")
        return []

    monkeypatch.setattr(command, "run", fail)
    assert command.main([]) == 1
    shown = capsys.readouterr()
    assert "older was run, False" in shown.out
    assert shown.err.endswith("broken off: newer\n")


def test_json_alone_stands_on_stdout(
    two_benches: list[bool], capsys: pytest.CaptureFixture[str]
) -> None:
    """With --json the figures are the one line of stdout, the rest is on stderr."""
    assert command.main(["--json", "newer", "older"]) == 0
    shown = capsys.readouterr()
    assert len(json.loads(shown.out)["figures"]) == len(FIGURES)
    assert "told by itself" in shown.err
    assert two_benches == [False]


@pytest.mark.usefixtures("two_benches")
def test_a_name_that_is_no_bench_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong name ends the run with those there are."""
    with pytest.raises(SystemExit) as ended:
        command.main(["slower"])
    assert ended.value.code == 2
    assert "no bench slower; there are: newer, older" in capsys.readouterr().err
