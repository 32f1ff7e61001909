/** What can be done on the open page, for the palette and for letter keys. Everything here has a visible place on the page, too. */
import { useEffect, useRef } from 'react';
import { isPageShortcut } from './letter-keys.ts';

export interface PageAction {
  readonly label: string;
  /** A letter that does it outside of fields. */
  readonly key?: string;
  /** Why it cannot be done now. */
  readonly why?: string | undefined;
  readonly run: () => void;
}

const pages = new Set<() => readonly PageAction[]>();

export function usePageActions(actions: readonly PageAction[]): void {
  const newest = useRef(actions);
  newest.current = actions;
  useEffect(() => {
    const present = () => newest.current;
    pages.add(present);
    return () => void pages.delete(present);
  }, []);
}

export function pageActions(): PageAction[] {
  return [...pages].flatMap((present) => present());
}

/** Whether a letter was meant for the page, and has done something. */
export function runPageShortcut(event: KeyboardEvent): boolean {
  if (!isPageShortcut(event)) return false;
  const action = pageActions().find(({ key, why }) => key === event.key && why === undefined);
  if (action === undefined) return false;
  event.preventDefault();
  action.run();
  return true;
}
