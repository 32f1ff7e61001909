/** Purchase orders to begin with, and how goods for them come in. */
import type { JsonObject } from '../../lib/json.ts';
import type { AccountInMemory } from './account-in-memory.ts';
import { type Scenario, scenarios } from './scenarios.ts';

function prepare(account: AccountInMemory): void {
  account.given('Vendors', { Name: 'Northfield' });
}

/** Two lines of 10 and 4. */
export function order(status: string, ...received: [number, number]): JsonObject {
  const [first = 0, second = 0] = received;
  return {
    Status: status,
    VendorID: 1,
    Lines: [
      { Quantity: 10, UnitCost: 2.5, QuantityReceived: first },
      { Quantity: 4, UnitCost: 1, QuantityReceived: second },
    ],
  };
}
export const sent = order('Sent', 0, 0);
export const partial = order('PartiallyFulfilled', 3, 0);
export const completed = order('Completed', 10, 4);

export function receive(first: number, second: number) {
  return [
    { op: 'replace', path: '/Lines/0/QuantityReceived', value: first },
    { op: 'replace', path: '/Lines/1/QuantityReceived', value: second },
  ];
}

type Rows = readonly (Omit<Scenario, 'type'> | Scenario)[];
/** Scenarios in an account with one vendor. */
export function orders(title: string, rows: Rows): void {
  scenarios(
    title,
    rows.map((row) => ({ type: 'PurchaseOrders', ...row })),
    prepare,
  );
}
