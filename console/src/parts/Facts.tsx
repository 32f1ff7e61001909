/** Description list of names and values. They are stacked, or side by side if there is room. */
import type { ReactNode } from 'react';
import styles from './Facts.module.css';

export type DescriptionItem = readonly [name: string, value: ReactNode];

export function DescriptionList({ facts }: { readonly facts: readonly DescriptionItem[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
