/**
 * Disables a form's fields while a request is running: they show the sent values and accept no input until the answer
 * arrives.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus from a field to the submit button during the request, and back afterwards. The button announces that
 * it is busy.
 */
export function useInertWhileBusy(fields: RefObject<HTMLElement | null>, busy: boolean): void {
  const left = useRef<HTMLElement>(null);
  // Layout effect: the fields must be usable again before the focus moves to an invalid one.
  useLayoutEffect(() => {
    const box = fields.current;
    if (box === null) return;
    const { activeElement: at } = document;
    const button = box.closest('form')?.querySelector<HTMLElement>('[type=submit]');
    if (busy && at instanceof HTMLElement && box.contains(at)) {
      left.current = at;
      button?.focus();
    }
    box.inert = busy;
    if (busy) return;
    if (at === button) left.current?.focus();
    left.current = null;
  }, [fields, busy]);
}

/**
 * Returns the Idempotency-Key for one form (`once`) and body, so that a retry after a lost answer creates the record
 * only once. A different body gets a different key.
 */
export function createIdempotencyKey(once: string, body: unknown): string {
  let sum = 0;
  for (const letter of JSON.stringify(body)) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) | 0;
  return `${once}-${(sum >>> 0).toString(36)}`;
}
