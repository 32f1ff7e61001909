/** The views that are there from the start, as links: using one changes nothing for anybody. */
import { Link } from '../../parts/Link.tsx';
import { listAddress } from '../address.ts';
import type { TypeDescription } from '../description.ts';
import { parseListQuery } from './read-query.ts';
import styles from './ViewMenu.module.css';
import { findView } from './view-at.ts';
import { viewsOf } from './views.ts';

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
  const here = findView(type, parseListQuery(type, text));
  return (
    <nav className={styles.views} aria-label="Views">
      {views.map((view) => (
        <Link
          key={view.name}
          to={listAddress(account, type.name, view.query)}
          aria-current={view === here ? 'page' : undefined}
        >
          {view.name}
        </Link>
      ))}
    </nav>
  );
}
