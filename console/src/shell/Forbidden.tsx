/** A page that somebody may not open: what is missing, and who can give it. */
import type { ReactNode } from 'react';
import { EmptyState } from '../parts/Empty.tsx';
import { useTitle } from '../parts/PageHeader.tsx';
import { words } from '../words/shell.ts';
import { useMe } from './me.ts';

export function Forbidden({ needs }: { readonly needs: string }) {
  const { admins } = useMe();
  useTitle(words.forbiddenTitle);
  return (
    <EmptyState whole icon="lock" title={words.forbiddenTitle}>
      {words.needs(needs)} {words.ask(admins)}
    </EmptyState>
  );
}

/** Shows a page only to whom it may be shown; nothing is asked of the service for others. */
export function AccessGuard({
  allowed,
  needs,
  children,
}: {
  readonly allowed: boolean;
  readonly needs: string;
  readonly children: ReactNode;
}) {
  return allowed ? children : <Forbidden needs={needs} />;
}
