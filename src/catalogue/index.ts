/** The catalogue of the fifteen record types, by name. */

import { fieldsOf } from './common-fields.ts';
import { type Field, isScalar, type ScalarField } from './field.ts';
import { type RecordTypeName, recordTypeNames } from './names.ts';
import type { RecordType } from './record-type.ts';
import { AssetStatuses } from './records/asset-statuses.ts';
import { Assets } from './records/assets.ts';
import { Boards } from './records/boards.ts';
import { Employees } from './records/employees.ts';
import { FormTemplates } from './records/form-templates.ts';
import { Forms } from './records/forms.ts';
import { Jobs } from './records/jobs.ts';
import { Locations } from './records/locations.ts';
import { Products } from './records/products.ts';
import { PurchaseOrders } from './records/purchase-orders.ts';
import { Routes } from './records/routes.ts';
import { Tasks } from './records/tasks.ts';
import { Users } from './records/users.ts';
import { Vendors } from './records/vendors.ts';
import { WorkOrders } from './records/work-orders.ts';

export const catalogue = {
  WorkOrders,
  Tasks,
  Assets,
  Forms,
  PurchaseOrders,
  Jobs,
  Employees,
  Users,
  Products,
  Routes,
  Boards,
  FormTemplates,
  AssetStatuses,
  Locations,
  Vendors,
} as const satisfies { readonly [Name in RecordTypeName]: RecordType & { readonly name: Name } };

export const recordTypes: readonly RecordType[] = recordTypeNames.map((name) => catalogue[name]);

export function recordType(name: RecordTypeName): RecordType {
  return catalogue[name];
}

/** Finds the record type that a path or a subscription names, ignoring case. */
export function findRecordType(name: string): RecordType | undefined {
  return byLowerName.get(name.toLowerCase());
}
const byLowerName = new Map(recordTypes.map((type) => [type.name.toLowerCase(), type]));

/** Returns the plural for running text: "work orders". */
export function pluralOf({ name }: Pick<RecordType, 'name'>): string {
  return name.replace(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase();
}

/** Returns the name of one record in schemas and operations: `WorkOrder`, from "work order". */
export function singularName({ singular }: Pick<RecordType, 'singular'>): string {
  return singular.replace(/(?:^| )(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The fields that can be filtered, sorted and projected: all but objects and lists. */
export function scalarFieldsOf(type: RecordType): ReadonlyMap<string, ScalarField> {
  const fields = scalars.get(type) ?? new Map(Object.entries(fieldsOf(type)).filter(isScalarEntry));
  scalars.set(type, fields);
  return fields;
}
const isScalarEntry = (entry: [string, Field]): entry is [string, ScalarField] => isScalar(entry[1]);
const scalars = new WeakMap<RecordType, ReadonlyMap<string, ScalarField>>();

export { fieldsOf, isIndexed } from './common-fields.ts';
export * from './field.ts';
export * from './names.ts';
export type * from './record-type.ts';
