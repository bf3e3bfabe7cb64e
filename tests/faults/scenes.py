"""Every operation that writes a store, each as a scene: what was before, and the act itself.

A scene begins with a store that has a past (a memory, a failed job, an operation id, costs). Time
and ids are made up, so that an act does the same each time it is played. `states` counts the
states that others can see from the first to the last: 2 for one transaction.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.shell.admitting import recover_turns
from sayso.shell.backing_up import back_up
from sayso.shell.importing import import_paths
from sayso.shell.restoring import restore
from sayso.shell.worker import Worker
from tests.kit import FAULT, World, fail_with, remember, whole_turn
from tests.shell.damages import EXTRA, in_sql, in_use
from tests.shell.lived import LAST_ITEM, lived_in
from tests.shell.logkit import HERE, write_log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.shell.memory import Memory
    from sayso.shell.turn import MemoryTurn

SAID: Final = "We decided: use ruff for linting. 就这么定了。"
QUOTE: Final = "use ruff for linting"
BACKUP: Final = "kept.db"
FAILED_JOB: Final = "j4"


class Scene:
    """A project folder with its store, and whatever memories were opened on the way."""

    def __init__(self, folder: Path, operation: Operation) -> None:
        """Put the store in place, sound or damaged, unless the scene is about making it."""
        self.world = World(folder) if operation.is_new else lived_in(folder)
        self.opened: list[Memory] = []
        if operation.damage is not None:
            operation.damage(self.world.path)

    def open(self) -> Memory:
        """Open the memory once more."""
        memory = self.world.open()
        self.opened.append(memory)
        return memory

    def close(self) -> None:
        """Close what was opened."""
        for memory in self.opened:
            memory.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One write operation: its set-up gives the act.

    `log_pages` is after how many pages SQLite moves the log into the file, if not as usual. The
    act is work when it asks the model, so that a fault of the disk may end as a failed attempt.
    """

    name: str
    set_up: Callable[[Scene], Callable[[], object]]
    states: int = 2
    is_new: bool = False
    damage: Callable[[Path], None] | None = None
    log_pages: int | None = None
    is_work: bool = False


def _create(scene: Scene) -> Callable[[], object]:
    return scene.open


def _begin(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    return lambda: memory.turn(SAID)


def _turn(scene: Scene) -> MemoryTurn:
    return scene.open().turn(SAID)


def _finish(scene: Scene) -> Callable[[], object]:
    turn = _turn(scene)
    return lambda: turn.finish("Ruff it is. 好。")


def _fail(scene: Scene) -> Callable[[], object]:
    return _turn(scene).fail


def _heartbeat(scene: Scene) -> Callable[[], object]:
    turn = _turn(scene)
    scene.world.clock.advance(1)
    return turn.heartbeat


def _record(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    return lambda: memory.record(whole_turn(SAID, op_id="op-k"))


def _recover_turns(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    memory.turn(SAID)
    scene.world.clock.time_us += limits.TURN_LEASE_LONG_US
    return lambda: recover_turns(memory.store, memory.ports)


def _recover_jobs(scene: Scene) -> Callable[[], object]:
    memory = _ready(scene)
    scene.world.model.script = [_die]
    try:
        memory.worker().step(None, force=True)
    except _WorkerKilled:
        scene.world.clock.time_us += limits.JOB_LEASE_US + 1
    return memory.worker().recover


class _WorkerKilled(BaseException):
    """Ends a worker while its model is asked."""


def _die(question: object) -> str:
    raise _WorkerKilled


def _import(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    memory.drop_job(FAILED_JOB)
    assert scene.world.folder is not None
    log = write_log(scene.world.folder / "log.jsonl", {"user": "Go on."}, {"user": "Go home."})
    return lambda: import_paths(memory, [log], HERE)


def _ready(scene: Scene) -> Memory:
    """Leave one turn waiting for its extraction; the job that failed before is out of the way."""
    memory = scene.open()
    memory.drop_job(FAILED_JOB)
    memory.record(whole_turn(SAID))
    return memory


def _extract(scene: Scene) -> Callable[[], object]:
    memory = _ready(scene)
    scene.world.model.script = [remember(QUOTE)]
    worker = memory.worker()
    return lambda: worker.step(None, force=True)


def _extract_together(scene: Scene) -> Callable[[], object]:
    """Two sessions have something to learn, and one transaction saves what comes of both."""
    memory = _ready(scene)
    memory.record(whole_turn(SAID, session="b"))
    scene.world.model.answers_at_once = True
    scene.world.model.script = [remember(QUOTE), remember(QUOTE)]
    worker = Worker(memory.store, memory.ports, scene.world.model)
    return lambda: worker.steps(None, force=True)


def _consolidate(scene: Scene) -> Callable[[], object]:
    step = _extract(scene)
    step()
    return step


def _fail_step(scene: Scene) -> Callable[[], object]:
    memory = _ready(scene)
    scene.world.model.script = [fail_with(FAULT)]
    worker = memory.worker()
    return lambda: worker.step(None, force=True)


def _retry(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    return lambda: memory.retry_job(FAILED_JOB)


def _drop(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    return lambda: memory.drop_job(FAILED_JOB)


def _forget(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    return lambda: memory.forget(LAST_ITEM)


def _new(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    memory.work()
    return memory.new_thread


def _clear(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    return lambda: memory.clear(confirm=True)


def _restore(scene: Scene) -> Callable[[], object]:
    """Others have the memory open, and it has gone on since the backup."""
    back_up_beside(scene.world.path)
    scene.open().record(whole_turn(SAID))
    return _restore_into(scene)


def _restore_into(scene: Scene) -> Callable[[], object]:
    project = scene.world.path.parent.parent
    return lambda: restore(project / BACKUP, project, confirm=True, ports=scene.world.ports)


def back_up_beside(path: Path) -> None:
    """Make a backup of a store in its project."""
    with World(path.parent.parent).open(create=False) as memory:
        back_up(memory.store, path.parent.parent / BACKUP, memory.ports)


def leave_a_backup_alone(path: Path) -> None:
    """Lose a store but for a backup of it."""
    back_up_beside(path)
    shutil.rmtree(path.parent)


def _checkpoint(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    memory.record(whole_turn(SAID))
    return memory.store.checkpoint


def _close(scene: Scene) -> Callable[[], object]:
    memory = scene.open()
    memory.record(whole_turn(SAID))
    return memory.close


OPERATIONS: Final = (
    Operation(name="create", set_up=_create, is_new=True),
    Operation(name="begin", set_up=_begin),
    Operation(name="finish", set_up=_finish),
    Operation(name="fail", set_up=_fail),
    Operation(name="heartbeat", set_up=_heartbeat),
    Operation(name="record", set_up=_record),
    Operation(name="recover turns", set_up=_recover_turns),
    Operation(name="recover jobs", set_up=_recover_jobs),
    Operation(name="import", set_up=_import, states=5, is_work=True),
    Operation(name="claim, extract", set_up=_extract, states=4, is_work=True),
    Operation(name="claim, extract together", set_up=_extract_together, states=3, is_work=True),
    Operation(name="claim, consolidate", set_up=_consolidate, states=4, is_work=True),
    Operation(name="claim, failure", set_up=_fail_step, states=4, is_work=True),
    Operation(name="retry", set_up=_retry),
    Operation(name="drop", set_up=_drop),
    Operation(name="forget", set_up=_forget),
    Operation(name="new", set_up=_new),
    Operation(name="clear", set_up=_clear),
    Operation(name="clear damaged", set_up=_clear, damage=in_use(EXTRA)),
    Operation(name="clear damaged without a log", set_up=_clear, damage=in_sql(EXTRA)),
    Operation(name="restore", set_up=_restore),
    Operation(name="restore a lost one", set_up=_restore_into, damage=leave_a_backup_alone),
    Operation(name="checkpoint", set_up=_checkpoint, states=1),
    Operation(name="close", set_up=_close, states=1),
)
BY_NAME: Final = {one.name: one for one in OPERATIONS}
