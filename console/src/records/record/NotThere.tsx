/** A record that does not exist: what is near it. */
import { Empty } from '../../parts/Empty.tsx';
import { Link } from '../../parts/Link.tsx';
import { useTitle } from '../../parts/PageHeader.tsx';
import { words } from '../../words/records.ts';
import { listAddress } from '../address.ts';
import { useTypes } from '../data/catalogue.ts';
import type { TypeDescription } from '../description.ts';
import { typeLabel } from '../labels.ts';
import styles from './NotThere.module.css';

const NEAR = ['WorkOrders', 'Tasks', 'Assets', 'PurchaseOrders'];

export function NotThere({
  account,
  type,
  id,
}: {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}) {
  const types = useTypes(account);
  useTitle(words.notThere(type.singular));
  return (
    <Empty
      whole
      icon="search"
      title={words.notThere(type.singular)}
      actions={
        <Link look="primary" to={listAddress(account, type.name)}>
          {typeLabel(type.name)}
        </Link>
      }
    >
      <p>{words.notThereHint}</p>
      {Number.isFinite(id) && (
        <ul className={styles.near}>
          {types
            .filter(({ name }) => NEAR.includes(name) && name !== type.name)
            .map((other) => (
              <li key={other.name}>
                <Link to={listAddress(account, other.name, `search=${id}`)}>
                  {words.lookFor(String(id), other.plural)}
                </Link>
              </li>
            ))}
        </ul>
      )}
    </Empty>
  );
}
