"""Findings: what was found, how bad it is, what it is about, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Severity(StrEnum):
    """How bad it is. Damage keeps the memory from working; a warning needs the user; a hint not."""

    DAMAGE = "damage"
    WARNING = "warning"
    HINT = "hint"


class About(StrEnum):
    """What a finding is about; those about the mark are what `sayso doctor --accept` settles."""

    STORE = "store"
    MARK = "mark"
    TRUST = "trust"
    WORK = "work"
    CLOCK = "clock"
    ACCESS = "access"
    DISK = "disk"
    SETTINGS = "settings"
    AGENT = "agent"
    INDEX = "index"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was found: what it is, and what to do about it."""

    severity: Severity
    about: About
    what: str
    advice: str


def gravest_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings by how bad they are; those of one severity keep their order."""
    order = list(Severity)
    return tuple(sorted(findings, key=lambda one: order.index(one.severity)))
