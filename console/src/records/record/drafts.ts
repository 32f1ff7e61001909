/** What was typed on a record and not yet saved: kept in the tab, for whoever typed it, so that neither a reload nor a sign-in loses it. */
import type { Me } from '../../api/people.ts';
import type { VersionedRecord } from '../data/record-data.ts';
import type { RecordFields } from '../description.ts';
import type { DraftValues } from './patch.ts';
import { isSameJson } from './same.ts';

export interface StoredDraft {
  /** The record as it was when the typing began. */
  readonly base: VersionedRecord;
  readonly draft: DraftValues;
  /** Of a record that is to be made: what its request is known by, so that it is made once, whoever repeats it. */
  readonly once?: string;
  /** It was sent, and nobody knows what came of it: it goes again as it went. */
  readonly isSent?: true;
}

/**
 * What was typed since something was sent, once that is saved; undefined where nothing was. It goes on from the record as it is now; where
 * that was saved together with what others wrote (`met`) and some of it is in the same field, from what was seen: they meet when it is saved.
 */
export function draftSinceSent(
  { base, draft }: StoredDraft,
  sent: DraftValues,
  now: VersionedRecord,
  met: boolean,
): StoredDraft | undefined {
  const seen: RecordFields = { ...base.record, ...sent };
  const since = Object.entries(draft).filter(([name, value]) => !isSameJson(value, seen[name] ?? null));
  if (since.length === 0) return undefined;
  const isUnseen = met && since.some(([name]) => !isSameJson(seen[name] ?? null, now.record[name] ?? null));
  if (!isUnseen) return { base: now, draft: Object.fromEntries(since) };
  // Of a list that was saved otherwise than it was sent nobody knows here which row is whose: what was typed is as new as when it began.
  const isOther = (name: string) => Array.isArray(seen[name]) && !isSameJson(seen[name], now.record[name]);
  const known = Object.entries(sent).filter(([name]) => !isOther(name));
  const record = { ...base.record, ...Object.fromEntries(known) };
  return { base: { record, etag: base.etag }, draft: Object.fromEntries(since) };
}

export type DraftOwner = Pick<Me, 'account' | 'person'>;
/** A record, one that is to be made with where it was begun, or a move of one to a state: `12.Completed`. */
export type DraftKey = number | 'new' | `new${'?' | '.'}${string}` | `${number}.${string}`;

/** Of a new record: what its address names first is what it is about; the rest was only known of that, and may be another by tomorrow. */
export function newRecordDraftKey(search: string): 'new' | `new?${string}` {
  const [origin] = new URLSearchParams(search);
  return origin ? `new?${origin.join('=')}` : 'new';
}

export const draftStorageKey = ({ account, person }: DraftOwner, ...place: readonly (string | number)[]) =>
  ['mds.draft', account.id, person.id, ...place].join('.');

/** Whether something is kept of a type, a record, or of any where none is named. */
export function hasStoredDraft(who: DraftOwner, ...place: readonly string[]): boolean {
  const whole = (key: string) => `${key}.`;
  return Object.keys(sessionStorage).some((key) => whole(key).startsWith(whole(draftStorageKey(who, ...place))));
}

export function loadDraft(who: DraftOwner, type: string, id: DraftKey): StoredDraft | undefined {
  try {
    const text = sessionStorage.getItem(draftStorageKey(who, type, id));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function storeDraft(who: DraftOwner, type: string, id: DraftKey, kept: StoredDraft | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(draftStorageKey(who, type, id));
    else sessionStorage.setItem(draftStorageKey(who, type, id), JSON.stringify(kept));
  } catch {
    // A tab that may keep nothing loses it with a reload, as pages do.
  }
}

/** What was sent has arrived; what was typed since, in a page or a dialog that was opened again, stays. */
export function removeSentDraft(who: DraftOwner, type: string, id: DraftKey, sent: DraftValues): void {
  if (isSameJson(loadDraft(who, type, id)?.draft, sent)) storeDraft(who, type, id, undefined);
}
