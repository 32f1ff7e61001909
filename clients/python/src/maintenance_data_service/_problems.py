"""A request that the service has refused, as an exception with all the service said about it."""

from __future__ import annotations

import json
from typing import Any, cast

import httpx

from .types import Problem


class Refusal(Exception):
    """Build on `code` and `problem["errors"]`; the words may change."""

    problem: Problem
    status: int
    headers: httpx.Headers

    def __init__(self, problem: Problem, headers: httpx.Headers) -> None:
        super().__init__(f"{problem['status']} {problem['code']}: {problem['detail']}")
        self.problem = problem
        self.status = problem["status"]
        self.headers = headers

    @property
    def code(self) -> str:
        return self.problem["code"]


def refusal_of(response: httpx.Response) -> Refusal:
    return Refusal(_read(response.text) or _unknown(response), response.headers)


def _read(text: str) -> Problem | None:
    try:
        body: Any = json.loads(text)
    except ValueError:
        return None
    if isinstance(body, dict):
        found = cast(dict[str, Any], body)
        if isinstance(found.get("code"), str) and isinstance(found.get("status"), int):
            return cast(Problem, found)
    return None


def _unknown(response: httpx.Response) -> Problem:
    """What something else than the service has answered, such as a proxy with a page."""
    source = "It may come from a proxy in front of the service"
    text = response.text[:500]
    detail = f"The answer has no body. {source}." if text == "" else f"The answer is no JSON. {source}: {text}"
    if response.is_redirect:
        # Not followed: it would take the credentials to wherever it leads, and a POST there would become a GET.
        detail = (
            f"The address leads to {response.headers['location']}, and nothing was sent there. "
            "Give the address of the service itself as base_url."
        )
    problem = {
        "type": "about:blank",
        "title": response.reason_phrase,
        "status": response.status_code,
        "detail": detail,
        "code": "unavailable" if response.status_code == 503 else "internal_error",
        "requestId": response.headers.get("x-request-id", ""),
    }
    return cast(Problem, problem)
