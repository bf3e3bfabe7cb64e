"""How a restored store goes on: ahead of the backup, of what it replaces, and of the mark."""

from sayso.core import limits
from sayso.core.plans import Write
from sayso.core.project.lifecycle import DayCost, Remains
from sayso.core.project.restoring import Succession, plan_restored, succession

NOW_US = 5
BACKUP = Remains(
    meta_generation=2,
    job_generation=1,
    created_at_us=0,
    commits=7,
    sequences=(("memory_items", 9), ("turns", 4)),
)
NOTHING = Remains(meta_generation=None, job_generation=None, created_at_us=None, sequences=())


def test_a_restored_store_is_ahead_of_everything_known() -> None:
    """Generation, commits and the number of each table exceed those of both stores and the mark."""
    replaced = Remains(
        meta_generation=4,
        job_generation=5,
        created_at_us=0,
        commits=6,
        sequences=(("turns", 12), ("threads", 3)),
    )
    assert succession(BACKUP, replaced, 20) == Succession(
        generation=6,
        commits=21,
        sequences=(("memory_items", 9), ("threads", 3), ("turns", 12)),
    )


def test_a_backup_in_the_place_of_nothing_goes_on_by_itself() -> None:
    """Where nothing is left of a memory the backup's own numbers count."""
    ahead = succession(BACKUP, NOTHING, 0)
    assert ahead == Succession(generation=3, commits=8, sequences=BACKUP.sequences)


def test_a_mark_that_no_store_can_have_written_does_not_count() -> None:
    """A number beyond all bounds in the mark is damage, and does not carry on."""
    assert succession(BACKUP, NOTHING, limits.NUMBER_MAX + 1).commits == 8


def test_the_plan_changes_what_must_not_be_as_in_the_backup() -> None:
    """Meta, unfinished jobs, counters and costs are changed, in this order, and nothing else."""
    ahead = Succession(generation=3, commits=8, sequences=(("turns", 4),))
    spent = Remains(
        meta_generation=1,
        job_generation=1,
        created_at_us=0,
        sequences=(),
        costs=(DayCost(day="2026-03-01", calls=2, tokens=30),),
    )
    assert plan_restored(ahead, spent, NOW_US) == (
        Write(
            statement="store/restore_meta",
            params={"generation": 3, "commits": 8, "now": NOW_US},
        ),
        Write(statement="jobs/restore", params={"generation": 3, "now": NOW_US}, expect_rows=None),
        Write(statement="store/drop_sequence", params={"table": "turns"}, expect_rows=None),
        Write(statement="store/raise_sequence", params={"table": "turns", "seq": 4}),
        Write(
            statement="models/raise_usage",
            params={"day": "2026-03-01", "calls": 2, "tokens": 30},
        ),
    )
