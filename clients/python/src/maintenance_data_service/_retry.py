"""Whether a request may be sent once more, and how long to wait before that."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import httpx

from ._problems import Refusal

MISTAKES = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
"""What is wrong with the request itself, such as its address or a header: nothing was sent, and it would be wrong each time."""


@dataclass(frozen=True)
class Retry:
    attempts: int = 4
    """How often a request is sent at most, the first time included."""
    longest_wait: float = 65.0
    """The longest single wait in seconds. When the service asks for a longer one, its refusal is passed on."""
    random: Callable[[], float] = random.random
    """From 0 to below 1: waits differ, so that clients refused together do not come again together."""


def is_repeatable(method: str, headers: Mapping[str, str]) -> bool:
    """Done twice, it comes to the same. A delete of one version does not: it would be told that the version is another, its own."""
    if "Idempotency-Key" in headers:
        return True
    return method == "GET" or (method == "DELETE" and "If-Match" not in headers)


def wait_before(retry: Retry, repeatable: bool, outcome: httpx.Response | Exception, sent: int) -> float | None:
    """The seconds to wait, or None when it must not be sent again.

    A request over the rate limit was refused before anything was done, so any may be repeated. After 503, or without an answer, it may
    have been done: only what can be done twice is repeated.
    """
    if sent >= retry.attempts or isinstance(outcome, MISTAKES):
        return None
    status = outcome.status_code if isinstance(outcome, httpx.Response) else None
    if status != 429 and not (repeatable and status in (503, None)):
        return None
    asked = outcome.headers.get("retry-after", "") if isinstance(outcome, httpx.Response) else ""
    if not asked.isdigit():
        return min(retry.longest_wait, back_off(sent, retry.random()))
    return int(asked) + retry.random() / 4 if int(asked) <= retry.longest_wait else None


def will_stay(failure: Refusal | httpx.TransportError) -> bool:
    """Whether it would come to the same however often it is asked."""
    if isinstance(failure, Refusal):
        return failure.status < 500 and failure.status != 429
    return isinstance(failure, MISTAKES)


def back_off(failures: int, chance: float) -> float:
    """After so many failures: 0.5, 1, 2 seconds and so on up to half a minute, or up to half of it less."""
    return min(30.0, 0.5 * 2.0 ** min(failures - 1, 10)) * (1 - chance / 2)
