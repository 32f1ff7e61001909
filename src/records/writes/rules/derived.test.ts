import { scenarios, set } from '../../testing/scenarios.ts';

const workOrder = { Name: 'Lift stuck', LabourCost: 0.1, PartsCost: 0.2 };

scenarios('what follows from other fields is kept true', [
  {
    name: 'the number of a work order',
    type: 'WorkOrders',
    body: workOrder,
    expect: { fields: { ID: 1, Number: 'WO-000001', TotalCost: 0.3 }, events: ['Created'] },
  },
  {
    name: 'the number of a job',
    type: 'Jobs',
    body: { Name: 'Roof' },
    expect: { fields: { Number: 'J-000001' }, events: ['Created'] },
  },
  {
    name: 'the cost of a work order',
    type: 'WorkOrders',
    given: workOrder,
    patch: set({ OtherCost: 99_999_999_999 }),
    expect: { fields: { TotalCost: 99_999_999_999.3 }, events: ['Updated'] },
  },
  {
    name: 'a cost out of range is refused',
    type: 'WorkOrders',
    given: workOrder,
    patch: set({ OtherCost: 99_999_999_999, PartsCost: 1 }),
    expect: { refused: 'invalid_record', at: ['/TotalCost'] },
  },
  {
    name: 'the name an employee is shown by',
    type: 'Employees',
    given: { FirstName: 'Ada', LastName: 'Berg' },
    patch: set({ LastName: 'Berg-Lund' }),
    expect: { fields: { DisplayName: 'Ada Berg-Lund' }, events: ['Updated'] },
  },
  {
    name: 'an admin may change the company settings',
    type: 'Users',
    body: { Email: 'ada@example.com', Role: 'Admin', CompanySettings: false },
    expect: { fields: { CompanySettings: true }, events: ['Created'] },
  },
  {
    name: 'whoever becomes admin may too',
    type: 'Users',
    given: { Email: 'ada@example.com' },
    patch: set({ Role: 'Admin' }),
    expect: { fields: { CompanySettings: true }, events: ['Updated'] },
  },
  {
    name: 'taking that from an admin changes nothing',
    type: 'Users',
    given: { Email: 'ada@example.com', Role: 'Admin' },
    patch: set({ CompanySettings: false }),
    expect: 'unchanged',
  },
  {
    name: 'whoever is admin no more keeps it until it is taken',
    type: 'Users',
    given: { Email: 'ada@example.com', Role: 'Admin' },
    patch: set({ Role: 'Manager', CompanySettings: false }),
    expect: { fields: { CompanySettings: false }, events: ['Updated'] },
  },
]);
