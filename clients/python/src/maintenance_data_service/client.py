"""The synchronous client: every operation by its name, and the record collections with a method for each thing that is done to them."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Generic, List, TypeVar, cast

import httpx

from .types import COLLECTIONS, Change, ChangeWithData, JsonPatch, ListChangesQuery, Move
from ._pages import Pages, beginning, held_back, meaning_null, next_of, pages_of, records_of, waiting
from ._problems import Refusal
from ._request import Answer, Wanted, course, drive, operation
from ._retry import Retry, back_off, will_stay
from ._typed import Collections

RecordT = TypeVar("RecordT")
CreateT = TypeVar("CreateT")
QueryT = TypeVar("QueryT")

WAIT = 25
"""Seconds that the service holds a request back when there is nothing."""


class Client(Collections):
    """`base_url` is where the service is, such as https://mds.example.com; a path in it is kept. Use it in a `with` block, or close it."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        vault_secret: str,
        shard_id: str,
        *,
        retry: Retry | None = None,
        timeout: float = 30.0,
        http: httpx.Client | None = None,
    ) -> None:
        headers = {"apiKey": api_key, "vaultSecret": vault_secret, "shardID": shard_id}
        self._http = http or httpx.Client()
        self._http.base_url = base_url
        self._http.headers.update(headers)
        self._http.timeout = timeout
        self._timeout = timeout
        self._retry = retry or Retry()
        for name, one in COLLECTIONS.items():
            setattr(self, name, Collection[Any, Any, Any](self, name))

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def call(
        self,
        name: str,
        *,
        path: Mapping[str, int | str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Answer[Any]:
        """Any operation of the API by its name in the OpenAPI document. Raises a Refusal when the service refuses."""
        return self._send(operation(name, path=path, query=query, body=body, headers=headers))

    def items(
        self, name: str, *, path: Mapping[str, int | str] | None = None, query: Mapping[str, Any] | None = None
    ) -> Iterator[Any]:
        """All items of any list that has pages, fetched one after the other as they are asked for. The feed of changes has no end: `changes`."""
        return self._read(pages_of(name, path, query or {}))

    def changes(self, query: ListChangesQuery | None = None) -> Iterator[ChangeWithData]:
        """Every change of the account's records, and then those to come, for as long as you read.

        What breaks or is refused for the moment is asked again from where it was, however long it takes; what stays as it is,
        such as a cursor that has expired or an address that is none, is raised. Keep `change` of the last entry you have dealt with and give it as `after` next time.
        """
        asked = {"wait": WAIT, **(query or {})}
        patience = self._timeout + held_back(asked["wait"])
        wanted = operation("listChanges", query=beginning(asked), timeout=patience)
        failed = 0
        while True:
            try:
                answer = self._send(wanted)
            except (Refusal, httpx.TransportError) as error:
                if will_stay(error):
                    raise
                failed += 1
                time.sleep(back_off(failed, self._retry.random()))
                continue
            failed = 0
            following = cast(str, next_of(answer.headers.get("link")))
            wanted = Wanted("GET", waiting(following, asked["wait"]), timeout=patience)
            yield from cast("list[ChangeWithData]", answer.data)

    def _send(self, wanted: Wanted) -> Answer[Any]:
        return drive(course(wanted, self._retry), self._http)

    def _read(self, pages: Pages) -> Iterator[Any]:
        while pages.next is not None:
            answer = self._send(pages.next)
            yield from pages.seen(answer.data, answer.headers)


class Collection(Generic[RecordT, CreateT, QueryT]):
    """The records of one type."""

    def __init__(self, client: Client, name: str, one: str) -> None:
        self._client = client
        self._name = name
        self._one = one

    def list(self, query: QueryT | None = None) -> Answer[List[RecordT]]:
        """One page: 25 records unless `take` says otherwise."""
        asked = meaning_null(f"list{self._name}", cast("dict[str, Any]", query or {}))
        return self._client.call(f"list{self._name}", query=asked)

    def all(self, query: QueryT | None = None) -> Iterator[RecordT]:
        """All records that match, fetched page by page; by ID unless you ask for an order, and then none is left out, whatever changes
        meanwhile."""
        pages = records_of(f"list{self._name}", cast("dict[str, Any]", query or {}))
        return self._client._read(pages)  # pyright: ignore[reportPrivateUsage]

    def get(self, id: int, *, if_none_match: str | None = None) -> Answer[RecordT]:
        """`data` is None, and the status 304, when the record still has the version you name."""
        return self._client.call(f"get{self._one}", path={"id": id}, headers={"If-None-Match": if_none_match})

    def create(self, record: CreateT, *, idempotency_key: str | None = None) -> Answer[RecordT]:
        """It is repeated when no answer came, and still creates one record only."""
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        return self._client.call(f"create{self._one}", body=record, headers=headers)

    def patch(
        self, id: int, operations: JsonPatch, *, if_match: str | None = None, idempotency_key: str | None = None
    ) -> Answer[RecordT]:
        """With `if_match`, an `etag` you have read, it is refused with 412 when the record has changed since."""
        headers = {"If-Match": if_match, "Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        return self._client.call(f"update{self._one}", path={"id": id}, body=operations, headers=headers)

    def delete(self, id: int, *, if_match: str | None = None) -> Answer[None]:
        return self._client.call(f"delete{self._one}", path={"id": id}, headers={"If-Match": if_match})

    def history(self, id: int, query: Mapping[str, Any] | None = None) -> Answer[List[Change]]:
        """What happened to the record: one page, the newest change first."""
        return self._client.call(f"list{self._one}History", path={"id": id}, query=query)

    def dry_run(self, write: Mapping[str, Any]) -> Answer[dict[str, Any]]:
        """What a write would come to; nothing is written. It is refused as the write would be."""
        return self._client.call(f"dryRun{self._one}", body=write)

    def moves(self, id: int) -> Answer[List[Move]]:
        """For every state, whether the record can move there now; of record types that have states."""
        return self._client.call(f"list{self._one}Moves", path={"id": id})
