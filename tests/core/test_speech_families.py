"""Families of explicit speech, by table: what is kept, what isn't, and the quote that proves it."""

from __future__ import annotations

import pytest

from sayso.core.items import Kind
from sayso.core.project.extraction import ExtractionInput
from sayso.core.proposals import Proposal
from sayso.core.rules.extraction import extract
from sayso.core.speech.withdrawals import find_withdrawals
from sayso.core.turns import Origin, Turn, TurnState

WISH = Kind.PREFERENCE
CHOICE = Kind.DECISION
