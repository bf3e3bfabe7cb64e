"""Settings: the environment over SAYSO_HOME/config.toml over defaults."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.shell.errors import ModelError, RequestError
from sayso.shell.models.embedded import EmbeddedModel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.shell.ports import Model

EMBEDDED: Final = "rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a user configured. `provider` names the model; `debug` shows RAW errors."""

    provider: str
    debug: bool


def load_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; raises RequestError for a configuration file that is no TOML."""
    home = Path(environment.get("SAYSO_HOME", str(Path.home() / ".sayso")))
    configured = _read_file(home / "config.toml")
    provider = environment.get("SAYSO_PROVIDER") or str(configured.get("provider", EMBEDDED))
    return Settings(
        provider=provider,
        debug=environment.get("SAYSO_DEBUG", "").lower() in ("1", "true", "yes"),
    )


def choose_model(settings: Settings) -> Model:
    """Give the model that is configured; raises ModelError for one this version cannot reach."""
    if settings.provider == EMBEDDED:
        return EmbeddedModel()
    raise ModelError(
        f"the provider {settings.provider!r} is not part of this version",
        f"unset SAYSO_PROVIDER or set it to {EMBEDDED!r}",
    )


def _read_file(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise RequestError(f"cannot read {path}: {error}", "correct or remove the file") from error
