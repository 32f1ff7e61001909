/** Work for the technician: an employee record of hers, and work orders that are late, due today, due soon and without a date. */
import type { ConsoleApp } from '../support/browser.ts';
import { TECHNICIAN } from './open-page.ts';

const given = new WeakMap<ConsoleApp, Promise<readonly number[]>>();

/** The IDs of the work orders, the latest due first. Once for each console. */
export function giveWork(app: ConsoleApp): Promise<readonly number[]> {
  const known = given.get(app) ?? createWork(app);
  given.set(app, known);
  return known;
}

async function createWork(app: ConsoleApp): Promise<readonly number[]> {
  const key = await app.app.key(app.account);
  const made = async (type: string, fields: { [field: string]: string | number }) => {
    const reply = await key.post(`/api/${type}`, fields);
    if (reply.status !== 201) throw new Error(reply.text);
    return reply.json.ID as number;
  };
  const employee = await made('Employees', { FirstName: 'Tess', LastName: 'Carver', Email: TECHNICIAN });
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const assigned = { AssignedEmployeeID: employee, AssetID: 1, LocationID: 1 };
  return [
    await made('WorkOrders', { ...assigned, Name: 'Lift stuck at third floor', Priority: 'Urgent', DueOn: hours(-76) }),
    await made('WorkOrders', {
      ...assigned,
      Name: 'Replace pump seal',
      Status: 'OnHold',
      HoldReason: 'Waiting for the seal',
      DueOn: hours(-3),
    }),
    await made('WorkOrders', {
      ...assigned,
      Name: 'Inspect boiler',
      Status: 'InProgress',
      Type: 'Inspection',
      DueOn: hours(70),
    }),
    await made('WorkOrders', { ...assigned, Name: 'Paint the stairwell when there is time' }),
  ];
}
