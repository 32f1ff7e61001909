/** Fields whose values are on their way to the service: what is shown is what was sent, and nobody types into them until it has answered. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whoever was in one of them is at the button meanwhile, which says that it is busy, and goes on there afterwards. */
export function useInertWhileBusy(fields: RefObject<HTMLElement | null>, busy: boolean): void {
  const left = useRef<HTMLElement>(null);
  // Before it is drawn: whoever is led to a field that is wrong gets there.
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
 * The Idempotency-Key under which one form (`once`) sends a body, so that what it makes is made once, however often its button is pressed because
 * an answer was lost. Another body is another request.
 */
export function createIdempotencyKey(once: string, body: unknown): string {
  let sum = 0;
  for (const letter of JSON.stringify(body)) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) | 0;
  return `${once}-${(sum >>> 0).toString(36)}`;
}
