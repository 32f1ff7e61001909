/** Above the fields of what others are put in order by: a board, an asset status, a form template. */
import { words } from '../../words/records.ts';
import type { TypeExtensionProps } from './of-type.tsx';
import styles from './UsedOverview.module.css';
import { WhereUsed } from './WhereUsed.tsx';

export function WhereUsedOverview({ account, type, id }: TypeExtensionProps) {
  return (
    <section className={styles.used} aria-label={words.whereUsed}>
      <WhereUsed account={account} type={type} id={id} />
    </section>
  );
}
