/** What was typed on a record and not yet saved: kept in the tab, so that neither a reload nor a sign-in loses it. */
import type { Versioned } from '../data/record-data.ts';
import type { Draft } from './patch.ts';

export interface KeptDraft {
  /** The record as it was when the typing began. */
  readonly base: Versioned;
  readonly draft: Draft;
}

const keyOf = (account: string, type: string, id: number | 'new') => `mds.draft.${account}.${type}.${id}`;

export function keptDraft(account: string, type: string, id: number | 'new'): KeptDraft | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(account, type, id));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function keepDraft(account: string, type: string, id: number | 'new', kept: KeptDraft | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(keyOf(account, type, id));
    else sessionStorage.setItem(keyOf(account, type, id), JSON.stringify(kept));
  } catch {
    // A tab that may keep nothing loses it with a reload, as pages do.
  }
}
