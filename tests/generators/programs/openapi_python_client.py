"""Lists, creates, patches and subscribes with the client that openapi-python-client writes."""

import importlib
import json
import os
import re
from datetime import datetime, timezone

from maintenance_data_service_client import Client
from maintenance_data_service_client.api.assets import create_asset
from maintenance_data_service_client.api.tasks import create_task, get_task, list_tasks, update_task
from maintenance_data_service_client.api.webhooks import create_webhook, list_webhooks
from maintenance_data_service_client.models import (
    NewAsset,
    NewSubscription,
    NewSubscriptionAction,
    NewSubscriptionEntityType,
    NewSubscriptionHeadersType0,
    NewTask,
    PatchReplace,
    PatchReplaceOp,
    PatchTest,
    PatchTestOp,
)

TYPES = (
    "WorkOrders Tasks Assets Forms PurchaseOrders Jobs Employees Users Products Routes Boards FormTemplates "
    "AssetStatuses Locations Vendors"
).split()

client = Client(
    base_url=os.environ["BASE_URL"],
    headers={
        "apiKey": os.environ["API_KEY"],
        "vaultSecret": os.environ["VAULT_SECRET"],
        "shardID": os.environ["SHARD_ID"],
    },
    raise_on_unexpected_status=True,
)


def list_of(name: str):
    snake = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    return importlib.import_module(f"maintenance_data_service_client.api.{snake}.list_{snake}").sync


listed = {name: len(list_of(name)(client=client, take=5)) for name in TYPES}

name = os.environ["TASK_NAME"]
task = create_task.sync(
    client=client,
    body=NewTask(
        name=name,
        due_on=datetime(2026, 3, 1, 8, tzinfo=timezone.utc),
        task_external_messaging_id=2**40 + 1,
    ),
    idempotency_key=name,
)
patched = update_task.sync(
    task.id,
    client=client,
    body=[
        PatchTest(op=PatchTestOp.TEST, path="/Status", value="Open"),
        PatchReplace(op=PatchReplaceOp.REPLACE, path="/Status", value="Completed"),
    ],
)
found = list_tasks.sync(client=client, name=[name], ext_filter=True, completed_on=["2026-01-01 ge"])
asset = create_asset.sync(client=client, body=NewAsset(name=name, purchase_cost=1234567.89))
problem = get_task.sync(2**40, client=client)
hook = create_webhook.sync(
    client=client,
    body=NewSubscription(
        entity_type=NewSubscriptionEntityType.TASKS,
        action=NewSubscriptionAction.COMPLETED,
        target_url="https://hooks.example.com/completed",
        headers=NewSubscriptionHeadersType0.from_dict({"X-Team": "north"}),
    ),
)
print(
    json.dumps(
        {
            "listed": listed,
            "created": task.id,
            "dueSeconds": task.due_on.timestamp(),
            "messagingID": task.task_external_messaging_id,
            "status": patched.status.value,
            "found": [one.id for one in found],
            "cost": asset.purchase_cost,
            "refusal": problem.code.value,
            "webhook": hook.id,
            "webhooks": len(list_webhooks.sync(client=client)),
            "secret": hook.signing_secret[:6],
        }
    )
)
