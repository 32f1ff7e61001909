/** GET of one record: the text as it is kept, or why there is none to send. */
import type { RecordType } from '../catalogue/index.ts';
import type { Problem } from '../problems.ts';
import { ifNoneMatchHolds, type Preconditions, refusedBy } from './etag.ts';
import { noSuchRecord } from './refusals.ts';
import type { RecordStore, StoredRecord } from './store.ts';

export type ReadOutcome =
  | { readonly outcome: 'found'; readonly record: StoredRecord }
  /** The client has this version already. */
  | { readonly outcome: 'not modified'; readonly record: StoredRecord }
  | { readonly outcome: 'refused'; readonly problem: Problem };

export async function readRecord(
  store: Pick<RecordStore, 'read'>,
  type: RecordType,
  id: number,
  { ifNoneMatch, ...others }: Preconditions = {},
): Promise<ReadOutcome> {
  const record = await store.read(type.name, id);
  if (record === undefined) return { outcome: 'refused', problem: noSuchRecord(type, id) };
  const failed = refusedBy(others, record.version);
  if (failed !== undefined) return { outcome: 'refused', problem: failed };
  const fresh = ifNoneMatch === undefined || ifNoneMatchHolds(ifNoneMatch, record.version);
  return { outcome: fresh ? 'found' : 'not modified', record };
}

/** The id a path names; undefined for anything but a positive integer below 2^53, which names no record. */
export function parseRecordID(text: string): number | undefined {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
