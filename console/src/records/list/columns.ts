/** Default columns by type. Users can choose others. */
import { type FieldDescription, isScalar, type TypeDescription } from '../description.ts';

const defaultColumnsByType: Readonly<Record<string, readonly string[]>> = {
  WorkOrders: ['Number', 'Name', 'Status', 'Priority', 'AssetID', 'AssignedEmployeeID', 'DueOn', 'UpdatedOn'],
  Tasks: ['Name', 'Status', 'WorkOrderID', 'AssignedEmployeeID', 'DueOn', 'Required'],
  Assets: ['AssetNumber', 'Name', 'AssetStatusID', 'LocationID', 'Criticality', 'MeterValue'],
  Forms: ['Number', 'Name', 'FormTemplateID', 'Status', 'AssetID', 'FlaggedCount', 'SubmittedOn'],
  PurchaseOrders: ['Number', 'VendorID', 'Status', 'Total', 'ReceivedPercent', 'ExpectedOn'],
  Jobs: ['Number', 'Name', 'Status', 'CustomerName', 'LocationID', 'ScheduledStartOn'],
  Routes: ['Name', 'Status', 'AssignedEmployeeID', 'VehicleAssetID', 'ScheduledStartOn'],
  Products: ['SKU', 'Name', 'QuantityOnHand', 'MinimumQuantity', 'LocationID', 'PreferredVendorID'],
  Employees: ['DisplayName', 'JobTitle', 'Status', 'Email', 'ManagerEmployeeID'],
  Users: ['Email', 'FirstName', 'LastName', 'Role', 'Status', 'LastLoginOn'],
  Boards: ['Name', 'Archived', 'Position', 'UpdatedOn'],
  FormTemplates: ['Name', 'Category', 'Status', 'UpdatedOn'],
  AssetStatuses: ['Name', 'BaseStatus', 'Position', 'UpdatedOn'],
  Locations: ['Name', 'Code', 'Type', 'ParentLocationID', 'City', 'Active', 'UpdatedOn'],
  Vendors: ['Name', 'VendorNumber', 'Type', 'ContactName', 'Phone', 'Active', 'UpdatedOn'],
};

export function defaultColumns({ name, title }: TypeDescription): readonly string[] {
  return defaultColumnsByType[name] ?? [...title, 'UpdatedOn'];
}

/** Returns the existing columns of `ui.cols` in its order, or else the type's default columns. */
export function resolveColumns(type: TypeDescription, chosen: string | null): readonly string[] {
  const names = new Map(selectableColumns(type).map((name) => [name.toLowerCase(), name]));
  const found = (chosen ?? '').split(',').flatMap((name) => names.get(name.trim().toLowerCase()) ?? []);
  return found.length > 0 ? [...new Set(found)] : defaultColumns(type);
}

export function selectableColumns(type: TypeDescription): string[] {
  return type.fields.filter((field) => isScalar(field) && field.name !== 'Deleted').map(({ name }) => name);
}

/** True if the field is a quantity. `ID` is a number but identifies a record. */
export function isNumericField({ kind, name }: FieldDescription): boolean {
  return name !== 'ID' && (kind === 'int' || kind === 'decimal');
}
