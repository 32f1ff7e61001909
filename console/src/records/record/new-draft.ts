/** What was typed for a record that is to be made: it waits where it was begun, so that nothing measured at one place is taken for another. */
import type { RecordFields } from '../description.ts';
import { type Id, type KeptDraft, keepDraft, keptDraft, type Who } from './drafts.ts';

/** `given`: what its address says, which is where it was begun. */
export function newPlace(given: RecordFields): Id {
  const origin = JSON.stringify(given);
  return origin === '{}' ? 'new' : `new.${origin}`;
}

export function keptNew(who: Who, type: string, place: Id): KeptDraft | undefined {
  moveOld(who, type);
  return keptDraft(who, type, place);
}

/** Versions before kept one for all places, with where it was begun; one with a version is what *Amend* had put there, and nobody typed. */
function moveOld(who: Who, type: string): void {
  const old = keptDraft(who, type, 'new');
  const place = newPlace(old?.base.record ?? {});
  if (place === 'new') return;
  if (old?.base.etag === '') keepDraft(who, type, place, old);
  keepDraft(who, type, 'new', undefined);
}
