"""Overviews as they are learned: one file for each top folder of the sources (B163).

A file there that somebody wrote is never touched; of a folder that is gone the overview goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.learning import ModuleResult, Outcome
from sayso.core.knowledge.naming import plain_stem
from sayso.core.knowledge.overview import MARK, overviews
from sayso.shell.knowledge.atomic import remove_file
from sayso.shell.knowledge.learning.reading import grow, known_or_none
from sayso.shell.knowledge.learning.telling import reasons

if TYPE_CHECKING:
    from sayso.shell.knowledge.learning.ports import Task

SOURCE_DOCS: Final = "source_docs"


def learn_overviews(task: Task) -> ModuleResult:
    """Write the overviews anew where they changed; they are published when all could be read."""
    grown = grow(task.reader, known_or_none(task.folder), None)
    texts = {
        f"{SOURCE_DOCS}/{plain_stem(name)}.md": text
        for name, text in overviews(grown.graph).items()
    }
    changed = sum(_write(task, name, text) for name, text in sorted(texts.items()))
    there = (task.folder.root / SOURCE_DOCS).glob("[!.]*.md")
    for name in sorted({f"{SOURCE_DOCS}/{path.name}" for path in there} - texts.keys()):
        changed += _remove(task, name)
    category = Category.SOURCE_DOCS.value
    return ModuleResult(
        category=Category.SOURCE_DOCS,
        outcome=Outcome.LEARNED if changed else Outcome.UNCHANGED,
        published={category: task.seen.signature} if grown.is_whole else {},
        failed=() if grown.is_whole else (category,),
        learned=changed,
        warmup_done=grown.is_whole,
        error=reasons(grown.unread),
    )


def _write(task: Task, name: str, text: str) -> bool:
    """Write an overview; tells whether it is another one than before."""
    before = task.folder.read_text(name)
    if before == text or (before and not before.startswith(MARK)):
        return False
    task.folder.change_text(name, lambda now: text if not now or now.startswith(MARK) else now)
    return True


def _remove(task: Task, name: str) -> bool:
    with task.folder.locked(name):
        is_ours = task.folder.read_text(name).startswith(MARK)
        if is_ours:
            remove_file(task.folder.root / name)
    return is_ours
