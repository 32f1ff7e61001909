"""The client against a real service, which `npm run test:python` starts."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import os
import time
import unittest
from collections.abc import Callable
from typing import Any, cast

import httpx

from maintenance_data_service import AsyncClient, Client, Refusal, Retry, UnverifiedDelivery, verify_delivery
from maintenance_data_service.types import JsonPatch, ListTasksQuery, Task

CONNECTION = (os.environ["BASE_URL"], os.environ["API_KEY"], os.environ["VAULT_SECRET"], os.environ["SHARD_ID"])
COMPLETE: JsonPatch = [{"op": "replace", "path": "/Status", "value": "Completed"}]


def through(answer: Callable[[httpx.Request, int], httpx.Response | None]) -> httpx.Client:
    """A client whose requests meet `answer` first; None lets them through."""
    real = httpx.HTTPTransport()
    seen = 0

    def handle(request: httpx.Request) -> httpx.Response:
        nonlocal seen
        seen += 1
        return answer(request, seen) or real.handle_request(request)

    return httpx.Client(transport=httpx.MockTransport(handle))


class Records(unittest.TestCase):
    def test_a_record_is_created_read_changed_and_deleted_with_types(self) -> None:
        with Client(*CONNECTION) as mds:
            made = mds.Tasks.create({"Name": "Check the valve", "Priority": "High"})
            task: Task = made.data
            self.assertEqual((task["Name"], task["Priority"], task["Status"]), ("Check the valve", "High", "Open"))
            self.assertEqual(mds.Tasks.get(task["ID"]).data, task)
            self.assertEqual(mds.Tasks.get(task["ID"], if_none_match=made.etag).status, 304)
            self.assertEqual(mds.Tasks.dry_run({"id": task["ID"], "patch": COMPLETE}).data["events"], ["Updated", "Completed"])
            self.assertTrue(any(move["to"] == "Completed" and move["allowed"] for move in mds.Tasks.moves(task["ID"]).data))
            changed = mds.Tasks.patch(task["ID"], COMPLETE, if_match=made.etag).data
            self.assertEqual(changed["Status"], "Completed")
            with self.assertRaises(Refusal) as refused:
                mds.Tasks.patch(task["ID"], COMPLETE, if_match=made.etag)
            self.assertEqual((refused.exception.status, refused.exception.code), (412, "precondition_failed"))
            self.assertEqual(mds.Tasks.history(task["ID"]).data[0]["version"], 2)
            self.assertEqual(mds.Tasks.delete(task["ID"]).status, 204)

    def test_reading_all_leaves_no_record_out_though_those_read_stop_matching(self) -> None:
        with Client(*CONNECTION) as mds:
            made = [mds.Tasks.create({"Name": f"Round {n}", "Result": "round"}).data["ID"] for n in range(25)]
            found: list[int] = []
            for task in mds.Tasks.all({"Status": "Open", "Result": "round", "take": 4}):
                found.append(task["ID"])
                mds.Tasks.patch(task["ID"], COMPLETE)
            self.assertEqual(found, made)
            descending = [one["ID"] for one in mds.Tasks.all({"Result": "round", "orderby": "ID Desc", "take": 7})]
            self.assertEqual(descending, made[::-1])
            for query in ({"Name": "ROUND", "fuzzy": True}, {"ID": made}):
                found = []
                for task in mds.Tasks.all(cast(ListTasksQuery, {**query, "Priority": "None", "take": 4})):
                    found.append(task["ID"])
                    mds.Tasks.patch(task["ID"], [{"op": "replace", "path": "/Priority", "value": "High"}])
                self.assertEqual(found, made)
                for id in made:
                    mds.Tasks.patch(id, [{"op": "replace", "path": "/Priority", "value": "None"}])
            mds.Tasks.patch(made[4], [{"op": "replace", "path": "/Notes", "value": "Called"}])
            unnoted = [id for id in made if id != made[4]]
            without: ListTasksQuery = {"Notes": None, "Result": "round", "take": 4}
            self.assertEqual([one["ID"] for one in mds.Tasks.all(without)], unnoted)
            self.assertEqual([one["ID"] for one in mds.Tasks.all({**without, "orderby": "ID"})], unnoted)
            for beside in ({"Name": "round", "fuzzy": True}, {"Name": "null"}):
                unsaid = cast(ListTasksQuery, {"Notes": None, **beside})
                with self.assertRaisesRegex(ValueError, "^Notes: None cannot stand beside .* contains"):
                    mds.Tasks.list(unsaid)
                with self.assertRaisesRegex(ValueError, "^Notes: None cannot stand beside .* contains"):
                    list(mds.Tasks.all(unsaid))
                dated = cast(ListTasksQuery, {"dueon": None, **beside, "Result": "round", "take": 50})
                expected = made if "fuzzy" in beside else []
                self.assertEqual([one["ID"] for one in mds.Tasks.list(dated).data], expected)
                self.assertEqual([one["ID"] for one in mds.Tasks.all(dated)], expected)
            page = mds.Tasks.list({**without, "take": 50}).data
            self.assertEqual([one["ID"] for one in page], unnoted)
            many = [*made, *(made[-1] + 1 + n for n in range(100 - len(made)))]
            self.assertEqual([one["ID"] for one in mds.Tasks.all({"ID": many, "take": 4})], made)
            some = [one["ID"] for one in mds.Tasks.all({"ID": [made[3], made[20]]})]
            self.assertEqual(some, [made[3], made[20]])
            compared = mds.Tasks.all({"ID": f"{made[9]} ge", "Result": "round eq", "extFilter": True, "take": 4})
            self.assertEqual([one["ID"] for one in compared], made[9:])

    def test_a_filter_without_a_value_is_refused_and_finds_not_everything(self) -> None:
        with Client(*CONNECTION) as mds:
            with self.assertRaisesRegex(ValueError, "ID is an empty list"):
                mds.Tasks.list({"ID": []})
            with self.assertRaisesRegex(ValueError, "ID is an empty list"):
                list(mds.Tasks.all({"ID": []}))

    def test_a_problem_is_an_exception_also_where_something_else_answers(self) -> None:
        with Client(*CONNECTION) as mds:
            with self.assertRaises(Refusal) as refused:
                mds.call("listTasks", query={"Staus": "Open"})
            errors = refused.exception.problem.get("errors") or []
            self.assertEqual([error.get("parameter") for error in errors], ["Staus"])
            with self.assertRaises(Refusal):
                mds.Tasks.get(2**40)
        page = through(lambda _, __: httpx.Response(200, text="<html>Sign in</html>"))
        with self.assertRaises(Refusal) as strange:
            Client(*CONNECTION, http=page).call("getMe")
        self.assertIn("Sign in", strange.exception.problem["detail"])

    def test_an_address_that_leads_elsewhere_is_told_and_not_followed(self) -> None:
        asked: list[int] = []

        def elsewhere(_: httpx.Request, seen: int) -> httpx.Response:
            asked.append(seen)
            return httpx.Response(301, headers={"location": "https://elsewhere.example/api/Me"})

        with self.assertRaisesRegex(Refusal, "leads to https://elsewhere.example/api/Me, and nothing was sent there"):
            Client(*CONNECTION, http=through(elsewhere)).call("getMe")
        self.assertEqual(asked, [1])

    def test_a_write_without_an_answer_is_sent_again_and_made_once(self) -> None:
        def lost(request: httpx.Request, seen: int) -> httpx.Response | None:
            if seen == 1:
                httpx.HTTPTransport().handle_request(request).read()
                raise httpx.ReadError("the answer was lost")
            return None

        with Client(*CONNECTION, http=through(lost), retry=Retry(longest_wait=0)) as mds:
            task = mds.Tasks.create({"Name": "Made once", "Result": "once"}).data
            self.assertEqual([one["ID"] for one in mds.Tasks.all({"Result": "once"})], [task["ID"]])

    def test_a_delete_without_an_answer_is_sent_again_and_is_done_but_not_one_of_a_version_which_would_meet_another(self) -> None:
        sent: list[str] = []

        def lost(request: httpx.Request, _: int) -> httpx.Response | None:
            if request.method != "DELETE":
                return None
            sent.append(request.method)
            if len(sent) == 1:
                httpx.HTTPTransport().handle_request(request).read()
                raise httpx.ReadError("the answer was lost")
            return None

        with Client(*CONNECTION, http=through(lost), retry=Retry(longest_wait=0)) as mds:
            made = mds.Tasks.create({"Name": "Deleted once"})
            with self.assertRaisesRegex(httpx.ReadError, "the answer was lost"):
                mds.Tasks.delete(made.data["ID"], if_match=made.etag)
            self.assertEqual(len(sent), 1)
            self.assertTrue(mds.Tasks.get(made.data["ID"]).data["Deleted"])
            sent.clear()
            other = mds.Tasks.create({"Name": "Deleted twice"}).data["ID"]
            self.assertEqual((mds.Tasks.delete(other).status, len(sent)), (204, 2))
            # Of which nothing is left for the second to find.
            sent.clear()
            body = {"entityType": "Tasks", "action": "Updated", "targetUrl": "https://hooks.example.com/"}
            hook = mds.call("createWebhook", body=body).data["id"]
            gone = mds.call("deleteWebhook", path={"id": hook})
            self.assertEqual((gone.status, gone.data, len(sent)), (204, None, 2))
            with self.assertRaisesRegex(Refusal, "^404 not_found"):
                mds.call("deleteWebhook", path={"id": hook})

    def test_503_is_waited_out_with_jitter_and_what_stays_is_raised(self) -> None:
        busy = through(lambda _, seen: httpx.Response(503, text="busy") if seen <= 2 else None)
        with Client(*CONNECTION, http=busy, retry=Retry(longest_wait=0.01)) as mds:
            self.assertEqual(mds.call("getMe").status, 200)
        asked = through(lambda _, __: httpx.Response(429, headers={"retry-after": "600"}, text="{}"))
        with self.assertRaises(Refusal):
            Client(*CONNECTION, http=asked).call("getMe")

    def test_other_lists_are_followed_by_their_links(self) -> None:
        with Client(*CONNECTION) as mds:
            body = {"entityType": "Tasks", "action": "Created", "targetUrl": "https://hooks.example.com/"}
            made = [mds.call("createWebhook", body=body).data["id"] for _ in range(3)]
            found = [one["id"] for one in mds.items("listWebhooks", query={"take": 2})]
            with self.assertRaisesRegex(ValueError, "has no end"):
                mds.items("listChanges")
            self.assertTrue(set(made) <= set(found))


class Feed(unittest.TestCase):
    def test_the_feed_gives_each_change_once_though_it_is_cut_off_again_and_again(self) -> None:
        def cut(_: httpx.Request, seen: int) -> httpx.Response | None:
            if seen % 3 == 1:
                raise httpx.ConnectError("cut off")
            return httpx.Response(502, text="<html>busy</html>") if seen % 3 == 2 else None

        with Client(*CONNECTION) as mds:
            first = mds.Tasks.create({"Name": "change 0", "Result": "feed"}).data
            after = mds.Tasks.history(first["ID"]).data[0]["change"]
            quick = Client(*CONNECTION, http=through(cut), retry=Retry(longest_wait=0, random=lambda: 0.999))
            names: list[Any] = []
            for n in range(1, 4):
                mds.Tasks.create({"Name": f"change {n}", "Result": "feed"})
            for change in quick.changes({"after": after, "entityType": "Tasks", "take": 2}):
                names.append((change["data"] or {})["Name"])
                if len(names) == 3:
                    break
            self.assertEqual(names, ["change 1", "change 2", "change 3"])
            with self.assertRaises(Refusal):
                next(mds.changes({"after": "nowhere"}))

    def test_what_is_wrong_with_the_connection_itself_is_raised_at_once(self) -> None:
        base_url, api_key, vault_secret, shard_id = CONNECTION
        without_scheme = (base_url.removeprefix("http://"), api_key, vault_secret, shard_id)
        illegal = (base_url, api_key, vault_secret + "\n", shard_id)
        never = Retry(random=lambda: self.fail("It is asked again."))
        for connection in (without_scheme, illegal):
            with Client(*connection, retry=never) as mds:
                for ask in (lambda: mds.call("getMe"), lambda: next(mds.changes())):
                    with self.assertRaises((httpx.UnsupportedProtocol, httpx.LocalProtocolError)):
                        ask()

            async def follow() -> None:
                async with AsyncClient(*connection, retry=never) as mds:
                    await anext(mds.changes())

            with self.assertRaises((httpx.UnsupportedProtocol, httpx.LocalProtocolError)):
                asyncio.run(follow())

    def test_a_request_may_take_as_long_as_it_asks_to_be_held_back_and_its_timeout(self) -> None:
        patience: list[float] = []

        def seen(request: httpx.Request, _: int) -> httpx.Response | None:
            patience.append(request.extensions["timeout"]["read"])
            return None

        with Client(*CONNECTION, http=through(seen), timeout=10) as mds:
            mds.Tasks.create({"Name": "Something to read"})
            patience.clear()
            next(mds.changes({"wait": 60}))
            next(mds.changes())
        self.assertEqual(patience, [70, 35])


class Asynchronous(unittest.IsolatedAsyncioTestCase):
    async def test_the_asynchronous_client_does_the_same(self) -> None:
        async with AsyncClient(*CONNECTION) as mds:
            made = await asyncio.gather(
                *(mds.Tasks.create({"Name": f"Side by side {n}", "Result": "async"}) for n in range(8))
            )
            ids = sorted(one.data["ID"] for one in made)
            found = [task["ID"] async for task in mds.Tasks.all({"Result": "async", "take": 3})]
            self.assertEqual(found, ids)
            changed = await mds.Tasks.patch(ids[0], COMPLETE)
            self.assertEqual(changed.data["Status"], "Completed")
            with self.assertRaises(Refusal):
                await mds.Tasks.get(2**40)
            after = (await mds.Tasks.history(ids[0])).data[-1]["change"]
            async for change in mds.changes({"after": after, "entityType": "Tasks"}):
                self.assertEqual(change["type"], "Tasks")
                break
            self.assertEqual((await mds.call("getMe")).data["webhooks"], True)


class Deliveries(unittest.TestCase):
    def test_a_delivery_is_verified_by_its_signature_and_its_age(self) -> None:
        secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        body = '{"test": 2432232314}'
        headers = {
            "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1a,xx v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        self.assertEqual(verify_delivery(body, headers, ["whsec_AAAA", secret], now=1614265330), {"test": 2432232314})
        for wrong in (body + " ", body[:-1]):
            with self.assertRaises(UnverifiedDelivery):
                verify_delivery(wrong, headers, secret, now=1614265330)
        for now in (1614265330 - 301, 1614265330 + 301):
            with self.assertRaises(UnverifiedDelivery):
                verify_delivery(body, headers, secret, now=now)
        with self.assertRaises(UnverifiedDelivery):
            verify_delivery(body, {}, secret)
        stamp = str(int(time.time()))
        key = base64.b64decode(secret.removeprefix("whsec_"))
        signed = hmac.new(key, f"m.{stamp}.{{}}".encode(), hashlib.sha256).digest()
        fresh = {"webhook-id": "m", "webhook-timestamp": stamp, "webhook-signature": f"v1,{base64.b64encode(signed).decode()}"}
        self.assertEqual(verify_delivery(b"{}", fresh, secret), json.loads("{}"))


if __name__ == "__main__":
    unittest.main()
