"""One request, sent until it is answered or must not be sent again: the decisions, without any input or output.

A course yields what is to be done, a request to send or seconds to wait, and is told what came of it; `drive` and `drive_async` do it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote

import httpx

from .types import OPERATIONS
from ._problems import Refusal, refusal_of
from ._retry import Retry, is_repeatable, wait_before

T = TypeVar("T")


@dataclass(frozen=True)
class Answer(Generic[T]):
    status: int
    data: T
    etag: str | None
    """The version of the record, for `if_match` and `if_none_match`."""
    headers: httpx.Headers


@dataclass(frozen=True)
class Wanted:
    method: str
    path: str
    params: tuple[tuple[str, str], ...] = ()
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=lambda: dict[str, str]())
    timeout: float | None = None


Outcome = httpx.Response | httpx.TransportError | None
Course = Generator[Wanted | float, Outcome, Answer[Any]]


def operation(
    name: str,
    *,
    path: Mapping[str, int | str] | None = None,
    query: Mapping[str, Any] | None = None,
    body: Any = None,
    headers: Mapping[str, str | None] | None = None,
    timeout: float | None = None,
) -> Wanted:
    """An operation by its name in the OpenAPI document."""
    method, template = OPERATIONS[name]
    for part, value in (path or {}).items():
        template = template.replace("{" + part + "}", quote(str(value), safe=""))
    given = {key: value for key, value in (headers or {}).items() if value is not None}
    return Wanted(method, template, query_pairs(query or {}), body, given, timeout)


def course(wanted: Wanted, retry: Retry) -> Course:
    repeatable = is_repeatable(wanted.method, wanted.headers)
    sent = 0
    may_be_done = False
    while True:
        outcome = yield wanted
        sent += 1
        if isinstance(outcome, httpx.Response) and (outcome.is_success or outcome.status_code == 304):
            return _answer(outcome)
        assert outcome is not None
        failure = refusal_of(outcome) if isinstance(outcome, httpx.Response) else outcome
        if may_be_done and wanted.method == "DELETE" and isinstance(failure, Refusal) and failure.code == "not_found":
            # By the one before it, whose answer did not come.
            return Answer(204, None, None, failure.headers)
        wait = wait_before(retry, repeatable, outcome, sent)
        if wait is None:
            raise failure
        may_be_done = may_be_done or not (isinstance(failure, Refusal) and failure.status == 429)
        yield wait


def drive(steps: Course, http: httpx.Client) -> Answer[Any]:
    outcome: Outcome = None
    try:
        while True:
            step = steps.send(outcome)
            outcome = None
            if isinstance(step, Wanted):
                try:
                    outcome = http.send(_built(http, step), follow_redirects=False)
                except httpx.TransportError as error:
                    outcome = error
            else:
                time.sleep(step)
    except StopIteration as end:
        return cast(Answer[Any], end.value)


async def drive_async(steps: Course, http: httpx.AsyncClient) -> Answer[Any]:
    outcome: Outcome = None
    try:
        while True:
            step = steps.send(outcome)
            outcome = None
            if isinstance(step, Wanted):
                try:
                    outcome = await http.send(_built(http, step), follow_redirects=False)
                except httpx.TransportError as error:
                    outcome = error
            else:
                await asyncio.sleep(step)
    except StopIteration as end:
        return cast(Answer[Any], end.value)


def query_pairs(query: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Lists become the same parameter several times; None is the word null."""
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        given = many(value)
        # One of none finds nothing; left out, it would find everything.
        if not given:
            raise ValueError(f"{name} is an empty list, which finds nothing. Ask for nothing then, or leave {name} out.")
        pairs.extend((name, word(one)) for one in given)
    return tuple(pairs)


def many(value: Any) -> list[Any]:
    return list(cast("list[Any]", value)) if isinstance(value, (list, tuple)) else [value]


def word(value: Any) -> str:
    """A value as it stands in a query."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _built(http: httpx.Client | httpx.AsyncClient, wanted: Wanted) -> httpx.Request:
    media = "application/json-patch+json" if wanted.method == "PATCH" else "application/json"
    headers = dict(wanted.headers)
    extra: dict[str, Any] = {}
    if wanted.body is not None:
        headers["content-type"] = media
        extra["content"] = json.dumps(wanted.body).encode()
    if wanted.timeout is not None:
        extra["timeout"] = wanted.timeout
    if wanted.params:
        extra["params"] = wanted.params
    return http.build_request(wanted.method, wanted.path, headers=headers, **extra)


def _answer(response: httpx.Response) -> Answer[Any]:
    try:
        data = response.json() if response.content else None
    except ValueError:
        raise refusal_of(response) from None
    return Answer(response.status_code, data, response.headers.get("etag"), response.headers)
