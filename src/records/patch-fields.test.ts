import type { JsonObject } from '../lib/json.ts';
import { scenarios, set } from './testing/scenarios.ts';

const task: JsonObject = { Name: 'Grease the rails', Description: 'Both sides', CustomFields: {} };
const workOrder: JsonObject = { Name: 'Lift stuck', LabourCost: 10 };

scenarios('removing a field', [
  {
    name: 'that may be null sets it to null',
    type: 'Tasks',
    given: task,
    patch: [{ op: 'remove', path: '/Description' }],
    expect: { fields: { Description: null }, events: ['Updated'] },
  },
  {
    name: 'with a default sets it back to that',
    type: 'Tasks',
    given: { ...task, Priority: 'High', Position: 4 },
    patch: ['/Priority', '/Position', '/CustomFields'].map((path) => ({ op: 'remove', path })),
    expect: { fields: { Priority: 'None', Position: 0, CustomFields: {} }, events: ['Updated'] },
  },
  {
    name: 'that must be there is refused',
    type: 'Tasks',
    given: task,
    patch: [{ op: 'remove', path: '/Name' }],
    expect: { refused: 'invalid_record', at: ['/Name'] },
  },
  {
    name: 'the number that people may write is no exception',
    type: 'PurchaseOrders',
    given: {},
    patch: [{ op: 'remove', path: '/Number' }],
    expect: { refused: 'invalid_record', at: ['/Number'] },
  },
  {
    name: 'that is read-only is refused',
    type: 'WorkOrders',
    given: workOrder,
    patch: [{ op: 'remove', path: '/TotalCost' }],
    expect: { refused: 'invalid_record', at: ['/TotalCost'] },
  },
]);

scenarios('read-only fields are judged by their value', [
  {
    name: 'the same instant in another offset is no change',
    type: 'Tasks',
    given: { Name: 'Check' },
    patch: set({ CreatedOn: '2026-01-31T11:30:00+02:00' }),
    expect: 'unchanged',
  },
  {
    name: 'writing what is there changes nothing',
    type: 'WorkOrders',
    given: workOrder,
    patch: set({ ID: 1, TotalCost: 10, Number: 'WO-000001' }),
    expect: 'unchanged',
  },
  {
    name: 'and does not stand in the way of a change',
    type: 'WorkOrders',
    given: workOrder,
    patch: set({ TotalCost: 10, LabourCost: 20, CreatedBy: 'ada@example.com' }),
    expect: { fields: { TotalCost: 20 }, events: ['Updated'] },
  },
  {
    name: 'another value is refused, each by its name',
    type: 'WorkOrders',
    given: workOrder,
    patch: set({
      ID: 2,
      TotalCost: 11,
      Number: 'WO-1',
      CreatedOn: '2026-01-01T00:00:00.000Z',
      UpdatedBy: 'x@y',
      Name: '',
    }),
    expect: { refused: 'invalid_record', at: ['/ID', '/Number', '/Name', '/TotalCost', '/CreatedOn', '/UpdatedBy'] },
  },
  {
    name: 'a value that comes back in the end was not changed',
    type: 'Tasks',
    given: task,
    patch: [
      { op: 'move', from: '/ID', path: '/CustomFields/id' },
      { op: 'move', from: '/CustomFields/id', path: '/ID' },
    ],
    expect: 'unchanged',
  },
]);
