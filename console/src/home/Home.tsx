/** Where somebody begins: ways into the account. */
import { Link } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Panel } from '../parts/Panel.tsx';
import { areasFor } from '../shell/areas.ts';
import { useMe } from '../shell/me.ts';
import { words } from '../words/shell.ts';
import styles from './Home.module.css';

export function Home() {
  const me = useMe();
  return (
    <>
      <PageHeader title={words.home} />
      <div className={styles.areas}>
        {areasFor(me)
          .filter(({ title }) => title !== undefined)
          .map(({ title = '', places }) => (
            <Panel key={title} title={title}>
              <ul>
                {places.map(({ path, label }) => (
                  <li key={path}>
                    <Link to={`/${me.account.id}/${path}`}>{label}</Link>
                  </li>
                ))}
              </ul>
            </Panel>
          ))}
      </div>
    </>
  );
}
