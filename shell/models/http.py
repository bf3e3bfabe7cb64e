"""A language model behind an address, over httpx, in whichever form its provider speaks.

One short call under one total deadline: no redirects, no streaming, no compressed bodies, and at
most REPLY_MAX_BYTES read. What a provider does comes back as a fault, never as an exception. The
key stands in one header and nowhere else.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from urllib.parse import urlsplit

import sayso.core
from sayso.core import limits
from sayso.core.completions import COMPLETIONS
from sayso.core.diagnostics import ModelFault, without_key
from sayso.core.dialect import Dialect, step_down
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.project.asking import request_consolidation, request_extraction
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.wire import Answered
from sayso.shell.models.endpoint import Endpoint, check_endpoint, is_on_this_machine

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from ssl import SSLContext

    from httpx import AsyncClient

    from sayso.core.model import ModelReply, ModelRequest, RequestPolicy
    from sayso.core.project.extraction import ExtractionInput
    from sayso.core.wire import Api
    from sayso.shell.ports import Clock

P = ParamSpec("P")
T = TypeVar("T")


class HttpModel:
    """Asks the model at one address."""

    def __init__(self, endpoint: Endpoint, clock: Clock, api: Api = COMPLETIONS) -> None:
        """Keep the address and its form; nothing is sent before the first question."""
        self._endpoint = check_endpoint(endpoint)
        self._clock = clock
        self._api = api
        self._dialect = api.plain

    @property
    def name(self) -> str:
        """The model's name and where it is."""
        host = urlsplit(self._endpoint.base_url).hostname
        return f"{self._endpoint.model} at {host}"

    @property
    def input_max_chars(self) -> int | None:
        """How much turn text one question may show."""
        return self._endpoint.input_max_chars

    def ask(
        self, question: ExtractionInput | ConsolidationInput, policy: RequestPolicy
    ) -> Result[ModelReply, ModelFault]:
        """Ask once within the policy's deadline."""
        return self.complete(
            request_consolidation(question, load_prompt("consolidation"), policy)
            if isinstance(question, ConsolidationInput)
            else request_extraction(question, load_prompt("extraction"), policy)
        )

    def complete(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        """Send any request once within its policy's deadline."""
        answered = _run_anywhere(self._ask(request))
        return answered.alt(lambda fault: without_key(fault, self._endpoint.api_key))

    async def _ask(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        import httpx  # before the clock runs: the first import takes 0.2 s

        asyncio.get_running_loop().set_default_executor(_Unwaited())
        try:
            async with asyncio.timeout(request.policy.deadline_us / limits.SECOND_US):
                return await self._exchange(request)
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            return Failure(ModelFault(kind=type(error).__name__, message=str(error)))
        except TimeoutError:
            deadline_s = request.policy.deadline_us // limits.SECOND_US
            return Failure(ModelFault(kind="deadline", message=f"no answer within {deadline_s} s"))

    async def _exchange(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        """Send, and again in simpler form while the provider turns a parameter down.

        The simpler form is kept for later questions only when the provider takes it: a refusal
        that has another cause teaches nothing.
        """
        import httpx

        deadline_s = request.policy.deadline_us / limits.SECOND_US
        dialect = self._dialect
        # A proxy that the environment names is another machine: what is asked on this one would
        # go there, key and all, without encryption.
        tls = _certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
        is_near = is_on_this_machine(self._endpoint)
        direct = httpx.AsyncHTTPTransport(verify=tls) if is_near else None
        async with httpx.AsyncClient(
            follow_redirects=False, timeout=deadline_s, transport=direct, verify=tls
        ) as client:
            while True:
                answered = await self._post(client, request, dialect)
                if is_failure(answered):
                    return answered
                got = answered.unwrap()
                simpler = step_down(dialect, got.status, got.body)
                if simpler is None:
                    break
                dialect = simpler
        if got.status == HTTPStatus.OK:
            self._dialect = dialect
        return self._api.read(request, got, self._clock.now_us())

    async def _post(
        self, client: AsyncClient, request: ModelRequest, dialect: Dialect
    ) -> Result[Answered, ModelFault]:
        headers = {
            "content-type": "application/json",
            "accept-encoding": "identity",
            **self._api.headers(self._endpoint.api_key),
        }
        url = self._endpoint.base_url.rstrip("/") + self._api.path
        content = self._api.render(request, self._endpoint.model, dialect)
        async with client.stream("POST", url, content=content, headers=headers) as response:
            if response.headers.get("content-encoding", "identity") != "identity":
                return Failure(ModelFault(kind="encoded", message="a compressed body is not read"))
            body = bytearray()
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > limits.REPLY_MAX_BYTES:
                    message = f"over {limits.REPLY_MAX_BYTES} bytes"
                    return Failure(ModelFault(kind="too_large", message=message))
            return Success(
                Answered(
                    status=response.status_code,
                    content_type=response.headers.get("content-type", ""),
                    retry_after=response.headers.get("retry-after"),
                    body=bytes(body),
                )
            )


class _Unwaited(ThreadPoolExecutor):
    """Looks up addresses; nobody waits for a lookup that hangs, at the deadline or at the end.

    The threads of a pool are waited for when the program ends, whoever lets go of them.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Look up in a thread that ends with the process."""
        found: Future[T] = Future()

        def look_up() -> None:
            if not found.set_running_or_notify_cancel():
                return
            try:
                found.set_result(fn(*args, **kwargs))
            except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
                found.set_exception(error)

        Thread(target=look_up, name="sayso-lookup", daemon=True).start()
        return found


@cache
def _certificates(file: str | None, folder: str | None) -> SSLContext:
    """Load whom to trust: once, as it takes 45 ms, for what the environment names by now."""
    import httpx

    del file, folder  # httpx reads them where they stand
    return httpx.create_ssl_context()


@cache
def load_prompt(name: str) -> str:
    """Load a prompt from core/prompts."""
    folder = next(iter(sayso.core.__path__))
    return Path(folder, "prompts", f"{name}.md").read_text(encoding="utf-8")


def _run_anywhere(asking: Coroutine[None, None, T]) -> T:
    """Run to the end, also when the host already runs an event loop in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(asking)
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, asking).result()
