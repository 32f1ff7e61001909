/** Link to a console page by its address, including the query. It opens in place, or in a new tab like any link. */
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import buttons from './Button.module.css';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Address below /console: `/acc_1/WorkOrders?Status=Open`. */
  readonly to: string;
  readonly look?: 'link' | 'plain' | 'primary' | 'quiet' | undefined;
}

export function Link({ to, look = 'link', className = '', onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to: to.split(/[?#]/)[0] as '/' }).catch(() => undefined);
  const asButton = look === 'link' ? '' : `${buttons.button} ${buttons[look] ?? ''}`;
  return (
    <a
      {...rest}
      href={consoleAddress(to)}
      className={`${asButton} ${className}`}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event) || rest.target !== undefined) return;
        event.preventDefault();
        router.history.push(consoleAddress(to));
      }}
    />
  );
}

/** Returns a function that navigates to a page, for example after a save. */
export function useNavigateTo(): (to: string, how?: { readonly replace?: boolean }) => void {
  const { history } = useRouter();
  return (to, { replace = false } = {}) => history[replace ? 'replace' : 'push'](consoleAddress(to));
}

export function consoleAddress(to: string): string {
  return `/console${to}`;
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
