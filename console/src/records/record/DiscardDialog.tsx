/** Asks for confirmation before unsaved input is discarded. */
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { words } from '../../words/records.ts';

export interface DiscardDialogProps {
  readonly changes: number;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

export function DiscardDialog({ changes, onClose, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      open
      title={words.discardTitle}
      onClose={onClose}
      onSubmit={onDiscard}
      actions={
        <>
          <Button onClick={onClose}>{words.backToEditing}</Button>
          <Button look="danger" type="submit">
            {words.discard}
          </Button>
        </>
      }
    >
      <p>{words.unsaved(changes)}</p>
    </Dialog>
  );
}
