/** Asks before a record is deleted, and says what refers to it. */
import { useState } from 'react';
import type { Problem as Refusal } from '../../api/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { toast } from '../../parts/Toast.tsx';
import { words } from '../../words/records.ts';
import { deleteRecord } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import { WhereUsed } from './WhereUsed.tsx';

export interface DeleteDialogProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly etag: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
  readonly onStale: () => void;
}

export function DeleteDialog({ account, type, id, etag, title, onClose, onDeleted, onStale }: DeleteDialogProps) {
  const [problem, setProblem] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const refused = await deleteRecord(account, type.name, id, etag);
    setBusy(false);
    setProblem(refused);
    if (refused === undefined) {
      toast(`${title}: ${words.deletedMark.toLowerCase()}`);
      onDeleted();
    } else if (refused.status === 412) onStale();
  };
  return (
    <Dialog
      open
      title={words.deleteTitle(title)}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="danger" type="submit" writes busy={busy}>
            {words.delete}
          </Button>
        </>
      }
    >
      {problem && <ProblemMessage problem={problem} />}
      <p>{words.deleteText}</p>
      <WhereUsed account={account} type={type.name} id={id} />
    </Dialog>
  );
}
