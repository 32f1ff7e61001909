/** What was typed for a record that is to be made: it waits where it was begun, so that nothing measured at one place is taken for another. */
import { type Id, type KeptDraft, keepDraft, keptDraft, keyOf, newPlace, type Who } from './drafts.ts';
import type { Draft } from './patch.ts';
import { same } from './same.ts';

export function keptNew(who: Who, type: string, place: Id): KeptDraft | undefined {
  for (const id of oldPlaces(who, type)) moveOld(who, type, id);
  return keptDraft(who, type, place);
}

/** The rest was only known from where it was begun, and may be another by now: an asset has been moved. */
export function typedIn({ base, draft, isSent }: KeptDraft): Draft {
  const typed = Object.entries(draft).filter(([name, value]) => isSent || !same(value, base.record[name] ?? null));
  return Object.fromEntries(typed);
}

/** Versions before kept one for all places (`new`), or one for all that its address said (`new.{"AssetID":7,"LocationID":2}`). */
function oldPlaces(who: Who, type: string): readonly Id[] {
  const own = keyOf(who, type, '');
  try {
    const ids = Object.keys(sessionStorage).map((key) => (key.startsWith(own) ? key.slice(own.length) : ''));
    return ids.filter((id) => id === 'new' || id.startsWith('new.')) as Id[];
  } catch {
    return [];
  }
}

/** Where another waits already, it comes once that one is made or given up. One with a version is what *Amend* had put there, and nobody typed. */
function moveOld(who: Who, type: string, id: Id): void {
  const old = keptDraft(who, type, id);
  const [origin] = Object.entries(old?.base.record ?? {});
  if (old === undefined || origin === undefined) return;
  const place = newPlace(new URLSearchParams([[origin[0], String(origin[1])]]).toString());
  const isFree = keptDraft(who, type, place) === undefined;
  keepDraft(who, type, id, undefined);
  if (old.base.etag === '') keepDraft(who, type, isFree ? place : `new.${JSON.stringify(old.base.record)}`, old);
}
