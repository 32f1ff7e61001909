"""All items of a list, page after page: which page comes next."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

import httpx

from ._request import Wanted, operation, query_pairs

LARGEST_PAGE = 1000

_PARAMETERS = {"take", "count", "fields", "search", "contains", "deleted", "extfilter", "fuzzy"}


class Pages:
    """Of records: each page begins behind the last ID that was seen. One that is found by passing over so many leaves records out when some
    before it stop matching meanwhile. Where the query asks for another order, or for what cannot stand beside a comparison, and for
    other lists, pages are followed as they are linked.
    """

    def __init__(self, wanted: Wanted, query: Mapping[str, Any], by_id: bool) -> None:
        self._first = wanted
        self._comparable = _comparable(query) if by_id else None
        self._take = int(query.get("take", LARGEST_PAGE))
        self.next: Wanted | None = self._behind(0) if self._comparable is not None else self._linked(query)

    def seen(self, items: list[Any], headers: httpx.Headers) -> None:
        link = next_of(headers.get("link"))
        if link is None:
            self.next = None
        elif self._comparable is not None:
            self.next = self._behind(cast(int, items[-1]["ID"]))
        else:
            self.next = Wanted("GET", link)

    def _linked(self, query: Mapping[str, Any]) -> Wanted:
        return Wanted("GET", self._first.path, query_pairs({"take": LARGEST_PAGE, **query}))

    def _behind(self, last: int) -> Wanted:
        query = self._comparable or {}
        ids = [*_many(query.get("ID", [])), f"{last} gt"]
        return Wanted("GET", self._first.path, query_pairs({**query, "take": self._take, "ID": ids}))


def pages_of(name: str, path: Mapping[str, int | str] | None, query: Mapping[str, Any], by_id: bool) -> Pages:
    return Pages(operation(name, path=path), query, by_id)


def next_of(link: str | None) -> str | None:
    found = re.search(r'<([^<>]*)>; rel="next"', link or "")
    return found.group(1) if found else None


def _comparable(query: Mapping[str, Any]) -> dict[str, Any] | None:
    """The same query with `extFilter`, or None where there is none."""
    given = {name.lower(): value for name, value in query.items()}

    def is_true(name: str) -> bool:
        return str(given.get(name)).lower() == "true"

    extended = is_true("extfilter")
    if "orderby" in given or "skip" in given or given.get("take") == 0:
        return None
    if (is_true("fuzzy") or "id" in given) and not extended:
        return None
    if extended:
        # A plain ID is an alternative to others, not something that must hold beside a comparison.
        own = [str(one) for one in _many(given.get("id", []))]
        return dict(query) if all(re.search(r" (ge|gt|le|lt|ne)$", one, re.I) for one in own) else None
    filters = {name: _many(value) for name, value in query.items() if name.lower() not in _PARAMETERS}
    # The word null is a text without `extFilter`, and nothing with it.
    if any(one == "null" for many in filters.values() for one in many):
        return None
    exact = {name: [f"{_shown(one)} eq" for one in many] for name, many in filters.items()}
    return {**query, **exact, "extFilter": True}


def _many(value: Any) -> list[Any]:
    return list(cast("list[Any]", value)) if isinstance(value, (list, tuple)) else [value]


def _shown(value: Any) -> str:
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
