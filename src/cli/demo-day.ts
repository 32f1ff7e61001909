/**
 * Simulates work by the people of a demo firm. Ordinary changes in their names create a history, a feed and recent
 * activity.
 */
import type { AccountScope } from '../accounts/account.ts';
import { catalogue, type RecordTypeName } from '../catalogue/index.ts';
import { coursesOfToday, type DayStep, ordersOfToday } from '../demo/day.ts';
import type { User } from '../people/person.ts';
import { personAuthor, usersOf } from '../people/user-records.ts';
import { Problem } from '../problems.ts';
import { planRecordList } from '../records/lists/planning.ts';
import { recordsOn } from '../records/lists/whole-page.ts';
import type { RecordFields } from '../records/store.ts';
import { patchRecord } from '../records/writes/patch.ts';
import type { Shard } from '../storage/shard.ts';
import { CommandFailure } from './command.ts';

export async function workADay(shard: Shard, account: AccountScope): Promise<void> {
  const now = Date.now();
  const store = shard.records(account);
  const users = orFail(await usersOf(store)).filter(({ Status, Role }) => Status === 'Active' && Role !== 'ReadOnly');
  const lead = users.find(({ Role }) => Role === 'Manager') ?? users[0]!;
  const statuses = await listed('AssetStatuses', '');
  const courses = coursesOfToday(now);
  const orders = await listed('WorkOrders', ordersOfToday(now));
  await Promise.all(orders.map((order, n) => goThrough(order, courses[n % courses.length]!)));

  async function goThrough(order: RecordFields, course: readonly DayStep[]): Promise<void> {
    // Employee n signs in as user n.
    const worker = users.find(({ ID }) => ID === order.AssignedEmployeeID) ?? lead;
    for (const { by, set, asset } of course) {
      const who = by === 'lead' ? lead : worker;
      await write('WorkOrders', order.ID as number, set, who);
      const status = asset && statuses.find(({ BaseStatus }) => BaseStatus === asset);
      if (status) await write('Assets', order.AssetID as number, { AssetStatusID: status.ID! }, who);
    }
  }

  /** Writes a change to a record. A refused change is ignored: nothing depends on demo work. */
  async function write(type: RecordTypeName, id: number, fields: RecordFields, by: User): Promise<void> {
    const patch = Object.entries(fields).map(([field, value]) => ({ op: 'add' as const, path: [field], value }));
    await store.change(patchRecord(catalogue[type], id, patch, personAuthor(by)));
  }

  async function listed(type: RecordTypeName, query: string): Promise<RecordFields[]> {
    const page = orFail(await store.list(orFail(planRecordList(type, query))));
    return recordsOn(page);
  }
}

function orFail<Found>(found: Found | Problem): Found {
  if (found instanceof Problem) throw new CommandFailure(found.detail);
  return found;
}
