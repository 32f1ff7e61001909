/** Back in a list, one is where one was: at the same scroll, on the row that was opened. Kept by the entry of the browser's history. */
import { useLocation } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect } from 'react';

interface Place {
  readonly top: number;
  readonly row: string | undefined;
}

const places = new Map<string, Place>();

export function useScrollRestoration(box: RefObject<HTMLElement | null>): void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const place = places.get(entry);
    if (place !== undefined) {
      element.scrollTop = place.top;
      const link = place.row && element.querySelector<HTMLElement>(`a[data-row="${place.row}"]`);
      if (link) link.focus({ preventScroll: true });
    }
    const keep = () => {
      const row = document.activeElement?.closest<HTMLElement>('tr[data-id]')?.dataset.id;
      places.set(entry, { top: element.scrollTop, row: row ?? places.get(entry)?.row });
    };
    // The address may have changed under a list that stands: its place is the same.
    keep();
    element.addEventListener('scroll', keep, { passive: true });
    element.addEventListener('focusin', keep);
    return () => {
      element.removeEventListener('scroll', keep);
      element.removeEventListener('focusin', keep);
    };
  }, [box, entry]);
}
