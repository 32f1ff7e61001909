/** Checks that a document is valid: the JSON of a record with all fields of its type. */
import type { RecordFields } from '../../records/store.ts';
import type { Table } from '../sql/columns.ts';

/** Returns the fields of the document, or the fault, worded to follow "record 1 of account 1". */
export function checkDocument({ fields }: Table, text: string | null): RecordFields | string {
  if (text === null) return 'has no document';
  const found = parse(text);
  if (found === undefined) return 'has a document that is not JSON';
  const lacking = fields.filter((field) => !Object.hasOwn(found, field));
  return lacking.length === 0 ? found : `has a document without ${lacking.join(', ')}`;
}

function parse(text: string): RecordFields | undefined {
  try {
    const fields = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? fields : undefined;
  } catch {
    return undefined;
  }
}
