/** What was typed on a record and not yet saved: kept in the tab, for whoever typed it, so that neither a reload nor a sign-in loses it. */
import type { Me } from '../../api/people.ts';
import type { Versioned } from '../data/record-data.ts';
import type { Draft } from './patch.ts';

export interface KeptDraft {
  /** The record as it was when the typing began. */
  readonly base: Versioned;
  readonly draft: Draft;
  /** Of a record that is to be made: what its request is known by, so that it is made once, whoever repeats it. */
  readonly once?: string;
}

type Who = Pick<Me, 'account' | 'person'>;
type Id = number | 'new';

const keyOf = ({ account, person }: Who, type: string, id: Id) => `mds.draft.${account.id}.${person.id}.${type}.${id}`;

export function keptDraft(who: Who, type: string, id: Id): KeptDraft | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(who, type, id));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function keepDraft(who: Who, type: string, id: Id, kept: KeptDraft | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(keyOf(who, type, id));
    else sessionStorage.setItem(keyOf(who, type, id), JSON.stringify(kept));
  } catch {
    // A tab that may keep nothing loses it with a reload, as pages do.
  }
}
