"""A store with a past, lived through once and copied for every test that wants one."""

from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from sayso.shell.store.trust import known_stores, read_store_id
from tests.kit import FAULT, World, fail_with, remember, whole_turn
from tests.shell.damages import left_in

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"
GENERATION = 3
LAST_TURN = 3
LAST_ITEM = 1


@cache
def _life() -> tuple[dict[str, bytes], int, str]:
    """Live a store's life once: generation 3, turn t2 said m1, t3 failed, t1 fell to a clear."""
    with TemporaryDirectory() as folder:
        world = World(Path(folder))
        with world.open() as memory:
            memory.record(whole_turn("Before both clears.", op_id="op-1"))
            memory.clear(confirm=True)
            memory.clear(confirm=True)
            memory.record(whole_turn(SAID))
            world.model.script = [remember(QUOTE)]
            memory.work()
            memory.record(whole_turn("Later?"))
            world.model.script = [fail_with(FAULT)]
            memory.work()
            assert [one.item_id for one in memory.list()] == [LAST_ITEM]
            assert memory.status().last_error
        with closing(apsw.Connection(str(world.path))) as connection:
            connection.execute("INSERT OR REPLACE INTO model_usage VALUES ('2023-11-14', 7, 4200)")
            store_id = read_store_id(connection)
        return left_in(world.path.parent), world.ids.drawn, store_id


def lived_in(folder: Path) -> World:
    """Give a store that has an error, a success, an operation id and what a model has cost."""
    files, drawn, store_id = _life()
    world = World(folder)
    world.path.parent.mkdir(mode=0o700)
    for name, content in files.items():
        path = world.path.parent / name
        path.touch(mode=0o600)
        path.write_bytes(content)
    world.ids.drawn = drawn
    known_stores().remember(store_id)
    world.clock.advance(1_000)
    return world
