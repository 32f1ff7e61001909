import type { Json, JsonObject } from '../../../lib/json.ts';
import { completed, order, orders, partial, receive, sent } from '../../testing/orders.ts';
import { set } from '../../testing/scenarios.ts';

const moment = '2026-01-31T09:31:00.000Z';

orders('the vendor of an order', [
  {
    name: 'stays with it once it is sent',
    given: sent,
    patch: set({ VendorID: null }),
    expect: { refused: 'invalid_record', at: ['/VendorID'] },
  },
  {
    name: 'stays with it when the write also receives',
    given: sent,
    patch: [...receive(1, 0), ...set({ VendorID: null })],
    expect: { refused: 'invalid_record', at: ['/VendorID'] },
  },
  {
    name: 'may be taken from one that goes back to its draft',
    given: { ...sent, Status: 'Cancelled' },
    patch: set({ Status: 'Draft', VendorID: null }),
    expect: { fields: { VendorID: null, Status: 'Draft' }, events: ['Updated'] },
  },
]);

orders('completing by hand', [
  {
    name: 'short-closes every line that is not fully received',
    given: order('PartiallyFulfilled', 10, 1),
    patch: set({ Status: 'Completed' }),
    expect: {
      fields: {
        Status: 'Completed',
        ReceivedPercent: 100,
        CompletedOn: moment,
        Lines: shortClosed(10, false, 1, true),
      },
      events: ['Updated', 'Completed'],
    },
  },
  {
    name: 'by its stamp alone',
    given: sent,
    patch: set({ CompletedOn: '2026-01-30T00:00:00Z' }),
    expect: {
      fields: { Status: 'Completed', Lines: shortClosed(0, true, 0, true) },
      events: ['Updated', 'Completed'],
    },
  },
  {
    name: 'along with a last partial receipt',
    given: sent,
    patch: [...set({ Status: 'Completed' }), ...receive(10, 1)],
    expect: {
      fields: { Status: 'Completed', Lines: shortClosed(10, false, 1, true) },
      events: ['Updated', 'Completed'],
    },
  },
  {
    name: 'a new order that begins as Completed',
    body: order('Completed', 10, 1),
    expect: {
      fields: { Status: 'Completed', Lines: shortClosed(10, false, 1, true) },
      events: ['Created', 'Completed'],
    },
  },
]);

function shortClosed(first: number, firstClosed: boolean, second: number, secondClosed: boolean): Json {
  const line = { ProductID: null, Description: '', Unit: 'ea' };
  return [
    { ...line, Line: 1, Quantity: 10, UnitCost: 2.5, QuantityReceived: first, ShortClosed: firstClosed },
    { ...line, Line: 2, Quantity: 4, UnitCost: 1, QuantityReceived: second, ShortClosed: secondClosed },
  ];
}

const invalid = (...at: string[]) => ({ refused: 'invalid_record', at }) as const;

orders('what an order must have', [
  {
    name: 'to be sent: a vendor',
    given: { Lines: [{ Quantity: 1 }] },
    patch: set({ Status: 'Sent' }),
    expect: invalid('/VendorID'),
  },
  { name: 'to be sent: a line', given: { VendorID: 1 }, patch: set({ Status: 'Sent' }), expect: invalid('/Lines') },
  {
    name: 'both told at once, by its stamp too',
    given: {},
    patch: set({ SentOn: moment }),
    expect: invalid('/Lines', '/VendorID'),
  },
  {
    name: 'to be sent: something still to come',
    given: { VendorID: 1, Lines: [{ Quantity: 1, ShortClosed: true }] },
    patch: set({ Status: 'Sent' }),
    expect: invalid('/Lines'),
  },
  {
    name: 'values for its lines, where they name more products than are looked up at once',
    body: { Lines: Array.from({ length: 501 }, (_, n) => ({ ProductID: n + 1, Quantity: 1 })) },
    expect: invalid('/Lines'),
  },
  { name: 'once sent: a line', given: sent, patch: set({ Lines: [] }), expect: invalid('/Lines') },
  { name: 'once completed: a line', given: completed, patch: set({ Lines: [] }), expect: invalid('/Lines') },
  {
    name: 'before it is sent: nothing received',
    given: { Lines: [{ Quantity: 1 }] },
    patch: [{ op: 'replace', path: '/Lines/0/QuantityReceived', value: 1 }],
    expect: invalid('/Lines/0/QuantityReceived'),
  },
  {
    name: 'while it is sent in the same write: nothing received',
    given: { VendorID: 1, Lines: [{ Quantity: 2 }] },
    patch: [...set({ Status: 'Sent' }), { op: 'replace', path: '/Lines/0/QuantityReceived', value: 1 }],
    expect: invalid('/Lines'),
  },
  { name: 'new and Draft: nothing received', body: order('Draft', 1, 0), expect: invalid('/Lines/0/QuantityReceived') },
  {
    name: 'new and Cancelled: nothing received',
    body: order('Cancelled', 0, 1),
    expect: invalid('/Lines/1/QuantityReceived'),
  },
  { name: 'new and Sent: nothing received', body: order('Sent', 1, 0), expect: invalid('/Lines') },
  { name: 'new and Sent: a vendor', body: { ...sent, VendorID: null }, expect: invalid('/VendorID') },
  {
    name: 'new and PartiallyFulfilled: something received',
    body: order('PartiallyFulfilled', 0, 0),
    expect: invalid('/Lines'),
  },
  {
    name: 'new and PartiallyFulfilled: not all received',
    body: order('PartiallyFulfilled', 10, 4),
    expect: invalid('/Lines'),
  },
  { name: 'new and Completed: a line', body: { Status: 'Completed', VendorID: 1 }, expect: invalid('/Lines') },
  {
    name: 'a state that its lines do not tell',
    given: sent,
    patch: [...set({ Status: 'PartiallyFulfilled' }), ...receive(10, 4)],
    expect: invalid('/Status'),
  },
  {
    name: 'Completed without its moment',
    given: completed,
    patch: [...set({ CompletedOn: null }), { op: 'replace', path: '/Lines/0/Unit', value: 'box' }],
    expect: invalid('/CompletedOn'),
  },
]);

orders('an order that is cancelled', [
  {
    name: 'goes back to Draft without the stamps of its first life',
    given: { ...sent, ApprovedOn: '2026-01-01T00:00:00Z' },
    after: [set({ Status: 'Cancelled' })],
    patch: set({ CancelledOn: null }),
    expect: { fields: { Status: 'Draft', ApprovedOn: null, SentOn: null, CancelledOn: null }, events: ['Updated'] },
  },
  {
    name: 'keeps the moment it was sent',
    given: { ...sent, SentOn: '2026-01-01T00:00:00Z' },
    patch: set({ Status: 'Cancelled' }),
    expect: { fields: { SentOn: '2026-01-01T00:00:00.000Z', CancelledOn: moment }, events: ['Updated'] },
  },
  {
    name: 'cannot be, once something is received',
    given: partial,
    patch: set({ Status: 'Cancelled' }),
    expect: {
      refused: 'state_not_allowed',
      members: { from: 'PartiallyFulfilled', to: 'Cancelled', allowed: ['Completed'] },
    },
  },
  {
    name: 'cannot be, while something is received in the same write',
    given: sent,
    patch: [...set({ Status: 'Cancelled' }), ...receive(1, 0)],
    expect: { refused: 'state_not_allowed', members: { from: 'Sent', to: 'Cancelled', allowed: ['Completed'] } },
  },
]);

orders('the stamps of an order', [
  {
    name: 'a completed order from the books brings the moments of all its states',
    body: { ...completed, SentOn: '2026-01-02T00:00:00Z', CompletedOn: '2026-01-09T00:00:00Z' },
    expect: {
      fields: { SentOn: '2026-01-02T00:00:00.000Z', CompletedOn: '2026-01-09T00:00:00.000Z' },
      events: ['Created', 'Completed'],
    },
  },
  {
    name: 'and needs no Status for that',
    body: { ...without(completed, 'Status'), SentOn: '2026-01-02T00:00:00Z', CompletedOn: '2026-01-09T00:00:00Z' },
    expect: { fields: { Status: 'Completed' }, events: ['Created', 'Completed'] },
  },
  {
    name: 'the moment it was sent can be corrected later',
    given: { ...partial, SentOn: '2026-01-02T00:00:00Z' },
    patch: set({ SentOn: '2026-01-03T00:00:00Z' }),
    expect: { fields: { Status: 'PartiallyFulfilled', SentOn: '2026-01-03T00:00:00.000Z' }, events: ['Updated'] },
  },
  {
    name: 'clearing it once goods have come does not take the order back',
    given: { ...partial, SentOn: '2026-01-02T00:00:00Z' },
    patch: set({ SentOn: null }),
    expect: { fields: { Status: 'PartiallyFulfilled', SentOn: null }, events: ['Updated'] },
  },
  {
    name: 'clearing SentOn of a sent order would take it back, which cannot be',
    given: sent,
    patch: set({ SentOn: null }),
    expect: { refused: 'state_not_allowed' },
  },
  {
    name: 'clearing CompletedOn of a completed order would open it again, which only receipts do',
    given: completed,
    patch: set({ CompletedOn: null }),
    expect: { refused: 'state_not_allowed' },
  },
]);

function without(body: JsonObject, field: string): JsonObject {
  const { [field]: _, ...rest } = body;
  return rest;
}
