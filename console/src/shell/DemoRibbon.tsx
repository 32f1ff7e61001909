/** Says that everything here is made up, and how to have a firm of one's own. */
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { words } from '../words/shell.ts';
import styles from './DemoRibbon.module.css';

export function DemoRibbon() {
  const [open, setOpen] = useState(false);
  return (
    <aside className={styles.ribbon} aria-label={words.demoLabel}>
      <span>{words.demo}</span>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {words.startOwn}
      </Button>
      <Dialog open={open} title={words.startOwn} onClose={() => setOpen(false)}>
        <p>{words.startOwnHow}</p>
        <code className={styles.command}>{words.startOwnCommand}</code>
        <div>
          <CopyButton text={words.startOwnCommand} what="the command" label="Copy" />
        </div>
      </Dialog>
    </aside>
  );
}
