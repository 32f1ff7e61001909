/** Unsaved drafts, kept in the tab per user, so that neither a reload nor a sign-in loses them. */
import type { Me } from '../../api/people.ts';
import type { VersionedRecord } from '../data/record-data.ts';
import type { RecordFields } from '../description.ts';
import type { DraftValues } from './patch.ts';
import { isSameJson } from './same.ts';

export interface StoredDraft {
  /** The record as it was when the typing began. */
  readonly base: VersionedRecord;
  readonly draft: DraftValues;
  /** Idempotency key of a new record's request, so that repeated requests create the record only once. */
  readonly once?: string;
  /** True if the draft was sent and the result is unknown. A retry must send the same content. */
  readonly isSent?: true;
}

/**
 * Returns what was typed after a save request was sent, or undefined if nothing was. It is based on the current record.
 * If the save was merged with others' changes (`met`) in one of its fields, it is based on what the user saw: the next
 * save then merges them.
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
  // If a list was saved differently than sent, its rows cannot be matched here. The draft keeps its original base for
  // it.
  const isOther = (name: string) => Array.isArray(seen[name]) && !isSameJson(seen[name], now.record[name]);
  const known = Object.entries(sent).filter(([name]) => !isOther(name));
  const record = { ...base.record, ...Object.fromEntries(known) };
  return { base: { record, etag: base.etag }, draft: Object.fromEntries(since) };
}

export type DraftOwner = Pick<Me, 'account' | 'person'>;
/** Key of a draft: a record ID, a new record with its origin, or a move of a record to a state: `12.Completed`. */
export type DraftKey = number | 'new' | `new${'?' | '.'}${string}` | `${number}.${string}`;

/**
 * Returns the draft key of a new record. It uses only the first parameter of the address, which names what the record
 * is about; the others may change.
 */
export function newRecordDraftKey(search: string): 'new' | `new?${string}` {
  const [origin] = new URLSearchParams(search);
  return origin ? `new?${origin.join('=')}` : 'new';
}

export const draftStorageKey = ({ account, person }: DraftOwner, ...place: readonly (string | number)[]) =>
  ['mds.draft', account.id, person.id, ...place].join('.');

/** True if a draft is stored for the given type or record, or any draft if none is given. */
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
    // Without storage, a reload loses the draft.
  }
}

/** Removes a draft after its save, unless something was typed since then in a reopened page or dialog. */
export function removeSentDraft(who: DraftOwner, type: string, id: DraftKey, sent: DraftValues): void {
  if (isSameJson(loadDraft(who, type, id)?.draft, sent)) storeDraft(who, type, id, undefined);
}
