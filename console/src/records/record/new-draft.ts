/** What was typed for a record that is to be made: it waits where it was begun, so that nothing measured at one place is taken for another. */
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

/** The rest was only known from where it was begun, and may be another by now: an asset has been moved. */
export function typedValuesOf({ base, draft, isSent }: StoredDraft): DraftValues {
  const typed = Object.entries(draft).filter(
    ([name, value]) => isSent || !isSameJson(value, base.record[name] ?? null),
  );
  return Object.fromEntries(typed);
}

/** Versions before kept one for all places (`new`), or one for all that its address said (`new.{"AssetID":7,"LocationID":2}`). */
function oldPlaces(who: DraftOwner, type: string): readonly DraftKey[] {
  const own = draftStorageKey(who, type, '');
  try {
    const ids = Object.keys(sessionStorage).map((key) => (key.startsWith(own) ? key.slice(own.length) : ''));
    return ids.filter((id) => id === 'new' || id.startsWith('new.')) as DraftKey[];
  } catch {
    return [];
  }
}

/** Where another waits already, it comes once that one is made or given up. One with a version is what *Amend* had put there, and nobody typed. */
function moveOld(who: DraftOwner, type: string, id: DraftKey): void {
  const old = loadDraft(who, type, id);
  const [origin] = Object.entries(old?.base.record ?? {});
  if (old === undefined || origin === undefined) return;
  const place = newRecordDraftKey(new URLSearchParams([[origin[0], String(origin[1])]]).toString());
  const isFree = loadDraft(who, type, place) === undefined;
  storeDraft(who, type, id, undefined);
  if (old.base.etag === '') storeDraft(who, type, isFree ? place : `new.${JSON.stringify(old.base.record)}`, old);
}
