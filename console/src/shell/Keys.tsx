/** Keys that work on every page: the palette, help, and `g` with a letter for a place. */
import { useEffect, useState } from 'react';
import { useNavigateTo } from '../parts/Link.tsx';
import { lazyComponent } from '../parts/later.tsx';
import { navAddress, visibleNavSections } from './areas.ts';
import { isPageShortcut } from './letter-keys.ts';
import { useMe } from './me.ts';
import { SheetLoading } from './Opening.tsx';
import { onSheetOpen, type SheetName } from './open-sheet.ts';
import { runPageShortcut } from './page-actions.ts';

const HelpDialog = lazyComponent(() => import('./Help.tsx'), 'HelpDialog', <SheetLoading />);
const Palette = lazyComponent(() => import('./palette/Palette.tsx'), 'Palette', <SheetLoading />);

/** How long `g` waits for its letter. */
const SEQUENCE_TIMEOUT_MS = 1_500;

export function GlobalShortcuts() {
  const me = useMe();
  const go = useNavigateTo();
  const [sheet, setSheet] = useState<SheetName>();
  useEffect(() => onSheetOpen(setSheet), []);
  useEffect(() => {
    let since = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return setSheet('palette');
      }
      if (!isPageShortcut(event)) return;
      const isPlace = Date.now() - since < SEQUENCE_TIMEOUT_MS;
      since = 0;
      if (isPlace) {
        const place = visibleNavSections(me)
          .flatMap(({ places }) => places)
          .find(({ key }) => key === event.key);
        if (place === undefined) return;
        event.preventDefault();
        return go(navAddress(me.account.id, place.path));
      }
      if (event.key === 'g') since = Date.now();
      else if (event.key === '?') {
        event.preventDefault();
        setSheet('help');
      } else if (event.key === '/') focusFilter(event);
      else runPageShortcut(event);
    };
    // Before the keys of the page: h alone is one of them, behind g it is not.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  });
  return (
    <>
      {sheet === 'help' && <HelpDialog onClose={() => setSheet(undefined)} />}
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
