/** A link to a page of the console by its address, query and all: opened in place, or in another tab as any link. */
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import buttons from './Button.module.css';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Below /console: `/acc_1/WorkOrders?Status=Open`. */
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

/** The way to a page, for what is not a link: after something was saved, say. */
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
