/** Keys that work on every page: the palette, help, and `g` with a letter for a place. */
import { useEffect, useState } from 'react';
import { useGo } from '../parts/Link.tsx';
import { later } from '../parts/later.tsx';
import { areasFor, placeAddress } from './areas.ts';
import { isForPage } from './letter-keys.ts';
import { useMe } from './me.ts';
import { Opening } from './Opening.tsx';
import { onOpen, type Sheet } from './open-sheet.ts';
import { pressed } from './page-actions.ts';

const Help = later(() => import('./Help.tsx'), 'Help', <Opening />);
const Palette = later(() => import('./palette/Palette.tsx'), 'Palette', <Opening />);

/** How long `g` waits for its letter. */
const PAUSE = 1_500;

export function Keys() {
  const me = useMe();
  const go = useGo();
  const [sheet, setSheet] = useState<Sheet>();
  useEffect(() => onOpen(setSheet), []);
  useEffect(() => {
    let since = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return setSheet('palette');
      }
      if (!isForPage(event)) return;
      const isPlace = Date.now() - since < PAUSE;
      since = 0;
      if (isPlace) {
        const place = areasFor(me)
          .flatMap(({ places }) => places)
          .find(({ key }) => key === event.key);
        if (place === undefined) return;
        event.preventDefault();
        return go(placeAddress(me.account.id, place.path));
      }
      if (event.key === 'g') since = Date.now();
      else if (event.key === '?') {
        event.preventDefault();
        setSheet('help');
      } else if (event.key === '/') focusFilter(event);
      else pressed(event);
    };
    // Before the keys of the page: h alone is one of them, behind g it is not.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  });
  return (
    <>
      {sheet === 'help' && <Help onClose={() => setSheet(undefined)} />}
      {sheet === 'palette' && <Palette onClose={() => setSheet(undefined)} />}
    </>
  );
}

/** The filter box of the page, where there is one: it says so by `data-filter`. */
function focusFilter(event: KeyboardEvent): void {
  const box = document.querySelector<HTMLInputElement>('[data-filter]');
  if (box === null) return;
  event.preventDefault();
  box.focus();
  box.select();
}
