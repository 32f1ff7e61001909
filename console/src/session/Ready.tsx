/** After the set-up: the firm is there, and these are the ways on. */
import { EmptyState } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { useTitle } from '../parts/PageHeader.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/session.ts';

export function SetUpComplete() {
  const account = useAccount();
  useTitle(words.readyTitle);
  return (
    <EmptyState
      whole
      icon="check"
      title={words.readyTitle}
      actions={
        <>
          <Link to={`/${account}/Settings/People`} look="plain">
            {words.readyInvite}
          </Link>
          <Link to={`/${account}/Integrations/new`} look="plain">
            {words.readyConnect}
          </Link>
          <Link to={`/${account}`} look="primary">
            {words.readyHome}
          </Link>
        </>
      }
    >
      {words.readyImport}
    </EmptyState>
  );
}
