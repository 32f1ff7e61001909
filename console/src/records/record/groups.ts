/**
 * Field groups of record pages, by type. The console defines them, because the catalogue does not know which fields
 * belong together. Fields without a group appear under "Other", so that no field is hidden.
 */
import type { FieldDescription, TypeDescription } from '../description.ts';

export interface FieldGroupDefinition {
  readonly name: string;
  readonly fields: readonly string[];
}

const SYSTEM_GROUP: FieldGroupDefinition = {
  name: 'System',
  fields: ['ID', 'ExternalID', 'CustomFields', 'CreatedOn', 'CreatedBy', 'UpdatedOn', 'UpdatedBy', 'Deleted'],
};

const groups: Readonly<Record<string, readonly FieldGroupDefinition[]>> = {
  WorkOrders: [
    { name: 'What', fields: ['Number', 'Name', 'Description', 'Status', 'Type', 'Category', 'Priority'] },
    { name: 'Where', fields: ['BoardID', 'LocationID', 'AssetID', 'JobID', 'ParentWorkOrderID'] },
    { name: 'Who', fields: ['AssignedEmployeeID', 'VendorID', 'RequesterName', 'RequesterEmail'] },
    {
      name: 'When',
      fields: ['DueOn', 'ScheduledStartOn', 'ScheduledEndOn', 'StartedOn', 'CompletedOn', 'CancelledOn'],
    },
    {
      name: 'Effort and cost',
      fields: ['EstimatedMinutes', 'LabourMinutes', 'LabourCost', 'PartsCost', 'OtherCost', 'TotalCost'],
    },
    { name: 'Closing', fields: ['HoldReason', 'CancelReason', 'CompletionNotes'] },
  ],
  Tasks: [
    { name: 'What', fields: ['Name', 'Description', 'Status', 'Type', 'Priority', 'Required', 'Position'] },
    { name: 'Where', fields: ['WorkOrderID', 'JobID', 'AssetID'] },
    { name: 'Who', fields: ['AssignedEmployeeID'] },
    { name: 'When', fields: ['DueOn', 'StartedOn', 'CompletedOn', 'CancelledOn'] },
    { name: 'Result', fields: ['Result', 'Notes', 'EstimatedMinutes', 'SpentMinutes', 'CancelReason'] },
    { name: 'Messaging', fields: ['TaskExternalMessagingID'] },
  ],
  Assets: [
    { name: 'What', fields: ['AssetNumber', 'Name', 'Description', 'Category', 'AssetStatusID', 'Criticality'] },
    { name: 'Where and who', fields: ['LocationID', 'ParentAssetID', 'AssignedEmployeeID', 'VendorID'] },
    { name: 'Make', fields: ['Manufacturer', 'Model', 'ModelYear', 'SerialNumber', 'Barcode'] },
    { name: 'Meter', fields: ['MeterValue', 'MeterUnit', 'MeterReadOn'] },
    { name: 'Life', fields: ['PurchasedOn', 'PurchaseCost', 'InServiceOn', 'WarrantyExpiresOn', 'RetiredOn'] },
  ],
  Forms: [
    { name: 'What', fields: ['Number', 'Name', 'FormTemplateID', 'Status', 'AmendsFormID'] },
    { name: 'About', fields: ['WorkOrderID', 'TaskID', 'AssetID', 'LocationID', 'JobID'] },
    { name: 'Who and when', fields: ['AssignedEmployeeID', 'DueOn', 'SubmittedOn'] },
    { name: 'Answers', fields: ['Answers'] },
    { name: 'Outcome', fields: ['Score', 'Passed', 'FlaggedCount'] },
  ],
  PurchaseOrders: [
    { name: 'What', fields: ['Number', 'Name', 'Status', 'VendorID', 'VendorReference'] },
    { name: 'Lines', fields: ['Lines'] },
    {
      name: 'Amounts',
      fields: ['Currency', 'Subtotal', 'TaxAmount', 'ShippingAmount', 'Total', 'ReceivedPercent'],
    },
    { name: 'For', fields: ['WorkOrderID', 'JobID', 'ShipToLocationID'] },
    {
      name: 'When',
      fields: ['OrderedOn', 'ExpectedOn', 'ApprovedOn', 'SentOn', 'CompletedOn', 'CancelledOn'],
    },
    { name: 'Notes', fields: ['NotesToVendor', 'InternalNotes', 'CancelReason'] },
  ],
  Jobs: [
    { name: 'What', fields: ['Number', 'Name', 'Description', 'Status', 'Type', 'Priority'] },
    {
      name: 'Customer',
      fields: ['CustomerName', 'CustomerReference', 'ContactName', 'ContactPhone', 'ContactEmail'],
    },
    { name: 'Where and who', fields: ['LocationID', 'ManagerEmployeeID'] },
    {
      name: 'When',
      fields: ['ScheduledStartOn', 'ScheduledEndOn', 'StartedOn', 'CompletedOn', 'CancelledOn'],
    },
    { name: 'Budget and notes', fields: ['BudgetAmount', 'Notes', 'CancelReason'] },
  ],
  Employees: [
    { name: 'Name', fields: ['DisplayName', 'FirstName', 'LastName', 'EmployeeNumber'] },
    { name: 'Work', fields: ['Status', 'JobTitle', 'Department', 'ManagerEmployeeID', 'HomeLocationID', 'HourlyRate'] },
    { name: 'Reach', fields: ['Email', 'Phone', 'UserID'] },
    { name: 'When', fields: ['HiredOn', 'TerminatedOn'] },
    { name: 'Certifications', fields: ['Certifications'] },
  ],
  Users: [
    { name: 'Person', fields: ['Email', 'FirstName', 'LastName', 'Phone'] },
    { name: 'Rights', fields: ['Role', 'CompanySettings', 'Status', 'LastLoginOn'] },
    { name: 'Reading', fields: ['TimeZone', 'Locale'] },
  ],
  Products: [
    { name: 'What', fields: ['SKU', 'Name', 'Description', 'Category', 'Type', 'Barcode', 'Active'] },
    {
      name: 'Stock',
      fields: ['Stocked', 'QuantityOnHand', 'MinimumQuantity', 'MaximumQuantity', 'Unit', 'LocationID', 'Bin'],
    },
    { name: 'Price', fields: ['UnitCost', 'UnitPrice'] },
    {
      name: 'Source',
      fields: ['PreferredVendorID', 'VendorPartNumber', 'Manufacturer', 'ManufacturerPartNumber'],
    },
  ],
  Routes: [
    { name: 'What', fields: ['Name', 'Description', 'Status', 'JobID'] },
    { name: 'Who', fields: ['AssignedEmployeeID', 'VehicleAssetID'] },
    { name: 'Stops', fields: ['Stops'] },
    {
      name: 'When',
      fields: ['ScheduledStartOn', 'ScheduledEndOn', 'StartedOn', 'CompletedOn', 'CancelledOn'],
    },
  ],
  Boards: [
    { name: 'What', fields: ['Name', 'Description', 'Position', 'Archived'] },
    { name: 'Columns', fields: ['Columns'] },
  ],
  FormTemplates: [
    { name: 'What', fields: ['Name', 'Description', 'Category', 'Status'] },
    { name: 'Fields', fields: ['Fields'] },
  ],
  AssetStatuses: [{ name: 'What', fields: ['Name', 'BaseStatus', 'Colour', 'Position'] }],
  Locations: [
    { name: 'What', fields: ['Name', 'Code', 'Type', 'ParentLocationID', 'Active'] },
    { name: 'Address', fields: ['Address1', 'Address2', 'City', 'Region', 'PostalCode', 'Country'] },
    { name: 'Place', fields: ['Latitude', 'Longitude', 'TimeZone'] },
  ],
  Vendors: [
    { name: 'What', fields: ['Name', 'VendorNumber', 'Type', 'Active'] },
    { name: 'Contact', fields: ['ContactName', 'Email', 'Phone', 'Website'] },
    { name: 'Terms', fields: ['PaymentTerms', 'TaxNumber', 'HourlyRate'] },
  ],
};

export interface FieldGroup {
  readonly name: string;
  readonly fields: readonly FieldDescription[];
}

export const OTHER_GROUP = 'Other';

export function fieldGroupsOf(type: TypeDescription): readonly FieldGroup[] {
  const table = [...(groups[type.name] ?? []), SYSTEM_GROUP];
  const placed = new Set(table.flatMap(({ fields }) => fields));
  const others = type.fields.filter(({ name }) => !placed.has(name)).map(({ name }) => name);
  const all =
    others.length === 0 ? table : [...table.slice(0, -1), { name: OTHER_GROUP, fields: others }, SYSTEM_GROUP];
  const known = new Map(type.fields.map((field) => [field.name, field]));
  return all.map(({ name, fields }) => ({ name, fields: fields.flatMap((field) => known.get(field) ?? []) }));
}

/** True if the user may edit the field. The state changes by moves, and deletion has its own button. */
export function isEditable(type: TypeDescription, field: FieldDescription): boolean {
  if (field.readOnly || field.name === 'Deleted') return false;
  return field.name !== type.states?.field;
}
