/**
 * Actions of the current page, for the command palette and single-letter shortcuts. Each of them is also visible on the
 * page.
 */
import { useEffect, useRef } from 'react';
import { isPageShortcut } from './letter-keys.ts';

export interface PageAction {
  readonly label: string;
  /** Single-letter shortcut, active outside inputs. */
  readonly key?: string;
  /** Reason why the action is unavailable. */
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

/** Runs the action of a shortcut. Returns true if there was one. */
export function runPageShortcut(event: KeyboardEvent): boolean {
  if (!isPageShortcut(event)) return false;
  const action = pageActions().find(({ key, why }) => key === event.key && why === undefined);
  if (action === undefined) return false;
  event.preventDefault();
  action.run();
  return true;
}
