import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/json.ts';
import { AccountInMemory } from '../../testing/account-in-memory.ts';
import { expectOutcome } from '../../testing/scenarios.ts';

describe('the amounts of an order', () => {
  const cases: [string, JsonObject, JsonObject][] = [
    ['no lines', {}, { Subtotal: 0, Total: 0, ReceivedPercent: 0 }],
    [
      'cents do not drift',
      {
        Lines: [
          { Quantity: 3, UnitCost: 0.1 },
          { Quantity: 1, UnitCost: 0.2 },
        ],
      },
      { Subtotal: 0.5, Total: 0.5 },
    ],
    ['halves are rounded away from zero', { Lines: [{ Quantity: 0.5, UnitCost: 0.0001 }] }, { Subtotal: 0.0001 }],
    ['of negative amounts too', { Lines: [{ Quantity: 0.5, UnitCost: -0.0001 }] }, { Subtotal: -0.0001 }],
    [
      'each line is rounded by itself',
      {
        Lines: [
          { Quantity: 0.5, UnitCost: 0.0001 },
          { Quantity: 0.5, UnitCost: 0.0001 },
        ],
      },
      { Subtotal: 0.0002 },
    ],
    ['below a half is nothing', { Lines: [{ Quantity: 0.4999, UnitCost: 0.0001 }] }, { Subtotal: 0 }],
    [
      'tax and shipping',
      { Lines: [{ Quantity: 2, UnitCost: 10 }], TaxAmount: 1.6, ShippingAmount: -0.6 },
      { Subtotal: 20, Total: 21 },
    ],
  ];
  for (const [name, body, fields] of cases) {
    it(name, () =>
      expectOutcome(new AccountInMemory().create('PurchaseOrders', body), { fields, events: ['Created'] }),
    );
  }

  it('that come out of range are refused by name', () => {
    const lines = [{ Quantity: 99_999_999_999, UnitCost: 2 }];
    const outcome = new AccountInMemory().create('PurchaseOrders', { Lines: lines });
    expectOutcome(outcome, { refused: 'invalid_record', at: ['/Subtotal', '/Total'] });
    assert.ok(outcome.outcome === 'refused' && outcome.problem.status === 400);
  });
});
