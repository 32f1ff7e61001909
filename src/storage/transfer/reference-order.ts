/** Sorts types, and records of one type, so that referenced ones are written first. */
import { type RecordTypeName, recordType, recordTypeNames, scalarFieldsOf } from '../../catalogue/index.ts';
import type { RecordFields } from '../../records/store.ts';

export function sortParentsFirst(type: RecordTypeName, records: readonly RecordFields[]): readonly RecordFields[] {
  const fields = selfReferencesOf(type);
  if (fields.length === 0) return records;
  const unvisited = new Map(records.map((record) => [record.ID, record]));
  const ordered: RecordFields[] = [];
  for (const record of records) {
    if (!unvisited.delete(record.ID)) continue;
    // A stack instead of recursion, because chains may be long.
    const path = [record];
    while (path.length > 0) {
      const parent = fields.map((field) => unvisited.get(path.at(-1)![field])).find((found) => found !== undefined);
      if (parent === undefined) {
        ordered.push(path.pop()!);
      } else {
        unvisited.delete(parent.ID);
        path.push(parent);
      }
    }
  }
  return ordered;
}

/** Returns the fields of a type that refer to the same type, such as a parent. */
export function selfReferencesOf(type: RecordTypeName): string[] {
  return [...scalarFieldsOf(recordType(type))]
    .filter(([, declaration]) => declaration.kind === 'reference' && declaration.to === type)
    .map(([field]) => field);
}

/** Returns all types, each after the types it refers to. */
export function sortTypesByReference(): RecordTypeName[] {
  const ordered: RecordTypeName[] = [];
  const visit = (type: RecordTypeName) => {
    if (ordered.includes(type)) return;
    for (const declaration of scalarFieldsOf(recordType(type)).values()) {
      if (declaration.kind === 'reference' && declaration.to !== type) visit(declaration.to);
    }
    ordered.push(type);
  };
  recordTypeNames.forEach(visit);
  return ordered;
}
