"""How a base of knowledge stands: what it holds, how fresh that is, and what is wrong with it.

Everything is read anew and nothing is changed. A file that can't be read is a finding, and never
an error that hides the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from sayso.core import limits
from sayso.core.knowledge.freshness import Category, Freshness, Usable, judge, scope_of
from sayso.core.knowledge.json_values import is_object, text_of
from sayso.core.knowledge.publishing import Manifest
from sayso.core.knowledge.sessions import COMPLETED
from sayso.shell.errors import SaysoError
from sayso.shell.knowledge import layer_files as layers
from sayso.shell.knowledge.aside import FOLDER as KEPT_ASIDE
from sayso.shell.knowledge.dream_due import LOG
from sayso.shell.knowledge.gate import freshness_of
from sayso.shell.knowledge.lease import who_dreams
from sayso.shell.knowledge.processes import ThisMachine
from sayso.shell.knowledge.publication import changed_sources, read_baseline, read_published

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from sayso.core.knowledge.dream_lease import Holder
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.base import Base
    from sayso.shell.knowledge.publication import Baseline
    from sayso.shell.knowledge.sources import Snapshot

T = TypeVar("T")
# Those that layers rest on; others are told of where something is published of them.
WATCHED: Final = (Category.CODE_KNOWLEDGE, Category.CONSTANTS, Category.CASE_HISTORY)
NAMED_MAX: Final = 5
LEARN: Final = "'sayso knowledge code learn' learns from it again"
DREAM: Final = "'sayso knowledge dream' looks through it, best with a language model"
HOST: Final = "whoever learned it has to learn it again"
# What only a host can learn, and where it lies; of what is not there nothing is withheld.
OF_HOSTS: Final[Mapping[str, str]] = {
    Category.CONSTANTS: layers.CONSTANTS,
    Category.CONDITIONS: "conditions",
    Category.VARIABLE_CHAINS: "variable_chains.json",
    Category.INTERFACES: "",
    Category.REQUIREMENTS: "",
}


class Trouble(StrEnum):
    """What can be wrong."""

    DAMAGED = "damaged"
    UNREADABLE = "unreadable"
    UNWATCHED = "unwatched"
    DRIFT = "drift"
    STALE = "stale"
    CROWDED = "crowded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong: its kind, where, why, and what to do."""

    kind: Trouble
    where: str
    why: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeState:
    """How fresh one category is as a whole; `published_at` is '' where nothing is published."""

    category: str
    is_usable: bool
    is_tracked: bool
    reason: str
    published_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a base stands. A count is of what could be read."""

    counts: Mapping[str, int]
    scopes: tuple[ScopeState, ...]
    sources: int
    changed: tuple[str, ...]
    baseline_at: str
    functions_usable: int
    last_dream: JsonObject | None
    dreamer: Holder | None
    kept_aside: tuple[str, ...]
    findings: tuple[Finding, ...]


@dataclass(slots=True, kw_only=True)
class _Look:
    """One look: what was found wrong so far, by file."""

    base: Base
    findings: list[Finding] = field(default_factory=list)

    def read(self, name: str, reader: Callable[[], T], otherwise: T) -> T:
        """Read something; what can't be read is a finding, and stands for nothing."""
        try:
            return reader()
        except SaysoError as error:
            where = name or str(self.base.folder.root)
            self._note(Trouble.DAMAGED, where, error.message, error.hint)
            return otherwise

    def objects(self, folder: str) -> dict[str, JsonObject]:
        """Read every object in a folder, by its name."""
        found: dict[str, JsonObject] = {}
        for stem in self.read(folder, lambda: self.base.folder.stems(folder), list[str]()):
            known = self.one_object(f"{folder}/{stem}.json")
            if known is not None:
                found[stem] = known
        return found

    def one_object(self, name: str) -> JsonObject | None:
        """Read an object."""
        return self.read(name, lambda: self.base.folder.read_object(name), None)

    def list_in(self, name: str) -> list[object]:
        """Read a list."""
        return self.read(name, lambda: self.base.folder.read_list(name), list[object]())

    def _note(self, kind: Trouble, where: str, why: str, hint: str) -> None:
        self.findings.append(Finding(kind=kind, where=where, why=why, hint=hint))

    def note_some(self, kind: Trouble, where: list[str], why: str, hint: str) -> None:
        """Note the first few of many, and how many more there are."""
        for one in where[:NAMED_MAX]:
            self._note(kind, one, why, hint)
        if len(where) > NAMED_MAX:
            self._note(kind, f"{len(where) - NAMED_MAX} more", why, hint)


def inspect(base: Base) -> Standing:
    """Look at everything that a base holds. Raises NotFoundError where there is no project."""
    look = _Look(base=base)
    variant_id, folder = base.identity.variant_id, base.folder
    notes = look.read(layers.PROJECT, lambda: folder.read_text(layers.PROJECT), "")
    patterns = look.list_in(layers.PATTERNS)
    functions, sessions = look.objects(layers.FUNCTIONS), look.objects(layers.SESSIONS)
    look.objects(layers.CODE)
    code = look.read(layers.CODE, lambda: layers.functions_of_code(folder), list[str]())
    dreams = [one for one in look.list_in(LOG) if is_object(one)]
    manifest = look.read(
        "", lambda: read_published(folder, variant_id), Manifest(variant_id=variant_id)
    )
    baseline = look.read("", lambda: read_baseline(folder, variant_id), None)
    seen = base.watch.look()
    changed = () if baseline is None else changed_sources(baseline, seen)
    cases = {text_of(one, "function").upper() for one in patterns if is_object(one)}
    facts = freshness_of(base, {*code, *cases})
    watched = {Category.CODE_KNOWLEDGE: code, Category.CASE_HISTORY: sorted(cases - {""})}
    withheld = {
        category: [one for one in named if not _is_usable(category, one, facts)]
        for category, named in watched.items()
    }
    _judge(look, seen, baseline, changed)
    _judge_scopes(look, manifest, withheld)
    if len(sessions) > limits.SESSIONS_KEPT_MAX:
        why = f"there are {len(sessions)}, and every context looks at all"
        look.note_some(Trouble.CROWDED, [layers.SESSIONS], why, "move old ones away")
    finished = sum(text_of(one, "status") == COMPLETED for one in sessions.values())
    return Standing(
        counts={
            "notes": len(notes),
            "functions": len(functions),
            "patterns": sum(map(is_object, patterns)),
            "sessions": len(sessions),
            "sessions_finished": finished,
            "cases": len(list((base.root / "cases").glob(f"*/{layers.CASE}"))),
            "code_functions": len(code),
        },
        scopes=tuple(_scopes(manifest, facts)),
        sources=len(seen.hashes),
        changed=changed,
        baseline_at="" if baseline is None else baseline.taken_at,
        functions_usable=len(code) - len(withheld[Category.CODE_KNOWLEDGE]),
        last_dream=dreams[-1] if dreams else None,
        dreamer=look.read("", lambda: who_dreams(folder, ThisMachine()), None),
        kept_aside=tuple(_kept_aside(base)),
        findings=tuple(look.findings),
    )


def _judge(
    look: _Look, seen: Snapshot, baseline: Baseline | None, changed: tuple[str, ...]
) -> None:
    """Note what the sources tell."""
    look.note_some(
        Trouble.UNREADABLE,
        list(seen.unreadable),
        "it can't be read, so all that rests on code is withheld",
        "check its rights",
    )
    if baseline is None:
        look.note_some(
            Trouble.UNWATCHED,
            ["sources"],
            "there is no baseline, so no drift is seen",
            "'sayso knowledge init' takes one",
        )
    look.note_some(Trouble.DRIFT, list(changed), "it is not what the baseline has", LEARN)


def _judge_scopes(look: _Look, manifest: Manifest, withheld: Mapping[Category, list[str]]) -> None:
    """Note what is marked as stale, and the functions of which something is withheld."""
    why = "it was not refreshed after the sources changed"
    root = look.base.folder.root
    for scope, entry in sorted(manifest.entries.items()):
        if entry.is_fresh or ":" in scope or scope == Category.CASE_HISTORY:
            continue
        if scope not in OF_HOSTS:
            look.note_some(Trouble.STALE, [scope], why, LEARN)
        elif (root / OF_HOSTS[scope]).exists():
            look.note_some(Trouble.STALE, [scope], why, HOST)
    for category, hint in ((Category.CODE_KNOWLEDGE, LEARN), (Category.CASE_HISTORY, DREAM)):
        named = [scope_of(category, one) for one in withheld[category]]
        look.note_some(Trouble.STALE, named, "what is known of it is withheld", hint)


def _scopes(manifest: Manifest, facts: Freshness) -> Iterator[ScopeState]:
    published = (scope for scope in manifest.entries if ":" not in scope)
    for category in dict.fromkeys((*map(str, WATCHED), *sorted(published))):
        verdict, entry = judge(category, "", facts), manifest.entries.get(category)
        is_usable = isinstance(verdict, Usable)
        yield ScopeState(
            category=category,
            is_usable=is_usable,
            is_tracked=isinstance(verdict, Usable) and verdict.is_tracked,
            reason="" if isinstance(verdict, Usable) else verdict.reason.value,
            published_at=entry.updated_at if entry else "",
        )


def _is_usable(category: Category, function: str, facts: Freshness) -> bool:
    return isinstance(judge(category, function, facts), Usable)


def _kept_aside(base: Base) -> Iterator[str]:
    """Name what lies aside, as seen from the folder of the knowledge."""
    root: Path = base.folder.root
    for folder in (root, base.likeness.store_dir):
        try:
            found = sorted(one for one in (folder / KEPT_ASIDE).iterdir() if one.is_file())
        except OSError:
            continue
        yield from (one.relative_to(root).as_posix() for one in found)
