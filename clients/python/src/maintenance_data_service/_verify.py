"""Whether a delivery came from the service, unchanged and just now, by its signature (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any


class UnverifiedDelivery(Exception):
    """The delivery is not what it should be: answer it with 401 and do nothing."""


def verify_delivery(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> Any:
    """The body of the delivery, parsed.

    `body` must be the bytes as they came, not what a framework made of them; `secret` is the `signingSecret` of the subscription, or
    several of them while it is being exchanged.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        identity, timestamp, signatures = (lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise UnverifiedDelivery(f"The header {missing.args[0]} is missing.") from None
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise UnverifiedDelivery("webhook-timestamp is no number of seconds.")
    age = (time.time() if now is None else now) - int(timestamp)
    if abs(age) > tolerance:
        raise UnverifiedDelivery(f"The delivery was signed {age:.0f} s ago, by this machine's clock.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{identity}.{timestamp}.".encode() + raw
    given = [one.removeprefix("v1,") for one in signatures.split(" ") if one.startswith("v1,")]
    for one in [secret] if isinstance(secret, str) else secret:
        expected = base64.b64encode(hmac.new(_key(one), signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in given):
            return json.loads(raw)
    raise UnverifiedDelivery("No signature is of this secret.")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if key == b"":
        raise ValueError("A signing secret is whsec_ and base64.")
    return key
