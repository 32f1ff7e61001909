/** Bar for unsaved changes, always visible while there are any. */
import { Button } from '../../parts/Button.tsx';
import { words } from '../../words/records.ts';
import styles from './SaveBar.module.css';

export interface SaveBarProps {
  readonly changes: number;
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

export function SaveBar({ changes, busy, onSave, onDiscard }: SaveBarProps) {
  return (
    <fieldset className={styles.bar} aria-label={words.save}>
      <span>{changes === 0 ? '' : words.unsaved(changes)}</span>
      <Button onClick={onDiscard}>{words.discard}</Button>
      <Button look="primary" writes data-save busy={busy} onClick={onSave}>
        {words.save}
      </Button>
    </fieldset>
  );
}
