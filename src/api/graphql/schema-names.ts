/** What the schema calls things: types in the singular, record types in camel case, fields as in REST, references without their ID. */
import { type RecordType, type RecordTypeName, recordType } from '../../catalogue/index.ts';

/** `WorkOrder`. */
export function typeName({ singular }: RecordType): string {
  return singular
    .split(' ')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}

/** `workOrder(id)`. */
export function singleFieldName(type: RecordType): string {
  return lowerFirst(typeName(type));
}

/** `workOrders(..)`. */
export function listFieldName({ name }: RecordType): string {
  return lowerFirst(name);
}

/** `AssignedEmployeeID` leads to `assignedEmployee`. */
export function referenceFieldName(field: string): string {
  return lowerFirst(stemOf(field));
}

/**
 * The way back: `tasks` of a work order for those whose `WorkOrderID` is its, `routesByVehicleAsset` of an asset where the reference has a
 * name of its own. So a name never changes because another reference is added.
 */
export function backReferenceFieldName(from: RecordType, field: string, to: RecordTypeName): string {
  const stem = stemOf(field);
  return stem === typeName(recordType(to)) ? listFieldName(from) : `${listFieldName(from)}By${stem}`;
}

function stemOf(field: string): string {
  return field.replace(/ID$/, '');
}

function lowerFirst(name: string): string {
  return name[0]!.toLowerCase() + name.slice(1);
}
