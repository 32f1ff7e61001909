"""Typed client of the Maintenance Data Service."""

from ._problems import Refusal
from ._request import Answer
from ._retry import Retry
from ._verify import UnverifiedDelivery, verify_delivery
from .aio import AsyncClient, AsyncCollection
from .client import Client, Collection

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncCollection",
    "Client",
    "Collection",
    "Refusal",
    "Retry",
    "UnverifiedDelivery",
    "verify_delivery",
]
