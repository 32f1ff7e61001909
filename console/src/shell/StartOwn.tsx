/** How to have a firm of one's own, instead of what is made up. */
import { CopyButton } from '../parts/CopyButton.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { words as shellWords } from '../words/shell.ts';
import { words } from '../words/start-own.ts';
import styles from './DemoRibbon.module.css';

export function StartOwnDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open title={shellWords.startOwn} onClose={onClose}>
      <p>{words.how}</p>
      <code className={styles.command}>{words.command}</code>
      <div>
        <CopyButton text={words.command} what="the command" label="Copy" />
      </div>
    </Dialog>
  );
}
