/** An address that leads nowhere. */
import type { ReactNode } from 'react';
import { EmptyState } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { useTitle } from '../parts/PageHeader.tsx';
import { words } from '../words/shell.ts';

/** `children`: what is near it. */
export function NotFound({ children }: { readonly children?: ReactNode }) {
  useTitle(words.notFoundTitle);
  return (
    <EmptyState
      whole
      icon="search"
      title={words.notFoundTitle}
      actions={
        <Link to="/" look="primary">
          {words.toHome}
        </Link>
      }
    >
      {children ?? words.notFound}
    </EmptyState>
  );
}
