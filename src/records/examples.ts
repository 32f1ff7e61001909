/** Example of a new record of each type, for the docs: a valid body of a POST. */
import type { RecordType, RecordTypeName } from '../catalogue/index.ts';
import type { JsonObject } from '../lib/json.ts';

export function exampleOf(type: RecordType): JsonObject {
  return examples[type.name];
}

const examples: Record<RecordTypeName, JsonObject> = {
  WorkOrders: {
    Name: 'Lift stuck on second floor',
    Description: 'Doors open half way, then close again.',
    Priority: 'High',
    Category: 'Lifts',
    RequesterName: 'Dana Whitlock',
    RequesterEmail: 'dana.whitlock@example.com',
    DueOn: '2026-01-31T17:00:00+01:00',
    EstimatedMinutes: 90,
    LabourCost: 120.5,
  },
  Tasks: {
    Name: 'Check the pressure relief valve',
    Description: 'Lift the lever and let it snap back.',
    Required: true,
    Type: 'PassFail',
    DueOn: '2026-01-31T09:30:00Z',
    EstimatedMinutes: 15,
    TaskExternalMessagingID: 48213,
  },
  Assets: {
    Name: 'Boiler in building C',
    AssetNumber: 'BLR-0042',
    SerialNumber: 'VX9-118-20',
    Manufacturer: 'Northfield Heating',
    Criticality: 'High',
    PurchasedOn: '2019-10-04',
    PurchaseCost: 8450,
    MeterUnit: 'h',
    MeterValue: 12840.5,
  },
  Forms: {
    Name: 'Monthly fire door check',
    FormTemplateID: 1,
    Answers: [{ FieldID: 'closes', Label: 'Closes by itself', Value: false, Note: 'Hinge is bent', Flagged: true }],
  },
  PurchaseOrders: {
    Name: 'Filters for the spring service',
    Currency: 'USD',
    ExpectedOn: '2026-03-02',
    Lines: [{ Description: 'Air filter 20 x 25', Quantity: 12, UnitCost: 14.75 }],
    TaxAmount: 14.16,
  },
  Jobs: {
    Name: 'Roof refurbishment at Quay House',
    CustomerName: 'Quay House Residents',
    ScheduledStartOn: '2026-04-13T08:00:00Z',
    BudgetAmount: 42000,
  },
  Employees: {
    EmployeeNumber: 'E-118',
    FirstName: 'Amara',
    LastName: 'Okafor',
    JobTitle: 'Heating engineer',
    HiredOn: '2021-06-01',
    Certifications: [{ Name: 'Gas safety', Number: 'GS-5521', ExpiresOn: '2027-05-31' }],
  },
  Users: { Email: 'amara.okafor@example.com', FirstName: 'Amara', LastName: 'Okafor', Role: 'Manager' },
  Products: { SKU: 'FLT-2025', Name: 'Air filter 20 x 25', Unit: 'ea', UnitCost: 14.75, QuantityOnHand: 36 },
  Routes: {
    Name: 'Tuesday meter round',
    ScheduledStartOn: '2026-02-03T07:30:00Z',
    Stops: [{ Status: 'Planned' }, { Status: 'Planned', ArrivedOn: '2026-02-03T08:10:00Z' }],
  },
  Boards: {
    Name: 'Reactive repairs',
    Columns: [
      { Name: 'To do', Status: 'Open' },
      { Name: 'Doing', Status: 'InProgress' },
    ],
  },
  FormTemplates: {
    Name: 'Fire door check',
    Status: 'Published',
    Fields: [
      { FieldID: 'closes', Label: 'Closes by itself', Type: 'YesNo', Required: true },
      { FieldID: 'seal', Label: 'State of the seal', Type: 'Choice', Choices: ['Good', 'Worn', 'Missing'] },
    ],
  },
  AssetStatuses: { Name: 'Running with fault', BaseStatus: 'Degraded', Colour: '#f0a020' },
  Locations: {
    Name: 'Quay House',
    Code: 'QH',
    Address1: '12 Harbour Street',
    City: 'Portsmouth',
    Country: 'GB',
    Latitude: 50.7989132,
    Longitude: -1.0912,
    TimeZone: 'Europe/London',
  },
  Vendors: {
    Name: 'Northfield Heating Supplies',
    Type: 'Supplier',
    Email: 'orders@example.com',
    PaymentTerms: '30 days',
  },
};
