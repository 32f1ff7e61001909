/**
 * Drafts of new records. Each belongs to the place where it was started, so that values for one place are not used for
 * another.
 */
import {
  type DraftKey,
  type DraftOwner,
  draftStorageKey,
  loadDraft,
  newRecordDraftKey,
  type StoredDraft,
  storeDraft,
} from './drafts.ts';
import type { DraftValues } from './patch.ts';
import { isSameJson } from './same.ts';

export function loadNewRecordDraft(who: DraftOwner, type: string, place: DraftKey): StoredDraft | undefined {
  for (const id of oldPlaces(who, type)) moveOld(who, type, id);
  return loadDraft(who, type, place);
}

/**
 * Returns the values that the user typed. Prefilled values are omitted: they may have changed since, for example if an
 * asset was moved. A draft that was already sent keeps all its values.
 */
export function typedValuesOf({ base, draft, isSent }: StoredDraft): DraftValues {
  const typed = Object.entries(draft).filter(
    ([name, value]) => isSent || !isSameJson(value, base.record[name] ?? null),
  );
  return Object.fromEntries(typed);
}

/**
 * Returns draft keys of older versions, which used one key for all places (`new`), or one for all address parameters
 * (`new.{"AssetID":7,"LocationID":2}`).
 */
function oldPlaces(who: DraftOwner, type: string): readonly DraftKey[] {
  const own = draftStorageKey(who, type, '');
  try {
    const ids = Object.keys(sessionStorage).map((key) => (key.startsWith(own) ? key.slice(own.length) : ''));
    return ids.filter((id) => id === 'new' || id.startsWith('new.')) as DraftKey[];
  } catch {
    return [];
  }
}

/**
 * Moves an old draft to its current key. If that key is in use, the old draft follows once the other is created or
 * discarded. A draft with a version contains only values from *Amend* and is dropped.
 */
function moveOld(who: DraftOwner, type: string, id: DraftKey): void {
  const old = loadDraft(who, type, id);
  const [origin] = Object.entries(old?.base.record ?? {});
  if (old === undefined || origin === undefined) return;
  const place = newRecordDraftKey(new URLSearchParams([[origin[0], String(origin[1])]]).toString());
  const isFree = loadDraft(who, type, place) === undefined;
  storeDraft(who, type, id, undefined);
  if (old.base.etag === '') storeDraft(who, type, isFree ? place : `new.${JSON.stringify(old.base.record)}`, old);
}
