"""Settings: the environment over SAYSO_HOME/config.toml over defaults."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.metering import DailyLimits, OverLimit
from sayso.shell.detached import SWITCHED_OFF
from sayso.shell.errors import RequestError
from sayso.shell.models.embedded import EmbeddedModel
from sayso.shell.models.endpoint import Endpoint
from sayso.shell.ports import SystemClock
from sayso.shell.store.trust import sayso_home

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sayso.shell.models.http import HttpModel
    from sayso.shell.ports import Clock, Model

EMBEDDED: Final = "rules"
OPENAI: Final = "openai"
ANTHROPIC: Final = "anthropic"
ADDRESSES: Final = {
    OPENAI: "https://api.openai.com/v1",
    ANTHROPIC: "https://api.anthropic.com/v1",
}
SWITCHED_ON: Final = ("1", "true", "yes", "on")
KNOWN: Final = frozenset(
    (
        "provider base_url model api_key input_chars daily_calls daily_tokens over_limit background"
    ).split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a user configured. `provider` names the kind of model; `debug` shows RAW errors.

    `background` lets hooks start a worker that outlives them.
    """

    provider: str
    endpoint: Endpoint
    daily: DailyLimits
    debug: bool
    background: bool = True


def load_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; raises RequestError for a configuration file that is no TOML."""
    home = sayso_home(environment)
    configured = _read_file(home / "config.toml")

    unknown = sorted(set(configured) - KNOWN)
    if unknown:
        raise RequestError(
            f"{home / 'config.toml'} has the unknown setting {unknown[0]!r}",
            f"there are {', '.join(sorted(KNOWN))}",
        )

    def setting(name: str, default: str) -> str:
        return environment.get(f"SAYSO_{name.upper()}") or str(configured.get(name, default))

    provider = setting("provider", EMBEDDED)
    return Settings(
        provider=provider,
        endpoint=Endpoint(
            base_url=setting("base_url", ADDRESSES.get(provider, ADDRESSES[OPENAI])),
            model=setting("model", ""),
            api_key=setting("api_key", ""),
            input_max_chars=_input_chars(setting("input_chars", str(limits.MODEL_INPUT_CHARS))),
        ),
        daily=DailyLimits(
            calls=_number("daily_calls", setting("daily_calls", str(limits.MODEL_DAILY_CALLS))),
            tokens=_number("daily_tokens", setting("daily_tokens", str(limits.MODEL_DAILY_TOKENS))),
            over=_over_limit(setting("over_limit", OverLimit.RULES)),
        ),
        debug=environment.get("SAYSO_DEBUG", "").lower() in ("1", "true", "yes"),
        background=_switch("background", setting("background", "true")),
    )


def _switch(name: str, text: str) -> bool:
    if text.lower() in SWITCHED_ON:
        return True
    if text.lower() in SWITCHED_OFF:
        return False
    raise RequestError(f"{name} is {text!r}", "set it to true or false")


def _number(name: str, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= limits.REPLY_NUMBER_MAX_CHARS:
        return int(text)
    raise RequestError(f"{name} is {text!r}, not a number", "give a whole number, 0 for no limit")


def _input_chars(text: str) -> int:
    chars = _number("input_chars", text)
    if chars < limits.MODEL_INPUT_MIN_CHARS:
        raise RequestError(
            f"input_chars is {chars}", f"give at least {limits.MODEL_INPUT_MIN_CHARS}"
        )
    return chars


def _over_limit(text: str) -> OverLimit:
    if text in tuple(OverLimit):
        return OverLimit(text)
    raise RequestError(f"over_limit is {text!r}", f"set it to {' or '.join(OverLimit)}")


def choose_model(settings: Settings, clock: Clock | None = None) -> Model:
    """Give the model that is configured; raises RequestError for settings that make none."""
    if settings.provider == EMBEDDED:
        return EmbeddedModel()
    return remote_model(settings, clock)


def remote_model(settings: Settings, clock: Clock | None = None) -> HttpModel:
    """Give the model behind the configured address; raises RequestError where there is none."""
    if settings.provider not in ADDRESSES:
        raise RequestError(
            f"unknown provider {settings.provider!r}",
            f"set SAYSO_PROVIDER to {EMBEDDED!r}, {ANTHROPIC!r} or, for an OpenAI-compatible "
            f"address, {OPENAI!r}",
        )
    from sayso.shell.models.http import HttpModel

    if settings.provider == OPENAI:
        return HttpModel(settings.endpoint, clock or SystemClock())
    from sayso.core.messages_api import MESSAGES

    return HttpModel(settings.endpoint, clock or SystemClock(), MESSAGES)


def _read_file(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise RequestError(f"cannot read {path}: {error}", "correct or remove the file") from error
