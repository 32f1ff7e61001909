/** Menu button. Arrow keys move, Escape closes and returns the focus, Tab leaves. */
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import buttons from './Button.module.css';
import { Button, type ButtonProps } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './Menu.module.css';

export interface MenuProps {
  /** Accessible name, which starts with the visible text. */
  readonly label: string;
  readonly shown: ReactNode;
  readonly children: ReactNode;
  /** Aligns the menu with the button's right edge. */
  readonly end?: boolean;
  readonly look?: 'quiet' | 'plain';
  /** Omits the arrow, because the content already shows that there is a menu. */
  readonly bare?: boolean;
}

export function Menu({ label, shown, children, end, look = 'quiet', bare }: MenuProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [place, setPlace] = useState<Place>({});
  useLayoutEffect(() => {
    if (!open) return;
    const put = () => setPlace(placeBy(button.current!.getBoundingClientRect(), list.current!, end === true));
    const leave = () => setOpen(false);
    const closed = new AbortController();
    const whileOpen = { signal: closed.signal };
    put();
    itemsIn(box.current)[0]?.focus({ preventScroll: true });
    addEventListener('scroll', put, { ...whileOpen, capture: true });
    addEventListener('resize', put, whileOpen);
    addEventListener('pointerdown', ({ target }) => box.current?.contains(target as Node) || leave(), whileOpen);
    // Listens on the window, wherever the focus is.
    addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), whileOpen);
    // Otherwise the menu would stay open over the previous page.
    addEventListener('popstate', leave, whileOpen);
    return () => closed.abort();
  }, [open, end]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    if (event.key === 'Tab') return setOpen(false);
    const items = itemsIn(box.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items[to % items.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the items inside, which are buttons.
    <div ref={box} className={styles.box} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={`${buttons.button} ${buttons[look] ?? ''} ${styles.opener}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {shown}
        {!bare && <Icon name="down" size={12} />}
      </button>
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on an item is a click.
        // biome-ignore lint/a11y/noStaticElementInteractions: closes behind what was chosen; what is off says why, and it stays.
        <div ref={list} className={styles.menu} style={place} onClick={(event) => !event.defaultPrevented && close()}>
          <div id={id} role="menu" aria-label={label}>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}

export interface MenuItemProps extends Pick<ButtonProps, 'writes' | 'why'> {
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ onChoose, ...rest }: MenuItemProps) {
  return <Button {...rest} role="menuitem" look="quiet" tabIndex={-1} className={styles.item} onClick={onChoose} />;
}

function itemsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

type Place = { readonly top?: number; readonly left?: number };
const GAP_PX = 4;

/**
 * Positions the menu in the viewport instead of the button's container: a table would clip it. It opens above the
 * button if there is no room below.
 */
function placeBy(at: DOMRect, { offsetWidth: width, offsetHeight: height }: HTMLElement, end: boolean): Place {
  const below = at.bottom + GAP_PX;
  const hasRoom = below + height <= innerHeight || at.top < height;
  return {
    top: within(hasRoom ? below : at.top - GAP_PX - height, innerHeight - height),
    left: within(end ? at.right - width : at.left, document.documentElement.clientWidth - width),
  };
}

/** Limits a coordinate so that the menu is fully visible. */
function within(wanted: number, room: number): number {
  return Math.max(GAP_PX, Math.min(wanted, room - GAP_PX));
}
