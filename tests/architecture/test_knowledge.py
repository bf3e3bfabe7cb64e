"""Layered knowledge keeps to itself: no hook loads it, and it never writes project memory."""

from collections.abc import Iterator

import pytest

from tests.architecture.test_imports import Import, imports
from tests.architecture.tree import Module, listed, modules

KNOWLEDGE = ("sayso.core.knowledge", "sayso.shell.knowledge")
# Who may use it. No other part of the program does, so what a hook loads can't lead to it.
USERS = ("core/knowledge/", "shell/knowledge/", "shell/entrances/cli/", "shell/entrances/mcp/")
STORE = ("sayso.shell.store",)


def is_in(found: Import, packages: tuple[str, ...]) -> bool:
    """Tell whether an import is of one of these packages, or of something inside."""
    name = f"{found.name}.{found.member}."
    return any(name.startswith(f"{package}.") for package in packages)


def reaching(
    folders: tuple[Module, ...], packages: tuple[str, ...], users: tuple[str, ...] = ()
) -> Iterator[str]:
    """Give where modules import these packages at run time, but for some users."""
    for module in folders:
        if module.path.startswith(users):
            continue
        for found in imports(module):
            if not found.types_only and is_in(found, packages):
                yield module.at(found.node, f"imports {found.name}")


def test_only_its_own_entrances_use_it() -> None:
    """Neither hooks nor anything that they load imports knowledge, late or early."""
    faults = list(reaching(modules("core", "shell"), KNOWLEDGE, USERS))
    assert not faults, listed(faults)
    assert list(reaching(modules("core"), KNOWLEDGE)), "the rule sees no import at all"


def test_it_never_touches_the_store() -> None:
    """What was derived from code can't become a preference or a decision: no module of knowledge
    can write to the store.
    """
    own = tuple(one for one in modules("core", "shell") if one.path.startswith(USERS[:2]))
    faults = list(reaching(own, STORE))
    assert own
    assert not faults, listed(faults)


@pytest.mark.parametrize(
    ("name", "member", "inside"),
    [
        ("sayso.core.knowledge", "layers", True),
        ("sayso.core", "knowledge", True),
        ("sayso.core.knowledge.layers", "", True),
        ("sayso.core.known", "x", False),
        ("sayso.core", "knowledgeable", False),
    ],
)
def test_an_import_is_told_by_its_whole_name(name: str, member: str, inside: bool) -> None:
    """The rules above see a package under any spelling, and no other that begins like it."""
    found = Import(node=None, name=name, member=member, types_only=False)  # type: ignore[arg-type]
    assert is_in(found, KNOWLEDGE) is inside
