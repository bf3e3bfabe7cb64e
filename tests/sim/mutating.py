"""How a guard is taken away while a run lasts, and what stands in its place."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sayso.core import items
from sayso.core.catalog import Healthy
from sayso.shell.store import bootstrap, connection, transactions
from sayso.shell.store.statements import statement
from sayso.shell.store.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import apsw

    from sayso.core.evidence import EvidenceContext
    from sayso.core.plans import Plan
    from sayso.core.proposals import Quote
    from sayso.core.turns import Turn
    from sayso.shell.store.store import Store

Edit = tuple[str, str, str]  # a statement, what stands there, and what takes its place
Patch = tuple[Any, str, Any]  # an object, the name of a part of it, and what takes its place


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One or more guards taken away."""

    guard: str
    edits: tuple[Edit, ...] = ()
    patches: tuple[Patch, ...] = ()
    kills: tuple[str, ...] = ()
    mutes: tuple[str, ...] = ()
    lives_because: str = ""
    loud: tuple[str, ...] = ()

    def __add__(self, other: Mutant) -> Mutant:
        """Give both at once; what kills the pair is said by whoever makes it."""
        return replace(
            self,
            guard=f"{self.guard} + {other.guard}",
            edits=self.edits + other.edits,
            patches=self.patches + other.patches,
            loud=tuple(dict.fromkeys(self.loud + other.loud)),
            lives_because="",
        )


@contextmanager
def mutated(mutant: Mutant) -> Iterator[None]:
    """Run with a mutant in the place of the real thing."""
    with ExitStack() as stack:
        for place, name, value in (*mutant.patches, *_edited(mutant.edits)):
            before = getattr(place, name)
            setattr(place, name, value)
            stack.callback(setattr, place, name, before)
        bootstrap.manifest.cache_clear()
        stack.callback(bootstrap.manifest.cache_clear)
        yield


def _edited(edits: tuple[Edit, ...]) -> list[Patch]:
    """Let every module of the shell read changed statements."""
    texts: dict[str, str] = {}
    for name, old, new in edits:
        text = texts.get(name, statement(name))
        assert old in text, f"{name} does not hold {old!r} any more: mend the mutant"
        texts[name] = text.replace(old, new)

    def changed(name: str) -> str:
        return texts.get(name) or statement(name)

    modules = [module for name, module in sorted(sys.modules.items()) if "sayso.shell." in name]
    return [
        (module, "statement", changed)
        for module in modules
        if edits and getattr(module, "statement", None) is statement
    ]


def policies(**changes: bool) -> Mapping[items.Kind, items.KindPolicy]:
    """Give the policies of all kinds with something changed."""
    return {kind: replace(policy, **changes) for kind, policy in items.KIND_POLICIES.items()}


def any_turn(context: EvidenceContext, quote: Quote) -> Turn | None:
    """Take any turn that is shown, whoever spoke."""
    turns = [*context.turns, *([context.previous] if context.previous else [])]
    return next((turn for turn in turns if turn.id == quote.turn_id), None)


def any_source(quote: Quote, text: str) -> items.Source:
    """Take words for a source that do not stand there."""
    end = min(len(quote.quote), len(text)) or 1
    return items.Source(turn_id=quote.turn_id, role=quote.role, quote=quote.quote, start=0, end=end)


def apply_whatever(connection: apsw.Connection, plan: Plan) -> None:
    """Run a plan without counting rows."""
    for write in plan:
        connection.execute(statement(write.statement), write.params)


def keep_half(store: Store) -> None:
    """Keep what should be taken back."""
    if connection_of(store).in_transaction:
        connection_of(store).execute("COMMIT")


def only_say_so(connection: apsw.Connection) -> tuple[str, int]:
    """Give a commit up and say nothing."""
    counted = connection.execute(statement("store/count_commit")).fetchall()[0]
    connection.execute("ROLLBACK")
    return str(counted[1]), int(str(counted[0]))


def note_first(connection: apsw.Connection) -> tuple[str, int]:
    """Tell the mark of a commit before there is one."""
    row = connection.execute(statement("store/meta")).fetchall()[0]
    witness = Witness(Path(connection.filename))
    witness.note(str(row[0]), int(str(row[3])) + 1)
    witness.close()
    return transactions.commit_plan(connection)


def connection_of(store: Store) -> apsw.Connection:
    """Give the connection that a store keeps to itself; a mutant is part of the store."""
    return store._connection  # noqa: SLF001 - see above


_harden = connection._harden  # noqa: SLF001 - the mutant calls what it replaces


def harden_without_wiping(opened: apsw.Connection) -> None:
    """Open as ever, but leave deleted text where it is."""
    _harden(opened)
    opened.pragma("secure_delete", False)


def no_checkpoint(store: Store) -> bool:
    """Leave the log as it is."""
    del store
    return False


def plan_alone(_: object, plan: Plan) -> Plan:
    """Leave the postings of what is forgotten as they are."""
    return plan


def no_plan(*_: object) -> Plan:
    """Write nothing, whatever there is to write."""
    return ()


def nothing(*_: object) -> None:
    """Find nothing, whatever is asked."""


def never(*_: object) -> bool:
    """Say no, whatever is asked."""
    return False


def always(*_: object) -> bool:
    """Say yes, whatever is asked."""
    return True


def always_healthy(*_: object) -> Healthy:
    """Find every store healthy."""
    return Healthy()


def first_generation(*_: object) -> int:
    """Begin to count anew."""
    return 1


def of_jobs(old: str, new: str) -> tuple[Edit, ...]:
    """Change the end of a job in both ways it can end."""
    return ("jobs/succeed", old, new), ("jobs/fail", old, new)
