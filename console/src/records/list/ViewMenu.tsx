/** The views that are there from the start, as links: using one changes nothing for anybody. */
import { Link } from '../../parts/Link.tsx';
import { listAddress } from '../address.ts';
import type { TypeDescription } from '../description.ts';
import { readQuery } from './read-query.ts';
import styles from './ViewMenu.module.css';
import { viewsOf } from './views.ts';
import { writeQuery } from './write-query.ts';

export function ViewMenu({
  account,
  type,
  text,
}: {
  readonly account: string;
  readonly type: TypeDescription;
  readonly text: string;
}) {
  const views = viewsOf(type.name);
  if (views.length === 0) return null;
  const same = (query: string) => writeQuery(type, { ...readQuery(type, query), take: 50, skip: 0 });
  const here = same(text);
  return (
    <nav className={styles.views} aria-label="Views">
      {views.map(({ name, query }) => (
        <Link
          key={name}
          to={listAddress(account, type.name, query)}
          aria-current={same(query) === here ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
