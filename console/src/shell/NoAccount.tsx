/** An account that the person who is signed in does not belong to, or that is not there: which of the two is not told. */
import { EmptyState } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { useTitle } from '../parts/PageHeader.tsx';
import { words } from '../words/no-account.ts';
import { words as shellWords } from '../words/shell.ts';

export function AccountNotFound() {
  useTitle(words.title);
  return (
    <main>
      <EmptyState
        whole
        icon="lock"
        title={words.title}
        actions={
          <Link to="/" look="primary">
            {shellWords.toHome}
          </Link>
        }
      >
        {words.detail}
      </EmptyState>
    </main>
  );
}
