import { completed, order, orders, partial, receive, sent } from '../../testing/orders.ts';
import { set } from '../../testing/scenarios.ts';

const moment = '2026-01-31T09:31:00.000Z';

orders('an order follows its receipts', [
  {
    name: 'some received: PartiallyFulfilled',
    given: sent,
    patch: receive(3, 0),
    expect: {
      fields: { Status: 'PartiallyFulfilled', ReceivedPercent: 21.43 },
      events: ['Updated', 'PartiallyFulfilled'],
    },
  },
  {
    name: 'some more: PartiallyFulfilled is told again',
    given: partial,
    patch: receive(3, 2),
    expect: {
      fields: { Status: 'PartiallyFulfilled', ReceivedPercent: 35.71 },
      events: ['Updated', 'PartiallyFulfilled'],
    },
  },
  {
    name: 'all received: Completed, with its stamp',
    given: partial,
    patch: receive(10, 4),
    expect: {
      fields: { Status: 'Completed', CompletedOn: moment, ReceivedPercent: 100 },
      events: ['Updated', 'Completed'],
    },
  },
  {
    name: 'all received at once: Completed, without PartiallyFulfilled',
    given: sent,
    patch: receive(10, 4),
    expect: { fields: { Status: 'Completed' }, events: ['Updated', 'Completed'] },
  },
  {
    name: 'more than ordered: Completed, and no more than 100 percent',
    given: sent,
    patch: receive(12, 40),
    expect: { fields: { Status: 'Completed', ReceivedPercent: 100 }, events: ['Updated', 'Completed'] },
  },
  {
    name: 'more than ordered of one line does not make up for another',
    given: sent,
    patch: receive(40, 0),
    expect: {
      fields: { Status: 'PartiallyFulfilled', ReceivedPercent: 71.43 },
      events: ['Updated', 'PartiallyFulfilled'],
    },
  },
  {
    name: 'still more than ordered of a completed order: only Updated',
    given: completed,
    patch: receive(11, 4),
    expect: { fields: { Status: 'Completed' }, events: ['Updated'] },
  },
  {
    name: 'the rest short-closed: Completed',
    given: partial,
    patch: [...receive(10, 0), { op: 'replace', path: '/Lines/1/ShortClosed', value: true }],
    expect: { fields: { Status: 'Completed', ReceivedPercent: 100 }, events: ['Updated', 'Completed'] },
  },
  {
    name: 'the line that is still open taken out: Completed',
    given: order('PartiallyFulfilled', 10, 0),
    patch: [{ op: 'remove', path: '/Lines/1' }],
    expect: { fields: { Status: 'Completed', Subtotal: 25 }, events: ['Updated', 'Completed'] },
  },
  {
    name: 'lines changed without a receipt: the state stays, only Updated',
    given: sent,
    patch: [{ op: 'replace', path: '/Lines/0/Quantity', value: 8 }],
    expect: { fields: { Status: 'Sent', Subtotal: 24 }, events: ['Updated'] },
  },
  {
    name: 'another field changed while partially fulfilled: only Updated',
    given: partial,
    patch: set({ VendorReference: 'A-17' }),
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated'] },
  },
  {
    name: 'the state named along with its receipts',
    given: sent,
    patch: [...set({ Status: 'PartiallyFulfilled' }), ...receive(1, 0)],
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated', 'PartiallyFulfilled'] },
  },
  {
    name: 'the old state named along with receipts is no move and does not stand in their way',
    given: sent,
    patch: [...set({ Status: 'Sent' }), ...receive(1, 0)],
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated', 'PartiallyFulfilled'] },
  },
  {
    name: 'the moment of completion given along with the last receipt',
    given: partial,
    patch: [...set({ CompletedOn: '2026-01-30T00:00:00Z' }), ...receive(10, 4)],
    expect: {
      fields: { Status: 'Completed', CompletedOn: '2026-01-30T00:00:00.000Z' },
      events: ['Updated', 'Completed'],
    },
  },
]);

orders('a correction moves back and is only told as Updated', [
  {
    name: 'from Completed to PartiallyFulfilled, without CompletedOn',
    given: completed,
    patch: receive(10, 3),
    expect: { fields: { Status: 'PartiallyFulfilled', CompletedOn: null }, events: ['Updated'] },
  },
  {
    name: 'from Completed to Sent',
    given: completed,
    patch: [...receive(0, 0)],
    expect: { fields: { Status: 'Sent', CompletedOn: null, ReceivedPercent: 0 }, events: ['Updated'] },
  },
  {
    name: 'from PartiallyFulfilled to Sent, which keeps SentOn',
    given: { ...sent, SentOn: '2026-01-01T00:00:00Z' },
    after: [receive(1, 0)],
    patch: receive(0, 0),
    expect: { fields: { Status: 'Sent', SentOn: '2026-01-01T00:00:00.000Z' }, events: ['Updated'] },
  },
  {
    name: 'less received, still partially fulfilled',
    given: partial,
    patch: receive(2, 0),
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated'] },
  },
  {
    name: 'a line no longer short-closed',
    given: partial,
    after: [set({ Status: 'Completed' })],
    patch: [{ op: 'replace', path: '/Lines/1/ShortClosed', value: false }],
    expect: { fields: { Status: 'PartiallyFulfilled', CompletedOn: null }, events: ['Updated'] },
  },
  {
    name: 'clearing CompletedOn along with the correction',
    given: completed,
    patch: [...set({ CompletedOn: null }), ...receive(0, 0)],
    expect: { fields: { Status: 'Sent', CompletedOn: null }, events: ['Updated'] },
  },
  {
    name: 'a further line to a completed order opens it again',
    given: completed,
    patch: [{ op: 'add', path: '/Lines/-', value: { Quantity: 1 } }],
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated'] },
  },
]);

const ordered = (Description: string, QuantityReceived: number) => ({ Description, Quantity: 5, QuantityReceived });
const valves = { ...partial, Lines: [ordered('Valve', 3), ordered('Seal', 0)] };

orders('a further receipt is told by the line that it came for, whatever its number', [
  {
    name: 'a line with another number has received nothing',
    given: valves,
    patch: [{ op: 'replace', path: '/Lines/0/Line', value: 10 }],
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated'] },
  },
  {
    name: 'nor has one before which another was put',
    given: valves,
    patch: set({ Lines: [ordered('Bolt', 0), ordered('Valve', 3), ordered('Seal', 0)] }),
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated'] },
  },
  {
    name: 'nor one that is called otherwise',
    given: valves,
    patch: [{ op: 'replace', path: '/Lines/0/Description', value: 'Ball valve' }],
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated'] },
  },
  {
    name: 'one that takes the number of another has',
    given: valves,
    patch: set({ Lines: [ordered('Seal', 2)] }),
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated', 'PartiallyFulfilled'] },
  },
  {
    name: 'so has one of two that are the same',
    given: { ...partial, Lines: [ordered('Seal', 3), ordered('Seal', 0)] },
    patch: receive(2, 1),
    expect: { fields: { Status: 'PartiallyFulfilled' }, events: ['Updated', 'PartiallyFulfilled'] },
  },
]);
