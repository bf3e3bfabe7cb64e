"""A configured model is counted and stops at the user's limit; memory goes on as configured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.core.diagnostics import ModelFault
from sayso.core.metering import DailyLimits, OverLimit
from sayso.core.model import ModelReply, RequestPolicy
from sayso.shell.errors import RequestError
from sayso.shell.memory import Memory
from sayso.shell.models.http import HttpModel
from sayso.shell.ports import Ports
from sayso.shell.settings import choose_model, load_settings
from tests.kit import CannedModel, FakeClock, FakeIds, Question, column, fail_with, whole_turn

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.outcome import Result

SAID = "From now on answer in tables please."


class CostlyModel(CannedModel):
    """A canned model whose every call costs ten tokens."""

    def ask(self, question: Question, policy: RequestPolicy) -> Result[ModelReply, ModelFault]:
        return super().ask(question, policy).map(lambda got: ModelReply(text=got.text, tokens=10))


def open_metered(
    folder: Path, model: CannedModel, clock: FakeClock, over: OverLimit, calls: int = 2
) -> Memory:
    """Open a memory whose model may be asked a few times a day."""
    daily = DailyLimits(calls=calls, tokens=0, over=over)
    return Memory.open(folder, model=model, daily=daily, ports=Ports(clock=clock, ids=FakeIds()))


def test_over_the_limit_the_rules_serve(tmp_path: Path) -> None:
    """The third question of the day costs nothing and still forms memory."""
    model, clock = CostlyModel(), FakeClock()
    with open_metered(tmp_path, model, clock, OverLimit.RULES) as memory:
        for number in range(2):
            memory.record(whole_turn(f"Question {number}?"))
            memory.work()
        memory.record(whole_turn(SAID))
        assert memory.work().failed == 0
        assert len(model.asked) == 2
        assert len(memory.list()) == 1
        usage = memory.status().usage
        assert usage is not None
        assert (usage.day, usage.calls, usage.tokens) == ("2023-11-14", 2, 20)


def test_over_the_limit_jobs_may_wait_for_the_next_day(tmp_path: Path) -> None:
    """Nothing is asked before midnight UTC; then a new day begins."""
    model, clock = CostlyModel(), FakeClock()
    with open_metered(tmp_path, model, clock, OverLimit.WAIT, calls=1) as memory:
        for number in range(2):
            memory.record(whole_turn(f"Question {number}?"))
            memory.work()
        assert len(model.asked) == 1
        assert str(memory.status().last_error).startswith("daily_limit")
        clock.advance(limits.HOUR_US // limits.SECOND_US)
        memory.work()
        assert len(model.asked) == 1
        clock.advance(24 * 3_600)
        memory.work()
        assert len(model.asked) == 2
        assert memory.status().last_error is None


def test_waiting_for_the_next_day_parks_nothing(tmp_path: Path) -> None:
    """A backlog may wait for weeks: days without a question are no failed attempts."""
    model, clock = CostlyModel(), FakeClock()
    with open_metered(tmp_path, model, clock, OverLimit.WAIT, calls=1) as memory:
        for number in range(20):
            memory.record(whole_turn("Words?", session=f"s{number}"))
        for day in range(1, 20):
            memory.work()
            assert len(model.asked) == day
            clock.advance(24 * 3_600)
        assert memory.status().jobs.parked == 0
        assert set(column(memory, "attempt_count")) == {0, 1}
        memory.work()
        assert memory.status().jobs.succeeded == 20


def test_a_model_that_raises_is_counted_too(tmp_path: Path) -> None:
    """Whatever its client did, the question may have reached the provider."""

    def crash(_question: Question) -> str:
        raise ConnectionError("reset by peer")

    with open_metered(tmp_path, CostlyModel(script=[crash]), FakeClock(), OverLimit.WAIT) as memory:
        memory.record(whole_turn("Question?"))
        assert memory.work().model_failed
        usage = memory.status().usage
        assert usage is not None
        assert usage.calls == 1


def test_a_store_that_was_reset_is_metered_on(tmp_path: Path) -> None:
    """After a damaged store is cleared the same memory goes on working and counting."""
    with open_metered(tmp_path, CostlyModel(), FakeClock(), OverLimit.WAIT) as memory:
        connection = apsw.Connection(str(tmp_path / ".sayso" / "memory.db"))
        connection.execute("UPDATE threads SET status = 'archived'")
        connection.close()
        memory.clear(confirm=True)
        memory.record(whole_turn("Question?"))
        assert memory.work().failed == 0
        usage = memory.status().usage
        assert usage is not None
        assert usage.calls == 1


@pytest.mark.parametrize("tokens", [0, 1_900])
def test_a_call_that_fails_is_counted_too(tmp_path: Path, tokens: int) -> None:
    """A provider that answers nothing of use may still charge, and may say what."""
    fault = ModelFault(kind="cut_off", message="cut at the token limit", tokens=tokens)
    model = CostlyModel(script=[fail_with(fault)])
    with open_metered(tmp_path, model, FakeClock(), OverLimit.WAIT) as memory:
        memory.record(whole_turn("Question?"))
        memory.work()
        usage = memory.status().usage
        assert usage is not None
        assert (usage.calls, usage.tokens) == (1, tokens)


def test_the_meter_survives_a_clear(tmp_path: Path) -> None:
    """The money is spent, whatever is deleted."""
    with open_metered(tmp_path, CostlyModel(), FakeClock(), OverLimit.WAIT) as memory:
        memory.record(whole_turn("Question?"))
        memory.work()
        memory.clear(confirm=True)
        assert memory.status().usage is not None
        assert memory.status().model == "canned"


def test_the_embedded_model_is_never_metered(tmp_path: Path) -> None:
    """What costs nothing is not counted."""
    daily = DailyLimits(calls=1, tokens=1, over=OverLimit.WAIT)
    with Memory.open(tmp_path, daily=daily) as memory:
        for _ in range(3):
            memory.record(whole_turn(SAID))
            assert memory.work().failed == 0
        assert memory.status().usage is None


def test_settings_name_the_limits(tmp_path: Path) -> None:
    """The environment goes over the file, the file over the defaults."""
    (tmp_path / "config.toml").write_text(
        'provider = "openai"\nmodel = "small"\ndaily_calls = 5\nover_limit = "wait"\n', "utf-8"
    )
    environment = {"SAYSO_HOME": str(tmp_path), "SAYSO_DAILY_CALLS": "7"}
    settings = load_settings(environment)
    assert settings.daily == DailyLimits(calls=7, tokens=5_000_000, over=OverLimit.WAIT)
    assert isinstance(choose_model(settings), HttpModel)
    assert choose_model(load_settings({"SAYSO_HOME": str(tmp_path / "none")})).name == "rules"


@pytest.mark.parametrize(
    ("provider", "host"), [("openai", "api.openai.com"), ("anthropic", "api.anthropic.com")]
)
def test_each_provider_has_its_own_address(tmp_path: Path, provider: str, host: str) -> None:
    """Without an address the provider's own one is asked; a given one goes before it."""
    named = {"SAYSO_HOME": str(tmp_path), "SAYSO_PROVIDER": provider, "SAYSO_MODEL": "small"}
    assert choose_model(load_settings(named)).name == f"small at {host}"
    given = {**named, "SAYSO_BASE_URL": "http://127.0.0.1:1/v1"}
    assert choose_model(load_settings(given)).name == "small at 127.0.0.1"


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("SAYSO_DAILY_CALLS", "many", "not a number"),
        ("SAYSO_DAILY_TOKENS", "-1", "not a number"),
        ("SAYSO_OVER_LIMIT", "panic", "rules or wait"),
        ("SAYSO_PROVIDER", "elsewhere", "unknown provider"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    tmp_path: Path, name: str, value: str, what: str
) -> None:
    """The error names the setting and what it may be."""
    with pytest.raises(RequestError) as refused:
        choose_model(load_settings({"SAYSO_HOME": str(tmp_path), name: value}))
    assert what in f"{refused.value.message} {refused.value.hint}"


def test_a_setting_that_is_misspelt_is_named(tmp_path: Path) -> None:
    """A key that nobody reads would be a silent default."""
    (tmp_path / "config.toml").write_text('provder = "openai"\n', "utf-8")
    with pytest.raises(RequestError, match="unknown setting 'provder'"):
        load_settings({"SAYSO_HOME": str(tmp_path)})


def test_a_broken_configuration_file_is_named(tmp_path: Path) -> None:
    """A file that is no TOML is an error of one line, not a silent default."""
    (tmp_path / "config.toml").write_text("provider = ", "utf-8")
    with pytest.raises(RequestError, match=r"config\.toml"):
        load_settings({"SAYSO_HOME": str(tmp_path)})
