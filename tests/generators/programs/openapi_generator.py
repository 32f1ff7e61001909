"""Lists, creates, patches and subscribes with the client that openapi-generator writes for Python."""

import json
import os
from datetime import datetime, timezone

import mds

configuration = mds.Configuration(host=os.environ["BASE_URL"])
configuration.api_key = {
    "apiKey": os.environ["API_KEY"],
    "vaultSecret": os.environ["VAULT_SECRET"],
    "shardID": os.environ["SHARD_ID"],
}

with mds.ApiClient(configuration) as client:
    lists = {
        "WorkOrders": mds.WorkOrdersApi(client).list_work_orders,
        "Tasks": mds.TasksApi(client).list_tasks,
        "Assets": mds.AssetsApi(client).list_assets,
        "Forms": mds.FormsApi(client).list_forms,
        "PurchaseOrders": mds.PurchaseOrdersApi(client).list_purchase_orders,
        "Jobs": mds.JobsApi(client).list_jobs,
        "Employees": mds.EmployeesApi(client).list_employees,
        "Users": mds.UsersApi(client).list_users,
        "Products": mds.ProductsApi(client).list_products,
        "Routes": mds.RoutesApi(client).list_routes,
        "Boards": mds.BoardsApi(client).list_boards,
        "FormTemplates": mds.FormTemplatesApi(client).list_form_templates,
        "AssetStatuses": mds.AssetStatusesApi(client).list_asset_statuses,
        "Locations": mds.LocationsApi(client).list_locations,
        "Vendors": mds.VendorsApi(client).list_vendors,
    }
    listed = {name: len(records(take=5)) for name, records in lists.items()}

    tasks = mds.TasksApi(client)
    task = tasks.create_task(
        mds.CreateTask(
            Name=os.environ["TASK_NAME"],
            DueOn=datetime(2026, 3, 1, 8, tzinfo=timezone.utc),
            TaskExternalMessagingID=2**40 + 1,
            CustomFields={"floor": 3},
        ),
        idempotency_key=os.environ["TASK_NAME"],
    )
    patch = [
        mds.PatchOperation(mds.PatchTest(op="test", path="/Status", value="Open")),
        mds.PatchOperation(mds.PatchReplace(op="replace", path="/Status", value="Completed")),
    ]
    patched = tasks.update_task(task.id, patch)
    found = tasks.list_tasks(name=[os.environ["TASK_NAME"]], ext_filter=True, completed_on=["2026-01-01 ge"])
    asset = mds.AssetsApi(client).create_asset(mds.CreateAsset(Name=os.environ["TASK_NAME"], PurchaseCost=1234567.89))
    try:
        tasks.get_task(2**40)
        raise AssertionError("there is such a task")
    except mds.exceptions.NotFoundException as error:
        problem = error.data
    hooks = mds.WebhooksApi(client)
    hook = hooks.create_webhook(
        mds.CreateSubscription(
            entityType="Tasks",
            action="Completed",
            targetUrl="https://hooks.example.com/completed",
            headers={"X-Team": "north"},
        )
    )
    print(
        json.dumps(
            {
                "listed": listed,
                "created": task.id,
                "dueSeconds": task.due_on.timestamp(),
                "messagingID": task.task_external_messaging_id,
                "status": patched.status,
                "found": [one.id for one in found],
                "cost": asset.purchase_cost,
                "refusal": problem.code,
                "webhook": hook.id,
                "webhooks": len(hooks.list_webhooks()),
                "secret": hook.signing_secret[:6],
            }
        )
    )
