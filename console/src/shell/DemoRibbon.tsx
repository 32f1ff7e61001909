/** Says that everything here is made up, and how to have a firm of one's own. */
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { lazyComponent } from '../parts/later.tsx';
import { words } from '../words/shell.ts';
import styles from './DemoRibbon.module.css';

const StartOwnDialog = lazyComponent(() => import('./StartOwn.tsx'), 'StartOwnDialog');

export function DemoRibbon() {
  const [open, setOpen] = useState(false);
  return (
    <aside className={styles.ribbon} aria-label={words.demoLabel}>
      <span>{words.demo}</span>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {words.startOwn}
      </Button>
      {open && <StartOwnDialog onClose={() => setOpen(false)} />}
    </aside>
  );
}
