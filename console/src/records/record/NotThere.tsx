/** A record that does not exist: what is near it. The same number in other types is looked up, deleted ones among them. */
import { useMemo } from 'react';
import { EmptyState } from '../../parts/Empty.tsx';
import { Link } from '../../parts/Link.tsx';
import { useTitle } from '../../parts/PageHeader.tsx';
import { words } from '../../words/records.ts';
import { listAddress, recordAddress } from '../address.ts';
import { useRecordTypes } from '../data/catalogue.ts';
import { useRecordNames } from '../data/names.ts';
import type { TypeDescription } from '../description.ts';
import { typeLabel } from '../labels.ts';
import styles from './NotThere.module.css';

export interface RecordNotFoundProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}

export function RecordNotFound({ account, type, id }: RecordNotFoundProps) {
  const types = useRecordTypes(account);
  const others = useMemo(() => types.filter(({ name }) => name !== type.name), [types, type]);
  const names = useRecordNames(
    account,
    useMemo(() => others.map(({ name }) => ({ type: name, id })), [others, id]),
  );
  const near = others.flatMap((other) => {
    const name = names.find(other.name, id);
    return name ? [{ other, name }] : [];
  });
  useTitle(words.notThere(type.singular));
  return (
    <EmptyState
      whole
      icon="search"
      title={words.notThere(type.singular)}
      actions={
        <>
          <Link look="plain" to={listAddress(account, type.name, `search=${id}`)}>
            {words.lookFor(String(id), type.plural)}
          </Link>
          <Link look="primary" to={listAddress(account, type.name)}>
            {typeLabel(type.name)}
          </Link>
        </>
      }
    >
      <p>{near.length === 0 ? words.notThereHint : words.sameNumber(String(id))}</p>
      <ul className={styles.near}>
        {near.map(({ other, name }) => (
          <li key={other.name}>
            <Link to={recordAddress(account, other.name, id)}>{name.title}</Link>{' '}
            <span className="quiet">
              {other.singular}
              {name.deleted && `, ${words.deletedMark.toLowerCase()}`}
            </span>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
