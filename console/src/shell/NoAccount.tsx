/** An account that the person who is signed in does not belong to, or that is not there: which of the two is not told. */
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { useTitle } from '../parts/PageHeader.tsx';
import { words } from '../words/shell.ts';

export function NoAccount() {
  useTitle(words.noAccountTitle);
  return (
    <main>
      <Empty
        whole
        icon="lock"
        title={words.noAccountTitle}
        actions={
          <Link to="/" look="primary">
            {words.toHome}
          </Link>
        }
      >
        {words.noAccount}
      </Empty>
    </main>
  );
}
