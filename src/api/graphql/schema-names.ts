/**
 * Names in the schema: types in the singular, record types in camel case, fields as in REST, references without their
 * ID suffix.
 */
import { type RecordType, type RecordTypeName, recordType } from '../../catalogue/index.ts';

/** Returns the type name, such as `WorkOrder`. */
export function typeName({ singular }: RecordType): string {
  return singular
    .split(' ')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}

/** Returns the name of the field for one record, such as `workOrder(id)`. */
export function singleFieldName(type: RecordType): string {
  return lowerFirst(typeName(type));
}

/** Returns the name of the field for a list, such as `workOrders(..)`. */
export function listFieldName({ name }: RecordType): string {
  return lowerFirst(name);
}

/** Returns the name of a reference: `AssignedEmployeeID` becomes `assignedEmployee`. */
export function referenceFieldName(field: string): string {
  return lowerFirst(stemOf(field));
}

/**
 * Returns the name of a reverse reference: `tasks` of a work order for the tasks whose `WorkOrderID` is its ID. If the
 * reference has a name of its own, the name includes it: `routesByVehicleAsset` of an asset. So a name never changes
 * when another reference is added.
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
