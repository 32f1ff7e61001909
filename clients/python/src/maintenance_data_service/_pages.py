"""All items of a list, page after page: which page comes next."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol, cast

import httpx

from .types import TEXTS
from ._request import Wanted, many, operation, query_pairs, word

LARGEST_PAGE = 1000
MOST_PARAMETERS = 100

_PARAMETERS = {"take", "skip", "orderby", "count", "fields", "search", "contains", "deleted", "extfilter", "fuzzy"}


class Pages(Protocol):
    next: Wanted | None
    """The page to read; None when there is no more."""

    def seen(self, found: list[Any], headers: httpx.Headers) -> list[Any]:
        """What of the page is to be given: it has been read."""
        ...


def pages_of(name: str, path: Mapping[str, int | str] | None, query: Mapping[str, Any]) -> Pages:
    """Of any list that has pages."""
    if name == "listChanges":
        raise ValueError("The feed of changes has no end. Follow it with changes().")
    return _Linked(operation(name, path=path).path, query)


def records_of(name: str, query: Mapping[str, Any]) -> Pages:
    """Of records. Pages that are found by passing over so many leave records out when some before them stop matching meanwhile, so they
    are followed as they are linked only where the query asks for an order.
    """
    path = operation(name).path
    query = meaning_null(name, query)
    if _value(query, "orderby") is not None:
        return _Linked(path, query)
    comparable = _comparable(name, query)
    if comparable is None or len(query_pairs({"take": 0, "skip": 0, **comparable})) >= MOST_PARAMETERS:
        return _Overlapping(path, query)
    return _BehindTheLast(path, comparable)


def meaning_null(name: str, query: Mapping[str, Any]) -> Mapping[str, Any]:
    """With None, which finds what has no value, the query says so: without `extFilter` it would be the word null of a text. Where it
    cannot, a None of a text is refused, for the word would find other records; of anything else the service takes it as it is.
    """
    if not any(None in many(value) for value in query.values()):
        return query
    said = _comparable(name, query)
    if said is not None:
        return said
    unsaid = _text_with(None, name, query)
    if unsaid is None:
        return query
    beside = "fuzzy" if _is_true(query, "fuzzy") else f"the word 'null' of {_text_with('null', name, query)}"
    raise ValueError(
        f"{unsaid}: None cannot stand beside {beside}. "
        'Use contains for that, such as "contains": "Name:pump", or ask for each by itself.'
    )


class _Linked:
    """As the `Link` header leads."""

    def __init__(self, path: str, query: Mapping[str, Any]) -> None:
        self.next: Wanted | None = _page(path, {"take": LARGEST_PAGE, **query})

    def seen(self, found: list[Any], headers: httpx.Headers) -> list[Any]:
        link = next_of(headers.get("link"))
        self.next = None if link is None else Wanted("GET", link)
        return found


class _BehindTheLast:
    """Each page begins behind the last ID that was seen."""

    def __init__(self, path: str, query: Mapping[str, Any]) -> None:
        self._path = path
        self._query = {"take": LARGEST_PAGE, **query}
        self.next: Wanted | None = _page(path, self._query)

    def seen(self, found: list[Any], headers: httpx.Headers) -> list[Any]:
        if next_of(headers.get("link")) is None:
            self.next = None
        else:
            ids = [*many(self._query.get("ID", [])), f"{found[-1]['ID']} gt"]
            self.next = _page(self._path, {**self._query, "skip": 0, "ID": ids})
        return found


class _Overlapping:
    """Where no comparison can stand beside the query, or there is no room for it: each page begins with the last record that was seen. If
    that is not in it, some before have gone and others have moved up, so the page before is read again.
    """

    def __init__(self, path: str, query: Mapping[str, Any]) -> None:
        take = int(query.get("take", LARGEST_PAGE))
        # A page of one would be the record that was seen, for ever.
        self._size = 2 if take == 1 else take
        self._path = path
        self._query = query
        self._start = self._skip = int(query.get("skip", 0))
        self._last = 0
        self.next: Wanted | None = self._at(self._start)

    def seen(self, found: list[Any], headers: httpx.Headers) -> list[Any]:
        unseen = [one for one in found if one["ID"] > self._last]
        if self._skip > self._start and len(unseen) == len(found):
            self.next = self._at(max(self._start, self._skip - self._size))
            return []
        if next_of(headers.get("link")) is None:
            self.next = None
        else:
            self._last = max(self._last, cast(int, found[-1]["ID"]))
            self.next = self._at(self._skip + len(found) - 1)
        return unseen

    def _at(self, skip: int) -> Wanted:
        self._skip = skip
        return _page(self._path, {**self._query, "take": self._size, "skip": skip})


def next_of(link: str | None) -> str | None:
    found = re.search(r'<([^<>]*)>; rel="next"', link or "")
    return found.group(1) if found else None


def _page(path: str, query: Mapping[str, Any]) -> Wanted:
    return Wanted("GET", path, query_pairs(query))


def _comparable(list_name: str, query: Mapping[str, Any]) -> dict[str, Any] | None:
    """The same query with `extFilter`, or None where there is none."""
    if _is_true(query, "extfilter"):
        return dict(query)
    if _is_true(query, "fuzzy"):
        return None
    # The word null is a text without `extFilter`, and nothing with it.
    if _text_with("null", list_name, query) is not None:
        return None
    filters = {name: many(value) for name, value in query.items() if name.lower() not in _PARAMETERS}
    exact = {name: [f"{word(one)} eq" for one in values] for name, values in filters.items()}
    return {**query, **exact, "extFilter": True}


def _text_with(value: str | None, list_name: str, query: Mapping[str, Any]) -> str | None:
    """The first filter that is a text and asks for the value."""
    known = {text.lower() for text in TEXTS[list_name]}
    return next((name for name, given in query.items() if name.lower() in known and value in many(given)), None)


def _value(query: Mapping[str, Any], wanted: str) -> Any:
    """Names are read without regard to case, as the service does."""
    return next((value for name, value in query.items() if name.lower() == wanted), None)


def _is_true(query: Mapping[str, Any], name: str) -> bool:
    return str(_value(query, name)).lower() == "true"



def beginning(query: Mapping[str, Any]) -> Mapping[str, Any]:
    """Of the feed. From now on is asked for without waiting: repeated after it broke, it would begin at a later now."""
    return {**query, "wait": 0} if str(query.get("after")).lower() == "now" else query


LONGEST_WAIT = 60
"""Seconds: the service holds no request back for longer."""


def held_back(wait: object) -> float:
    """Seconds. What the service would refuse counts for nothing: it is for the service to say so."""
    return wait if isinstance(wait, (int, float)) and 0 < wait <= LONGEST_WAIT else 0


def waiting(path: str, seconds: object) -> str:
    """The same page of the feed, held back for as long as is wanted when there is nothing."""
    return re.sub(r"([?&]wait=)0(?=&|$)", rf"\g<1>{seconds}", path)
