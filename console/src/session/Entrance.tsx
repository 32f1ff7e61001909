/** The page of those who are not in yet: the mark, a heading, and one thing to do. */
import type { ReactNode } from 'react';
import { useTitle } from '../parts/PageHeader.tsx';
import { Logo } from '../shell/TopBar.tsx';
import { words } from '../words/shell.ts';
import styles from './Entrance.module.css';

export function SignedOutLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useTitle(title);
  return (
    <main className={styles.entrance}>
      <p className={styles.product}>
        <Logo /> {words.product}
      </p>
      <section className={styles.card} aria-labelledby="entrance-title">
        <h1 id="entrance-title">{title}</h1>
        {children}
      </section>
    </main>
  );
}
